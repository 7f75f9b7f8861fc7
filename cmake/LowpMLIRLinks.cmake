# Makes MLIR's imported targets fit for programs that link its archives: run
# after find_package(MLIR), by lowp's own build and by the installed package.
# LOWP_STATIC says whether LLVM comes as archives, too.

# What the static build takes from LLVM: the back ends we emit code for (NVPTX)
# or run on (the host), and what MLIR itself needs.
set(LOWP_LLVM_COMPONENTS
  nvptxcodegen nvptxdesc nvptxinfo x86codegen x86asmparser x86desc x86info core
  support irreader bitwriter passes orcjit perfjitevents asmparser target mc ipo)

# "LLVM" in a link interface becomes LowpLLVM, the one place that decides how
# LLVM is linked. Global: MLIR's targets may be those of a folder above. This
# may run in several folders, each with MLIR's targets of its own.
if(NOT TARGET LowpLLVM)
  add_library(LowpLLVM INTERFACE IMPORTED GLOBAL)
  if(LOWP_STATIC)
    llvm_map_components_to_libnames(lowp_llvm_archives ${LOWP_LLVM_COMPONENTS})
    target_link_libraries(LowpLLVM INTERFACE ${lowp_llvm_archives})
  else()
    target_link_libraries(LowpLLVM INTERFACE LLVM)
  endif()
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
