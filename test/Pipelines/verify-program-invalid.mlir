// RUN: lowp-opt %s --lowp-to-cpu -split-input-file -verify-diagnostics
// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a" -split-input-file -verify-diagnostics

func.func @gather(%x: tensor<8x4xf32>, %i: tensor<3x1xi64>) -> tensor<3x4xf32> {
  // expected-error @below {{'tensor.gather' op expected an operation on tensors that lowp can lower, got one without a lowering; write it as a linalg.generic}}
  %0 = tensor.gather %x[%i] gather_dims([0]) : (tensor<8x4xf32>, tensor<3x1xi64>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

shard.grid @tp(shape = 8)
func.func @shards(%w: tensor<8x64xbf16>) -> tensor<8x64xbf16> {
  %columns = shard.sharding @tp split_axes = [[], [0]] : !shard.sharding
  // expected-error @below {{'shard.shard' op expected a program of one device, got a tensor that several have parts of; upstream's passes sharding-propagation and shard-partition make one of it, sums over devices are the caller's}}
  %0 = shard.shard %w to %columns annotate_for_users : tensor<8x64xbf16>
  return %0 : tensor<8x64xbf16>
}

// -----

func.func @vectors(%x: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  // expected-error @below {{'vector.transfer_read' op expected operations on tensors and scalars, got one on vectors; lowp vectorizes by itself: run it before vectorization}}
  %v = vector.transfer_read %x[%c0], %z : tensor<8xf32>, vector<8xf32>
  %0 = vector.transfer_write %v, %x[%c0] : vector<8xf32>, tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @scaled(%x: tensor<4xf8E4M3FN>, %s: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'arith.scaling_extf' op expected scales of f8E8M0FNU, got 'f32', which upstream rounds to powers of two without a word; write lowp.quantize or lowp.dequantize}}
  %0 = arith.scaling_extf %x, %s : tensor<4xf8E4M3FN>, tensor<4xf32> to tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func private @elsewhere(tensor<4xf32>) -> tensor<4xf32>
func.func @calls(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'func.call' op expected a function with a body, got the call of one without; give it a body, mark it by 'lowp.external' if it is a C function, or compute its result outside and pass it as an argument}}
  %0 = call @elsewhere(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @below {{expected a function that updates its arguments to be called from outside alone, got a call within the module; let callers within pass and get tensors}}
func.func @step(%w: tensor<4xf32> {bufferization.writable = true}) -> tensor<4xf32> {
  return %w : tensor<4xf32>
}
func.func @twice(%w: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @step(%w) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @assembly(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'llvm.inline_asm' op expected a program on tensors and scalars, got code for a machine; write it in dialects func, linalg, tensor, arith, math, scf and lowp}}
  llvm.inline_asm has_side_effects "nop", "" : () -> ()
  return %x : tensor<4xf32>
}

// -----

// expected-error @below {{'llvm.func' op expected a program on tensors and scalars}}
llvm.func @system(!llvm.ptr) -> i32
func.func @calls_libc(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

func.func @wide(%x: tensor<4xf32>, %i: i64) -> (tensor<4xf32>, i64) {
  // expected-error @below {{'arith.extsi' op expected numbers of at most 64 bits, got 'i128'; compute with narrower ones}}
  %w = arith.extsi %i : i64 to i128
  %d = arith.divsi %w, %w : i128
  %n = arith.trunci %d : i128 to i64
  return %x, %n : tensor<4xf32>, i64
}

// -----

func.func @wide_float(%x: tensor<4xf32>) -> tensor<4xf80> {
  // expected-error @below {{'arith.extf' op expected numbers of at most 64 bits, got 'tensor<4xf80>'; compute with narrower ones}}
  %w = arith.extf %x : tensor<4xf32> to tensor<4xf80>
  return %w : tensor<4xf80>
}

// -----

// expected-error @below {{'func.func' op expected a function without attributes that mean something to LLVM, got 'passthrough'; leave it out}}
func.func @naked(%x: tensor<4xf32>) -> tensor<4xf32> attributes {passthrough = ["naked"]} {
  return %x : tensor<4xf32>
}

// -----

func.func @itself(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'func.call' op expected a function that does not call itself, got the call of 'itself', which comes back to it; write a loop}}
  %0 = call @itself(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @one(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @leaf(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @other(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @leaf(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func private @other(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'func.call' op expected a function that does not call itself, got the call of 'one', which comes back to it; write a loop}}
  %0 = call @one(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @role_of_a_sum(%x: tensor<8x4xf32>, %y: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // expected-error @below {{'linalg.add' op expected 'lowp.role' on a matmul or on a function whose matmuls have it, got it on another operation; leave it out}}
  %0 = linalg.add {lowp.role = "dgrad"} ins(%x, %y : tensor<8x4xf32>, tensor<8x4xf32>) outs(%x : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

func.func @exp_of_another_float(%x: tensor<16x64xf8E4M3FNUZ>) -> tensor<16x64xf8E4M3FNUZ> {
  %e = tensor.empty() : tensor<16x64xf8E4M3FNUZ>
  // expected-error @below {{'linalg.exp' op expected to compute with f64, f32, f16, bf16, f8E4M3FN, f8E5M2, f6E2M3FN, f6E3M2FN, f4E2M1FN or f8E8M0FNU, got 'f8E4M3FNUZ'; cast it before it comes here}}
  %y = linalg.exp ins(%x : tensor<16x64xf8E4M3FNUZ>) outs(%e : tensor<16x64xf8E4M3FNUZ>) -> tensor<16x64xf8E4M3FNUZ>
  return %y : tensor<16x64xf8E4M3FNUZ>
}

// -----

func.func @sum_of_another_float(%x: tensor<16x64xtf32>) -> tensor<16x64xtf32> {
  // expected-error @below {{'arith.addf' op expected to compute with f64, f32, f16, bf16, f8E4M3FN, f8E5M2, f6E2M3FN, f6E3M2FN, f4E2M1FN or f8E8M0FNU, got 'tensor<16x64xtf32>'; cast it before it comes here}}
  %y = arith.addf %x, %x : tensor<16x64xtf32>
  return %y : tensor<16x64xtf32>
}

// -----

func.func @more_than_memory(%x: tensor<512x9223372036854775806xbf16>) -> tensor<512x9223372036854775806xbf16> {
  // expected-error @below {{'arith.negf' op expected at most 2^48 elements in the static dimensions of a tensor, got 'tensor<512x9223372036854775806xbf16>'; divide it}}
  %y = arith.negf %x : tensor<512x9223372036854775806xbf16>
  return %y : tensor<512x9223372036854775806xbf16>
}
