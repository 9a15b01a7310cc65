#!/usr/bin/env bash
# Installs what the tests need besides Python packages:
#   redis       redis-server, redis-cli and openssl, from Debian's packages
#   node        node_modules, from package-lock.json (buf, a gRPC client, axe-core)
#   prometheus  prometheus and promtool, from Debian's packages
#   chromium    a browser and its fonts, from Debian's packages
#   h2load      for benchmarks, from Debian's packages
#   image       buildah and podman from Debian's packages, and the base image
# Without arguments it does the first four. It does nothing where all is there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
  echo "install_test_tools: $*" >&2
  exit 1
}

updated=no
apt_install() {
  command -v apt-get >/dev/null \
    || fail "please install these by hand, apt-get is not here: $*"
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || fail "please install these as root, sudo is not here: $*"
    as_root=(sudo)
  fi
  echo "installing $* …"
  export DEBIAN_FRONTEND=noninteractive
  if [ "$updated" = no ]; then
    "${as_root[@]}" apt-get -o DPkg::Lock::Timeout=500 -qq update \
      || echo "apt-get update failed; trying with the lists that are here" >&2
    updated=yes
  fi
  "${as_root[@]}" apt-get -o DPkg::Lock::Timeout=500 -qq install -y --no-install-recommends "$@" \
    || fail "apt-get could not install: $*"
}

install_redis() {
  command -v openssl >/dev/null || apt_install openssl
  if command -v redis-server >/dev/null && command -v redis-cli >/dev/null; then
    return
  fi
  apt_install redis-server redis-tools
  command -v redis-server >/dev/null || fail "redis-server is not on the PATH after the install"
}

install_node() {
  local missing=()
  command -v node >/dev/null || missing+=(nodejs)
  command -v npm >/dev/null || missing+=(npm)
  if [ "${#missing[@]}" -gt 0 ]; then
    apt_install "${missing[@]}"
  fi
  local stamp=node_modules/.stamp
  if [ -e "$stamp" ] && [ ! package.json -nt "$stamp" ] && [ ! package-lock.json -nt "$stamp" ]; then
    return
  fi
  echo "installing node_modules …"
  npm ci --no-audit --no-fund --loglevel=error \
    || fail "npm could not install the packages of package-lock.json"
  touch "$stamp"
}

BASE_IMAGE=docker.io/library/python:3.13-slim

install_image() {
  local missing=()
  for tool in buildah podman crun; do
    command -v "$tool" >/dev/null || missing+=("$tool")
  done
  if [ "${#missing[@]}" -gt 0 ]; then
    apt_install "${missing[@]}" uidmap
  fi
  podman image exists "$BASE_IMAGE" && return
  echo "pulling $BASE_IMAGE …"
  timeout 120 podman pull --quiet "$BASE_IMAGE" >/dev/null 2>&1 && return
  make_base_image
}

# Where no registry can be reached: Debian with its Python 3.13, by the same name. It
# trusts the certificates that this machine trusts.
make_base_image() {
  echo "no registry answers: making a $BASE_IMAGE from Debian's packages …"
  command -v mmdebstrap >/dev/null || apt_install mmdebstrap
  local folder bundle=/etc/ssl/certs/ca-certificates.crt
  folder=$(mktemp -d)
  mmdebstrap --quiet --variant=minbase --dpkgopt=force-unsafe-io \
    --include=python3,python3-pip,python3-venv,ca-certificates \
    --customize-hook="upload $bundle $bundle" trixie "$folder/base.tar" \
    || fail "mmdebstrap could not make the base image"
  podman import --quiet "$folder/base.tar" "$BASE_IMAGE" || fail "podman could not import the base"
  rm -r "$folder"
}

if [ "$#" -eq 0 ]; then
  set -- redis node prometheus chromium
fi
for what in "$@"; do
  case "$what" in
    redis) install_redis ;;
    node) install_node ;;
    prometheus) command -v promtool >/dev/null || apt_install prometheus ;;
    chromium) [ -x /usr/bin/chromium ] || apt_install chromium fonts-dejavu-core ;;
    image) install_image ;;
    h2load) command -v h2load >/dev/null || apt_install nghttp2-client ;;
    *) fail "unknown tool: $what" ;;
  esac
done
