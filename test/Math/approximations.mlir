// Functions and divisions whose flags allow it are approximations of the chip.
// RUN: lowp-opt %s --pass-pipeline="builtin.module(gpu.module(lowp-legalize-math{only=prepare-generic-kernels}))" | FileCheck %s

gpu.module @approximations {
  // CHECK-LABEL: gpu.func @exp
  // CHECK-SAME:    (%[[OUT:.*]]: memref<f32>, %[[X:.*]]: f32)
  // CHECK:         %[[LOG2E:.*]] = arith.constant 1.44269502 : f32
  // CHECK:         %[[POWER:.*]] = arith.mulf %[[X]], %[[LOG2E]] : f32
  // CHECK:         %[[EXP:.*]] = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz"(%[[POWER]])
  // CHECK:         memref.store %[[EXP]], %[[OUT]]
  gpu.func @exp(%out: memref<f32>, %x: f32) kernel {
    %0 = math.exp %x fastmath<afn> : f32
    memref.store %0, %out[] : memref<f32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @log
  // CHECK-DAG:     %[[LN2:.*]] = arith.constant 0.693147182 : f32
  // CHECK-DAG:     %[[LOG2:.*]] = llvm.call_intrinsic "llvm.nvvm.lg2.approx.ftz.f"
  // CHECK:         arith.mulf %[[LOG2]], %[[LN2]] : f32
  gpu.func @log(%out: memref<f32>, %x: f32) kernel {
    %0 = math.log %x fastmath<afn> : f32
    memref.store %0, %out[] : memref<f32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @others
  // CHECK:         llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz"
  // CHECK:         llvm.call_intrinsic "llvm.nvvm.lg2.approx.ftz.f"
  // CHECK:         llvm.call_intrinsic "llvm.nvvm.sqrt.approx.ftz.f"
  // CHECK:         llvm.call_intrinsic "llvm.nvvm.rsqrt.approx.ftz.f"
  // CHECK:         llvm.call_intrinsic "llvm.tanh"{{.*}}afn
  gpu.func @others(%out: memref<f32>, %x: f32) kernel {
    %0 = math.exp2 %x fastmath<afn> : f32
    %1 = math.log2 %0 fastmath<afn> : f32
    %2 = math.sqrt %1 fastmath<afn> : f32
    %3 = math.rsqrt %2 fastmath<afn> : f32
    %4 = math.tanh %3 fastmath<afn> : f32
    memref.store %4, %out[] : memref<f32>
    gpu.return
  }

  // The sigmoid: one rcp, no division.
  // CHECK-LABEL: gpu.func @sigmoid
  // CHECK:         llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz"
  // CHECK:         %[[SUM:.*]] = arith.addf
  // CHECK:         llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"(%[[SUM]])
  // CHECK-NOT:     arith.divf
  gpu.func @sigmoid(%out: memref<f32>, %x: f32) kernel {
    %one = arith.constant 1.0 : f32
    %minus = arith.negf %x : f32
    %exp = math.exp %minus fastmath<afn> : f32
    %sum = arith.addf %exp, %one : f32
    %0 = arith.divf %one, %sum fastmath<arcp,afn> : f32
    memref.store %0, %out[] : memref<f32>
    gpu.return
  }

  // No division, and no choice among coefficients.
  // CHECK-LABEL: gpu.func @erf
  // CHECK:         llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"
  // CHECK:         llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz"
  // CHECK-NOT:     {{arith.divf|arith.select}}
  // CHECK:         arith.andi %{{.*}}, %{{.*}} : i32
  gpu.func @erf(%out: memref<f32>, %x: f32) kernel {
    %0 = math.erf %x fastmath<afn> : f32
    memref.store %0, %out[] : memref<f32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @quotient
  // CHECK-SAME:    (%{{.*}}: memref<f32>, %[[X:.*]]: f32, %[[Y:.*]]: f32)
  // CHECK:         llvm.call_intrinsic "llvm.nvvm.div.full"(%[[X]], %[[Y]])
  gpu.func @quotient(%out: memref<f32>, %x: f32, %y: f32) kernel {
    %0 = arith.divf %x, %y fastmath<afn> : f32
    memref.store %0, %out[] : memref<f32>
    gpu.return
  }

  // SiLU: the divisor is at least 1, so that only its size could be too much for
  // a reciprocal, and a quarter of it never is.
  // CHECK-LABEL: gpu.func @silu
  // CHECK-SAME:    (%{{.*}}: memref<f32>, %[[X:.*]]: f32)
  // CHECK:         %[[QUARTER:.*]] = arith.constant 2.500000e-01 : f32
  // CHECK:         %[[SUM:.*]] = arith.addf
  // CHECK:         %[[Y:.*]] = arith.mulf %[[SUM]], %[[QUARTER]]
  // CHECK:         %[[RECIPROCAL:.*]] = llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"(%[[Y]])
  // CHECK:         %[[PART:.*]] = arith.mulf %[[X]], %[[QUARTER]]
  // CHECK:         arith.mulf %[[PART]], %[[RECIPROCAL]]
  // CHECK-NOT:     llvm.nvvm.div.full
  gpu.func @silu(%out: memref<f32>, %x: f32) kernel {
    %one = arith.constant 1.0 : f32
    %minus = arith.negf %x : f32
    %exp = math.exp %minus fastmath<afn> : f32
    %sum = arith.addf %one, %exp : f32
    %0 = arith.divf %x, %sum fastmath<arcp,afn> : f32
    memref.store %0, %out[] : memref<f32>
    gpu.return
  }

  // A difference may be anything, and so may a sum with what may be negative.
  // CHECK-LABEL: gpu.func @unknown_divisors
  // CHECK-COUNT-2: llvm.call_intrinsic "llvm.nvvm.div.full"
  gpu.func @unknown_divisors(%out: memref<f32>, %x: f32) kernel {
    %one = arith.constant 1.0 : f32
    %exp = math.exp %x fastmath<afn> : f32
    %difference = arith.subf %one, %exp : f32
    %sum = arith.addf %x, %one : f32
    %0 = arith.divf %x, %difference fastmath<afn> : f32
    %1 = arith.divf %0, %sum fastmath<afn> : f32
    memref.store %1, %out[] : memref<f32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @by_constant
  // CHECK:         %[[THIRD:.*]] = arith.constant 0.333333343 : f32
  // CHECK:         arith.mulf %{{.*}}, %[[THIRD]] : f32
  gpu.func @by_constant(%out: memref<f32>, %x: f32) kernel {
    %three = arith.constant 3.0 : f32
    %0 = arith.divf %x, %three fastmath<arcp> : f32
    memref.store %0, %out[] : memref<f32>
    gpu.return
  }

  // Its reciprocal is no normal number, but that of its quarter is.
  // CHECK-LABEL: gpu.func @by_large_constant
  // CHECK:         llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"
  // CHECK-NOT:     llvm.nvvm.div.full
  gpu.func @by_large_constant(%out: memref<f32>, %x: f32) kernel {
    %large = arith.constant 2.0e38 : f32
    %0 = arith.divf %x, %large fastmath<arcp,afn> : f32
    memref.store %0, %out[] : memref<f32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @narrow
  // CHECK-DAG:     %[[X:.*]] = arith.extf %{{.*}} : bf16 to f32
  // CHECK-DAG:     %[[Y:.*]] = arith.extf %{{.*}} : bf16 to f32
  // CHECK:         %[[QUOTIENT:.*]] = llvm.call_intrinsic "llvm.nvvm.div.full"
  // CHECK:         %[[ROUNDED:.*]] = arith.truncf %[[QUOTIENT]] : f32 to bf16
  // CHECK:         arith.extf %[[ROUNDED]] : bf16 to f32
  // CHECK:         llvm.call_intrinsic "llvm.nvvm.sqrt.approx.ftz.f"
  gpu.func @narrow(%out: memref<bf16>, %x: bf16, %y: bf16) kernel {
    %0 = arith.divf %x, %y fastmath<afn> : bf16
    %1 = math.sqrt %0 fastmath<afn> : bf16
    memref.store %1, %out[] : memref<bf16>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @vectors
  // CHECK-COUNT-2: llvm.call_intrinsic "llvm.nvvm.div.full"
  // CHECK:         %[[QUOTIENT:.*]] = vector.from_elements
  // CHECK:         arith.mulf %[[QUOTIENT]], %{{.*}} : vector<2xf32>
  gpu.func @vectors(%out: memref<vector<2xf32>>, %x: vector<2xf32>, %y: vector<2xf32>) kernel {
    %ten = arith.constant dense<10.0> : vector<2xf32>
    %0 = arith.divf %x, %y fastmath<afn> : vector<2xf32>
    %1 = arith.divf %0, %ten fastmath<arcp,afn> : vector<2xf32>
    memref.store %1, %out[] : memref<vector<2xf32>>
    gpu.return
  }

  // Without flags, and in f64, nothing is approximated.
  // CHECK-LABEL: gpu.func @exact
  // CHECK-NOT:     nvvm
  // CHECK:         arith.divf %{{.*}}, %{{.*}} : f32
  // CHECK-NOT:     nvvm
  // The instruction sees what the whole exponent leaves.
  // CHECK-COUNT-3: llvm.call_intrinsic "llvm.fma"
  // CHECK:         %[[REST:.*]] = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz"
  // CHECK:         %[[POWER:.*]] = arith.bitcast
  // CHECK:         arith.mulf %[[REST]]
  // CHECK-NOT:     nvvm
  // CHECK:         llvm.call_intrinsic "llvm.sqrt"
  // CHECK-NOT:     nvvm
  // CHECK:         arith.divf %{{.*}} fastmath<arcp,afn> : f64
  // CHECK-NOT:     nvvm
  gpu.func @exact(%out: memref<f64>, %x: f32, %y: f32) kernel {
    %0 = arith.divf %x, %y : f32
    %1 = math.exp %0 : f32
    %2 = math.sqrt %1 : f32
    %3 = arith.extf %2 : f32 to f64
    %4 = arith.extf %y : f32 to f64
    %5 = arith.divf %3, %4 fastmath<arcp,afn> : f64
    memref.store %5, %out[] : memref<f64>
    gpu.return
  }
}
