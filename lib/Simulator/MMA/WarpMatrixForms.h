//===- WarpMatrixForms.h - The forms of mma.sync ----------------*- C++ -*-===//

#ifndef LOWP_LIB_SIMULATOR_MMA_WARPMATRIXFORMS_H
#define LOWP_LIB_SIMULATOR_MMA_WARPMATRIXFORMS_H

#include "Simulator/PTX/Program.h"

namespace lowp::simulator {

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

/// The types of sums.
enum class SumType { F32, F16, S32 };

/// What the opcode of an mma.sync says.
struct WarpMatrixForm {
  int depth = 0;
  /// Scales of a row of A along K, 0 without any.
  int scales = 0;
  /// Numbers in kMatrixElements.
  int a = 0, b = 0;
  SumType sum = SumType::F32;
  bool hasUE4M3 = false;
  /// Sums of integers that are too large are the largest one.
  bool saturates = false;
};

/// False for a form that there is not.
bool parseWarpMatrix(const Instruction &instruction, WarpMatrixForm &form);

} // namespace lowp::simulator

#endif // LOWP_LIB_SIMULATOR_MMA_WARPMATRIXFORMS_H
