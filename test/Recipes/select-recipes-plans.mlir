// A function that gains nothing as a whole keeps its types, whatever its matmuls
// gain; recipes that the program names stay. Plans are gone afterwards.
// RUN: lowp-opt %s --lowp-select-recipes="recipe=auto part=h200 explain-file=%t" | FileCheck %s --implicit-check-not=lowp_gpu.planned
// RUN: FileCheck %s --check-prefix=TABLE --input-file=%t
// RUN: lowp-opt %s --lowp-select-recipes="recipe=auto part=h200 explain-file=%t.json" -o /dev/null
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json

// TABLE: gained {{ *}}8192x8192x4096 {{ *}}rowwise
// TABLE-NEXT: lost {{ *}}8192x8192x4096 {{ *}}- {{.*}} all launches of its function take 800.0 us with recipes, 800.0 us without
// TABLE-NEXT: named {{ *}}8192x8192x4096 {{ *}}tensorwise {{.*}} its own recipe
// TABLE-NEXT: hidden {{ *}}8192x8192x4096 {{ *}}- {{.*}} all launches of its function take 900.5 us with recipes, 800.0 us without
// TABLE-NEXT: all launches of 'gains', planned: 700.0 us with recipes of auto, 800.0 us without
// TABLE-NEXT: all launches of 'loses', planned: 800.0 us with recipes of auto, 800.0 us without
// TABLE-NOT: hidden

// JSON: "functions": [
// JSON: "name": "gains"
// JSON-NEXT: "us": 700
// JSON-NEXT: "without_us": 800
// JSON: "name": "loses"

// CHECK-LABEL: @gains
// CHECK: linalg.matmul {lowp.name = "gained", lowp.recipe = #lowp.matmul_recipe<rowwise>}
func.func @gains(%x: tensor<8192x4096xbf16>, %w: tensor<4096x8192xbf16>, %zero: tensor<8192x8192xbf16>)
    -> tensor<8192x8192xbf16> attributes {lowp_gpu.planned = array<f64: 700.0, 800.0>} {
  %y = linalg.matmul {lowp.name = "gained"} ins(%x, %w : tensor<8192x4096xbf16>, tensor<4096x8192xbf16>)
    outs(%zero : tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16>
  return %y : tensor<8192x8192xbf16>
}

// CHECK-LABEL: @loses
// CHECK: linalg.matmul {lowp.name = "lost"}
// CHECK: linalg.matmul {lowp.name = "named", lowp.recipe = #lowp.matmul_recipe<tensorwise>}
func.func @loses(%x: tensor<8192x4096xbf16>, %w: tensor<4096x8192xbf16>, %zero: tensor<8192x8192xbf16>)
    -> (tensor<8192x8192xbf16>, tensor<8192x8192xbf16>) attributes {lowp_gpu.planned = array<f64: 800.0, 800.0>} {
  %y = linalg.matmul {lowp.name = "lost"} ins(%x, %w : tensor<8192x4096xbf16>, tensor<4096x8192xbf16>)
    outs(%zero : tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16>
  %z = linalg.matmul {lowp.name = "named", lowp.recipe = #lowp.matmul_recipe<tensorwise>}
    ins(%x, %w : tensor<8192x4096xbf16>, tensor<4096x8192xbf16>)
    outs(%zero : tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16>
  return %y, %z : tensor<8192x8192xbf16>, tensor<8192x8192xbf16>
}

// CHECK-LABEL: @hides
// CHECK: linalg.matmul {lowp.name = "hidden"}
func.func private @hides(%x: tensor<8192x4096xbf16>, %w: tensor<4096x8192xbf16>, %zero: tensor<8192x8192xbf16>)
    -> tensor<8192x8192xbf16> attributes {lowp_gpu.planned = array<f64: 900.5, 800.0>} {
  %y = linalg.matmul {lowp.name = "hidden"} ins(%x, %w : tensor<8192x4096xbf16>, tensor<4096x8192xbf16>)
    outs(%zero : tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16>
  return %y : tensor<8192x8192xbf16>
}
