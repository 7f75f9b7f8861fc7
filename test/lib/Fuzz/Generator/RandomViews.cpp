//===- RandomViews.cpp - Parts of tensors and other shapes of them --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomOperations.h"
#include "RandomTensors.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp::fuzz;
using llvm::formatv;

/// A scalar of index: one that was given, or one that an element of a tensor
/// decides. No constant: it may be known to lie outside.
static Named getPosition(FunctionBody &body) {
  Type index = IndexType::get(body.context);
  if (body.random.chance(2, 3))
    return body.addArgument(index);
  auto type = RankedTensorType::get({4}, IntegerType::get(body.context, 64));
  Named numbers = body.getValue(type), zero = {body.makeName("zero"), index};
  body.line(formatv("{0} = arith.constant 0 : index", zero.name));
  Named element = body.define(type.getElementType(),
                              formatv("tensor.extract {0}[{1}] : {2}",
                                      numbers.name, zero.name, print(type)));
  return body.define(
      index, formatv("arith.index_cast {0} : i64 to index", element.name));
}

static constexpr int64_t kMostRows = 1 << 20;

/// A part of `type` and its offsets, sizes and strides as an operation has
/// them.
static std::pair<RankedTensorType, std::string>
makePart(FunctionBody &body, RankedTensorType type) {
  SmallVector<std::string> offsets, sizes, strides;
  SmallVector<int64_t> shape;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    int64_t size = type.getDimSize(dim);
    strides.push_back("1");
    if (body.random.chance(1, 3)) {
      offsets.push_back(body.random.chance(1, 2) ? "0"
                                                 : getPosition(body).name);
      sizes.push_back(getPosition(body).name);
      shape.push_back(ShapedType::kDynamic);
      continue;
    }
    // MLIR computes products of huge sizes with what is left of them.
    int64_t most = ShapedType::isDynamic(size) ? 3 : std::min(size, kMostRows);
    int64_t count = body.random.chance(1, 2) ? most : most / 2;
    offsets.push_back(std::to_string(body.random.below(most - count + 1)));
    sizes.push_back(std::to_string(count));
    shape.push_back(count);
  }
  return {RankedTensorType::get(shape, type.getElementType()),
          formatv("[{0}] [{1}] [{2}]", llvm::join(offsets, ", "),
                  llvm::join(sizes, ", "), llvm::join(strides, ", "))};
}

void fuzz::addSlice(FunctionBody &body) {
  Named x = body.getTensor();
  auto [type, part] = makePart(body, cast<RankedTensorType>(x.type));
  body.define(type, formatv("tensor.extract_slice {0}{1} : {2} to {3}", x.name,
                            part, print(x.type), print(type)));
}

void fuzz::addInsertion(FunctionBody &body) {
  Named x = body.getTensor();
  auto [type, part] = makePart(body, cast<RankedTensorType>(x.type));
  Named y = makeInit(body, type);
  body.define(x.type,
              formatv("tensor.insert_slice {0} into {1}{2} : {3} into "
                      "{4}",
                      y.name, x.name, part, print(type), print(x.type)));
}

void fuzz::addReshape(FunctionBody &body) {
  Named x = body.getTensor();
  auto type = cast<RankedTensorType>(x.type);
  if (type.getRank() < 2 || !type.hasStaticShape())
    return;
  ArrayRef<int64_t> shape = type.getShape();
  if (std::max(shape[0], shape[1]) > INT32_MAX)
    return; // The product is none.
  SmallVector<int64_t> joined = {shape[0] * shape[1]};
  SmallVector<std::string> groups = {"[0, 1]"}, sizes;
  for (int64_t dim = 2; dim < type.getRank(); ++dim) {
    joined.push_back(shape[dim]);
    groups.push_back(formatv("[{0}]", dim));
  }
  for (int64_t size : shape)
    sizes.push_back(std::to_string(size));
  auto flat = RankedTensorType::get(joined, type.getElementType());
  Named y = body.define(
      flat, formatv("tensor.collapse_shape {0} [{1}] : {2} into {3}", x.name,
                    llvm::join(groups, ", "), print(type), print(flat)));
  if (body.random.chance(1, 3))
    body.define(type,
                formatv("tensor.expand_shape {0} [{1}] output_shape [{2}]"
                        " : {3} into {4}",
                        y.name, llvm::join(groups, ", "),
                        llvm::join(sizes, ", "), print(flat), print(type)));
}
