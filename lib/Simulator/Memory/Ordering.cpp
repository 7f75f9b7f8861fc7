//===- Ordering.cpp - What happened before what ---------------------------===//

#include "Ordering.h"
#include "SharedMemory.h"
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

void AccessLog::checkWrites(const Granule &granule, const Accessor &by,
                            uint16_t bytes, uint32_t offset, const char *what) {
  for (const Access &write : granule.writes) {
    if (!(write.bytes & bytes))
      continue;
    int place = int(offset) - int(kSharedStart);
    if (write.agent != by.agent && by.view->seen[write.agent] < write.time)
      fail(FaultKind::Program,
           "%s of shared memory at %+d has no order to the write at PTX line "
           "%d%s",
           what, place, write.line,
           write.isAsync ? ", an asynchronous one" : "");
    if (by.isAsync && !write.isAsync &&
        by.view->fenced[write.agent] < write.time)
      fail(FaultKind::Program,
           "%s of shared memory at %+d is asynchronous, and no "
           "fence.proxy.async of the writer is behind the write at PTX line "
           "%d",
           what, place, write.line);
  }
}

void AccessLog::checkReads(const Granule &granule, const Accessor &by,
                           uint16_t bytes, uint32_t offset, const char *what) {
  for (const Access &read : granule.reads) {
    if (!(read.bytes & bytes))
      continue;
    int place = int(offset) - int(kSharedStart);
    if (read.agent != by.agent && by.view->seen[read.agent] < read.time)
      fail(FaultKind::Program,
           "%s of shared memory at %+d has no order to the read at PTX line %d",
           what, place, read.line);
    if (by.isAsync && !read.isAsync && by.asksReadFence &&
        by.view->fencedReads[read.agent] < read.time)
      fail(FaultKind::Program,
           "%s of shared memory at %+d is asynchronous, and no "
           "fence.proxy.async of the reader is behind the read at PTX line %d",
           what, place, read.line);
  }
}

/// Adds an access; of others it takes the bytes that it makes out of date.
void AccessLog::note(std::vector<Access> &list, const Access &access,
                     bool replacesOthers) {
  for (Access &other : list) {
    if (replacesOthers || other.agent == access.agent)
      other.bytes &= ~access.bytes;
    if (other.agent == access.agent && other.time == access.time &&
        other.isAsync == access.isAsync && other.line == access.line) {
      other.bytes |= access.bytes;
      return;
    }
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
    note(granule.reads, {by.agent, time, mask, by.isAsync, by.line},
         /*replacesOthers=*/false);
  });
}

void AccessLog::write(const Accessor &by, uint32_t offset, uint32_t bytes,
                      const char *what) {
  uint32_t time = by.view->seen[by.agent];
  forEachGranule(
      offset, bytes, [&](Granule &granule, uint32_t start, uint16_t mask) {
        checkWrites(granule, by, mask, start, what);
        checkReads(granule, by, mask, start, what);
        // Those before are in order; whoever has an order to this write has it
        // to them.
        for (Access &read : granule.reads)
          read.bytes &= ~mask;
        if (!by.isDeferred)
          note(granule.writes, {by.agent, time, mask, false, by.line},
               /*replacesOthers=*/true);
      });
}

void AccessLog::noteCopy(int agent, uint32_t time, int line, uint32_t offset,
                         uint32_t bytes) {
  forEachGranule(offset, bytes, [&](Granule &granule, uint32_t, uint16_t mask) {
    note(granule.writes, {agent, time, mask, true, line},
         /*replacesOthers=*/true);
  });
}
