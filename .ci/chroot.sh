#!/bin/sh
# Runs command lines on a bare Debian, each in a clone of this checkout:
#
#   chroot.sh RELEASE USER LINE ...
#
# USER is root, or somebody who has sudo. The machine is a folder that debootstrap fills, from
# where this machine has its packages; process 1 in it reaps nothing. What is mounted is mounted
# in a namespace that ends with the commands, so that nothing else is there to be removed.
set -eu

if [ "$1" != --inside ]; then
  checkout=$(cd "$(dirname "$0")/.." && pwd)
  [ "$(id -u)" = 0 ] || { echo 'chroot.sh: only root can' >&2; exit 1; }
  machine=$(mktemp -d)
  trap 'rm -rf --one-file-system "$machine"' EXIT
  trap 'exit 1' HUP INT TERM
  unshare --mount --pid --fork --kill-child --mount-proc \
    perl -e 'my $p = fork; exec @ARGV unless $p; waitpid $p, 0; exit($? != 0)' \
    "$0" --inside "$machine" "$checkout" "$@" </dev/null
  exit
fi

root=$2/root checkout=$3 release=$4 user=$5
shift 5
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' |
  grep -m 1 '/debian/$')
debootstrap --variant=minbase "$release" "$root" "$mirror" >&2

# How this machine gets at its packages.
apt-config dump | grep -E '^Acquire::(http|https|Check|Retries|ForceIPv)' \
  >"$root/etc/apt/apt.conf.d/90machine" || :
cp /etc/hosts /etc/resolv.conf "$root/etc"
if [ -e /etc/ssl/certs/ca-certificates.crt ]; then
  mkdir -p "$root/etc/ssl/certs"
  cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs"
fi

mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t devpts -o newinstance,mode=620,gid=5,ptmxmode=666 devpts "$root/dev/pts"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
rm -f "$root/dev/ptmx"
ln -s pts/ptmx "$root/dev/ptmx"

home=/root
inside() {
  chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
    DEBIAN_FRONTEND=noninteractive ${http_proxy:+"http_proxy=$http_proxy"} \
    ${https_proxy:+"https_proxy=$https_proxy"} "$@"
}
if [ "$user" != root ]; then
  inside apt-get update -qq >&2
  inside apt-get install -y -qq --no-install-recommends sudo >&2
  inside useradd -m -s /bin/sh "$user"
  echo "$user ALL=(ALL) NOPASSWD: ALL" >"$root/etc/sudoers.d/$user"
  home=/home/$user
fi
git -c safe.directory='*' clone -q --no-hardlinks "$checkout" "$root$home/warplens"
inside chown -R "$user:" "$home/warplens"
chmod 700 "$root$home" # as it is for root: nobody else reads the checkout

status=0
for line; do
  inside su "$user" -c "cd $home/warplens && $line" || status=1
done
exit "$status"
