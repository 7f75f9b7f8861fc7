//===- TensorMemoryPatterns.cpp - Columns of tensor memory, and reads -----===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CTAGroup.h"
#include "Tcgen05Patterns.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Kernel/Targets/Common/LaneRowFragment.h"
#include "lowp/Kernel/Targets/Common/LoweringPattern.h"
#include "lowp/Kernel/Targets/Common/TensorAddress.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

/// Columns are taken by powers of two.
static int64_t roundColumns(int64_t columns) {
  constexpr int64_t kLeast = 32;
  return std::max<int64_t>(kLeast, llvm::PowerOf2Ceil(columns));
}

/// Nobody else of the CTA takes any; a warp of each CTA of a pair takes as
/// many.
static void lowerAllocateColumns(LoweringBuilder &builder, AllocateColumnsOp op,
                                 AllocateColumnsOp::Adaptor) {
  std::string group = getGroup(builder.frame);
  builder.assembly(
      "tcgen05.alloc" + group + ".sync.aligned.shared::cta.b32 [$0], " +
          std::to_string(roundColumns(op.getColumns())) +
          "; tcgen05.relinquish_alloc_permit" + group + ".sync.aligned;",
      "r", getTensorAddressPlace(builder, builder.frame));
}

static void lowerReleaseColumns(LoweringBuilder &builder, ReleaseColumnsOp op,
                                ReleaseColumnsOp::Adaptor) {
  builder.assembly("tcgen05.fence::after_thread_sync; "
                   "tcgen05.dealloc" +
                       getGroup(builder.frame) + ".sync.aligned.b32 $0, " +
                       std::to_string(roundColumns(op.getColumns())) + ";",
                   "r", loadTensorAddress(builder, builder.frame));
}

//===----------------------------------------------------------------------===//
// Reads
//===----------------------------------------------------------------------===//

/// The lanes of this warp, in the high half of the address.
static Value getPlace(LoweringBuilder &builder, ReadSumsOp op,
                      ReadSumsOp::Adaptor adaptor) {
  constexpr int64_t kLaneBit = 16;
  Value lanes = builder.shiftLeft(
      LaneRowFragment::kLayout.warpRow(builder, builder.frame), kLaneBit);
  Value column = builder.add(adaptor.getTile(), op.getColumn());
  if (adaptor.getAt())
    column = builder.add(column, adaptor.getAt());
  return builder.add(column, lanes);
}

/// A load of so many columns from `first` on, into the registers of these
/// numbers; the address is the operand after all of them.
static std::string getLoad(size_t first, size_t columns, size_t address) {
  std::string registers;
  for (size_t i = first; i < first + columns; ++i)
    registers += (i == first ? "$" : ", $") + std::to_string(i);
  return "tcgen05.ld.sync.aligned.32x32b.x" + std::to_string(columns) +
         ".b32 {" + registers + "}, [$" + std::to_string(address) + " + " +
         std::to_string(first) + "]; ";
}

/// A load has a power of two of columns.
static std::string getText(size_t count) {
  constexpr size_t kMost = 128;
  std::string text = "tcgen05.fence::after_thread_sync; ";
  for (size_t first = 0; first < count;) {
    size_t columns = std::min(kMost, llvm::bit_floor(count - first));
    text += getLoad(first, columns, count);
    first += columns;
  }
  return text + "tcgen05.wait::ld.sync.aligned; "
                "tcgen05.fence::before_thread_sync;";
}

/// Loads `count` columns from `place` on, each to a register, and waits for
/// them.
static Value load(DeviceBuilder &builder, size_t count, Value place) {
  std::string constraints;
  for (size_t i = 0; i < count; ++i)
    constraints += "=f,";
  auto type = LLVM::LLVMStructType::getLiteral(
      builder.getContext(), SmallVector<Type>(count, builder.getF32Type()));
  return builder.assembly(type, getText(count), constraints + "r", place);
}

/// What orders the reads is one text with them: nothing else would keep LLVM
/// from using registers before the wait. The warp that releases the stage has
/// the fence after it.
static Value lowerReadSums(LoweringBuilder &builder, ReadSumsOp op,
                           ReadSumsOp::Adaptor adaptor) {
  int64_t count =
      LaneRowFragment::kLayout.countRegisters(op.getType().getGroupColumns());
  Value place = getPlace(builder, op, adaptor);
  int64_t piece = op.getPiece().value_or(count);
  if (piece == count)
    return load(builder, count, place);
  SmallVector<Value> values;
  for (int64_t first = 0; first < count; first += piece)
    llvm::append_range(values, builder.unpack(load(builder, piece,
                                                   builder.add(place, first))));
  return builder.pack(values);
}

void mlir::lowp_gpu::populateTensorMemoryPatterns(
    const LLVMTypeConverter &converter, const KernelFrame &frame,
    RewritePatternSet &patterns) {
  addLowerings(patterns, converter, frame, lowerAllocateColumns, lowerReadSums,
               lowerReleaseColumns);
}
