//===- Ordering.cpp - What happened before what ---------------------------===//

#include "Ordering.h"
#include "Simulator/Support/Fault.h"

#include <algorithm>

using namespace lowp::simulator;

void VectorClock::raise(size_t agent, uint32_t time) {
  if (agent >= times.size())
    times.resize(agent + 1, 0);
  times[agent] = std::max(times[agent], time);
}

void VectorClock::join(const VectorClock &other) {
  if (other.times.size() > times.size())
    times.resize(other.times.size(), 0);
  for (size_t i = 0; i < other.times.size(); ++i)
    times[i] = std::max(times[i], other.times[i]);
}

void View::see(const LaneTimes &known) {
  for (LaneTimes &each : seenOfLanes)
    if (each.agent == known.agent && each.lanes == known.lanes) {
      each.time = std::max(each.time, known.time);
      return;
    }
  seenOfLanes.push_back(known);
}

uint32_t View::unseenLanes(int agent, uint32_t lanes, uint32_t time) const {
  if (seenOfAllLanes[agent] >= time)
    return 0;
  for (const LaneTimes &each : seenOfLanes)
    if (each.agent == agent && each.time >= time)
      lanes &= ~each.lanes;
  return lanes;
}

/// What is looked at together, in bytes or cells.
constexpr uint32_t kGranule = 16;

void AccessLog::reset(uint32_t bytes) {
  granules.resize(bytes / kGranule + 1);
  for (Granule &granule : granules) {
    granule.writes.clear();
    granule.reads.clear();
  }
}

/// Calls `visit` with each granule, its first byte, and which of its bytes are
/// in the range.
template <typename Visit>
void AccessLog::forEachGranule(uint32_t offset, uint32_t bytes, Visit visit) {
  uint32_t end = offset + bytes;
  for (uint32_t start = offset / kGranule * kGranule; start < end;
       start += kGranule) {
    uint32_t low = std::max(offset, start) - start;
    uint32_t high = std::min(end, start + kGranule) - start;
    uint16_t mask = ((1u << high) - 1) & ~((1u << low) - 1);
    visit(granules[start / kGranule], start, mask);
  }
}

/// Returns the lanes whose last warp barrier precedes `time`.
static uint32_t unsyncedLanes(const LaneSyncTimes *synced, uint32_t lanes,
                              uint32_t time) {
  uint32_t unsynced = 0;
  if (synced)
    for (; lanes; lanes &= lanes - 1)
      if ((*synced)[__builtin_ctz(lanes)] < time)
        unsynced |= lanes & -lanes;
  return unsynced;
}

/// `kind` says what the access before was.
void AccessLog::checkOrder(const Access &before, const Accessor &by,
                           uint32_t offset, const char *what,
                           const char *kind) const {
  bool isOwn = before.agent == by.agent;
  if (!isOwn && by.view->seen[before.agent] < before.time)
    fail(FaultKind::Program, "%s of %s has no order to the %s at PTX line %d%s",
         what, describe(offset).c_str(), kind, before.line,
         before.isAsync ? ", an asynchronous one" : "");
  // Lanes that write the same bytes at once leave those of one of them.
  bool isAtOnce =
      isOwn && before.line == by.line && before.time == by.view->seen[by.agent];
  if (!by.lanes || isAtOnce)
    return;
  uint32_t lanes =
      isOwn ? unsyncedLanes(by.synced, before.lanes & ~by.lanes, before.time)
            : by.view->unseenLanes(before.agent, before.lanes, before.time);
  if (lanes)
    fail(
        FaultKind::Program,
        "%s of %s has no order to the %s at PTX line %d by the lanes 0x%08x of "
        "%s warp; bar.warp.sync is missing behind it",
        what, describe(offset).c_str(), kind, before.line, lanes,
        isOwn ? "its" : "a");
}

void AccessLog::checkWrites(const Granule &granule, const Accessor &by,
                            uint16_t bytes, uint32_t offset,
                            const char *what) const {
  for (const Access &write : granule.writes) {
    if (!(write.bytes & bytes))
      continue;
    checkOrder(write, by, offset, what, "write");
    if (by.isAsync && !write.isAsync &&
        by.view->fenced[write.agent] < write.time)
      fail(FaultKind::Program,
           "%s of %s is asynchronous, and no fence.proxy.async of the writer "
           "is behind the write at PTX line %d",
           what, describe(offset).c_str(), write.line);
  }
}

void AccessLog::checkReads(const Granule &granule, const Accessor &by,
                           uint16_t bytes, uint32_t offset,
                           const char *what) const {
  for (const Access &read : granule.reads) {
    if (!(read.bytes & bytes))
      continue;
    checkOrder(read, by, offset, what, "read");
    if (by.isAsync && !read.isAsync && by.asksReadFence &&
        by.view->fencedReads[read.agent] < read.time)
      fail(FaultKind::Program,
           "%s of %s is asynchronous, and no fence.proxy.async of the reader "
           "is behind the read at PTX line %d",
           what, describe(offset).c_str(), read.line);
  }
}

/// Adds an access; of others it takes the bytes that it makes out of date: a
/// write those of all, a read those of lanes that are the same or have met.
void AccessLog::note(std::vector<Access> &list, const Access &access,
                     const LaneSyncTimes *synced, bool isWrite) {
  for (Access &other : list) {
    bool isSame = other.agent == access.agent && other.time == access.time &&
                  other.isAsync == access.isAsync && other.line == access.line;
    if (isSame && other.lanes == access.lanes) {
      other.bytes |= access.bytes;
      return;
    }
    if (isSame && other.bytes == access.bytes) {
      other.lanes |= access.lanes;
      return;
    }
    if (isWrite ||
        (other.agent == access.agent &&
         !unsyncedLanes(synced, other.lanes & ~access.lanes, other.time)))
      other.bytes &= ~access.bytes;
  }
  auto isEmpty = [](const Access &other) { return !other.bytes; };
  list.erase(std::remove_if(list.begin(), list.end(), isEmpty), list.end());
  list.push_back(access);
}

void AccessLog::read(const Accessor &by, uint32_t offset, uint32_t bytes,
                     const char *what) {
  forEachGranule(offset, bytes,
                 [&](Granule &granule, uint32_t start, uint16_t mask) {
                   checkWrites(granule, by, mask, start, what);
                 });
  if (!by.isDeferred)
    noteRead(by, offset, bytes);
}

void AccessLog::noteRead(const Accessor &by, uint32_t offset, uint32_t bytes) {
  uint32_t time = by.view->seen[by.agent];
  forEachGranule(offset, bytes, [&](Granule &granule, uint32_t, uint16_t mask) {
    note(granule.reads,
         {by.agent, time, mask, by.isAsync, by.line, by.isAsync ? 0 : by.lanes},
         by.synced, /*isWrite=*/false);
  });
}

void AccessLog::write(const Accessor &by, uint32_t offset, uint32_t bytes,
                      const char *what) {
  uint32_t time = by.view->seen[by.agent];
  forEachGranule(
      offset, bytes, [&](Granule &granule, uint32_t start, uint16_t mask) {
        checkWrites(granule, by, mask, start, what);
        checkReads(granule, by, mask, start, what);
        // Earlier accesses are in order; what is ordered after this write is
        // ordered after them.
        for (Access &read : granule.reads)
          read.bytes &= ~mask;
        if (!by.isDeferred)
          note(granule.writes, {by.agent, time, mask, false, by.line, by.lanes},
               by.synced,
               /*isWrite=*/true);
      });
}

void AccessLog::noteCopy(int agent, uint32_t time, int line, uint32_t offset,
                         uint32_t bytes) {
  forEachGranule(offset, bytes, [&](Granule &granule, uint32_t, uint16_t mask) {
    note(granule.writes, {agent, time, mask, true, line, /*lanes=*/0}, nullptr,
         /*isWrite=*/true);
  });
}
