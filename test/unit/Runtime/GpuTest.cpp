//===- GpuTest.cpp - The runtime on a real device -------------------------===//
//
// A program of its own, since it needs the real driver. Skipped on machines
// without a device of compute capability 9.0 or higher.
//
//===----------------------------------------------------------------------===//

#include "Contains.h"
#include "GpuTestKernels.h"

#include "lowp/Runtime/Call.h"
#include "lowp/Runtime/DeviceBuffer.h"
#include "lowp/Runtime/Timing.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <thread>
#include <vector>

using namespace mlir::lowp::runtime;
using namespace mlir::lowp::runtime::test;

namespace {

/// An opened device, and a stream on it.
class GpuTest : public ::testing::Test {
protected:
  void SetUp() override {
    Expected<Device> opened = Device::open();
    if (!opened)
      GTEST_SKIP() << opened.error().message;
    if (opened->facts().major < 9)
      GTEST_SKIP() << opened->facts().name << " has no TMA";
    device.emplace(std::move(*opened));
    Expected<Stream> created = Stream::create();
    ASSERT_TRUE(bool(created)) << created.error().message;
    stream.emplace(std::move(*created));
    lowpCallInit(&call, stream->handle());
  }

  static DeviceBuffer allocate(uint64_t bytes) {
    Expected<DeviceBuffer> buffer = DeviceBuffer::allocate(bytes);
    EXPECT_TRUE(bool(buffer)) << buffer.error().message;
    EXPECT_TRUE(bool(buffer->fill(0xff)));
    return std::move(*buffer);
  }

  template <typename T>
  std::vector<T> read(const DeviceBuffer &buffer) {
    Expected<void> done = stream->synchronize();
    EXPECT_TRUE(bool(done)) << done.error().message;
    std::vector<T> values(buffer.size() / sizeof(T));
    EXPECT_TRUE(bool(buffer.copyToHost(values.data())));
    return values;
  }

  /// Launches `ranks` on 4 blocks in clusters of `cluster`.
  Expected<void> launchRanks(DeviceBuffer &out, uint32_t cluster) {
    LowpLaunch shape = {{4, 1, 1}, {32, 1, 1}, {cluster, 1, 1}, 100 * 1024, 0};
    void *address = out.data();
    void *params[] = {&address};
    lowpLaunchKernel(&call, &image, "ranks", &shape, params);
    return outcomeOf(call);
  }

  /// Not static: each test loads it anew, at an address of its own.
  std::vector<char> text =
      std::vector<char>(std::begin(kKernels), std::end(kKernels));
  LowpImage image = {text.data(), text.size(), "kernels.ptx"};
  std::optional<Device> device;
  std::optional<Stream> stream;
  LowpCall call;

  void TearDown() override {
    if (device)
      EXPECT_EQ(lowpUnloadImage(&image, nullptr), LOWP_OK);
  }
};

} // namespace

TEST_F(GpuTest, FactsAreThoseOfADevice) {
  EXPECT_GT(device->facts().multiprocessorCount, 0);
  EXPECT_GT(device->facts().l2CacheBytes, 0u);
  EXPECT_GE(device->facts().sharedBytesPerBlock, 100u * 1024);
  EXPECT_EQ(lowpMultiprocessorCount(&call),
            uint32_t(device->facts().multiprocessorCount));
}

TEST_F(GpuTest, ClusterAndSharedMemoryReachTheKernel) {
  DeviceBuffer out = allocate(16);
  for (uint32_t cluster : {1, 2, 4}) {
    Expected<void> launched = launchRanks(out, cluster);
    ASSERT_TRUE(bool(launched)) << launched.error().message;
    std::vector<uint32_t> expected;
    for (uint32_t block = 0; block < 4; ++block)
      expected.push_back(block % cluster);
    EXPECT_EQ(read<uint32_t>(out), expected);
  }
}

TEST_F(GpuTest, NoMoreClustersArePersistentThanRun) {
  constexpr uint32_t kCluster = 4, kBlocks = 4096, kUnwritten = 0xFFFFFFFF;
  DeviceBuffer out = allocate(kBlocks * sizeof(uint32_t));
  LowpLaunch shape = {
      {kBlocks, 1, 1}, {32, 1, 1}, {kCluster, 1, 1}, 200 * 1024, 0};
  void *address = out.data();
  void *params[] = {&address};
  lowpLaunchPersistentKernel(&call, &image, "ranks", &shape, params);
  ASSERT_EQ(call.status, LOWP_OK) << call.message;
  std::vector<uint32_t> after = read<uint32_t>(out);
  auto end = std::find(after.begin(), after.end(), kUnwritten);
  auto blocks = static_cast<uint32_t>(end - after.begin());
  // A block fills a multiprocessor.
  EXPECT_GE(blocks, kCluster);
  EXPECT_LE(blocks, lowpMultiprocessorCount(&call));
  EXPECT_EQ(blocks % kCluster, 0u);
  EXPECT_EQ(std::count(end, after.end(), kUnwritten), after.end() - end);
}

TEST_F(GpuTest, TensorMapFillsOutsideWithZeros) {
  // 20 rows of 80 bytes, the last 8 of each being padding.
  std::vector<uint8_t> source(20 * 80);
  for (size_t i = 0; i < source.size(); ++i)
    source[i] = uint8_t(1 + i % 251);
  Expected<DeviceBuffer> in =
      DeviceBuffer::copyOf(source.data(), source.size());
  ASSERT_TRUE(bool(in)) << in.error().message;
  LowpTensorMap map = {in->data(), LOWP_ELEMENT_U8, 2, {72, 20},
                       {80},       {64, 8},         0};
  char encoded[LOWP_TENSOR_MAP_BYTES];
  lowpEncodeTensorMap(&call, encoded, &map);
  DeviceBuffer out = allocate(512);
  void *address = out.data();
  uint32_t x = 32, y = 16;
  void *params[] = {encoded, &address, &x, &y};
  LowpLaunch shape = {{1, 1, 1}, {32, 1, 1}, {1, 1, 1}, 0, 0};
  lowpLaunchKernel(&call, &image, "copyTile", &shape, params);
  ASSERT_EQ(call.status, LOWP_OK) << call.message;

  std::vector<uint8_t> expected(512, 0);
  for (uint32_t row = 0; row < 8; ++row)
    for (uint32_t column = 0; column < 64; ++column)
      if (y + row < 20 && x + column < 72)
        expected[row * 64 + column] = source[(y + row) * 80 + x + column];
  EXPECT_EQ(read<uint8_t>(out), expected);
}

TEST_F(GpuTest, SingleRowTakesAnyStride) {
  DeviceBuffer in = allocate(128);
  LowpTensorMap map = {in.data(), LOWP_ELEMENT_U8, 2, {100, 1},
                       {3},       {64, 8},         64};
  char encoded[LOWP_TENSOR_MAP_BYTES];
  lowpEncodeTensorMap(&call, encoded, &map);
  EXPECT_EQ(call.status, LOWP_OK) << call.message;
}

TEST_F(GpuTest, FirstLaunchMayBeCaptured) {
  DeviceBuffer out = allocate(16);
  Expected<Graph> graph = Graph::capture(
      *stream, [&](const Stream &) { return launchRanks(out, 2); });
  ASSERT_TRUE(bool(graph)) << graph.error().message;
  EXPECT_EQ(read<uint32_t>(out), std::vector<uint32_t>(4, 0xffffffffu));
  ASSERT_TRUE(bool(graph->launch(*stream)));
  EXPECT_EQ(read<uint32_t>(out), (std::vector<uint32_t>{0, 1, 0, 1}));
}

TEST_F(GpuTest, ThreadWithoutContextGetsOne) {
  // The buffer belongs to device 0, whose context the new thread is given.
  DeviceBuffer out = allocate(16);
  call.stream = nullptr;
  std::thread thread([&] {
    Expected<void> launched = launchRanks(out, 2);
    EXPECT_TRUE(bool(launched)) << launched.error().message;
  });
  thread.join();
  EXPECT_EQ(read<uint32_t>(out), (std::vector<uint32_t>{0, 1, 0, 1}));
}

TEST_F(GpuTest, BrokenPtxSaysWhy) {
  LowpImage broken = {kBrokenKernel, sizeof(kBrokenKernel), "broken.ptx"};
  EXPECT_EQ(lowpLoadImage(&broken, &call), LOWP_ERROR_LOAD);
  EXPECT_TRUE(contains(call.message, "broken.ptx"));
  EXPECT_TRUE(contains(call.message, "undeclared"));
}

TEST_F(GpuTest, AbsentKernelIsNamed) {
  LowpLaunch shape = {{1, 1, 1}, {32, 1, 1}, {1, 1, 1}, 0, 0};
  lowpLaunchKernel(&call, &image, "absent", &shape, nullptr);
  EXPECT_EQ(call.status, LOWP_ERROR_LOAD) << call.message;
}

TEST_F(GpuTest, TooMuchSharedMemoryNamesTheDevice) {
  LowpLaunch shape = {{1, 1, 1}, {32, 1, 1}, {1, 1, 1}, 1024 * 1024, 0};
  lowpLaunchKernel(&call, &image, "ranks", &shape, nullptr);
  EXPECT_EQ(call.status, LOWP_ERROR_UNSUPPORTED_DEVICE) << call.message;
  EXPECT_TRUE(contains(call.message, device->facts().name));
}

TEST_F(GpuTest, TimesAreThoseOfASmallKernel) {
  DeviceBuffer out = allocate(16);
  Expected<Timing> timing = measureTime(
      *device, *stream, [&](const Stream &) { return launchRanks(out, 2); });
  ASSERT_TRUE(bool(timing)) << timing.error().message;
  EXPECT_EQ(timing->microseconds.size(), 20u);
  EXPECT_GT(timing->minimum(), 0);
  EXPECT_LT(timing->median(), 1000);
}
