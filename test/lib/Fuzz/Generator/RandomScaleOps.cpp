//===- RandomScaleOps.cpp - Quantize in steps, by chance ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomOperations.h"
#include "RandomTypes.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp::fuzz;
using llvm::formatv;

static std::string printAttribute(Attribute attribute) {
  std::string text;
  llvm::raw_string_ostream(text) << attribute;
  return text;
}

/// Numerics that `recipe` takes.
static StringRef getFittingPreset(RecipeAttrInterface recipe) {
  if (isa<Float8E8M0FNUType>(recipe.getScaleType()))
    return "mx_rceil";
  return recipe.getScaleLevels() > 1 ? "transformer_engine" : "torchao";
}

void fuzz::addAmax(FunctionBody &body) {
  Named x = body.getMatrix();
  RecipeAttrInterface recipe;
  std::string clause;
  if (body.random.chance(3, 4)) {
    recipe = randomRecipe(body.context, body.random);
    clause = " recipe(" + printAttribute(recipe) + ")";
  }
  Named a = body.addResult(AmaxOp::getResultType(
      cast<RankedTensorType>(x.type).getShape(), recipe, body.context));
  body.line(formatv("{0} = lowp.amax {1}{2} : {3} -> {4}", a.name, x.name,
                    clause, print(x.type), print(a.type)));
}

namespace {
/// Values by name, and their types, as operands are written.
struct Operands {
  std::string names, types;

  void add(const Named &value) {
    StringRef comma = names.empty() ? "" : ", ";
    names += (comma + value.name).str();
    types += (comma + print(value.type)).str();
  }
};
} // namespace

/// Computes scales for `type` from an amax of somebody else's.
static Operands addScales(FunctionBody &body, ScaledType type) {
  RecipeAttrInterface recipe = type.getRecipe();
  Named amax = body.addArgument(
      AmaxOp::getResultType(type.getShape(), recipe, body.context));
  Named encode = {body.makeName("encode"), amax.type};
  Named stored = {
      body.makeName("stored"),
      RankedTensorType::get(cast<RankedTensorType>(amax.type).getShape(),
                            recipe.getScaleType())};
  Operands scales;
  scales.add(encode);
  scales.add(stored);
  std::string global;
  if (type.hasGlobalScale()) {
    Named factor = body.addArgument(type.getGlobalScaleType());
    global = formatv("global({0} : {1}) ", factor.name, print(factor.type));
    scales.add(factor);
  }
  body.line(formatv("{0}, {1} = lowp.compute_scale {2} {3}recipe {4} element "
                    "{5} numerics <{6}> convention {7} : {8} -> {8}, {9}",
                    encode.name, stored.name, amax.name, global,
                    printAttribute(recipe), print(type.getElementType()),
                    getFittingPreset(recipe),
                    stringifyScaleConvention(type.getConvention()),
                    print(amax.type), print(stored.type)));
  return scales;
}

void fuzz::addQuantizeByScales(FunctionBody &body) {
  Named x = body.getMatrix();
  RecipeAttrInterface recipe = randomRecipe(body.context, body.random);
  // Given scales are not for groups.
  ScaledType type = randomScaled(cast<RankedTensorType>(x.type).getShape(),
                                 recipe, body.random);
  if (type.isGrouped())
    return;
  Operands scales = addScales(body, type);
  Named q = body.addResult(type);
  body.line(formatv("{0} = lowp.quantize {1} numerics <{2}> scales({3} : {4}) "
                    ": {5} -> {6}",
                    q.name, x.name, getFittingPreset(recipe), scales.names,
                    scales.types, print(x.type), print(type)));
}
