// RUN: lowp-opt %s --split-input-file --verify-diagnostics --pass-pipeline="builtin.module(func.func(lowp-gpu-join-launches))"

func.func @alone() {
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{expected a launch with lowp_gpu.follows after it}}
  gpu.launch blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    gpu.terminator
  } {lowp_gpu.leads = 2 : i64}
  return
}

// -----

func.func @unknown(%n: index) {
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{expected launches of a known number of CTAs to join}}
  gpu.launch blocks(%i, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    gpu.terminator
  } {lowp_gpu.leads = 2 : i64}
  gpu.launch blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    gpu.terminator
  } {lowp_gpu.follows = 1 : i64}
  return
}

// -----

func.func @short() {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  gpu.launch blocks(%i, %by, %bz) in (%gx = %c4, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    gpu.terminator
  } {lowp_gpu.leads = 2 : i64}
  // expected-error@+1 {{expected rows of CTAs for 2 stripes, got 1}}
  gpu.launch blocks(%i, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    gpu.terminator
  } {lowp_gpu.follows = 1 : i64}
  return
}
