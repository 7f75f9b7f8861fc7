//===- FakeCudaLog.cpp - The fake's notes as text -------------------------===//
//
// With LOWP_FAKE_CUDA_LOG set, launches and tensor maps are written to standard
// error as they come: so lit tests see what a whole program asks of the driver.
//
//===----------------------------------------------------------------------===//

#include "FakeCudaNotes.h"

#include <cstdio>
#include <cstdlib>

using namespace mlir::lowp::runtime;
using namespace mlir::lowp::runtime::test;

static bool isLogging() { return std::getenv("LOWP_FAKE_CUDA_LOG") != nullptr; }

static void print(const char *name, const Triple &triple) {
  std::fprintf(stderr, " %s %ux%ux%u", name, triple[0], triple[1], triple[2]);
}

void mlir::lowp::runtime::test::log(const FakeLaunch &launch) {
  if (!isLogging())
    return;
  std::fprintf(stderr, "launch %s", launch.kernel.c_str());
  print("grid", launch.grid);
  print("block", launch.block);
  print("cluster", launch.cluster);
  std::fprintf(stderr, " shared %u\n", launch.sharedBytes);
}

template <typename Number>
static void print(const char *name, const std::vector<Number> &numbers) {
  std::fprintf(stderr, " %s", name);
  for (Number number : numbers)
    std::fprintf(stderr, " %llu", static_cast<unsigned long long>(number));
}

void mlir::lowp::runtime::test::log(const FakeTensorMap &map) {
  if (!isLogging())
    return;
  std::fprintf(stderr, "tensor map type %d", static_cast<int>(map.type));
  print("sizes", map.sizes);
  print("strides", map.strides);
  print("box", map.box);
  std::fprintf(stderr, " swizzle %d\n", static_cast<int>(map.swizzle));
}
