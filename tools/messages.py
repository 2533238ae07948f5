"""The catalogues of messages, made without the gettext programs.

    python -m tools.messages update            bring the new messages of the sources into locale/
    python -m tools.messages update --forget   and drop those that the sources no longer have
    python -m tools.messages add DOMAIN FILE   merge translations: a JSON object {English: 中文}
    python -m tools.messages check             exit 1 unless complete, with the same placeholders
    python -m tools.messages compile           write the .mo files (they are not in git)

Message ids are English. Two domains: ``django`` (Python and templates) and ``djangojs`` (scripts in
static/js). In the JSON an id with a context is written ``"context|id"`` after a leading ``@``
(``"@card|heart"``); a plural is named by its singular and has the one Chinese form.
In Python, ``gettext``, ``gettext_lazy``, ``_``, ``ngettext``, ``pgettext`` and their lazy kin mark
messages, and ``N_("…")`` those of the pure engines, which do not translate themselves.
"""

from __future__ import annotations

import fcntl
import io
import json
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import polib
from babel.messages.extract import extract as babel_extract

BASE = Path(__file__).resolve().parent.parent
LOCALE = BASE / "locale"
LANGUAGES = {"zh_Hans": "nplurals=1; plural=0;", "en": "nplurals=2; plural=(n != 1);"}
DOMAINS = ("django", "djangojs")
PYTHON_ROOTS = ("accounts", "games", "tournaments", "shengji_site")
SCRIPTS = BASE / "static" / "js"

KEYWORDS: dict[str, tuple[object, ...] | None] = {
    "_": None,
    "N_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
_STRING = r'"(?:[^"\\\n]|\\.)*"'
SCRIPT_CALL = re.compile(rf"\bn?gettext\(\s*({_STRING})(?:\s*,\s*({_STRING}))?")
PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]|%[sd]|(?<!\{)\{(\w*)\}(?!\})")


@dataclass(frozen=True, slots=True)
class Message:
    """A message in the sources."""

    id: str
    plural: str | None
    context: str | None
    place: str
    python_format: bool = False


Key = tuple[str | None, str]


def read_python(path: Path) -> Iterator[Message]:
    """The messages of a Python file."""
    yield from _extract("python", path.read_bytes(), path)


def read_template(path: Path) -> Iterator[Message]:
    """The messages of a template, which Django turns into something like Python first."""
    from django.utils.translation.template import templatize

    source = templatize(path.read_text(), origin=str(path))
    # in brackets, because the layout of a template is no indentation
    yield from _extract("python", f"(\n{source}\n)".encode(), path)


def read_script(path: Path) -> Iterator[Message]:
    """The messages of a JavaScript module: calls with plain strings between double quotes.

    They are found by their form, because no tokenizer at hand understands templates (`html`)
    that nest in one another, and most of the table's words stand in those.
    """
    place = str(path.relative_to(BASE))
    for single, plural in SCRIPT_CALL.findall(path.read_text()):
        yield Message(json.loads(single), json.loads(plural) if plural else None, None, place)


def _extract(method: str, source: bytes, path: Path) -> Iterator[Message]:
    place = str(path.relative_to(BASE))
    options = {"encoding": "utf-8"}
    found = babel_extract(method, io.BytesIO(source), KEYWORDS, (), options)  # type: ignore[arg-type]
    for _line, text, _comments, context in found:
        single, plural = text if isinstance(text, tuple) else (text, None)
        if single:
            fmt = bool(re.search(r"%\(\w+\)[sd]|%[sd]", single)) and method == "python"
            yield Message(single, plural, context, place, fmt)


def sources(domain: str) -> Iterator[Message]:
    """All messages of a domain, file by file."""
    if domain == "djangojs":
        for path in sorted(SCRIPTS.rglob("*.js")):
            if ".test." not in path.name:
                yield from read_script(path)
        return
    for root in PYTHON_ROOTS:
        for path in sorted((BASE / root).rglob("*.py")):
            if "migrations" not in path.parts:
                yield from read_python(path)
    _configure_django()
    templates = [*sorted((BASE / "templates").rglob("*.*"))]
    for path in templates:
        if path.suffix in (".html", ".txt", ".xml"):
            yield from read_template(path)


def _configure_django() -> None:
    from django.conf import settings

    if not settings.configured:
        settings.configure(USE_I18N=True)


def wanted(domain: str) -> dict[Key, Message]:
    """The messages of a domain by context and id, with every place they occur in."""
    found: dict[Key, Message] = {}
    for message in sources(domain):
        key = (message.context, message.id)
        old = found.get(key)
        if old is None:
            found[key] = message
        else:
            places = dict.fromkeys([*old.place.split("\n"), message.place])
            plural = old.plural or message.plural
            fmt = old.python_format or message.python_format
            found[key] = Message(message.id, plural, message.context, "\n".join(places), fmt)
    return found


def catalogue_path(language: str, domain: str) -> Path:
    """Where a catalogue lies."""
    return LOCALE / language / "LC_MESSAGES" / f"{domain}.po"


def load(language: str, domain: str) -> polib.POFile:
    """A catalogue, a new one if there is none yet."""
    path = catalogue_path(language, domain)
    if path.exists():
        return polib.pofile(str(path), wrapwidth=100)
    catalogue = polib.POFile(wrapwidth=100)
    catalogue.fpath = str(path)
    catalogue.metadata = {
        "Project-Id-Version": "shengji_site",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": LANGUAGES[language],
    }
    return catalogue


def save(catalogue: polib.POFile) -> None:
    """Write a catalogue, in the order of its ids, so that merges are rare."""
    catalogue.sort(key=lambda entry: (entry.msgid.casefold(), entry.msgid, entry.msgctxt or ""))
    path = Path(catalogue.fpath)
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".new")
    catalogue.save(str(draft))
    draft.rename(path)


@contextmanager
def locked() -> Iterator[None]:
    """One writer of the catalogues at a time."""
    (BASE / "var").mkdir(exist_ok=True)
    with (BASE / "var" / "messages.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def update(*, forget: bool = False) -> None:
    """Bring new ids into the catalogues; ``forget`` those that the sources no longer have."""
    with locked():
        for domain in DOMAINS:
            messages = wanted(domain)
            for language in LANGUAGES:
                _merge(load(language, domain), messages, forget=forget)


def _merge(catalogue: polib.POFile, messages: dict[Key, Message], *, forget: bool) -> None:
    known: dict[Key, polib.POEntry] = {(e.msgctxt, e.msgid): e for e in catalogue}
    for key, entry in known.items():
        if forget and key not in messages:
            catalogue.remove(entry)
    for key, message in messages.items():
        found = known.get(key)
        if found is None:
            found = polib.POEntry(msgid=message.id, msgctxt=message.context)
            catalogue.append(found)
        if message.plural and found.msgid_plural != message.plural:
            found.msgid_plural = message.plural
            first, found.msgstr = found.msgstr, ""
            found.msgstr_plural = dict.fromkeys(range(_forms(catalogue)), first)
        found.occurrences = [(place, "") for place in message.place.split("\n")]
        found.flags = ["python-format"] if message.python_format else []
        if catalogue.metadata["Language"] == "en":
            _say_itself(found)
    save(catalogue)


def _forms(catalogue: polib.POFile) -> int:
    return int(catalogue.metadata["Plural-Forms"].split("nplurals=")[1][0])


def _say_itself(entry: polib.POEntry) -> None:
    """English ids are their own translation, unless somebody has said it better."""
    if entry.msgid_plural:
        old = entry.msgstr_plural
        entry.msgstr_plural = {0: old.get(0) or entry.msgid, 1: old.get(1) or entry.msgid_plural}
    else:
        entry.msgstr = entry.msgstr or entry.msgid


def add(domain: str, translations: dict[str, str], language: str = "zh_Hans") -> None:
    """Merge translations into a catalogue; ids may come before their sources."""
    with locked():
        catalogue = load(language, domain)
        known: dict[Key, polib.POEntry] = {(e.msgctxt, e.msgid): e for e in catalogue}
        for name, text in translations.items():
            context, msgid = name[1:].split("|", 1) if name.startswith("@") else (None, name)
            entry = known.get((context, msgid))
            if entry is None:
                entry = polib.POEntry(msgid=msgid, msgctxt=context)
                catalogue.append(entry)
                known[(context, msgid)] = entry
            if entry.msgid_plural:
                entry.msgstr_plural = dict.fromkeys(range(_forms(catalogue)), text)
            else:
                entry.msgstr = text
        save(catalogue)


def check() -> list[str]:
    """What is wrong with the catalogues, a line each; empty if all is well."""
    wrong: list[str] = []
    for domain in DOMAINS:
        messages = wanted(domain)
        for language in LANGUAGES:
            where = f"{language}/{domain}"
            entries: dict[Key, polib.POEntry] = {
                (e.msgctxt, e.msgid): e for e in load(language, domain) if not e.obsolete
            }
            for key, message in messages.items():
                wrong += [f"{where}: {problem}" for problem in _problems(message, entries.get(key))]
            wrong += [
                f"{where}: no longer used: {key[1]!r}" for key in entries if key not in messages
            ]
    return wrong


def _problems(message: Message, entry: polib.POEntry | None) -> Iterator[str]:
    name = f"{message.id!r} ({message.place.splitlines()[0]})"
    if entry is None or not entry.translated() or (message.plural and not entry.msgid_plural):
        if entry is not None and "fuzzy" in entry.flags:
            yield f"fuzzy: {name}"
        else:
            yield f"missing: {name}"
        return
    for text in entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr]:
        ours, theirs = _placeholders(text), _placeholders(message.id)
        if message.plural:  # a single form may leave the number out
            theirs |= _placeholders(message.plural)
            if not (_placeholders(message.id) <= ours <= theirs) and ours != theirs:
                yield f"placeholders differ: {name}: {text!r}"
        elif ours != theirs:
            yield f"placeholders differ: {name}: {text!r}"


def _placeholders(text: str) -> set[str]:
    return {match.group(0) for match in PLACEHOLDER.finditer(text)}


def compile_all() -> None:
    """Write each .mo that is older than its .po."""
    for path in LOCALE.glob("*/LC_MESSAGES/*.po"):
        target = path.with_suffix(".mo")
        if not target.exists() or target.stat().st_mtime < path.stat().st_mtime:
            draft = target.with_suffix(".tmp")
            polib.pofile(str(path)).save_as_mofile(str(draft))
            draft.rename(target)


def main(argv: list[str]) -> int:
    """Run one verb; the exit code."""
    match argv:
        case ["update"] | ["update", "--forget"]:
            update(forget=argv[1:] == ["--forget"])
        case ["compile"]:
            compile_all()
        case ["add", domain, file] if domain in DOMAINS:
            add(domain, json.loads(Path(file).read_text()))
        case ["add", domain, file, language] if domain in DOMAINS and language in LANGUAGES:
            add(domain, json.loads(Path(file).read_text()), language)
        case ["check"]:
            return _report(check())
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


def _report(problems: Iterable[str]) -> int:
    lines = list(problems)
    for line in lines:
        print(line)
    print(f"{len(lines)} problems in the catalogues" if lines else "The catalogues are complete")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
