// RUN: not lowp-opt %s --lowp-to-nvvm 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not lowp-opt %s --lowp-to-nvvm="chip=sm_1" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not lowp-opt %s --lowp-to-nvvm="part=rtx4090" 2>&1 | FileCheck %s --check-prefix=PART

// NONE: error: expected a chip to compile for, got none; set option chip or the module's attribute lowp_gpu.chip
// UNKNOWN: error: expected a chip that lowp knows (
// PART: error: expected a part that lowp knows (h200, h100, {{.*}}rtx5090, {{.*}}gb10), got 'rtx4090'
module {}
