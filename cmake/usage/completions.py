"""Completions for bash, zsh and fish of one program. Each follows the words of the line from command to command, and offers what may
stand in the next place."""

from shlex import quote

from definitions import FILES, MACHINES, NOTHING, RUNS

# Of a line of JSON, as it is short and sorted by key; a name with a quote or a backslash in it is left out.
LISTS = {RUNS: """motley runs --json 2>/dev/null | sed -n 's/.*"run":"\\([^"\\\\]*\\)".*/\\1/p'""",
         MACHINES: """motley machines --json 2>/dev/null | sed -n 's/.*"machine":"\\([^"\\\\]*\\)".*/\\1/p'"""}


def alternatives(paths):
    return "|".join(quote(path) for path in paths)


def below(program):
    """The path of each command but the program itself."""
    return [command.path for command in program.all()][1:]


def valued(program):
    """(places, values) for options with the same kind of value: "motley plan --machines"."""
    places = {}
    for command in program.all():
        for option in command.options:
            if option.value and not option.isArgument:
                places.setdefault(option.values, []).extend(f"{command.path} {name}" for name in option.names)
    return [(paths, values) for values, paths in places.items()]


def argument(command):
    """What may stand where no option stands."""
    return next((option.values for option in command.options if option.isArgument and option.values != FILES), None)


def flags(command):
    return [(name, option) for option in command.options if not option.isArgument for name in option.names]


def bash(program):
    function = "_" + program.path.replace("-", "_")

    def candidates(values):
        if values in LISTS:
            return f"$({LISTS[values]})"
        return "$'" + "\\n".join(values) + "'"

    lines = [f"# Made of `{program.path} --definitions`: see cmake/usage in Motley's sources.", f"{function}() {{",
             f"    local word=$2 before=$3 command={program.path} prefix= candidates= i",
             "    [[ $before != = ]] || before=${COMP_WORDS[COMP_CWORD-2]}", "    COMPREPLY=()",
             "    for ((i = 1; i < COMP_CWORD; i++)); do", '        case "$command ${COMP_WORDS[i]}" in',
             f"            {alternatives(below(program))}) command+=\" ${{COMP_WORDS[i]}}\" ;;", "        esac", "    done",
             '    case "$command $before" in']
    for places, values in valued(program):
        if values in (FILES, NOTHING):
            lines.append(f"        {alternatives(places)}) {'return' if values == FILES else 'compopt +o default; return'} ;;")
            continue
        lists = " prefix=${word%\"${word##*,}\"} word=${word##*,}" if values == MACHINES else ""
        lines.append(f"        {alternatives(places)}) candidates={candidates(values)}{lists} ;;")
    lines += ['        *) case "$command$word" in']
    for command in program.all():
        lines.append(f"            {quote(command.path + '-')}*) candidates={candidates(tuple(name for name, _ in flags(command)))} ;;")
    lines += ["        esac", '        [[ $candidates ]] || case "$command" in']
    for command in program.all():
        if command.commands:
            lines.append(f"            {quote(command.path)}) candidates={candidates(tuple(each.name for each in command.commands))} ;;")
        elif argument(command) not in (None, NOTHING):
            lines.append(f"            {quote(command.path)}) candidates={candidates(argument(command))} ;;")
    lines += ["        esac ;;", "    esac", "    while IFS= read -r i; do",
              '        [[ -z $i || $i != "$word"* ]] || COMPREPLY+=("$prefix$(printf %q "$i")")', '    done <<< "$candidates"', "}",
              f"complete -o default -F {function} {program.path}"]
    return "\n".join(lines) + "\n"


def zsh(program):
    def words(values):
        return f'(${{(f)"$({LISTS[values]})"}})' if values in LISTS else "(" + " ".join(map(quote, values)) + ")"

    def described(pairs):
        return "(" + " ".join(quote(f"{name}:{text}") for name, text in pairs) + ")"

    lines = [f"#compdef {program.path}", f"# Made of `{program.path} --definitions`: see cmake/usage in Motley's sources.",
             f"local command={program.path} i", "local -a commands options values", "for ((i = 2; i < CURRENT; i++)); do",
             '    case "$command $words[i]" in', f"        ({alternatives(below(program))}) command+=\" $words[i]\" ;;", "    esac", "done",
             'case "$command $words[CURRENT-1]" in']
    for places, values in valued(program):
        if values == FILES:
            lines.append(f"    ({alternatives(places)}) _files; return ;;")
        elif values == NOTHING:
            lines.append(f"    ({alternatives(places)}) _message value; return ;;")
        else:
            lists = "compset -P '*,'; " if values == MACHINES else ""
            lines.append(f"    ({alternatives(places)}) values={words(values)}; {lists}compadd -a values; return ;;")
    lines += ["esac", 'case "$command" in']
    for command in program.all():
        lines.append(f"    ({quote(command.path)})")
        if command.commands:
            lines.append(f"        commands={described((each.name, each.help) for each in command.commands)}")
        elif argument(command) not in (None, NOTHING):
            lines.append(f"        values={words(argument(command))}")
        lines.append(f"        options={described((name, option.help) for name, option in flags(command))} ;;")
    lines += ["esac", "if [[ $PREFIX == -* ]]; then", "    _describe -o option options", "elif (( $#commands )); then",
              "    _describe command commands", "elif (( $#values )); then", "    compadd -a values", "else", "    _files", "fi"]
    return "\n".join(lines) + "\n"


def fish(program):
    function = "__" + program.path.replace("-", "_") + "_at"

    def quoted(text):
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"

    def names_of(values):
        return f"{function}_{values}"

    def offered(values, is_list=False):
        if values in LISTS:
            return quoted(f"(__fish_complete_list , {names_of(values)})" if is_list else f"({names_of(values)})")
        return quoted(" ".join(values))

    lines = [f"# Made of `{program.path} --definitions`: see cmake/usage in Motley's sources.", f"function {function}",
             f"    set -l command {program.path}", "    for word in (commandline -opc)[2..]",
             f"        if contains -- \"$command $word\" {' '.join(quoted(path) for path in below(program))}",
             '            set command "$command $word"', "        end", "    end", '    test "$command" = "$argv"', "end"]
    for values, names in LISTS.items():
        lines += [f"function {names_of(values)}", f"    {names}", "end"]
    for command in program.all():
        start = f"complete -c {program.path} -n {quoted(f'{function} {command.path}')}"
        for each in command.commands:
            lines.append(f"{start} -f -a {each.name} -d {quoted(each.help)}")
        if not command.commands and argument(command) not in (None, NOTHING):
            lines.append(f"{start} -f -a {offered(argument(command))}")
        for option in command.options:
            if not option.isArgument:
                names = " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names)
                kinds = {FILES: " -r", NOTHING: " -x"}
                values = kinds.get(option.values) or f" -x -a {offered(option.values, option.values == MACHINES)}"
                if not option.value:
                    values = ""
                lines.append(f"{start} {names}{values} -d {quoted(option.help)}")
    return "\n".join(lines) + "\n"
