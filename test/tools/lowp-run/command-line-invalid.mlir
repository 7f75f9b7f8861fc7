// Each mistake on the command line has a message that says what to do.
// RUN: not lowp-run %s 2>&1 | FileCheck %s --check-prefix=FUNCTION
// FUNCTION: lowp-run: error: expected --function to name one of f, g, s; got none
// RUN: not lowp-run %s --function=h 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: expected --function to name one of f, g, s; got 'h'
// RUN: not lowp-run %s --function=f 2>&1 | FileCheck %s --check-prefix=SHAPE
// SHAPE: expected a size for dimension 0 of argument0, got none; add --shape argument0.0=<size>, or --shape M=<size> for all dynamic dimensions
// RUN: not lowp-run %s --function=f --shape M 2>&1 | FileCheck %s --check-prefix=SYNTAX
// SYNTAX: expected --shape <name>=<size>, for example M=4096 or argument1.0=64, got 'M'
// RUN: not lowp-run %s --function=g 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: argument0: expected elements that lowp-run can fill, got {{'?}}i3
// RUN: not lowp-run %s --function=s 2>&1 | FileCheck %s --check-prefix=SCALAR
// SCALAR: argument0: expected a ranked tensor, a scaled value, a buffer or a number, got {{'?}}tuple<>
// RUN: not lowp-run %s --function=f --shape M=1 --time 2>&1 | FileCheck %s --check-prefix=TIME
// TIME: expected --device=gpu or auto with --time: the CPU runs the reference, whose speed says nothing

func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}
func.func @g(%x: tensor<4xi3>) -> tensor<4xi3> {
  return %x : tensor<4xi3>
}
func.func @s(%x: tuple<>) -> tensor<4xf32> {
  %0 = tensor.empty() : tensor<4xf32>
  return %0 : tensor<4xf32>
}
