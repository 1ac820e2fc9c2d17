#!/bin/sh
# Builds the GPU backend alone, with only nvcc and g++, compares it with the processor and times it.
#   tools/cuda_check.sh build             compiles if necessary; needs no GPU
#   tools/cuda_check.sh [run] [OPTIONS]   compiles and runs; options as in bench/cuda_check.cpp
# Results: lines that start with "grid", "speed", "many" and "result"; exit code 77 without a GPU.
# Environment: NVCC, CXX, CUDA_ARCH (90), NVCC_FLAGS (for example -DMIRADOR_CUDA_BLOCKS=5),
# FOLDER (build/cuda_check), JOBS (all cores).
set -eu
cd "$(dirname "$0")/.."

PATH="$PATH:/usr/local/cuda/bin"
NVCC=${NVCC:-nvcc}
CXX=${CXX:-g++}
CUDA_ARCH=${CUDA_ARCH:-90}
NVCC_FLAGS=${NVCC_FLAGS:-}
FOLDER=${FOLDER:-build/cuda_check}
JOBS=${JOBS:-$(nproc)}
LANES=src/simulate/lanes

mkdir -p "$FOLDER"
# Other flags need other objects.
if [ "$(cat "$FOLDER/flags" 2>/dev/null)" != "$CUDA_ARCH $NVCC_FLAGS" ]; then
  rm -f "$FOLDER"/*.o "$FOLDER/cuda_check"
  echo "$CUDA_ARCH $NVCC_FLAGS" >"$FOLDER/flags"
fi

compile() {  # SOURCE
  object="$FOLDER/$(basename "$1").o"
  newer=$(find include src/simulate bench/cuda_check.cpp bench/cuda_cases.hpp -newer "$object" 2>/dev/null | head -n 1)
  if [ -f "$object" ] && [ -z "$newer" ]; then return; fi
  case "$1" in
    *.cu)
      "$NVCC" -std=c++20 -O3 --fmad=false --expt-relaxed-constexpr -Werror cross-execution-space-call \
        -gencode "arch=compute_$CUDA_ARCH,code=[sm_$CUDA_ARCH,compute_$CUDA_ARCH]" -Xptxas -v \
        -ccbin "$CXX" $NVCC_FLAGS -Iinclude -Isrc -c "$1" -o "$object.new" >"$object.log" 2>&1 ||
        { cat "$object.log"; exit 1; } ;;
    *)
      "$CXX" -std=c++20 -O3 -ffp-contract=off -Iinclude -Isrc -c "$1" -o "$object.new" ;;
  esac
  mv "$object.new" "$object"
}

if [ "${1:-}" = compile ]; then
  compile "$2"
  exit
fi
# The slowest to compile first.
export NVCC CXX CUDA_ARCH NVCC_FLAGS FOLDER
printf '%s\n' $LANES/cuda_few_arms_by_mixture.cu $LANES/cuda_bernoulli_by_mixture.cu \
  $LANES/cuda_gaussian_by_mixture.cu $LANES/plain.cpp $LANES/cuda_few_arms.cu \
  $LANES/cuda_bernoulli.cu $LANES/cuda_gaussian.cu $LANES/cuda_host.cu bench/cuda_check.cpp |
  xargs -n 1 -P "$JOBS" sh tools/cuda_check.sh compile
"$NVCC" -ccbin "$CXX" --cudart static -Xcompiler -static-libstdc++,-static-libgcc \
  "$FOLDER"/*.o -o "$FOLDER/cuda_check" -lpthread

case "${1:-run}" in
  build) exit ;;
  run) [ $# -eq 0 ] || shift ;;
esac
exec "$FOLDER/cuda_check" "$@"
