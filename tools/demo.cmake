# Compiles docs/examples/ffn.mlir for Hopper, runs it and says how well it went:
#   cmake -DTOOLS=<folder of lowp's tools> -DSOURCE=<root> -DOUTPUT=<folder>
#         [-DPTXAS=<ptxas>] -P demo.cmake
# Runs on the GPU if there is one, else the reference path on the CPU.

set(example "${SOURCE}/docs/examples/ffn.mlir")
set(chip sm_90a)
file(MAKE_DIRECTORY "${OUTPUT}")

# run(<command>...): its output goes to `log`; stops the demo if it fails.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status
    OUTPUT_VARIABLE out ERROR_VARIABLE err)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " line)
    message(FATAL_ERROR "${line}\nfailed (${status}):\n${out}${err}")
  endif()
  set(log "${out}${err}" PARENT_SCOPE)
endfunction()

# Matmuls and their recipes, as the example asks for them.
file(READ "${example}" text)
string(REGEX MATCHALL "%[a-z]+ = linalg.matmul[^}]*matmul_recipe<[^>]*>" matmuls
  "${text}")
message("Example: docs/examples/ffn.mlir\n\nmatmul    recipe")
foreach(matmul IN LISTS matmuls)
  string(REGEX REPLACE "^%([a-z]+) .*matmul_recipe<([^>]*)>$" "\\1;\\2" pair
    "${matmul}")
  list(GET pair 0 name)
  list(GET pair 1 recipe)
  string(SUBSTRING "${name}          " 0 10 name)
  message("${name}${recipe}")
endforeach()

run("${TOOLS}/lowp-compile" "${example}" --chip=${chip} -o "${OUTPUT}/ffn.ptx")
message("\nPTX for ${chip}: ${OUTPUT}/ffn.ptx")
if(PTXAS)
  run("${TOOLS}/lowp-compile" "${example}" --chip=${chip} --ptxas=${PTXAS}
    --print-kernels -o "${OUTPUT}/ffn.cubin")
  message("Machine code: ${OUTPUT}/ffn.cubin\n\n${log}")
else()
  message("No ptxas: no machine code, registers and spills are not known.\n")
endif()

# Without a GPU, or with one that lowp has no kernels for, the CPU runs it. Any
# other failure on a GPU is one of the demo.
execute_process(COMMAND "${TOOLS}/lowp-run" "${example}" --device=gpu
  --shape=M=1 RESULT_VARIABLE status OUTPUT_QUIET ERROR_VARIABLE reason)
string(STRIP "${reason}" reason)
if(NOT status EQUAL 0 AND NOT reason MATCHES
    "LOWP_ERROR_NO_DRIVER|LOWP_ERROR_NO_DEVICE|expected a chip")
  message(FATAL_ERROR "the example fails on the GPU:\n${reason}")
endif()
if(NOT status EQUAL 0)
  message("No GPU to run on: ${reason}\n\nOn the CPU, 16 tokens:")
  run("${TOOLS}/lowp-run" "${example}" --device=cpu --shape=M=16
    --check-unquantized)
else()
  message("On the GPU, 8192 tokens:")
  run("${TOOLS}/lowp-run" "${example}" --device=gpu --shape=M=8192 --time
    --check --check-unquantized --tolerance=2e-2)
endif()
message("${log}")
