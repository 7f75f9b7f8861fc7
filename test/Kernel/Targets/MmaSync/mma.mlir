// RUN: lowp-opt %s --convert-lowp-gpu-to-nvvm --canonicalize --cse | FileCheck %s

#config = #lowp_gpu.config<tile = [128, 16, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
!a = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
!b = !lowp_gpu.tile<16x128xf8E5M2 swizzle 128>
!sum = !lowp_gpu.accumulator<128x16xf32>
!packed_a = !lowp_gpu.tile<128x256xf4E2M1FN swizzle 128>
!packed_b = !lowp_gpu.tile<16x256xf4E2M1FN swizzle 128>
!atoms = !lowp_gpu.tile<4x512xf8E4M3FN>
!half_atoms = !lowp_gpu.tile<2x512xf8E8M0FNU>
!two_half_atoms = !lowp_gpu.tile<2x2x512xf8E8M0FNU>
!half = !lowp_gpu.tile<128x64xf16 swizzle 128>
!panels = !lowp_gpu.tile<2x64x64xf16 swizzle 128>
!wide_sum = !lowp_gpu.accumulator<128x128xf32>
!bytes = !lowp_gpu.tile<128x128xf6E2M3FN swizzle 128>
!nibbles = !lowp_gpu.tile<16x128xf4E2M1FN swizzle 64>
!atom = !lowp_gpu.tile<1x512xf8E8M0FNU>

gpu.module @kernels {
  // Sixteen rows and 32 bytes of K of the lhs are one ldmatrix, and so are two chunks of columns of the rhs: two products.

  // CHECK-LABEL: llvm.func @plain(
  // CHECK-COUNT-2: nvvm.ldmatrix {{.*}} layout = #nvvm.mma_layout<row>, num = 4
  // CHECK-COUNT-2: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k32.row.col.f32.e4m3.e5m2.f32"
  // CHECK-COUNT-6: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k32.row.col.f32.e4m3.e5m2.f32"
  // CHECK-NOT:     llvm.call_intrinsic
  lowp_gpu.kernel @plain(%a: !a, %b: !b, %sum: !sum) chip "sm_120a" config #config
      attributes {shared_bytes = 0 : i64, warps = 12 : i64} {
    %0 = lowp_gpu.mma %a, %b into %sum : !a, !b into !sum
    %1 = lowp_gpu.mma_wait %0 pending 0 : !sum
  }

  // A quarter of the stage's K.
  // CHECK-LABEL: llvm.func @slice(
  // CHECK-COUNT-2: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k32.row.col.f32.e4m3.e5m2.f32"
  // CHECK-NOT:     llvm.call_intrinsic
  lowp_gpu.kernel @slice(%a: !a, %b: !b, %sum: !sum) chip "sm_121a" config #config
      attributes {shared_bytes = 0 : i64, warps = 12 : i64} {
    %0 = lowp_gpu.mma %a, %b slice 1 of 4 into %sum overwrite : !a, !b into !sum
    %1 = lowp_gpu.mma_wait %0 pending 0 : !sum
  }

  // Four scales of a row are the word of an instruction.
  // CHECK-LABEL: llvm.func @four_scales(
  // CHECK-COUNT-8: nvvm.mma.block_scale {{.*}} kind = #nvvm.block_scale_kind<mxf4nvf4>, {{.*}} scaleVecSize = #nvvm.scale_vec_size<x4>, shape = #nvvm.shape<m = 16, n = 8, k = 64>
  // CHECK-NOT:     nvvm.mma.block_scale
  lowp_gpu.kernel @four_scales(%a: !packed_a, %b: !packed_b, %s: !atoms, %sum: !sum) chip "sm_120a" config #config
      attributes {shared_bytes = 0 : i64, warps = 12 : i64} {
    %0 = lowp_gpu.mma %a, %b scales %s, %s : !atoms, !atoms into %sum : !packed_a, !packed_b into !sum
    %1 = lowp_gpu.mma_wait %0 pending 0 : !sum
  }

  // Two instructions share a word, from its first scale and from its third.
  // CHECK-LABEL: llvm.func @two_scales(
  // CHECK-DAG:     %[[FIRST:.*]] = llvm.mlir.constant(0 : i16)
  // CHECK-DAG:     %[[THIRD:.*]] = llvm.mlir.constant(2 : i16)
  // CHECK:         nvvm.mma.block_scale {{.*}} scaleA[%{{.*}}, %[[FIRST]], %[[FIRST]]]{{.*}}scale_vec_size<x2>
  // CHECK:         nvvm.mma.block_scale {{.*}} scaleA[%{{.*}}, %[[FIRST]], %[[FIRST]]]
  // CHECK:         nvvm.mma.block_scale {{.*}} scaleA[%{{.*}}, %[[THIRD]], %[[FIRST]]]
  lowp_gpu.kernel @two_scales(%a: !packed_a, %b: !packed_b, %s: !half_atoms, %sum: !sum) chip "sm_120a" config #config
      attributes {shared_bytes = 0 : i64, warps = 12 : i64} {
    %0 = lowp_gpu.mma %a, %b scales %s, %s : !half_atoms, !half_atoms into %sum : !packed_a, !packed_b into !sum
    %1 = lowp_gpu.mma_wait %0 pending 0 : !sum
  }

  // Rows of K are transposed on the way to registers.
  // CHECK-LABEL: llvm.func @panels(
  // CHECK:         nvvm.ldmatrix {{.*}} layout = #nvvm.mma_layout<row>
  // CHECK:         nvvm.ldmatrix {{.*}} layout = #nvvm.mma_layout<col>
  // CHECK:         llvm.call_intrinsic "llvm.nvvm.mma.m16n8k16.row.col.f32.f32"
  lowp_gpu.kernel @panels(%a: !half, %b: !panels, %sum: !wide_sum) chip "sm_120a" config #config
      attributes {shared_bytes = 0 : i64, warps = 12 : i64} {
    %0 = lowp_gpu.mma %a, %b into %sum : !half, !panels into !wide_sum
    %1 = lowp_gpu.mma_wait %0 pending 0 : !wide_sum
  }

  // Beside elements with a byte each, those of 4 bits are spread from the two bytes that a lane reads for each register.
  // CHECK-LABEL: llvm.func @mixed(
  // CHECK:         nvvm.ldmatrix {{.*}} num = 4
  // CHECK-COUNT-4: llvm.load {{.*}} {alignment = 2 : i64} : !llvm.ptr<3> -> i16
  // CHECK-NOT:     nvvm.ldmatrix
  // CHECK-COUNT-2: nvvm.mma.block_scale {{.*}} kind = #nvvm.block_scale_kind<mxf8f6f4>, multiplicandAPtxType = #nvvm.mma_type<e2m3>, multiplicandBPtxType = #nvvm.mma_type<e2m1>, scaleVecSize = #nvvm.scale_vec_size<x1>, shape = #nvvm.shape<m = 16, n = 8, k = 32>
  lowp_gpu.kernel @mixed(%a: !bytes, %b: !nibbles, %s: !atom, %sum: !sum) chip "sm_120a" config #config
      attributes {shared_bytes = 0 : i64, warps = 12 : i64} {
    %0 = lowp_gpu.mma %a, %b scales %s, %s : !atom, !atom into %sum : !bytes, !nibbles into !sum
    %1 = lowp_gpu.mma_wait %0 pending 0 : !sum
  }

  // Words in the second atom of the rhs keep the bits of the scales that count.
  // CHECK-LABEL: llvm.func @kept_scales(
  // CHECK-SAME:      )>, %[[COUNT:[a-z0-9]*]]: i32
  // CHECK:         %[[SOME:.*]] = arith.maxsi %[[COUNT]], %c0_i32
  // CHECK:         %[[REST:.*]] = arith.andi %[[SOME]], %c3_i32
  // CHECK:         %[[SHIFT:.*]] = arith.shli %[[REST]], %c3_i32
  // CHECK:         %[[ONE:.*]] = arith.shli %c1_i32, %[[SHIFT]]
  // CHECK:         %[[PART:.*]] = arith.addi %[[ONE]], %c-1_i32
  // CHECK:         %[[IS_PART:.*]] = arith.cmpi slt, %[[COUNT]], %c4_i32
  // CHECK:         %[[BITS:.*]] = arith.select %[[IS_PART]], %[[PART]], %c-1_i32
  // CHECK:         nvvm.mma.block_scale
  // CHECK-COUNT-2: llvm.and %{{.*}}, %[[BITS]]
  // CHECK-NOT:     llvm.and
  lowp_gpu.kernel @kept_scales(%a: !packed_a, %b: !packed_b, %s: !half_atoms, %sum: !sum, %count: i32) chip "sm_120a" config #config
      attributes {shared_bytes = 0 : i64, warps = 12 : i64} {
    %kept = lowp_gpu.keep_scales %s, %count in 1 : !half_atoms
    %0 = lowp_gpu.mma %a, %b scales %s, %kept : !half_atoms, !half_atoms into %sum : !packed_a, !packed_b into !sum
    %1 = lowp_gpu.mma_wait %0 pending 0 : !sum
  }

  // The lhs begins in the middle of an atom, and both of its atoms along K have such words: one of each is read.
  // CHECK-LABEL: llvm.func @kept_rows(
  // CHECK-COUNT-2: llvm.and
  // CHECK-NOT:     llvm.and
  lowp_gpu.kernel @kept_rows(%a: !packed_a, %b: !packed_b, %two: !two_half_atoms, %s: !half_atoms, %sum: !sum, %count: i32, %row: i32) chip "sm_120a" config #config
      attributes {shared_bytes = 0 : i64, warps = 12 : i64} {
    %first = lowp_gpu.keep_scales %two, %count in 0 : !two_half_atoms
    %both = lowp_gpu.keep_scales %first, %count in 1 : !two_half_atoms
    %here = lowp_gpu.skip_rows %both, %row : !two_half_atoms -> !half_atoms
    %0 = lowp_gpu.mma %a, %b scales %here, %s : !half_atoms, !half_atoms into %sum : !packed_a, !packed_b into !sum
    %1 = lowp_gpu.mma_wait %0 pending 0 : !sum
  }
}
