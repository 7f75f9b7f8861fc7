//===- Scheduler.cpp - Which warp runs, and when all of them wait ---------===//

#include "Machine.h"
#include "Simulator/Support/Fault.h"
#include "Simulator/Support/Settings.h"

#include <algorithm>

using namespace lowp::simulator;

/// Instructions of a warp before the next one has its turn.
constexpr int kQuantum = 2000;

/// Rounds without any progress before the warps count as stuck. In a random
/// order a round may do nothing by chance.
constexpr int kIdleRounds = 2;
constexpr int kIdleRandomRounds = 600;

void Cluster::failAt(Warp &warp, const Instruction &instruction, LaneMask lanes,
                     Fault fault) {
  const Extents &index = warp.block->index;
  fault.message = print(
      "%s\n  in kernel '%s', PTX line %d: %s\n  block (%u, %u, %u), warp %d, "
      "lanes 0x%08x",
      fault.message.c_str(), kernel.name.c_str(), instruction.line,
      instruction.text.c_str(), index[0], index[1], index[2], warp.index,
      lanes);
  throw std::move(fault);
}

/// Lanes of `fragment` for which the guard of `instruction` holds.
static LaneMask guarded(const Warp &warp, const Fragment &fragment,
                        const Instruction &instruction) {
  if (instruction.guard < 0)
    return fragment.lanes;
  LaneMask holds = warp.predicates[instruction.guard];
  return fragment.lanes & (instruction.isGuardNegated ? ~holds : holds);
}

/// Makes all that stand where the current fragment stands a part of it.
static void mergeFragments(Warp &warp) {
  Fragment &target = warp.fragment();
  for (size_t i = 0; i < warp.fragments.size(); ++i) {
    Fragment &other = warp.fragments[i];
    if (i == warp.current || other.position != target.position ||
        other.hasArrived || target.hasArrived)
      continue;
    target.lanes |= other.lanes;
    other.lanes = 0;
  }
}

static void dropEmptyFragments(Warp &warp) {
  auto isEmpty = [](const Fragment &fragment) { return !fragment.lanes; };
  auto &fragments = warp.fragments;
  fragments.erase(std::remove_if(fragments.begin(), fragments.end(), isEmpty),
                  fragments.end());
}

/// Registers that a wgmma or a load of tensor memory in flight writes must not
/// be touched.
static void checkInFlight(const Warp &warp, const Instruction &instruction) {
  auto isInFlight = [&](int slot) { return warp.matrix.inFlight[slot] != 0; };
  if (std::any_of(instruction.slots.begin(), instruction.slots.end(),
                  isInFlight))
    fail(FaultKind::Program,
         "a register is used while a wgmma or tcgen05.ld that writes it is in "
         "flight");
}

/// Runs the current fragment until it blocks, ends, or meets or leaves another.
bool Cluster::runFragment(Warp &warp, int quantum) {
  bool any = false;
  bool isAlone = warp.fragments.size() == 1;
  while (quantum-- > 0) {
    Fragment &fragment = warp.fragment();
    if (size_t(fragment.position) >= kernel.code.size())
      fail(FaultKind::Program,
           "kernel '%s' goes on behind its end; a ret is "
           "missing",
           kernel.name.c_str());
    const Instruction &instruction = kernel.code[fragment.position];
    if (instruction.needsWholeWarp && fragment.lanes != warp.live)
      return any;
    LaneMask lanes = guarded(warp, fragment, instruction);
    // A branch that nobody takes goes on after it by itself.
    if (!lanes) {
      ++fragment.position;
      any = true;
    } else {
      Step step;
      try {
        if (instruction.needsWholeWarp && lanes != fragment.lanes)
          fail(FaultKind::Program,
               "all lanes of a warp execute this together, and its guard lets "
               "the lanes 0x%08x pass by",
               fragment.lanes & ~lanes);
        if (warp.matrix.inFlightCount && !instruction.isWGMMA)
          checkInFlight(warp, instruction);
        step = instruction.handler(warp, instruction, lanes);
      } catch (...) {
        failAt(warp, instruction, lanes, currentFault());
      }
      if (step == Step::Blocked)
        return any;
      any = true;
      ++executed;
      hasRun[&instruction - kernel.code.data()] = 1;
      Fragment &now = warp.fragment();
      if (step == Step::Exited) {
        warp.live &= ~lanes;
        now.lanes &= ~lanes;
      }
      warp.matrix.accesses.note(instruction);
      if (step != Step::Jumped)
        ++now.position;
      if (!now.lanes)
        return true;
    }
    // With several, the one that is after goes first: they meet again.
    if (!isAlone || warp.fragments.size() > 1)
      return true;
  }
  return true;
}

bool Cluster::runWarp(Warp &warp, int quantum) {
  bool any = false;
  std::vector<int> blockedAt;
  while (!warp.fragments.empty() && quantum > 0) {
    // The lowest position that can go on.
    std::sort(warp.fragments.begin(), warp.fragments.end(),
              [](const Fragment &a, const Fragment &b) {
                return a.position < b.position;
              });
    bool hasRun = false;
    for (warp.current = 0; warp.current < warp.fragments.size() && !hasRun;
         ++warp.current) {
      if (warp.fragments.size() > 1)
        mergeFragments(warp);
      if (!warp.fragment().lanes)
        continue;
      hasRun = runFragment(warp, quantum);
      if (hasRun)
        break;
    }
    bool wasAlone = warp.fragments.size() == 1;
    dropEmptyFragments(warp);
    any |= hasRun;
    if (!hasRun)
      break;
    quantum -= wasAlone ? quantum : 1;
  }
  if (warp.fragments.empty())
    checkExit(warp);
  return any;
}

void Cluster::checkExit(Warp &warp) {
  if (!warp.matrix.committed.empty() || !warp.matrix.open.slots.empty())
    fail(FaultKind::Program,
         "kernel '%s': warp %d ends while a wgmma of it is in flight",
         kernel.name.c_str(), warp.index);
  for (const auto &[lane, unit] : warp.tensor.units)
    if (unit.isOpen)
      fail(FaultKind::Program,
           "kernel '%s': thread %d of warp %d ends without a tcgen05.commit "
           "behind its tcgen05.mma and tcgen05.cp",
           kernel.name.c_str(), lane, warp.index);
  if (warp.tensor.isInFlight())
    fail(FaultKind::Program,
         "kernel '%s': warp %d ends before it has waited for its tcgen05.ld or "
         "tcgen05.st",
         kernel.name.c_str(), warp.index);
  for (const auto &[lane, groups] : warp.bulk)
    if (!groups.open.empty() || !groups.committed.empty())
      fail(FaultKind::Program,
           "kernel '%s': thread %d of warp %d ends before its bulk stores have "
           "read shared memory",
           kernel.name.c_str(), lane, warp.index);
  for (const auto &[lane, groups] : warp.elementCopies) {
    bool isInFlight = !groups.open.empty();
    for (const auto &group : groups.committed)
      isInFlight |= !group.empty();
    if (isInFlight)
      fail(FaultKind::Program,
           "kernel '%s': thread %d of warp %d ends before it has waited for "
           "its cp.async",
           kernel.name.c_str(), lane, warp.index);
  }
  warp.block->atExit.join(warp.view);
  if (warp.block->isDone())
    checkBlockExit(*warp.block);
}

void Cluster::checkBlockExit(const Block &block) {
  for (const auto &copy : copies)
    for (const Block *target : copy->targets)
      if (!copy->isDone && target == &block)
        fail(FaultKind::Program,
             "kernel '%s': block %u of a cluster ends while a copy into its "
             "shared memory, or an arrival there, is in flight",
             kernel.name.c_str(), block.rank);
  if (block.tensor && block.tensor->hasColumns())
    fail(FaultKind::Program,
         "kernel '%s': a block ends while it has columns of tensor memory; "
         "tcgen05.dealloc is missing",
         kernel.name.c_str());
  for (const auto &[offset, mbarrier] : block.mbarriers) {
    int place = int(offset - kSharedStart);
    if (mbarrier.bytes)
      fail(FaultKind::Program,
           "kernel '%s': a block ends while the mbarrier at %+d expects %lld "
           "bytes",
           kernel.name.c_str(), place, static_cast<long long>(mbarrier.bytes));
    // What arrives is one off where phases are not whole in the end.
    if (mbarrier.pending != mbarrier.count && !launch.isLenient)
      fail(FaultKind::Program,
           "kernel '%s': a block ends while the mbarrier at %+d waits for %lld "
           "of %u arrivals",
           kernel.name.c_str(), place, static_cast<long long>(mbarrier.pending),
           mbarrier.count);
  }
}

void Cluster::checkRemoteAccesses() {
  for (const auto &block : blocks)
    for (auto [agent, time] : block->remoteAccesses)
      if (block->atExit.seen[agent] < time)
        fail(FaultKind::Program,
             "kernel '%s': a warp accesses the shared memory of block %u of "
             "its cluster, which may have ended; a cluster barrier is missing "
             "before the end",
             kernel.name.c_str(), block->rank);
}

bool Cluster::advanceCopies(bool force) {
  bool any = false;
  // Completions may not add copies, but a copy of the list costs little.
  for (size_t i = 0; i < copies.size(); ++i) {
    BulkCopy &copy = *copies[i];
    if (copy.isDone)
      continue;
    if (isRandom() ? !force && random() % 4 : !force && copy.delay-- > 0)
      continue;
    copy.complete();
    copy.isDone = true;
    any = true;
    if (force)
      break;
  }
  while (!copies.empty() && copies.front()->isDone)
    copies.pop_front();
  return any;
}

void Cluster::runRounds() {
  std::vector<Warp *> order;
  for (auto &block : blocks)
    for (auto &warp : block->warps)
      order.push_back(warp.get());
  const uint64_t limit = settings::instructionLimit();
  int idle = 0;
  for (bool alive = true; alive;) {
    bool any = false;
    alive = false;
    if (isRandom())
      std::shuffle(order.begin(), order.end(), random);
    for (Warp *warp : order) {
      if (warp->isDone())
        continue;
      alive = true;
      any |= runWarp(*warp, isRandom() ? 1 + random() % 200 : kQuantum);
      if (isRandom() && random() % 3 == 0)
        any |= advanceCopies(false);
    }
    any |= advanceCopies(false);
    if (executed > limit)
      fail(FaultKind::Deadlock, "%s", describeDeadlock().c_str());
    if (any || !alive || advanceCopies(true))
      idle = 0;
    else if (++idle > (isRandom() ? kIdleRandomRounds : kIdleRounds))
      fail(FaultKind::Deadlock, "%s", describeDeadlock().c_str());
  }
  while (!copies.empty())
    advanceCopies(true);
  checkRemoteAccesses();
}
