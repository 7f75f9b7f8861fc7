func.func @f(%is_row: i1, %row: index, %rows: index) {
  lowp.assert %is_row, "expected a row below {1}, got {0}"(%row, %rows)
  return
}
