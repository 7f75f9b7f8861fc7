//===- StreamTest.cpp - Order between streams -----------------------------===//

#include "FakeCudaTest.h"

#include "lowp/Runtime/Stream.h"

using namespace mlir::lowp::runtime;
using namespace mlir::lowp::runtime::test;

namespace {

class StreamTest : public FakeCudaTest {};

} // namespace

TEST_F(StreamTest, OneWaitsForTheOther) {
  Expected<Stream> first = Stream::create();
  Expected<Stream> second = Stream::create();
  ASSERT_TRUE(first && second);
  Expected<const CudaDriver *> driver = CudaDriver::get();
  int handles = fake->liveHandles;
  Expected<void> ordered =
      orderStreams(**driver, second->handle(), first->handle());
  ASSERT_TRUE(bool(ordered)) << ordered.error().message;
  ASSERT_EQ(fake->waits.size(), 1u);
  EXPECT_EQ(fake->waits[0].first, second->handle());
  EXPECT_EQ(fake->waits[0].second, first->handle());
  EXPECT_EQ(fake->liveHandles, handles);
}
