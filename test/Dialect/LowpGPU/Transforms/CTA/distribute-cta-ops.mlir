// RUN: lowp-opt %s --pass-pipeline="builtin.module(func.func(lowp-gpu-distribute-cta-ops),canonicalize)" \
// RUN:   | FileCheck %s

// Rows of the tile as vectors; a maximum per row by packed halves, shuffles among
// the 16 lanes of a row and shared memory; the entry of a row in one thread.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME: %[[X:.*]]: memref<256x512xbf16>
// CHECK: gpu.launch
// CHECK-SAME: workgroup(%[[SHARED:.*]] : memref<1x128xbf16, #gpu.address_space<workgroup>>)
// CHECK-COUNT-8: vector.load %[[X]]{{.*}} {alignment = 16 : i64} : memref<256x512xbf16>, vector<8xbf16>
// CHECK: arith.maximumf %{{.*}}, %{{.*}} : vector<4xbf16>
// CHECK: gpu.shuffle xor
// CHECK: scf.if
// CHECK: memref.store %{{.*}}, %[[SHARED]]
// CHECK: gpu.barrier
// CHECK: memref.load %[[SHARED]]
// CHECK: scf.if
// CHECK: memref.store
// CHECK-NOT: lowp_gpu
func.func @rows(%x: memref<256x512xbf16>, %y: memref<256xbf16>, %i: index, %j: index) {
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c512 = arith.constant 512 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
    %0 = lowp_gpu.cta_load %x[][%i, %j] of(%c256, %c512) map affine_map<(d0, d1) -> (d0, d1)> {aligned}
      : memref<256x512xbf16> -> vector<128x128xbf16>
    %1 = lowp_gpu.cta_reduce <maximumf> %0 : vector<128x128xbf16> -> vector<128x1xbf16>
    lowp_gpu.cta_store %1 to %y[][%i, %j] of(%c256, %c512) map affine_map<(d0, d1) -> (d0)>
      : vector<128x1xbf16> to memref<256xbf16>
    gpu.terminator
  } {lowp_gpu.distribution = #lowp_gpu.distribution<rows = 8, vectors = 1 x 8, lanes = [2, 16], warps = [8, 1]>}
  return
}

// Saturated casts to 8 bits are one instruction for two elements; a transposed
// result goes through shared memory, 16 bytes at a time.
// CHECK-LABEL: func.func @transposed(
// CHECK-SAME: %{{.*}}: memref<256x512xf32>, %[[Y:[a-z0-9]*]]: memref<512x256xf8E4M3FN>
// CHECK: nvvm.convert.f32x2.to.f8x2 {{.*}} : i16(f8E4M3FN)
// CHECK: memref.store %{{.*}} : memref<2048xvector<8xf8E4M3FN>, #gpu.address_space<workgroup>>
// CHECK: gpu.barrier
// CHECK: vector.store %{{.*}}, %[[Y]]{{.*}} {alignment = 16 : i64} : memref<512x256xf8E4M3FN>, vector<16xf8E4M3FN>
func.func @transposed(%x: memref<256x512xf32>, %y: memref<512x256xf8E4M3FN>, %i: index, %j: index) {
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c512 = arith.constant 512 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
    %0 = lowp_gpu.cta_load %x[][%i, %j] of(%c256, %c512) map affine_map<(d0, d1) -> (d0, d1)> {aligned}
      : memref<256x512xf32> -> vector<128x128xf32>
    %1 = lowp_gpu.cta_map(%0) {
    ^bb0(%a: f32):
      %low = arith.constant -448.0 : f32
      %high = arith.constant 448.0 : f32
      %b = arith.maximumf %a, %low : f32
      %c = arith.minimumf %b, %high : f32
      %d = arith.truncf %c : f32 to f8E4M3FN
      lowp_gpu.yield %d : f8E4M3FN
    } : (vector<128x128xf32>) -> vector<128x128xf8E4M3FN>
    lowp_gpu.cta_store %1 to %y[][%i, %j] of(%c256, %c512) map affine_map<(d0, d1) -> (d1, d0)> {aligned}
      : vector<128x128xf8E4M3FN> to memref<512x256xf8E4M3FN>
    gpu.terminator
  } {lowp_gpu.distribution = #lowp_gpu.distribution<rows = 8, vectors = 1 x 8, lanes = [2, 16], warps = [8, 1]>}
  return
}

// Where rows are not known, vectors that lie within them are written at once if
// lines begin at multiples of 16 bytes, and others by elements.
// CHECK-LABEL: func.func @transposed_rows(
// CHECK: memref.store %{{.*}} : memref<2048xvector<8xf8E4M3FN>, #gpu.address_space<workgroup>>
// CHECK: gpu.barrier
// CHECK: memref.extract_strided_metadata
// CHECK: arith.remui
// CHECK: scf.if
// CHECK: vector.store %{{.*}} {alignment = 16 : i64} : memref<512x?xf8E4M3FN>, vector<16xf8E4M3FN>
// CHECK: } else {
// CHECK-COUNT-16: memref.store %{{.*}} : memref<512x?xf8E4M3FN>
// CHECK: scf.if
func.func @transposed_rows(%x: memref<?x512xf32>, %y: memref<512x?xf8E4M3FN>, %m: index, %i: index, %j: index) {
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c512 = arith.constant 512 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
    %0 = lowp_gpu.cta_load %x[][%i, %j] of(%m, %c512) map affine_map<(d0, d1) -> (d0, d1)> {aligned}
      : memref<?x512xf32> -> vector<128x128xf32>
    %1 = lowp_gpu.cta_map(%0) {
    ^bb0(%a: f32):
      %d = arith.truncf %a : f32 to f8E4M3FN
      lowp_gpu.yield %d : f8E4M3FN
    } : (vector<128x128xf32>) -> vector<128x128xf8E4M3FN>
    lowp_gpu.cta_store %1 to %y[][%i, %j] of(%m, %c512) map affine_map<(d0, d1) -> (d1, d0)> {aligned}
      : vector<128x128xf8E4M3FN> to memref<512x?xf8E4M3FN>
    gpu.terminator
  } {lowp_gpu.distribution = #lowp_gpu.distribution<rows = 8, vectors = 1 x 8, lanes = [2, 16], warps = [8, 1]>}
  return
}

// Rows that need not exist are guarded, elements without alignment single.
// CHECK-LABEL: func.func @ragged(
// CHECK: arith.minsi
// CHECK: memref.load
// CHECK-NOT: vector.load
// CHECK: arith.cmpi slt
// CHECK: scf.if
func.func @ragged(%x: memref<?x13xf32>, %y: memref<?x13xf32>, %m: index, %i: index, %j: index) {
  %c1 = arith.constant 1 : index
  %c13 = arith.constant 13 : index
  %c128 = arith.constant 128 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c128, %sy = %c1, %sz = %c1) {
    %0 = lowp_gpu.cta_load %x[][%i, %j] of(%m, %c13) map affine_map<(d0, d1) -> (d0, d1)> {aligned}
      : memref<?x13xf32> -> vector<64x16xf32>
    lowp_gpu.cta_store %0 to %y[][%i, %j] of(%m, %c13) map affine_map<(d0, d1) -> (d0, d1)> {aligned}
      : vector<64x16xf32> to memref<?x13xf32>
    gpu.terminator
  } {lowp_gpu.distribution = #lowp_gpu.distribution<rows = 1, vectors = 1 x 8, lanes = [16, 2], warps = [4, 1]>}
  return
}

// The bits of magnitudes are ordered as integers; every tile takes part. Only
// the first tile writes what has no place of its own for each tile.
// CHECK-LABEL: func.func @whole(
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<256x512xf32>, %[[A:[a-z0-9]*]]: memref<1x1xf32>, %[[S:[a-z0-9]*]]: memref<1x1xf32>
// CHECK: %[[BITS:.*]] = arith.bitcast %{{.*}} : f32 to i32
// CHECK: llvm.atomicrmw umax %{{.*}}, %[[BITS]] monotonic : !llvm.ptr<1>, i32
// CHECK: %[[ENTRY:.*]] = memref.load %[[S]]
// CHECK: %[[ROW:.*]] = arith.cmpi eq, %{{.*}}, %c0
// CHECK: %[[COLUMN:.*]] = arith.cmpi eq, %{{.*}}, %c0
// CHECK: %[[FIRST:.*]] = arith.andi %[[ROW]], %[[COLUMN]]
// CHECK: scf.if %[[FIRST]] {
// CHECK: memref.store %[[ENTRY]], %[[A]]
func.func @whole(%x: memref<256x512xf32>, %a: memref<1x1xf32>, %s: memref<1x1xf32>, %i: index, %j: index) {
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c512 = arith.constant 512 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
    %0 = lowp_gpu.cta_load %x[][%i, %j] of(%c256, %c512) map affine_map<(d0, d1) -> (d0, d1)> {aligned}
      : memref<256x512xf32> -> vector<128x128xf32>
    %1 = lowp_gpu.cta_reduce <maximumf> %0 : vector<128x128xf32> -> vector<1x1xf32>
    lowp_gpu.cta_store %1 to %a[][%i, %j] of(%c256, %c512) map affine_map<(d0, d1) -> (0, 0)> {atomic_max}
      : vector<1x1xf32> to memref<1x1xf32>
    %2 = lowp_gpu.cta_load %s[][%i, %j] of(%c256, %c512) map affine_map<(d0, d1) -> (0, 0)> {entries}
      : memref<1x1xf32> -> vector<1x1xf32>
    lowp_gpu.cta_store %2 to %a[][%i, %j] of(%c256, %c512) map affine_map<(d0, d1) -> (0, 0)>
      : vector<1x1xf32> to memref<1x1xf32>
    gpu.terminator
  } {lowp_gpu.distribution = #lowp_gpu.distribution<rows = 8, vectors = 1 x 8, lanes = [2, 16], warps = [8, 1]>}
  return
}

// A thread takes the numbers of its rows from shared memory; codes of 8 bits
// widen two at a time.
// CHECK-LABEL: func.func @gather(
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<?x512xf8E4M3FN>
// CHECK: gpu.launch
// CHECK-SAME: workgroup(%[[ROWS:[a-z0-9]*]] : memref<128xindex, #gpu.address_space<workgroup>>
// CHECK: memref.store %{{.*}}, %[[ROWS]]
// CHECK: gpu.barrier
// CHECK-COUNT-8: memref.load %[[ROWS]]
// CHECK-COUNT-8: vector.load %[[X]]{{.*}} {alignment = 8 : i64} : memref<?x512xf8E4M3FN>, vector<8xf8E4M3FN>
// CHECK-COUNT-32: nvvm.convert.f8x2.to.f16x2 {{.*}} : vector<2xi8>(f8E4M3FN) -> vector<2xf16>
func.func @gather(%x: memref<?x512xf8E4M3FN>, %p: memref<256xindex>, %y: memref<256x512xf32>, %i: index, %j: index) {
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c512 = arith.constant 512 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
    %0 = lowp_gpu.cta_load %p[][%i, %j] of(%c256, %c512) map affine_map<(d0, d1) -> (d0)> {aligned}
      : memref<256xindex> -> vector<128x1xindex>
    %1 = lowp_gpu.cta_load %x[][%i, %j] of(%c256, %c512) rows_at(%0 : vector<128x1xindex>)
      map affine_map<(d0, d1) -> (0, d1)> {aligned} : memref<?x512xf8E4M3FN> -> vector<128x128xf8E4M3FN>
    %2 = lowp_gpu.cta_map(%1) {
    ^bb0(%a: f8E4M3FN):
      %b = arith.extf %a : f8E4M3FN to f32
      lowp_gpu.yield %b : f32
    } : (vector<128x128xf8E4M3FN>) -> vector<128x128xf32>
    lowp_gpu.cta_store %2 to %y[][%i, %j] of(%c256, %c512) map affine_map<(d0, d1) -> (d0, d1)> {aligned}
      : vector<128x128xf32> to memref<256x512xf32>
    gpu.terminator
  } {lowp_gpu.distribution = #lowp_gpu.distribution<rows = 8, vectors = 1 x 8, lanes = [2, 16], warps = [8, 1]>}
  return
}

// To bf16 by way of f32, exactly: no type holds the other.
// CHECK-LABEL: func.func @widened_to_bf16(
// CHECK: nvvm.convert.f8x2.to.f16x2
// CHECK: %[[WIDE:.*]] = arith.extf %{{.*}} : vector<8xf16> to vector<8xf32>
// CHECK: arith.truncf %[[WIDE]] : vector<8xf32> to vector<8xbf16>
func.func @widened_to_bf16(%x: memref<?x512xf8E4M3FN>, %p: memref<256xindex>, %y: memref<256x512xbf16>, %i: index, %j: index) {
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %c512 = arith.constant 512 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
    %0 = lowp_gpu.cta_load %p[][%i, %j] of(%c256, %c512) map affine_map<(d0, d1) -> (d0)> {aligned}
      : memref<256xindex> -> vector<128x1xindex>
    %1 = lowp_gpu.cta_load %x[][%i, %j] of(%c256, %c512) rows_at(%0 : vector<128x1xindex>)
      map affine_map<(d0, d1) -> (0, d1)> {aligned} : memref<?x512xf8E4M3FN> -> vector<128x128xf8E4M3FN>
    %2 = lowp_gpu.cta_map(%1) {
    ^bb0(%a: f8E4M3FN):
      %b = arith.extf %a : f8E4M3FN to bf16
      lowp_gpu.yield %b : bf16
    } : (vector<128x128xf8E4M3FN>) -> vector<128x128xbf16>
    lowp_gpu.cta_store %2 to %y[][%i, %j] of(%c256, %c512) map affine_map<(d0, d1) -> (d0, d1)> {aligned}
      : vector<128x128xbf16> to memref<256x512xbf16>
    gpu.terminator
  } {lowp_gpu.distribution = #lowp_gpu.distribution<rows = 8, vectors = 1 x 8, lanes = [2, 16], warps = [8, 1]>}
  return
}

// A loop carries what each thread has; the next round waits until all have read what the
// threads shared.
// CHECK-LABEL: func.func @loop(
// CHECK: gpu.launch
// CHECK: %[[SUM:.*]] = scf.for {{.*}} iter_args(%[[SO_FAR:.*]] = %{{.*}}) -> (f32)
// CHECK: gpu.barrier
// CHECK: %[[NEXT:.*]] = arith.addf %[[SO_FAR]]
// CHECK: gpu.barrier
// CHECK: scf.yield %[[NEXT]] : f32
// CHECK-NOT: lowp_gpu.cta
func.func @loop(%x: memref<256x512xf32>, %y: memref<256xf32>, %i: index, %end: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %i, %gy = %i, %gz = %i)
             threads(%tx, %ty, %tz) in (%sx = %i, %sy = %i, %sz = %i) {
    %zero = arith.constant 0.0 : f32
    %0 = lowp_gpu.cta_map(%zero) {
    ^bb0(%a: f32):
      lowp_gpu.yield %a : f32
    } : (f32) -> vector<128x1xf32>
    %1 = scf.for %j = %i to %end step %i iter_args(%so_far = %0) -> (vector<128x1xf32>) {
      %2 = lowp_gpu.cta_load %x[][%i, %j] of(%i, %i) map affine_map<(d0, d1) -> (d0, d1)>
        : memref<256x512xf32> -> vector<128x128xf32>
      %3 = lowp_gpu.cta_reduce <addf> %2 columns(%i) : vector<128x128xf32> -> vector<128x1xf32>
      %4 = lowp_gpu.cta_map(%so_far, %3) {
      ^bb0(%a: f32, %b: f32):
        %sum = arith.addf %a, %b : f32
        lowp_gpu.yield %sum : f32
      } : (vector<128x1xf32>, vector<128x1xf32>) -> vector<128x1xf32>
      scf.yield %4 : vector<128x1xf32>
    }
    lowp_gpu.cta_store %1 to %y[][%i, %i] of(%i, %i) map affine_map<(d0, d1) -> (d0)>
      : vector<128x1xf32> to memref<256xf32>
    gpu.terminator
  } {lowp_gpu.distribution = #lowp_gpu.distribution<rows = 8, vectors = 1 x 8, lanes = [2, 16], warps = [8, 1]>}
  return
}

// A product that what remains corrects; in full where there is no reciprocal.
// CHECK-LABEL: func.func @divide(
// CHECK: %[[X:.*]]:8 = scf.if
// CHECK: %[[HAS:.*]] = arith.cmpf ord
// CHECK: scf.if
// CHECK: %[[Q:.*]] = arith.mulf %[[X]]#0
// CHECK: %[[REST:.*]] = math.fma %{{.*}}, %{{.*}}, %[[X]]#0
// CHECK: %[[BETTER:.*]] = math.fma %[[REST]], %{{.*}}, %[[Q]]
// CHECK: arith.select %{{.*}}, %[[BETTER]], %[[Q]]
// CHECK: else
// CHECK: arith.divf %[[X]]#0
// CHECK-NOT: lowp_gpu
func.func @divide(%x: memref<256x512xf32>, %d: f32, %r: f32, %i: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %i, %gy = %i, %gz = %i)
             threads(%tx, %ty, %tz) in (%sx = %i, %sy = %i, %sz = %i) {
    %0 = lowp_gpu.cta_load %x[][%i, %i] of(%i, %i) map affine_map<(d0, d1) -> (d0, d1)> {aligned}
      : memref<256x512xf32> -> vector<128x128xf32>
    %1 = lowp_gpu.cta_map(%0, %d, %r) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %q = lowp_gpu.divide %a, %b by %c : f32
      lowp_gpu.yield %q : f32
    } : (vector<128x128xf32>, f32, f32) -> vector<128x128xf32>
    lowp_gpu.cta_store %1 to %x[][%i, %i] of(%i, %i) map affine_map<(d0, d1) -> (d0, d1)> {aligned}
      : vector<128x128xf32> to memref<256x512xf32>
    gpu.terminator
  } {lowp_gpu.distribution = #lowp_gpu.distribution<rows = 8, vectors = 1 x 8, lanes = [2, 16], warps = [8, 1]>}
  return
}

// One branch for four quotients of a thread, which div.rn's sequence computes
// where all divisors are moderate.
// CHECK-LABEL: func.func @quotients(
// CHECK: arith.maxnumf %{{.*}} : vector<2xf32>
// CHECK: arith.minnumf %{{.*}} : vector<2xf32>
// CHECK: %[[MODERATE:.*]] = arith.andi
// CHECK: scf.if %[[MODERATE]] -> (vector<4xf32>)
// CHECK-COUNT-4: nvvm.rcp.approx.ftz.f
// CHECK: %[[R:.*]] = math.fma
// CHECK: %[[BETTER:.*]] = math.fma
// CHECK: %[[REST:.*]] = math.fma %{{.*}}, %[[BETTER]]
// CHECK: %[[NEXT:.*]] = math.fma %[[REST]], %[[BETTER]], %[[BETTER]]
// CHECK: math.fma %{{.*}}, %[[NEXT]]
// CHECK: else
// CHECK: arith.divf
// Where a dividend can be anything, it is asked, too.
// CHECK-COUNT-4: arith.minnumf
// CHECK: scf.if
// An approximation stays for the chip, and so does a division by one number.
// CHECK-NOT: scf.if
// CHECK: arith.divf %{{.*}} fastmath<arcp>
// CHECK-NOT: scf.if
// CHECK: arith.divf
func.func @quotients(%x: memref<256x512xf32>, %d: f32, %i: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %i, %gy = %i, %gz = %i)
             threads(%tx, %ty, %tz) in (%sx = %i, %sy = %i, %sz = %i) {
    %0 = lowp_gpu.cta_load %x[][%i, %i] of(%i, %i) map affine_map<(d0, d1) -> (d0, d1)> {aligned}
      : memref<256x512xf32> -> vector<8x128xf32>
    %1 = lowp_gpu.cta_map(%0, %d) {
    ^bb0(%a: f32, %b: f32):
      %one = arith.constant 1.0 : f32
      %q = arith.divf %one, %a : f32
      %r = arith.divf %q, %a : f32
      %s = arith.divf %r, %a fastmath<arcp> : f32
      %t = arith.divf %s, %b : f32
      lowp_gpu.yield %t : f32
    } : (vector<8x128xf32>, f32) -> vector<8x128xf32>
    lowp_gpu.cta_store %1 to %x[][%i, %i] of(%i, %i) map affine_map<(d0, d1) -> (d0, d1)> {aligned}
      : vector<8x128xf32> to memref<256x512xf32>
    gpu.terminator
  } {lowp_gpu.distribution = #lowp_gpu.distribution<rows = 1, vectors = 1 x 8, lanes = [2, 16], warps = [4, 1]>}
  return
}

// The divisor of a sigmoid is not small, and 16-bit dividends are asked by twos.
// CHECK-LABEL: func.func @silu(
// CHECK-NOT: arith.minnumf
// CHECK: arith.maxnumf %{{.*}} : vector<2xf32>
// CHECK-NOT: arith.minnumf
// CHECK: arith.maxnumf %{{.*}} : vector<2xbf16>
// CHECK: arith.minnumf %{{.*}} : vector<2xbf16>
// CHECK: scf.if
// CHECK: nvvm.rcp.approx.ftz.f
func.func @silu(%x: memref<256x512xbf16>, %i: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %i, %gy = %i, %gz = %i)
             threads(%tx, %ty, %tz) in (%sx = %i, %sy = %i, %sz = %i) {
    %0 = lowp_gpu.cta_load %x[][%i, %i] of(%i, %i) map affine_map<(d0, d1) -> (d0, d1)> {aligned}
      : memref<256x512xbf16> -> vector<8x128xbf16>
    %1 = lowp_gpu.cta_map(%0) {
    ^bb0(%a: bf16):
      %one = arith.constant 1.0 : f32
      %b = arith.extf %a : bf16 to f32
      %c = arith.negf %b : f32
      %e = math.exp %c : f32
      %d = arith.addf %e, %one : f32
      %q = arith.divf %b, %d : f32
      %r = arith.truncf %q : f32 to bf16
      lowp_gpu.yield %r : bf16
    } : (vector<8x128xbf16>) -> vector<8x128xbf16>
    lowp_gpu.cta_store %1 to %x[][%i, %i] of(%i, %i) map affine_map<(d0, d1) -> (d0, d1)> {aligned}
      : vector<8x128xbf16> to memref<256x512xbf16>
    gpu.terminator
  } {lowp_gpu.distribution = #lowp_gpu.distribution<rows = 1, vectors = 1 x 8, lanes = [2, 16], warps = [4, 1]>}
  return
}

// Sizes and strides that only the run time knows: whole vectors where all of them
// are multiples of one, else elements. A dimension of size 1 has no stride, and
// that of one above known sizes is a multiple of them.
// CHECK-LABEL: func.func @unknown_sizes(
// CHECK-SAME: %[[X:[^:]*]]: memref<?x?xf32, strided<[?, 1]>>, %[[Y:[^:]*]]: memref<1x?x128xbf16>,
// CHECK-SAME: %[[I:[^:]*]]: index
// CHECK: %[[SIZE:.*]] = arith.remui %[[I]], %[[C8:.*]] : index
// CHECK: %[[HAS_SIZE:.*]] = arith.cmpi eq, %[[SIZE]]
// CHECK: %{{.*}}, %{{.*}}, %{{.*}}:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata %[[X]]
// CHECK: %[[STRIDE:.*]] = arith.remui %[[STRIDES]]#0
// CHECK: %[[HAS_STRIDE:.*]] = arith.cmpi eq, %[[STRIDE]]
// CHECK: %[[HAS:.*]] = arith.andi %[[HAS_SIZE]], %[[HAS_STRIDE]]
// CHECK: scf.if %[[HAS]] -> (vector<8xf32>
// CHECK-COUNT-8: vector.load {{.*}} : memref<?x?xf32, strided<[?, 1]>>, vector<8xf32>
// CHECK: else
// CHECK-COUNT-64: memref.load
// CHECK: scf.if
// CHECK: vector.store {{.*}} : memref<?x?xf32, strided<[?, 1]>>, vector<8xf32>
// CHECK: else
// CHECK: memref.store
// Rows of 128 are multiples.
// CHECK-NOT: memref.store %{{.*}}, %[[Y]]
// CHECK: vector.store {{.*}} : memref<1x?x128xbf16>, vector<8xbf16>
// CHECK-NOT: memref.store %{{.*}}, %[[Y]]
func.func @unknown_sizes(%x: memref<?x?xf32, strided<[?, 1]>>, %y: memref<1x?x128xbf16>, %i: index) {
  %c128 = arith.constant 128 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %i, %gy = %i, %gz = %i)
             threads(%tx, %ty, %tz) in (%sx = %i, %sy = %i, %sz = %i) {
    %0 = lowp_gpu.cta_load %x[][%i, %i] of(%i, %i) map affine_map<(d0, d1) -> (d0, d1)> {aligned}
      : memref<?x?xf32, strided<[?, 1]>> -> vector<128x128xf32>
    lowp_gpu.cta_store %0 to %x[][%i, %i] of(%i, %i) map affine_map<(d0, d1) -> (d0, d1)> {aligned}
      : vector<128x128xf32> to memref<?x?xf32, strided<[?, 1]>>
    %1 = lowp_gpu.cta_map(%0) {
    ^bb0(%a: f32):
      %t = arith.truncf %a : f32 to bf16
      lowp_gpu.yield %t : bf16
    } : (vector<128x128xf32>) -> vector<128x128xbf16>
    lowp_gpu.cta_store %1 to %y[][%i, %i] of(%i, %c128) map affine_map<(d0, d1) -> (0, d0, d1)> {aligned}
      : vector<128x128xbf16> to memref<1x?x128xbf16>
    gpu.terminator
  } {lowp_gpu.distribution = #lowp_gpu.distribution<rows = 8, vectors = 1 x 8, lanes = [2, 16], warps = [8, 1]>}
  return
}
