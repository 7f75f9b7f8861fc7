// RUN: lowp-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{attribute 'lowp_gpu.part': expected a string or a dictionary of figures, got 90 : i64}}
module attributes {lowp_gpu.part = 90} {
}

// -----

// expected-error @below {{attribute 'lowp_gpu.part': expected "base" to be a part that lowp knows (h200, h100, h100-2400, b200, b300, rtx5090, rtx5080, rtx-pro-6000, gb10), got ""}}
module attributes {lowp_gpu.part = {name = "mine"}} {
}

// -----

// expected-error @below {{attribute 'lowp_gpu.part': expected "base" to be a string, got 1 : i64}}
module attributes {lowp_gpu.part = {name = "mine", base = 1}} {
}

// -----

// expected-error @below {{attribute 'lowp_gpu.part': expected "memory_share" to be a float, got 1 : i64}}
module attributes {lowp_gpu.part = {name = "mine", base = "h200", memory_share = 1}} {
}

// -----

// expected-error @below {{attribute 'lowp_gpu.part': expected "memory_share" to be 0.05 to 1, got 2}}
module attributes {lowp_gpu.part = {name = "mine", base = "h200", memory_share = 2.0}} {
}
