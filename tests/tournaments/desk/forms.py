"""A form of a page as a browser would send it."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any


class _Fields(HTMLParser):
    """The values of the largest form of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[dict[str, Any]] = []
        self.select = self.area = ""
        self.first = True

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = dict(attrs)
        name, value = at.get("name") or "", at.get("value")
        if tag == "form":
            self.forms.append({})
        if not self.forms:
            return
        form = self.forms[-1]
        if tag == "input" and name:
            box = at.get("type") in ("checkbox", "radio")
            if not box or "checked" in at:
                form[name] = value if value is not None else "on" if box else ""
        elif tag == "select":
            self.select, self.first = name, True
        elif tag == "option" and self.select:
            if "selected" in at or self.first:
                form[self.select] = value or ""
            self.first = False
        elif tag == "textarea":
            self.area = name
            form[name] = ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self.select = ""
        elif tag == "textarea":
            self.area = ""

    def handle_data(self, data: str) -> None:
        if self.area:
            self.forms[-1][self.area] += data


def as_shown(page: str, **changes: Any) -> dict[str, Any]:
    """What the largest form of a page would send, with some fields filled otherwise.

    A name is written with ``__`` for its dash.
    """
    parser = _Fields()
    parser.feed(page)
    found = max(parser.forms, key=len)
    for name, value in changes.items():
        key = name.replace("__", "-")
        if value is None:
            found.pop(key, None)
        else:
            found[key] = value
    return found
