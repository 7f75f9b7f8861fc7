// RUN: lowp-opt %s --lowp-to-cpu -verify-diagnostics

// Nothing turns a kernel into code for the CPU.

// expected-error @below {{'lowp_gpu.kernel' op expected a program for the CPU, got a kernel of a GPU or its launch; lowp-to-cpu takes matmuls of dialect lowp}}
lowp_gpu.kernel @f(%some: i1) chip "sm_90a" config <tile = [64, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1> {
}
