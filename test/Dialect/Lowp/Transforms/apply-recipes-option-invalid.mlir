// RUN: not lowp-opt %s --lowp-apply-recipes=recipe=fastest 2>&1 | FileCheck %s

// CHECK: error: expected option 'recipe' to be one of tensorwise, {{.*}}, mxfp8, {{.*}}, nvfp4_wgrad, got 'fastest'
module {}
