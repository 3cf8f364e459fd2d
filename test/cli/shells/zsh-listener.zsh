# Sourced in the shell that ask.zsh drives: Tab writes to $OFFERS what completion would offer, and clears the line.
# All offers go through `compadd`, so a function of that name sees them.
heard-completion() {
  compadd() {
    # With these it only computes, for whoever formats.
    if (( ${@[(I)-[OAD]]} )); then
      builtin compadd "$@"
      return
    fi
    local -a offers
    builtin compadd -O offers "$@"
    # Files come as they are written in a line, with blanks escaped.
    offers=(${(Q)offers:#})
    (( $#offers )) && print -rl -- "$IPREFIX"$^offers >> $OFFERS
    builtin compadd "$@"
  }
  _main_complete
  unfunction compadd
}
zle -C heard-completion list-choices heard-completion
answer() {
  zle heard-completion
  print -r -- -- >> $OFFERS
  BUFFER=
}
zle -N answer
bindkey '^I' answer
print -r -- -- >> $OFFERS
