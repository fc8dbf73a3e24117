#!/bin/bash
# Builds the Debian package from a clone, as a stranger would, and asks lintian.
set -eu
source=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

skip() {
  echo "skipped: $*"
  exit 77
}
for tool in git dpkg-buildpackage dh lintian; do
  command -v $tool >/dev/null || skip "no $tool"
done
[ -z "${DEB_HOST_ARCH-}" ] || skip 'inside the build of a package'
[ -e "$source/.git" ] || skip 'no git checkout'

git clone -q "$source" "$dir/warplens"
cd "$dir/warplens"
dpkg-checkbuilddeps 2>/dev/null || skip "not all build dependencies are installed"
DEB_BUILD_OPTIONS=nocheck dpkg-buildpackage -us -uc -b >"$dir/log" 2>&1 || {
  tail -n 50 "$dir/log"
  echo 'FAILED: the package cannot be built'
  exit 1
}
lintian --allow-root --fail-on error,warning ../*.changes || {
  echo 'FAILED: lintian has something to say'
  exit 1
}
for file in usr/bin/warplens usr/share/man/man1/warplens.1.gz \
  usr/share/zsh/vendor-completions/_warplens usr/share/warplens/patterns/transpose.lua; do
  dpkg-deb --fsys-tarfile ../warplens_*.deb | tar -t | grep -qx "./$file" || {
    echo "FAILED: the package has no $file"
    exit 1
  }
done
