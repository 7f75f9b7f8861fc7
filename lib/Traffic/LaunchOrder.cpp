//===- LaunchOrder.cpp - Launches in an order of less memory --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchOrder.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <limits>
#include <tuple>

using namespace mlir;
using namespace mlir::lowp;

/// Beginnings of an order that are continued: more found nothing better for the
/// regions of models.
static constexpr size_t kBeamWidth = 64;

/// The beginning of an order.
struct LaunchOrder::State {
  SmallVector<int64_t> order;
  BitVector done;
  /// Launches that have yet to touch each memory.
  SmallVector<int64_t> left;
  int64_t live = 0;
  int64_t peak = 0;
};

LaunchOrder::LaunchOrder(ArrayRef<SmallVector<int64_t>> firsts,
                         ArrayRef<TouchedMemory> memories)
    : firsts(firsts), memories(memories), touched(firsts.size()) {
  for (auto [index, memory] : llvm::enumerate(memories))
    for (int64_t launch : memory.launches)
      touched[launch].push_back(index);
}

/// What `memory` is made of, of what the launch that touches it first touches
/// last.
std::optional<unsigned>
LaunchOrder::findOverwritten(const TouchedMemory &memory,
                             llvm::function_ref<bool(unsigned)> isLast) const {
  const unsigned *found = llvm::find_if(memory.mayLieOver, [&](unsigned index) {
    return !memories[index].isGiven && !memories[index].isKept && isLast(index);
  });
  return found == memory.mayLieOver.end() ? std::nullopt
                                          : std::optional(*found);
}

int64_t LaunchOrder::getPeak(ArrayRef<int64_t> order) const {
  int64_t count = order.size();
  SmallVector<int64_t> places(count), changes(count + 1, 0);
  for (auto [place, launch] : llvm::enumerate(order))
    places[launch] = place;
  // From a launch up to the one before which it is gone.
  SmallVector<std::pair<int64_t, int64_t>> lives;
  for (const TouchedMemory &memory : memories) {
    auto &[begin, end] = lives.emplace_back(memory.isGiven ? 0 : count,
                                            memory.isKept ? count : 0);
    for (int64_t launch : memory.launches) {
      begin = std::min(begin, places[launch]);
      end = std::max(end, places[launch] + 1);
    }
  }
  for (size_t index = 0; index < memories.size(); ++index) {
    int64_t begin = lives[index].first;
    auto isLast = [&](unsigned other) {
      return lives[other].second == begin + 1;
    };
    // It is gone a launch earlier.
    if (std::optional<unsigned> under =
            findOverwritten(memories[index], isLast))
      --lives[*under].second;
  }
  for (auto [memory, life] : llvm::zip_equal(memories, lives))
    if (life.first < life.second) {
      changes[life.first] += memory.bytes;
      changes[life.second] -= memory.bytes;
    }
  int64_t live = 0, peak = 0;
  for (int64_t change : changes)
    peak = std::max(peak, live += change);
  return peak;
}

bool LaunchOrder::isReady(const State &state, int64_t launch) const {
  return !state.done.test(launch) &&
         llvm::all_of(firsts[launch],
                      [&](int64_t first) { return state.done.test(first); });
}

LaunchOrder::Change LaunchOrder::getChange(const State &state,
                                           int64_t launch) const {
  Change change;
  SmallVector<unsigned> taken;
  auto isLast = [&](unsigned index) {
    return state.left[index] == 1 && !llvm::is_contained(taken, index) &&
           llvm::is_contained(touched[launch], index);
  };
  for (unsigned index : touched[launch]) {
    const TouchedMemory &memory = memories[index];
    int64_t left = state.left[index];
    if (!memory.isKept && left == 1)
      change.freed += memory.bytes;
    if (memory.isGiven || left != int64_t(memory.launches.size()))
      continue;
    change.added += memory.bytes;
    if (std::optional<unsigned> under = findOverwritten(memory, isLast)) {
      taken.push_back(*under);
      change.added -= memory.bytes;
      change.freed -= memory.bytes;
    }
  }
  return change;
}

void LaunchOrder::advance(State &state, int64_t launch) const {
  Change change = getChange(state, launch);
  state.peak = std::max(state.peak, state.live + change.added);
  state.live += change.added - change.freed;
  state.order.push_back(launch);
  state.done.set(launch);
  for (unsigned index : touched[launch])
    --state.left[index];
}

/// Takes a launch after which nothing is worse, whatever follows. Whether there
/// is one.
bool LaunchOrder::advanceFreely(State &state) const {
  for (int64_t launch : llvm::seq<int64_t>(0, firsts.size())) {
    if (!isReady(state, launch))
      continue;
    Change change = getChange(state, launch);
    if (change.added <= change.freed &&
        state.live + change.added <= state.peak) {
      advance(state, launch);
      return true;
    }
  }
  return false;
}

LaunchOrder::State LaunchOrder::begin() const {
  State start;
  start.done.resize(firsts.size());
  for (const TouchedMemory &memory : memories) {
    start.left.push_back(memory.launches.size());
    if (memory.isGiven)
      start.live += memory.bytes;
  }
  start.peak = start.live;
  return start;
}

/// The beginnings that are a launch longer than `states`, those that need least
/// first, of equal launches one.
std::vector<LaunchOrder::State>
LaunchOrder::continueAll(ArrayRef<State> states) const {
  // What a beginning needs, what is there after it, and which launch it has
  // more.
  SmallVector<std::tuple<int64_t, int64_t, size_t, int64_t>> next;
  for (auto [index, state] : llvm::enumerate(states))
    for (int64_t launch : llvm::seq<int64_t>(0, firsts.size()))
      if (isReady(state, launch)) {
        Change change = getChange(state, launch);
        int64_t live = state.live + change.added;
        next.push_back(
            {std::max(state.peak, live), live - change.freed, index, launch});
      }
  llvm::sort(next);
  std::vector<State> longer;
  DenseSet<BitVector> known;
  for (auto [peak, live, index, launch] : next) {
    State state = states[index];
    advance(state, launch);
    while (advanceFreely(state))
      ;
    if (known.insert(state.done).second)
      longer.push_back(std::move(state));
    if (longer.size() == kBeamWidth)
      break;
  }
  return longer;
}

SmallVector<int64_t> LaunchOrder::search() const {
  SmallVector<int64_t> best;
  int64_t least = std::numeric_limits<int64_t>::max();
  for (std::vector<State> beam = {begin()}; !beam.empty();
       beam = continueAll(beam)) {
    for (const State &state : beam)
      if (state.order.size() == firsts.size() && state.peak < least) {
        least = state.peak;
        best = state.order;
      }
    llvm::erase_if(beam,
                   [&](const State &state) { return state.peak >= least; });
  }
  return best;
}

/// Takes neighbours in the order of their indices where that needs no more.
void LaunchOrder::settle(SmallVectorImpl<int64_t> &order) const {
  int64_t peak = getPeak(order);
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (size_t place = 1; place < order.size(); ++place) {
      if (order[place - 1] < order[place])
        continue;
      std::swap(order[place - 1], order[place]);
      if (getPeak(order) <= peak)
        isChanged = true;
      else
        std::swap(order[place - 1], order[place]);
    }
  }
}

SmallVector<int64_t> LaunchOrder::find(int64_t unit) const {
  SmallVector<TouchedMemory> rounded(memories);
  for (TouchedMemory &memory : rounded)
    memory.bytes /= unit;
  SmallVector<int64_t> order = LaunchOrder(firsts, rounded).search();
  settle(order);
  return order;
}
