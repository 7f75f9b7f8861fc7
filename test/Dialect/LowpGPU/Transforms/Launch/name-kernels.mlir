// Kernels whose locations say what they do get names for profilers, which launches follow.
// RUN: lowp-opt %s --lowp-gpu-prepare-launches=only=name-kernels | FileCheck %s

module attributes {gpu.container_module} {
  // CHECK-LABEL: func.func @f(
  // CHECK: gpu.launch_func @a::@layers_up_copy_f32
  // CHECK: gpu.launch_func @b::@layers_up_copy_f32_1
  // CHECK: gpu.launch_func @c::@f_copy_f32_1
  // CHECK: gpu.launch_func @d::@plain
  // CHECK: gpu.launch_func @e::@copy_f32
  func.func @f() {
    %one = arith.constant 1 : index
    gpu.launch_func @a::@k blocks in (%one, %one, %one) threads in (%one, %one, %one) loc("layers.*.up/linear")
    gpu.launch_func @b::@k blocks in (%one, %one, %one) threads in (%one, %one, %one) loc("layers.*.up/add")
    gpu.launch_func @c::@k blocks in (%one, %one, %one) threads in (%one, %one, %one)
    gpu.launch_func @d::@plain blocks in (%one, %one, %one) threads in (%one, %one, %one)
    gpu.launch_func @e::@k blocks in (%one, %one, %one) threads in (%one, %one, %one)
    return
  }
  // Two functions, and layers without a common path.
  // CHECK-LABEL: func.func @g(
  // CHECK: gpu.launch_func @e::@copy_f32
  // CHECK: gpu.launch_func @h::@a_very_long_name_of_a_function_that_is_c_copy_f32
  func.func @g() {
    %one = arith.constant 1 : index
    gpu.launch_func @e::@k blocks in (%one, %one, %one) threads in (%one, %one, %one) loc("head/linear")
    call @a_very_long_name_of_a_function_that_is_cut() : () -> ()
    return
  }
  func.func @a_very_long_name_of_a_function_that_is_cut() {
    %one = arith.constant 1 : index
    gpu.launch_func @h::@k blocks in (%one, %one, %one) threads in (%one, %one, %one)
    return
  }

  // CHECK: gpu.module @a
  // CHECK: gpu.func @layers_up_copy_f32() kernel
  gpu.module @a { gpu.func @k() kernel { gpu.return } loc(fused<"copy_f32">["line"]) }
  gpu.module @b { gpu.func @k() kernel { gpu.return } loc(fused<"copy_f32">["line"]) }
  // A name that another symbol has.
  gpu.module @c {
    gpu.func @f_copy_f32() { gpu.return }
    gpu.func @k() kernel { gpu.return } loc(fused<"copy_f32">["line"])
  }
  // It says nothing.
  // CHECK: gpu.func @plain() kernel
  gpu.module @d { gpu.func @plain() kernel { gpu.return } loc("line") }
  gpu.module @e { gpu.func @k() kernel { gpu.return } loc(fused<"copy_f32">["line"]) }
  gpu.module @h { gpu.func @k() kernel { gpu.return } loc(fused<"copy_f32">["line"]) }
}
