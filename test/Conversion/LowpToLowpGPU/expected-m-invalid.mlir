// RUN: lowp-opt %s --lowp-select-kernel-config=expected-m=0 -verify-diagnostics

// expected-error @+1 {{expected option 'expected-m' to be 1 to 2147483647, got 0}}
module attributes {lowp_gpu.chip = "sm_90a"} {
}
