// Sizes that do not fit are an error of the call on both devices, before any
// kernel runs: never what lies after a tensor in memory.
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{cpu} = not lowp-run %s --device=cpu
// DEFINE: %{gpu} = env LOWP_CUDA_DRIVER=%fake_cuda LOWP_FAKE_CUDA_LOG=1 not lowp-run %s --device=gpu --chip=sm_90a
// DEFINE: %{sizes} = --shape=M=64

// RUN: %{cpu} --function=add %{sizes} --shape=argument1.0=1 2>&1 | FileCheck %s --check-prefix=ADD
// RUN: %{gpu} --function=add %{sizes} --shape=argument1.0=1 2>&1 | FileCheck %s --check-prefix=ADD
// ADD-NOT: launch
// ADD: 'add', argument1: expected dimension 0 to be 64, which follows from dimension 0 of argument0, got 1

// argument1 and argument2 are a number of 64 bits each.
// DEFINE: %{write} = %python -c "import sys, struct; [open(sys.argv[1] + '/argument%d.bin' % i, 'wb').write(struct.pack('<q', int(n))) for i, n in enumerate(sys.argv[2:]) if n != '-'] and open(sys.argv[1] + '/argument0.bin', 'ab').truncate(65536 if sys.argv[2] == '-' else 8)" %t

// RUN: %{write} - 60 5
// RUN: %{cpu} --function=slice %{sizes} --inputs=%t 2>&1 | FileCheck %s --check-prefix=ENDS
// RUN: %{gpu} --function=slice %{sizes} --inputs=%t 2>&1 | FileCheck %s --check-prefix=ENDS
// ENDS-NOT: launch
// ENDS: 'slice': tensor.extract_slice: expected a slice that ends within the tensor in dimension 0, got another one; slice what the tensor has
// RUN: %{write} - 9223372036854775807 2
// RUN: %{cpu} --function=slice %{sizes} --inputs=%t 2>&1 | FileCheck %s --check-prefix=STARTS
// RUN: %{gpu} --function=slice %{sizes} --inputs=%t 2>&1 | FileCheck %s --check-prefix=STARTS
// STARTS: 'slice': tensor.extract_slice: expected an offset within the tensor in dimension 0
// RUN: %{write} - 0 -3
// RUN: %{cpu} --function=slice %{sizes} --inputs=%t 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: %{gpu} --function=slice %{sizes} --inputs=%t 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: 'slice': tensor.extract_slice: expected a size of 0 or more in dimension 0
// RUN: %{write} - 4 5
// RUN: %{cpu} --function=sum_of_slices %{sizes} --inputs=%t 2>&1 | FileCheck %s --check-prefix=SUM
// RUN: %{gpu} --function=sum_of_slices %{sizes} --inputs=%t 2>&1 | FileCheck %s --check-prefix=SUM
// SUM-NOT: launch
// SUM: 'sum_of_slices': arith.addf: expected dimension 0 of operand 1 to equal that of operand 0, got another size; pass tensors that fit

// RUN: rm -rf %t && mkdir %t && %{write} 4611686018427387905
// RUN: %{cpu} --function=empty --inputs=%t 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: %{gpu} --function=empty --inputs=%t 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY-NOT: launch
// EMPTY: 'empty': an intermediate tensor: expected at most 2^48 elements, got more
// RUN: %{write} -5
// RUN: %{cpu} --function=empty --inputs=%t 2>&1 | FileCheck %s --check-prefix=BELOW
// RUN: %{gpu} --function=empty --inputs=%t 2>&1 | FileCheck %s --check-prefix=BELOW
// BELOW: 'empty': an intermediate tensor: expected sizes of 0 or more, got a negative one

func.func @add(%x: tensor<?x256xf32>, %y: tensor<?x256xf32>) -> tensor<?x256xf32> {
  %0 = arith.addf %x, %y : tensor<?x256xf32>
  return %0 : tensor<?x256xf32>
}
func.func @slice(%x: tensor<?x256xf32>, %i: index, %n: index) -> tensor<?x256xf32> {
  %0 = tensor.extract_slice %x[%i, 0] [%n, 256] [1, 1] : tensor<?x256xf32> to tensor<?x256xf32>
  return %0 : tensor<?x256xf32>
}
func.func @sum_of_slices(%x: tensor<?x256xf32>, %n: index, %m: index) -> tensor<?x256xf32> {
  %a = tensor.extract_slice %x[0, 0] [%n, 256] [1, 1] : tensor<?x256xf32> to tensor<?x256xf32>
  %b = tensor.extract_slice %x[0, 0] [%m, 256] [1, 1] : tensor<?x256xf32> to tensor<?x256xf32>
  %0 = arith.addf %a, %b : tensor<?x256xf32>
  return %0 : tensor<?x256xf32>
}
func.func @empty(%n: index) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  %0 = tensor.empty(%n) : tensor<?xf32>
  %1 = linalg.fill ins(%one : f32) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
  %2 = tensor.extract_slice %1[0] [4] [1] : tensor<?xf32> to tensor<4xf32>
  return %2 : tensor<4xf32>
}
