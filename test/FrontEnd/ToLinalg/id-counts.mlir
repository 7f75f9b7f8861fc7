// RUN: lowp-opt %s --convert-front-end-to-linalg | FileCheck %s
// RUN: lowp-opt %s --convert-front-end-to-linalg --canonicalize --cse --lowp-form-groups --canonicalize | FileCheck %s --check-prefix=READ
// RUN: lowp-opt %s --convert-front-end-to-linalg --remarks-filter=convert-front-end-to-linalg --remark-format=emitRemark 2>&1 >%t | FileCheck %s --check-prefix=REMARK

// jax.numpy.bincount(ids, length=5) beside jax.numpy.argsort(ids), of experts that a topk has found: ids are clipped, negative
// ones are counted from the end, and ones are added. Nothing of that is left but comparisons, which are read off the order.

// REMARK: a scatter of ones counts the numbers of 5 groups
// REMARK: a scatter of ones counts the numbers of 5 groups
// REMARK-NOT: a scatter of ones

#one = affine_map<(i) -> (i)>
// CHECK-LABEL: func.func @bincount(
// CHECK:         %[[IDS:.*]] = tensor.collapse_shape
// CHECK-NOT:     lowp.scatter
// CHECK:         %[[COUNTS:.*]] = linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]} ins(%[[IDS]] : tensor<42xi32>) outs(%{{.*}} : tensor<5xi32>)
// CHECK-NEXT:    ^bb0(%[[ID:.*]]: i32, %[[SUM:.*]]: i32):
// CHECK:           %[[INDEX:.*]] = linalg.index 1
// CHECK:           %[[GROUP:.*]] = arith.index_cast %[[INDEX]] : index to i32
// CHECK:           %[[IS:.*]] = arith.cmpi eq, %[[ID]], %[[GROUP]]
// CHECK:           %[[ONE:.*]] = arith.extui %[[IS]] : i1 to i32
// CHECK:           arith.addi %[[ONE]], %[[SUM]]
// CHECK:         lowp.order_rows %[[IDS]]
// READ-LABEL: func.func @bincount(
// READ:         %{{.*}}, %{{.*}}, %[[ENDS:.*]] = lowp.order_rows
// READ-NOT:     "reduction"
// READ:         tensor.extract %[[ENDS]]
// READ:         return
func.func @bincount(%scores: tensor<21x5xf32>) -> (tensor<5xi32>, tensor<42xi32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %lowest = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<21x2xf32>
  %l = linalg.fill ins(%lowest : f32) outs(%e : tensor<21x2xf32>) -> tensor<21x2xf32>
  %i = tensor.empty() : tensor<21x2xi32>
  %best:2 = iree_linalg_ext.topk dimension(1) ins(%scores : tensor<21x5xf32>) outs(%l, %i : tensor<21x2xf32>, tensor<21x2xi32>) {
  ^bb0(%a: f32, %b: f32):
    %is = arith.cmpf ogt, %a, %b : f32
    iree_linalg_ext.yield %is : i1
  } -> tensor<21x2xf32>, tensor<21x2xi32>
  %ids = tensor.collapse_shape %best#1 [[0, 1]] : tensor<21x2xi32> into tensor<42xi32>
  %en = tensor.empty() : tensor<42xi32>
  %eb = tensor.empty() : tensor<42xi1>
  %ones = linalg.fill ins(%one : i32) outs(%en : tensor<42xi32>) -> tensor<42xi32>
  %bound = linalg.fill ins(%zero : i32) outs(%en : tensor<42xi32>) -> tensor<42xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%en : tensor<42xi32>) -> tensor<42xi32>
  %five = arith.constant dense<5> : tensor<42xi32>
  %clipped = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%bound, %ids : tensor<42xi32>, tensor<42xi32>) outs(%en : tensor<42xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %m = arith.maxsi %x, %y : i32
    linalg.yield %m : i32
  } -> tensor<42xi32>
  %below = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%clipped, %zeros : tensor<42xi32>, tensor<42xi32>) outs(%eb : tensor<42xi1>) {
  ^bb0(%x: i32, %y: i32, %o: i1):
    %m = arith.cmpi slt, %x, %y : i32
    linalg.yield %m : i1
  } -> tensor<42xi1>
  %shifted = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%clipped, %five : tensor<42xi32>, tensor<42xi32>) outs(%en : tensor<42xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %m = arith.addi %x, %y : i32
    linalg.yield %m : i32
  } -> tensor<42xi32>
  %index = linalg.generic {indexing_maps = [#one, #one, #one, #one], iterator_types = ["parallel"]}
      ins(%below, %shifted, %clipped : tensor<42xi1>, tensor<42xi32>, tensor<42xi32>) outs(%en : tensor<42xi32>) {
  ^bb0(%p: i1, %x: i32, %y: i32, %o: i32):
    %m = arith.select %p, %x, %y : i32
    linalg.yield %m : i32
  } -> tensor<42xi32>
  %indices = tensor.expand_shape %index [[0, 1]] output_shape [42, 1] : tensor<42xi32> into tensor<42x1xi32>
  %none = arith.constant dense<0> : tensor<5xi32>
  %counts = iree_linalg_ext.scatter dimension_map = [0] unique_indices(false) ins(%ones, %indices : tensor<42xi32>, tensor<42x1xi32>) outs(%none : tensor<5xi32>) {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %b, %a : i32
    iree_linalg_ext.yield %c : i32
  } -> tensor<5xi32>
  %n = tensor.empty() : tensor<42xi32>
  %numbers = linalg.generic {indexing_maps = [#one], iterator_types = ["parallel"]} outs(%n : tensor<42xi32>) {
  ^bb0(%o: i32):
    %here = linalg.index 0 : index
    %number = arith.index_cast %here : index to i32
    linalg.yield %number : i32
  } -> tensor<42xi32>
  %order:2 = iree_linalg_ext.sort dimension(0) outs(%ids, %numbers : tensor<42xi32>, tensor<42xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32, %d: i32):
    %is = arith.cmpi slt, %a, %b : i32
    iree_linalg_ext.yield %is : i1
  } -> tensor<42xi32>, tensor<42xi32>
  return %counts, %order#1 : tensor<5xi32>, tensor<42xi32>
}

// In one operation, as canonicalization leaves it, and clipped from above, too.

// CHECK-LABEL: func.func @in_one(
// CHECK-NOT:     lowp.scatter
// CHECK:         lowp.order_rows
func.func @in_one(%scores: tensor<21x5xf32>) -> (tensor<5xi32>, tensor<42xi32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %lowest = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<21x2xf32>
  %l = linalg.fill ins(%lowest : f32) outs(%e : tensor<21x2xf32>) -> tensor<21x2xf32>
  %i = tensor.empty() : tensor<21x2xi32>
  %best:2 = iree_linalg_ext.topk dimension(1) ins(%scores : tensor<21x5xf32>) outs(%l, %i : tensor<21x2xf32>, tensor<21x2xi32>) {
  ^bb0(%a: f32, %b: f32):
    %is = arith.cmpf ogt, %a, %b : f32
    iree_linalg_ext.yield %is : i1
  } -> tensor<21x2xf32>, tensor<21x2xi32>
  %ids = tensor.collapse_shape %best#1 [[0, 1]] : tensor<21x2xi32> into tensor<42xi32>
  %en = tensor.empty() : tensor<42xi32>
  %four = arith.constant 4 : i32
  %five = arith.constant 5 : i32
  %index = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%ids : tensor<42xi32>) outs(%en : tensor<42xi32>) {
  ^bb0(%x: i32, %o: i32):
    %m = arith.maxsi %x, %zero : i32
    %k = arith.minsi %m, %four : i32
    %p = arith.cmpi slt, %k, %zero : i32
    %s = arith.addi %k, %five : i32
    %r = arith.select %p, %s, %k : i32
    linalg.yield %r : i32
  } -> tensor<42xi32>
  %indices = tensor.expand_shape %index [[0, 1]] output_shape [42, 1] : tensor<42xi32> into tensor<42x1xi32>
  %ones = arith.constant dense<1> : tensor<42xi32>
  %none = arith.constant dense<0> : tensor<5xi32>
  %counts = iree_linalg_ext.scatter dimension_map = [0] unique_indices(false) ins(%ones, %indices : tensor<42xi32>, tensor<42x1xi32>) outs(%none : tensor<5xi32>) {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %b, %a : i32
    iree_linalg_ext.yield %c : i32
  } -> tensor<5xi32>
  %n = tensor.empty() : tensor<42xi32>
  %numbers = linalg.generic {indexing_maps = [#one], iterator_types = ["parallel"]} outs(%n : tensor<42xi32>) {
  ^bb0(%o: i32):
    %here = linalg.index 0 : index
    %number = arith.index_cast %here : index to i32
    linalg.yield %number : i32
  } -> tensor<42xi32>
  %order:2 = iree_linalg_ext.sort dimension(0) outs(%ids, %numbers : tensor<42xi32>, tensor<42xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32, %d: i32):
    %is = arith.cmpi slt, %a, %b : i32
    iree_linalg_ext.yield %is : i1
  } -> tensor<42xi32>, tensor<42xi32>
  return %counts, %order#1 : tensor<5xi32>, tensor<42xi32>
}

// More groups than there are, sums onto others than 0, of others than 1, products, and ids that are clipped to more than 0: all
// are scatters.

// CHECK-LABEL: func.func @others(
// CHECK-COUNT-4: lowp.scatter ins
// CHECK:         lowp.order_rows
func.func @others(%scores: tensor<21x5xf32>, %some: tensor<5xi32>, %weights: tensor<42xi32>)
    -> (tensor<6xi32>, tensor<5xi32>, tensor<5xi32>, tensor<5xi32>, tensor<42xi32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %lowest = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<21x2xf32>
  %l = linalg.fill ins(%lowest : f32) outs(%e : tensor<21x2xf32>) -> tensor<21x2xf32>
  %i = tensor.empty() : tensor<21x2xi32>
  %best:2 = iree_linalg_ext.topk dimension(1) ins(%scores : tensor<21x5xf32>) outs(%l, %i : tensor<21x2xf32>, tensor<21x2xi32>) {
  ^bb0(%a: f32, %b: f32):
    %is = arith.cmpf ogt, %a, %b : f32
    iree_linalg_ext.yield %is : i1
  } -> tensor<21x2xf32>, tensor<21x2xi32>
  %ids = tensor.collapse_shape %best#1 [[0, 1]] : tensor<21x2xi32> into tensor<42xi32>
  %en = tensor.empty() : tensor<42xi32>
  %eb = tensor.empty() : tensor<42xi1>
  %ones = linalg.fill ins(%one : i32) outs(%en : tensor<42xi32>) -> tensor<42xi32>
  %bound = linalg.fill ins(%zero : i32) outs(%en : tensor<42xi32>) -> tensor<42xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%en : tensor<42xi32>) -> tensor<42xi32>
  %five = arith.constant dense<5> : tensor<42xi32>
  %clipped = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%bound, %ids : tensor<42xi32>, tensor<42xi32>) outs(%en : tensor<42xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %m = arith.maxsi %x, %y : i32
    linalg.yield %m : i32
  } -> tensor<42xi32>
  %below = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%clipped, %zeros : tensor<42xi32>, tensor<42xi32>) outs(%eb : tensor<42xi1>) {
  ^bb0(%x: i32, %y: i32, %o: i1):
    %m = arith.cmpi slt, %x, %y : i32
    linalg.yield %m : i1
  } -> tensor<42xi1>
  %shifted = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%clipped, %five : tensor<42xi32>, tensor<42xi32>) outs(%en : tensor<42xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %m = arith.addi %x, %y : i32
    linalg.yield %m : i32
  } -> tensor<42xi32>
  %index = linalg.generic {indexing_maps = [#one, #one, #one, #one], iterator_types = ["parallel"]}
      ins(%below, %shifted, %clipped : tensor<42xi1>, tensor<42xi32>, tensor<42xi32>) outs(%en : tensor<42xi32>) {
  ^bb0(%p: i1, %x: i32, %y: i32, %o: i32):
    %m = arith.select %p, %x, %y : i32
    linalg.yield %m : i32
  } -> tensor<42xi32>
  %indices = tensor.expand_shape %index [[0, 1]] output_shape [42, 1] : tensor<42xi32> into tensor<42x1xi32>
  %none = arith.constant dense<0> : tensor<5xi32>
  %six = arith.constant dense<0> : tensor<6xi32>
  %c0 = iree_linalg_ext.scatter dimension_map = [0] unique_indices(false) ins(%ones, %indices : tensor<42xi32>, tensor<42x1xi32>) outs(%six : tensor<6xi32>) {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %b, %a : i32
    iree_linalg_ext.yield %c : i32
  } -> tensor<6xi32>
  %c1 = iree_linalg_ext.scatter dimension_map = [0] unique_indices(false) ins(%ones, %indices : tensor<42xi32>, tensor<42x1xi32>) outs(%some : tensor<5xi32>) {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %b, %a : i32
    iree_linalg_ext.yield %c : i32
  } -> tensor<5xi32>
  %c2 = iree_linalg_ext.scatter dimension_map = [0] unique_indices(false) ins(%weights, %indices : tensor<42xi32>, tensor<42x1xi32>) outs(%none : tensor<5xi32>) {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %b, %a : i32
    iree_linalg_ext.yield %c : i32
  } -> tensor<5xi32>
  %c3 = iree_linalg_ext.scatter dimension_map = [0] unique_indices(false) ins(%ones, %indices : tensor<42xi32>, tensor<42x1xi32>) outs(%none : tensor<5xi32>) {
  ^bb0(%a: i32, %b: i32):
    %c = arith.muli %b, %a : i32
    iree_linalg_ext.yield %c : i32
  } -> tensor<5xi32>
  %n = tensor.empty() : tensor<42xi32>
  %numbers = linalg.generic {indexing_maps = [#one], iterator_types = ["parallel"]} outs(%n : tensor<42xi32>) {
  ^bb0(%o: i32):
    %here = linalg.index 0 : index
    %number = arith.index_cast %here : index to i32
    linalg.yield %number : i32
  } -> tensor<42xi32>
  %order:2 = iree_linalg_ext.sort dimension(0) outs(%ids, %numbers : tensor<42xi32>, tensor<42xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32, %d: i32):
    %is = arith.cmpi slt, %a, %b : i32
    iree_linalg_ext.yield %is : i1
  } -> tensor<42xi32>, tensor<42xi32>
  return %c0, %c1, %c2, %c3, %order#1 : tensor<6xi32>, tensor<5xi32>, tensor<5xi32>, tensor<5xi32>, tensor<42xi32>
}

// CHECK-LABEL: func.func @clipped_to_one(
// CHECK:         lowp.scatter
func.func @clipped_to_one(%scores: tensor<21x5xf32>) -> (tensor<5xi32>, tensor<42xi32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %lowest = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<21x2xf32>
  %l = linalg.fill ins(%lowest : f32) outs(%e : tensor<21x2xf32>) -> tensor<21x2xf32>
  %i = tensor.empty() : tensor<21x2xi32>
  %best:2 = iree_linalg_ext.topk dimension(1) ins(%scores : tensor<21x5xf32>) outs(%l, %i : tensor<21x2xf32>, tensor<21x2xi32>) {
  ^bb0(%a: f32, %b: f32):
    %is = arith.cmpf ogt, %a, %b : f32
    iree_linalg_ext.yield %is : i1
  } -> tensor<21x2xf32>, tensor<21x2xi32>
  %ids = tensor.collapse_shape %best#1 [[0, 1]] : tensor<21x2xi32> into tensor<42xi32>
  %en = tensor.empty() : tensor<42xi32>
  %eb = tensor.empty() : tensor<42xi1>
  %ones = linalg.fill ins(%one : i32) outs(%en : tensor<42xi32>) -> tensor<42xi32>
  %bound = linalg.fill ins(%one : i32) outs(%en : tensor<42xi32>) -> tensor<42xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%en : tensor<42xi32>) -> tensor<42xi32>
  %five = arith.constant dense<5> : tensor<42xi32>
  %clipped = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%bound, %ids : tensor<42xi32>, tensor<42xi32>) outs(%en : tensor<42xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %m = arith.maxsi %x, %y : i32
    linalg.yield %m : i32
  } -> tensor<42xi32>
  %below = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%clipped, %zeros : tensor<42xi32>, tensor<42xi32>) outs(%eb : tensor<42xi1>) {
  ^bb0(%x: i32, %y: i32, %o: i1):
    %m = arith.cmpi slt, %x, %y : i32
    linalg.yield %m : i1
  } -> tensor<42xi1>
  %shifted = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%clipped, %five : tensor<42xi32>, tensor<42xi32>) outs(%en : tensor<42xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %m = arith.addi %x, %y : i32
    linalg.yield %m : i32
  } -> tensor<42xi32>
  %index = linalg.generic {indexing_maps = [#one, #one, #one, #one], iterator_types = ["parallel"]}
      ins(%below, %shifted, %clipped : tensor<42xi1>, tensor<42xi32>, tensor<42xi32>) outs(%en : tensor<42xi32>) {
  ^bb0(%p: i1, %x: i32, %y: i32, %o: i32):
    %m = arith.select %p, %x, %y : i32
    linalg.yield %m : i32
  } -> tensor<42xi32>
  %indices = tensor.expand_shape %index [[0, 1]] output_shape [42, 1] : tensor<42xi32> into tensor<42x1xi32>
  %none = arith.constant dense<0> : tensor<5xi32>
  %counts = iree_linalg_ext.scatter dimension_map = [0] unique_indices(false) ins(%ones, %indices : tensor<42xi32>, tensor<42x1xi32>) outs(%none : tensor<5xi32>) {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %b, %a : i32
    iree_linalg_ext.yield %c : i32
  } -> tensor<5xi32>
  %n = tensor.empty() : tensor<42xi32>
  %numbers = linalg.generic {indexing_maps = [#one], iterator_types = ["parallel"]} outs(%n : tensor<42xi32>) {
  ^bb0(%o: i32):
    %here = linalg.index 0 : index
    %number = arith.index_cast %here : index to i32
    linalg.yield %number : i32
  } -> tensor<42xi32>
  %order:2 = iree_linalg_ext.sort dimension(0) outs(%ids, %numbers : tensor<42xi32>, tensor<42xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32, %d: i32):
    %is = arith.cmpi slt, %a, %b : i32
    iree_linalg_ext.yield %is : i1
  } -> tensor<42xi32>, tensor<42xi32>
  return %counts, %order#1 : tensor<5xi32>, tensor<42xi32>
}

// Nothing orders the rows.

// CHECK-LABEL: func.func @alone(
// CHECK:         lowp.scatter
func.func @alone(%scores: tensor<21x5xf32>) -> tensor<5xi32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %lowest = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<21x2xf32>
  %l = linalg.fill ins(%lowest : f32) outs(%e : tensor<21x2xf32>) -> tensor<21x2xf32>
  %i = tensor.empty() : tensor<21x2xi32>
  %best:2 = iree_linalg_ext.topk dimension(1) ins(%scores : tensor<21x5xf32>) outs(%l, %i : tensor<21x2xf32>, tensor<21x2xi32>) {
  ^bb0(%a: f32, %b: f32):
    %is = arith.cmpf ogt, %a, %b : f32
    iree_linalg_ext.yield %is : i1
  } -> tensor<21x2xf32>, tensor<21x2xi32>
  %ids = tensor.collapse_shape %best#1 [[0, 1]] : tensor<21x2xi32> into tensor<42xi32>
  %en = tensor.empty() : tensor<42xi32>
  %eb = tensor.empty() : tensor<42xi1>
  %ones = linalg.fill ins(%one : i32) outs(%en : tensor<42xi32>) -> tensor<42xi32>
  %bound = linalg.fill ins(%zero : i32) outs(%en : tensor<42xi32>) -> tensor<42xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%en : tensor<42xi32>) -> tensor<42xi32>
  %five = arith.constant dense<5> : tensor<42xi32>
  %clipped = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%bound, %ids : tensor<42xi32>, tensor<42xi32>) outs(%en : tensor<42xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %m = arith.maxsi %x, %y : i32
    linalg.yield %m : i32
  } -> tensor<42xi32>
  %below = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%clipped, %zeros : tensor<42xi32>, tensor<42xi32>) outs(%eb : tensor<42xi1>) {
  ^bb0(%x: i32, %y: i32, %o: i1):
    %m = arith.cmpi slt, %x, %y : i32
    linalg.yield %m : i1
  } -> tensor<42xi1>
  %shifted = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%clipped, %five : tensor<42xi32>, tensor<42xi32>) outs(%en : tensor<42xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %m = arith.addi %x, %y : i32
    linalg.yield %m : i32
  } -> tensor<42xi32>
  %index = linalg.generic {indexing_maps = [#one, #one, #one, #one], iterator_types = ["parallel"]}
      ins(%below, %shifted, %clipped : tensor<42xi1>, tensor<42xi32>, tensor<42xi32>) outs(%en : tensor<42xi32>) {
  ^bb0(%p: i1, %x: i32, %y: i32, %o: i32):
    %m = arith.select %p, %x, %y : i32
    linalg.yield %m : i32
  } -> tensor<42xi32>
  %indices = tensor.expand_shape %index [[0, 1]] output_shape [42, 1] : tensor<42xi32> into tensor<42x1xi32>
  %none = arith.constant dense<0> : tensor<5xi32>
  %counts = iree_linalg_ext.scatter dimension_map = [0] unique_indices(false) ins(%ones, %indices : tensor<42xi32>, tensor<42x1xi32>) outs(%none : tensor<5xi32>) {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %b, %a : i32
    iree_linalg_ext.yield %c : i32
  } -> tensor<5xi32>
  return %counts : tensor<5xi32>
}

// The order itself has taken the place of a sort by then.

// CHECK-LABEL: func.func @of_the_order(
// CHECK:         lowp.order_rows
// CHECK:         lowp.scatter
func.func @of_the_order(%scores: tensor<21x5xf32>) -> (tensor<42xi32>, tensor<42xi32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %lowest = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<21x2xf32>
  %l = linalg.fill ins(%lowest : f32) outs(%e : tensor<21x2xf32>) -> tensor<21x2xf32>
  %i = tensor.empty() : tensor<21x2xi32>
  %best:2 = iree_linalg_ext.topk dimension(1) ins(%scores : tensor<21x5xf32>) outs(%l, %i : tensor<21x2xf32>, tensor<21x2xi32>) {
  ^bb0(%a: f32, %b: f32):
    %is = arith.cmpf ogt, %a, %b : f32
    iree_linalg_ext.yield %is : i1
  } -> tensor<21x2xf32>, tensor<21x2xi32>
  %ids = tensor.collapse_shape %best#1 [[0, 1]] : tensor<21x2xi32> into tensor<42xi32>
  %n = tensor.empty() : tensor<42xi32>
  %numbers = linalg.generic {indexing_maps = [#one], iterator_types = ["parallel"]} outs(%n : tensor<42xi32>) {
  ^bb0(%o: i32):
    %here = linalg.index 0 : index
    %number = arith.index_cast %here : index to i32
    linalg.yield %number : i32
  } -> tensor<42xi32>
  %order:2 = iree_linalg_ext.sort dimension(0) outs(%ids, %numbers : tensor<42xi32>, tensor<42xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32, %d: i32):
    %is = arith.cmpi slt, %a, %b : i32
    iree_linalg_ext.yield %is : i1
  } -> tensor<42xi32>, tensor<42xi32>
  %en = tensor.empty() : tensor<42xi32>
  %eb = tensor.empty() : tensor<42xi1>
  %ones = linalg.fill ins(%one : i32) outs(%en : tensor<42xi32>) -> tensor<42xi32>
  %bound = linalg.fill ins(%zero : i32) outs(%en : tensor<42xi32>) -> tensor<42xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%en : tensor<42xi32>) -> tensor<42xi32>
  %five = arith.constant dense<42> : tensor<42xi32>
  %clipped = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%bound, %order#1 : tensor<42xi32>, tensor<42xi32>) outs(%en : tensor<42xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %m = arith.maxsi %x, %y : i32
    linalg.yield %m : i32
  } -> tensor<42xi32>
  %below = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%clipped, %zeros : tensor<42xi32>, tensor<42xi32>) outs(%eb : tensor<42xi1>) {
  ^bb0(%x: i32, %y: i32, %o: i1):
    %m = arith.cmpi slt, %x, %y : i32
    linalg.yield %m : i1
  } -> tensor<42xi1>
  %shifted = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%clipped, %five : tensor<42xi32>, tensor<42xi32>) outs(%en : tensor<42xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %m = arith.addi %x, %y : i32
    linalg.yield %m : i32
  } -> tensor<42xi32>
  %index = linalg.generic {indexing_maps = [#one, #one, #one, #one], iterator_types = ["parallel"]}
      ins(%below, %shifted, %clipped : tensor<42xi1>, tensor<42xi32>, tensor<42xi32>) outs(%en : tensor<42xi32>) {
  ^bb0(%p: i1, %x: i32, %y: i32, %o: i32):
    %m = arith.select %p, %x, %y : i32
    linalg.yield %m : i32
  } -> tensor<42xi32>
  %indices = tensor.expand_shape %index [[0, 1]] output_shape [42, 1] : tensor<42xi32> into tensor<42x1xi32>
  %none = arith.constant dense<0> : tensor<42xi32>
  %counts = iree_linalg_ext.scatter dimension_map = [0] unique_indices(false) ins(%ones, %indices : tensor<42xi32>, tensor<42x1xi32>) outs(%none : tensor<42xi32>) {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %b, %a : i32
    iree_linalg_ext.yield %c : i32
  } -> tensor<42xi32>
  return %counts, %order#1 : tensor<42xi32>, tensor<42xi32>
}

// Any ids: negative ones are counted as 0.

// CHECK-LABEL: func.func @any(
// CHECK:         lowp.scatter
func.func @any(%ids: tensor<42xi32>) -> (tensor<5xi32>, tensor<42xi32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %en = tensor.empty() : tensor<42xi32>
  %eb = tensor.empty() : tensor<42xi1>
  %ones = linalg.fill ins(%one : i32) outs(%en : tensor<42xi32>) -> tensor<42xi32>
  %bound = linalg.fill ins(%zero : i32) outs(%en : tensor<42xi32>) -> tensor<42xi32>
  %zeros = linalg.fill ins(%zero : i32) outs(%en : tensor<42xi32>) -> tensor<42xi32>
  %five = arith.constant dense<5> : tensor<42xi32>
  %clipped = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%bound, %ids : tensor<42xi32>, tensor<42xi32>) outs(%en : tensor<42xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %m = arith.maxsi %x, %y : i32
    linalg.yield %m : i32
  } -> tensor<42xi32>
  %below = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%clipped, %zeros : tensor<42xi32>, tensor<42xi32>) outs(%eb : tensor<42xi1>) {
  ^bb0(%x: i32, %y: i32, %o: i1):
    %m = arith.cmpi slt, %x, %y : i32
    linalg.yield %m : i1
  } -> tensor<42xi1>
  %shifted = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%clipped, %five : tensor<42xi32>, tensor<42xi32>) outs(%en : tensor<42xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %m = arith.addi %x, %y : i32
    linalg.yield %m : i32
  } -> tensor<42xi32>
  %index = linalg.generic {indexing_maps = [#one, #one, #one, #one], iterator_types = ["parallel"]}
      ins(%below, %shifted, %clipped : tensor<42xi1>, tensor<42xi32>, tensor<42xi32>) outs(%en : tensor<42xi32>) {
  ^bb0(%p: i1, %x: i32, %y: i32, %o: i32):
    %m = arith.select %p, %x, %y : i32
    linalg.yield %m : i32
  } -> tensor<42xi32>
  %indices = tensor.expand_shape %index [[0, 1]] output_shape [42, 1] : tensor<42xi32> into tensor<42x1xi32>
  %none = arith.constant dense<0> : tensor<5xi32>
  %rows, %places, %ends = lowp.order_rows %ids : tensor<42xi32> -> tensor<42xi32>, tensor<42xi32>, tensor<5xi32>
  %counts = iree_linalg_ext.scatter dimension_map = [0] unique_indices(false) ins(%ones, %indices : tensor<42xi32>, tensor<42x1xi32>) outs(%none : tensor<5xi32>) {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %b, %a : i32
    iree_linalg_ext.yield %c : i32
  } -> tensor<5xi32>
  return %counts, %rows : tensor<5xi32>, tensor<42xi32>
}
