//===- MatrixElement.cpp - The types of elements of products --------------===//

#include "MatrixElement.h"
#include "Simulator/Support/Formats.h"
#include "Simulator/Support/NarrowFormats.h"

#include <algorithm>

using namespace lowp::simulator;

/// Where elements of fewer bits have bytes, those of 4 bits lie in bits 2 to 5,
/// those of 6 bits in bits 0 to 5.
Container MatrixElement::containerAt(int depth) const {
  if (bits >= 8)
    return {bits, 0, 0};
  if (depth == 64)
    return {4, 0, 0};
  return bits == 4 ? Container{8, 2, 0xC3} : Container{8, 0, 0xC0};
}

ElementValues::ElementValues(const MatrixElement &element) : element(element) {
  if (element.kind == MatrixElement::Narrow)
    narrow = findNarrowFormat(element.name);
}

double ElementValues::operator()(uint32_t bits) const {
  auto half = static_cast<uint16_t>(bits);
  switch (element.kind) {
  case MatrixElement::Half:
    return element.name[0] == 'b' ? BF16{half}.toFloat() : F16{half}.toFloat();
  case MatrixElement::TF32:
    return TF32{bits}.toFloat();
  case MatrixElement::Narrow:
    return narrow->values[bits];
  case MatrixElement::Integer:
    return element.name[0] == 's' ? int8_t(bits) : uint8_t(bits);
  }
  return 0;
}

uint32_t lowp::simulator::roundInteger(double sum, bool saturates) {
  auto exact = static_cast<int64_t>(sum);
  if (saturates)
    exact = std::clamp<int64_t>(exact, INT32_MIN, INT32_MAX);
  return uint32_t(exact);
}
