//===- AccumulatorAccesses.h - Order of registers and wgmma -----*- C++ -*-===//
//
// A wgmma.fence orders what accessed the registers of an accumulator before and
// what wgmmas do with them afterwards. Without one there is an order between
// wgmmas of the same shape alone.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_SIMULATOR_MACHINE_ACCUMULATORACCESSES_H
#define LOWP_LIB_SIMULATOR_MACHINE_ACCUMULATORACCESSES_H

#include "Simulator/PTX/Program.h"

namespace lowp::simulator {

/// Notes in which operands of its instructions a kernel has registers that
/// wgmmas accumulate in.
void findAccumulators(Kernel &kernel);

/// The columns and the depth of a wgmma; all have 64 rows.
struct MatrixShape {
  int columns = 0, depth = 0;

  bool operator==(const MatrixShape &other) const {
    return columns == other.columns && depth == other.depth;
  }
};

/// What a warp did with accumulators since its last wgmma.fence.
class AccumulatorAccesses {
public:
  void reset(int slots);
  void fence();
  /// Notes an instruction other than wgmma that ran.
  void note(const Instruction &instruction);
  /// Notes a wgmma that accumulates in `registers`; throws a Fault if it has no
  /// order to what accessed them.
  void noteProduct(const OperandList &registers, MatrixShape shape);

private:
  struct Last {
    enum Kind : uint8_t { None, Read, Write, Product };
    Kind kind = None;
    MatrixShape shape; // of a product
  };
  bool isFenced = false;
  std::vector<Last> last; // by slot
};

} // namespace lowp::simulator

#endif // LOWP_LIB_SIMULATOR_MACHINE_ACCUMULATORACCESSES_H
