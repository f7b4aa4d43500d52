"""The check form's editor is what `make editor` writes from the versions of its lock file."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from headjudge.web.pages.assets import FILES

EDITOR = Path(__file__).parents[2] / "tools" / "editor"


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_editor_is_built_from_its_lock_file(tmp_path: Path) -> None:
    if not (EDITOR / "node_modules").exists():
        pytest.skip("tools/editor has no node_modules: make js")
    subprocess.run(["node", "build.js", tmp_path], cwd=EDITOR, check=True)
    for built in tmp_path.iterdir():
        assert built.read_bytes() == FILES[built.name], "make editor"
    assert {built.name for built in tmp_path.iterdir()} == {
        "codemirror.js",
        "codemirror.LICENSE.txt",
    }
