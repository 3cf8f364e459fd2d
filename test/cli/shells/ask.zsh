# What zsh offers for each line of standard input: one offer a line, and a line -- behind those of a line.
# usage: zsh -f ask.zsh setup-script out. Completion exists at a terminal only, so an interactive shell runs in a
# pseudo-terminal; it sources the setup and zsh-listener.zsh, and appends to the file `out`.
zmodload zsh/zpty zsh/zselect
typeset setup=$1 out=$2 chunk
typeset -i asked=0

# Until the file has so many ends; what the terminal shows is read away, or its owner would wait.
await() {
  local -i tries=0
  while (( $(grep -c '^--$' $out) < $1 )); do
    while zpty -r -t shell chunk; do :; done
    (( ++tries > 1500 )) && { print -u2 -r -- "zsh did not answer line $1; the terminal's last: $chunk"; exit 1 }
    zselect -t 2
  done
}

: > $out
zpty -b shell "OFFERS=${(q)out} exec zsh -f -i"
zpty -w shell ". ${(q)setup}; . ${(q)${0:A:h}}/zsh-listener.zsh"
await 1
while IFS= read -r line; do
  zpty -w -n shell "$line"$'\t'
  await $(( ++asked + 1 ))
done
zpty -d shell
tail -n +2 $out
