func.func @f(%ids: memref<?xi64>, %rows: memref<?xi32>, %places: memref<?xi32>, %ends: memref<8xi32>) {
  lowp.launch_order_rows ins(%ids : memref<?xi64>) outs(%rows, %places, %ends : memref<?xi32>, memref<?xi32>, memref<8xi32>)
  return
}
