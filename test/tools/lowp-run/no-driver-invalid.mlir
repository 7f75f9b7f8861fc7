// RUN: env LOWP_CUDA_DRIVER=absent.so not lowp-run %s --device=gpu 2>&1 | FileCheck %s
// Without a GPU, auto means the CPU.
// RUN: env LOWP_CUDA_DRIVER=absent.so lowp-run %s --device=auto --time | FileCheck %s --check-prefix=AUTO

// CHECK: lowp-run: error: LOWP_ERROR_NO_DRIVER: {{.*}}absent.so{{.*}} unset the variable to use libcuda.so.1
// AUTO: result0: 4xf32
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
