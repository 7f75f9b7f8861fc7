# Programs that the tests and the tools run; tools/setup.sh installs them.
# NO_CACHE: what setup.sh adds later is found by the next configure.

# The Python of the tests has numpy and ml_dtypes; all build trees share it.
find_program(LOWP_PYTHON python3
  HINTS "${PROJECT_SOURCE_DIR}/build/venv/bin" NO_CACHE REQUIRED)

# A CUDA toolkit's ptxas, or the one that tools/setup.sh unpacked. May be
# missing: tests that need it are then skipped.
find_program(LOWP_PTXAS ptxas
  PATHS "${PROJECT_SOURCE_DIR}/build/cuda/nvidia/cu13/bin"
        "$ENV{CUDA_HOME}/bin" /usr/local/cuda/bin
  NO_CACHE)

# LLVM's own lit: the default path in its package does not exist.
find_program(LLVM_EXTERNAL_LIT lit
  HINTS "${LLVM_TOOLS_BINARY_DIR}" NO_DEFAULT_PATH NO_CACHE REQUIRED)

message(STATUS "lowp: tests use ${LOWP_PYTHON}; ptxas is ${LOWP_PTXAS}")
