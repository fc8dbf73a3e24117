#!/bin/sh
# The version stands in meson.build; the change logs begin with it, and count what there is.
set -eu
version=$1
source=$2
log=$(sed -n 's/^## \([0-9.]*\).*/\1/p' "$source/CHANGELOG.md" | head -n 1)
src=$source/src
package=$(sed -n '1s/^warplens (\([^)]*\)).*/\1/p' "$source/debian/changelog")
[ "$log $package" = "$version $version" ] || {
  echo "FAILED: meson.build has $version, CHANGELOG.md $log, debian/changelog $package"
  exit 1
}

# What the change log counts.
counted() { # NUMBER "FOLLOWING WORDS" WHERE IT IS FROM
  tr '\n' ' ' <"$source/CHANGELOG.md" | tr -s ' ' | grep -qF -e "$1 $2" || {
    echo "FAILED: CHANGELOG.md has not '$1 $2', as $3 has"
    exit 1
  }
}
counted "$(grep -c '^  X(' "$src/session/state/view_table.h")" \
  'views of a warp instruction' view_table.h
counted "$(grep -l '^lesson *{' "$source"/patterns/*.lua | wc -l)" 'of them in order' patterns
counted "$(grep -c '^[0-9]' "$source/tests/trust/faults.tsv")" 'kinds of bad input' faults.tsv
counted "$(sed -n '/^enum wl_cc {/,/}/p' "$src/core/gpu/arch_modes.h" |
  grep -o 'WL_CC_' | wc -l)" \
  'generations from cc 1.0' arch_modes.h
