// RUN: lowp-opt %s --lowp-host-launch -split-input-file -verify-diagnostics

// expected-error@+1 {{expected results to be arguments by now, got 1 results; run one-shot-bufferize and}}
func.func @result(%x: memref<4xf32>) -> memref<4xf32> {
  return %x : memref<4xf32>
}

// -----

// expected-error@+1 {{expected arguments to be ranked tensors or scalars of type f64, f32, f16, bf16, i1, i8, i16, i32, i64 or index, got 'i7'}}
func.func @scalar(%x: i7) {
  return
}

// -----

// expected-error@+1 {{expected arguments with contiguous rows, got}}
func.func @strided(%x: memref<4x4xf32, strided<[8, 1]>>) {
  return
}

// -----

// expected-error@+1 {{expected buffers of elements of whole bytes, got 'memref<4xi4>'; keep packed elements in a buffer of i8}}
func.func @packed(%x: memref<4xi4>) {
  return
}

// -----

func.func private @callee()
func.func @caller() {
  // expected-error@+1 {{expected calls to be inlined before lowp-host-launch, got a call of 'callee'}}
  func.call @callee() : () -> ()
  return
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k() kernel {
      gpu.return
    }
  }
  func.func @not_serialized() {
    %c1 = arith.constant 1 : index
    // expected-error@+1 {{in a gpu.binary with a kernel table, got none; run lowp-serialize before}}
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    return
  }
}

// -----

// expected-error@+1 {{expected one object, got 2; compile for one chip at a time}}
gpu.binary @two [#gpu.object<#nvvm.target<chip = "sm_90a">, bin = "a">,
                 #gpu.object<#nvvm.target<chip = "sm_100a">, bin = "b">]

// -----

gpu.binary @w1 [#gpu.object<#nvvm.target<chip = "sm_90a">,
  kernels = <[#gpu.kernel_metadata<"w1", !llvm.func<void ()>>]>, bin = "a">]
func.func @unknown_block(%tiles: i32) {
  // expected-error@+1 {{expected the metadata of kernel "w1" to hold three sizes called 'block'; serialize it with lowp-serialize}}
  lowp_gpu.launch @w1::@w1 tiles(%tiles) args(%tiles) : i32
  return
}

// -----

func.func @leading(%x: memref<3x8x64xbf16>) {
  // expected-error@+1 {{expected the dimensions beyond the box to be 1, got 'memref<3x8x64xbf16>'}}
  %0 = lowp_gpu.encode_tensor_map %x : memref<3x8x64xbf16>
    -> !lowp_gpu.tensor_map<8x64xbf16 swizzle 128>
  return
}

// -----

func.func @f() {
  // expected-error @below {{expected an allocation whose bytes 63 bits count, got 'memref<1099511627776x1099511627776xf32>'}}
  %0 = memref.alloc() : memref<1099511627776x1099511627776xf32>
  return
}

// -----

// expected-error @below {{expected arguments in the default memory space, got 'memref<4x4xf32, #lowp.identity>'}}
func.func @space(%x: memref<4x4xf32, #lowp.identity>) {
  return
}

// -----

func.func @f() {
  // expected-error @below {{expected an allocation in the default memory space, got 'memref<4xf32, "other">'}}
  %0 = memref.alloc() : memref<4xf32, "other">
  return
}

// -----

// expected-error@+1 {{'memref.global' op expected a constant with its elements, got a variable; pass state as an argument}}
memref.global "private" @state : memref<2xf32> = dense<0.0>

// -----

// Elements that have bytes of their own.
func.func @spread_bytes(%x: memref<8x128xf4E2M1FN>) {
  // expected-error@+1 {{expected elements of 4 bits to spread, two in each i8 of the buffer, got 'memref<8x128xf4E2M1FN>' for '!lowp_gpu.tensor_map<8x128xf4E2M1FN swizzle 128 spread>'}}
  %0 = lowp_gpu.encode_tensor_map %x : memref<8x128xf4E2M1FN>
    -> !lowp_gpu.tensor_map<8x128xf4E2M1FN swizzle 128 spread>
  return
}

// -----

func.func @spread_six_bits(%x: memref<8x128xf6E3M2FN>) {
  // expected-error@+1 {{expected elements of 4 bits to spread, two in each i8 of the buffer, got 'memref<8x128xf6E3M2FN>' for '!lowp_gpu.tensor_map<8x128xf6E3M2FN swizzle 128 spread>'}}
  %0 = lowp_gpu.encode_tensor_map %x : memref<8x128xf6E3M2FN>
    -> !lowp_gpu.tensor_map<8x128xf6E3M2FN swizzle 128 spread>
  return
}

// -----

func.func @spread_box(%x: memref<8x64xi8>) {
  // expected-error@+1 {{expected boxes of 128 columns to spread, got '!lowp_gpu.tensor_map<8x64xf4E2M1FN swizzle 64 spread>'}}
  %0 = lowp_gpu.encode_tensor_map %x : memref<8x64xi8>
    -> !lowp_gpu.tensor_map<8x64xf4E2M1FN swizzle 64 spread>
  return
}

// -----

func.func @spread_length(%x: memref<8x96xi8>) {
  // expected-error@+1 {{expected rows of a multiple of 128 elements to spread, got 192 in 'memref<8x96xi8>'; pad the innermost dimension}}
  %0 = lowp_gpu.encode_tensor_map %x : memref<8x96xi8>
    -> !lowp_gpu.tensor_map<8x128xf4E2M1FN swizzle 128 spread>
  return
}

// -----

func.func @spread_gaps(%x: memref<8x80xi8>) {
  %y = memref.subview %x[0, 0] [8, 64] [1, 1] : memref<8x80xi8> to memref<8x64xi8, strided<[80, 1]>>
  // expected-error@+1 {{expected rows at multiples of 32 bytes, whose elements copies spread, got 'memref<8x64xi8, strided<[80, 1]>>'; pad the innermost dimension}}
  %0 = lowp_gpu.encode_tensor_map %y : memref<8x64xi8, strided<[80, 1]>>
    -> !lowp_gpu.tensor_map<8x128xf4E2M1FN swizzle 128 spread>
  return
}
