#compdef ledger
# Completion of `ledger` in zsh: eval "$(ledger completion zsh)"
# Made from ledger/cli/table by `python -m ledger.cli.generate`: do not edit.

_ledger_words() {
    case "$1" in
        '')
            printf '%s\n' init item action body seat actor policy tally brainstorm propose agree object abstain recuse concern clear decide ratify withdraw ballot casting-vote hold release show check why log inbox brief search wait watch export import batch verify doctor upgrade rebuild help schema onboard completion ;;
        'item')
            printf '%s\n' new list close reopen edit link ask answer find comment ;;
        'action')
            printf '%s\n' list done to-item ;;
        'body')
            printf '%s\n' add list show ;;
        'seat')
            printf '%s\n' add register renew unregister retire excuse sync roster ;;
        'actor')
            printf '%s\n' alias ;;
        'policy')
            printf '%s\n' set show explain ;;
        'brainstorm')
            printf '%s\n' open say show list close ;;
        'ballot')
            printf '%s\n' open cast show close ;;
    esac
}

_ledger_flags() {
    case "$1" in
        '' | 'action list' | 'body list' | 'body show' | 'seat roster' | 'brainstorm show' | 'brainstorm list' | 'ballot show' | 'inbox' | 'verify' | 'doctor' | 'upgrade' | 'rebuild' | 'help' | 'schema' | 'onboard' | 'completion')
            printf '%s\n' --as --db --json --help ;;
        'init')
            printf '%s\n' --id --as --db --json --help ;;
        'item new')
            printf '%s\n' --key --parent --owner -f --id --expect --as --db --json --help ;;
        'item list')
            printf '%s\n' --project --state --owner --parent --as --db --json --help ;;
        'item close' | 'item reopen' | 'item link' | 'action done' | 'action to-item' | 'body add' | 'seat add' | 'seat renew' | 'seat unregister' | 'seat retire' | 'seat sync' | 'actor alias' | 'ballot close')
            printf '%s\n' --id --expect --as --db --json --help ;;
        'item edit')
            printf '%s\n' --title --owner --parent -f --id --expect --as --db --json --help ;;
        'item ask' | 'item answer' | 'item comment' | 'seat excuse' | 'brainstorm say')
            printf '%s\n' -f --id --expect --as --db --json --help ;;
        'item find')
            printf '%s\n' --source -f --id --expect --as --db --json --help ;;
        'seat register')
            printf '%s\n' --actor --ttl --replace --id --expect --as --db --json --help ;;
        'policy set')
            printf '%s\n' --project --item -f --id --expect --as --db --json --help ;;
        'policy show')
            printf '%s\n' --project --item --as --db --json --help ;;
        'policy explain' | 'tally' | 'search')
            printf '%s\n' -f --as --db --json --help ;;
        'brainstorm open')
            printf '%s\n' --policy --deadline -f --id --expect --as --db --json --help ;;
        'brainstorm close')
            printf '%s\n' --no-decision --withdraw --seat -f --id --expect --as --db --json --help ;;
        'propose' | 'decide')
            printf '%s\n' -f --json-input --seat --id --expect --as --db --json --help ;;
        'agree' | 'abstain' | 'recuse')
            printf '%s\n' --on --seat --id --expect --as --db --json --help ;;
        'object')
            printf '%s\n' --on --seat --dissent -f --id --expect --as --db --json --help ;;
        'concern')
            printf '%s\n' --on --seat -f --id --expect --as --db --json --help ;;
        'clear' | 'withdraw' | 'ballot cast')
            printf '%s\n' --seat -f --id --expect --as --db --json --help ;;
        'ratify')
            printf '%s\n' --points --ballot --on --refuse --reported --dry-run --seat -f --id --expect --as --db --json --help ;;
        'ballot open')
            printf '%s\n' --to --policy --deadline -f --id --expect --as --db --json --help ;;
        'casting-vote' | 'release')
            printf '%s\n' --seat --id --expect --as --db --json --help ;;
        'hold')
            printf '%s\n' --for --seat -f --id --expect --as --db --json --help ;;
        'show' | 'why')
            printf '%s\n' --as-of --known-at --as --db --json --help ;;
        'check')
            printf '%s\n' --allow-held --allow-reported --as-of --known-at --as --db --json --help ;;
        'log')
            printf '%s\n' --since --texts --as-of --known-at --as --db --json --help ;;
        'brief')
            printf '%s\n' --max-bytes --since --as-of --known-at --as --db --json --help ;;
        'wait')
            printf '%s\n' --until --timeout --as --db --json --help ;;
        'watch')
            printf '%s\n' --since --texts --as --db --json --help ;;
        'export')
            printf '%s\n' --all --format -o --check --force --as-of --known-at --as --db --json --help ;;
        'import')
            printf '%s\n' --plan --dry-run --key --project --captured --accept-inferred --as --db --json --help ;;
        'batch')
            printf '%s\n' --atomic --as --db --json --help ;;
    esac
}

_ledger_valued() {
    case "$1" in
        '' | 'action list' | 'body list' | 'body show' | 'seat roster' | 'brainstorm show' | 'brainstorm list' | 'ballot show' | 'inbox' | 'batch' | 'verify' | 'doctor' | 'upgrade' | 'rebuild' | 'help' | 'schema' | 'onboard' | 'completion')
            printf '%s\n' --as --db ;;
        'init')
            printf '%s\n' --id --as --db ;;
        'item new')
            printf '%s\n' --key --parent --owner -f --id --expect --as --db ;;
        'item list')
            printf '%s\n' --project --state --owner --parent --as --db ;;
        'item close' | 'item reopen' | 'item link' | 'action done' | 'action to-item' | 'body add' | 'seat add' | 'seat renew' | 'seat unregister' | 'seat retire' | 'seat sync' | 'actor alias' | 'ballot close')
            printf '%s\n' --id --expect --as --db ;;
        'item edit')
            printf '%s\n' --title --owner --parent -f --id --expect --as --db ;;
        'item ask' | 'item answer' | 'item comment' | 'seat excuse' | 'brainstorm say')
            printf '%s\n' -f --id --expect --as --db ;;
        'item find')
            printf '%s\n' --source -f --id --expect --as --db ;;
        'seat register')
            printf '%s\n' --actor --ttl --id --expect --as --db ;;
        'policy set')
            printf '%s\n' --project --item -f --id --expect --as --db ;;
        'policy show')
            printf '%s\n' --project --item --as --db ;;
        'policy explain' | 'tally' | 'search')
            printf '%s\n' -f --as --db ;;
        'brainstorm open')
            printf '%s\n' --policy --deadline -f --id --expect --as --db ;;
        'brainstorm close')
            printf '%s\n' --no-decision --withdraw --seat -f --id --expect --as --db ;;
        'propose' | 'decide')
            printf '%s\n' -f --seat --id --expect --as --db ;;
        'agree' | 'abstain' | 'recuse')
            printf '%s\n' --on --seat --id --expect --as --db ;;
        'object' | 'concern')
            printf '%s\n' --on --seat -f --id --expect --as --db ;;
        'clear' | 'withdraw' | 'ballot cast')
            printf '%s\n' --seat -f --id --expect --as --db ;;
        'ratify')
            printf '%s\n' --points --ballot --on --refuse --reported --seat -f --id --expect --as --db ;;
        'ballot open')
            printf '%s\n' --to --policy --deadline -f --id --expect --as --db ;;
        'casting-vote' | 'release')
            printf '%s\n' --seat --id --expect --as --db ;;
        'hold')
            printf '%s\n' --for --seat -f --id --expect --as --db ;;
        'show' | 'check' | 'why')
            printf '%s\n' --as-of --known-at --as --db ;;
        'log')
            printf '%s\n' --since --as-of --known-at --as --db ;;
        'brief')
            printf '%s\n' --max-bytes --since --as-of --known-at --as --db ;;
        'wait')
            printf '%s\n' --until --timeout --as --db ;;
        'watch')
            printf '%s\n' --since --as --db ;;
        'export')
            printf '%s\n' --format -o --as-of --known-at --as --db ;;
        'import')
            printf '%s\n' --key --project --captured --as --db ;;
    esac
}

_ledger_values() {
    case "$1" in
        'item new -f' | 'item edit -f' | 'item ask -f' | 'item answer -f' | 'item find -f' | 'item comment -f' | 'seat excuse -f' | 'seat sync 0' | 'policy set -f' | 'policy explain -f' | 'tally -f' | 'brainstorm open -f' | 'brainstorm say -f' | 'brainstorm close -f' | 'propose -f' | 'object -f' | 'concern -f' | 'clear -f' | 'decide -f' | 'ratify -f' | 'withdraw -f' | 'ballot open -f' | 'ballot cast -f' | 'hold -f' | 'search -f' | 'export -o' | 'import 1' | 'batch 0')
            printf '%s\n' :file ;;
        'item list --state')
            printf '%s\n' open closed ;;
        'item link 1')
            printf '%s\n' blocks relates duplicates descends-to ;;
        'wait --until')
            printf '%s\n' decided ratified closed ;;
        'export --format')
            printf '%s\n' markdown json html madr ;;
        'import 0')
            printf '%s\n' activity adr beads export ;;
        'completion 0')
            printf '%s\n' bash zsh fish ;;
    esac
}

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
                case " $(_ledger_valued "$command" | tr '\n' ' ') " in
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
        printf '%s\n' "$reply"
    else
        _ledger_values "$command $place"
    fi
}

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
