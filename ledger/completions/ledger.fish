# Completion of `ledger` in fish: ledger completion fish | source
# Made from ledger/cli/table by `python -m ledger.cli.generate`: do not edit.

function __ledger_words
    switch "$argv[1]"
        case ''
            printf '%s\n' init item action body seat actor policy tally brainstorm propose agree object abstain recuse concern clear decide ratify withdraw ballot casting-vote hold release show check why log inbox brief search wait watch export import batch verify doctor upgrade rebuild help schema onboard completion
        case 'item'
            printf '%s\n' new list close reopen edit link ask answer find comment
        case 'action'
            printf '%s\n' list done to-item
        case 'body'
            printf '%s\n' add list show
        case 'seat'
            printf '%s\n' add register renew unregister retire excuse sync roster
        case 'actor'
            printf '%s\n' alias
        case 'policy'
            printf '%s\n' set show explain
        case 'brainstorm'
            printf '%s\n' open say show list close
        case 'ballot'
            printf '%s\n' open cast show close
    end
end

function __ledger_flags
    switch "$argv[1]"
        case '' 'action list' 'body list' 'body show' 'seat roster' 'brainstorm show' 'brainstorm list' 'ballot show' 'inbox' 'verify' 'doctor' 'upgrade' 'rebuild' 'help' 'schema' 'onboard' 'completion'
            printf '%s\n' --as --db --json --help
        case 'init'
            printf '%s\n' --id --as --db --json --help
        case 'item new'
            printf '%s\n' --key --parent --owner -f --id --expect --as --db --json --help
        case 'item list'
            printf '%s\n' --project --state --owner --parent --as --db --json --help
        case 'item close' 'item reopen' 'item link' 'action done' 'action to-item' 'body add' 'seat add' 'seat renew' 'seat unregister' 'seat retire' 'seat sync' 'actor alias' 'ballot close'
            printf '%s\n' --id --expect --as --db --json --help
        case 'item edit'
            printf '%s\n' --title --owner --parent -f --id --expect --as --db --json --help
        case 'item ask' 'item answer' 'item comment' 'seat excuse' 'brainstorm say'
            printf '%s\n' -f --id --expect --as --db --json --help
        case 'item find'
            printf '%s\n' --source -f --id --expect --as --db --json --help
        case 'seat register'
            printf '%s\n' --actor --ttl --replace --id --expect --as --db --json --help
        case 'policy set'
            printf '%s\n' --project --item -f --id --expect --as --db --json --help
        case 'policy show'
            printf '%s\n' --project --item --as --db --json --help
        case 'policy explain' 'tally' 'search'
            printf '%s\n' -f --as --db --json --help
        case 'brainstorm open'
            printf '%s\n' --policy --deadline -f --id --expect --as --db --json --help
        case 'brainstorm close'
            printf '%s\n' --no-decision --withdraw --seat -f --id --expect --as --db --json --help
        case 'propose' 'decide'
            printf '%s\n' -f --json-input --seat --id --expect --as --db --json --help
        case 'agree' 'abstain' 'recuse'
            printf '%s\n' --on --seat --id --expect --as --db --json --help
        case 'object'
            printf '%s\n' --on --seat --dissent -f --id --expect --as --db --json --help
        case 'concern'
            printf '%s\n' --on --seat -f --id --expect --as --db --json --help
        case 'clear' 'withdraw' 'ballot cast'
            printf '%s\n' --seat -f --id --expect --as --db --json --help
        case 'ratify'
            printf '%s\n' --points --ballot --on --refuse --reported --dry-run --seat -f --id --expect --as --db --json --help
        case 'ballot open'
            printf '%s\n' --to --policy --deadline -f --id --expect --as --db --json --help
        case 'casting-vote' 'release'
            printf '%s\n' --seat --id --expect --as --db --json --help
        case 'hold'
            printf '%s\n' --for --seat -f --id --expect --as --db --json --help
        case 'show' 'why'
            printf '%s\n' --as-of --known-at --as --db --json --help
        case 'check'
            printf '%s\n' --allow-held --allow-reported --as-of --known-at --as --db --json --help
        case 'log'
            printf '%s\n' --since --texts --as-of --known-at --as --db --json --help
        case 'brief'
            printf '%s\n' --max-bytes --since --as-of --known-at --as --db --json --help
        case 'wait'
            printf '%s\n' --until --timeout --as --db --json --help
        case 'watch'
            printf '%s\n' --since --texts --as --db --json --help
        case 'export'
            printf '%s\n' --all --format -o --check --force --as-of --known-at --as --db --json --help
        case 'import'
            printf '%s\n' --plan --dry-run --key --project --captured --accept-inferred --as --db --json --help
        case 'batch'
            printf '%s\n' --atomic --as --db --json --help
    end
end

function __ledger_valued
    switch "$argv[1]"
        case '' 'action list' 'body list' 'body show' 'seat roster' 'brainstorm show' 'brainstorm list' 'ballot show' 'inbox' 'batch' 'verify' 'doctor' 'upgrade' 'rebuild' 'help' 'schema' 'onboard' 'completion'
            printf '%s\n' --as --db
        case 'init'
            printf '%s\n' --id --as --db
        case 'item new'
            printf '%s\n' --key --parent --owner -f --id --expect --as --db
        case 'item list'
            printf '%s\n' --project --state --owner --parent --as --db
        case 'item close' 'item reopen' 'item link' 'action done' 'action to-item' 'body add' 'seat add' 'seat renew' 'seat unregister' 'seat retire' 'seat sync' 'actor alias' 'ballot close'
            printf '%s\n' --id --expect --as --db
        case 'item edit'
            printf '%s\n' --title --owner --parent -f --id --expect --as --db
        case 'item ask' 'item answer' 'item comment' 'seat excuse' 'brainstorm say'
            printf '%s\n' -f --id --expect --as --db
        case 'item find'
            printf '%s\n' --source -f --id --expect --as --db
        case 'seat register'
            printf '%s\n' --actor --ttl --id --expect --as --db
        case 'policy set'
            printf '%s\n' --project --item -f --id --expect --as --db
        case 'policy show'
            printf '%s\n' --project --item --as --db
        case 'policy explain' 'tally' 'search'
            printf '%s\n' -f --as --db
        case 'brainstorm open'
            printf '%s\n' --policy --deadline -f --id --expect --as --db
        case 'brainstorm close'
            printf '%s\n' --no-decision --withdraw --seat -f --id --expect --as --db
        case 'propose' 'decide'
            printf '%s\n' -f --seat --id --expect --as --db
        case 'agree' 'abstain' 'recuse'
            printf '%s\n' --on --seat --id --expect --as --db
        case 'object' 'concern'
            printf '%s\n' --on --seat -f --id --expect --as --db
        case 'clear' 'withdraw' 'ballot cast'
            printf '%s\n' --seat -f --id --expect --as --db
        case 'ratify'
            printf '%s\n' --points --ballot --on --refuse --reported --seat -f --id --expect --as --db
        case 'ballot open'
            printf '%s\n' --to --policy --deadline -f --id --expect --as --db
        case 'casting-vote' 'release'
            printf '%s\n' --seat --id --expect --as --db
        case 'hold'
            printf '%s\n' --for --seat -f --id --expect --as --db
        case 'show' 'check' 'why'
            printf '%s\n' --as-of --known-at --as --db
        case 'log'
            printf '%s\n' --since --as-of --known-at --as --db
        case 'brief'
            printf '%s\n' --max-bytes --since --as-of --known-at --as --db
        case 'wait'
            printf '%s\n' --until --timeout --as --db
        case 'watch'
            printf '%s\n' --since --as --db
        case 'export'
            printf '%s\n' --format -o --as-of --known-at --as --db
        case 'import'
            printf '%s\n' --key --project --captured --as --db
    end
end

function __ledger_values
    switch "$argv[1]"
        case 'item new -f' 'item edit -f' 'item ask -f' 'item answer -f' 'item find -f' 'item comment -f' 'seat excuse -f' 'seat sync 0' 'policy set -f' 'policy explain -f' 'tally -f' 'brainstorm open -f' 'brainstorm say -f' 'brainstorm close -f' 'propose -f' 'object -f' 'concern -f' 'clear -f' 'decide -f' 'ratify -f' 'withdraw -f' 'ballot open -f' 'ballot cast -f' 'hold -f' 'search -f' 'export -o' 'import 1' 'batch 0'
            printf '%s\n' :file
        case 'item list --state'
            printf '%s\n' open closed
        case 'item link 1'
            printf '%s\n' blocks relates duplicates descends-to
        case 'wait --until'
            printf '%s\n' decided ratified closed
        case 'export --format'
            printf '%s\n' markdown json html madr
        case 'import 0'
            printf '%s\n' activity adr beads export
        case 'completion 0'
            printf '%s\n' bash zsh fish
    end
end

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
        printf '%s\n' $reply
    end
end
complete -c ledger -f -a '(__ledger_complete)'
