//===- KeepScales.cpp - Zeros after the scales of a tile ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tcgen05Patterns.h"
#include "lowp/Dialect/Common/BuildIf.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Kernel/Targets/Common/KeptScales.h"
#include "lowp/Kernel/Targets/Common/LoweringPattern.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

/// Bytes that a load takes: the words of four rows.
static constexpr int64_t kVectorBytes = 16;
/// Loads in flight.
static constexpr int64_t kVectors = 4;

/// ANDs each word of the atom at `address` with `bits`.
static void maskAtom(DeviceBuilder &builder, Value address, int64_t bytes,
                     Value bits) {
  auto vector = VectorType::get({kVectorBytes / 4}, builder.getI32Type());
  Value mask = LLVM::PoisonOp::create(builder, vector);
  for (int64_t i = 0; i < vector.getNumElements(); ++i)
    mask =
        LLVM::InsertElementOp::create(builder, mask, bits, builder.constant(i));
  auto loop =
      scf::ForOp::create(builder, builder.constant(0), builder.constant(bytes),
                         builder.constant(kVectors * kVectorBytes));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value first = builder.add(address, loop.getInductionVar());
  SmallVector<Value> places, words;
  for (int64_t i = 0; i < kVectors; ++i) {
    places.push_back(builder.add(first, i * kVectorBytes));
    words.push_back(builder.loadShared(vector, places.back(), kVectorBytes));
  }
  for (auto [place, word] : llvm::zip_equal(places, words))
    builder.storeShared(LLVM::AndOp::create(builder, word, mask), place,
                        kVectorBytes);
}

/// The lane that issues products writes the zeros where the scales lie, once a
/// tile: copies into tensor memory take what is there.
static Value lowerKeepScales(LoweringBuilder &builder, KeepScalesOp op,
                             KeepScalesOp::Adaptor adaptor) {
  TileType tile = op.getSource().getType();
  lowp::enterIf(builder, isShortOfScales(builder, adaptor.getCount()));
  int64_t atomBytes = tile.getShape().back();
  int64_t atoms = tile.getShape()[tile.getShape().size() - 2];
  Value bits = buildKeptBits(builder, adaptor.getCount());
  for (int64_t place = op.getAtom() * atomBytes; place < tile.getBytes();
       place += atoms * atomBytes)
    maskAtom(builder, builder.add(adaptor.getSource(), place), atomBytes, bits);
  builder.fenceSharedForCopies();
  return adaptor.getSource();
}

void mlir::lowp_gpu::populateKeepScalesPatterns(
    const LLVMTypeConverter &converter, const KernelFrame &frame,
    RewritePatternSet &patterns) {
  addLowering(patterns, converter, frame, lowerKeepScales);
}
