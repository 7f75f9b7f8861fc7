//===- Machine.h - Warps, blocks and clusters that run ----------*- C++ -*-===//
//
// A warp is a list of fragments: lanes that stand at the same instruction.
// Branches split fragments; fragments that meet become one again. Warps run one
// at a time, each until it blocks; asynchronous copies complete in between.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_SIMULATOR_MACHINE_MACHINE_H
#define LOWP_LIB_SIMULATOR_MACHINE_MACHINE_H

#include "AccumulatorAccesses.h"
#include "DeviceFacts.h"
#include "Simulator/Memory/LocalMemory.h"
#include "Simulator/Memory/Ordering.h"
#include "Simulator/Memory/SharedMemory.h"
#include "Simulator/Memory/TensorMemory.h"
#include "Simulator/PTX/Program.h"

#include <deque>
#include <functional>
#include <memory>
#include <random>

namespace lowp::simulator {

using Extents = std::array<uint32_t, 3>;

struct Launch {
  const Kernel *kernel = nullptr;
  const DeviceFacts *device = nullptr;
  Extents grid = {1, 1, 1};
  Extents block = {1, 1, 1};
  Extents cluster = {1, 1, 1};
  uint32_t dynamicSharedBytes = 0;
  std::vector<uint8_t> parameters;
  /// 0: warps take turns; any other: they run in a random order.
  uint64_t seed = 0;
  /// Whether accesses to shared memory need an order.
  bool checksOrder = true;
  /// For kernels of other compilers: takes what cards do and no manual
  /// promises.
  bool isLenient = false;
  /// Whether bulk copies that write need a proxy fence behind reads by lanes.
  bool asksReadFences = false;
  /// The kernel may start before the one in front of it has ended.
  bool overlapsPrevious = false;
};

/// What the agent before all warps stands for: the end of the grid before.
constexpr int kGridBefore = 0;
constexpr int kFirstWarp = 1;

inline uint32_t volume(const Extents &extents) {
  return extents[0] * extents[1] * extents[2];
}

struct Fragment {
  LaneMask lanes = 0;
  int position = 0;
  /// It arrived at the barrier where it stands, in this generation.
  bool hasArrived = false;
  uint32_t generation = 0;
};

struct Block;
struct Cluster;

/// Rounds of the scheduler that an asynchronous copy takes.
constexpr int kCopyDelay = 2;

/// A copy between shared and global memory that is under way.
struct BulkCopy {
  int delay = 0; // rounds until it completes
  bool isDone = false;
  std::function<void()> complete;
  /// What a store reads.
  uint32_t offset = 0, bytes = 0;
  /// The blocks whose shared memory it writes.
  std::vector<Block *> targets;
};

/// The bulk stores of one thread: those since its last commit, and the groups
/// that it did not wait for yet.
struct BulkGroups {
  using Group = std::vector<std::shared_ptr<BulkCopy>>;
  Group open;
  std::deque<Group> committed;
};

/// What cp.async of one thread copies into shared memory.
struct ElementCopy {
  uint64_t source = 0;
  uint32_t offset = 0;
  uint32_t bytes = 0;
  /// The bytes that come from the source; the others become 0.
  uint32_t readBytes = 0;
  int line = 0;
};

/// The copies of cp.async of one thread: those since its last commit, and the
/// groups that it did not wait for yet.
struct ElementCopyGroups {
  using Group = std::vector<ElementCopy>;
  Group open;
  std::deque<Group> committed;
};

/// The wgmmas of one warp.
struct MatrixState {
  struct Group {
    std::vector<uint32_t> granules;
    std::vector<int> slots;
    int line = 0;
  };
  AccumulatorAccesses accesses;
  Group open;
  std::deque<Group> committed;
  /// By slot: how many groups in flight write it.
  std::vector<uint16_t> inFlight;
  int inFlightCount = 0;
  uint64_t count = 0;
};

/// The products and copies into tensor memory that a thread issued, by agents
/// of their own. Each run in the order of their issue, and products behind the
/// copies that were issued before them; copies do not wait for products.
struct TensorUnit {
  int agent = 0, copyAgent = 0;
  /// What the thread knew of shared and of tensor memory when it issued the
  /// last of them; of tensor memory, what copies know.
  View shared, tensor, copies;
  /// No commit is behind some.
  bool isOpen = false;
  /// The arrival of the last commit: they come in order.
  std::shared_ptr<BulkCopy> lastArrival;

  void setTime(uint32_t time) {
    shared.seen.raise(agent, time);
    tensor.seen.raise(agent, time);
    tensor.seen.raise(copyAgent, time);
    copies.seen.raise(copyAgent, time);
  }
};

/// The accesses of a warp to tensor memory.
struct TensorState {
  struct Store {
    TensorPlace place;
    uint32_t lanes;
  };
  /// What it knew at its last fence behind a synchronisation.
  View known;
  /// When it last had a fence in front of one.
  uint32_t fenced = 0;
  /// Not waited for: stores, and registers that loads write.
  std::vector<Store> stores;
  std::vector<int> loadedSlots;
  std::map<int, TensorUnit> units; // by lane

  bool isInFlight() const { return !stores.empty() || !loadedSlots.empty(); }
};

/// Lanes that accessed shared memory.
struct LaneAccesses {
  LaneMask reads = 0, writes = 0;

  void note(LaneMask lanes, bool isWrite) {
    (isWrite ? writes : reads) |= lanes;
  }
  void clear(LaneMask lanes) {
    reads &= ~lanes;
    writes &= ~lanes;
  }
};

struct Warp {
  Block *block = nullptr;
  int index = 0;
  LaneMask live = 0;
  int agent = 0;
  View view;
  /// Accesses to shared memory that no proxy fence follows yet.
  LaneAccesses unfenced;
  /// Lanes whose accesses no barrier of the warp or of more follows yet, and
  /// when one last did.
  LaneMask unsynced = 0;
  LaneSyncTimes synced = {};
  std::vector<uint32_t> file;
  std::vector<LaneMask> predicates;
  LocalMemory local;
  std::vector<Fragment> fragments;
  size_t current = 0; // the fragment that runs
  MatrixState matrix;
  TensorState tensor;
  std::map<int, BulkGroups> bulk;                 // by lane
  std::map<int, ElementCopyGroups> elementCopies; // by lane
  int registers = 0; // of each thread, as setmaxnreg counts
  bool hasArrivedAtCluster = false;
  uint32_t clusterGeneration = 0;

  Fragment &fragment() { return fragments[current]; }
  uint32_t *slot(int index) { return &file[size_t(index) * kLanes]; }
  bool isDone() const { return fragments.empty(); }
  /// What `lanes` access memory as.
  Accessor accessor(LaneMask lanes, bool isAsync = false);
  void noteAccess(LaneMask lanes, bool isWrite) {
    unfenced.note(lanes, isWrite);
    unsynced |= lanes;
  }
  /// What the warp did before is now known to who acquires it.
  void release() { view.seen.raise(agent, view.seen[agent] + 1); }
  /// These lanes have an order to each other: at a barrier of the warp.
  void sync(LaneMask lanes);
  /// Adds what `lanes` know to `to`: of the accesses of other lanes only those
  /// that a barrier of the warp is behind.
  void publish(View &to, LaneMask lanes) const;
};

struct MBarrier {
  uint32_t count = 0;
  int64_t pending = 0;
  int64_t bytes = 0; // that are expected and have not come
  uint32_t phase = 0;
  int agent = 0; // of the copies that signal it
  /// The agent that initialised it, when, and whether for other proxies and
  /// blocks.
  int owner = 0;
  uint32_t ownerTime = 0;
  bool isFenced = false;
  /// Blocks that are not its own arrive there: accesses of tensor memory before
  /// that have an order to who waits by `.cluster` alone.
  bool isOfCluster = false;
  View arriving, released;
};

/// What a block of a pair asks for that both do together: it waits until the
/// other asks for the same.
struct PairRequest {
  enum Kind { None, Allocate, Release, Relinquish };
  Kind kind = None;
  uint32_t columns = 0, first = 0;
  bool isGranted = false;
};

struct NamedBarrier {
  uint32_t arrived = 0, expected = 0, generation = 0;
  View arriving, released;
};

struct Block {
  Cluster *cluster = nullptr;
  uint32_t rank = 0;
  Extents index = {0, 0, 0};
  SharedMemory shared;
  AccessLog log{SharedMemory::describe};
  /// None before the first allocation.
  std::unique_ptr<TensorMemory> tensor;
  PairRequest pairRequest;
  std::vector<std::unique_ptr<Warp>> warps;
  std::map<uint32_t, MBarrier> mbarriers; // by offset
  std::array<NamedBarrier, 16> barriers;
  /// What each wgmma of a warpgroup was given by the warp that came first.
  std::vector<std::vector<std::array<uint64_t, 3>>> matrixCalls;
  int freeRegisters = 0;
  /// What its warps knew at their ends, and when warps of other blocks last
  /// accessed it.
  View atExit;
  std::map<int, uint32_t> remoteAccesses;

  bool isDone() const;
};

/// What runs together: the blocks of a cluster.
struct Cluster {
  explicit Cluster(const Launch &launch);

  /// Runs the cluster with this number to its end.
  void run(uint32_t number);

  const Launch &launch;
  const Kernel &kernel;
  std::vector<std::unique_ptr<Block>> blocks;
  std::deque<std::shared_ptr<BulkCopy>> copies;
  NamedBarrier barrier;
  std::mt19937_64 random;
  uint64_t executed = 0;       // instructions of warps
  std::vector<uint8_t> hasRun; // by instruction
  int agents = 0;
  /// Some warp has waited for the end of the grid before.
  bool hasWaitedForGrid = false;

  bool isRandom() const { return launch.seed != 0; }

private:
  void reset(uint32_t number);
  void resetBlock(Block &block, uint32_t number);
  void resetWarp(Warp &warp);
  void fillSpecials(Warp &warp);
  void fillLanes(Warp &warp, std::pair<int, int> slots, uint64_t value);
  void runRounds();
  bool runWarp(Warp &warp, int quantum);
  bool runFragment(Warp &warp, int quantum);
  bool advanceCopies(bool force);
  void checkExit(Warp &warp);
  void checkBlockExit(const Block &block);
  void checkRemoteAccesses();
  std::string describeDeadlock();
  [[noreturn]] void failAt(Warp &warp, const Instruction &instruction,
                           LaneMask lanes, struct Fault fault);
  uint32_t number = 0;
};

/// Runs all clusters of a launch; throws a Fault for the first error.
void execute(const Launch &launch);

} // namespace lowp::simulator

#endif // LOWP_LIB_SIMULATOR_MACHINE_MACHINE_H
