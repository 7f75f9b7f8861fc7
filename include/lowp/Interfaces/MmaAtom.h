//===- MmaAtom.h - One family of matrix instructions ------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_INTERFACES_MMAATOM_H
#define LOWP_INTERFACES_MMAATOM_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>

namespace mlir::lowp_gpu {

/// The threads that issue a product.
enum class MmaIssuer {
  /// All lanes of a warpgroup, for the rows of a tile that are theirs.
  Warpgroup,
  /// One lane, for the whole tile: the tensor core says itself when it is done.
  Lane
};

/// Where the sums of products lie.
enum class SumSpace {
  /// In registers of the threads that multiply, who store them, too.
  Registers,
  /// In tensor memory, from where another role reads and stores them.
  Tensor
};

/// What matrix instructions do with operands of given types. Kernels are built
/// and verified by these answers alone.
class MmaAtom {
public:
  virtual ~MmaAtom();

  virtual MmaIssuer getIssuer() const { return MmaIssuer::Warpgroup; }
  virtual SumSpace getSumSpace() const { return SumSpace::Registers; }

  /// Rows of sums that one issuer multiplies: a warpgroup, or a lane.
  virtual int64_t getRows() const = 0;
  /// Columns are a multiple of this ...
  virtual int64_t getColumnGranularity() const = 0;
  /// ... up to this.
  virtual int64_t getMaxColumns() const = 0;
  /// Columns of sums in tensor memory that a warpgroup reads at a time, beside
  /// which their elements find registers.
  virtual int64_t getReadColumns() const { return getMaxColumns(); }
  /// The same of partial sums, some of which are read while others are
  /// promoted.
  virtual int64_t getPromotedColumns() const { return getReadColumns(); }

  /// Bytes of K that one instruction contracts.
  virtual int64_t getBytesOfK() const = 0;
  /// Widths of rows of shared-memory tiles in bytes, swizzled as wide, that the
  /// instruction reads; kernels use the first.
  virtual llvm::ArrayRef<int64_t> getSwizzles() const = 0;
  /// Bytes of a row of a tile: of K, or of the rows of an MN-major operand.
  int64_t getRowBytes() const { return getSwizzles().front(); }
  /// Whether operands may be MN-major.
  virtual bool takesMNMajor() const { return false; }
  /// Whether lanes read the tiles into registers, and not the tensor core by
  /// itself: who releases a stage then waits for what its lanes have read.
  virtual bool readsByLanes() const { return false; }

  /// Whether one lane may multiply for a pair of CTAs, each of which has so
  /// many rows and half of the columns in its shared memory.
  virtual bool multipliesPairs() const { return false; }
  /// Whether elements of 4 and 6 bits are read from a byte each, to which
  /// copies spread them.
  virtual bool readsSpread() const { return false; }

  /// Rows of scales that lie together where the instruction takes the scales of
  /// both operands itself; 0 where they are factors of sums.
  virtual int64_t getScaleRows() const { return 0; }
  /// Rows of an atom at multiples of which the columns of a tile may begin.
  virtual int64_t getScaleRowUnit() const { return getScaleRows(); }
  bool takesScales() const { return getScaleRows() > 0; }
  /// Whether sums of all of K keep the bits of f32, so that nothing but scales
  /// that change along K asks for partial sums.
  virtual bool hasFullSums() const { return false; }
};

} // namespace mlir::lowp_gpu

#endif // LOWP_INTERFACES_MMAATOM_H
