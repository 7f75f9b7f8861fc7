//===- RandomMatmuls.cpp - Products of all kinds --------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomOperations.h"
#include "RandomTypes.h"
#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp::fuzz;
using llvm::formatv;

/// A recipe that may stand on the right of `recipe`.
static RecipeAttrInterface randomPartner(RecipeAttrInterface recipe,
                                         Random &random) {
  MLIRContext *context = recipe.getContext();
  if (recipe == BlockAttr::get(context, 1, 128) && random.chance(1, 2))
    return BlockAttr::get(context, 128, 128);
  if (recipe == NVFP4Attr::get(context, 1, 16) && random.chance(1, 2))
    return NVFP4Attr::get(context, 16, 16);
  return random.chance(1, 8) ? randomRecipe(context, random) : recipe;
}

void fuzz::addScaledMatmul(FunctionBody &body) {
  Named lhs = body.getScaled();
  // Most recipes that come by chance cannot be on the left.
  RecipeAttrInterface usual[] = {TensorwiseAttr::get(body.context),
                                 RowwiseAttr::get(body.context, 1),
                                 BlockAttr::get(body.context, 1, 128),
                                 BlockAttr::get(body.context, 1, 256),
                                 MXAttr::get(body.context, 1, 32),
                                 NVFP4Attr::get(body.context, 1, 16)};
  if (body.random.chance(3, 4))
    lhs = body.addArgument(randomScaled({body.getSize(), body.getSize()},
                                        body.random.pick(usual), body.random));
  auto type = cast<ScaledType>(lhs.type);
  int64_t n = body.getSize();
  Named rhs = body.addArgument(
      randomScaled({n, type.getShape()[1]},
                   randomPartner(type.getRecipe(), body.random), body.random));
  auto resultType = RankedTensorType::get(
      {type.getShape()[0], n}, randomHighPrecision(body.context, body.random));
  std::string accumulate, accumulatorType;
  if (body.random.chance(1, 4)) {
    accumulate = " accumulate " + body.addArgument(resultType).name;
    accumulatorType = ", " + print(resultType);
  }
  Named y = body.addResult(resultType);
  body.line(formatv(
      "{0} = lowp.scaled_matmul {1}, {2}{3}{4} : {5}, {6}{7} -> {8}", y.name,
      lhs.name, rhs.name, accumulate,
      body.random.chance(1, 3) ? " fast_accumulation" : "", print(lhs.type),
      print(rhs.type), accumulatorType, print(resultType)));
}

void fuzz::addGrouped(FunctionBody &body) {
  int64_t groups = body.getSize(), m = body.getSize(), n = body.getSize(),
          k = body.getSize();
  SmallVector<int64_t> shapes[][3] = {
      {{m, k}, {groups, n, k}, {m, n}},
      {{m, k}, {n, k}, {groups, m, n}},
      {{groups, m, k}, {groups, n, k}, {groups, m, n}}};
  unsigned kind = body.random.below(3);
  Type lhs, rhs;
  bool isScaled = body.random.chance(1, 2);
  if (isScaled) {
    RecipeAttrInterface recipe = randomRecipe(body.context, body.random);
    lhs = randomScaled(shapes[kind][0], recipe, body.random);
    rhs = randomScaled(shapes[kind][1], randomPartner(recipe, body.random),
                       body.random);
    // Groups of rows, or of K on both sides.
    bool isGrouped = kind < 2 && body.random.chance(1, 2);
    int64_t start = randomStart(body.random);
    if (isGrouped)
      lhs =
          randomGroups(cast<ScaledType>(lhs), groups, kind, start, body.random);
    if (isGrouped && kind == 1)
      rhs = randomGroups(cast<ScaledType>(rhs), groups, 1, start, body.random);
  } else {
    Type element = randomHighPrecision(body.context, body.random);
    lhs = RankedTensorType::get(shapes[kind][0], element);
    rhs = RankedTensorType::get(shapes[kind][1], element);
  }
  std::string numbers;
  if (kind < 2 || body.random.chance(1, 2))
    numbers =
        formatv(" {0}({1} : tensor<{2}xi32>)", kind < 2 ? "ends" : "counts",
                body.getNumbers(groups).name,
                ShapedType::isDynamic(groups) ? std::string("?")
                                              : std::to_string(groups));
  std::string left = body.addArgument(lhs).name,
              right = body.addArgument(rhs).name;
  Named y = body.addResult(RankedTensorType::get(
      shapes[kind][2], randomHighPrecision(body.context, body.random)));
  body.line(formatv("{0} = lowp.{1} {2}, {3}{4} : {5}, {6} -> {7}", y.name,
                    isScaled ? "grouped_scaled_matmul" : "grouped_matmul", left,
                    right, numbers, print(lhs), print(rhs), print(y.type)));
}

void fuzz::addLinalgMatmul(FunctionBody &body) {
  Named x = body.getMatrix();
  auto type = cast<RankedTensorType>(x.type);
  ArrayRef<int64_t> shape = type.getShape();
  Type element = type.getElementType();
  int64_t n = body.getSize();
  bool isTransposed = body.random.chance(1, 2);
  Named w = isTransposed ? body.getMatrix(n, shape[1], element)
                         : body.getMatrix(shape[1], n, element);
  // linalg cannot convert between formats of the same width.
  Named init = body.getMatrix(
      shape[0], n,
      body.random.chance(1, 3) ? Float32Type::get(body.context) : element);
  std::string maps = isTransposed
                         ? " indexing_maps = [affine_map<(m, n, k) -> (m, k)>, "
                           "affine_map<(m, n, k) -> (n, k)>, "
                           "affine_map<(m, n, k) -> (m, n)>]"
                         : "";
  // A matmul that adds to zero loses its accumulator.
  if (body.random.chance(1, 2)) {
    std::string initType = print(init.type);
    std::string zero = body.makeName("zero");
    Named filled = {body.makeName("filled"), init.type};
    body.line(
        formatv("{0} = arith.constant 0.0 : {1}", zero,
                print(cast<RankedTensorType>(init.type).getElementType())));
    body.line(formatv("{0} = linalg.fill ins({1} : {2}) outs({3} : {4}) -> {4}",
                      filled.name, zero,
                      print(cast<RankedTensorType>(init.type).getElementType()),
                      init.name, initType));
    init = filled;
  }
  std::string recipe;
  if (body.random.chance(5, 6))
    recipe = formatv(" {{lowp.recipe = #lowp.matmul_recipe<{0}>}",
                     body.random.pick(MatmulRecipeAttr::getPresetNames()));
  Named y = body.addResult(init.type);
  body.line(
      formatv("{0} = linalg.matmul{1}{2} ins({3}, {4} : {5}, {6}) outs({7} : "
              "{8}) -> {8}",
              y.name, maps, recipe, x.name, w.name, print(x.type),
              print(w.type), init.name, print(init.type)));
}
