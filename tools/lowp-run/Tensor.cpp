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
  words.insert(words.end(), spec.shape.begin(), spec.shape.end());
  std::vector<int64_t> strides(spec.shape.size());
  int64_t stride = 1;
  for (size_t dim = spec.shape.size(); dim-- > 0; stride *= spec.shape[dim])
    strides[dim] = stride;
  words.insert(words.end(), strides.begin(), strides.end());
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

/// Decodes elements that are numbers of the host.
template <typename Element>
static std::vector<double> decodePlain(const Tensor &tensor) {
  std::vector<double> values(tensor.spec.getNumElements());
  for (size_t i = 0; i < values.size(); ++i) {
    Element element;
    std::memcpy(&element, tensor.bytes.data() + i * sizeof(Element),
                sizeof(Element));
    values[i] = static_cast<double>(element);
  }
  return values;
}

/// Decodes elements of few bits by looking each code up.
template <typename Code>
static std::vector<double> decodeByTable(const Tensor &tensor,
                                         llvm::ArrayRef<double> table) {
  std::vector<double> values(tensor.spec.getNumElements());
  for (size_t i = 0; i < values.size(); ++i) {
    Code code;
    std::memcpy(&code, tensor.bytes.data() + i * sizeof(Code), sizeof(Code));
    values[i] = table[code];
  }
  return values;
}

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
  mlir::Type type = tensor.spec.elementType;
  if (type.isF64())
    return decodePlain<double>(tensor);
  if (type.isF32())
    return decodePlain<float>(tensor);
  if (type.isIndex() || type.isInteger(64))
    return decodePlain<int64_t>(tensor);
  if (type.isInteger(32))
    return decodePlain<int32_t>(tensor);
  if (type.isInteger(16))
    return decodePlain<int16_t>(tensor);
  if (type.isInteger(8) || type.isInteger(1))
    return decodePlain<int8_t>(tensor);
  auto floatType = llvm::cast<mlir::FloatType>(type);
  auto table = makeTable(floatType.getFloatSemantics(), floatType.getWidth());
  return floatType.getWidth() <= 8 ? decodeByTable<uint8_t>(tensor, table)
                                   : decodeByTable<uint16_t>(tensor, table);
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

template <typename Element, typename Function>
static void store(llvm::ArrayRef<float> values, Tensor &tensor,
                  Function toElement) {
  for (size_t i = 0; i < values.size(); ++i) {
    Element element = toElement(values[i]);
    std::memcpy(tensor.bytes.data() + i * sizeof(Element), &element,
                sizeof(Element));
  }
}

void run::encode(llvm::ArrayRef<float> values, Tensor &tensor) {
  mlir::Type type = tensor.spec.elementType;
  auto encodeByte = [&](const FloatFormat &format) {
    store<uint8_t>(values, tensor, [&](float value) {
      return format.encode(value, /*saturate=*/true);
    });
  };
  if (type.isF64())
    return store<double>(values, tensor, [](float value) { return value; });
  if (type.isF32())
    return store<float>(values, tensor, [](float value) { return value; });
  if (type.isBF16())
    return store<uint16_t>(values, tensor, encodeBF16);
  if (type.isF16())
    return store<uint16_t>(values, tensor, encodeF16);
  if (const FloatFormat *format = getFloatFormat(type))
    return encodeByte(*format);
  if (llvm::isa<mlir::Float8E8M0FNUType>(type))
    return store<uint8_t>(values, tensor, encodePowerOfTwo);
  // True and false as the bytes 1 and 0.
  if (type.isInteger(1))
    return store<int8_t>(values, tensor,
                         [](float value) { return int(value) & 1; });
  if (type.isInteger(8))
    return store<int8_t>(values, tensor, [](float value) { return value; });
  if (type.isInteger(16))
    return store<int16_t>(values, tensor, [](float value) { return value; });
  if (type.isInteger(32))
    return store<int32_t>(values, tensor, [](float value) { return value; });
  store<int64_t>(values, tensor, [](float value) { return value; });
}
