#!/usr/bin/env bash
source ./lib.sh
. other.sh

readonly LIMIT=3
export NAME="x"
count=0

# Helps.
helper() {
  local x=1
  inner() { :; }
}

function with_keyword {
  cat <<'EOF'
fake() { :; }
EOF
}

function both_styles() { helper; }
dash-name() ( cd / )
ns::scoped() { :; }
alias ll='ls -l'
