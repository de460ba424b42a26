"""A manual page, in the macros of man(7)."""

import re

WITHOUT_COMMAND = ("motley", "motley machines")  # opens the window, lists


def escaped(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.MULTILINE)


def is_sample(block):
    """What is indented in the help stands as it is typed."""
    return any(line.startswith("  ") for line in block.split("\n"))


def paragraphs(text):
    for block in text.strip("\n").split("\n\n") if text else ():
        yield ".PP"
        yield from (".nf", escaped(block), ".fi") if is_sample(block) else (escaped(block),)


def value_of(option):
    """"INT:INT in [1 - 8]" is INT. An argument is called by its name."""
    word = re.split(r"[: ]", option.value)[0]
    return f" \\fI{word}\\fR" + (" ..." if option.mostValues > 1 else "") if word else ""


def synopsis(command):
    words = [f".B {escaped(command.path)}\n"]
    if any(not option.isArgument for option in command.options):
        words.append("[\\fIOPTIONS\\fR]")
    for option in command.options:
        if option.isArgument:
            name = f"\\fI{escaped(option.names[0])}\\fR" + (" ..." if option.mostValues > 1 else "")
            words.append(name if option.isRequired else f"[{name}]")
    if command.commands:
        words.append("[\\fICOMMAND\\fR]" if command.path in WITHOUT_COMMAND else "\\fICOMMAND\\fR")
    return "".join(words[:1]) + " ".join(words[1:])


def entries(options):
    for option in options:
        names = [f"\\fI{escaped(name)}\\fR" if option.isArgument else f"\\fB{escaped(name)}\\fR" for name in option.names]
        yield ".TP"
        yield ", ".join(names) + ("" if option.isArgument else value_of(option))
        yield escaped(option.help) or "\\&"


def manual(program, version, other):
    name = program.path
    lines = [f'.TH {name.upper()} 1 "" "Motley {version}" "Motley"', ".SH NAME",
             f"{escaped(name)} \\- {escaped(program.help[0].lower() + program.help[1:].split('.')[0])}",
             ".SH SYNOPSIS", synopsis(program), ".SH DESCRIPTION", escaped(program.help), *paragraphs(program.footer),
             ".SH OPTIONS", *entries(program.options), ".SH COMMANDS"]
    for command in list(program.all())[1:]:
        lines += [f'.SS "{escaped(command.path.split(" ", 1)[1])}"', synopsis(command), ".PP", escaped(command.help) + ".",
                  *entries(option for option in command.options if option.names[0] != "-h"), *paragraphs(command.footer)]
    return "\n".join([*lines, ".SH SEE ALSO", f".BR {escaped(other)} (1)"]) + "\n"
