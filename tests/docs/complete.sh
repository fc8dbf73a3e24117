#!/bin/bash
# Completes command lines as bash does, and has zsh and fish read theirs where they
# are installed.
set -eu
folder=$1
export WARPLENS_DATA=$2
# shellcheck source=/dev/null
. "$folder/warplens.bash"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
touch mine.lua notes.txt 'two words.csv'
mkdir folder

# want LINE EXPECTED...: the words of LINE, cut as readline does; what comes last is
# to be completed, and gives just EXPECTED.
want() {
  local line=$1 got
  shift
  mapfile -t COMP_WORDS < <(printf '%s\n' "$line" | sed 's/=/ = /g; s/  */\n/g')
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  COMPREPLY=()
  set +e # as in an interactive shell
  _warplens
  set -e
  got=$(printf '%s\n' "${COMPREPLY[@]}" | LC_ALL=C sort)
  [ "$got" = "$(printf '%s\n' "$@" | LC_ALL=C sort)" ] || {
    printf 'FAILED: "%s" gives:\n%s\n' "$line" "$got"
    exit 1
  }
}

want 'warplens rep' report
want 'warplens tra' transpose
want 'warplens report transp' transpose
want 'warplens report mi' mine.lua misaligned
want 'warplens report fo' folder/
want 'warplens report --js' --json
want 'warplens show --form' --format=
want 'warplens show --format=s' svg
want 'warplens check --format=j' json junit
want 'warplens show --format=t' text
want 'warplens sweep transpose --figure=occ' occupancy.blocks
want 'warplens show x.lua --view=ba' banks
want 'warplens show --view ba' banks
want 'warplens --view ti' timeline
want 'warplens report --arch 12' 12.0
want 'warplens report --timeout 1' # any number
want 'warplens report --json tra' transpose # has no argument
want 'warplens report -e g' # any expression
want 'warplens show --why=ide' ideal_sectors ideal_wavefronts
want 'warplens report --arch=12' 12.0
want 'warplens arch 9' 9.0
want 'warplens help swe' sweep
want 'warplens batch no' notes.txt
want 'warplens batch two' 'two words.csv'
want 'warplens report -o no' notes.txt
want 'warplens new no' # a name that nothing has yet
want 'warplens batch --js' # batch has no such option
want 'warplens report --timeout=1' # any number

# zsh completes in a terminal of its own: what it lists for a line, or makes of it.
if command -v zsh >/dev/null; then
  cat >.zshrc <<END
PS1= fpath=($folder \$fpath)
autoload -U compinit; compinit -u -D
show-line() { zle complete-word; print -r -- "LINE<\$BUFFER>"; BUFFER=; }
zle -N show-line; bindkey '^X' show-line
print READY
END
  cat >in_zsh <<'END'
zmodload zsh/zpty
zpty shell zsh -i
zpty -r -m shell line '*READY*'
zpty -w -n shell "$1"$'\x18'
zpty -r -m shell line '*LINE<*>*'
print -r -- "$line"
zpty -d shell
END
  zshes() { # LINE REGULAR-EXPRESSION
    ZDOTDIR=$dir timeout 300 zsh -f in_zsh "$1" >zsh-said 2>&1 || :
    grep -qE -- "$2" zsh-said || {
      echo "FAILED: zsh makes no '$2' of '$1':"
      cat -v zsh-said
      exit 1
    }
  }
  zshes 'warplens sugg' 'LINE<warplens suggest >'
  zshes 'warplens report transp' 'LINE<warplens report transpose >'
  zshes 'warplens report --js' 'LINE<warplens report --json >'
  zshes 'warplens show --view=ba' 'LINE<warplens show --view=banks >'
  zshes 'warplens check --format=g' 'LINE<warplens check --format=gradescope >'
  zshes 'warplens arch rtx50' 'LINE<warplens arch rtx5090 >'
else
  echo 'not checked: zsh'
fi
if command -v fish >/dev/null; then
  complete() { fish -c "source '$folder/warplens.fish'; complete -C '$1'"; }
  complete 'warplens rep' | grep -q '^report'
  complete 'warplens report transp' | grep -q '^transpose'
  complete 'warplens arch rtx50' | grep -q '^rtx5090'
  complete 'warplens report --js' | grep -q '^--json'
  complete 'warplens show --format ' | grep -q '^svg'
  complete 'warplens check --format ' | grep -q '^junit'
  if complete 'warplens batch --js' | grep -q json; then
    echo 'FAILED: fish completes an option that batch does not have'
    exit 1
  fi
else
  echo 'not checked: fish'
fi
