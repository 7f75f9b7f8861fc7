// Functions may be called as functions of libc, libm and the runtime are, which
// their code calls all the same.
// RUN: rm -rf %t && mkdir %t
// RUN: lowp-run %s --function=plain --dump-outputs=%t/plain
// RUN: %if long %{ lowp-run %s --function=expf --dump-outputs=%t/expf && cmp %t/plain/result0.bin %t/expf/result0.bin %}
// RUN: %if long %{ lowp-run %s --function=tanhf --dump-outputs=%t/tanhf && cmp %t/plain/result0.bin %t/tanhf/result0.bin %}
// RUN: lowp-run %s --function=memcpy --dump-outputs=%t/memcpy && cmp %t/plain/result0.bin %t/memcpy/result0.bin
// RUN: %if long %{ lowp-run %s --function=memset --dump-outputs=%t/memset && cmp %t/plain/result0.bin %t/memset/result0.bin %}
// RUN: %if long %{ lowp-run %s --function=malloc --dump-outputs=%t/malloc && cmp %t/plain/result0.bin %t/malloc/result0.bin %}
// RUN: lowp-run %s --function=__cxa_finalize --dump-outputs=%t/final && cmp %t/plain/result0.bin %t/final/result0.bin
// RUN: lowp-run %s --function=main --dump-outputs=%t/main && cmp %t/plain/result0.bin %t/main/result0.bin
// RUN: %if long %{ lowp-run %s --function=memrefCopy --dump-outputs=%t/copy && cmp %t/plain/result0.bin %t/copy/result0.bin %}
// RUN: lowp-run %s --function=lowpFail --dump-outputs=%t/fail && cmp %t/plain/result0.bin %t/fail/result0.bin
// RUN: %if long %{ lowp-run %s --function=puts --dump-outputs=%t/puts && cmp %t/plain/result0.bin %t/puts/result0.bin %}

// Kernels are launched by the runtime's functions on a GPU, too.
// RUN: env LOWP_CUDA_DRIVER=%fake_cuda LOWP_FAKE_CUDA_LOG=1 lowp-run %s --function=lowpLaunchKernel --device=gpu --chip=sm_90a 2>&1 | FileCheck %s
// RUN: env LOWP_CUDA_DRIVER=%fake_cuda LOWP_FAKE_CUDA_LOG=1 lowp-run %s --function=lowpFail --device=gpu --chip=sm_90a 2>&1 | FileCheck %s
// Equal kernels have one name, of no function.
// CHECK: launch elementwise_f32 

func.func @plain(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = math.exp %x : tensor<4x8xf32>
  %1 = math.tanh %0 : tensor<4x8xf32>
  %2 = tensor.extract_slice %1[0, 0] [4, 4] [1, 2] : tensor<4x8xf32> to tensor<4x4xf32>
  %3 = tensor.insert_slice %2 into %1[0, 4] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}
func.func @expf(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = math.exp %x : tensor<4x8xf32>
  %1 = math.tanh %0 : tensor<4x8xf32>
  %2 = tensor.extract_slice %1[0, 0] [4, 4] [1, 2] : tensor<4x8xf32> to tensor<4x4xf32>
  %3 = tensor.insert_slice %2 into %1[0, 4] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}
func.func @tanhf(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = math.exp %x : tensor<4x8xf32>
  %1 = math.tanh %0 : tensor<4x8xf32>
  %2 = tensor.extract_slice %1[0, 0] [4, 4] [1, 2] : tensor<4x8xf32> to tensor<4x4xf32>
  %3 = tensor.insert_slice %2 into %1[0, 4] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}
func.func @memcpy(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = math.exp %x : tensor<4x8xf32>
  %1 = math.tanh %0 : tensor<4x8xf32>
  %2 = tensor.extract_slice %1[0, 0] [4, 4] [1, 2] : tensor<4x8xf32> to tensor<4x4xf32>
  %3 = tensor.insert_slice %2 into %1[0, 4] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}
func.func @memset(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = math.exp %x : tensor<4x8xf32>
  %1 = math.tanh %0 : tensor<4x8xf32>
  %2 = tensor.extract_slice %1[0, 0] [4, 4] [1, 2] : tensor<4x8xf32> to tensor<4x4xf32>
  %3 = tensor.insert_slice %2 into %1[0, 4] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}
func.func @malloc(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = math.exp %x : tensor<4x8xf32>
  %1 = math.tanh %0 : tensor<4x8xf32>
  %2 = tensor.extract_slice %1[0, 0] [4, 4] [1, 2] : tensor<4x8xf32> to tensor<4x4xf32>
  %3 = tensor.insert_slice %2 into %1[0, 4] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}
func.func @free(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = math.exp %x : tensor<4x8xf32>
  %1 = math.tanh %0 : tensor<4x8xf32>
  %2 = tensor.extract_slice %1[0, 0] [4, 4] [1, 2] : tensor<4x8xf32> to tensor<4x4xf32>
  %3 = tensor.insert_slice %2 into %1[0, 4] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}
func.func @__cxa_finalize(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = math.exp %x : tensor<4x8xf32>
  %1 = math.tanh %0 : tensor<4x8xf32>
  %2 = tensor.extract_slice %1[0, 0] [4, 4] [1, 2] : tensor<4x8xf32> to tensor<4x4xf32>
  %3 = tensor.insert_slice %2 into %1[0, 4] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}
func.func @main(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = math.exp %x : tensor<4x8xf32>
  %1 = math.tanh %0 : tensor<4x8xf32>
  %2 = tensor.extract_slice %1[0, 0] [4, 4] [1, 2] : tensor<4x8xf32> to tensor<4x4xf32>
  %3 = tensor.insert_slice %2 into %1[0, 4] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}
func.func @memrefCopy(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = math.exp %x : tensor<4x8xf32>
  %1 = math.tanh %0 : tensor<4x8xf32>
  %2 = tensor.extract_slice %1[0, 0] [4, 4] [1, 2] : tensor<4x8xf32> to tensor<4x4xf32>
  %3 = tensor.insert_slice %2 into %1[0, 4] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}
func.func @lowpFail(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = math.exp %x : tensor<4x8xf32>
  %1 = math.tanh %0 : tensor<4x8xf32>
  %2 = tensor.extract_slice %1[0, 0] [4, 4] [1, 2] : tensor<4x8xf32> to tensor<4x4xf32>
  %3 = tensor.insert_slice %2 into %1[0, 4] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}
func.func @lowpLaunchKernel(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = math.exp %x : tensor<4x8xf32>
  %1 = math.tanh %0 : tensor<4x8xf32>
  %2 = tensor.extract_slice %1[0, 0] [4, 4] [1, 2] : tensor<4x8xf32> to tensor<4x4xf32>
  %3 = tensor.insert_slice %2 into %1[0, 4] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}
func.func @lowpWorkspaceAllocate(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = math.exp %x : tensor<4x8xf32>
  %1 = math.tanh %0 : tensor<4x8xf32>
  %2 = tensor.extract_slice %1[0, 0] [4, 4] [1, 2] : tensor<4x8xf32> to tensor<4x4xf32>
  %3 = tensor.insert_slice %2 into %1[0, 4] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}
func.func @puts(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = math.exp %x : tensor<4x8xf32>
  %1 = math.tanh %0 : tensor<4x8xf32>
  %2 = tensor.extract_slice %1[0, 0] [4, 4] [1, 2] : tensor<4x8xf32> to tensor<4x4xf32>
  %3 = tensor.insert_slice %2 into %1[0, 4] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}
func.func @abort(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = math.exp %x : tensor<4x8xf32>
  %1 = math.tanh %0 : tensor<4x8xf32>
  %2 = tensor.extract_slice %1[0, 0] [4, 4] [1, 2] : tensor<4x8xf32> to tensor<4x4xf32>
  %3 = tensor.insert_slice %2 into %1[0, 4] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}
