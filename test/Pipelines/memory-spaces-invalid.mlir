// RUN: lowp-opt %s --lowp-to-cpu -split-input-file -verify-diagnostics -o /dev/null

// The host has memory of one space.

// expected-error @below {{'func.func' op expected memory in the default space, got 'memref<4x4xf32, #lowp.identity>'}}
func.func @argument(%x: memref<4x4xf32, #lowp.identity>) {
  return
}

// -----

// expected-error @below {{'func.func' op expected memory in the default space, got 'memref<*xf32, "far">'}}
func.func @unranked(%x: memref<*xf32, "far">) {
  return
}

// -----

func.func @allocation() {
  // expected-error @below {{'memref.alloc' op expected memory in the default space, got 'memref<4xf32, "far">'}}
  %x = memref.alloc() : memref<4xf32, "far">
  %c = arith.constant 0 : index
  %f = arith.constant 0.0 : f32
  scf.while : () -> () {
    %y = memref.load %x[%c] : memref<4xf32, "far">
    %more = arith.cmpf olt, %y, %f : f32
    scf.condition(%more)
  } do {
    memref.store %f, %x[%c] : memref<4xf32, "far">
    scf.yield
  }
  return
}

// -----

// 0 is the number of the default space; others are refused by numbers, too.
// expected-error @below {{'func.func' op expected memory in the default space, got 'memref<4xf32, 3>'}}
func.func @numbered(%x: memref<4xf32, 0>, %y: memref<4xf32, 3>) {
  return
}

// -----

func.func @default(%x: memref<4xf32, 0>) {
  return
}

// -----

// A cast there and back leaves nothing to refuse.
func.func @there_and_back(%x: memref<4xf32>) -> memref<4xf32> {
  %far = memref.memory_space_cast %x : memref<4xf32> to memref<4xf32, "far">
  %near = memref.memory_space_cast %far : memref<4xf32, "far"> to memref<4xf32>
  return %near : memref<4xf32>
}
