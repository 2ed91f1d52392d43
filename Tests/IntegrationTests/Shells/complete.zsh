#!/usr/bin/env zsh
# complete.zsh SHARE LINE   What zsh offers for LINE, one word a line; as complete.bash. Completion works in an
# interactive zsh only: one runs behind a pseudoterminal, and writes down what would be offered.
zmodload zsh/zpty
work=$(mktemp -d)
cat >$work/setup <<END
fpath=('$1/zsh/site-functions' \$fpath)
autoload -Uz compinit && compinit -u -D
compadd() {
    local -a matches
    # With one of these the words go into an array of the caller's.
    if [[ " \$* " != *' -'[OAD]' '* ]]; then
        builtin compadd -A matches "\$@"
        print -l -- \$matches >>'$work/found'
    fi
    builtin compadd "\$@"
}
ended() { touch '$work/ended'; compstate[insert]='' compstate[list]='' }
comppostfuncs=(ended)
bindkey '^I' complete-word
touch '$work/ready'
END
zpty shell zsh --no-rcs --interactive
# awaits FILE   What the shell says must be read, or it stops.
awaits() {
    local output
    repeat 2400 { [[ ! -e $1 ]] || return 0; zpty -rt shell output || sleep 0.05 }
    print "complete.zsh: zsh does not come to an end: $output" >&2
    return 1
}
zpty -w shell "source $work/setup"
awaits $work/ready && zpty -w -n shell "$2"$'\t' && awaits $work/ended
zpty -d shell
[[ ! -e $work/found ]] || grep . $work/found
rm -r $work
