//===- Tensor.cpp - Tensors in host memory --------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tensor.h"

#include "lowp/Dialect/Lowp/IR/FloatScale.h"
#include "lowp/Support/ElementBytes.h"
#include "lowp/Support/FloatFormat.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace mlir::lowp;
using namespace mlir::lowp::run;

int64_t TensorSpec::getNumElements() const {
  return llvm::product_of(shape, int64_t(1));
}

int64_t TensorSpec::getNumBytes() const {
  unsigned bits =
      elementType.isIndex() ? 64 : elementType.getIntOrFloatBitWidth();
  return getNumElements() * bytesOfBits(bits);
}

std::string TensorSpec::describe() const {
  std::string text;
  llvm::raw_string_ostream stream(text);
  for (int64_t size : shape)
    stream << size << 'x';
  stream << elementType;
  return text;
}

bool run::isSupportedElement(mlir::Type type) {
  return type.isF64() || type.isF32() || type.isBF16() || type.isF16() ||
         getFloatFormat(type) || llvm::isa<mlir::Float8E8M0FNUType>(type) ||
         type.isIndex() || type.isInteger(1) || type.isInteger(8) ||
         type.isInteger(16) || type.isInteger(32) || type.isInteger(64);
}

TensorDescriptor::TensorDescriptor(const TensorSpec &spec, void *data) {
  auto address = reinterpret_cast<intptr_t>(data);
  words = {address, address, /*offset=*/0};
  llvm::append_range(words, spec.shape);
  llvm::append_range(words, mlir::computeStrides(spec.shape));
}

/// Calls `visit` with a number of the type that elements of `type` have on the
/// host; false where there is none.
template <typename Visitor>
static bool visitHostType(mlir::Type type, Visitor visit) {
  if (type.isF64())
    visit(double());
  else if (type.isF32())
    visit(float());
  else if (type.isIndex() || type.isInteger(64))
    visit(int64_t());
  else if (type.isInteger(32))
    visit(int32_t());
  else if (type.isInteger(16))
    visit(int16_t());
  else if (type.isInteger(8) || type.isInteger(1))
    visit(int8_t());
  else
    return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

static std::vector<double> makeTable(const llvm::fltSemantics &semantics,
                                     unsigned bits) {
  std::vector<double> table(size_t(1) << bits);
  for (size_t code = 0; code < table.size(); ++code) {
    llvm::APFloat value(semantics, llvm::APInt(bits, code));
    bool losesInfo;
    value.convert(llvm::APFloat::IEEEdouble(),
                  llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    table[code] = value.convertToDouble();
  }
  return table;
}

std::vector<double> run::decode(const Tensor &tensor) {
  std::vector<double> values(tensor.spec.getNumElements());
  auto load = [&](auto element, auto toDouble) {
    for (size_t i = 0; i < values.size(); ++i) {
      std::memcpy(&element, tensor.bytes.data() + i * sizeof(element),
                  sizeof(element));
      values[i] = toDouble(element);
    }
  };
  if (visitHostType(tensor.spec.elementType, [&](auto element) {
        load(element, [](auto number) { return double(number); });
      }))
    return values;
  // Elements of few bits: each code is looked up.
  auto type = llvm::cast<mlir::FloatType>(tensor.spec.elementType);
  auto table = makeTable(type.getFloatSemantics(), type.getWidth());
  auto lookUp = [&](auto code) { return table[code]; };
  if (type.getWidth() <= 8)
    load(uint8_t(), lookUp);
  else
    load(uint16_t(), lookUp);
  return values;
}

//===----------------------------------------------------------------------===//
// Encoding
//===----------------------------------------------------------------------===//

static uint16_t encodeBF16(float value) {
  uint32_t bits = llvm::bit_cast<uint32_t>(value);
  uint32_t roundingBias = 0x7fff + ((bits >> 16) & 1);
  return (bits + roundingBias) >> 16;
}

static uint16_t encodeF16(float value) {
  llvm::APFloat number(value);
  bool losesInfo;
  number.convert(llvm::APFloat::IEEEhalf(), llvm::APFloat::rmNearestTiesToEven,
                 &losesInfo);
  return number.bitcastToAPInt().getZExtValue();
}

/// The e8m0 code of the largest power of two that is not above the magnitude.
static uint8_t encodePowerOfTwo(float value) {
  constexpr int bias = 127, largest = 254;
  if (value == 0.0f)
    return 0;
  return std::clamp(std::ilogb(value) + bias, 0, largest);
}

void run::encode(llvm::ArrayRef<float> values, Tensor &tensor) {
  mlir::Type type = tensor.spec.elementType;
  auto store = [&](auto toElement) {
    for (size_t i = 0; i < values.size(); ++i) {
      auto element = toElement(values[i]);
      std::memcpy(tensor.bytes.data() + i * sizeof(element), &element,
                  sizeof(element));
    }
  };
  if (type.isBF16())
    return store(encodeBF16);
  if (type.isF16())
    return store(encodeF16);
  if (llvm::isa<mlir::Float8E8M0FNUType>(type))
    return store(encodePowerOfTwo);
  if (const FloatFormat *format = getFloatFormat(type))
    return store([&](float value) {
      return uint8_t(format->encode(value, /*saturate=*/true));
    });
  // True and false as the bytes 1 and 0.
  if (type.isInteger(1))
    return store([](float value) { return int8_t(int(value) & 1); });
  visitHostType(type, [&](auto element) {
    store([](float value) { return decltype(element)(value); });
  });
}
