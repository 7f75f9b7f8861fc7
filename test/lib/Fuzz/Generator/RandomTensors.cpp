//===- RandomTensors.cpp - Tensors to read and to write into --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomTensors.h"
#include "RandomOperations.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp::fuzz;
using llvm::formatv;

/// The size of dimension `dim` of `type`, for a tensor that is to be made. No
/// constant: sizes that are known to differ are no program.
static std::string getRuntimeSize(FunctionBody &body, RankedTensorType type,
                                  int64_t dim) {
  Type index = IndexType::get(body.context);
  if (body.random.chance(1, 3))
    return body.addArgument(index).name;
  Named like = body.getValue(type);
  std::string number = body.makeName("dim");
  body.line(formatv("{0} = arith.constant {1} : index", number, dim));
  return body
      .define(index, formatv("tensor.dim {0}, {1} : {2}", like.name, number,
                             print(type)))
      .name;
}

Named fuzz::makeEmpty(FunctionBody &body, RankedTensorType type) {
  SmallVector<std::string> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(getRuntimeSize(body, type, dim));
  Named empty = {body.makeName("empty"), type};
  body.line(formatv("{0} = tensor.empty({1}) : {2}", empty.name,
                    llvm::join(sizes, ", "), print(type)));
  return empty;
}

Named fuzz::makeFilled(FunctionBody &body, RankedTensorType type,
                       const Named &value) {
  Named empty = makeEmpty(body, type), filled = {body.makeName("filled"), type};
  body.line(formatv("{0} = linalg.fill ins({1} : {2}) outs({3} : {4}) -> {4}",
                    filled.name, value.name, print(value.type), empty.name,
                    print(type)));
  if (body.forms.has(Trait::FillAsValue))
    body.addValue(filled);
  return filled;
}

Named fuzz::makeZeros(FunctionBody &body, RankedTensorType type) {
  Type element = type.getElementType();
  Named zero = {body.makeName("zero"), element};
  body.line(formatv("{0} = arith.constant {1} : {2}", zero.name,
                    isa<FloatType>(element) ? "0.0" : "0", print(element)));
  return makeFilled(body, type, zero);
}

/// All elements of `type`, whose sizes are known, are one constant.
static Named makeSplat(FunctionBody &body, RankedTensorType type) {
  static constexpr StringRef kNumbers[] = {"0.0",  "1.0",  "-0.0",
                                           "0.25", "-3.0", "1.0e4"};
  return body.define(type, formatv("arith.constant dense<{0}> : {1}",
                                   isa<FloatType>(type.getElementType())
                                       ? body.random.pick(kNumbers)
                                       : StringRef("1"),
                                   print(type)));
}

Named fuzz::makeInit(FunctionBody &body, RankedTensorType type) {
  bool canFill = body.forms.has(Trait::FillAsValue);
  switch (body.random.below(6)) {
  case 0:
    return body.addArgument(type);
  case 1:
    if (canFill)
      return makeFilled(body, type, body.getScalar(type.getElementType()));
    return body.addArgument(type);
  case 2:
    if (canFill)
      return type.hasStaticShape() ? makeSplat(body, type)
                                   : makeEmpty(body, type);
    return body.addArgument(type);
  case 3:
    if (canFill)
      return makeZeros(body, type);
    return body.getValue(type);
  default:
    return body.getValue(type);
  }
}

RankedTensorType fuzz::dropDimension(RankedTensorType type, int64_t dim) {
  SmallVector<int64_t> shape(type.getShape());
  shape.erase(shape.begin() + dim);
  return RankedTensorType::get(shape, type.getElementType());
}

std::string fuzz::printDimensions(int64_t rank) {
  SmallVector<std::string> names;
  for (int64_t dim = 0; dim < rank; ++dim)
    names.push_back(formatv("d{0}", dim));
  return "(" + llvm::join(names, ", ") + ")";
}

std::string fuzz::printIdentity(int64_t rank) {
  std::string dims = printDimensions(rank);
  return formatv("affine_map<{0} -> {0}>", dims);
}

std::string fuzz::printIterators(StringRef kinds) {
  SmallVector<std::string> words;
  for (char kind : kinds)
    words.push_back(kind == 'p' ? "\"parallel\"" : "\"reduction\"");
  return llvm::join(words, ", ");
}
