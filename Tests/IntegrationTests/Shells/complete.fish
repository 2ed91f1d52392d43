#!/usr/bin/env fish
# complete.fish SHARE LINE   What fish offers for LINE, one word a line; as complete.bash.
set fish_complete_path $argv[1]/fish/vendor_completions.d
complete --do-complete=$argv[2] | string replace --regex '\t.*' ''
