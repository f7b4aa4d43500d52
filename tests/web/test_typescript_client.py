"""Clients in TypeScript, generated from openapi.yaml, compile strictly and ask the service.

openapi-typescript writes the types of clients/js, OpenAPI Generator and Hey API whole
clients.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import PATIENCE, ROOT

PACKAGE = ROOT / "clients" / "js"
TOOLS = PACKAGE / "node_modules"
WRONG = """
// @ts-expect-error
await client.validate({ decks: [] });
// @ts-expect-error
await client.get("/v1/banlist/{id}", { id: "modern" });
// @ts-expect-error
const count: number = (await client.get("/v1/formats")).formats;
// @ts-expect-error
(await client.validate({ format: "modern", decks: [{ list: "" }] })).verdict;
"""
"""Appended to a program that is compiled and not run: each is a fault that the types tell."""

LARGE = """
import { Client } from "./client.js";

const team = { format: "modern", decks: [{ list: "x".repeat(300_000) }] };
let answers = 0;
let last = 0;
for await (const { line } of new Client("http://127.0.0.1:PORT").batch(Array(60).fill(team))) {
  answers += 1;
  last = line;
}
console.log(answers, last);
"""
"""60 teams of 18 MB, more than a batch may have."""

PROGRAM = """
import { Configuration, ResponseError, TeamsApi } from "./index.js";

const teams = new TeamsApi(new Configuration({ basePath: "http://127.0.0.1:PORT" }));
const team = {
  format: "modern",
  asOf: new Date("2024-10-01"),
  decks: [
    { player: "Ann", list: "4 Naturalize\\n56 Forest" },
    { player: "Ben", main: [{ name: "Naturalize", count: 2 }, { name: "Forest", count: 58 }] },
  ],
};
const report = await teams.validate({ team, include: "cards" });
for (const { code, card, count, places } of report.violations) {
  console.log(code, card, count, places.map(({ deck, line }) => [deck, line]));
}
const { sizes, cards } = report.decks[1];
console.log(report.ruleset.asOf.toISOString(), sizes, cards?.[0].name);
const lines = new Blob([JSON.stringify({ format: team.format, decks: team.decks })]);
console.log((await (await teams.validateBatch({ body: lines })).text()).slice(0, 33));
try {
  await teams.validate({ team: { ...team, decks: [] } });
} catch (error) {
  if (!(error instanceof ResponseError)) throw error;
  console.log((await error.response.json()).errors[0].pointer);
}
"""
SETTINGS = """
{"compilerOptions": {"strict": true, "target": "es2022", "module": "nodenext", "types": [],
                     "lib": ["es2022", "dom"]}, "files": ["program.ts"]}
"""


HEY_API = """
import { validate, type Team } from "./api";
import { client } from "./api/client.gen";

const team: Team = {
  format: "modern",
  as_of: "2024-10-01",
  decks: [
    { player: "Ann", list: "4 Naturalize\\n56 Forest" },
    { player: "Ben", main: [{ name: "Naturalize", count: 2 }, { name: "Forest", count: 58 }] },
  ],
};
const ask = async (): Promise<void> => {
  client.setConfig({ baseUrl: "http://127.0.0.1:PORT" });
  const { data } = await validate({ body: team });
  for (const { code, card, count } of data!.violations) console.log(code, card, count);
  const { error } = await validate({ body: { ...team, decks: [] } });
  console.log(error!.errors?.[0]?.pointer);
};
void ask();
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as it is published, beside the tools that compile what uses it."""
    if not TOOLS.is_dir():
        pytest.skip("clients/js has no node_modules: make js")
    folder = tmp_path_factory.mktemp("npm") / "js"
    shutil.copytree(PACKAGE, folder, ignore=shutil.ignore_patterns(TOOLS.name))
    (folder / TOOLS.name).symlink_to(TOOLS)
    tell(folder, "openapi-typescript", str(ROOT / "openapi.yaml"), "--output", "contract.d.ts")
    return folder


def tell(folder: Path, program: str, *arguments: str) -> str:
    """What a program of the package's tools prints, or node; it has to succeed."""
    command = "node" if program == "node" else str(TOOLS / ".bin" / program)
    ran = subprocess.run(
        [command, *arguments], cwd=folder, capture_output=True, text=True, timeout=PATIENCE
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def test_the_example_runs(package: Path, port: int) -> None:
    example = package / "example.ts"
    code = example.read_text()
    example.write_text(code.replace("127.0.0.1:8000", f"127.0.0.1:{port}"))
    tell(package, "tsc", "--project", ".")
    answer = tell(package, "node", "example.js")
    assert "Naturalize" in answer
    assert answer.endswith("1 true 2024-10-01\n2 true 2024-10-01\nmodern\n")


def test_a_batch_larger_than_a_request_is_sent_in_portions(package: Path, port: int) -> None:
    (package / "large.js").write_text(LARGE.replace("PORT", str(port)), encoding="utf-8")
    assert tell(package, "node", "large.js") == "60 60\n"


def test_the_types_tell_what_is_wrong(package: Path) -> None:
    example = package / "example.ts"
    example.write_text(example.read_text() + WRONG)
    tell(package, "tsc", "--project", ".", "--noEmit")


@pytest.mark.usefixtures("package")
def test_the_client_of_hey_api_asks_the_service(tmp_path: Path, port: int) -> None:
    contract = str(ROOT / "openapi.yaml")
    tell(tmp_path, "openapi-ts", "-i", contract, "-o", "api", "-c", "@hey-api/client-fetch")
    (tmp_path / "program.ts").write_text(HEY_API.replace("PORT", str(port)))
    options = SETTINGS.replace('"nodenext"', '"commonjs", "moduleResolution": "node10"')
    (tmp_path / "tsconfig.json").write_text(options.replace('"dom"', '"dom", "dom.iterable"'))
    tell(tmp_path, "tsc", "--project", ".")
    said = tell(tmp_path, "node", "program.js")
    assert said.splitlines() == ["combined-copies Naturalize 6", "/decks"]


@pytest.mark.skipif(not shutil.which("java"), reason="OpenAPI Generator needs Java")
@pytest.mark.usefixtures("package")
def test_the_client_of_openapi_generator_asks_the_service(tmp_path: Path, port: int) -> None:
    command = [
        str(Path(sys.executable).with_name("openapi-generator-cli")), "generate",
        "-i", str(ROOT / "openapi.yaml"), "-g", "typescript-fetch", "-o", str(tmp_path),
        "--additional-properties", "importFileExtension=.js",
    ]  # fmt: skip
    ran = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "program.ts").write_text(PROGRAM.replace("PORT", str(port)))
    (tmp_path / "tsconfig.json").write_text(SETTINGS)
    tell(tmp_path, "tsc", "--project", ".")
    assert tell(tmp_path, "node", "program.js").splitlines() == [
        "combined-copies Naturalize 6 [ [ 0, 1 ], [ 1, null ] ]",
        "2024-10-01T00:00:00.000Z { main: 60, sideboard: 0 } Naturalize",
        '{"line":1,"status":200,"report":{',
        "/decks",
    ]
