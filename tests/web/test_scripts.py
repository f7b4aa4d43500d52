"""The modules of a script as one."""

from __future__ import annotations

from graphlib import CycleError
from pathlib import Path

import pytest

from headjudge.web.pages import assets


def written(folder: Path, **modules: str) -> Path:
    for name, text in modules.items():
        (folder / f"{name}.js").write_text(text, "utf-8")
    return folder


def test_each_module_comes_after_those_that_it_imports(tmp_path: Path) -> None:
    folder = written(
        tmp_path,
        a='import * as b from "./b.js";\nimport { one, two as zwei } from "./c.js";\nb.run();\n',
        b='import { one } from "./c.js";\nexport async function run() {}\n',
        c="export const one = 1;\nexport function two() {}\nconst three = 3;\n",
    )
    assert assets.bundle(folder) == (
        "const $c = (() => {\nconst one = 1;\nfunction two() {}\nconst three = 3;\n"
        "return { one, two };\n})();\n"
        "const $b = (() => {\nconst { one } = $c;\nasync function run() {}\n"
        "return { run };\n})();\n"
        "const $a = (() => {\nconst b = $b;\nconst { one, two: zwei } = $c;\nb.run();\n"
        "return {  };\n})();\n"
    )


@pytest.mark.parametrize(
    "text",
    ["export default 7;", "export { one };", 'import "./b.js";', 'import one from "./b.js";',
     "import { a } from 'b';", "export let one;", "export class One {}"],
)  # fmt: skip
def test_unknown_syntax_is_an_error(tmp_path: Path, text: str) -> None:
    with pytest.raises(ValueError, match=r"a\.js"):
        assets.bundle(written(tmp_path, a=text))


def test_a_circle_is_an_error(tmp_path: Path) -> None:
    modules = {"a": 'import * as b from "./b.js";', "b": 'import * as a from "./a.js";'}
    with pytest.raises(CycleError):
        assets.bundle(written(tmp_path, **modules))
