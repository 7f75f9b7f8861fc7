//===- Machine.cpp - Starting and ending clusters -------------------------===//

#include "Machine.h"
#include "Coverage.h"
#include "Lanes.h"
#include "Simulator/Support/Fault.h"
#include "Simulator/Support/Settings.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <numeric>
#include <random>
#include <thread>

using namespace lowp::simulator;

/// What the blocks of an SM share.
constexpr int kRegisters = 64 * 1024;
constexpr int kMaxRegistersPerThread = 255;
/// What registers hold that nobody wrote: NaN in most formats.
constexpr uint32_t kUnwrittenRegister = 0xFFFFFFFF;

Accessor Warp::accessor(LaneMask lanes, bool isAsync) {
  const Launch &launch = block->cluster->launch;
  return {agent,
          &view,
          block->cluster->kernel.code[fragment().position].line,
          launch.isLenient ? 0 : lanes,
          &synced,
          isAsync,
          /*isDeferred=*/isAsync,
          launch.asksReadFences};
}

void Warp::sync(LaneMask lanes) {
  uint32_t time = view.seen[agent];
  forEachLane(lanes, [&](int lane) { synced[lane] = time; });
  unsynced &= ~lanes;
  release();
}

void Warp::publish(View &to, LaneMask lanes) const {
  uint32_t time = view.seen[agent];
  to.join(view);
  LaneMask others = unsynced & live & ~lanes;
  if (!others) {
    to.seenOfAllLanes.raise(agent, time);
    to.fencedTensor.raise(agent, tensor.fenced);
    return;
  }
  uint32_t ofAll = time;
  forEachLane(others, [&](int lane) { ofAll = std::min(ofAll, synced[lane]); });
  to.seenOfAllLanes.raise(agent, ofAll);
  to.fencedTensor.raise(agent, std::min(tensor.fenced, ofAll));
  to.see({agent, ~others, time});
}

bool Block::isDone() const {
  for (const auto &warp : warps)
    if (!warp->isDone())
      return false;
  return true;
}

Cluster::Cluster(const Launch &launch)
    : launch(launch), kernel(*launch.kernel),
      hasRun(launch.kernel->code.size(), 0) {
  uint32_t threads = volume(launch.block);
  for (uint32_t rank = 0; rank < volume(launch.cluster); ++rank) {
    auto block = std::make_unique<Block>();
    block->cluster = this;
    block->rank = rank;
    for (uint32_t first = 0; first < threads; first += kLanes) {
      auto warp = std::make_unique<Warp>();
      warp->agent = kFirstWarp + agents++;
      warp->block = block.get();
      warp->index = first / kLanes;
      warp->file.resize(size_t(kernel.slots) * kLanes);
      block->warps.push_back(std::move(warp));
    }
    blocks.push_back(std::move(block));
  }
}

void Cluster::fillLanes(Warp &warp, std::pair<int, int> slots, uint64_t value) {
  auto *wide = reinterpret_cast<uint64_t *>(warp.slot(slots.second));
  for (int lane = 0; lane < kLanes; ++lane) {
    warp.slot(slots.first)[lane] = value;
    wide[lane] = value;
  }
}

static Extents unflatten(uint32_t number, const Extents &sizes) {
  return {number % sizes[0], number / sizes[0] % sizes[1],
          number / sizes[0] / sizes[1]};
}

static Extents divide(const Extents &a, const Extents &b) {
  return {a[0] / b[0], a[1] / b[1], a[2] / b[2]};
}

void Cluster::fillSpecials(Warp &warp) {
  Block &block = *warp.block;
  Extents clusters = divide(launch.grid, launch.cluster);
  const std::pair<const char *, Extents> triples[] = {
      {"%ntid", launch.block},
      {"%ctaid", block.index},
      {"%nctaid", launch.grid},
      {"%clusterid", divide(block.index, launch.cluster)},
      {"%nclusterid", clusters},
      {"%cluster_ctaid", unflatten(block.rank, launch.cluster)}};
  auto valueOf = [&](const std::string &name, int lane) -> uint32_t {
    uint32_t thread = warp.index * kLanes + lane;
    size_t dim = name.back() - 'x';
    std::string stem = name.substr(0, name.size() - 2);
    if (stem == "%tid")
      return unflatten(thread, launch.block)[dim];
    for (const auto &[known, extents] : triples)
      if (stem == known)
        return extents[dim];
    if (name == "%laneid")
      return lane;
    if (name == "%warpid")
      return warp.index;
    if (name == "%cluster_ctarank")
      return block.rank;
    if (name == "%cluster_nctarank")
      return blocks.size();
    return number % 132; // %smid
  };
  for (const auto &[name, slots] : kernel.specials) {
    auto *wide = reinterpret_cast<uint64_t *>(warp.slot(slots.second));
    for (int lane = 0; lane < kLanes; ++lane)
      wide[lane] = warp.slot(slots.first)[lane] = valueOf(name, lane);
  }
}

void Cluster::resetWarp(Warp &warp) {
  std::fill(warp.file.begin(), warp.file.end(), kUnwrittenRegister);
  warp.predicates.assign(kernel.predicates, 0);
  warp.local.reset(kernel.localBytes);
  for (const auto &[value, slots] : kernel.constants)
    fillLanes(warp, slots, value);
  fillSpecials(warp);
  uint32_t dynamicOffset = kernel.staticSharedBytes;
  for (const auto &[name, slots] : kernel.sharedAddresses) {
    const SharedVariable &variable = kernel.shared.at(name);
    uint32_t alignment = variable.alignment;
    uint32_t offset = variable.isDynamic ? (dynamicOffset + alignment - 1) /
                                               alignment * alignment
                                         : variable.offset;
    fillLanes(warp, slots,
              (kSharedStart + offset) | (warp.block->rank << kRankShift));
  }
  uint32_t threads = volume(launch.block) - warp.index * kLanes;
  warp.live = threads >= kLanes ? kAllLanes : (1u << threads) - 1;
  warp.fragments = {Fragment{warp.live, 0, false, 0}};
  warp.current = 0;
  warp.matrix = {};
  warp.matrix.inFlight.assign(kernel.slots, 0);
  warp.matrix.accesses.reset(kernel.slots);
  warp.tensor = {};
  warp.bulk.clear();
  warp.elementCopies.clear();
  warp.view = {};
  warp.view.seen.raise(warp.agent, 1);
  warp.unfenced = {};
  warp.unsynced = 0;
  warp.synced = {};
  warp.hasArrivedAtCluster = false;
}

/// Bytes of a block: what is dynamic comes after what is static.
static uint32_t sharedBytesOf(const Launch &launch) {
  uint32_t bytes = launch.kernel->staticSharedBytes;
  for (const auto &[name, variable] : launch.kernel->shared)
    if (variable.isDynamic)
      bytes = (bytes + variable.alignment - 1) / variable.alignment *
              variable.alignment;
  return bytes + launch.dynamicSharedBytes;
}

void Cluster::resetBlock(Block &block, uint32_t number) {
  // The first rank of a cluster, plus the place in it.
  Extents first = unflatten(number, divide(launch.grid, launch.cluster));
  Extents place = unflatten(block.rank, launch.cluster);
  for (int dim = 0; dim < 3; ++dim)
    block.index[dim] = first[dim] * launch.cluster[dim] + place[dim];
  uint32_t bytes = sharedBytesOf(launch);
  block.shared.reset(kSharedStart + bytes);
  block.log.reset(launch.checksOrder ? kSharedStart + bytes : 0);
  block.atExit = {};
  block.remoteAccesses.clear();
  block.mbarriers.clear();
  block.tensor.reset();
  block.pairRequest = {};
  block.barriers = {};
  block.matrixCalls.assign(block.warps.size() / 4 + 1, {});
  int threads = block.warps.size() * kLanes;
  int registers =
      std::min(kRegisters / threads / 8 * 8, kMaxRegistersPerThread);
  block.freeRegisters = kRegisters - registers * threads;
  for (auto &warp : block.warps) {
    resetWarp(*warp);
    warp->registers = registers;
  }
}

void Cluster::reset(uint32_t clusterNumber) {
  number = clusterNumber;
  executed = 0;
  random.seed(launch.seed * 7919 + number);
  barrier = {};
  copies.clear();
  agents = kFirstWarp + blocks.size() * blocks[0]->warps.size();
  for (auto &block : blocks)
    resetBlock(*block, number);
}

void Cluster::run(uint32_t clusterNumber) {
  reset(clusterNumber);
  runRounds();
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

static void checkLaunch(const Launch &launch) {
  const Kernel &kernel = *launch.kernel;
  if (uint32_t limit = volume(kernel.maxThreads);
      limit && volume(launch.block) > limit)
    fail(FaultKind::Launch, "kernel '%s' is launched with %u threads of %u",
         kernel.name.c_str(), volume(launch.block), limit);
  if (volume(kernel.cluster) && kernel.cluster != launch.cluster)
    fail(FaultKind::Launch, "kernel '%s' needs clusters of %u, not %u",
         kernel.name.c_str(), volume(kernel.cluster), volume(launch.cluster));
  if (volume(launch.cluster) > 16)
    fail(FaultKind::Launch, "expected clusters of at most 16 blocks, got %u",
         volume(launch.cluster));
  if (kernel.parameterBytes != launch.parameters.size())
    fail(FaultKind::Launch, "kernel '%s' has %u bytes of parameters, not %zu",
         kernel.name.c_str(), kernel.parameterBytes, launch.parameters.size());
  if (uint32_t bytes = sharedBytesOf(launch);
      bytes > uint32_t(launch.device->sharedBytesPerBlock))
    fail(FaultKind::Launch,
         "kernel '%s' needs %u bytes of shared memory, and a block of %s has "
         "%d",
         kernel.name.c_str(), bytes, launch.device->chip,
         launch.device->sharedBytesPerBlock);
}

/// The clusters of a launch in the order in which they begin: in a random order
/// where warps run in one.
static std::vector<uint32_t> orderClusters(const Launch &launch) {
  std::vector<uint32_t> order(volume(launch.grid) / volume(launch.cluster));
  std::iota(order.begin(), order.end(), 0);
  if (launch.seed)
    std::shuffle(order.begin(), order.end(), std::mt19937_64(launch.seed));
  return order;
}

void lowp::simulator::execute(const Launch &launch) {
  checkLaunch(launch);
  const bool notesCoverage = settings::wantsCoverage();
  const unsigned threadCount = settings::threads();
  const std::vector<uint32_t> order = orderClusters(launch);
  const uint32_t clusters = order.size();
  std::atomic<uint32_t> next = 0;
  std::mutex mutex;
  std::unique_ptr<Fault> first;
  std::atomic<bool> hasWaited = false;
  auto work = [&] {
    try {
      Cluster cluster(launch);
      for (uint32_t i = next++; i < clusters; i = next++)
        cluster.run(order[i]);
      if (notesCoverage)
        noteCoverage(*launch.kernel, cluster.hasRun);
      if (cluster.hasWaitedForGrid)
        hasWaited = true;
    } catch (...) {
      std::lock_guard<std::mutex> lock(mutex);
      next = clusters;
      if (!first)
        first = std::make_unique<Fault>(currentFault());
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < std::min(threadCount, clusters); ++i)
    threads.emplace_back(work);
  work();
  for (std::thread &thread : threads)
    thread.join();
  if (first)
    throw *first;
  if (launch.overlapsPrevious && !hasWaited)
    fail(FaultKind::Program,
         "kernel '%s' may overlap the kernel before and has no "
         "griddepcontrol.wait: it may end first, and who waits for it does not "
         "wait for that kernel",
         launch.kernel->name.c_str());
}
