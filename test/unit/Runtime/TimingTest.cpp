//===- TimingTest.cpp - Streams, graphs and timing ------------------------===//

#include "FakeCudaTest.h"

#include "lowp/Runtime/Timing.h"

#include <chrono>
#include <thread>

using namespace mlir::lowp::runtime;
using namespace mlir::lowp::runtime::test;

namespace {

class TimingTest : public FakeCudaTest {
protected:
  /// Times a submission that counts itself.
  Expected<Timing> measure(uint32_t repeats) {
    Expected<Device> device = Device::open();
    if (!device)
      return device.error();
    Expected<Stream> stream = Stream::create();
    if (!stream)
      return stream.error();
    return measureTime(*device, *stream, submit, repeats);
  }

  int submissions = 0;
  Submission submit = [this](const Stream &) -> Expected<void> {
    ++submissions;
    return {};
  };
};

} // namespace

TEST_F(TimingTest, ReplaysOneGraph) {
  Expected<Timing> timing = measure(4);
  ASSERT_TRUE(bool(timing)) << timing.error().message;
  EXPECT_EQ(submissions, 1);
  EXPECT_EQ(fake->calls["cuGraphLaunch"], 3 + 4);
  EXPECT_EQ(fake->calls["cuMemsetD8Async"], 4);
  // The fake's clock says half a millisecond for whatever it is asked.
  EXPECT_EQ(timing->microseconds, std::vector<double>(4, 500));
}

TEST_F(TimingTest, OwnsNothingAfterwards) {
  ASSERT_TRUE(bool(measure(20)));
  EXPECT_EQ(fake->liveHandles, 0);
  EXPECT_EQ(fake->liveAllocations, 0);
}

TEST_F(TimingTest, FailedSubmissionEndsTheCapture) {
  submit = [](const Stream &) -> Expected<void> {
    return Error{LOWP_ERROR_LOAD, "no such kernel"};
  };
  Expected<Timing> timing = measure(20);
  ASSERT_FALSE(timing);
  EXPECT_EQ(timing.error().message, "no such kernel");
  EXPECT_FALSE(fake->capturing);
  EXPECT_EQ(fake->liveHandles, 0);
}

TEST_F(TimingTest, NoRepeatsIsRefused) {
  Expected<Timing> timing = measure(0);
  ASSERT_FALSE(timing);
  EXPECT_EQ(timing.error().status, LOWP_ERROR_INVALID_ARGUMENT);
  EXPECT_TRUE(contains(timing.error().message, "at least one repeat"));
}

TEST_F(TimingTest, HostTimesAreOfSubmissions) {
  Expected<Stream> stream = Stream::create();
  ASSERT_TRUE(bool(stream));
  auto wait = [this](const Stream &) -> Expected<void> {
    ++submissions;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    return {};
  };
  Expected<Timing> timing = measureHostTime(*stream, wait, 3);
  ASSERT_TRUE(bool(timing)) << timing.error().message;
  EXPECT_EQ(submissions, 3);
  EXPECT_EQ(timing->microseconds.size(), 3u);
  EXPECT_GE(timing->minimum(), 2000);
  // Before each, and for the last one.
  EXPECT_EQ(fake->calls["cuStreamSynchronize"], 4);
}

TEST_F(TimingTest, FailedSubmissionHasNoHostTime) {
  Expected<Stream> stream = Stream::create();
  ASSERT_TRUE(bool(stream));
  auto fail = [](const Stream &) -> Expected<void> {
    return Error{LOWP_ERROR_LOAD, "no such kernel"};
  };
  Expected<Timing> timing = measureHostTime(*stream, fail, 3);
  ASSERT_FALSE(timing);
  EXPECT_EQ(timing.error().message, "no such kernel");
}

TEST(TimingStatisticsTest, MedianMinimumMaximum) {
  EXPECT_EQ((Timing{{3, 1, 2}}).median(), 2);
  EXPECT_EQ((Timing{{4, 1, 2, 3}}).median(), 2.5);
  EXPECT_EQ((Timing{{3, 1, 2}}).minimum(), 1);
  EXPECT_EQ((Timing{{3, 1, 2}}).maximum(), 3);
  EXPECT_EQ(Timing().median(), 0);
}
