"""`quizzer completion`: scripts that let a shell complete commands, options and values."""

import argparse
from typing import Final

from quizzer.commands.parts.completing import SHELLS, candidates
from quizzer.commands.running import errors, names
from quizzer.commands.running.errors import CommandError
from quizzer.harmless import harmless

# Each word is passed with a colon before it, so that none looks like an option of this command.
_BASH: Final = """\
# Completion of quizzer for bash. In ~/.bashrc:  eval "$(quizzer completion bash)"
_quizzer() {
    local line word words=() last=-1 IFS=$'\\n'
    for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do  # bash takes --kind=x apart
        if ((last >= 0)) && [[ $word == "=" || ${words[last]} == --*= ]]; then
            words[last]+=$word
        else
            words[++last]=$word
        fi
    done
    COMPREPLY=()
    while read -r line; do
        if [[ $line == :files ]]; then compopt -o default; return; fi
        line=${line%%$'\\t'*}
        if [[ $line == --*=* ]]; then line=${line#*=}; fi
        COMPREPLY+=("$line")
    done < <("${COMP_WORDS[0]/#\\~/$HOME}" completion --words "${words[@]/#/:}" 2> /dev/null)
}
complete -F _quizzer quizzer
"""
_ZSH: Final = """\
#compdef quizzer
# Completion of quizzer for zsh. In ~/.zshrc, after compinit:  eval "$(quizzer completion zsh)"
_quizzer() {
    local program=${words[1]/#\\~/$HOME}
    local -a typed=("${(@)words[2,CURRENT]/#/:}") found
    found=("${(@f)$($program completion --words "${(@)typed}" 2> /dev/null)}")
    if [[ $found[1] == :files ]]; then _files; return; fi
    found=("${(@)found//:/\\\\:}")
    found=("${(@)found/$'\\t'/:}")
    _describe quizzer found
}
if [[ $funcstack[1] == _quizzer ]]; then _quizzer "$@"; else compdef _quizzer quizzer; fi
"""
_FISH: Final = """\
# Completion of quizzer for fish. In ~/.config/fish/config.fish:  quizzer completion fish | source
function __quizzer_words
    set -l words (commandline -opc) (commandline -ct)
    set -l found (command $words[1] completion --words :$words[2..] 2> /dev/null)
    if test "$found[1]" = :files
        __fish_complete_path (commandline -ct)
    else
        printf '%s\\n' $found
    end
end
complete -c quizzer -f -a '(__quizzer_words)'
"""
_SCRIPTS: Final = dict(zip(SHELLS, (_BASH, _ZSH, _FISH), strict=True))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "The first lines of the script say where to put it."
    parser.add_argument("shell", nargs="?", metavar="SHELL", help="bash, zsh or fish")
    parser.add_argument("--words", nargs="*", help=argparse.SUPPRESS)


def run(arguments: argparse.Namespace) -> int:
    if arguments.words is not None:
        return _complete(arguments.whole, [word.removeprefix(":") for word in arguments.words])
    if arguments.shell is None:
        raise CommandError("say for which shell: `quizzer completion bash`, `zsh` or `fish`.")
    names.expect("shell", arguments.shell, SHELLS)
    print(_SCRIPTS[arguments.shell], end="")
    return errors.DONE


def _complete(parser: argparse.ArgumentParser, words: list[str]) -> int:
    """Print a line for each word that fits: the word, a tab, and what it means."""
    try:
        for word, says in candidates(parser, words):
            print(harmless(f"{word}\t{' '.join(says.split())}" if says else word))
    except CommandError:  # banks that cannot be read: there is nothing to offer
        return errors.UNUSABLE
    return errors.DONE
