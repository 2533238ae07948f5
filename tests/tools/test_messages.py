"""The catalogues: what is read from the sources, what is merged, what is found wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import polib
import pytest

from tools import messages

Write = Callable[[str, str], Path]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """An empty project; call the fixture to write a file of it."""
    monkeypatch.setattr(messages, "BASE", tmp_path)
    monkeypatch.setattr(messages, "LOCALE", tmp_path / "locale")
    monkeypatch.setattr(messages, "SCRIPTS", tmp_path / "static" / "js")

    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    return write


def ids(domain: str) -> set[tuple[str | None, str]]:
    """Contexts and ids of the messages in the sources."""
    return set(messages.wanted(domain))


def test_messages_are_read_from_python_templates_and_scripts(project: Write) -> None:
    project("games/a.py", 'x = _("Deal")\ny = N_("Throw")\nz = pgettext_lazy("card", "Ten")\n')
    project(
        "templates/a.html",
        '<p>\n    {% translate "Sit" %}\n  {# quiet #}\n</p>'
        "{% blocktranslate count n=n %}{{ n }} card{% plural %}{{ n }} cards"
        "{% endblocktranslate %}",
    )
    project("static/js/a.js", 'export const t = gettext("Hint") + ngettext("%s x", "%s xs", n);')
    assert ids("django") == {
        *((None, "Deal"), (None, "Throw"), ("card", "Ten"), (None, "Sit"), (None, "%(n)s card"))
    }
    assert ids("djangojs") == {(None, "Hint"), (None, "%s x")}


def test_translations_are_merged_checked_and_compiled(project: Write) -> None:
    project("games/a.py", '_("Deal %(n)d"); pgettext("card", "Ten"); ngettext("one", "%d all", n)')
    messages.update()
    missing = [line for line in messages.check() if "zh_Hans/django" in line]
    assert len(missing) == 3
    messages.add("django", {"Deal %(n)d": "第 %(m)d 副", "@card|Ten": "十", "one": "共 %d"})
    (wrong,) = messages.check()
    assert "placeholders differ" in wrong
    assert "Deal" in wrong
    messages.add("django", {"Deal %(n)d": "第 %(n)d 副"})
    assert messages.check() == []
    messages.compile_all()
    compiled = polib.mofile(str(messages.LOCALE / "zh_Hans" / "LC_MESSAGES" / "django.mo"))
    assert {entry.msgid for entry in compiled} == {"Deal %(n)d", "Ten", "one"}


def test_what_the_sources_no_longer_have_is_reported_and_forgotten(project: Write) -> None:
    project("games/a.py", '_("Deal")')
    messages.update()
    messages.add("django", {"Deal": "副"})
    source = project("games/a.py", '_("Round")')
    messages.update()
    messages.add("django", {"Round": "轮"})
    assert [line for line in messages.check() if "no longer used" in line]
    messages.update(forget=True)
    assert messages.check() == []
    assert source.exists()
