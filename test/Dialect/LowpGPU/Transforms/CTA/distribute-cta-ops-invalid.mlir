// RUN: %twins %s | lowp-opt --pass-pipeline="builtin.module(func.func(lowp-gpu-distribute-cta-ops))" \
// RUN:   -split-input-file -verify-diagnostics

func.func @foreign(%v: vector<128x128xbf16>, %i: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %i, %gy = %i, %gz = %i)
             threads(%tx, %ty, %tz) in (%sx = %i, %sy = %i, %sz = %i) {
    %0 = lowp_gpu.cta_index 1 at[%i, %i] of(%i, %i) : vector<1x128xindex>
    gpu.terminator
  } {lowp_gpu.distribution = #lowp_gpu.distribution<rows = 8, vectors = 1 x 8, lanes = [2, 16], warps = [8, 1]>}
  return
}

// TWIN
//   @foreign(%v: vector<128x128xbf16 => @tile(%x: memref<256x512xbf16
//   %0 = lowp_gpu.cta_index 1 at[%i, %i] of(%i, %i) : vector<1x128xindex> =>
//     %0 = lowp_gpu.cta_load %x[][%i, %i] of(%i, %i) map affine_map<(d0, d1) -> (d0, d1)>
//     : memref<256x512xbf16> -> vector<64x96xbf16>
//   error at lowp_gpu.cta_load: expected vectors that divide the tile of 128 x 128 into blocks of whole threads, as the launch's distribution says

// TWIN
//   lowp_gpu.cta_index 1 at[%i, %i] of(%i, %i) => lowp_gpu.cta_reduce <addf> %v
//   1x128xindex => 128x128xbf16> -> vector<128x1xbf16
//   error at lowp_gpu.cta_reduce: expected vectors that other lowp_gpu.cta ops of the launch compute

// TWIN
//   @foreign(%v: vector<128x128xbf16>, %i => @rows_of_columns(%i
//   1 at => 0 at
//   error at lowp_gpu.cta_index: expected a position for each row of the tile of 128 x 128, got 'vector<1x128xindex>'

// TWIN
//   @foreign(%v: vector<128x128xbf16>, %i => @blocks_of_columns(%i
//   1x128xindex => 64x128xindex
//   error at lowp_gpu.cta_index: expected a position for each column of the tile of 128 x 128, got 'vector<64x128xindex>'

// TWIN
//   @foreign(%v: vector<128x128xbf16 => @twice(%x: memref<256x512xbf16
//   %0 = lowp_gpu.cta_index 1 at[%i, %i] of(%i, %i) : vector<1x128xindex> =>
//     %0 = lowp_gpu.cta_load %x[][%i, %i] of(%i, %i) map affine_map<(d0, d1) -> (d0, d1)>
//       : memref<256x512xbf16> -> vector<128x128xbf16>
//     %1 = lowp_gpu.cta_reduce <maximumf> %0 : vector<128x128xbf16> -> vector<128x1xbf16>
//     %2 = lowp_gpu.cta_reduce <maximumf> %1 : vector<128x1xbf16> -> vector<1x1xbf16>
//   error at %2 =: expected elements of the tile to reduce

// TWIN
//   @foreign(%v: vector<128x128xbf16 => @kept(%x: memref<256x512xbf16
//   %0 = lowp_gpu.cta_index 1 at[%i, %i] of(%i, %i) : vector<1x128xindex> =>
//     %0 = lowp_gpu.cta_load %x[][%i, %i] of(%i, %i) map affine_map<(d0, d1) -> (d0, d1)>
//       : memref<256x512xbf16> -> vector<128x128xbf16>
//     %1 = lowp_gpu.cta_reduce <maximumf> %0 : vector<128x128xbf16> -> vector<128x1xbf16>
//     %2 = lowp_gpu.cta_keep %1 : vector<128x1xbf16>
//   error at lowp_gpu.cta_keep: expected elements of the tile to keep

// -----

func.func @packed_down(%x: memref<256x512xf4E2M1FN>, %y: memref<512x128xi8>, %i: index, %m: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %i, %gy = %i, %gz = %i)
             threads(%tx, %ty, %tz) in (%sx = %i, %sy = %i, %sz = %i) {
    %0 = lowp_gpu.cta_load %x[][%i, %i] of(%m, %m) map affine_map<(d0, d1) -> (d0, d1)>
      : memref<256x512xf4E2M1FN> -> vector<64x128xf4E2M1FN>
    // expected-error @below {{expected a thread to have 8 neighbours of the elements that are packed together, as the launch's distribution says}}
    lowp_gpu.cta_store %0 to %y[][%i, %i] of(%m, %m) map affine_map<(d0, d1) -> (d1, d0)>
      : vector<64x128xf4E2M1FN> to memref<512x128xi8>
    gpu.terminator
  } {lowp_gpu.distribution = #lowp_gpu.distribution<rows = 4, vectors = 1 x 8, lanes = [2, 16], warps = [8, 1]>}
  return
}

// -----

func.func @carried(%x: memref<256x512xbf16>, %i: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %i, %gy = %i, %gz = %i)
             threads(%tx, %ty, %tz) in (%sx = %i, %sy = %i, %sz = %i) {
    %0 = lowp_gpu.cta_load %x[][%i, %i] of(%i, %i) map affine_map<(d0, d1) -> (d0, d1)>
      : memref<256x512xbf16> -> vector<1x128xbf16>
    %1 = scf.for %j = %i to %i step %i iter_args(%a = %0) -> (vector<1x128xbf16>) {
      %2 = lowp_gpu.cta_load %x[][%i, %i] of(%i, %i) map affine_map<(d0, d1) -> (d0, d1)>
        : memref<256x512xbf16> -> vector<128x128xbf16>
      %3 = lowp_gpu.cta_reduce <maximumf> %2 : vector<128x128xbf16> -> vector<1x128xbf16>
      // expected-error @below {{expected vectors that are divided among threads like those that the loop begins with}}
      scf.yield %3 : vector<1x128xbf16>
    }
    gpu.terminator
  } {lowp_gpu.distribution = #lowp_gpu.distribution<rows = 8, vectors = 1 x 8, lanes = [2, 16], warps = [8, 1]>}
  return
}
