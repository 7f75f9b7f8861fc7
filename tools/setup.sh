#!/usr/bin/env bash
# Installs what building and testing lowp needs on Debian 12: packages, a Python
# environment (build/venv) and, where there is no CUDA toolkit, ptxas
# (build/cuda). Run it again at any time: it does only what is missing.
#
# --with-torch  also torch for the CPU and torchao, which some tests compare lowp
#               with: 190 MB to fetch and 750 MB in build/venv, hence not by itself.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

packages=(
  # Building. MLIR 22 is in Debian 12's security archive.
  cmake ninja-build ccache clang-22 lld-22
  llvm-22-dev libmlir-22-dev mlir-22-tools
  # What LLVM's CMake files look for.
  zlib1g-dev libzstd-dev libxml2-dev libedit-dev libcurl4-openssl-dev
  # Testing: lit and FileCheck, gtest, readelf, Python.
  llvm-22-tools libgtest-dev binutils python3 python3-venv
  # Style.
  clang-format-22 clang-tidy-22
)
# scikit-build-core builds the wheel, matplotlib draws what lowp.bench measures,
# mypy checks the types of the Python package, ruff formats it, codespell reads all texts.
python_packages=(numpy==2.2.6 ml_dtypes==0.5.1 pytest==9.2.0
  scikit-build-core==1.1.2 matplotlib==3.11.2 mypy==2.4.1 ruff==0.14.0
  codespell==2.4.1)
torch_package=torch==2.13.0+cpu
torchao_package=torchao==0.18.0
torch_index=https://download.pytorch.org/whl/cpu
ptxas_package=nvidia-cuda-nvcc==13.0.88

fail() {
  echo "setup.sh: $*" >&2
  exit 1
}

is_installed() {
  [[ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" == installed ]]
}

install_packages() {
  local missing=() package
  command -v dpkg-query >/dev/null ||
    fail "this is not Debian. Install by your own means what this script lists:" \
      "${packages[*]}"
  for package in "${packages[@]}"; do
    is_installed "$package" || missing+=("$package")
  done
  [[ ${#missing[@]} -gt 0 ]] || return 0

  local as_root=()
  if [[ $(id -u) -ne 0 ]]; then
    command -v sudo >/dev/null ||
      fail "not root, and no sudo. As root, install: ${missing[*]}"
    as_root=(sudo)
  fi
  as_root+=(env DEBIAN_FRONTEND=noninteractive)
  echo "setup.sh: installing ${missing[*]}"
  "${as_root[@]}" apt-get update -qq
  apt-cache show libmlir-22-dev >/dev/null 2>&1 ||
    fail "apt knows no libmlir-22-dev. Debian 12 has it in its security archive" \
      "(bookworm-security, main); this is $(. /etc/os-release; echo "$PRETTY_NAME")"
  "${as_root[@]}" apt-get install -y -qq --no-install-recommends \
    "${missing[@]}" </dev/null >/dev/null
}

# Debian's Python takes no packages outside of a virtual environment.
install_python_packages() {
  local stamp=build/venv/installed wanted="${python_packages[*]}"
  [[ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ]] || return 0
  echo "setup.sh: installing $wanted into build/venv"
  /usr/bin/python3 -m venv build/venv
  build/venv/bin/pip install --quiet --disable-pip-version-check \
    "${python_packages[@]}"
  echo "$wanted" >"$stamp"
}

# torchao without its dependencies: it would fetch the torch that is for GPUs. An
# index that cannot be reached is asked for each package: once more is enough.
install_torch() {
  local stamp=build/venv/installed-torch wanted="$torch_package $torchao_package"
  [[ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ]] || return 0
  echo "setup.sh: installing $wanted into build/venv"
  build/venv/bin/pip install --quiet --disable-pip-version-check --retries 1 \
    --extra-index-url "$torch_index" "$torch_package"
  build/venv/bin/pip install --quiet --disable-pip-version-check --no-deps \
    "$torchao_package"
  echo "$wanted" >"$stamp"
}

install_ptxas() {
  ! command -v ptxas >/dev/null || return 0
  local stamp=build/cuda/installed
  [[ "$(cat "$stamp" 2>/dev/null)" != "$ptxas_package" ]] || return 0
  [[ "$(uname -m)" == x86_64 || "$(uname -m)" == aarch64 ]] ||
    fail "no ptxas for $(uname -m); put one on PATH"
  echo "setup.sh: unpacking ptxas ($ptxas_package) into build/cuda"
  build/venv/bin/pip install --quiet --disable-pip-version-check --no-deps \
    --upgrade --target build/cuda "$ptxas_package"
  echo "$ptxas_package" >"$stamp"
}

with_torch=no
for option in "$@"; do
  [[ "$option" == --with-torch ]] ||
    fail "expected no option or --with-torch, got '$option'"
  with_torch=yes
done
install_packages
install_python_packages
install_ptxas
[[ $with_torch == no ]] || install_torch
