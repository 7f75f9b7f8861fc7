//===- ProductForm.h - The forms of tcgen05.mma -----------------*- C++ -*-===//

#ifndef LOWP_LIB_SIMULATOR_TENSORMEMORY_PRODUCTFORM_H
#define LOWP_LIB_SIMULATOR_TENSORMEMORY_PRODUCTFORM_H

#include "Simulator/MMA/MatrixElement.h"
#include "Simulator/PTX/Program.h"

namespace lowp::simulator {

/// A kind of products, which its instruction names.
struct ProductKind {
  const char *name;
  /// Elements along K: 32 bytes of them, or of bytes that hold one each.
  int depth;
  /// By the numbers that instruction descriptors have for types.
  const char *elements[6];
  bool hasScales;
};

/// An operand as the instruction descriptor has it.
struct ProductOperand {
  const MatrixElement *element;
  bool isMNMajor;
  /// The first byte of a word of scales.
  int scaleByte;
};

/// A product as opcode and instruction descriptor have it: rows of a block.
struct ProductForm {
  int rows, columns, depth;
  ProductOperand a, b;
  /// Scales of a row along K; 0 without any.
  int scales;
  bool hasUE4M3;
  bool saturates;
};

/// The number of the kind that an instruction names, -1 for others; and how
/// many scales along K a row has.
int findProductKind(const Instruction &instruction, int &scales);

/// Throws a Fault for a descriptor that the kind does not take for `blocks`
/// blocks. Rows are those of one of them.
ProductForm readProductForm(int kind, int scales, int blocks,
                            uint32_t descriptor);

} // namespace lowp::simulator

#endif // LOWP_LIB_SIMULATOR_TENSORMEMORY_PRODUCTFORM_H
