// How threads share a reduction depends on the direction in which the operand
// is contiguous, on the length, and on whether the order of terms shows.
// RUN: lowp-opt %s --pass-pipeline="builtin.module(func.func(convert-linalg-to-gpu,canonicalize))" | FileCheck %s

#rows = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>

// Short rows: as many threads as a row has accesses of 16 bytes, here 32 to 128
// elements of f32, so that 8 rows share a block.
// CHECK-LABEL: func.func @short_rows
// CHECK-DAG:     %[[C8:.*]] = arith.constant 8 : index
// CHECK-DAG:     %[[C32:.*]] = arith.constant 32 : index
// CHECK:         %[[BLOCKS:.*]] = arith.ceildivui %{{.*}}, %[[C8]]
// CHECK:         gpu.launch blocks({{.*}}) in (%{{.*}} = %[[BLOCKS]],{{.*}} workgroup(%[[SHARED:.*]] : memref<256xf32, #gpu.address_space<workgroup>>)
// CHECK:           arith.remui %{{.*}}, %[[C32]]
// CHECK-COUNT-4:   memref.load %{{.*}} : memref<?x128xf32>
// CHECK:           memref.store %{{.*}}, %[[SHARED]]
// CHECK-COUNT-5:   gpu.barrier
// CHECK-NOT:       gpu.barrier
func.func @short_rows(%x: memref<?x128xf32>, %sum: memref<?xf32>) {
  linalg.generic {indexing_maps = [#rows, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<?x128xf32>) outs(%sum : memref<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  return
}

// Long rows: a block each. Sums are not split further: their bits would depend
// on the order in which blocks end.
// CHECK-LABEL: func.func @long_rows
// CHECK:         %[[ROWS:.*]] = memref.dim
// CHECK:         gpu.launch blocks({{.*}}) in (%{{.*}} = %[[ROWS]],
// CHECK:           scf.for
// CHECK-COUNT-8:   gpu.barrier
// CHECK:           memref.load %{{.*}} : memref<256xf32, #gpu.address_space<workgroup>>
// CHECK:           scf.if
// CHECK:             memref.load
// CHECK:             arith.addf
// CHECK:             memref.store
func.func @long_rows(%x: memref<?x65536xf32>, %sum: memref<?xf32>) {
  linalg.generic {indexing_maps = [#rows, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<?x65536xf32>) outs(%sum : memref<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
  return
}

// The largest magnitude of a whole tensor: many blocks, an atomic at the end.
// CHECK-LABEL: func.func @whole
// CHECK:         %[[PER_BLOCK:.*]] = arith.constant 16384 : index
// CHECK:         arith.ceildivui %{{.*}}, %[[PER_BLOCK]]
// CHECK:         gpu.launch
// CHECK-COUNT-8:   gpu.barrier
// CHECK:           memref.atomic_rmw maximumf %{{.*}}, %{{.*}}[]
func.func @whole(%x: memref<?x?xbf16>, %max: memref<f32>) {
  linalg.generic {indexing_maps = [#rows, affine_map<(d0, d1) -> ()>],
                  iterator_types = ["reduction", "reduction"]}
      ins(%x : memref<?x?xbf16>) outs(%max : memref<f32>) {
  ^bb0(%in: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    %1 = math.absf %0 : f32
    %2 = arith.maximumf %out, %1 : f32
    linalg.yield %2 : f32
  }
  return
}

// Down the columns: neighbouring threads take neighbouring columns, and groups of
// them rows by turns; parts of them meet in an atomic where the order of terms does
// not show.
// CHECK-LABEL: func.func @columns
// CHECK:         gpu.launch
// CHECK:           memref.atomic_rmw maximumf
func.func @columns(%x: memref<?x512xf32>, %max: memref<512xf32>) {
  linalg.generic {indexing_maps = [#rows, #column], iterator_types = ["reduction", "parallel"]}
      ins(%x : memref<?x512xf32>) outs(%max : memref<512xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %out, %in : f32
    linalg.yield %0 : f32
  }
  return
}

// Rows of a block scale: 16 threads to 128 elements of bf16. All threads reach
// the barriers, also those beyond the last row.
// CHECK-LABEL: func.func @blocks
// CHECK:         gpu.launch
// CHECK:           %[[EXISTS:.*]] = arith.cmpi ult
// CHECK-COUNT-4:   gpu.barrier
// CHECK-NOT:       gpu.barrier
// CHECK:           %[[STORES:.*]] = arith.andi %{{.*}}, %[[EXISTS]]
// CHECK:           scf.if %[[STORES]]
func.func @blocks(%x: memref<?x56x128xbf16>, %max: memref<?x56xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : memref<?x56x128xbf16>) outs(%max : memref<?x56xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.maximumf %0, %out : f32
    linalg.yield %1 : f32
  }
  return
}

// An operand that the body reads by itself counts as well as an input does.
// CHECK-LABEL: func.func @gathered
// CHECK:         gpu.launch {{.*}} workgroup(
// CHECK-COUNT-4:   memref.load %{{.*}} : memref<?x128xf32>
// CHECK-COUNT-5:   gpu.barrier
func.func @gathered(%x: memref<?x128xf32>, %max: memref<?xf32>, %extent: memref<128xf32>) {
  linalg.generic {indexing_maps = [#column, #row], iterator_types = ["parallel", "reduction"]}
      ins(%extent : memref<128xf32>) outs(%max : memref<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %0 = memref.load %x[%i, %j] : memref<?x128xf32>
    %1 = arith.maximumf %0, %out : f32
    linalg.yield %1 : f32
  }
  return
}

// A sum in f64: 32 threads, of 4 elements each, and a block has 8 rows.
// CHECK-LABEL: func.func @wide
// CHECK-DAG:     %[[C8:.*]] = arith.constant 8 : index
// CHECK:         arith.ceildivui %{{.*}}, %[[C8]]
// CHECK:         gpu.launch {{.*}} workgroup(%[[SHARED:.*]] : memref<256xf64, #gpu.address_space<workgroup>>)
// CHECK:           memref.store %{{.*}}, %[[SHARED]]
// CHECK-COUNT-5:   gpu.barrier
// CHECK-NOT:       gpu.barrier
// CHECK:         return
func.func @wide(%x: memref<?x128xf64>, %sum: memref<?xf64>) {
  linalg.generic {indexing_maps = [#rows, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<?x128xf64>) outs(%sum : memref<?xf64>) {
  ^bb0(%in: f64, %out: f64):
    %0 = arith.addf %out, %in : f64
    linalg.yield %0 : f64
  }
  return
}

// A fill that only the reduction sees runs in its kernel.
// CHECK-LABEL: func.func @filled
// CHECK-NOT:     function(@filled_fill_0)
// CHECK:         gpu.launch {{.*}} function(@filled_reduce_0)
// CHECK-COUNT-5:   gpu.barrier
// CHECK:           %[[IS_FIRST:.*]] = arith.cmpi eq
// CHECK:           %[[STORES:.*]] = arith.andi %[[IS_FIRST]],
// CHECK:           scf.if %[[STORES]]
// CHECK-NOT:         memref.load
// CHECK:             arith.maximumf
// CHECK:           memref.store
// CHECK:         gpu.launch {{.*}} function(@filled_copy_1)
func.func @filled(%x: memref<?x128xf32>, %n: index, %result: memref<?xf32>) {
  %zero = arith.constant 0.0 : f32
  %max = memref.alloc(%n) : memref<?xf32>
  linalg.fill ins(%zero : f32) outs(%max : memref<?xf32>)
  linalg.generic {indexing_maps = [#rows, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<?x128xf32>) outs(%max : memref<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %in, %out : f32
    linalg.yield %0 : f32
  }
  memref.copy %max, %result : memref<?xf32> to memref<?xf32>
  return
}

// Each of several results has a fill of its own, and begins with what changes nothing. 32 threads
// have 33 columns, 4 rows of 64 each.
// CHECK-LABEL: func.func @filled_twice
// CHECK-NOT:     function(@filled_twice_fill
// CHECK:         gpu.launch {{.*}} function(@filled_twice_reduce_0) workgroup(%[[SUMS:.*]] : memref<256xf32, {{.*}}>, %[[PRODUCTS:.*]] : memref<256xf32, {{.*}}>)
// CHECK-COUNT-8:   memref.load %{{.*}} : memref<64x33xf32>
// CHECK:           memref.store %{{.*}}, %[[SUMS]]
// CHECK:           memref.store %{{.*}}, %[[PRODUCTS]]
// CHECK:           gpu.barrier
// CHECK:           scf.if
// CHECK:             memref.load %[[SUMS]]
// CHECK:             memref.load %[[SUMS]]
// CHECK:             arith.addf
// CHECK:             arith.mulf
// CHECK:           scf.if
// CHECK:             arith.addf
// CHECK:             arith.mulf
// CHECK:             memref.store %{{.*}} : memref<33xf32>
// CHECK:             memref.store %{{.*}} : memref<33xf32>
// CHECK:         gpu.launch {{.*}} function(@filled_twice_copy_1)
func.func @filled_twice(%x: memref<64x33xf32>, %first: memref<33xf32>, %second: memref<33xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %sum = memref.alloc() : memref<33xf32>
  %product = memref.alloc() : memref<33xf32>
  linalg.fill ins(%zero : f32) outs(%sum : memref<33xf32>)
  linalg.fill ins(%one : f32) outs(%product : memref<33xf32>)
  linalg.generic {indexing_maps = [#rows, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]}
      ins(%x : memref<64x33xf32>) outs(%sum, %product : memref<33xf32>, memref<33xf32>) {
  ^bb0(%in: f32, %s: f32, %p: f32):
    %0 = arith.addf %in, %s : f32
    %1 = arith.mulf %in, %p : f32
    linalg.yield %0, %1 : f32, f32
  }
  memref.copy %sum, %first : memref<33xf32> to memref<33xf32>
  memref.copy %product, %second : memref<33xf32> to memref<33xf32>
  return
}

// Not one that is seen by others, here by the reduction's body.
// CHECK-LABEL: func.func @seen
// CHECK:         gpu.launch {{.*}} function(@seen_fill_0)
func.func @seen(%x: memref<?x128xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %max = memref.alloc(%n) : memref<?xf32>
  linalg.fill ins(%zero : f32) outs(%max : memref<?xf32>)
  linalg.generic {indexing_maps = [#rows, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<?x128xf32>) outs(%max : memref<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %other = memref.load %max[%c0] : memref<?xf32>
    %sum = arith.addf %other, %in : f32
    %0 = arith.maximumf %sum, %out : f32
    linalg.yield %0 : f32
  }
  return
}

// Nor one before an atomic.
// CHECK-LABEL: func.func @split
// CHECK:         gpu.launch {{.*}} function(@split_fill_0)
func.func @split(%x: memref<?x?xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  %max = memref.alloc(%n) : memref<?xf32>
  linalg.fill ins(%zero : f32) outs(%max : memref<?xf32>)
  linalg.generic {indexing_maps = [#rows, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<?x?xf32>) outs(%max : memref<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %in, %out : f32
    linalg.yield %0 : f32
  }
  return
}

// A part that does not divide the rows: 64 of them or what is left, which may be
// nothing, without the condition that the body has.
// CHECK-LABEL: func.func @parts
// CHECK:         gpu.launch
// CHECK:           %[[PLACE:.*]] = arith.muli %[[PART:.*]], %[[C64:.*]] : index
// CHECK:           %[[BEGIN:.*]] = arith.minui %[[PLACE]], %{{.*}} : index
// CHECK:           %[[REST:.*]] = arith.subi %{{.*}}, %[[BEGIN]]
// CHECK:           %[[ROWS:.*]] = arith.minui %[[REST]], %[[C64]]
// CHECK:           scf.for
// CHECK-NOT:         arith.select
// CHECK:             arith.addi %[[BEGIN]],
// CHECK-NOT:         arith.select
// CHECK:           memref.store %{{.*}}, %{{.*}}[%{{.*}}, %[[PART]]] : memref<128x?xf32>
func.func @parts(%x: memref<?x128xf32>, %sums: memref<128x?xf32>) {
  %c64 = arith.constant 64 : index
  linalg.generic {indexing_maps = [affine_map<(p, i, j) -> (i, j)>, affine_map<(p, i, j) -> (j, p)>], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%x : memref<?x128xf32>) outs(%sums : memref<128x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    %i = linalg.index 1 : index
    %p = linalg.index 0 : index
    %q = arith.divui %i, %c64 : index
    %own = arith.cmpi eq, %q, %p : index
    %1 = arith.select %own, %0, %out : f32
    linalg.yield %1 : f32
  }
  return
}

// The same of rows along memory.
// CHECK-LABEL: func.func @parts_of_rows
// CHECK:         gpu.launch
// CHECK-COUNT-3:   arith.minui
// CHECK:           scf.for
// CHECK-NOT:         arith.select
// CHECK-COUNT-8:   gpu.barrier
func.func @parts_of_rows(%x: memref<3x?xf32>, %sums: memref<3x?xf32>) {
  %c8192 = arith.constant 8192 : index
  linalg.generic {indexing_maps = [affine_map<(i, p, j) -> (i, j)>, affine_map<(i, p, j) -> (i, p)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : memref<3x?xf32>) outs(%sums : memref<3x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    %j = linalg.index 2 : index
    %p = linalg.index 1 : index
    %q = arith.divui %j, %c8192 : index
    %own = arith.cmpi eq, %p, %q : index
    %1 = arith.select %own, %0, %out : f32
    linalg.yield %1 : f32
  }
  return
}

// A condition on anything else stays: here the part is compared with a sum.
// CHECK-LABEL: func.func @no_parts
// CHECK:         gpu.launch
// CHECK:           scf.for
// CHECK:             arith.select
func.func @no_parts(%x: memref<256x128xf32>, %sums: memref<128x4xf32>) {
  %c64 = arith.constant 64 : index
  linalg.generic {indexing_maps = [affine_map<(p, i, j) -> (i, j)>, affine_map<(p, i, j) -> (j, p)>], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%x : memref<256x128xf32>) outs(%sums : memref<128x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    %i = linalg.index 1 : index
    %p = linalg.index 0 : index
    %s = arith.addi %i, %p : index
    %q = arith.divui %s, %c64 : index
    %own = arith.cmpi eq, %q, %p : index
    %1 = arith.select %own, %0, %out : f32
    linalg.yield %1 : f32
  }
  return
}

// Where columns by eights would be fewer blocks than the chip has multiprocessors, a thread has four;
// each has a place in shared memory.
// CHECK-LABEL: func.func @few_blocks
// CHECK:         gpu.launch {{.*}} workgroup(%{{.*}} : memref<256xf32, {{[^:]*}}, %{{.*}} : memref<256xf32, {{[^:]*}}, %{{.*}} : memref<256xf32, {{[^:]*}}, %{{.*}} : memref<256xf32, #gpu.address_space<workgroup>>) {
func.func @few_blocks(%x: memref<256x16384xbf16>, %sums: memref<16384xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]}
      ins(%x : memref<256x16384xbf16>) outs(%sums : memref<16384xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.addf %0, %out : f32
    linalg.yield %1 : f32
  }
  return
}

// CHECK-LABEL: func.func @many_blocks
// CHECK:         gpu.launch {{.*}} workgroup({{(%[^:]* : memref<256xf32, [^:]*, ){7}%[^:]* : memref<256xf32, #gpu.address_space<workgroup>>\) {}}
func.func @many_blocks(%x: memref<256x32768xbf16>, %sums: memref<32768xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]}
      ins(%x : memref<256x32768xbf16>) outs(%sums : memref<32768xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.addf %0, %out : f32
    linalg.yield %1 : f32
  }
  return
}
