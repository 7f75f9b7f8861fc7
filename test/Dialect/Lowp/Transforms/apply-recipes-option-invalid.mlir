// RUN: not lowp-opt %s --lowp-apply-recipes=recipe=fastest 2>&1 | FileCheck %s

// CHECK: error: expected option 'recipe' to be one of tensorwise, rowwise, block_1x128_128x128, block_1x128_1x128, got 'fastest'
module {}
