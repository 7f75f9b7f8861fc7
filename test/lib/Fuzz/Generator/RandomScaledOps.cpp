//===- RandomScaledOps.cpp - Operations that make and take scaled values --===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomOperations.h"
#include "RandomTypes.h"
#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"
#include "lowp/Dialect/Lowp/IR/SpreadRowsOp.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp::fuzz;
using llvm::formatv;

void fuzz::addQuantize(FunctionBody &body) {
  Named x = body.getMatrix();
  RecipeAttrInterface recipe = randomRecipe(body.context, body.random);
  auto type = randomScaled(cast<RankedTensorType>(x.type).getShape(), recipe,
                           body.random);
  // Numerics that the recipe takes come first in most cases.
  StringRef preset = body.random.pick(NumericsAttr::getPresetNames());
  if (body.forms.fits || body.random.chance(3, 4))
    preset = isa<Float8E8M0FNUType>(recipe.getScaleType()) ? "mx_rceil"
             : recipe.getScaleLevels() > 1 ? "transformer_engine"
                                           : "torchao";
  std::string seed;
  if (preset.contains("stochastic"))
    seed = " seed " + body.addArgument(IntegerType::get(body.context, 64)).name;
  std::string ends = body.getEnds(type);
  Named q = body.addResult(type);
  body.line(formatv("{0} = lowp.quantize {1} numerics <{2}>{3}{4} : {5} -> {6}",
                    q.name, x.name, preset, seed, ends, print(x.type),
                    print(type)));
}

void fuzz::addDequantize(FunctionBody &body) {
  Named q = body.getScaled();
  auto type =
      RankedTensorType::get(cast<ScaledType>(q.type).getShape(),
                            randomHighPrecision(body.context, body.random));
  std::string ends = body.getEnds(cast<ScaledType>(q.type));
  Named x = body.addResult(type);
  body.line(formatv("{0} = lowp.dequantize {1}{2} : {3} -> {4}", x.name, q.name,
                    ends, print(q.type), print(type)));
}

void fuzz::addHadamard(FunctionBody &body) {
  Named x = body.getMatrix();
  Named y = body.addResult(x.type);
  body.line(formatv("{0} = lowp.hadamard {1} axis {2} signs {3} size {4} : {5}",
                    y.name, x.name, body.random.below(2), body.random.below(4),
                    2 << body.random.below(5), print(x.type)));
}

void fuzz::addTranspose(FunctionBody &body) {
  Named q = body.getScaled();
  Named t = body.addResult(cast<ScaledType>(q.type).getTransposed());
  body.line(
      formatv("{0} = lowp.transpose {1} : {2}", t.name, q.name, print(q.type)));
}

void fuzz::addRelayout(FunctionBody &body) {
  Named q = body.getScaled();
  std::string ends = body.getEnds(cast<ScaledType>(q.type));
  Named r =
      body.addResult(randomRelayout(cast<ScaledType>(q.type), body.random));
  body.line(formatv("{0} = lowp.relayout {1}{2} : {3} -> {4}", r.name, q.name,
                    ends, print(q.type), print(r.type)));
}

void fuzz::addWiden(FunctionBody &body) {
  Named q = body.getScaled();
  ArrayRef<int64_t> shape = cast<ScaledType>(q.type).getShape();
  int64_t columns = shape[1], spread = 1 << body.random.below(7);
  bool isSpread = body.random.chance(1, 2);
  if (isSpread && !ShapedType::isDynamic(columns) && columns < INT32_MAX)
    columns = llvm::divideCeil(columns, spread) * 32;
  RecipeAttrInterface recipe = BlockAttr::get(body.context, 1, 32);
  Named w =
      body.addResult(randomScaled({shape[0], columns}, recipe, body.random));
  body.line(formatv("{0} = lowp.widen {1}{2} : {3} -> {4}", w.name, q.name,
                    isSpread ? formatv(" spread {0}", spread).str() : "",
                    print(q.type), print(w.type)));
}

void fuzz::addSplit(FunctionBody &body) {
  Named q = body.getScaled();
  SmallVector<std::string> names;
  for (Type type : cast<ScaledType>(q.type).getStorageTypes()) {
    names.push_back(body.makeName("part"));
    body.addValue({names.back(), type});
  }
  body.line(formatv("{0} = lowp.split_scaled {1} : {2}",
                    llvm::join(names, ", "), q.name, print(q.type)));
}

void fuzz::addMake(FunctionBody &body) {
  auto type =
      randomScaled({body.getSize(), body.getSize()},
                   randomRecipe(body.context, body.random), body.random);
  SmallVector<std::string> names, types;
  for (Type part : type.getStorageTypes()) {
    names.push_back(body.addArgument(part).name);
    types.push_back(print(part));
  }
  Named q = body.addResult(type);
  body.line(formatv("{0} = lowp.make_scaled {1} : {2} -> {3}", q.name,
                    llvm::join(names, ", "), llvm::join(types, ", "),
                    print(type)));
}

void fuzz::addSpreadRows(FunctionBody &body) {
  Named x = body.getMatrix();
  auto type = cast<RankedTensorType>(x.type);
  int64_t groups = 1 + body.random.below(8), start = randomStart(body.random);
  int64_t rows = type.getDimSize(0);
  bool isCountable = !ShapedType::isDynamic(rows) && rows <= INT32_MAX;
  int64_t shape[] = {isCountable ? SpreadRowsOp::countRows(rows, groups, start)
                                 : ShapedType::kDynamic,
                     type.getDimSize(1)};
  Named ends = body.getNumbers(groups);
  Named s = body.addResult(type.clone(shape));
  body.line(formatv("{0} = lowp.spread_rows {1} ends({2} : {3}) start {4} : "
                    "{5} -> {6}",
                    s.name, x.name, ends.name, print(ends.type), start,
                    print(type), print(s.type)));
}
