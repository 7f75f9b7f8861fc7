//===- LowpAttrs.td - All attributes of lowp ---------------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "lowp/Dialect/Lowp/IR/LowpEnums.td"
include "lowp/Dialect/Lowp/IR/NumericsAttr.td"
include "lowp/Dialect/Lowp/IR/RecipeAttrs.td"
include "lowp/Dialect/Lowp/IR/LayoutAttrs.td"
include "lowp/Dialect/Lowp/IR/MatmulRecipeAttr.td"
include "lowp/Dialect/Lowp/IR/TrainingRecipeAttr.td"
