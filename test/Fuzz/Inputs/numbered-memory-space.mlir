// A memory space that is a number: calls of free got a pointer of it.
// pipeline: lowp-to-cpu
func.func @allocation() {
  %x = memref.alloc() : memref<4xf32, true>
  %c = arith.constant 0 : index
  %f = arith.constant 0.0 : f32
  scf.while : () -> () {
    %y = memref.load %x[%c] : memref<4xf32, true>
    %more = arith.cmpf olt, %y, %f : f32
    scf.condition(%more)
  } do {
    memref.store %f, %x[%c] : memref<4xf32, true>
    scf.yield
  }
  return
}
