//===- ReduceScatter.cpp - Sums of CTAs that split K ----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Kernel/Targets/Common/ReduceScatter.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Kernel/Targets/Common/FragmentLayout.h"
#include "lowp/Kernel/Targets/Common/LoweringPattern.h"
#include "lowp/Support/Warps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

// A CTA receives its part of the columns from every other CTA of the cluster in
// shared memory: [sender][warpgroup][vector][thread] of 16 bytes, senders being
// numbered without the receiver. A fragment looks the same in all CTAs, so a
// thread sends to the thread of the same index, without bank conflicts. Each
// warpgroup has two barriers after the sums: "arrived" counts bytes, "read"
// the warps that have read.

static constexpr int64_t kVectorBytes = 16;
static constexpr int64_t kVectorRegisters = 4;
static constexpr int64_t kBarrierBytes = 8;

namespace {
/// Sizes of an exchange, per warpgroup and thread.
struct ExchangeShape {
  int64_t parts;
  int64_t warpgroups;
  /// 16-byte vectors that a thread sends to each CTA.
  int64_t vectors;

  /// Warps of a warpgroup that send and add, a power of two.
  int64_t warps;

  ExchangeShape(ExchangeType type, FragmentLayout layout,
                std::optional<int64_t> rows)
      : parts(type.getParts()),
        warpgroups(type.getPart().getShape()[0] / layout.getGroupRows() *
                   type.getPart().getWarpgroupsN()),
        vectors(layout.countRegisters(type.getPart().getGroupColumns()) /
                kVectorRegisters),
        warps(rows && warpgroups == 1
                  ? std::min<int64_t>(lowp::kWarpsPerWarpgroup,
                                      llvm::PowerOf2Ceil(llvm::divideCeil(
                                          *rows, layout.getWarpRows())))
                  : lowp::kWarpsPerWarpgroup) {}

  bool hasAllWarps() const { return warps == lowp::kWarpsPerWarpgroup; }

  int64_t groupBytes() const {
    return vectors * lowp::kWarpgroupSize * kVectorBytes;
  }
  int64_t senderBytes() const { return warpgroups * groupBytes(); }
  int64_t senders() const { return parts - 1; }
  int64_t registersPerPart() const { return vectors * kVectorRegisters; }
};

/// Adds up the sums of one tile.
class ReduceScatter {
public:
  ReduceScatter(DeviceBuilder &builder, const KernelFrame &frame,
                FragmentLayout layout, ReduceScatterOp op,
                ReduceScatterOp::Adaptor adaptor)
      : builder(builder), frame(frame), adaptor(adaptor),
        shape(cast<ExchangeType>(op.getExchange().getType()), layout,
              op.getRows()) {}
  SmallVector<Value> emit();

private:
  void computeAddresses();
  void wait(Value barrier, Value parity);
  void expectArrivals();
  void send(int64_t target, ArrayRef<Value> registers);
  void addReceived(SmallVectorImpl<Value> &totals);
  void announceRead();

  DeviceBuilder &builder;
  const KernelFrame &frame;
  ReduceScatterOp::Adaptor adaptor;
  ExchangeShape shape;
  Value rank;
  Value thread;
  /// Where this thread's vectors from the first sender arrive.
  Value received;
  Value arrived;
  Value read;
};
} // namespace

void ReduceScatter::computeAddresses() {
  Value exchange = adaptor.getExchange();
  rank = ClusterRankOp::create(builder);
  thread = builder.add(builder.shiftLeft(frame.warpInGroup, 5), frame.lane);
  // Warps that do not take part read what the others do.
  Value reader =
      shape.hasAllWarps()
          ? thread
          : builder.bitAnd(thread, shape.warps * lowp::kWarpSize - 1);
  Value inGroup =
      builder.add(builder.multiply(frame.warpgroup, shape.groupBytes()),
                  builder.multiply(reader, kVectorBytes));
  received = builder.add(exchange, inGroup);
  Value barriers = builder.add(
      exchange, builder.multiply(frame.warpgroup, 2 * kBarrierBytes));
  arrived = builder.add(barriers, shape.senders() * shape.senderBytes());
  read = builder.add(arrived, kBarrierBytes);
}

/// Waits for the phase of this parity, and for what other CTAs did before.
void ReduceScatter::wait(Value barrier, Value parity) {
  builder.assembly("{ .reg .pred done; AGAIN: "
                   "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 "
                   "done, [$0], $1; @!done bra AGAIN; }",
                   "r,r", {barrier, parity});
}

/// One thread tells the barrier how many bytes all senders will write.
void ReduceScatter::expectArrivals() {
  int64_t bytes = shape.senders() * shape.groupBytes() * shape.warps /
                  lowp::kWarpsPerWarpgroup;
  builder.assembly("{ .reg .pred first; setp.eq.u32 first, $1, 0; @first "
                   "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], " +
                       std::to_string(bytes) + "; }",
                   "r,r", {arrived, thread});
}

/// Sends the registers that CTA `target` adds up, unless that is this one.
void ReduceScatter::send(int64_t target, ArrayRef<Value> registers) {
  Type i32 = builder.getI32Type();
  Value isBehind = arith::CmpIOp::create(builder, arith::CmpIPredicate::ugt,
                                         rank, builder.constant(target));
  Value number = arith::SubIOp::create(
      builder, rank, arith::ExtUIOp::create(builder, i32, isBehind));
  Value sent =
      builder.add(received, builder.multiply(number, shape.senderBytes()));
  std::string map =
      "mapa.shared::cluster.u32 $0, $1, " + std::to_string(target) + ";";
  Value place = builder.assembly(i32, map, "=r,r", sent);
  Value barrier = builder.assembly(i32, map, "=r,r", arrived);
  Value sender = rank;
  if (!shape.hasAllWarps()) {
    Value takesPart =
        arith::CmpIOp::create(builder, arith::CmpIPredicate::ult,
                              frame.warpInGroup, builder.constant(shape.warps));
    sender = arith::SelectOp::create(builder, takesPart, rank,
                                     builder.constant(target));
  }
  for (int64_t vector = 0; vector < shape.vectors; ++vector) {
    int64_t offset = vector * lowp::kWarpgroupSize * kVectorBytes;
    SmallVector<Value> operands{place, barrier, sender};
    llvm::append_range(
        operands, registers.slice(vector * kVectorRegisters, kVectorRegisters));
    builder.assembly(
        "{ .reg .pred other; setp.ne.u32 other, $2, " + std::to_string(target) +
            "; @other st.async.shared::cluster.mbarrier"
            "::complete_tx::bytes.v4.f32 [$0+" +
            std::to_string(offset) + "], {$3, $4, $5, $6}, [$1]; }",
        "r,r,r,f,f,f,f", operands);
  }
}

/// Adds what arrived, sender after sender.
void ReduceScatter::addReceived(SmallVectorImpl<Value> &totals) {
  Type quad = VectorType::get({kVectorRegisters}, builder.getF32Type());
  for (int64_t sender = 0; sender < shape.senders(); ++sender)
    for (int64_t vector = 0; vector < shape.vectors; ++vector) {
      int64_t offset = sender * shape.senderBytes() +
                       vector * lowp::kWarpgroupSize * kVectorBytes;
      Value terms =
          builder.loadShared(quad, builder.add(received, offset), kVectorBytes);
      for (int64_t i = 0; i < kVectorRegisters; ++i) {
        Value term =
            LLVM::ExtractElementOp::create(builder, terms, builder.constant(i));
        Value &total = totals[vector * kVectorRegisters + i];
        total = LLVM::FAddOp::create(builder, total, term);
      }
    }
}

/// Lane r of each warp tells CTA r that it may send again.
void ReduceScatter::announceRead() {
  builder.syncWarp();
  builder.arriveInCluster(read, frame.lane, shape.parts, ".release.cluster");
}

SmallVector<Value> ReduceScatter::emit() {
  computeAddresses();
  SmallVector<Value> registers = builder.unpack(adaptor.getSum());
  // The place starts out as read: the phase before the first counts as over.
  wait(read, builder.bitXor(adaptor.getPhase(), 1));
  expectArrivals();
  int64_t perPart = shape.registersPerPart();
  for (int64_t part = 0; part < shape.parts; ++part)
    send(part, ArrayRef(registers).slice(part * perPart, perPart));
  // The registers that this CTA adds up itself.
  SmallVector<Value> totals = builder.selectShare(registers, shape.parts, rank);
  wait(arrived, adaptor.getPhase());
  addReceived(totals);
  announceRead();
  return totals;
}

static Value lowerReduceScatter(LoweringBuilder &builder, ReduceScatterOp op,
                                ReduceScatterOp::Adaptor adaptor,
                                FragmentLayout layout) {
  return builder.pack(
      ReduceScatter(builder, builder.frame, layout, op, adaptor).emit());
}

static void lowerExchangeInit(LoweringBuilder &builder, ExchangeInitOp op,
                              ExchangeInitOp::Adaptor adaptor) {
  ExchangeType type = op.getExchange().getType();
  auto init = [&](int64_t offset, int64_t arrivals) {
    Value barrier =
        builder.add(adaptor.getExchange(), type.getBytes() + offset);
    NVVM::MBarrierInitOp::create(builder, builder.sharedPointer(barrier),
                                 builder.constant(arrivals), Value());
  };
  int64_t warpgroups = op.getWarpgroups();
  for (int64_t group = 0; group < warpgroups; ++group) {
    init(2 * kBarrierBytes * group, /*arrivals=*/1);
    init(2 * kBarrierBytes * group + kBarrierBytes,
         lowp::kWarpsPerWarpgroup * type.getParts());
  }
  NVVM::FenceMbarrierInitOp::create(builder);
}

void mlir::lowp_gpu::addExchangeTypes(LLVMTypeConverter &converter) {
  // The address of the sums that arrive.
  converter.addConversion([](ExchangeType type) -> Type {
    return IntegerType::get(type.getContext(), 32);
  });
}

void mlir::lowp_gpu::populateReduceScatterPatterns(
    const LLVMTypeConverter &converter, const KernelFrame &frame,
    FragmentLayout layout, RewritePatternSet &patterns) {
  addLowerings(patterns, converter, frame, lowerExchangeInit,
               locateInSharedMemory<ExchangeOp>);
  addLowering(patterns, converter, frame, lowerReduceScatter, layout);
}
