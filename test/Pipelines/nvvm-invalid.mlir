// RUN: not lowp-opt %s --lowp-to-nvvm 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not lowp-opt %s --lowp-to-nvvm="chip=sm_1" 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// NONE: error: expected a chip to compile for, got none; set option chip or the module's attribute lowp_gpu.chip
// UNKNOWN: error: expected a chip that lowp knows (
module {}
