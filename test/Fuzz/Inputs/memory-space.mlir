// Upstream printed an error and went on.
// pipeline: lowp-to-cpu
func.func @space(%x: memref<4x4xf32, #lowp.identity>) {
  return
}
