// RUN: lowp-opt %s --lowp-form-groups | FileCheck %s
// Kernels multiply groups of rows and of K of 16 bits, where the chip has kernels.
// RUN: lowp-opt %s --lowp-attach-chip=chip=sm_90a --lowp-form-groups=for-kernels | FileCheck %s --check-prefix=KERNELS
// RUN: lowp-opt %s --lowp-attach-chip=chip=sm_100a --lowp-form-groups=for-kernels | FileCheck %s --check-prefix=KERNELS
// RUN: sed s/bf16/f32/g %s | lowp-opt --lowp-attach-chip=chip=sm_90a --lowp-form-groups=for-kernels | FileCheck %s --check-prefix=NONE
// RUN: lowp-opt %s --lowp-form-groups=for-kernels | FileCheck %s --check-prefix=NONE
// RUN: lowp-test-opt %s --lowp-attach-chip=chip=plain_1 --lowp-form-groups=for-kernels | FileCheck %s --check-prefix=NONE
// KERNELS-COUNT-3: lowp.grouped_matmul
// KERNELS-NOT:     lowp.grouped_matmul
// NONE-NOT:        lowp.grouped_matmul

#g = affine_map<(m, g, k) -> (g)>
#x = affine_map<(m, g, k) -> (m, k)>
#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#bg = affine_map<(g, t, n) -> (g)>
#bx = affine_map<(g, t, n) -> (t, n)>

// Rows of x, 0 where they are of another group, and weights of all groups.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME: %[[X:.*]]: tensor<40x16xbf16>, %[[W:.*]]: tensor<4x16x24xbf16>, %[[END:[^ ]*]]: tensor<4xi32>
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[W]] : tensor<4x16x24xbf16>) outs(%{{.*}} : tensor<4x24x16xbf16>) permutation = [0, 2, 1]
// CHECK: %[[Y:.*]] = lowp.grouped_matmul %[[X]], %[[T]] ends(%[[END]] : tensor<4xi32>)
// Rows after the last group are 0.
// CHECK: %[[CLEARED:.*]] = linalg.generic {{.*}} ins(%[[Y]] : tensor<40x24xbf16>)
// CHECK: tensor.extract %[[END]][%{{.*}}]
// CHECK: arith.cmpi slt
// CHECK: arith.select
// CHECK: return %[[CLEARED]]
func.func @rows(%x: tensor<40x16xbf16>, %w: tensor<4x16x24xbf16>, %end: tensor<4xi32>, %other: tensor<4xi32>) -> tensor<40x24xbf16> {
  %zero = arith.constant 0.0 : bf16
  %one = arith.constant 1.0 : bf16
  %first = arith.constant dense<0> : tensor<1xi32>
  %second = arith.constant dense<1> : tensor<1xi32>
  %slice = tensor.extract_slice %end[0] [3] [1] : tensor<4xi32> to tensor<3xi32>
  %begin = tensor.concat dim(0) %first, %slice : (tensor<1xi32>, tensor<3xi32>) -> tensor<4xi32>
  %ea = tensor.empty() : tensor<40x4x16xbf16>
  %a = linalg.generic {indexing_maps = [#g, #g, #x, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%begin, %end, %x : tensor<4xi32>, tensor<4xi32>, tensor<40x16xbf16>) outs(%ea : tensor<40x4x16xbf16>) {
  ^bb0(%b: i32, %n: i32, %v: bf16, %o: bf16):
    %i = linalg.index 0 : index
    %r = arith.index_cast %i : index to i32
    %l = arith.cmpi sle, %b, %r : i32
    %u = arith.cmpi slt, %r, %n : i32
    %c = arith.andi %l, %u : i1
    %s = arith.select %c, %v, %zero : bf16
    linalg.yield %s : bf16
  } -> tensor<40x4x16xbf16>
  %j = tensor.collapse_shape %a [[0], [1, 2]] : tensor<40x4x16xbf16> into tensor<40x64xbf16>
  %k = tensor.collapse_shape %w [[0, 1], [2]] : tensor<4x16x24xbf16> into tensor<64x24xbf16>
  %e = tensor.empty() : tensor<40x24xbf16>
  %f = linalg.fill ins(%zero : bf16) outs(%e : tensor<40x24xbf16>) -> tensor<40x24xbf16>
  %y = linalg.matmul ins(%j, %k : tensor<40x64xbf16>, tensor<64x24xbf16>) outs(%f : tensor<40x24xbf16>) -> tensor<40x24xbf16>
  return %y : tensor<40x24xbf16>
}

// Starts that are put together by inserts; comparisons with sides exchanged.
// CHECK-LABEL: func.func @inserted(
// CHECK: lowp.grouped_matmul %{{.*}} ends(%{{.*}} : tensor<4xi32>)
// CHECK-NOT: linalg.matmul
func.func @inserted(%x: tensor<40x16xbf16>, %w: tensor<4x16x24xbf16>, %end: tensor<4xi32>, %other: tensor<4xi32>) -> tensor<40x24xbf16> {
  %zero = arith.constant 0.0 : bf16
  %one = arith.constant 1.0 : bf16
  %first = arith.constant dense<0> : tensor<1xi32>
  %second = arith.constant dense<1> : tensor<1xi32>
  %slice = tensor.extract_slice %end[0] [3] [1] : tensor<4xi32> to tensor<3xi32>
  %nothing = tensor.empty() : tensor<4xi32>
  %front = tensor.insert_slice %first into %nothing[0] [1] [1] : tensor<1xi32> into tensor<4xi32>
  %begin = tensor.insert_slice %slice into %front[1] [3] [1] : tensor<3xi32> into tensor<4xi32>
  %ea = tensor.empty() : tensor<40x4x16xbf16>
  %a = linalg.generic {indexing_maps = [#g, #g, #x, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%begin, %end, %x : tensor<4xi32>, tensor<4xi32>, tensor<40x16xbf16>) outs(%ea : tensor<40x4x16xbf16>) {
  ^bb0(%b: i32, %n: i32, %v: bf16, %o: bf16):
    %i = linalg.index 0 : index
    %r = arith.index_cast %i : index to i32
    %l = arith.cmpi sge, %r, %b : i32
    %u = arith.cmpi sgt, %n, %r : i32
    %c = arith.andi %l, %u : i1
    %s = arith.select %c, %v, %zero : bf16
    linalg.yield %s : bf16
  } -> tensor<40x4x16xbf16>
  %j = tensor.collapse_shape %a [[0], [1, 2]] : tensor<40x4x16xbf16> into tensor<40x64xbf16>
  %k = tensor.collapse_shape %w [[0, 1], [2]] : tensor<4x16x24xbf16> into tensor<64x24xbf16>
  %e = tensor.empty() : tensor<40x24xbf16>
  %f = linalg.fill ins(%zero : bf16) outs(%e : tensor<40x24xbf16>) -> tensor<40x24xbf16>
  %y = linalg.matmul ins(%j, %k : tensor<40x64xbf16>, tensor<64x24xbf16>) outs(%f : tensor<40x24xbf16>) -> tensor<40x24xbf16>
  return %y : tensor<40x24xbf16>
}

// A sum for each group: the gradient of the weights. One mask is enough.
// CHECK-LABEL: func.func @sums(
// CHECK-SAME: %[[X:.*]]: tensor<40x16xbf16>, %[[GO:.*]]: tensor<40x24xbf16>, %[[END:.*]]: tensor<4xi32>
// CHECK-DAG: %[[XT:.*]] = linalg.transpose ins(%[[X]] : tensor<40x16xbf16>) {{.*}} permutation = [1, 0]
// CHECK-DAG: %[[GOT:.*]] = linalg.transpose ins(%[[GO]] : tensor<40x24xbf16>) {{.*}} permutation = [1, 0]
// CHECK: %[[DW:.*]] = lowp.grouped_matmul %[[XT]], %[[GOT]] ends(%[[END]] : tensor<4xi32>)
// CHECK: return %[[DW]]
func.func @sums(%x: tensor<40x16xbf16>, %go: tensor<40x24xbf16>, %end: tensor<4xi32>) -> tensor<4x16x24xbf16> {
  %zero = arith.constant 0.0 : bf16
  %one = arith.constant 1.0 : bf16
  %first = arith.constant dense<0> : tensor<1xi32>
  %second = arith.constant dense<1> : tensor<1xi32>
  %slice = tensor.extract_slice %end[0] [3] [1] : tensor<4xi32> to tensor<3xi32>
  %begin = tensor.concat dim(0) %first, %slice : (tensor<1xi32>, tensor<3xi32>) -> tensor<4xi32>
  %ea = tensor.empty() : tensor<4x40x16xbf16>
  %a = linalg.generic {indexing_maps = [#bg, #bg, #bx, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%begin, %end, %x : tensor<4xi32>, tensor<4xi32>, tensor<40x16xbf16>) outs(%ea : tensor<4x40x16xbf16>) {
  ^bb0(%b: i32, %n: i32, %v: bf16, %o: bf16):
    %i = linalg.index 1 : index
    %r = arith.index_cast %i : index to i32
    %l = arith.cmpi sle, %b, %r : i32
    %u = arith.cmpi slt, %r, %n : i32
    %c = arith.andi %l, %u : i1
    %s = arith.select %c, %v, %zero : bf16
    linalg.yield %s : bf16
  } -> tensor<4x40x16xbf16>
  %et = tensor.empty() : tensor<4x16x40xbf16>
  %t = linalg.transpose ins(%a : tensor<4x40x16xbf16>) outs(%et : tensor<4x16x40xbf16>) permutation = [0, 2, 1]
  %eg = tensor.empty() : tensor<4x40x24xbf16>
  %r = linalg.broadcast ins(%go : tensor<40x24xbf16>) outs(%eg : tensor<4x40x24xbf16>) dimensions = [0]
  %e = tensor.empty() : tensor<4x16x24xbf16>
  %f = linalg.fill ins(%zero : bf16) outs(%e : tensor<4x16x24xbf16>) -> tensor<4x16x24xbf16>
  %y = linalg.batch_matmul ins(%t, %r : tensor<4x16x40xbf16>, tensor<4x40x24xbf16>) outs(%f : tensor<4x16x24xbf16>) -> tensor<4x16x24xbf16>
  return %y : tensor<4x16x24xbf16>
}

// Both sides are masked, by different ends.
// CHECK-LABEL: func.func @sums_of_two_groups(
// CHECK-NOT: lowp.grouped_matmul
// CHECK: linalg.batch_matmul
func.func @sums_of_two_groups(%x: tensor<40x16xbf16>, %go: tensor<40x24xbf16>, %end: tensor<4xi32>, %other: tensor<4xi32>) -> tensor<4x16x24xbf16> {
  %zero = arith.constant 0.0 : bf16
  %one = arith.constant 1.0 : bf16
  %first = arith.constant dense<0> : tensor<1xi32>
  %second = arith.constant dense<1> : tensor<1xi32>
  %slice = tensor.extract_slice %end[0] [3] [1] : tensor<4xi32> to tensor<3xi32>
  %begin = tensor.concat dim(0) %first, %slice : (tensor<1xi32>, tensor<3xi32>) -> tensor<4xi32>
  %slice2 = tensor.extract_slice %other[0] [3] [1] : tensor<4xi32> to tensor<3xi32>
  %begin2 = tensor.concat dim(0) %first, %slice2 : (tensor<1xi32>, tensor<3xi32>) -> tensor<4xi32>
  %ea = tensor.empty() : tensor<4x40x16xbf16>
  %a = linalg.generic {indexing_maps = [#bg, #bg, #bx, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%begin, %end, %x : tensor<4xi32>, tensor<4xi32>, tensor<40x16xbf16>) outs(%ea : tensor<4x40x16xbf16>) {
  ^bb0(%b: i32, %n: i32, %v: bf16, %o: bf16):
    %i = linalg.index 1 : index
    %r = arith.index_cast %i : index to i32
    %l = arith.cmpi sle, %b, %r : i32
    %u = arith.cmpi slt, %r, %n : i32
    %c = arith.andi %l, %u : i1
    %s = arith.select %c, %v, %zero : bf16
    linalg.yield %s : bf16
  } -> tensor<4x40x16xbf16>
  %er = tensor.empty() : tensor<4x40x24xbf16>
  %r = linalg.generic {indexing_maps = [#bg, #bg, #bx, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%begin2, %other, %go : tensor<4xi32>, tensor<4xi32>, tensor<40x24xbf16>) outs(%er : tensor<4x40x24xbf16>) {
  ^bb0(%b: i32, %n: i32, %v: bf16, %o: bf16):
    %i = linalg.index 1 : index
    %r = arith.index_cast %i : index to i32
    %l = arith.cmpi sle, %b, %r : i32
    %u = arith.cmpi slt, %r, %n : i32
    %c = arith.andi %l, %u : i1
    %s = arith.select %c, %v, %zero : bf16
    linalg.yield %s : bf16
  } -> tensor<4x40x24xbf16>
  %et = tensor.empty() : tensor<4x16x40xbf16>
  %t = linalg.transpose ins(%a : tensor<4x40x16xbf16>) outs(%et : tensor<4x16x40xbf16>) permutation = [0, 2, 1]
  %e = tensor.empty() : tensor<4x16x24xbf16>
  %f = linalg.fill ins(%zero : bf16) outs(%e : tensor<4x16x24xbf16>) -> tensor<4x16x24xbf16>
  %y = linalg.batch_matmul ins(%t, %r : tensor<4x16x40xbf16>, tensor<4x40x24xbf16>) outs(%f : tensor<4x16x24xbf16>) -> tensor<4x16x24xbf16>
  return %y : tensor<4x16x24xbf16>
}

// The row at the end of a group would be in two groups.
// CHECK-LABEL: func.func @closed(
// CHECK-NOT: lowp.grouped_matmul
// CHECK: linalg.matmul
func.func @closed(%x: tensor<40x16xbf16>, %w: tensor<4x16x24xbf16>, %end: tensor<4xi32>, %other: tensor<4xi32>) -> tensor<40x24xbf16> {
  %zero = arith.constant 0.0 : bf16
  %one = arith.constant 1.0 : bf16
  %first = arith.constant dense<0> : tensor<1xi32>
  %second = arith.constant dense<1> : tensor<1xi32>
  %slice = tensor.extract_slice %end[0] [3] [1] : tensor<4xi32> to tensor<3xi32>
  %begin = tensor.concat dim(0) %first, %slice : (tensor<1xi32>, tensor<3xi32>) -> tensor<4xi32>
  %ea = tensor.empty() : tensor<40x4x16xbf16>
  %a = linalg.generic {indexing_maps = [#g, #g, #x, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%begin, %end, %x : tensor<4xi32>, tensor<4xi32>, tensor<40x16xbf16>) outs(%ea : tensor<40x4x16xbf16>) {
  ^bb0(%b: i32, %n: i32, %v: bf16, %o: bf16):
    %i = linalg.index 0 : index
    %r = arith.index_cast %i : index to i32
    %l = arith.cmpi sle, %b, %r : i32
    %u = arith.cmpi sle, %r, %n : i32
    %c = arith.andi %l, %u : i1
    %s = arith.select %c, %v, %zero : bf16
    linalg.yield %s : bf16
  } -> tensor<40x4x16xbf16>
  %j = tensor.collapse_shape %a [[0], [1, 2]] : tensor<40x4x16xbf16> into tensor<40x64xbf16>
  %k = tensor.collapse_shape %w [[0, 1], [2]] : tensor<4x16x24xbf16> into tensor<64x24xbf16>
  %e = tensor.empty() : tensor<40x24xbf16>
  %f = linalg.fill ins(%zero : bf16) outs(%e : tensor<40x24xbf16>) -> tensor<40x24xbf16>
  %y = linalg.matmul ins(%j, %k : tensor<40x64xbf16>, tensor<64x24xbf16>) outs(%f : tensor<40x24xbf16>) -> tensor<40x24xbf16>
  return %y : tensor<40x24xbf16>
}

// Rows at the start of a group are in none.
// CHECK-LABEL: func.func @open(
// CHECK-NOT: lowp.grouped_matmul
// CHECK: linalg.matmul
func.func @open(%x: tensor<40x16xbf16>, %w: tensor<4x16x24xbf16>, %end: tensor<4xi32>, %other: tensor<4xi32>) -> tensor<40x24xbf16> {
  %zero = arith.constant 0.0 : bf16
  %one = arith.constant 1.0 : bf16
  %first = arith.constant dense<0> : tensor<1xi32>
  %second = arith.constant dense<1> : tensor<1xi32>
  %slice = tensor.extract_slice %end[0] [3] [1] : tensor<4xi32> to tensor<3xi32>
  %begin = tensor.concat dim(0) %first, %slice : (tensor<1xi32>, tensor<3xi32>) -> tensor<4xi32>
  %ea = tensor.empty() : tensor<40x4x16xbf16>
  %a = linalg.generic {indexing_maps = [#g, #g, #x, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%begin, %end, %x : tensor<4xi32>, tensor<4xi32>, tensor<40x16xbf16>) outs(%ea : tensor<40x4x16xbf16>) {
  ^bb0(%b: i32, %n: i32, %v: bf16, %o: bf16):
    %i = linalg.index 0 : index
    %r = arith.index_cast %i : index to i32
    %l = arith.cmpi slt, %b, %r : i32
    %u = arith.cmpi slt, %r, %n : i32
    %c = arith.andi %l, %u : i1
    %s = arith.select %c, %v, %zero : bf16
    linalg.yield %s : bf16
  } -> tensor<40x4x16xbf16>
  %j = tensor.collapse_shape %a [[0], [1, 2]] : tensor<40x4x16xbf16> into tensor<40x64xbf16>
  %k = tensor.collapse_shape %w [[0, 1], [2]] : tensor<4x16x24xbf16> into tensor<64x24xbf16>
  %e = tensor.empty() : tensor<40x24xbf16>
  %f = linalg.fill ins(%zero : bf16) outs(%e : tensor<40x24xbf16>) -> tensor<40x24xbf16>
  %y = linalg.matmul ins(%j, %k : tensor<40x64xbf16>, tensor<64x24xbf16>) outs(%f : tensor<40x24xbf16>) -> tensor<40x24xbf16>
  return %y : tensor<40x24xbf16>
}

// Unsigned comparisons: starts below 0 are other rows.
// CHECK-LABEL: func.func @unsigned(
// CHECK-NOT: lowp.grouped_matmul
// CHECK: linalg.matmul
func.func @unsigned(%x: tensor<40x16xbf16>, %w: tensor<4x16x24xbf16>, %end: tensor<4xi32>, %other: tensor<4xi32>) -> tensor<40x24xbf16> {
  %zero = arith.constant 0.0 : bf16
  %one = arith.constant 1.0 : bf16
  %first = arith.constant dense<0> : tensor<1xi32>
  %second = arith.constant dense<1> : tensor<1xi32>
  %slice = tensor.extract_slice %end[0] [3] [1] : tensor<4xi32> to tensor<3xi32>
  %begin = tensor.concat dim(0) %first, %slice : (tensor<1xi32>, tensor<3xi32>) -> tensor<4xi32>
  %ea = tensor.empty() : tensor<40x4x16xbf16>
  %a = linalg.generic {indexing_maps = [#g, #g, #x, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%begin, %end, %x : tensor<4xi32>, tensor<4xi32>, tensor<40x16xbf16>) outs(%ea : tensor<40x4x16xbf16>) {
  ^bb0(%b: i32, %n: i32, %v: bf16, %o: bf16):
    %i = linalg.index 0 : index
    %r = arith.index_cast %i : index to i32
    %l = arith.cmpi ule, %b, %r : i32
    %u = arith.cmpi ult, %r, %n : i32
    %c = arith.andi %l, %u : i1
    %s = arith.select %c, %v, %zero : bf16
    linalg.yield %s : bf16
  } -> tensor<40x4x16xbf16>
  %j = tensor.collapse_shape %a [[0], [1, 2]] : tensor<40x4x16xbf16> into tensor<40x64xbf16>
  %k = tensor.collapse_shape %w [[0, 1], [2]] : tensor<4x16x24xbf16> into tensor<64x24xbf16>
  %e = tensor.empty() : tensor<40x24xbf16>
  %f = linalg.fill ins(%zero : bf16) outs(%e : tensor<40x24xbf16>) -> tensor<40x24xbf16>
  %y = linalg.matmul ins(%j, %k : tensor<40x64xbf16>, tensor<64x24xbf16>) outs(%f : tensor<40x24xbf16>) -> tensor<40x24xbf16>
  return %y : tensor<40x24xbf16>
}

// Starts that are not those of the ends.
// CHECK-LABEL: func.func @other_ends(
// CHECK-NOT: lowp.grouped_matmul
// CHECK: linalg.matmul
func.func @other_ends(%x: tensor<40x16xbf16>, %w: tensor<4x16x24xbf16>, %end: tensor<4xi32>, %other: tensor<4xi32>) -> tensor<40x24xbf16> {
  %zero = arith.constant 0.0 : bf16
  %one = arith.constant 1.0 : bf16
  %first = arith.constant dense<0> : tensor<1xi32>
  %second = arith.constant dense<1> : tensor<1xi32>
  %slice = tensor.extract_slice %other[0] [3] [1] : tensor<4xi32> to tensor<3xi32>
  %begin = tensor.concat dim(0) %first, %slice : (tensor<1xi32>, tensor<3xi32>) -> tensor<4xi32>
  %ea = tensor.empty() : tensor<40x4x16xbf16>
  %a = linalg.generic {indexing_maps = [#g, #g, #x, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%begin, %end, %x : tensor<4xi32>, tensor<4xi32>, tensor<40x16xbf16>) outs(%ea : tensor<40x4x16xbf16>) {
  ^bb0(%b: i32, %n: i32, %v: bf16, %o: bf16):
    %i = linalg.index 0 : index
    %r = arith.index_cast %i : index to i32
    %l = arith.cmpi sle, %b, %r : i32
    %u = arith.cmpi slt, %r, %n : i32
    %c = arith.andi %l, %u : i1
    %s = arith.select %c, %v, %zero : bf16
    linalg.yield %s : bf16
  } -> tensor<40x4x16xbf16>
  %j = tensor.collapse_shape %a [[0], [1, 2]] : tensor<40x4x16xbf16> into tensor<40x64xbf16>
  %k = tensor.collapse_shape %w [[0, 1], [2]] : tensor<4x16x24xbf16> into tensor<64x24xbf16>
  %e = tensor.empty() : tensor<40x24xbf16>
  %f = linalg.fill ins(%zero : bf16) outs(%e : tensor<40x24xbf16>) -> tensor<40x24xbf16>
  %y = linalg.matmul ins(%j, %k : tensor<40x64xbf16>, tensor<64x24xbf16>) outs(%f : tensor<40x24xbf16>) -> tensor<40x24xbf16>
  return %y : tensor<40x24xbf16>
}

// The first group does not start at row 0.
// CHECK-LABEL: func.func @second(
// CHECK-NOT: lowp.grouped_matmul
// CHECK: linalg.matmul
func.func @second(%x: tensor<40x16xbf16>, %w: tensor<4x16x24xbf16>, %end: tensor<4xi32>, %other: tensor<4xi32>) -> tensor<40x24xbf16> {
  %zero = arith.constant 0.0 : bf16
  %one = arith.constant 1.0 : bf16
  %first = arith.constant dense<0> : tensor<1xi32>
  %second = arith.constant dense<1> : tensor<1xi32>
  %slice = tensor.extract_slice %end[0] [3] [1] : tensor<4xi32> to tensor<3xi32>
  %begin = tensor.concat dim(0) %second, %slice : (tensor<1xi32>, tensor<3xi32>) -> tensor<4xi32>
  %ea = tensor.empty() : tensor<40x4x16xbf16>
  %a = linalg.generic {indexing_maps = [#g, #g, #x, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%begin, %end, %x : tensor<4xi32>, tensor<4xi32>, tensor<40x16xbf16>) outs(%ea : tensor<40x4x16xbf16>) {
  ^bb0(%b: i32, %n: i32, %v: bf16, %o: bf16):
    %i = linalg.index 0 : index
    %r = arith.index_cast %i : index to i32
    %l = arith.cmpi sle, %b, %r : i32
    %u = arith.cmpi slt, %r, %n : i32
    %c = arith.andi %l, %u : i1
    %s = arith.select %c, %v, %zero : bf16
    linalg.yield %s : bf16
  } -> tensor<40x4x16xbf16>
  %j = tensor.collapse_shape %a [[0], [1, 2]] : tensor<40x4x16xbf16> into tensor<40x64xbf16>
  %k = tensor.collapse_shape %w [[0, 1], [2]] : tensor<4x16x24xbf16> into tensor<64x24xbf16>
  %e = tensor.empty() : tensor<40x24xbf16>
  %f = linalg.fill ins(%zero : bf16) outs(%e : tensor<40x24xbf16>) -> tensor<40x24xbf16>
  %y = linalg.matmul ins(%j, %k : tensor<40x64xbf16>, tensor<64x24xbf16>) outs(%f : tensor<40x24xbf16>) -> tensor<40x24xbf16>
  return %y : tensor<40x24xbf16>
}

// Rows of other groups are not 0.
// CHECK-LABEL: func.func @ones(
// CHECK-NOT: lowp.grouped_matmul
// CHECK: linalg.matmul
func.func @ones(%x: tensor<40x16xbf16>, %w: tensor<4x16x24xbf16>, %end: tensor<4xi32>, %other: tensor<4xi32>) -> tensor<40x24xbf16> {
  %zero = arith.constant 0.0 : bf16
  %one = arith.constant 1.0 : bf16
  %first = arith.constant dense<0> : tensor<1xi32>
  %second = arith.constant dense<1> : tensor<1xi32>
  %slice = tensor.extract_slice %end[0] [3] [1] : tensor<4xi32> to tensor<3xi32>
  %begin = tensor.concat dim(0) %first, %slice : (tensor<1xi32>, tensor<3xi32>) -> tensor<4xi32>
  %ea = tensor.empty() : tensor<40x4x16xbf16>
  %a = linalg.generic {indexing_maps = [#g, #g, #x, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%begin, %end, %x : tensor<4xi32>, tensor<4xi32>, tensor<40x16xbf16>) outs(%ea : tensor<40x4x16xbf16>) {
  ^bb0(%b: i32, %n: i32, %v: bf16, %o: bf16):
    %i = linalg.index 0 : index
    %r = arith.index_cast %i : index to i32
    %l = arith.cmpi sle, %b, %r : i32
    %u = arith.cmpi slt, %r, %n : i32
    %c = arith.andi %l, %u : i1
    %s = arith.select %c, %v, %one : bf16
    linalg.yield %s : bf16
  } -> tensor<40x4x16xbf16>
  %j = tensor.collapse_shape %a [[0], [1, 2]] : tensor<40x4x16xbf16> into tensor<40x64xbf16>
  %k = tensor.collapse_shape %w [[0, 1], [2]] : tensor<4x16x24xbf16> into tensor<64x24xbf16>
  %e = tensor.empty() : tensor<40x24xbf16>
  %f = linalg.fill ins(%zero : bf16) outs(%e : tensor<40x24xbf16>) -> tensor<40x24xbf16>
  %y = linalg.matmul ins(%j, %k : tensor<40x64xbf16>, tensor<64x24xbf16>) outs(%f : tensor<40x24xbf16>) -> tensor<40x24xbf16>
  return %y : tensor<40x24xbf16>
}

// Not the rows are masked, but the columns.
// CHECK-LABEL: func.func @columns(
// CHECK-NOT: lowp.grouped_matmul
// CHECK: linalg.matmul
func.func @columns(%x: tensor<40x16xbf16>, %w: tensor<4x16x24xbf16>, %end: tensor<4xi32>, %other: tensor<4xi32>) -> tensor<40x24xbf16> {
  %zero = arith.constant 0.0 : bf16
  %one = arith.constant 1.0 : bf16
  %first = arith.constant dense<0> : tensor<1xi32>
  %second = arith.constant dense<1> : tensor<1xi32>
  %slice = tensor.extract_slice %end[0] [3] [1] : tensor<4xi32> to tensor<3xi32>
  %begin = tensor.concat dim(0) %first, %slice : (tensor<1xi32>, tensor<3xi32>) -> tensor<4xi32>
  %ea = tensor.empty() : tensor<40x4x16xbf16>
  %a = linalg.generic {indexing_maps = [#g, #g, #x, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%begin, %end, %x : tensor<4xi32>, tensor<4xi32>, tensor<40x16xbf16>) outs(%ea : tensor<40x4x16xbf16>) {
  ^bb0(%b: i32, %n: i32, %v: bf16, %o: bf16):
    %i = linalg.index 2 : index
    %r = arith.index_cast %i : index to i32
    %l = arith.cmpi sle, %b, %r : i32
    %u = arith.cmpi slt, %r, %n : i32
    %c = arith.andi %l, %u : i1
    %s = arith.select %c, %v, %zero : bf16
    linalg.yield %s : bf16
  } -> tensor<40x4x16xbf16>
  %j = tensor.collapse_shape %a [[0], [1, 2]] : tensor<40x4x16xbf16> into tensor<40x64xbf16>
  %k = tensor.collapse_shape %w [[0, 1], [2]] : tensor<4x16x24xbf16> into tensor<64x24xbf16>
  %e = tensor.empty() : tensor<40x24xbf16>
  %f = linalg.fill ins(%zero : bf16) outs(%e : tensor<40x24xbf16>) -> tensor<40x24xbf16>
  %y = linalg.matmul ins(%j, %k : tensor<40x64xbf16>, tensor<64x24xbf16>) outs(%f : tensor<40x24xbf16>) -> tensor<40x24xbf16>
  return %y : tensor<40x24xbf16>
}

// The number of the group is compared.
// CHECK-LABEL: func.func @groups(
// CHECK-NOT: lowp.grouped_matmul
// CHECK: linalg.matmul
func.func @groups(%x: tensor<40x16xbf16>, %w: tensor<4x16x24xbf16>, %end: tensor<4xi32>, %other: tensor<4xi32>) -> tensor<40x24xbf16> {
  %zero = arith.constant 0.0 : bf16
  %one = arith.constant 1.0 : bf16
  %first = arith.constant dense<0> : tensor<1xi32>
  %second = arith.constant dense<1> : tensor<1xi32>
  %slice = tensor.extract_slice %end[0] [3] [1] : tensor<4xi32> to tensor<3xi32>
  %begin = tensor.concat dim(0) %first, %slice : (tensor<1xi32>, tensor<3xi32>) -> tensor<4xi32>
  %ea = tensor.empty() : tensor<40x4x16xbf16>
  %a = linalg.generic {indexing_maps = [#g, #g, #x, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%begin, %end, %x : tensor<4xi32>, tensor<4xi32>, tensor<40x16xbf16>) outs(%ea : tensor<40x4x16xbf16>) {
  ^bb0(%b: i32, %n: i32, %v: bf16, %o: bf16):
    %i = linalg.index 1 : index
    %r = arith.index_cast %i : index to i32
    %l = arith.cmpi sle, %b, %r : i32
    %u = arith.cmpi slt, %r, %n : i32
    %c = arith.andi %l, %u : i1
    %s = arith.select %c, %v, %zero : bf16
    linalg.yield %s : bf16
  } -> tensor<40x4x16xbf16>
  %j = tensor.collapse_shape %a [[0], [1, 2]] : tensor<40x4x16xbf16> into tensor<40x64xbf16>
  %k = tensor.collapse_shape %w [[0, 1], [2]] : tensor<4x16x24xbf16> into tensor<64x24xbf16>
  %e = tensor.empty() : tensor<40x24xbf16>
  %f = linalg.fill ins(%zero : bf16) outs(%e : tensor<40x24xbf16>) -> tensor<40x24xbf16>
  %y = linalg.matmul ins(%j, %k : tensor<40x64xbf16>, tensor<64x24xbf16>) outs(%f : tensor<40x24xbf16>) -> tensor<40x24xbf16>
  return %y : tensor<40x24xbf16>
}

// The sum begins with something else.
// CHECK-LABEL: func.func @added(
// CHECK-NOT: lowp.grouped_matmul
// CHECK: linalg.matmul
func.func @added(%x: tensor<40x16xbf16>, %w: tensor<4x16x24xbf16>, %end: tensor<4xi32>, %other: tensor<4xi32>) -> tensor<40x24xbf16> {
  %zero = arith.constant 0.0 : bf16
  %one = arith.constant 1.0 : bf16
  %first = arith.constant dense<0> : tensor<1xi32>
  %second = arith.constant dense<1> : tensor<1xi32>
  %slice = tensor.extract_slice %end[0] [3] [1] : tensor<4xi32> to tensor<3xi32>
  %begin = tensor.concat dim(0) %first, %slice : (tensor<1xi32>, tensor<3xi32>) -> tensor<4xi32>
  %ea = tensor.empty() : tensor<40x4x16xbf16>
  %a = linalg.generic {indexing_maps = [#g, #g, #x, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%begin, %end, %x : tensor<4xi32>, tensor<4xi32>, tensor<40x16xbf16>) outs(%ea : tensor<40x4x16xbf16>) {
  ^bb0(%b: i32, %n: i32, %v: bf16, %o: bf16):
    %i = linalg.index 0 : index
    %r = arith.index_cast %i : index to i32
    %l = arith.cmpi sle, %b, %r : i32
    %u = arith.cmpi slt, %r, %n : i32
    %c = arith.andi %l, %u : i1
    %s = arith.select %c, %v, %zero : bf16
    linalg.yield %s : bf16
  } -> tensor<40x4x16xbf16>
  %j = tensor.collapse_shape %a [[0], [1, 2]] : tensor<40x4x16xbf16> into tensor<40x64xbf16>
  %k = tensor.collapse_shape %w [[0, 1], [2]] : tensor<4x16x24xbf16> into tensor<64x24xbf16>
  %e = tensor.empty() : tensor<40x24xbf16>
  %f = linalg.fill ins(%one : bf16) outs(%e : tensor<40x24xbf16>) -> tensor<40x24xbf16>
  %y = linalg.matmul ins(%j, %k : tensor<40x64xbf16>, tensor<64x24xbf16>) outs(%f : tensor<40x24xbf16>) -> tensor<40x24xbf16>
  return %y : tensor<40x24xbf16>
}

// A matmul with a recipe keeps it.
// CHECK-LABEL: func.func @recipe(
// CHECK-NOT: lowp.grouped_matmul
// CHECK: linalg.matmul
func.func @recipe(%x: tensor<40x16xbf16>, %w: tensor<4x16x24xbf16>, %end: tensor<4xi32>, %other: tensor<4xi32>) -> tensor<40x24xbf16> {
  %zero = arith.constant 0.0 : bf16
  %one = arith.constant 1.0 : bf16
  %first = arith.constant dense<0> : tensor<1xi32>
  %second = arith.constant dense<1> : tensor<1xi32>
  %slice = tensor.extract_slice %end[0] [3] [1] : tensor<4xi32> to tensor<3xi32>
  %begin = tensor.concat dim(0) %first, %slice : (tensor<1xi32>, tensor<3xi32>) -> tensor<4xi32>
  %ea = tensor.empty() : tensor<40x4x16xbf16>
  %a = linalg.generic {indexing_maps = [#g, #g, #x, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%begin, %end, %x : tensor<4xi32>, tensor<4xi32>, tensor<40x16xbf16>) outs(%ea : tensor<40x4x16xbf16>) {
  ^bb0(%b: i32, %n: i32, %v: bf16, %o: bf16):
    %i = linalg.index 0 : index
    %r = arith.index_cast %i : index to i32
    %l = arith.cmpi sle, %b, %r : i32
    %u = arith.cmpi slt, %r, %n : i32
    %c = arith.andi %l, %u : i1
    %s = arith.select %c, %v, %zero : bf16
    linalg.yield %s : bf16
  } -> tensor<40x4x16xbf16>
  %j = tensor.collapse_shape %a [[0], [1, 2]] : tensor<40x4x16xbf16> into tensor<40x64xbf16>
  %k = tensor.collapse_shape %w [[0, 1], [2]] : tensor<4x16x24xbf16> into tensor<64x24xbf16>
  %e = tensor.empty() : tensor<40x24xbf16>
  %f = linalg.fill ins(%zero : bf16) outs(%e : tensor<40x24xbf16>) -> tensor<40x24xbf16>
  %y = linalg.matmul {lowp.recipe = #lowp.matmul_recipe<rowwise>} ins(%j, %k : tensor<40x64xbf16>, tensor<64x24xbf16>) outs(%f : tensor<40x24xbf16>) -> tensor<40x24xbf16>
  return %y : tensor<40x24xbf16>
}

// Elements that no grouped matmul has.
// CHECK-LABEL: func.func @wide(
// CHECK-NOT: lowp.grouped_matmul
// CHECK: linalg.matmul
func.func @wide(%x: tensor<40x16xf64>, %w: tensor<4x16x24xf64>, %end: tensor<4xi32>, %other: tensor<4xi32>) -> tensor<40x24xf64> {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %first = arith.constant dense<0> : tensor<1xi32>
  %second = arith.constant dense<1> : tensor<1xi32>
  %slice = tensor.extract_slice %end[0] [3] [1] : tensor<4xi32> to tensor<3xi32>
  %begin = tensor.concat dim(0) %first, %slice : (tensor<1xi32>, tensor<3xi32>) -> tensor<4xi32>
  %ea = tensor.empty() : tensor<40x4x16xf64>
  %a = linalg.generic {indexing_maps = [#g, #g, #x, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%begin, %end, %x : tensor<4xi32>, tensor<4xi32>, tensor<40x16xf64>) outs(%ea : tensor<40x4x16xf64>) {
  ^bb0(%b: i32, %n: i32, %v: f64, %o: f64):
    %i = linalg.index 0 : index
    %r = arith.index_cast %i : index to i32
    %l = arith.cmpi sle, %b, %r : i32
    %u = arith.cmpi slt, %r, %n : i32
    %c = arith.andi %l, %u : i1
    %s = arith.select %c, %v, %zero : f64
    linalg.yield %s : f64
  } -> tensor<40x4x16xf64>
  %j = tensor.collapse_shape %a [[0], [1, 2]] : tensor<40x4x16xf64> into tensor<40x64xf64>
  %k = tensor.collapse_shape %w [[0, 1], [2]] : tensor<4x16x24xf64> into tensor<64x24xf64>
  %e = tensor.empty() : tensor<40x24xf64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<40x24xf64>) -> tensor<40x24xf64>
  %y = linalg.matmul ins(%j, %k : tensor<40x64xf64>, tensor<64x24xf64>) outs(%f : tensor<40x24xf64>) -> tensor<40x24xf64>
  return %y : tensor<40x24xf64>
}
