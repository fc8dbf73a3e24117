#!/bin/sh
# The version stands in meson.build; the change logs begin with it.
set -eu
version=$1
source=$2
log=$(sed -n 's/^## \([0-9.]*\).*/\1/p' "$source/CHANGELOG.md" | head -n 1)
package=$(sed -n '1s/^warplens (\([^)]*\)).*/\1/p' "$source/debian/changelog")
[ "$log $package" = "$version $version" ] || {
  echo "FAILED: meson.build has $version, CHANGELOG.md $log, debian/changelog $package"
  exit 1
}
