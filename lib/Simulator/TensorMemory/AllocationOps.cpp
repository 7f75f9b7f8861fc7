//===- AllocationOps.cpp - Columns of tensor memory for a block -----------===//
//
// "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [place], columns",
// dealloc and relinquish_alloc_permit. With "cta_group::2" both blocks of a
// pair do so together.
//
//===----------------------------------------------------------------------===//

#include "Simulator/Machine/Address.h"
#include "Simulator/Machine/Opcodes.h"
#include "Simulator/Support/Fault.h"
#include "TensorUnits.h"

using namespace lowp::simulator;

constexpr uint32_t kMinColumns = 32;
constexpr uint32_t kWordBytes = 4;

static uint32_t columnsOf(Warp &warp, const Operand &operand) {
  auto columns = valueOf<uint32_t>(warp, operand, 0);
  if (columns < kMinColumns || columns > kTensorColumns ||
      columns & (columns - 1))
    fail(FaultKind::Program,
         "expected a power of two from %u to %u as columns of tensor memory, "
         "got %u",
         kMinColumns, kTensorColumns, columns);
  return columns;
}

/// Leniently, bulk copies that write there later need no proxy fence.
static void writeAddress(Warp &warp, LaneMask mask, uint64_t target,
                         uint32_t address) {
  SharedPlace place =
      locate(warp, target, Space::Shared, kWordBytes, "tcgen05.alloc");
  Block &block = *place.block;
  std::memcpy(block.shared.write(place.offset, kWordBytes, "tcgen05.alloc"),
              &address, kWordBytes);
  if (!checksOrder(warp))
    return;
  Accessor by = warp.accessor(mask);
  by.isDeferred = block.cluster->launch.isLenient;
  block.log.write(by, place.offset, kWordBytes, "tcgen05.alloc");
  if (by.isDeferred)
    block.log.noteCopy(warp.agent, warp.view.seen[warp.agent], by.line,
                       place.offset, kWordBytes);
}

static TensorMemory &memoryFor(Block &block) {
  if (!block.tensor)
    block.tensor = std::make_unique<TensorMemory>();
  return *block.tensor;
}

static const char *describe(PairRequest::Kind kind) {
  static constexpr const char *kNames[] = {"nothing", "tcgen05.alloc",
                                           "tcgen05.dealloc",
                                           "tcgen05.relinquish_alloc_permit"};
  return kNames[kind];
}

/// Whether both blocks of the warp's pair have asked for `request`; the second
/// one, to come then, does it for both by `grant`.
template <typename Grant>
static bool meets(Warp &warp, const PairRequest &request, Grant grant) {
  PairRequest &own = warp.block->pairRequest;
  if (own.isGranted)
    return true;
  auto pair = blocksOf(warp, 2, describe(request.kind));
  PairRequest &other = pair[warp.block->rank % 2 == 0]->pairRequest;
  own = request;
  if (other.kind == PairRequest::None || other.isGranted)
    return false;
  if (other.kind != own.kind || other.columns != own.columns)
    fail(FaultKind::Program,
         "the blocks of a pair do not ask for the same: %s of %u columns, and "
         "%s of %u",
         describe(other.kind), other.columns, describe(own.kind), own.columns);
  if (!grant(pair))
    return false;
  own.isGranted = other.isGranted = true;
  return true;
}

/// The first of `columns` columns of the warp's block; -1 if none are free.
static int allocateAlone(Warp &warp, uint32_t columns) {
  return memoryFor(*warp.block).allocate(columns);
}

/// Strictly, both blocks of a pair have met before they allocate.
static void checkMet(Warp &warp) {
  const Cluster &cluster = *warp.block->cluster;
  auto pair = blocksOf(warp, 2, "tcgen05.alloc");
  const Block &other = *pair[warp.block->rank % 2 == 0];
  int agent = other.warps.front()->agent;
  if (!cluster.launch.isLenient && !warp.view.seen[agent])
    fail(FaultKind::Program,
         "tcgen05.alloc for two blocks has no order to the start of block %u; "
         "a cluster barrier is missing before it",
         other.rank);
}

/// The same of columns that both blocks of a pair have; -1 until both ask.
static int allocateForPair(Warp &warp, uint32_t columns) {
  if (!warp.block->pairRequest.isGranted)
    checkMet(warp);
  bool areThere =
      meets(warp, {PairRequest::Allocate, columns}, [&](auto &pair) {
        int first = memoryFor(*pair[0]).allocate(columns);
        if (first < 0)
          return false;
        if (memoryFor(*pair[1]).allocate(columns) != first)
          fail(FaultKind::Program, "the blocks of a pair have other columns of "
                                   "tensor memory free");
        for (Block *block : pair)
          block->pairRequest.first = uint32_t(first);
        return true;
      });
  if (!areThere)
    return -1;
  auto first = int(warp.block->pairRequest.first);
  warp.block->pairRequest = {};
  return first;
}

/// Blocks until as many columns are free. Their first one is the address.
static Step allocate(Warp &warp, const Instruction &instruction,
                     LaneMask mask) {
  const auto &operands = instruction.operands;
  uint32_t columns = columnsOf(warp, operands[1]);
  if (memoryFor(*warp.block).isRelinquished)
    fail(FaultKind::Program, "tcgen05.alloc is behind the block's "
                             "tcgen05.relinquish_alloc_permit");
  int first = ctaGroupOf(instruction) == 2 ? allocateForPair(warp, columns)
                                           : allocateAlone(warp, columns);
  if (first < 0)
    return Step::Blocked;
  writeAddress(warp, mask, addressOf(warp, operands[0], 0), uint32_t(first));
  return Step::Next;
}

/// Each block of a pair gives back its own columns when both do, after all that
/// either did there.
static Step release(Warp &warp, const Instruction &instruction, LaneMask) {
  auto address = valueOf<uint32_t>(warp, instruction.operands[0], 0);
  uint32_t columns = columnsOf(warp, instruction.operands[1]);
  View view = tensorViewOfLanes(warp);
  Accessor accessor{warp.agent, &view, instruction.line};
  const Accessor *by = checksOrder(warp) ? &accessor : nullptr;
  if (ctaGroupOf(instruction) == 2) {
    if (!warp.block->pairRequest.isGranted)
      for (Block *block : blocksOf(warp, 2, "tcgen05.dealloc"))
        tensorMemoryOf(*block).checkRelease(by, address, columns);
    if (!meets(warp, {PairRequest::Release, columns},
               [](auto &) { return true; }))
      return Step::Blocked;
    warp.block->pairRequest = {};
    by = nullptr;
  }
  tensorMemoryOf(warp).release(by, address, columns);
  return Step::Next;
}

static Step relinquish(Warp &warp, const Instruction &instruction, LaneMask) {
  bool isOfPair = ctaGroupOf(instruction) == 2;
  if (isOfPair &&
      !meets(warp, {PairRequest::Relinquish}, [](auto &) { return true; }))
    return Step::Blocked;
  if (isOfPair)
    warp.block->pairRequest = {};
  tensorMemoryOf(warp).isRelinquished = true;
  return Step::Next;
}

/// The name after "tcgen05." of what an instruction of either group does.
static std::string nameOf(const Instruction &instruction) {
  std::string name;
  for (const std::string &modifier : instruction.modifiers)
    if (modifier.rfind("cta_group::", 0) != 0)
      name += (name.empty() ? "" : ".") + modifier;
  return name;
}

Handler lowp::simulator::bindTensorAllocation(Instruction &instruction) {
  if (instruction.opcode.rfind("tcgen05.", 0) != 0)
    return nullptr;
  instruction.needsWholeWarp = instruction.has("sync");
  if (!ctaGroupOf(instruction))
    return nullptr;
  std::string name = nameOf(instruction);
  if (name == "alloc.sync.aligned.shared::cta.b32")
    return allocate;
  if (name == "dealloc.sync.aligned.b32")
    return release;
  if (name == "relinquish_alloc_permit.sync.aligned")
    return relinquish;
  return nullptr;
}
