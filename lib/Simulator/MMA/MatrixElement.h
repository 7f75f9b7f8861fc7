//===- MatrixElement.h - The types of elements of products ------*- C++ -*-===//

#ifndef LOWP_LIB_SIMULATOR_MMA_MATRIXELEMENT_H
#define LOWP_LIB_SIMULATOR_MMA_MATRIXELEMENT_H

#include <cstdint>

namespace lowp::simulator {

struct NarrowFormat;

/// How elements lie in registers: their distance in bits, where they start in
/// it, and the bits that must be zero.
struct Container {
  int step, shift;
  uint32_t padding;
};

/// A type of elements.
struct MatrixElement {
  enum Class { Half, TF32, Narrow, Integer };
  const char *name;
  Class kind;
  int bits;

  Container containerAt(int depth) const;
};
constexpr MatrixElement kMatrixElements[] = {
    {"f16", MatrixElement::Half, 16},   {"bf16", MatrixElement::Half, 16},
    {"tf32", MatrixElement::TF32, 32},  {"e4m3", MatrixElement::Narrow, 8},
    {"e5m2", MatrixElement::Narrow, 8}, {"e2m3", MatrixElement::Narrow, 6},
    {"e3m2", MatrixElement::Narrow, 6}, {"e2m1", MatrixElement::Narrow, 4},
    {"s8", MatrixElement::Integer, 8},  {"u8", MatrixElement::Integer, 8},
};

/// What bits of an element stand for.
class ElementValues {
public:
  explicit ElementValues(const MatrixElement &element);
  double operator()(uint32_t bits) const;

private:
  const MatrixElement &element;
  const NarrowFormat *narrow = nullptr;
};

/// A sum of integers of 32 bits: what is too large wraps, or is the largest.
uint32_t roundInteger(double sum, bool saturates);

} // namespace lowp::simulator

#endif // LOWP_LIB_SIMULATOR_MMA_MATRIXELEMENT_H
