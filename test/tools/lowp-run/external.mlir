// External functions of a shared library, through a driver that takes notes. The
// CPU and the reference run the body instead.
// REQUIRES: cc
// RUN: mkdir -p %t
// RUN: cc -shared -fPIC -Wall -Wextra -Werror -I%lowp_source_dir/include %S/Inputs/external.c -o %t/libexternal.so
// RUN: lowp-run %s --shape M=5 --dump-outputs=%t/cpu
// RUN: %lowp_tools_dir/lowp-simulate lowp-run %s --device=gpu --shape M=5 --check \
// RUN:   --external-library=%t/libexternal.so --dump-outputs=%t/gpu | FileCheck %s
// RUN: cmp %t/cpu/result0.bin %t/gpu/result0.bin
// RUN: env LOWP_CUDA_DRIVER=%fake_cuda not lowp-run %s --device=gpu --chip=sm_90a --shape M=5 2>&1 | FileCheck %s --check-prefix=UNBOUND
// RUN: env LOWP_CUDA_DRIVER=%fake_cuda not lowp-run %s --device=gpu --chip=sm_90a --shape M=5 --external-library=%t/none.so 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LIBRARY

// CHECK-DAG: my_scale by 3
// CHECK-DAG: result0: relative error to the reference 0.000e+00
// UNBOUND: expected the external function 'my_scale' to be bound, got none; bind it with {{.*}}for lowp-run with --external-library
// LIBRARY: expected a shared library for --external-library, got '{{.*}}none.so': {{.*}}No such file

#map = affine_map<(i, j) -> (i, j)>
func.func private @twice(%x: tensor<?x8xf32> {lowp.strided}, %factor: f32) -> tensor<?x8xf32> attributes {lowp.external = "my_scale"} {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x8xf32>
  %e = tensor.empty(%m) : tensor<?x8xf32>
  %y = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
    ins(%x : tensor<?x8xf32>) outs(%e : tensor<?x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.mulf %a, %factor : f32
    linalg.yield %r : f32
  } -> tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}
func.func @main(%x: tensor<?x16xf32>) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %three = arith.constant 3.0 : f32
  %m = tensor.dim %x, %c0 : tensor<?x16xf32>
  %s = tensor.extract_slice %x[0, 8] [%m, 8] [1, 1] : tensor<?x16xf32> to tensor<?x8xf32>
  %a = arith.addf %s, %s : tensor<?x8xf32>
  %y = call @twice(%a, %three) : (tensor<?x8xf32>, f32) -> tensor<?x8xf32>
  %z = arith.addf %y, %s : tensor<?x8xf32>
  return %z : tensor<?x8xf32>
}
