"""Hashed names reach into ES modules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.conf import settings as current
from django.core.files.base import ContentFile
from django.core.management import call_command

from shengji_site.staticfiles import ModuleManifestStorage


def test_imports_are_rewritten_and_comments_are_not(tmp_path: Path) -> None:
    storage = ModuleManifestStorage(location=tmp_path, base_url="/static/")
    sources = {
        "a.js": '/** @typedef {import("./b.js").T} T */\nimport { b } from "./b.js";\n'
        'export const later = async () => (await import("./c.js")).c;\n',
        "b.js": '/** @param {() => import("./a.js").T} f */\nexport const b = 1;\n',
        "c.js": "export const c = 2;\n",
    }
    for name, text in sources.items():
        storage.save(name, ContentFile(text.encode()))
    for _, _, processed in storage.post_process({n: (storage, n) for n in sources}):
        assert not isinstance(processed, Exception), processed
    names = {Path(n).stem: Path(storage.stored_name(n)).name for n in sources}
    text = (tmp_path / names["a"]).read_text()
    assert f'from "./{names["b"]}"' in text
    assert f'await import("./{names["c"]}")' in text
    assert '{import("./b.js").T}' in text


@pytest.mark.slow
def test_all_static_files_can_be_collected(tmp_path: Path, settings: object) -> None:
    settings.STATIC_ROOT = tmp_path  # type: ignore[attr-defined]
    settings.STORAGES = {  # type: ignore[attr-defined]
        **current.STORAGES,
        "staticfiles": {"BACKEND": "shengji_site.staticfiles.ModuleManifestStorage"},
    }
    call_command("collectstatic", interactive=False, verbosity=0)
    paths = json.loads((tmp_path / "staticfiles.json").read_text())["paths"]
    assert all((tmp_path / hashed).exists() for hashed in paths.values())
    for source in (Path(current.BASE_DIR) / "static" / "js").rglob("*.js"):
        assert str(source.relative_to(Path(current.BASE_DIR) / "static")) in paths
