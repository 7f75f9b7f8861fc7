// RUN: lowp-opt %s --lowp-explain="part=h200" -o /dev/null | FileCheck %s
// RUN: lowp-opt %s --lowp-explain="part=h100-2400" -o /dev/null | FileCheck %s --check-prefix=SLOW
// RUN: lowp-opt %s --lowp-explain="part=h200 file=%t.json" -o /dev/null
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json
// RUN: lowp-opt %s --lowp-explain="part=h200 recipe=" -o /dev/null | FileCheck %s --check-prefix=OWN
// RUN: lowp-opt %s --lowp-select-recipes="recipe=auto part=h200" --remarks-filter=lowp-select-recipes --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK: recipes for h200: 2 matmuls, {{[0-9.]+}} us, {{[0-9.]+}} us without recipes
// CHECK-NEXT: matmul {{ *}}M x N x K {{ *}}recipe {{ *}}us {{ *}}us without {{ *}}speed-up {{ *}}why, what else
// CHECK-NEXT: up {{ *}}8192x8192x4096 (assumed) {{ *}}rowwise {{ *}}{{[0-9.]+}} {{ *}}{{[0-9.]+}} {{ *}}1.{{[0-9]+}} {{ *}}tensorwise ({{[0-9.]+}} us), {{.*}}mxfp8 (sm_90a has no kernel for scales of type f8E8M0FNU)
// CHECK-NEXT: router {{ *}}8192x8x4096 (assumed) {{ *}}- {{ *}}{{[0-9.]+}} {{ *}}{{[0-9.]+}} {{ *}}1.00 {{ *}}N = 8 is a rank, a router or a slice: recipes are for more than 128

// SLOW: recipes for h100-2400

// JSON: "chip": "sm_90a"
// JSON: "memory_gb_per_second": 4800
// JSON: "format": "lowp-recipes 1"
// JSON: "bytes": 201{{[0-9.]+}}
// JSON: "flops": 549755813888
// JSON: "gemm_us": {{[0-9.]+}}
// JSON: "k": 4096
// JSON: "name": "up"
// JSON: "quantize_us": {{[0-9.]+}}
// JSON: "recipe": "rowwise"
// JSON: "recipe": "tensorwise"
// JSON: "sizes_assumed": true
// JSON: "speedup": 1.{{[0-9]+}}
// JSON: "without_bytes": 268435456
// JSON: "recipe": null
// JSON: "part": "h200"

// OWN: up {{.*}} - {{.*}} 1.00

// REMARK: recipe-chosen
// REMARK: rowwise, {{[0-9.]+}} us and {{[0-9.]+}} us to quantize, 1.{{[0-9]+}} times as fast as the {{[0-9.]+}} us without; rejected: tensorwise
// REMARK: no-recipe
// REMARK: no recipe, {{[0-9.]+}} us: N = 8 is a rank
func.func @layer(%x: tensor<?x4096xbf16>, %w: tensor<4096x8192xbf16>, %r: tensor<4096x8xbf16>,
                 %zero: tensor<?x8192xbf16>, %none: tensor<?x8xbf16>) -> (tensor<?x8192xbf16>, tensor<?x8xbf16>) {
  %y = linalg.matmul {lowp.name = "up"} ins(%x, %w : tensor<?x4096xbf16>, tensor<4096x8192xbf16>)
    outs(%zero : tensor<?x8192xbf16>) -> tensor<?x8192xbf16>
  %s = linalg.matmul {lowp.name = "router"} ins(%x, %r : tensor<?x4096xbf16>, tensor<4096x8xbf16>)
    outs(%none : tensor<?x8xbf16>) -> tensor<?x8xbf16>
  return %y, %s : tensor<?x8192xbf16>, tensor<?x8xbf16>
}
