//===- DeviceTest.cpp - Devices and their memory --------------------------===//

#include "FakeCudaTest.h"

#include "lowp/Runtime/Device.h"
#include "lowp/Runtime/DeviceBuffer.h"

#include <numeric>

using namespace mlir::lowp::runtime;
using namespace mlir::lowp::runtime::test;

namespace {
class DeviceTest : public FakeCudaTest {};
class DeviceBufferTest : public FakeCudaTest {};
} // namespace

TEST_F(DeviceTest, TellsItsFacts) {
  Expected<Device> device = Device::open();
  ASSERT_TRUE(bool(device)) << device.error().message;
  const DeviceFacts &facts = device->facts();
  EXPECT_EQ(facts.name, "Fake H200");
  EXPECT_EQ(facts.major, 9);
  EXPECT_EQ(facts.minor, 0);
  EXPECT_EQ(facts.multiprocessorCount, 132);
  EXPECT_EQ(facts.memoryBytes, uint64_t(1) << 37);
  EXPECT_EQ(facts.l2CacheBytes, 4096u);
  EXPECT_EQ(facts.sharedBytesPerBlock, 227u * 1024);
}

TEST_F(DeviceTest, CountsDevices) {
  Expected<int32_t> count = Device::count();
  ASSERT_TRUE(bool(count));
  EXPECT_EQ(*count, 2);
}

TEST_F(DeviceTest, AbsentDeviceIsAnError) {
  for (int32_t ordinal : {-1, 2}) {
    Expected<Device> device = Device::open(ordinal);
    ASSERT_FALSE(device);
    EXPECT_EQ(device.error().status, LOWP_ERROR_NO_DEVICE);
    EXPECT_TRUE(contains(device.error().message, "device number below 2"));
  }
}

TEST_F(DeviceTest, ReleasesItsContextOnce) {
  {
    Expected<Device> device = Device::open();
    ASSERT_TRUE(bool(device));
    Device moved = std::move(*device);
    EXPECT_EQ(moved.facts().major, 9);
  }
  EXPECT_EQ(fake->calls["cuDevicePrimaryCtxRetain"], 1);
  EXPECT_EQ(fake->calls["cuDevicePrimaryCtxRelease_v2"], 1);
}

TEST_F(DeviceBufferTest, CopiesThereAndBack) {
  std::vector<int32_t> source(100);
  std::iota(source.begin(), source.end(), 0);
  Expected<DeviceBuffer> buffer =
      DeviceBuffer::copyOf(source.data(), source.size() * 4);
  ASSERT_TRUE(bool(buffer)) << buffer.error().message;
  std::vector<int32_t> target(100);
  ASSERT_TRUE(bool(buffer->copyToHost(target.data())));
  EXPECT_EQ(target, source);
}

TEST_F(DeviceBufferTest, Fills) {
  Expected<DeviceBuffer> buffer = DeviceBuffer::allocate(64);
  ASSERT_TRUE(bool(buffer));
  ASSERT_TRUE(bool(buffer->fill(0x7f)));
  char bytes[64];
  ASSERT_TRUE(bool(buffer->copyToHost(bytes)));
  EXPECT_EQ(std::string(bytes, 64), std::string(64, 0x7f));
}

TEST_F(DeviceBufferTest, FreesOnce) {
  {
    Expected<DeviceBuffer> buffer = DeviceBuffer::allocate(64);
    ASSERT_TRUE(bool(buffer));
    DeviceBuffer moved = std::move(*buffer);
    Expected<DeviceBuffer> other = DeviceBuffer::allocate(32);
    ASSERT_TRUE(bool(other));
    moved = std::move(*other);
    EXPECT_EQ(moved.size(), 32u);
  }
  EXPECT_EQ(fake->liveAllocations, 0);
}

TEST_F(DeviceBufferTest, EmptyBufferIsAllowed) {
  Expected<DeviceBuffer> buffer = DeviceBuffer::allocate(0);
  ASSERT_TRUE(bool(buffer));
  EXPECT_EQ(buffer->data(), nullptr);
  EXPECT_TRUE(bool(buffer->fill(0)));
  EXPECT_TRUE(bool(buffer->copyToHost(nullptr)));
  EXPECT_EQ(fake->calls["cuMemAlloc_v2"], 0);
}

TEST_F(DeviceBufferTest, OutOfMemorySaysHowMuch) {
  fake->allocateResult = CudaErrorOutOfMemory;
  Expected<DeviceBuffer> buffer = DeviceBuffer::allocate(1234);
  ASSERT_FALSE(buffer);
  EXPECT_EQ(buffer.error().status, LOWP_ERROR_OUT_OF_MEMORY);
  EXPECT_TRUE(contains(buffer.error().message, "cuMemAlloc of 1234 bytes"));
}
