# Finds MLIR and makes its imported targets fit for our use.

# Debian installs it under a prefix of its own, which CMake does not search.
find_package(MLIR 22.1 REQUIRED CONFIG PATHS /usr/lib/llvm-22)
list(APPEND CMAKE_MODULE_PATH "${LLVM_CMAKE_DIR}" "${MLIR_CMAKE_DIR}")
include(AddMLIR)

# What the static build takes from LLVM: the back ends we emit code for (NVPTX)
# or run on (the host), and what MLIR itself needs.
set(LOWP_LLVM_COMPONENTS
  nvptxcodegen nvptxdesc nvptxinfo x86codegen x86asmparser x86desc x86info core
  support irreader bitwriter passes orcjit perfjitevents asmparser target mc ipo)

# "LLVM" in a link interface becomes LowpLLVM, the one place that decides how
# LLVM is linked.
add_library(LowpLLVM INTERFACE)
if(LOWP_STATIC)
  llvm_map_components_to_libnames(lowp_llvm_archives ${LOWP_LLVM_COMPONENTS})
  target_link_libraries(LowpLLVM INTERFACE ${lowp_llvm_archives})
else()
  target_link_libraries(LowpLLVM INTERFACE LLVM)
endif()

# Replaces `from` by the list that follows it in the link interface of every
# imported MLIR library.
function(lowp_replace_in_mlir_links from)
  foreach(target IN LISTS MLIR_EXPORTED_TARGETS)
    if(NOT TARGET ${target})
      continue()
    endif()
    get_target_property(libs ${target} INTERFACE_LINK_LIBRARIES)
    if(from IN_LIST libs OR "$<LINK_ONLY:${from}>" IN_LIST libs)
      list(REMOVE_ITEM libs ${from} "$<LINK_ONLY:${from}>")
      set_property(TARGET ${target} PROPERTY
        INTERFACE_LINK_LIBRARIES "${libs};${ARGN}")
    endif()
  endforeach()
endfunction()

# MLIRExecutionEngine, MLIRMlirOptMain, MLIRJitRunner and MLIR's test passes
# name libMLIR.so. Beside the archives that would put MLIR into the process
# twice, with two sets of type ids; the archives hold what they want from it.
lowp_replace_in_mlir_links(MLIR MLIRBuiltinToLLVMIRTranslation
  MLIRLLVMToLLVMIRTranslation MLIRTargetLLVMIRExport)
lowp_replace_in_mlir_links(LLVM LowpLLVM)

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
