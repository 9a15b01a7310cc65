"""Stubs for other languages are made from the descriptor set alone, without a network."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.server import ServerProcess, running_server

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "other-languages.md"
TEMPLATES = ROOT / "docs" / "stubs"
NODE_MODULES = ROOT / "node_modules"
# A plugin that writes what it was asked for.
PLUGIN = f"""#!{sys.executable}
import os, sys
from google.protobuf.compiler import plugin_pb2
request = plugin_pb2.CodeGeneratorRequest.FromString(sys.stdin.buffer.read())
response = plugin_pb2.CodeGeneratorResponse(
    supported_features=plugin_pb2.CodeGeneratorResponse.FEATURE_PROTO3_OPTIONAL
)
lines = [f"parameter {{request.parameter}}"]
for each in request.proto_file:
    if each.name in request.file_to_generate:
        lines.append(f"{{each.name}} {{each.options.go_package}}")
name = os.path.basename(sys.argv[0]) + ".txt"
response.file.add(name=name, content="\\n".join(lines[:1] + sorted(lines[1:])))
sys.stdout.buffer.write(response.SerializeToString())
"""


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with running_server("memory://") as process:
        yield process


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Somebody's project with the descriptor set and all templates in it."""
    shutil.copy(ROOT / "client" / "mastermind" / "v1" / "descriptors.binpb", tmp_path)
    for template in TEMPLATES.iterdir():
        shutil.copy(template, tmp_path)
    (tmp_path / "bin").mkdir()
    return tmp_path


def run(project: Path, *command: str | Path) -> str:
    """What a command printed that must succeed, the project's programs and npm's at hand."""
    path = os.pathsep.join((f"{project}/bin", f"{NODE_MODULES}/.bin", os.environ["PATH"]))
    done = subprocess.run(
        [str(part) for part in command],
        cwd=project,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def buf(project: Path, *arguments: str | Path) -> str:
    """What buf printed."""
    if not (NODE_MODULES / ".bin" / "buf").exists():
        pytest.skip("buf is not installed: scripts/install_test_tools.sh node")
    return run(project, "buf", *arguments)


def generate(project: Path, language: str) -> set[str]:
    """Runs a template; the files that it made."""
    buf(project, "generate", "--template", f"buf.gen.{language}.yaml")
    made = project / "gen"
    return {path.relative_to(made).as_posix() for path in made.rglob("*") if path.is_file()}


def add_program(project: Path, name: str, text: str) -> None:
    """Puts a program on the project's path."""
    program = project / "bin" / name
    program.write_text(text)
    program.chmod(0o755)


def program_of_document(language: str) -> str:
    """The one program in a language that the document holds."""
    (program,) = re.findall(
        rf"^```{language}\n(.*?)^```", DOCUMENT.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    assert isinstance(program, str)
    return program


def test_a_game_in_typescript(server: ServerProcess, project: Path) -> None:
    assert generate(project, "ts") == {
        "google/api/annotations_pb.ts",
        "google/api/http_pb.ts",
        "mastermind/v1/mastermind_service_pb.ts",
        "mastermind/v1/solver_service_pb.ts",
        "mastermind/v1/types_pb.ts",
    }
    (project / "node_modules").symlink_to(NODE_MODULES)
    (project / "package.json").write_text('{"type": "module"}')
    program = program_of_document("ts").replace("127.0.0.1:50051", server.grpc)
    (project / "play.ts").write_text(program)
    compiler = ("node", "node_modules/typescript/bin/tsc")
    run(
        project,
        *(*compiler, "--strict", "--target", "es2022", "--module", "nodenext"),
        *("--skipLibCheck", "--types", "node", "play.ts"),
    )
    assert run(project, "node", "play.js").splitlines()[-1] == "SOLVED"


def test_the_template_for_go(project: Path) -> None:
    plugins = ("protoc-gen-go", "protoc-gen-go-grpc")
    for name in plugins:
        add_program(project, name, PLUGIN)
    assert generate(project, "go") == {f"{name}.txt" for name in plugins}
    for name in plugins:
        parameter, *files = (project / "gen" / f"{name}.txt").read_text().splitlines()
        assert parameter == "parameter paths=source_relative"
        assert files == [
            f"mastermind/v1/{file}.proto example.com/game/gen/mastermind/v1;mastermindv1"
            for file in ("mastermind_service", "solver_service", "types")
        ]


def test_the_template_for_java(project: Path) -> None:
    python = ROOT / ".tools" / "codegen-venv" / "bin" / "python"
    if not python.exists():
        pytest.skip("the code generators are not here: scripts/generate_stubs.py --protos")
    # This protoc has no Java of its own and asks for a plugin.
    add_program(project, "protoc", f'#!/bin/sh\nexec {python} -m grpc_tools.protoc "$@"\n')
    plugins = ("protoc-gen-java", "protoc-gen-grpc-java")
    for name in plugins:
        add_program(project, name, PLUGIN)
    assert generate(project, "java") == {f"{name}.txt" for name in plugins}
    for name in plugins:
        _, *files = (project / "gen" / f"{name}.txt").read_text().splitlines()
        assert [line.split()[0] for line in files] == [
            f"mastermind/v1/{file}.proto"
            for file in ("mastermind_service", "solver_service", "types")
        ]


def test_buf_asks_the_server_itself(server: ServerProcess, project: Path) -> None:
    command = program_of_document("sh").replace("127.0.0.1:50051", server.grpc)
    arguments = re.findall(r"'([^']*)'|(\S+)", command.replace("\\\n", " "))
    name, *rest = (quoted or plain for quoted, plain in arguments)
    assert name == "buf"
    assert json.loads(buf(project, *rest)) == {"feedback": {"black": 2}}
