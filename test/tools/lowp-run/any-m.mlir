// A matmul whose M only the caller knows has a kernel for each range of M, and each
// call launches the kernel for its M: here by a table that the module holds.
// RUN: split-file %s %t
// RUN: env LOWP_PTXAS= LOWP_CUDA_DRIVER=%fake_cuda LOWP_FAKE_CUDA_LOG=1 lowp-run %t/table.mlir --host-opt-level=0 --device=gpu --chip=sm_90a --shape M=0 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: env LOWP_PTXAS= LOWP_CUDA_DRIVER=%fake_cuda LOWP_FAKE_CUDA_LOG=1 lowp-run %t/table.mlir --host-opt-level=0 --device=gpu --chip=sm_90a --shape M=1 2>&1 | FileCheck %s --check-prefixes=FIRST -DM=1 -DGRID=16
// RUN: %if long %{ env LOWP_PTXAS= LOWP_CUDA_DRIVER=%fake_cuda LOWP_FAKE_CUDA_LOG=1 lowp-run %t/table.mlir --host-opt-level=0 --device=gpu --chip=sm_90a --shape M=2 2>&1 | FileCheck %s --check-prefixes=FIRST -DM=2 -DGRID=16 %}
// RUN: %if long %{ env LOWP_PTXAS= LOWP_CUDA_DRIVER=%fake_cuda LOWP_FAKE_CUDA_LOG=1 lowp-run %t/table.mlir --host-opt-level=0 --device=gpu --chip=sm_90a --shape M=63 2>&1 | FileCheck %s --check-prefixes=FIRST -DM=63 -DGRID=16 %}
// RUN: env LOWP_PTXAS= LOWP_CUDA_DRIVER=%fake_cuda LOWP_FAKE_CUDA_LOG=1 lowp-run %t/table.mlir --host-opt-level=0 --device=gpu --chip=sm_90a --shape M=64 2>&1 | FileCheck %s --check-prefixes=FIRST -DM=64 -DGRID=16
// RUN: env LOWP_PTXAS= LOWP_CUDA_DRIVER=%fake_cuda LOWP_FAKE_CUDA_LOG=1 lowp-run %t/table.mlir --host-opt-level=0 --device=gpu --chip=sm_90a --shape M=65 2>&1 | FileCheck %s --check-prefixes=SECOND -DM=65 -DGRID=4
// RUN: env LOWP_PTXAS= LOWP_CUDA_DRIVER=%fake_cuda LOWP_FAKE_CUDA_LOG=1 lowp-run %t/table.mlir --host-opt-level=0 --device=gpu --chip=sm_90a --shape M=128 2>&1 | FileCheck %s --check-prefixes=SECOND -DM=128 -DGRID=4
// The first kernel again: rows of the table may share kernels.
// RUN: env LOWP_PTXAS= LOWP_CUDA_DRIVER=%fake_cuda LOWP_FAKE_CUDA_LOG=1 lowp-run %t/table.mlir --host-opt-level=0 --device=gpu --chip=sm_90a --shape M=129 2>&1 | FileCheck %s --check-prefixes=FIRST -DM=64 -DGRID=48
// RUN: %if long %{ env LOWP_PTXAS= LOWP_CUDA_DRIVER=%fake_cuda LOWP_FAKE_CUDA_LOG=1 lowp-run %t/table.mlir --host-opt-level=0 --device=gpu --chip=sm_90a --shape M=1000 2>&1 | FileCheck %s --check-prefixes=LAST -DGRID=16 %}
// RUN: env LOWP_PTXAS= LOWP_CUDA_DRIVER=%fake_cuda LOWP_FAKE_CUDA_LOG=1 lowp-run %t/table.mlir --host-opt-level=0 --device=gpu --chip=sm_90a --shape M=8192 > %t/large.txt 2>&1
// RUN: FileCheck %s --check-prefixes=LAST -DGRID=128 --input-file=%t/large.txt
// The kernels take no workspace, and no more tensor maps than one of them needs.
// RUN: FileCheck %s --check-prefix=MAPS --input-file=%t/large.txt
// The table of the cost model.
// RUN: env LOWP_PTXAS= LOWP_CUDA_DRIVER=%fake_cuda LOWP_FAKE_CUDA_LOG=1 lowp-run %t/chosen.mlir --host-opt-level=0 --device=gpu --chip=sm_90a --shape M=1 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: %if long %{ env LOWP_PTXAS= LOWP_CUDA_DRIVER=%fake_cuda LOWP_FAKE_CUDA_LOG=1 lowp-run %t/chosen.mlir --host-opt-level=0 --device=gpu --chip=sm_90a --shape M=8192 2>&1 | FileCheck %s --check-prefix=MANY %}
// RUN: %if long %{ env LOWP_PTXAS= LOWP_CUDA_DRIVER=%fake_cuda LOWP_FAKE_CUDA_LOG=1 lowp-run %t/batch.mlir --host-opt-level=0 --device=gpu --chip=sm_90a --shape M=1 2>&1 | FileCheck %s --check-prefix=FEW %}
// RUN: env LOWP_PTXAS= LOWP_CUDA_DRIVER=%fake_cuda LOWP_FAKE_CUDA_LOG=1 lowp-run %t/batch.mlir --host-opt-level=0 --device=gpu --chip=sm_90a --shape M=8192 2>&1 | FileCheck %s --check-prefix=MANY

// NONE-NOT: launch

// FIRST-NOT: launch {{.*}}_128x
// FIRST:     box 128 16 swizzle
// FIRST:     launch {{.*}}_64x16 grid [[GRID]]x1x1 block 256x1x1
// FIRST-NOT: launch

// SECOND-NOT: launch {{.*}}_64x16
// SECOND:     box 128 64 swizzle
// SECOND:     launch {{.*}}_128x64 grid [[GRID]]x1x1 block 384x1x1
// SECOND-NOT: launch

// LAST-NOT: launch {{.*}}_64x16
// LAST:     box 128 128 swizzle
// LAST:     launch {{.*}}_128x128 grid [[GRID]]x1x1 block 384x1x1
// LAST-NOT: launch

// MAPS-COUNT-3: tensor map
// MAPS-NOT:     tensor map

// FEW:  launch {{.*}}gemm_{{.*}} grid {{[0-9]+}}x1x1 block 256x1x1
// MANY: launch {{.*}}gemm_{{.*}} grid {{[0-9]+}}x1x1 block 384x1x1

//--- table.mlir
!x = !lowp.scaled<?x512xf8E4M3FN, #lowp.tensorwise>
!w = !lowp.scaled<256x512xf8E4M3FN, #lowp.tensorwise>
func.func @gemm(%x: tensor<?x512xf8E4M3FN>, %sx: tensor<1x1xf32>, %w: tensor<256x512xf8E4M3FN>, %sw: tensor<1x1xf32>) -> tensor<?x256xbf16> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x512xf8E4M3FN>
  %out = tensor.empty(%m) : tensor<?x256xbf16>
  %y = lowp.gemm lhs(%x, %sx : tensor<?x512xf8E4M3FN>, tensor<1x1xf32>) rhs(%w, %sw : tensor<256x512xf8E4M3FN>, tensor<1x1xf32>) outs(%out : tensor<?x256xbf16>)
    {lhs_type = !x, rhs_type = !w, fast_accumulation,
     lowp_gpu.config = #lowp_gpu.config_table<configs = [
       <tile = [64, 16, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 1, epilogue_stages = 1>,
       <tile = [128, 64, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 1, epilogue_stages = 1>,
       <tile = [128, 128, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 1, epilogue_stages = 1>],
       rows = [64 : 0, 128 : 1, 192 : 0, more : 2]>} -> tensor<?x256xbf16>
  return %y : tensor<?x256xbf16>
}

//--- chosen.mlir
!x = !lowp.scaled<?x4096xf8E4M3FN, #lowp.rowwise>
!w = !lowp.scaled<512x4096xf8E4M3FN, #lowp.rowwise>
func.func @gemm(%x: !x, %w: !w) -> tensor<?x512xbf16> {
  %y = lowp.scaled_matmul %x, %w fast_accumulation : !x, !w -> tensor<?x512xbf16>
  return %y : tensor<?x512xbf16>
}

//--- batch.mlir
func.func @gemm(%x: tensor<2x?x128xbf16>, %w: tensor<2x128x256xbf16>) -> tensor<2x?x256xf32> {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %x, %c1 : tensor<2x?x128xbf16>
  %out = tensor.empty(%m) : tensor<2x?x256xf32>
  %init = linalg.fill ins(%zero : f32) outs(%out : tensor<2x?x256xf32>) -> tensor<2x?x256xf32>
  %y = linalg.batch_matmul ins(%x, %w : tensor<2x?x128xbf16>, tensor<2x128x256xbf16>) outs(%init : tensor<2x?x256xf32>) -> tensor<2x?x256xf32>
  return %y : tensor<2x?x256xf32>
}
