// RUN: lowp-opt %s --convert-lowp-gpu-to-nvvm --canonicalize --cse | FileCheck %s

// One instruction for 32 bytes of K. Descriptors have 128-byte swizzles (2 << 61), version 1 (1 << 46) and 1024 bytes (64 << 32) from
// eight rows to the next; the word that describes the product has its types, 128 columns (16 << 17) and 128 rows (8 << 24).

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 1 : i64}>
!fp8 = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
!e5m2 = !lowp_gpu.tile<128x128xf8E5M2 swizzle 128>
!fp4 = !lowp_gpu.tile<128x256xf4E2M1FN swizzle 128>
!spread = !lowp_gpu.tile<128x128xf4E2M1FN swizzle 128 spread>
!tf32 = !lowp_gpu.tile<128x32xtf32 swizzle 128>
!bf16 = !lowp_gpu.tile<128x64xbf16 swizzle 128>
!panels = !lowp_gpu.tile<2x64x64xbf16 swizzle 128>
!panel = !lowp_gpu.tile<1x128x128xf8E4M3FN swizzle 128>
!atom = !lowp_gpu.tile<1x512xf8E8M0FNU>
!atoms = !lowp_gpu.tile<2x512xf8E8M0FNU>
!four = !lowp_gpu.tile<4x512xf8E4M3FN>
!sums = !lowp_gpu.tile<128x128xf32 in tensor>

gpu.module @kernels {
  // CHECK-LABEL: llvm.func @fp8(
  // CHECK-SAME:      %[[A:[a-z0-9]*]]: i32, %[[B:[a-z0-9]*]]: i32, %[[D:[a-z0-9]*]]: i32, %[[MORE:[a-z0-9]*]]: i1
  // CHECK-DAG:     %[[HIGH:.*]] = llvm.mlir.constant(4611756662049472512 : i64) : i64
  // CHECK-DAG:     %[[FORM:.*]] = arith.constant 136314896 : i32
  // CHECK:         llvm.inline_asm {{.*}}"tcgen05.fence::after_thread_sync;"
  // CHECK:         %[[ADDS:.*]] = llvm.zext %[[MORE]] : i1 to i32
  // CHECK:         llvm.inline_asm {{.*}}"{ .reg .pred p; setp.ne.b32 p, $4, 0; tcgen05.mma.cta_group::1.kind::f8f6f4 [$0], $1, $2, $3, p; }", "r,l,l,r,r,~{memory}" %[[D]], %{{.*}}, %{{.*}}, %[[FORM]], %[[ADDS]]
  // CHECK:         %[[NEXT:.*]] = arith.addi %[[A]], %c32_i32
  // CHECK-COUNT-3: tcgen05.mma.cta_group::1.kind::f8f6f4 {{.*}}, %[[FORM]], %c1_i32
  // CHECK-NOT:     tcgen05.mma
  lowp_gpu.kernel @fp8(%a: !fp8, %b: !fp8, %d: !sums, %more: i1) chip "sm_100a" config #config
      attributes {shared_bytes = 0 : i64, warps = 8 : i64} {
    lowp_gpu.mma_into %a, %b to %d accumulate %more : !fp8, !fp8 to !sums
  }

  // A slice of K: its first 32 bytes may replace sums.
  // CHECK-LABEL: llvm.func @slice(
  // CHECK-SAME:      %[[A:[a-z0-9]*]]: i32, %[[B:[a-z0-9]*]]: i32, %[[D:[a-z0-9]*]]: i32, %[[MORE:[a-z0-9]*]]: i1
  // CHECK:         %[[ADDS:.*]] = llvm.zext %[[MORE]] : i1 to i32
  // CHECK:         arith.addi %[[A]], %c64_i32
  // CHECK:         tcgen05.mma.cta_group::1.kind::f8f6f4 {{.*}}, %[[ADDS]]
  // CHECK:         arith.addi %[[A]], %c96_i32
  // CHECK:         tcgen05.mma.cta_group::1.kind::f8f6f4 {{.*}}, %c1_i32
  // CHECK-NOT:     tcgen05.mma
  lowp_gpu.kernel @slice(%a: !fp8, %b: !fp8, %d: !sums, %more: i1) chip "sm_100a" config #config
      attributes {shared_bytes = 0 : i64, warps = 8 : i64} {
    lowp_gpu.mma_into %a, %b slice 1 of 2 to %d accumulate %more : !fp8, !fp8 to !sums
  }

  // Types of the lhs and of the rhs: e5m2 is 1.
  // CHECK-LABEL: llvm.func @mixed(
  // CHECK-DAG:     arith.constant 136315920 : i32
  // CHECK-COUNT-4: tcgen05.mma.cta_group::1.kind::f8f6f4
  lowp_gpu.kernel @mixed(%a: !fp8, %b: !e5m2, %d: !sums, %more: i1) chip "sm_100a" config #config
      attributes {shared_bytes = 0 : i64, warps = 8 : i64} {
    lowp_gpu.mma_into %a, %b to %d accumulate %more : !fp8, !e5m2 to !sums
  }

  // An MN-major rhs: bit 16, and 2048 bytes from 16 rows of K to the next; panels of 64 columns are 8192 bytes apart (512 << 16).
  // CHECK-LABEL: llvm.func @bf16(
  // CHECK-SAME:      %{{[a-z0-9]*}}: i32, %[[B:[a-z0-9]*]]: i32
  // CHECK-DAG:     arith.constant 136381584 : i32
  // CHECK-DAG:     %[[LEADING:.*]] = arith.constant 33554432 : i32
  // CHECK:         arith.ori %{{.*}}, %[[LEADING]]
  // CHECK:         arith.addi %[[B]], %c2048_i32
  // CHECK:         arith.addi %[[B]], %c4096_i32
  // CHECK:         arith.addi %[[B]], %c6144_i32
  // CHECK:         tcgen05.mma.cta_group::1.kind::f16
  lowp_gpu.kernel @bf16(%a: !bf16, %b: !panels, %d: !sums, %more: i1) chip "sm_100a" config #config
      attributes {shared_bytes = 0 : i64, warps = 8 : i64} {
    lowp_gpu.mma_into %a, %b to %d accumulate %more : !bf16, !panels to !sums
  }

  // Both MN-major, bits 15 and 16: 32 rows of K of 8 bits are 4096 bytes.
  // CHECK-LABEL: llvm.func @panels_of_fp8(
  // CHECK-SAME:      %[[A:[a-z0-9]*]]: i32
  // CHECK-DAG:     arith.constant 136413200 : i32
  // CHECK:         arith.addi %[[A]], %c4096_i32
  // CHECK:         arith.addi %[[A]], %c8192_i32
  // CHECK:         arith.addi %[[A]], %c12288_i32
  // CHECK:         tcgen05.mma.cta_group::1.kind::f8f6f4
  lowp_gpu.kernel @panels_of_fp8(%a: !panel, %b: !panel, %d: !sums, %more: i1) chip "sm_100a" config #config
      attributes {shared_bytes = 0 : i64, warps = 8 : i64} {
    lowp_gpu.mma_into %a, %b to %d accumulate %more : !panel, !panel to !sums
  }

  // CHECK-LABEL: llvm.func @tf32(
  // CHECK-DAG:     arith.constant 136317200 : i32
  // CHECK-COUNT-4: tcgen05.mma.cta_group::1.kind::tf32
  lowp_gpu.kernel @tf32(%a: !tf32, %b: !tf32, %d: !sums, %more: i1) chip "sm_100a" config #config
      attributes {shared_bytes = 0 : i64, warps = 8 : i64} {
    lowp_gpu.mma_into %a, %b to %d accumulate %more : !tf32, !tf32 to !sums
  }

  // An atom of scales is copied to four columns; each product takes another byte of its words, for lhs and rhs.
  // CHECK-LABEL: llvm.func @mxfp8(
  // CHECK-DAG:     %[[FIRST:.*]] = arith.constant 144703488 : i32
  // CHECK-DAG:     %[[SECOND:.*]] = arith.constant 681574416 : i32
  // CHECK-DAG:     %[[THIRD:.*]] = arith.constant 1218445344 : i32
  // CHECK-DAG:     %[[LAST:.*]] = arith.constant 1755316272 : i32
  // CHECK:         %[[COLUMN:.*]] = llvm.load %{{.*}} : !llvm.ptr<3> -> i32
  // CHECK:         %[[SA:.*]] = arith.addi %[[COLUMN]], %c128_i32
  // CHECK:         "tcgen05.cp.cta_group::1.32x128b.warpx4 [$0], $1;", "r,l,~{memory}" %[[SA]]
  // CHECK:         %[[SB:.*]] = arith.addi %[[COLUMN]], %c132_i32
  // CHECK:         "tcgen05.cp.cta_group::1.32x128b.warpx4 [$0], $1;", "r,l,~{memory}" %[[SB]]
  // CHECK:         tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.block32 [$0], $1, $2, $3, [$5], [$6], p; {{.*}}, %[[FIRST]], %{{.*}}, %[[SA]], %[[SB]]
  // CHECK:         tcgen05.mma{{.*}}, %[[SECOND]], %{{.*}}, %[[SA]], %[[SB]]
  // CHECK:         tcgen05.mma{{.*}}, %[[THIRD]], %{{.*}}, %[[SA]], %[[SB]]
  // CHECK:         tcgen05.mma{{.*}}, %[[LAST]], %{{.*}}, %[[SA]], %[[SB]]
  lowp_gpu.kernel @mxfp8(%a: !fp8, %b: !fp8, %s: !atom, %d: !sums, %more: i1) chip "sm_100a" config #config
      attributes {shared_bytes = 16 : i64, tensor_address = 0 : i64, warps = 8 : i64} {
    lowp_gpu.mma_into %a, %b scales %s, %s : !atom, !atom to %d accumulate %more {scale_column = 128 : i64} : !fp8, !fp8 to !sums
  }

  // FP4 beside fp8 lies a byte each: 32 of them for a product, as of fp8, and one scale. e2m1 is 5.
  // CHECK-LABEL: llvm.func @fp8_fp4(
  // CHECK-SAME:      %{{[a-z0-9]*}}: i32, %[[B:[a-z0-9]*]]: i32
  // CHECK-DAG:     %[[FIRST:.*]] = arith.constant 144708608 : i32
  // CHECK-COUNT-2: tcgen05.cp.cta_group::1.32x128b.warpx4
  // CHECK:         tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.block32 {{.*}}, %[[FIRST]],
  // CHECK:         arith.addi %[[B]], %c32_i32
  // CHECK-COUNT-3: tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.block32
  // CHECK-NOT:     tcgen05
  lowp_gpu.kernel @fp8_fp4(%a: !fp8, %b: !spread, %s: !atom, %d: !sums, %more: i1) chip "sm_100a" config #config
      attributes {shared_bytes = 16 : i64, tensor_address = 0 : i64, warps = 8 : i64} {
    lowp_gpu.mma_into %a, %b scales %s, %s : !atom, !atom to %d accumulate %more {scale_column = 128 : i64} : !fp8, !spread to !sums
  }

  // CHECK-LABEL: llvm.func @fp4_e5m2(
  // CHECK-DAG:     %[[FIRST:.*]] = arith.constant 144705152 : i32
  // CHECK:         tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.block32 {{.*}}, %[[FIRST]],
  lowp_gpu.kernel @fp4_e5m2(%a: !spread, %b: !e5m2, %s: !atom, %d: !sums, %more: i1) chip "sm_100a" config #config
      attributes {shared_bytes = 16 : i64, tensor_address = 0 : i64, warps = 8 : i64} {
    lowp_gpu.mma_into %a, %b scales %s, %s : !atom, !atom to %d accumulate %more {scale_column = 128 : i64} : !spread, !e5m2 to !sums
  }

  // Two scales of 32 elements for a product of 64: the bytes 0 and 2 of two atoms.
  // CHECK-LABEL: llvm.func @mxfp4(
  // CHECK-COUNT-4: tcgen05.cp.cta_group::1.32x128b.warpx4
  // CHECK-COUNT-4: tcgen05.mma.cta_group::1.kind::mxf4.block_scale.block32
  // CHECK-NOT:     tcgen05
  lowp_gpu.kernel @mxfp4(%a: !fp4, %b: !fp4, %s: !atoms, %d: !sums, %more: i1) chip "sm_100a" config #config
      attributes {shared_bytes = 16 : i64, tensor_address = 0 : i64, warps = 8 : i64} {
    lowp_gpu.mma_into %a, %b scales %s, %s : !atoms, !atoms to %d accumulate %more {scale_column = 128 : i64} : !fp4, !fp4 to !sums
  }

  // Four scales of 16 elements, in UE4M3: an atom for each product.
  // CHECK-LABEL: llvm.func @nvfp4(
  // CHECK-DAG:     %[[FORM:.*]] = arith.constant 136316032 : i32
  // CHECK-COUNT-8: tcgen05.cp.cta_group::1.32x128b.warpx4
  // CHECK-COUNT-4: tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale.block16 {{.*}}, %[[FORM]],
  lowp_gpu.kernel @nvfp4(%a: !fp4, %b: !fp4, %s: !four, %d: !sums, %more: i1) chip "sm_100a" config #config
      attributes {shared_bytes = 16 : i64, tensor_address = 0 : i64, warps = 8 : i64} {
    lowp_gpu.mma_into %a, %b scales %s, %s : !four, !four to %d accumulate %more {scale_column = 128 : i64} : !fp4, !fp4 to !sums
  }

  // Where not all scales of the second atom count, the lane that multiplies clears the others before they are copied.
  // CHECK-LABEL: llvm.func @kept_scales(
  // CHECK-SAME:      i1, %[[S:[a-z0-9]*]]: i32, %[[COUNT:[a-z0-9]*]]: i32
  // CHECK:         %[[IS_PART:.*]] = arith.cmpi slt, %[[COUNT]], %c4_i32
  // CHECK:         scf.if %[[IS_PART]] {
  // CHECK:           %[[ATOM:.*]] = arith.addi %[[S]], %c512_i32
  // CHECK:           scf.for %[[I:.*]] = %c0_i32 to %c512_i32 step %c64_i32
  // CHECK-COUNT-4:     llvm.load {{.*}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
  // CHECK-COUNT-4:     llvm.store {{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
  // CHECK:           nvvm.fence.proxy
  // CHECK:         tcgen05.cp
  lowp_gpu.kernel @kept_scales(%a: !fp4, %b: !fp4, %d: !sums, %more: i1, %s: !atoms, %count: i32) chip "sm_100a" config #config
      attributes {shared_bytes = 16 : i64, tensor_address = 0 : i64, warps = 8 : i64} {
    %kept = lowp_gpu.keep_scales %s, %count in 1 : !atoms
    lowp_gpu.mma_into %a, %b scales %kept, %s : !atoms, !atoms to %d accumulate %more {scale_column = 128 : i64} : !fp4, !fp4 to !sums
  }

  // Two atoms of rows beside each other, as a product of 192 columns reads them: of four scales of K, then of the next four. The columns of
  // the tile begin within the first one, and the set is 16 columns of the lhs and 32 of the rhs long.
  // CHECK-LABEL: llvm.func @rows_of_atoms(
  // CHECK-SAME:      %[[ROW:[a-z0-9]*]]: i32, %[[SET:[a-z0-9]*]]: i32)
  // CHECK-DAG:     %[[BEFORE:.*]] = arith.muli %[[SET]], %c48_i32
  // CHECK:         %[[COLUMN:.*]] = arith.addi %{{.*}}, %[[BEFORE]]
  // CHECK-COUNT-12: tcgen05.cp.cta_group::1.32x128b.warpx4
  // CHECK:         %[[SKIPPED:.*]] = arith.shrui %[[ROW]], %c5_i32
  // CHECK:         %[[SB:.*]] = arith.addi %{{.*}}, %[[SKIPPED]]
  // CHECK:         tcgen05.mma{{.*}}, %[[COLUMN]], %[[SB]] :
  // CHECK:         %[[NEXT:.*]] = arith.addi %[[SB]], %c8_i32
  // CHECK:         tcgen05.mma{{.*}}, %[[NEXT]] :
  lowp_gpu.kernel @rows_of_atoms(%a: !fp4, %b: !lowp_gpu.tile<192x256xf4E2M1FN swizzle 128>, %s: !four, %t: !lowp_gpu.tile<2x4x512xf8E4M3FN>, %d: !lowp_gpu.tile<128x192xf32 in tensor>, %more: i1, %row: i32, %set: i32) chip "sm_100a" config #config
      attributes {shared_bytes = 16 : i64, tensor_address = 0 : i64, warps = 8 : i64} {
    lowp_gpu.mma_into %a, %b scales %s, %t from %row set %set : !four, !lowp_gpu.tile<2x4x512xf8E4M3FN> to %d accumulate %more {scale_column = 128 : i64, scale_sets = 3 : i64} : !fp4, !lowp_gpu.tile<192x256xf4E2M1FN swizzle 128> to !lowp_gpu.tile<128x192xf32 in tensor>
  }

  // Scales of both rows of atoms are kept.
  // CHECK-LABEL: llvm.func @kept_rows(
  // CHECK:         scf.if
  // CHECK-COUNT-2:   scf.for
  // CHECK:         nvvm.fence.proxy
  lowp_gpu.kernel @kept_rows(%a: !fp4, %b: !lowp_gpu.tile<256x256xf4E2M1FN swizzle 128>, %s: !four, %t: !lowp_gpu.tile<2x4x512xf8E4M3FN>, %d: !lowp_gpu.tile<128x256xf32 in tensor>, %more: i1, %count: i32) chip "sm_100a" config #config
      attributes {shared_bytes = 16 : i64, tensor_address = 0 : i64, warps = 8 : i64} {
    %kept = lowp_gpu.keep_scales %t, %count in 1 : !lowp_gpu.tile<2x4x512xf8E4M3FN>
    lowp_gpu.mma_into %a, %b scales %s, %kept : !four, !lowp_gpu.tile<2x4x512xf8E4M3FN> to %d accumulate %more {scale_column = 256 : i64} : !fp4, !lowp_gpu.tile<256x256xf4E2M1FN swizzle 128> to !lowp_gpu.tile<128x256xf32 in tensor>
  }
}
