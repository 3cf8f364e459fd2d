#!/usr/bin/env bash
# Makes chat.txt: drives `qwerk chat` in tmux and prints the screen. The software WebGPU adapter is slow enough that an
# answer can be stopped in the middle; pastes are marked as terminals mark them. Run from the repository's root, after
# `npm run build`: record.sh > chat.txt
set -eu
tmux_() { tmux -L qwerk-record -f /dev/null "$@"; }
key() { tmux_ send-keys -t c "$@"; }
line() { key -l "$1"; sleep 0.2; key Enter; }
screen() { tmux_ capture-pane -p -J -t c; }
# Waits until a pattern stands on the screen, the second argument times.
wait_for() {
  for _ in $(seq 600); do
    [ "$(screen | grep -cE -- "$1")" -ge "${2:-1}" ] && return
    sleep 0.1
  done
  echo "never seen: $1" >&2
  exit 1
}

# What a terminal sends for a paste, its marks included, if the program asked for them.
paste() { printf "$1" | tmux_ load-buffer -; tmux_ paste-buffer -p -t c; sleep 0.5; }

home=$(mktemp -d)
trap 'tmux_ kill-server; rm -rf "$home"' EXIT
tmux_ new-session -d -s c -x 120 -y 300 "env QWERK_CACHE=$home PS1='\$ ' bash --norc"
sleep 0.5
line "npx qwerk chat --backend webgpu --adapter swiftshader --no-thinking --greedy"
wait_for "help lists the commands"
line "Count from 3 to 11."
wait_for "^3 4 5"
key C-c
wait_for "continue goes on"
line "What is 12 + 30?"
wait_for " stop$" 1
line "/retry"
wait_for " stop$" 2
line "/clear"
line "Count from 3 to 11."
wait_for "^3 4 5" 2
key C-c
wait_for "continue goes on" 2
line "/continue"
wait_for " stop$" 3
line "/thinkng on"
wait_for "did you mean"
line "/thinking on"
line "What is 17 + 25?"
wait_for " stop$" 4
line "/thinking off"
paste 'Repeat:\nriver fox\nmoon'
key Enter
wait_for " stop$" 5
paste '/clear the table'
line " please"
wait_for " stop$" 6
line '"""'
line "What is"
line '1 + 2?"""'
wait_for " stop$" 7
line "/set temperature 0.7"
line "/set temprature 0.7"
wait_for "did you mean temperature"
line "/set greedy on"
line "/save \"$home/my chat.json\""
wait_for "messages written"
line "/save $home/my chat.json"
wait_for "writes over it"
line "/load $home/my chat.json"
wait_for "are forgotten"
line "/quit"
sleep 2
line 'echo "exit $?"'
line "npx qwerk chat --backend cpu --no-thinking --seed 1 --max-context 64"
wait_for "seed 1 . /help"
line "Count from 3 to 11."
wait_for "context [0-9]+ of 64 . stop$"
line "Count down from 11 to 3."
wait_for "the context is full|then asks again"
line "/trim"
wait_for "messages forgotten"
line "/retry"
wait_for "of 64 . stop$" 2
line "/quit"
sleep 2
line "npx qwerk chat --no-thinkng"
wait_for "Did you mean --no-thinking"
line 'echo "exit $?"'
line "npx qwerk chat --model no/such/model.ninfer"
wait_for "no such file"
sleep 1
line 'echo "exit $?"'
sleep 1
screen | sed -e "s|$home|HOME|g" -e 's/[[:space:]]*$//' | cat -s
