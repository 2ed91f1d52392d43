#!/bin/bash
# complete.bash SHARE LINE   What bash offers for LINE when somebody presses Tab at its end, one word a line. SHARE is the
# prefix/share of an installation: bash-completion finds and loads the script there by itself.
set -eo pipefail
export XDG_DATA_DIRS=$1
COMP_LINE=$2
COMP_POINT=${#COMP_LINE} COMP_TYPE=9 COMP_KEY=9
read -ra COMP_WORDS <<<"$COMP_LINE"
[[ $COMP_LINE != *' ' ]] || COMP_WORDS+=('')
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
# shellcheck disable=SC1091
source /usr/share/bash-completion/bash_completion
_completion_loader "${COMP_WORDS[0]}" || [ $? = 124 ]
specification=$(complete -p "${COMP_WORDS[0]}")
[[ $specification =~ -F\ ([^ ]+) ]]
"${BASH_REMATCH[1]}" "${COMP_WORDS[0]}" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}" || true
printf '%s\n' "${COMPREPLY[@]}"
