// RUN: lowp-opt %s --lowp-select-kernel-config=expected-m=-1 -verify-diagnostics

// expected-error @+1 {{expected option 'expected-m' to be 1 to 2147483647, or 0 for any M, got -1}}
module attributes {lowp_gpu.chip = "sm_90a"} {
}
