#!/bin/sh
# Unpacks Mesa's software Vulkan driver (lavapipe) into a folder of its own and prints the path of its driver
# description, for VK_ICD_FILENAMES or QWERK_LAVAPIPE_ICD. Nothing is installed and no root is needed. Dawn refuses
# the Mesa 22 of Debian 12, so where the distribution's own is too old its backports suite is asked; mirrors, keys and
# proxies are those the machine's apt already uses. Libraries the system lacks are put beside the driver: qwerk loads
# them from there, other programs need LD_LIBRARY_PATH=DIR.
#
# usage: scripts/lavapipe.sh DIR      exit: 0 done or already there, 2 usage, 3 cannot be had here
set -eu

minimum_mesa=25
driver=mesa-vulkan-drivers

refuse() {
  echo "lavapipe.sh: $*" >&2
  exit 3
}

if [ $# -ne 1 ]; then
  echo "usage: $0 DIR" >&2
  exit 2
fi
mkdir -p "$1"
target=$(cd "$1" && pwd)
icd=$target/lvp_icd.json
if [ -f "$icd" ]; then
  echo "$icd"
  exit 0
fi

for tool in apt-get apt-cache apt-config dpkg-deb; do
  command -v "$tool" >/dev/null 2>&1 ||
    refuse "$tool is absent; install Mesa $minimum_mesa or newer another way and name its lvp_icd*.json in VK_ICD_FILENAMES"
done
codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
# Configured repositories of this distribution, one "uri suite component" a line; security suites hold no backports.
repositories=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
  awk -v name="${codename:-none}" '$2 == name || $2 ~ /^(old)*stable$/' | sort -u)
[ -n "$repositories" ] || refuse "apt knows no repository of ${codename:-this system}"
suite=$(echo "$repositories" | awk '{ print $2; exit }')

work=$(mktemp -d "$target/.unpack-XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
mkdir -p "$work/state/lists/partial" "$work/cache/archives/partial" "$work/sources" "$work/none" "$work/deb" "$work/root" "$work/flat"

# The key that signs a repository: named in its deb822 stanza or in its one-line entry, or nowhere (then apt's own).
signed_by() {
  {
    awk -v uri="${1%/}" 'BEGIN { RS = "" } index($0, uri)' /etc/apt/sources.list.d/*.sources 2>/dev/null |
      sed -n 's/^Signed-By: *\(\/[^ ]*\).*/\1/p'
    cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null | grep -F "${1%/}" | grep -v '^ *#' |
      sed -n 's/.*signed-by=\([^] ]*\).*/\1/p'
  } | head -n 1
}

write_sources() { # $1: suffix of a further suite, or empty
  echo "$repositories" | while read -r uri name component; do
    key=$(signed_by "$uri")
    echo "deb ${key:+[signed-by=$key] }$uri $name $component"
    [ -z "$1" ] || echo "deb ${key:+[signed-by=$key] }$uri $name$1 $component"
  done >"$work/sources/own.list"
}

# An apt of its own: state, cache and sources lie in the work folder; of the system's settings only those for
# downloading are kept, because its hooks would act on the system.
{
  apt-config dump | grep '^Acquire::' | grep -v '^Acquire::IndexTargets' || true
  echo "Dir::State \"$work/state\"; Dir::State::status \"/var/lib/dpkg/status\"; Dir::Cache \"$work/cache\";"
  echo "Dir::Etc::sourcelist \"/dev/null\"; Dir::Etc::sourceparts \"$work/sources\";"
  echo "Dir::Etc::parts \"$work/none\"; Dir::Etc::main \"/dev/null\"; APT::Sandbox::User \"\"; APT::Get::Assume-Yes \"true\";"
  echo 'Acquire::Languages "none"; Acquire::Retries "2";'
} >"$work/apt.conf"
export APT_CONFIG="$work/apt.conf"

candidate_major() {
  apt-cache "$@" policy "$driver" | awk '/^ *Candidate:/ { sub(/^[0-9]+:/, "", $2); print int($2) }'
}

release=$suite
write_sources ""
apt-get -qq update >"$work/log" 2>&1 || { tail -n 5 "$work/log" >&2; refuse "apt cannot reach the repositories of $suite"; }
major=$(candidate_major)
if [ "${major:-0}" -lt "$minimum_mesa" ]; then
  write_sources -backports
  release=$suite-backports
  apt-get -qq update >"$work/log" 2>&1 || { tail -n 5 "$work/log" >&2; refuse "Mesa ${major:-0} of $suite is too old and $release cannot be read"; }
  major=$(candidate_major -t "$release")
fi
[ "${major:-0}" -ge "$minimum_mesa" ] || refuse "$release offers Mesa ${major:-0}, Dawn needs $minimum_mesa"

# What is new or newer than installed, limited to what the driver itself depends on.
apt-get -t "$release" -s --no-install-recommends install "$driver" libvulkan1 | awk '/^Inst / { print $2 }' | sort -u >"$work/changes"
apt-cache -t "$release" depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces \
  --no-enhances "$driver" | grep '^[a-z0-9]' | sed 's/:.*//' | sort -u >"$work/needed"
wanted=$(comm -12 "$work/changes" "$work/needed" | grep -vxE 'libc6|libgcc-s1|libstdc\+\+6' | sort -u)
# Installed already: then the driver itself is still wanted, in the folder.
wanted=$(printf '%s\n%s\nlibvulkan1\n' "$wanted" "$driver" | sort -u | grep .)

# shellcheck disable=SC2086 # one word a package
(cd "$work/deb" && apt-get -q -t "$release" download $wanted) >"$work/log" 2>&1 ||
  { tail -n 5 "$work/log" >&2; refuse "a package cannot be downloaded"; }
for package in "$work"/deb/*.deb; do dpkg-deb -x "$package" "$work/root"; done

find "$work/root" -name '*.so*' | while read -r library; do
  case $library in
    */libvulkan_lvp.so) ;;
    */libvulkan_*.so | */vulkan/*.so* | */libVkLayer*) continue ;; # drivers of real GPUs, layers
  esac
  case $(readlink "$library" || true) in
    "" | */*) cp -L "$library" "$work/flat/" ;;
    *) cp -P "$library" "$work/flat/" ;; # a version link to its neighbour
  esac
done
description=$(find "$work/root" -name 'lvp_icd*.json' | head -n 1)
[ -n "$description" ] && [ -f "$work/flat/libvulkan_lvp.so" ] || refuse "$driver of $release holds no lavapipe"
sed 's#"library_path": *"[^"]*"#"library_path": "./libvulkan_lvp.so"#' "$description" >"$work/flat/lvp_icd.json"

# The description goes last: its presence says that the rest is there.
for file in "$work"/flat/*; do
  [ "${file##*/}" = lvp_icd.json ] || mv -f "$file" "$target/"
done
mv -f "$work/flat/lvp_icd.json" "$icd"
echo "$icd"
