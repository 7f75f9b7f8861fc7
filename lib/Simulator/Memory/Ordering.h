//===- Ordering.h - What happened before what -------------------*- C++ -*-===//
//
// Vector clocks. An agent is a warp, an mbarrier (for the copies that signal
// it) or the grid before. A warp has a time of its own, which each release
// advances: what it did before is known to whoever acquires the release.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_SIMULATOR_MEMORY_ORDERING_H
#define LOWP_LIB_SIMULATOR_MEMORY_ORDERING_H

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace lowp::simulator {

class VectorClock {
public:
  uint32_t operator[](size_t agent) const {
    return agent < times.size() ? times[agent] : 0;
  }
  void raise(size_t agent, uint32_t time);
  void join(const VectorClock &other);

private:
  std::vector<uint32_t> times; // by agent; 0 after the end
};

/// What lanes of a warp did up to a time is known: those for which others of
/// the warp gave a sign without a barrier of the warp are not among them.
struct LaneTimes {
  int agent;
  uint32_t lanes, time;
};

/// What an agent knows to have happened.
struct View {
  VectorClock seen;
  /// Up to when that holds for all lanes of each warp, and some of them later.
  VectorClock seenOfAllLanes;
  std::vector<LaneTimes> seenOfLanes;
  /// Up to when writes of each warp are after one of its proxy fences, which
  /// wgmma and bulk copies need.
  VectorClock fenced;
  /// The same for reads, which bulk copies need that write.
  VectorClock fencedReads;
  /// Up to when accesses of each agent to tensor memory are after one of its
  /// fences for threads, or are products that a commit has counted.
  VectorClock fencedTensor;

  void join(const View &other) {
    seen.join(other.seen);
    seenOfAllLanes.join(other.seenOfAllLanes);
    for (const LaneTimes &each : other.seenOfLanes)
      if (seenOfAllLanes[each.agent] < each.time)
        see(each);
    fenced.join(other.fenced);
    fencedReads.join(other.fencedReads);
    fencedTensor.join(other.fencedTensor);
  }
  void see(const LaneTimes &known);
  /// Returns the lanes of whose accesses at `time` nothing is known.
  uint32_t unseenLanes(int agent, uint32_t lanes, uint32_t time) const;
};

/// When each lane last took part in a barrier of its warp or of more.
using LaneSyncTimes = std::array<uint32_t, 32>;

/// An access to memory: by which lanes, and how.
struct Accessor {
  int agent;
  const View *view;
  int line; // of the PTX
  /// Lanes that access; 0 if lanes of a warp need no order to each other.
  uint32_t lanes = 0;
  const LaneSyncTimes *synced = nullptr;
  /// By the asynchronous proxy: it needs fences.
  bool isAsync = false;
  /// It is noted when it is complete, as asynchronous ones are.
  bool isDeferred = false;
  /// Asynchronous writes need a proxy fence after reads before them.
  bool asksReadFence = false;
};

/// Remembers who accessed which bytes of a memory of a block, and finds
/// accesses without an order. Memory that has cells instead counts these.
class AccessLog {
public:
  /// What errors call the place at an offset.
  using Describe = std::string (*)(uint32_t offset);

  explicit AccessLog(Describe describe) : describe(describe) {}
  void reset(uint32_t bytes);

  /// Throw a Fault if the access has no order to one before; note it unless it
  /// is deferred.
  void read(const Accessor &by, uint32_t offset, uint32_t bytes,
            const char *what);
  void write(const Accessor &by, uint32_t offset, uint32_t bytes,
             const char *what);

  /// An asynchronous read that a warp has waited for.
  void noteRead(const Accessor &by, uint32_t offset, uint32_t bytes);
  /// A copy has written, at `time` of `agent`.
  void noteCopy(int agent, uint32_t time, int line, uint32_t offset,
                uint32_t bytes);

private:
  struct Access {
    int agent;
    uint32_t time;
    uint16_t bytes; // which of the granule's
    bool isAsync;
    int line;
    uint32_t lanes; // of a warp, who need a barrier between each other
  };
  /// 16 bytes.
  struct Granule {
    std::vector<Access> writes, reads;
  };

  template <typename Visit>
  void forEachGranule(uint32_t offset, uint32_t bytes, Visit visit);
  void checkWrites(const Granule &granule, const Accessor &by, uint16_t bytes,
                   uint32_t offset, const char *what) const;
  void checkReads(const Granule &granule, const Accessor &by, uint16_t bytes,
                  uint32_t offset, const char *what) const;
  void checkOrder(const Access &before, const Accessor &by, uint32_t offset,
                  const char *what, const char *kind) const;
  static void note(std::vector<Access> &list, const Access &access,
                   const LaneSyncTimes *synced, bool isWrite);

  Describe describe;
  std::vector<Granule> granules;
};

} // namespace lowp::simulator

#endif // LOWP_LIB_SIMULATOR_MEMORY_ORDERING_H
