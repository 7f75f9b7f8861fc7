//===- LowpEnums.td - Enumerations of lowp -----------------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_LOWPENUMS
#define LOWP_DIALECT_LOWP_IR_LOWPENUMS

include "mlir/IR/EnumAttr.td"

class Lowp_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::mlir::lowp";
  let genSpecializedAttr = 0;
}

def Lowp_ScaleConvention : Lowp_Enum<"ScaleConvention",
    "what a stored scale means", [
      I32EnumAttrCase<"Decode", 0, "decode">,
      I32EnumAttrCase<"Encode", 1, "encode">]> {
  // Operations have it, not attributes and types alone.
  let genSpecializedAttr = 1;
}

def Lowp_Division : Lowp_Enum<"Division",
    "precision in which the scale is divided", [
      I32EnumAttrCase<"F32", 0, "f32">,
      I32EnumAttrCase<"F64", 1, "f64">,
      I32EnumAttrCase<"Reciprocal", 2, "reciprocal">]>;

def Lowp_Quotient : Lowp_Enum<"Quotient",
    "which factor the division gives; the other one is its reciprocal", [
      I32EnumAttrCase<"Encode", 0, "encode">,
      I32EnumAttrCase<"Decode", 1, "decode">]>;

def Lowp_Saturation : Lowp_Enum<"Saturation",
    "what becomes of finite values beyond the largest one", [
      I32EnumAttrCase<"Saturate", 0, "saturate">,
      I32EnumAttrCase<"Overflow", 1, "overflow">]>;

def Lowp_DegenerateAmax : Lowp_Enum<"DegenerateAmax",
    "scale of a block whose largest magnitude is zero, infinite or NaN", [
      I32EnumAttrCase<"Propagate", 0, "propagate">,
      I32EnumAttrCase<"Unit", 1, "unit">,
      I32EnumAttrCase<"Saturate", 2, "saturate">]>;

def Lowp_LargestFactor : Lowp_Enum<"LargestFactor",
    "type whose largest value an encode factor has at most", [
      I32EnumAttrCase<"Input", 0, "input">,
      I32EnumAttrCase<"F32", 1, "f32">,
      I32EnumAttrCase<"BF16", 2, "bf16">,
      I32EnumAttrCase<"F16", 3, "f16">]>;

def Lowp_ScaleRounding : Lowp_Enum<"ScaleRounding",
    "how a scale of format e8m0 becomes a power of two", [
      I32EnumAttrCase<"None", 0, "none">,
      I32EnumAttrCase<"Floor", 1, "floor">,
      I32EnumAttrCase<"Ceil", 2, "ceil">,
      I32EnumAttrCase<"Even", 3, "even">,
      I32EnumAttrCase<"RCeil", 4, "rceil">]>;

def Lowp_SmallScales : Lowp_Enum<"SmallScales",
    "what becomes of scales below the smallest normal one", [
      I32EnumAttrCase<"Exact", 0, "exact">,
      I32EnumAttrCase<"Normal", 1, "normal">,
      I32EnumAttrCase<"Unit", 2, "unit">]>;

def Lowp_MatrixScale : Lowp_Enum<"MatrixScale",
    "where recipes of two levels have the scale of the matrix from", [
      I32EnumAttrCase<"Amax", 0, "amax">,
      I32EnumAttrCase<"Unit", 1, "unit">]>;

def Lowp_Rounding : Lowp_Enum<"Rounding",
    "how data are rounded", [
      I32EnumAttrCase<"Nearest", 0, "nearest">,
      I32EnumAttrCase<"Stochastic", 1, "stochastic">]>;

def Lowp_Packing : Lowp_Enum<"Packing",
    "how elements of less than 8 bits share bytes", [
      I32EnumAttrCase<"Bytes", 0, "bytes">,
      I32EnumAttrCase<"Dense", 1, "dense">]>;

#endif // LOWP_DIALECT_LOWP_IR_LOWPENUMS
