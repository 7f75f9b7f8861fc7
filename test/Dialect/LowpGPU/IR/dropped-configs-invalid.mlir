// RUN: lowp-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{expected 'lowp_gpu.gemms' to be an array of i64, got 1 : i64}}
func.func private @f() attributes {lowp_gpu.gemms = 1}

// -----

// expected-error @below {{expected 'lowp_gpu.model_configs' to be an array of #lowp_gpu.config, got "all"}}
func.func private @f() attributes {lowp_gpu.model_configs = "all"}

// -----

// expected-error @below {{expected 'lowp_gpu.dropped_configs' to be an array of #lowp_gpu.config, got [1]}}
func.func private @f() attributes {lowp_gpu.dropped_configs = [1]}
