"""What a program says with --definitions of its commands and options, and what may stand behind them."""

import json
import os
import re
import subprocess
from dataclasses import dataclass, field

RUNS, MACHINES, FILES, NOTHING = "runs", "machines", "files", "nothing"

# Arguments and options whose values are names that `motley` knows.
KNOWN_NAMES = {
    RUNS: ("motley watch run", "motley stop run", "motley resume run", "motley runs --remove"),
    MACHINES: ("motley machines data name", "motley machines terms name", "motley machines remove name", "motley plan --machines",
               "motley run --machines", "motley resume --without"),
}


@dataclass
class Option:
    names: list  # "-h", "--help"; an argument's name without dashes
    help: str
    value: str  # of which kind; empty: takes none
    mostValues: int
    isArgument: bool
    isRequired: bool
    values: object = NOTHING  # RUNS, MACHINES, FILES, NOTHING, or a tuple of words


@dataclass
class Command:
    path: str  # "motley machines add"
    help: str
    footer: str
    options: list = field(default_factory=list)
    commands: list = field(default_factory=list)

    @property
    def name(self):
        return self.path.rsplit(" ", 1)[-1]

    def all(self):
        yield self
        for command in self.commands:
            yield from command.all()


def ask(program, *words):
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "LANGUAGE": ""}
    return subprocess.run([program, *words], check=True, stdout=subprocess.PIPE, text=True, env=environment).stdout


def fixed_words(program):
    """Values that are the same for everybody, by option."""
    if os.path.basename(program) != "motley-engine":
        return {}
    tasks = json.loads(ask(program, "tasks", "--json"))
    return {"tasks TASK": tuple(task["name"] for task in tasks),
            "tasks --preset": tuple(preset["name"] for task in tasks for preset in task["presets"])}


def values_of(path, option, fixed):
    for name in (f"{path} {name}" for name in option.names):
        for kind, places in KNOWN_NAMES.items():
            if name in places:
                return kind
        if name.split(" ", 1)[1] in fixed:
            return fixed[name.split(" ", 1)[1]]
    if "--device" in option.names:
        return ("cpu", "cuda")
    choice = re.fullmatch(r"\w+:\{(.*)\}", option.value)
    if choice:
        return tuple(choice.group(1).split(","))
    return FILES if option.value == "TEXT" else NOTHING


def command_of(described, above, fixed, footer_above=""):
    path = f"{above} {described['name']}".strip()
    # CLI11 gives commands without a footer that of the command above.
    footer = described["footer"]
    command = Command(path, described["help"], footer if footer != footer_above else "")
    for each in described["options"]:
        option = Option(**each)
        option.values = values_of(path, option, fixed)
        command.options.append(option)
    command.commands = [command_of(each, path, fixed, footer) for each in described["commands"]]
    return command


def definitions(path):
    program = command_of(json.loads(ask(path, "--definitions")), "", fixed_words(path))
    there = {f"{command.path} {name}" for command in program.all() for option in command.options for name in option.names}
    for place in (place for places in KNOWN_NAMES.values() for place in places):
        if place.startswith(program.path + " ") and place not in there:
            raise SystemExit(f"{__file__} knows names for {place}, which {path} does not have any more.")
    return program
