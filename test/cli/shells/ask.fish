# What fish offers for each line of standard input: one offer a line, and a line -- behind those of a line.
# usage: fish ask.fish completion-script
source $argv[1]
while read --local line
    complete --do-complete "$line" | string split --fields 1 \t | string unescape
    printf '%s\n' --
end
