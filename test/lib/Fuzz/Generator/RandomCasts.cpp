//===- RandomCasts.cpp - Casts between formats by chance ------------------===//
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

static Type randomSmallFormat(FunctionBody &body) {
  MLIRContext *context = body.context;
  Type formats[] = {
      Float8E4M3FNType::get(context), Float8E5M2Type::get(context),
      Float6E2M3FNType::get(context), Float6E3M2FNType::get(context),
      Float4E2M1FNType::get(context), Float8E8M0FNUType::get(context)};
  return body.random.pick(formats);
}

/// Widens `x` to f32: few operations are for small formats.
static void widen(FunctionBody &body, const Named &x) {
  Type f32 = Float32Type::get(body.context);
  Type wide = f32;
  if (auto tensor = dyn_cast<RankedTensorType>(x.type))
    wide = RankedTensorType::get(tensor.getShape(), f32);
  body.define(wide, formatv("arith.extf {0} : {1} to {2}", x.name,
                            print(x.type), print(wide)));
}

/// Bits of the format that are special: zeros, the largest, NaN, infinity.
static std::string printSpecialBits(Type type, Random &random) {
  unsigned width = type.getIntOrFloatBitWidth();
  uint64_t ones = (uint64_t(1) << width) - 1, sign = uint64_t(1) << (width - 1);
  if (isa<Float32Type>(type))
    return random
        .pick({"0x7F800000", "0xFF800000", "0x7FC00000", "0x00000001",
               "0x7F7FFFFF", "0x80000000", "1.0", "448.0", "464.0", "6.0"})
        .str();
  uint64_t bits[] = {0, sign, ones, ones ^ sign, 1, sign | 1, ones >> 2};
  return formatv("0x{0}",
                 llvm::utohexstr(random.pick(bits), /*LowerCase=*/false,
                                 llvm::divideCeil(width, 8) * 2));
}

void fuzz::addCastOfConstant(FunctionBody &body) {
  Type small = randomSmallFormat(body);
  bool isNarrowed = body.random.chance(1, 2);
  Type from = isNarrowed ? Float32Type::get(body.context) : small;
  Type type = from;
  std::string value = printSpecialBits(from, body.random);
  if (body.random.chance(2, 3)) {
    type = RankedTensorType::get({1 + int64_t(body.random.below(4)), 64}, from);
    value = "dense<" + value + ">";
  }
  Named constant = {body.makeName("special"), type};
  body.line(formatv("{0} = arith.constant {1} : {2}", constant.name, value,
                    print(type)));
  if (!isNarrowed)
    return widen(body, constant);
  auto tensor = dyn_cast<RankedTensorType>(type);
  Type narrow =
      tensor ? RankedTensorType::get(tensor.getShape(), small) : small;
  widen(body, body.define(narrow,
                          formatv("arith.truncf {0} : {1} to {2}",
                                  constant.name, print(type), print(narrow))));
}

void fuzz::addCast(FunctionBody &body) {
  Named x = body.getTensor();
  auto type = cast<RankedTensorType>(x.type);
  auto narrow = RankedTensorType::get(type.getShape(), randomSmallFormat(body));
  widen(body, body.define(narrow, formatv("arith.truncf {0} : {1} to {2}",
                                          x.name, print(type), print(narrow))));
}
