// RUN: lowp-opt %s -split-input-file -verify-diagnostics

// TMA copies rows of neighbours.
func.func @f(%a: memref<64x128xf32, strided<[256, 2]>>) {
  // expected-error @below {{expected a row-major buffer, contiguous but for gaps between rows, got 'memref<64x128xf32, strided<[256, 2]>>'}}
  %0 = lowp_gpu.encode_tensor_map %a : memref<64x128xf32, strided<[256, 2]>> -> !lowp_gpu.tensor_map<8x32xf32>
  return
}

// -----

func.func @f(%a: memref<64x128xf32>) {
  // expected-error @below {{expected elements of 'f32', as the buffer has, got '!lowp_gpu.tensor_map<8x32xbf16>'}}
  %0 = lowp_gpu.encode_tensor_map %a : memref<64x128xf32> -> !lowp_gpu.tensor_map<8x32xbf16>
  return
}

// -----

func.func @f(%a: memref<128xf32>) {
  // expected-error @below {{expected a buffer of at least 2 dimensions, got 'memref<128xf32>'}}
  %0 = lowp_gpu.encode_tensor_map %a : memref<128xf32> -> !lowp_gpu.tensor_map<8x32xf32>
  return
}

// -----

// A vector has no rows to leave out.
func.func @f(%a: memref<128xf32>, %rows: i32) {
  // expected-error @below {{expected tile_m of a box of two or three dimensions, got '!lowp_gpu.tensor_map<32xf32>'}}
  %0 = lowp_gpu.encode_tensor_map %a tile_m %rows : memref<128xf32> -> !lowp_gpu.tensor_map<32xf32>
  return
}

// -----

func.func @f(%tiles: i32) {
  // expected-error @below {{expected a kernel module called "kernels"}}
  lowp_gpu.launch @kernels::@gemm tiles(%tiles) args(%tiles) : i32
  return
}

// -----

gpu.module @kernels {
}
func.func @f(%tiles: i32) {
  // expected-error @below {{expected a kernel @kernels::@gemm, found none}}
  lowp_gpu.launch @kernels::@gemm tiles(%tiles) args(%tiles) : i32
  return
}

// -----

gpu.module @kernels {
  lowp_gpu.kernel @gemm(%M: i32) chip "sm_90a"
      config <tile = [128, 256, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1> {
  }
}
func.func @f(%tiles: i32) {
  // expected-error @below {{expected operands of types 'i32', got 'i32', 'i32'}}
  lowp_gpu.launch @kernels::@gemm tiles(%tiles) args(%tiles, %tiles) : i32, i32
  return
}
