"""The completion scripts of three shells, made from the table into `ledger/completions/` by
`python -m ledger.cli.generate`.

A script holds four tables (the words that may follow some words, the flags of a command, those that
take a value, and what may stand at a place or after a flag) and walks the words typed so far.
The one of bash and zsh is plain shell; zsh runs it as `sh` would.
"""

from __future__ import annotations

from ledger.cli.parse import TYPES, Choice
from ledger.cli.table import COMMON, FILES, every, group, options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Table = dict[str, list[str]]

FILE = ":file"  # stands for the names of files
PLACES = 4  # a positional argument beyond these is not completed
WALK = """\
# What may stand at the last of the words: a line each, or `:file` for the names of files.
_ledger_reply() {
    local command='' flag='' place=0 ended='' word reply
    while [ $# -gt 1 ]; do
        word=$1
        shift
        if [ -n "$flag" ]; then
            flag=''
            continue
        fi
        case "$ended$word" in
            --) ended=yes; continue ;;
            --*=*) continue ;;
            -) ;;
            -*)
                case " $(_ledger_valued "$command" | tr '\\n' ' ') " in
                    *" $word "*) flag=$word ;;
                esac
                continue ;;
        esac
        case "$command $word" in
            ' help' | ' schema') continue ;;
        esac
        if [ -n "$(_ledger_words "$command")" ]; then
            command="${command:+$command }$word"
        else
            place=$((place + 1))
        fi
    done
    if [ -n "$flag" ]; then
        _ledger_values "$command $flag"
        return
    fi
    case "$ended$1" in
        -*) _ledger_flags "$command"; return ;;
    esac
    reply=$(_ledger_words "$command")
    if [ -n "$reply" ]; then
        printf '%s\\n' "$reply"
    else
        _ledger_values "$command $place"
    fi
}
"""
BASH = """\
_ledger() {
    local reply IFS=$'\\n' word=${COMP_WORDS[COMP_CWORD]}
    reply=$(_ledger_reply "${COMP_WORDS[@]:1:COMP_CWORD}")
    if [ "$reply" = :file ]; then
        COMPREPLY=($(compgen -f -- "$word"))
        compopt -o filenames 2>/dev/null
    else
        COMPREPLY=($(compgen -W "$reply" -- "$word"))
    fi
}
complete -F _ledger ledger
"""
ZSH = """\
_ledger() {
    local reply
    local -a typed=("${(@)words[2,CURRENT]}")
    reply=$(emulate sh; _ledger_reply "${typed[@]}")
    if [[ $reply == :file ]]; then
        _files
    else
        compadd -- ${(f)reply}
    fi
}
compdef _ledger ledger
"""
FISH_WALK = """\
# What may stand after the words; the last of them is being typed.
function __ledger_reply
    set -l command ''
    set -l flag ''
    set -l place 0
    set -l ended ''
    for word in $argv[1..-2]
        if test -n "$flag"
            set flag ''
            continue
        end
        if test -z "$ended"
            switch $word
                case --
                    set ended yes
                    continue
                case '--*=*'
                    continue
                case -
                case '-*'
                    if contains -- $word (__ledger_valued "$command")
                        set flag $word
                    end
                    continue
            end
        end
        if test -z "$command"; and contains -- $word help schema
            continue
        end
        if test -n (__ledger_words "$command" | string collect; or echo)
            set command (string trim -- "$command $word")
        else
            set place (math $place + 1)
        end
    end
    if test -n "$flag"
        __ledger_values "$command $flag"
    else if test -z "$ended"; and string match -q -- '-*' $argv[-1]
        __ledger_flags "$command"
    else if test -n (__ledger_words "$command" | string collect; or echo)
        __ledger_words "$command"
    else
        __ledger_values "$command $place"
    end
end

function __ledger_complete
    set -l typed (commandline -opc) (commandline -ct)
    set -l reply (__ledger_reply $typed[2..-1])
    if test "$reply" = :file
        __fish_complete_path (commandline -ct)
    else
        printf '%s\\n' $reply
    end
end
complete -c ledger -f -a '(__ledger_complete)'
"""


def scripts() -> dict[str, str]:
    """shell -> the text of its script."""
    plain = _tables(_shell) + "\n" + WALK + "\n"
    return {
        "bash": _top("bash", 'eval "$(ledger completion bash)"') + plain + BASH,
        "zsh": "#compdef ledger\n" + _top("zsh", 'eval "$(ledger completion zsh)"') + plain + ZSH,
        "fish": _top("fish", "ledger completion fish | source") + _tables(_fish) + "\n" + FISH_WALK,
    }


def _top(shell: str, line: str) -> str:
    return (
        f"# Completion of `ledger` in {shell}: {line}\n"
        "# Made from ledger/cli/table by `python -m ledger.cli.generate`: do not edit.\n\n"
    )


def _tables(write: Callable[[str, Table], str]) -> str:
    """The four tables, each as a function of the shell."""
    words, flags, valued, values = _words(), {}, {}, {}
    common = [one[0] for one in COMMON]
    flags[""] = common
    valued[""] = [flag for flag, meta, *_ in COMMON if meta]
    for command, made in every():
        taken = options(made)
        flags[command] = [one[0] for one in taken]
        valued[command] = [flag for flag, meta, *_ in taken if meta]
        for flag, _, kind, _ in taken:
            values[f"{command} {flag}"] = _legal(kind)
        for place, (_, kind, how) in enumerate(made["arguments"]):
            last = PLACES if how.startswith("many") else place + 1
            for at in range(place, max(last, place + 1)):
                values[f"{command} {at}"] = _legal(kind)
    named = {"words": words, "flags": flags, "valued": valued, "values": values}
    return "\n".join(write(name, table) for name, table in named.items())


def _words() -> Table:
    made = {"": list(FILES)}
    for word in FILES:
        commands = group(word)
        if word not in commands:
            made[word] = [one.split(" ")[1] for one in commands]
    return made


def _legal(kind: str) -> list[str]:
    """What may stand there, as far as the table knows."""
    made = TYPES.get(kind)
    if isinstance(made, Choice):
        return list(made.legal)
    return [FILE] if kind == "file" else []


def _rows(table: Table) -> dict[str, list[str]]:
    """reply -> the keys that have it: what is the same is written once."""
    found: dict[str, list[str]] = {}
    for key, reply in table.items():
        if reply:
            found.setdefault(" ".join(reply), []).append(key)
    return found


def _shell(name: str, table: Table) -> str:
    rows = [f"_ledger_{name}() {{", '    case "$1" in']
    for reply, keys in _rows(table).items():
        rows.append(f"        {' | '.join(_quoted(key) for key in keys)})")
        rows.append(f"            printf '%s\\n' {reply} ;;")
    return "\n".join([*rows, "    esac", "}", ""])


def _fish(name: str, table: Table) -> str:
    rows = [f"function __ledger_{name}", '    switch "$argv[1]"']
    for reply, keys in _rows(table).items():
        rows.append(f"        case {' '.join(_quoted(key) for key in keys)}")
        rows.append(f"            printf '%s\\n' {reply}")
    return "\n".join([*rows, "    end", "end", ""])


def _quoted(key: str) -> str:
    return f"'{key}'"
