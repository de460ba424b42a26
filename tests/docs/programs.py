"""Command lines, held against what the programs say of themselves with --help."""

import os
import re
import shlex
import subprocess

# CLI11 2.4 (Debian 13) puts two spaces before the dots of an option that takes several values.
option = re.compile(r"^ +(?:(-\w),? ?)?(?:(--[\w-]+))?(?:,(--[\w-]+))?( (?!Needs:)[A-Z{(\[][^ ]*( [^ ]+|  \.\.\.)*)?", re.MULTILINE)


class Command:
    """One command of a program, with the options and the commands below it."""

    def __init__(self, program, words=()):
        self.program, self.words = program, tuple(words)
        self.help = self.ask(program, self.words)
        body = re.split(r"^Examples?:", self.help, maxsplit=1, flags=re.MULTILINE)[0]
        self.options = {}  # by name, how many values it takes at most
        for found in option.finditer(body):
            for name in filter(None, found.group(1, 2, 3)):
                self.options[name] = 0 if not found.group(4) else 99 if " ..." in found.group(4) else 1
        listed = re.search(r"^(?:Subcommands|Commands):\n((?:  [^\n]*\n?)+)", body, re.MULTILINE) \
            or re.search(r"^positional arguments:\n  COMMAND\n((?:    [^\n]*\n?)+)", body, re.MULTILINE)
        self.commands = re.findall(r"^  (?:  )?([a-z][\w-]*)", listed.group(1), re.MULTILINE) if listed else []
        self.has_arguments = bool(re.search(r"^(?:Positionals|Arguments|positional arguments):\n  (?!COMMAND\n)", body, re.MULTILINE))
        self.below = {}

    @staticmethod
    def ask(program, words):
        done = subprocess.run([program, *words, "--help"], capture_output=True, text=True, timeout=120,
                              env={**os.environ, "LC_ALL": "C", "LANGUAGE": "", "COLUMNS": "200"})
        if done.returncode != 0:
            raise SystemExit(f"{program} {' '.join(words)} --help: {done.stderr}")
        return done.stdout

    def command(self, name):
        if name not in self.below:
            self.below[name] = Command(self.program, (*self.words, name))
        return self.below[name]

    def all(self):
        yield self
        for name in self.commands:
            yield from self.command(name).all()

    def examples(self):
        for line in re.split(r"^(?=Examples?:)", self.help, maxsplit=1, flags=re.MULTILINE)[1:]:
            for text in line.split("\n"):
                text = re.sub(r"^Examples?:", "", text).strip().removeprefix("$ ")
                if text:
                    yield text

    def problem(self, words):
        """What is wrong with these words after the command's name, or nothing."""
        name = " ".join([os.path.basename(self.program), *self.words])
        rest = list(words)
        while rest:
            word = rest.pop(0)
            if word == "--":
                return None
            if re.match(r"--?[A-Za-z]", word):
                given, _, value = word.partition("=")
                if given not in self.options:
                    return f"{name} has no option {given}"
                for _ in range(0 if value else self.options[given]):
                    if rest and not rest[0].startswith("--"):
                        rest.pop(0)
            elif word in self.commands:
                return self.command(word).problem(rest)
            elif re.fullmatch(r"[A-Z]+|\.\.\.", word):
                continue
            elif self.commands and not self.has_arguments:
                return f"{name} has no command {word}"
            elif not self.has_arguments:
                return f"{name} takes no arguments, but is given {word}"
        return None


def simple_commands(line):
    """The words of each command of a line of shell, without what stands before it (sudo, variables) and redirections."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|&;<>")
    lexer.whitespace_split = True
    lexer.commenters = "#"
    found, words, skip = [], [], False
    try:
        tokens = list(lexer)
    except ValueError:  # a quote in a sentence
        return []
    for token in tokens:
        if set(token) <= set("<>") or token == ">&":
            skip = True
        elif set(token) <= set("|&;"):
            found.append(words)
            words = []
        elif skip:
            skip = False
        elif words or not (token in ("sudo", "exec") or re.match(r"[A-Z_]+=", token)):
            words.append(token)
    return [words for words in [*found, words] if words]
