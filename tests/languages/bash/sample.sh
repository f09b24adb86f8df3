#!/usr/bin/env bash
# A script.

source ./lib.sh
. "$HOME/.env"
source "${DIR}/more.sh"

readonly LIMIT=3
declare -r FIXED=4
export PATH_LIKE="a:b"
declare -A MAP=([a]=1)
COUNT=0
COUNT+=1
ARRAY=(a b c)

# Greets.
# Usage: greet NAME
greet() {
  local name=$1
  inner() { :; }
  OTHER=2
  echo "hi"
}

function shout {
  echo "HI"
}

function both() {
  cat <<EOF
fake() { echo; }
EOF
}

function with-dash() ( cd /tmp )
ns::name() { :; }
one_line() { :; }
function_with_redirect() { cat; } < /dev/null
paren() (
  exit 1
)
arith() (( 1 + 1 ))
cond() [[ -n $1 ]]
if true; then
  conditional() { :; }
fi

alias ll='ls -l' la="ls -a"
alias gs=git\ status
alias -g G='| grep'

case $1 in
  start) start_it() { :; } ;;
esac

@test "adds two" {
  run add 1 2
}

main "$@"
