# Finds MLIR and makes its imported targets fit for our use.

# Debian installs it under a prefix of its own, which CMake does not search.
find_package(MLIR 22.1 REQUIRED CONFIG PATHS /usr/lib/llvm-22)
list(APPEND CMAKE_MODULE_PATH "${LLVM_CMAKE_DIR}" "${MLIR_CMAKE_DIR}")
include(AddMLIR)

include(LowpMLIRLinks)

# zlib and zstd come along, so that what we ship runs where they are not.
function(lowp_link_compression_statically)
  find_library(LOWP_ZLIB_ARCHIVE libz.a REQUIRED)
  find_library(LOWP_ZSTD_ARCHIVE libzstd.a REQUIRED)
  mark_as_advanced(LOWP_ZLIB_ARCHIVE LOWP_ZSTD_ARCHIVE)
  get_target_property(libs LLVMSupport INTERFACE_LINK_LIBRARIES)
  list(TRANSFORM libs REPLACE "^ZLIB::ZLIB$" "${LOWP_ZLIB_ARCHIVE}")
  list(TRANSFORM libs REPLACE "^zstd::libzstd_shared$" "${LOWP_ZSTD_ARCHIVE}")
  set_property(TARGET LLVMSupport PROPERTY INTERFACE_LINK_LIBRARIES "${libs}")
endfunction()
if(LOWP_STATIC)
  lowp_link_compression_statically()
endif()
