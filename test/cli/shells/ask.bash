# What bash offers for each line of standard input: one offer a line, and a line -- behind those of a line.
# usage: bash ask.bash completion-script. Readline splits words at blanks and at =, and so does this.
source "$1"
while IFS= read -r line; do
  read -ra COMP_WORDS <<< "${line//=/ = }"
  # Behind a blank an empty word begins.
  case "$line" in *" ") COMP_WORDS+=("") ;; esac
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  before="" last="${line##* }"
  case "$last" in *=*) before="${last%=*}=" ;; esac
  _qwerk
  for offer in "${COMPREPLY[@]}"; do printf '%s\n' "$before$offer"; done
  echo --
done
