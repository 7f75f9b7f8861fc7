// Upstream's registration of pipelines would end the process.
// RUN: not lowp-opt %s --pass-pipeline='builtin.module(func.func(lowp-to-cpu))' 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: not lowp-opt %s --pass-pipeline='builtin.module(func.func(lowp-to-nvvm{chip=sm_90a}))' 2>&1 | FileCheck %s --check-prefix=GPU

// CPU: error: expected pipeline 'lowp-to-cpu' to run on builtin.module, got func.func; name it alone, or in builtin.module(...)
// CPU-NOT: LLVM ERROR
// GPU: error: expected pipeline 'lowp-to-nvvm' to run on builtin.module, got func.func; name it alone, or in builtin.module(...)
// GPU-NOT: LLVM ERROR

func.func @f() { return }
