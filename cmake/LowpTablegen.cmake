# Lowp is found once for each list of components.
include_guard(GLOBAL)

# Collects every tablegen output, so that who waits for it needs to name no .td files.
add_custom_target(LowpTablegen)

# lowp_tablegen(<td> <output> <mlir-tblgen flags...>): with lowp's .td files, and MLIR's, to
# include. Needs include(AddMLIR).
function(lowp_tablegen td output)
  set(LLVM_TARGET_DEFINITIONS ${td})
  mlir_tablegen(${output} ${ARGN} EXTRA_INCLUDES
    ${Lowp_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
  file(RELATIVE_PATH name "${PROJECT_BINARY_DIR}"
    "${CMAKE_CURRENT_BINARY_DIR}/${output}")
  string(MAKE_C_IDENTIFIER "tablegen-${name}" name)
  add_custom_target(${name} DEPENDS "${CMAKE_CURRENT_BINARY_DIR}/${output}")
  add_dependencies(LowpTablegen ${name})
endfunction()
