"""Whether the manual pages and the completions of bash, zsh and fish that were installed have what the programs' --help has: each
command and option, no other, and names of machines and runs."""

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "docs"))
from programs import Command

PLACES = {"bash": "bash-completion/completions/{}", "zsh": "zsh/site-functions/_{}", "fish": "fish/vendor_completions.d/{}.fish"}
PAGE = "man/man1/{}.1"


def run(environment, *words, **options):
    return subprocess.run(words, env=environment, capture_output=True, text=True, timeout=300, **options)


def offered_by_bash(share, program, lines, environment):
    """Of each line, cut where its cursor stands, what bash offers there."""
    script = f"""source {share}/{PLACES['bash'].format(program)}
complete -p {program} >/dev/null || exit
while read -r line; do
    read -ra COMP_WORDS <<< "$line"; COMP_WORDS[-1]=${{COMP_WORDS[-1]%_}}
    COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
    _{program.replace('-', '_')} {program} "${{COMP_WORDS[-1]}}" "${{COMP_WORDS[-2]}}" 2>/dev/null
    echo "${{COMPREPLY[@]}}"
done"""
    done = run(environment, "bash", "-c", script, input="".join(f"{line}\n" for line in lines))
    return [set(line.split()) for line in done.stdout.split("\n")[:-1]]


def offered_by_fish(share, program, lines, environment):
    script = """while read -l line
    string replace -r '_$' '' -- $line | read -l typed
    complete -C $typed | string replace -r '\\t.*' ''
    echo ==
end"""
    done = run({**environment, "XDG_DATA_DIRS": f"{share}:/usr/share"}, "fish", "-c", script,
               input="".join(f"{line}\n" for line in lines))
    return [set(block.split()) for block in done.stdout.split("==\n")[:-1]]


def lines_of(command):
    """A line to complete, and what --help says can stand there."""
    words = " ".join([os.path.basename(command.program), *command.words])
    yield f"{words} -", set(command.options), {"bash"}
    yield f"{words} --", {name for name in command.options if name.startswith("--")}, {"bash", "fish"}
    if command.commands:
        yield f"{words} _", set(command.commands), {"bash", "fish"}


def typed_in_zsh(share, line, expected, environment):
    """Whether the line, with a tab behind it, becomes the expected one in a zsh that a person types in."""
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(environment["HOME"])
        os.execvpe("zsh", ["zsh", "-f", "-i"], {**environment, "TERM": "dumb", "PS1": "> "})
    seen = ""
    os.write(terminal, f"fpath=({share}/zsh/site-functions $fpath); autoload -Uz compinit; compinit -u -D; PS1='rea''dy '\n".encode())
    end, sent = time.monotonic() + 240, False
    while expected not in seen and time.monotonic() < end:
        if select.select([terminal], [], [], 1)[0]:
            seen += re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", os.read(terminal, 4096).decode(errors="replace"))
        if not sent and "ready " in seen:
            os.write(terminal, f"{line}\t".encode())
            sent = True
    os.close(terminal)
    os.waitpid(process, 0)
    return expected in seen, seen


def problems_of_page(share, program, commands, environment):
    page = share / PAGE.format(program)
    if shutil.which("man"):
        done = run({**environment, "MANROFFOPT": "-ww"}, "man", "--warnings", "-l", str(page))
        if done.returncode != 0 or done.stderr:
            yield f"{page}: {done.stderr}"
    source = re.sub(r"\\f[BIR]", "", page.read_text(encoding="utf-8")).replace("\\-", "-")
    parts = re.split(r'^\.S[HS] "?([^"\n]*)"?\n', source, flags=re.MULTILINE)
    sections = dict(zip(parts[1::2], parts[2::2]))
    for command in commands:
        name = " ".join(command.words)
        section = sections.pop(name or "OPTIONS", "")
        for option in command.options:
            if not (name and option in ("-h", "--help")) and not re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", section):
                yield f"{page} does not say {program} {name} {option}"
    for name in sections:
        if not name.isupper():
            yield f"{page} has a command {name}"


def problems(share, paths, environment):
    for path in paths:
        program = path.name
        commands = list(Command(str(path)).all())
        yield from problems_of_page(share, program, commands, environment)
        wanted = [line for command in commands for line in lines_of(command)]
        for shell, offer in (("bash", offered_by_bash), ("fish", offered_by_fish)):
            of_shell = [(line, words) for line, words, shells in wanted if shell in shells]
            if not shutil.which(shell):
                continue
            offered = offer(share, program, [line for line, _ in of_shell], environment)
            if len(offered) != len(of_shell):
                yield f"{shell} completes {len(offered)} of {len(of_shell)} lines of {program}"
            for (line, words), found in zip(of_shell, offered):
                if words != found:
                    yield f"{shell} offers for \"{line}\" without {sorted(words - found)} and with {sorted(found - words)}"


def problems_of_names(share, machine, run_id, environment):
    lines = ["motley machines remove _", "motley watch _", "motley plan job.json --machines local,_"]
    wanted = [{machine, "local"}, {run_id}, {f"local,{machine}", "local,local"}]
    for shell, offer in (("bash", offered_by_bash), ("fish", offered_by_fish)):
        if shutil.which(shell):
            for line, words, found in zip(lines, wanted, offer(share, "motley", lines, environment)):
                if not words <= found:
                    yield f"{shell} offers for \"{line}\" {sorted(found)}, not {sorted(words)}"
    if shutil.which("zsh"):
        for line, expected in (("motley mach", "motley machines "), ("motley-engine tasks --sch", "motley-engine tasks --schema "),
                               (f"motley machines remove {machine[:2]}", f"motley machines remove {machine} "),
                               (f"motley watch {run_id[:-2]}", f"motley watch {run_id} "),
                               (f"motley plan x --machines local,{machine[:2]}", f"--machines local,{machine} ")):
            done, seen = typed_in_zsh(share, line, expected, environment)
            if not done:
                yield f"zsh does not complete {line} to {expected}: {seen[-300:]!r}"
