//===- WarpMatrixForms.h - The forms of mma.sync ----------------*- C++ -*-===//

#ifndef LOWP_LIB_SIMULATOR_MMA_WARPMATRIXFORMS_H
#define LOWP_LIB_SIMULATOR_MMA_WARPMATRIXFORMS_H

#include "MatrixElement.h"
#include "Simulator/PTX/Program.h"

namespace lowp::simulator {

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
