//===- MemoryTest.cpp - What the driver knows of an address ---------------===//

#include "FakeCudaTest.h"

#include "lowp/Runtime/Device.h"
#include "lowp/Runtime/DeviceBuffer.h"
#include "lowp/Runtime/Memory.h"

using namespace mlir::lowp::runtime;
using namespace mlir::lowp::runtime::test;

namespace {

class MemoryTest : public FakeCudaTest {
protected:
  MemoryOwner find(const void *address) {
    Expected<const CudaDriver *> driver = CudaDriver::get();
    EXPECT_TRUE(bool(driver));
    Expected<MemoryOwner> owner =
        findMemoryOwner(**driver, reinterpret_cast<uintptr_t>(address));
    EXPECT_TRUE(bool(owner));
    return *owner;
  }

  /// A kilobyte that the driver answers for as `memory` says.
  const void *know(FakeMemory memory) {
    memory.bytes = sizeof(place);
    fake->memory[reinterpret_cast<uintptr_t>(place)] = memory;
    return place + 100;
  }

  char place[1024];
};

} // namespace

TEST_F(MemoryTest, AllocatedAndFreed) {
  Expected<Device> second = Device::open(1);
  ASSERT_TRUE(bool(second)) << second.error().message;
  const char *address = nullptr;
  {
    Expected<DeviceBuffer> buffer = DeviceBuffer::allocate(1000);
    ASSERT_TRUE(bool(buffer)) << buffer.error().message;
    address = static_cast<const char *>(buffer->data());
    EXPECT_EQ(find(address + 999).kind, MemoryOwner::Device);
    EXPECT_EQ(find(address + 999).device, 1);
  }
  EXPECT_EQ(find(address).kind, MemoryOwner::Unknown);
}

TEST_F(MemoryTest, OfTheHost) {
  EXPECT_EQ(find(place).kind, MemoryOwner::Unknown);
  EXPECT_EQ(find(know({0, CudaMemoryHost, 0, 0})).kind, MemoryOwner::Host);
}

TEST_F(MemoryTest, ManagedIsNeitherHostNorDevice) {
  EXPECT_EQ(find(know({0, CudaMemoryHost, 1, 0})).kind, MemoryOwner::Managed);
  EXPECT_EQ(find(know({0, CudaMemoryDevice, 1, 0})).kind, MemoryOwner::Managed);
}
