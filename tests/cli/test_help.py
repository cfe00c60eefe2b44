"""Help: examples that are accepted as they are typed, named groups, plain text in a pipe; and completion."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete

from balance.cli import cli, main
from balance.cli.completion import PROGRAM, VARIABLE
from balance.cli.help import Command
from balance.cli.parameters import json_option
from tests.support import ROOT

COMMANDS = [command for command in cli.commands.values() if isinstance(command, Command)]
RESULTS = {"sweep", "report", "tweak", "sensitivity", "plan", "fit", "validate", "verify", "replay"}
"""Commands that print what they find."""

each_command = pytest.mark.parametrize("command", COMMANDS, ids=[command.name for command in COMMANDS])


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main([*arguments, "--help"]) == 0
    return capsys.readouterr().out


def test_every_command_is_listed_in_a_group(capsys: pytest.CaptureFixture[str]) -> None:
    assert [command.name for command in COMMANDS] == list(cli.commands)
    out = printed(capsys)
    assert "\nCommands:" not in out
    for command in COMMANDS:
        assert command.panel
        assert f"\n{command.panel}:" in out
        assert re.search(rf"^  {command.name} ", out, re.MULTILINE)


@each_command
def test_examples_are_accepted_as_they_are_typed(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert 1 <= len(command.examples) <= 4
    for line in command.examples.values():
        typed = re.sub(r" [<>] \S+$", "", line)  # what is read or printed may be a file
        program, name, *arguments = shlex.split(typed.removeprefix('eval "$(').removesuffix(')"'))
        assert (program, name) == ("balance", command.name)
        parent = click.Context(cli, **cli.context_settings)
        with command.make_context(name, arguments, parent=parent) as context:
            for value in context.params.values():
                for path in value if isinstance(value, tuple) else [value]:
                    assert not isinstance(path, Path) or path.parts[:1] != ("configs",) or path.exists(), path


@each_command
def test_help_in_a_pipe_is_plain_and_holds_its_examples_whole(
    command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    out = printed(capsys, str(command.name))
    assert not set("\x1b╭│─━╮") & set(out)
    assert max(map(len, out.splitlines())) <= 80
    joined = out.split("Examples:\n")[1].replace("\\\n", "")  # as a shell joins them
    examples = shlex.split(joined, comments=True)
    assert examples == [word for line in command.examples.values() for word in shlex.split(line)]


@each_command
def test_every_option_stands_in_a_named_group(command: Command) -> None:
    alone = [
        parameter.opts
        for parameter in command.params
        if isinstance(parameter, click.Option) and not getattr(parameter, "panel", None)
    ]
    assert alone == []


def test_what_finds_something_prints_json() -> None:
    @click.command()
    @json_option
    def alone(**_: object) -> None:
        """Have the option."""

    (option,) = alone.params
    with_json = {c.name for c in COMMANDS if any(p.opts == option.opts for p in c.params)}
    assert with_json >= RESULTS
    text = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
    assert not [name for name in with_json if f"`{name}" not in text]


def test_colours_are_for_terminals(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("NO_COLOR", "")
    assert "\x1b[33m" in printed(capsys)
    assert "\x1b[33m" not in printed(capsys, "--no-color")
    assert os.environ["NO_COLOR"] == "1"  # for whatever is printed later
    monkeypatch.setenv("TERM", "dumb")
    assert "\x1b" not in printed(capsys)


def completions(*typed: str) -> list[str]:
    *arguments, begun = typed
    shell = ShellComplete(cli, {}, PROGRAM, VARIABLE)
    return [item.value for item in shell.get_completions(arguments, begun)]


def test_commands_options_and_names_are_completed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    given = ["sweep", "configs/factions.yaml"]
    assert completions("s") == ["sweep", "sensitivity"]
    assert completions(*given, "--ma") == ["--max-games"]
    assert completions(*given, "--policy", "gr") == ["greedy"]
    assert completions(*given, "--policy", "greedy,pl") == ["greedy,planner"]
    assert completions(*given, "--factions", "dragons,s") == ["dragons,sluagh", "dragons,selkies"]
    assert completions(*given, "--layouts", "mir") == ["mirrored"]
    assert completions("sweep", "absent.yaml", "--factions", "d") == []
    assert completions("replay", "configs/factions.yaml", "--format", "") == ["text", "jsonl", "html"]
    assert completions("play", "configs/factions.yaml", "--side", "u") == ["unseelie"]
    assert completions("completion", "z") == ["zsh"]


def test_bash_completes_with_the_printed_script(tmp_path: Path) -> None:
    program = tmp_path / PROGRAM
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m balance "$@"\n')
    program.chmod(0o755)
    script = """
    eval "$(balance completion bash)"
    COMP_WORDS=(balance sens) COMP_CWORD=1
    _balance_completion balance
    echo "${COMPREPLY[@]}"
    """
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    process = subprocess.run(
        ["bash", "-c", script],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert (process.stdout, process.stderr) == ("sensitivity\n", "")


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_get_their_script(capsys: pytest.CaptureFixture[str], shell: str) -> None:
    assert main(["completion", shell]) == 0
    assert f"{VARIABLE}={shell}_complete" in capsys.readouterr().out
