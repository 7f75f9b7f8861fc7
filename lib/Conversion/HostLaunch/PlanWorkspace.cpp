//===- PlanWorkspace.cpp - Buffers share memory by lifetime ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Conversion/HostLaunch/HostLaunch.h"

#include "Lifetimes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/CheckedArithmetic.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_PLANWORKSPACEPASS
#include "lowp/Conversion/HostLaunch/HostLaunch.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

/// What a size that only the caller knows is taken for where sizes are
/// compared. A wrong guess costs memory, not correctness.
static constexpr double kGuessedSize = 1024;

namespace {
/// Bytes of a buffer: `factor` times all of `sizes`.
struct ByteCount {
  int64_t factor;
  SmallVector<Value> sizes;

  /// Whether both depend on the same sizes, so that the larger factor wins.
  bool isComparable(const ByteCount &other) const {
    return sizes.size() == other.sizes.size() &&
           std::is_permutation(sizes.begin(), sizes.end(), other.sizes.begin());
  }
  double guess() const {
    double bytes = static_cast<double>(factor);
    for (size_t i = 0; i < sizes.size(); ++i)
      bytes *= kGuessedSize;
    return bytes;
  }
};

struct Buffer {
  memref::AllocOp alloc;
  Lifetime lifetime;
  ByteCount bytes;
};

/// Buffers of disjoint lifetimes, the largest first.
struct Slot {
  SmallVector<const Buffer *> members;
  /// Number of the first operation that uses a member.
  unsigned first;
};

/// Plans the buffers of one function.
class Planner {
public:
  explicit Planner(func::FuncOp func)
      : block(func.front()), lifetimes(func.front()) {}
  void run();

private:
  void collect();
  bool isFree(const Slot &slot, const Buffer &buffer);
  Slot *findSlot(const Buffer &buffer);
  bool isKnownBefore(const ByteCount &bytes, Operation *point);
  bool isKnownBefore(Value value, Operation *point, DenseSet<Value> &known);
  void moveBefore(Value value, Operation *point);
  void emit(const Slot &slot);
  Value emitBytes(ImplicitLocOpBuilder &builder, const Slot &slot);

  Block &block;
  Lifetimes lifetimes;
  SmallVector<Buffer> buffers;
  SmallVector<Slot> slots;
};
} // namespace

/// The bytes of `alloc`; none where lowp-host-launch will refuse it.
static std::optional<ByteCount> countBytes(memref::AllocOp alloc) {
  MemRefType type = alloc.getType();
  if (!type.getLayout().isIdentity() || type.getMemorySpace() ||
      !alloc.getSymbolOperands().empty())
    return std::nullopt;
  Type element = type.getElementType();
  unsigned bits = element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 0;
  // What is stored in other units (i1, index, packed) is rarely large.
  if (bits == 0 || bits % 8 != 0)
    return std::nullopt;
  std::optional<int64_t> factor = bits / 8;
  for (int64_t size : type.getShape())
    if (factor && !ShapedType::isDynamic(size))
      factor = llvm::checkedMul(*factor, size);
  if (!factor)
    return std::nullopt;
  return ByteCount{*factor, llvm::to_vector(alloc.getDynamicSizes())};
}

void Planner::collect() {
  for (auto alloc : block.getOps<memref::AllocOp>()) {
    std::optional<ByteCount> bytes = countBytes(alloc);
    std::optional<Lifetime> lifetime = lifetimes.get(alloc);
    if (bytes && lifetime)
      buffers.push_back({alloc, *lifetime, *bytes});
  }
  // What comes first makes a slot that later ones fit into.
  llvm::sort(buffers, [](const Buffer &a, const Buffer &b) {
    return std::tuple(-a.bytes.guess(), a.lifetime.first, a.lifetime.last) <
           std::tuple(-b.bytes.guess(), b.lifetime.first, b.lifetime.last);
  });
}

/// Whether `value` is there before `point`, or what computes it can move there.
/// `known` holds values that were asked for before.
bool Planner::isKnownBefore(Value value, Operation *point,
                            DenseSet<Value> &known) {
  Operation *op = value.getDefiningOp();
  // Arguments of the function: allocations in regions are not planned.
  if (!op || op->isBeforeInBlock(point) || !known.insert(value).second)
    return true;
  // What asks a buffer stays behind it, except for arguments.
  bool asksBuffer = llvm::any_of(op->getOperands(), [](Value operand) {
    return isa<BaseMemRefType>(operand.getType()) && operand.getDefiningOp();
  });
  return !asksBuffer && op->getNumRegions() == 0 && isPure(op) &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return isKnownBefore(operand, point, known);
         });
}

bool Planner::isKnownBefore(const ByteCount &bytes, Operation *point) {
  DenseSet<Value> known;
  return llvm::all_of(bytes.sizes, [&](Value size) {
    return isKnownBefore(size, point, known);
  });
}

void Planner::moveBefore(Value value, Operation *point) {
  Operation *op = value.getDefiningOp();
  if (!op || op->isBeforeInBlock(point))
    return;
  for (Value operand : op->getOperands())
    moveBefore(operand, point);
  op->moveBefore(point);
}

bool Planner::isFree(const Slot &slot, const Buffer &buffer) {
  if (llvm::any_of(slot.members, [&](const Buffer *member) {
        return member->lifetime.overlaps(buffer.lifetime);
      }))
    return false;
  // All sizes must be known where the slot is allocated.
  Operation *point =
      lifetimes.getOp(std::min(slot.first, buffer.lifetime.first));
  return isKnownBefore(buffer.bytes, point) &&
         llvm::all_of(slot.members, [&](const Buffer *member) {
           return isKnownBefore(member->bytes, point);
         });
}

/// The free slot that fits best: first those that do not grow for sure, of
/// these the smallest. Even the worst one is better than a slot of its own, for
/// the maximum of two sizes is at most their sum.
Slot *Planner::findSlot(const Buffer &buffer) {
  auto isComparable = [&](const Slot &slot) {
    return llvm::any_of(slot.members, [&](const Buffer *member) {
      return member->bytes.isComparable(buffer.bytes);
    });
  };
  auto guess = [](const Slot &slot) {
    return slot.members.front()->bytes.guess();
  };
  Slot *best = nullptr;
  for (Slot &slot : slots) {
    if (!isFree(slot, buffer))
      continue;
    if (!best || std::pair(!isComparable(slot), guess(slot)) <
                     std::pair(!isComparable(*best), guess(*best)))
      best = &slot;
  }
  return best;
}

/// The largest of the members' sizes; of those that depend on the same dynamic
/// sizes only the largest is computed.
Value Planner::emitBytes(ImplicitLocOpBuilder &builder, const Slot &slot) {
  SmallVector<ByteCount> terms;
  for (const Buffer *member : slot.members) {
    auto *same = llvm::find_if(terms, [&](const ByteCount &term) {
      return term.isComparable(member->bytes);
    });
    if (same == terms.end())
      terms.push_back(member->bytes);
    else
      same->factor = std::max(same->factor, member->bytes.factor);
  }
  Value largest;
  for (const ByteCount &term : terms) {
    Value bytes = arith::ConstantIndexOp::create(builder, term.factor);
    for (Value size : term.sizes)
      bytes = arith::MulIOp::create(builder, bytes, size);
    largest = largest ? arith::MaxUIOp::create(builder, largest, bytes) : bytes;
  }
  return largest;
}

/// The workspace is the caller's; nothing in it is freed.
static void eraseDeallocs(Value buffer) {
  for (Operation *user : llvm::make_early_inc_range(buffer.getUsers()))
    if (isa<memref::DeallocOp>(user))
      user->erase();
}

void Planner::emit(const Slot &slot) {
  Operation *point = lifetimes.getOp(slot.first);
  for (const Buffer *member : slot.members)
    for (Value size : member->bytes.sizes)
      moveBefore(size, point);
  ImplicitLocOpBuilder builder(point->getLoc(), point);
  Value bytes = emitBytes(builder, slot);
  Type byte = builder.getI8Type();
  std::optional<int64_t> known = getConstantIntValue(bytes);
  auto type = MemRefType::get({known.value_or(ShapedType::kDynamic)}, byte);
  Value memory = memref::AllocOp::create(
      builder, type, known ? ValueRange() : ValueRange(bytes));
  Value start = arith::ConstantIndexOp::create(builder, 0);
  for (const Buffer *member : slot.members) {
    memref::AllocOp alloc = member->alloc;
    // Not where the buffer was allocated: that may be before the slot.
    builder.setInsertionPoint(lifetimes.getOp(member->lifetime.first));
    Value view =
        memref::ViewOp::create(builder, alloc.getLoc(), alloc.getType(), memory,
                               start, alloc.getDynamicSizes());
    eraseDeallocs(alloc);
    alloc.replaceAllUsesWith(view);
    alloc.erase();
  }
}

void Planner::run() {
  collect();
  for (const Buffer &buffer : buffers) {
    if (Slot *slot = findSlot(buffer)) {
      slot->members.push_back(&buffer);
      slot->first = std::min(slot->first, buffer.lifetime.first);
    } else {
      slots.push_back({{&buffer}, buffer.lifetime.first});
    }
  }
  for (const Slot &slot : slots)
    if (slot.members.size() > 1)
      emit(slot);
}

namespace {
struct PlanWorkspace : lowp::impl::PlanWorkspacePassBase<PlanWorkspace> {
  void runOnOperation() override {
    func::FuncOp func = getOperation();
    // Program order is the order of the stream only without branches.
    if (!func.isDeclaration() && func.getBlocks().size() == 1)
      Planner(func).run();
  }
};
} // namespace
