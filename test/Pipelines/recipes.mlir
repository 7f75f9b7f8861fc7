// Options of a compilation reach lowp-select-recipes on both ways, and the GPU
// and the CPU choose alike.
// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a recipe=auto serialize=false explain-file=%t.gpu" -o /dev/null
// RUN: lowp-opt %s --lowp-to-cpu="part=h200 recipe=auto explain-file=%t.cpu" -o /dev/null
// RUN: diff %t.gpu %t.cpu
// RUN: FileCheck %s --input-file=%t.gpu
// RUN: lowp-compile %s --chip=sm_90a --part=h100 --recipe=auto --recipe-deny=up --explain-file=- -o %t.ptx | FileCheck %s --check-prefix=DENIED
// RUN: lowp-compile %s --chip=sm_90a --recipe=auto --recipe-candidates=tensorwise --recipe-allow=up --max-error=0.04 --min-speedup=1.1 --explain-file=- -o %t.ptx | FileCheck %s --check-prefix=ONE
// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a recipe=rowwise serialize=false" --remarks-filter=lowp-select-recipes --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=FORCED
// RUN: not lowp-compile %s --chip=sm_90a --part=b200 -o %t.ptx 2>&1 | FileCheck %s --check-prefix=PART
// RUN: not lowp-opt %s --lowp-to-cpu="recipe=auto" 2>&1 | FileCheck %s --check-prefix=CPU

// CHECK: recipes for h200
// CHECK: up {{ *}}8192x8192x4096 {{ *}}rowwise
// CHECK: router {{ *}}8192x4x4096 {{ *}}-
// DENIED: recipes for h100: 2 matmuls
// DENIED: up {{ *}}8192x8192x4096 {{ *}}- {{.*}} kept by name
// ONE: recipes for h200: 2 matmuls
// ONE: up {{ *}}8192x8192x4096 {{ *}}tensorwise
// ONE: router {{ *}}8192x4x4096 {{ *}}- {{.*}} kept by name
// FORCED: 8192x8192x4096: rowwise, {{.*}}: the recipe of all
// FORCED: 8192x4x4096: no recipe, {{.*}}: sm_90a has no kernel for N = 4, no multiple of 8
// PART: error: expected a part with sm_90a (h200, h100, h100-2400), got 'b200'
// CPU: error: expected a chip with gemm kernels to choose recipes for
func.func @layer(%x: tensor<8192x4096xbf16>, %w: tensor<4096x8192xbf16>, %r: tensor<4096x4xbf16>) -> (tensor<8192x8192xbf16>, tensor<8192x4xbf16>) {
  %c = arith.constant 0.0 : bf16
  %0 = tensor.empty() : tensor<8192x8192xbf16>
  %1 = linalg.fill ins(%c : bf16) outs(%0 : tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16>
  %y = linalg.matmul {lowp.name = "up"} ins(%x, %w : tensor<8192x4096xbf16>, tensor<4096x8192xbf16>)
    outs(%1 : tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16>
  %2 = tensor.empty() : tensor<8192x4xbf16>
  %3 = linalg.fill ins(%c : bf16) outs(%2 : tensor<8192x4xbf16>) -> tensor<8192x4xbf16>
  %s = linalg.matmul {lowp.name = "router"} ins(%x, %r : tensor<8192x4096xbf16>, tensor<4096x4xbf16>)
    outs(%3 : tensor<8192x4xbf16>) -> tensor<8192x4xbf16>
  return %y, %s : tensor<8192x8192xbf16>, tensor<8192x4xbf16>
}
