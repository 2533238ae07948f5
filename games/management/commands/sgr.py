"""Game records and the database. What needs none, ``check`` and ``shuffle``, is ``games.sgr``."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.urls import reverse

from games import services, sgr
from games.engine import strict
from games.models import Deal


class Command(BaseCommand):
    """``manage.py sgr …``"""

    help = "Game records (SGR): check them, recompute a shuffle, export and import deals."

    def add_arguments(self, parser: CommandParser) -> None:
        what = parser.add_subparsers(dest="what", required=True)
        check = what.add_parser("check", help="judge records, one report a line")
        check.add_argument("files", nargs="+", metavar="FILE", help="- reads standard input")
        what.add_parser("shuffle", help="recompute a shuffle from its seed", add_help=False)
        export = what.add_parser("export", help="write a deal that has ended as a record")
        export.add_argument("deal", type=int, metavar="DEAL", help="the id of the deal")

        bring = what.add_parser("import", help="make replayable deals of the records in files")
        bring.add_argument("files", nargs="+", metavar="FILE", help="- reads standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        match options["what"]:
            case "export":
                self.stdout.write(json.dumps(self._export(options["deal"]), ensure_ascii=False))
            case "import":
                self._import(options["files"])
            case "check":
                if status := sgr.check(options["files"]):
                    raise SystemExit(status)

    def _export(self, deal_id: int) -> dict[str, Any]:
        deal = Deal.objects.select_related("match__table").filter(pk=deal_id).first()
        if deal is None:
            raise CommandError(f"There is no deal {deal_id}.")
        try:
            return services.export_deal(deal=deal)
        except ValueError as error:
            raise CommandError(f"Deal {deal_id}: {error}.") from error

    @transaction.atomic
    def _import(self, paths: list[str]) -> None:
        """All records of the files, or none: a line with the deal's id and page for each."""
        for path in paths:
            number = 0
            try:
                for text in sgr.split(sgr.source(path)):
                    number += 1
                    deal = services.import_record(data=strict.parse(text))
                    page = reverse("games:deal", args=[deal.match_id, deal.number])
                    self.stdout.write(f"{deal.pk}\t{page}")
            except OSError as error:
                raise CommandError(f"{path}: cannot be read: {error}") from error
            except (ValueError, strict.BadRecord) as error:
                raise CommandError(f"{path}: record {number}: {error}") from error
