#!/bin/bash
# Builds the Debian package from a clone, as a stranger would, and asks lintian.
set -eu
source=$1
unset CC CXX CFLAGS LDFLAGS
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
# What is in it works where it is unpacked.
dpkg-deb -x ../warplens_*.deb ../unpacked
for file in bin/warplens share/man/man1/warplens.1.gz share/man/man5/warplens-json.5.gz \
  share/bash-completion/completions/warplens.bash share/zsh/vendor-completions/_warplens \
  share/fish/vendor_completions.d/warplens.fish share/doc/warplens/copyright \
  "lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)/warplens/libwarplens_cuda.a"; do
  [ -s "../unpacked/usr/$file" ] || {
    echo "FAILED: the package has no $file"
    exit 1
  }
done
unset WARPLENS_DATA
sed -i 's/^title .*/title "the packed one"/' ../unpacked/usr/share/warplens/patterns/transpose.lua
../unpacked/usr/bin/warplens report transpose --json | grep -q '"title":"the packed one"' || {
  echo 'FAILED: the program does not find the scripts of the package'
  exit 1
}
