// RUN: lowp-opt %s --lowp-decompose-scaled | FileCheck %s
// RUN: lowp-opt %s --lowp-decompose-scaled | FileCheck %s --check-prefix=GONE

// GONE-NOT: lowp.

!q = !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>

// CHECK-LABEL: func.func @fold(
// CHECK-SAME:    %[[D:[a-z0-9]*]]: tensor<?x256xf8E4M3FN>, %[[S:[a-z0-9]*]]: tensor<2x?xf32>)
// CHECK-SAME:    -> (tensor<?x256xf8E4M3FN>, tensor<2x?xf32>)
// CHECK:         return %[[D]], %[[S]]
func.func @fold(%d: tensor<?x256xf8E4M3FN>, %s: tensor<2x?xf32>) -> (tensor<?x256xf8E4M3FN>, tensor<2x?xf32>) {
  %q = lowp.make_scaled %d, %s : tensor<?x256xf8E4M3FN>, tensor<2x?xf32> -> !q
  %d2, %s2 = lowp.split_scaled %q : !q
  return %d2, %s2 : tensor<?x256xf8E4M3FN>, tensor<2x?xf32>
}

// CHECK-LABEL: func.func private @declared(tensor<?x256xf8E4M3FN>, tensor<2x?xf32>, i1)
func.func private @declared(!q, i1)

// CHECK-LABEL: func.func @call(
// CHECK-SAME:    %[[D:[a-z0-9]*]]: tensor<?x256xf8E4M3FN>, %[[S:[a-z0-9]*]]: tensor<2x?xf32>, %[[C:[a-z0-9]*]]: i1)
// CHECK:         call @declared(%[[D]], %[[S]], %[[C]])
// CHECK:         return %[[D]], %[[S]]
func.func @call(%q: !q, %c: i1) -> !q {
  call @declared(%q, %c) : (!q, i1) -> ()
  return %q : !q
}

// CHECK-LABEL: func.func @structured(
// CHECK:         %[[IF:.*]]:2 = scf.if %{{.*}} -> (tensor<?x256xf8E4M3FN>, tensor<2x?xf32>)
// CHECK:         %[[FOR:.*]]:2 = scf.for {{.*}} iter_args(%{{.*}} = %[[IF]]#0, %{{.*}} = %[[IF]]#1)
// CHECK:         return %[[FOR]]#0, %[[FOR]]#1
func.func @structured(%a: !q, %b: !q, %c: i1, %n: index) -> !q {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %if = scf.if %c -> !q {
    scf.yield %a : !q
  } else {
    scf.yield %b : !q
  }
  %for = scf.for %i = %c0 to %n step %c1 iter_args(%x = %if) -> !q {
    scf.yield %a : !q
  }
  return %for : !q
}

// CHECK-LABEL: func.func @branch(
// CHECK:         cf.cond_br %{{.*}}, ^bb1(%{{.*}}, %{{.*}} : tensor<?x256xf8E4M3FN>, tensor<2x?xf32>), ^bb1(
// CHECK:       ^bb1(%[[D:.*]]: tensor<?x256xf8E4M3FN>, %[[S:.*]]: tensor<2x?xf32>):
// CHECK:         return %[[D]], %[[S]]
func.func @branch(%a: !q, %b: !q, %c: i1) -> !q {
  cf.cond_br %c, ^bb1(%a : !q), ^bb1(%b : !q)
^bb1(%q: !q):
  return %q : !q
}

// A recipe of two levels is three tensors.
!fp4 = !lowp.scaled<?x256xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense>

// CHECK-LABEL: func.func @global_scale(
// CHECK-SAME:    %[[D:[a-z0-9]*]]: tensor<?x128xi8>, %[[S:[a-z0-9]*]]: tensor<?x16xf8E4M3FN>, %[[G:[a-z0-9]*]]: tensor<1xf32>)
// CHECK-SAME:    -> (tensor<?x128xi8>, tensor<?x16xf8E4M3FN>, tensor<1xf32>)
// CHECK:         return %[[D]], %[[S]], %[[G]]
func.func @global_scale(%q: !fp4) -> !fp4 {
  return %q : !fp4
}
