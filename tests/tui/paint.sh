#!/bin/sh
# What is painted, change by change, is what a whole new picture would be; for terminals of
# several types, in colours that each of them has.
. "$(dirname "$0")/lib.sh"
source=$source/tests/tui # whose patterns stay as they are: steps are counted
open_terminal

# The screen byte by byte, each with how it looks; of a blank, no more than shows.
picture() {
  $tmux capture-pane -pe | LC_ALL=C awk '
    function sgr(list,   n, part, i) {
      n = split(list, part, ";")
      for (i = 1; i <= n || i == 1; i++) {
        code = part[i] + 0
        if (code == 0) fg = bg = bold = faint = under = reverse = ""
        else if (code == 1) bold = "b"
        else if (code == 2) faint = "f"
        else if (code == 4) under = "u"
        else if (code == 7) reverse = "r"
        else if (code == 39) fg = ""
        else if (code == 49) bg = ""
        else if (code == 38) { fg = substr(list, 1 + length_to(part, i)); return }
        else if (code == 48) { bg = substr(list, 1 + length_to(part, i)); return }
        else if (code >= 40 && code < 50 || code >= 100) bg = code
        else fg = code
      }
    }
    function length_to(part, i,   k, n) {
      for (k = 1; k < i; k++) n += length(part[k]) + 1
      return n
    }
    {
      out = ""
      for (i = 1; i <= length($0); i++) {
        c = substr($0, i, 1)
        if (c == "\033") {
          rest = substr($0, i + 2)
          end = index(rest, "m")
          sgr(substr(rest, 1, end - 1))
          i += end + 1
          continue
        }
        look = bg under reverse
        if (c != " ") look = look "," fg bold faint
        out = out c "<" look ">"
      }
      sub(/( <>)*$/, "", out)
      print out
    }'
}

for type in 'screen-256color' 'tmux-256color COLORTERM=truecolor' screen xterm linux vt100 \
  'xterm-256color LC_ALL=C' 'xterm-256color NO_COLOR=1' xterm-16color xterm-direct; do
  infocmp "${type%% *}" >/dev/null 2>&1 || continue
  start_line "env TERM=$type $warplens transpose pad=0 n=64"
  until_text '1/17'
  for key in w 3 . . . . 2 ']' ']' 4 5 Right Right 6 J 7 8 J J 1 p + Escape t t t y Down y '?' J J \
    Escape F5 PageDown PageDown F5 5 s u @ 3; do
    keys "$key"
    sleep 0.04
  done
  settled
  picture >"$dir/painted"
  keys C-l
  settled
  picture >"$dir/whole"
  diff "$dir/painted" "$dir/whole" >"$dir/differs" ||
    fail "$type: changes do not add up to the picture: $(cat -v "$dir/differs")"
  case $type in
  *truecolor) grep -q '[34]8;2;' "$dir/whole" || fail "$type: no 24-bit colours" ;;
  screen-256color) grep -q '[34]8;5;' "$dir/whole" || fail "$type: no 256 colours" ;;
  vt100 | *NO_COLOR*) ! grep -qE '<[^>]*[0-9]' "$dir/whole" || fail "$type: colours" ;;
  esac
  keys q
  ends_with 0
done
