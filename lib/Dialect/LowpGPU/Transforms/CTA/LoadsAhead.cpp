//===- LoadsAhead.cpp - Loads that wait in shared memory ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoadsAhead.h"

#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

/// What a copy takes at once, past the first cache.
static constexpr int64_t kCopiedBytes = 16;

/// Bytes that a CTA has for copies: a multiprocessor has two CTAs, which turn
/// tiles and share scales besides. None for chips that no kernel is made for.
static int64_t countRoom(gpu::LaunchOp launch) {
  constexpr int64_t kCTAs = 2, kExchanged = 21 << 10;
  std::optional<ChipTarget> chip = lookupChipTarget(launch.getOperation());
  if (!chip)
    return 0;
  Value taken = launch.getDynamicSharedMemorySize();
  return chip->facts->sharedBytes / kCTAs - kExchanged -
         (taken ? *getConstantIntValue(taken) : 0);
}

static bool isCopied(const ThreadPlace &place, CTALoadOp load) {
  Type element = load.getResult().getType().getElementType();
  return element.getIntOrFloatBitWidth() == 16 &&
         place.width * countBytes(element) == kCopiedBytes;
}

/// Whether loads would take half of a thread's registers, where two CTAs of 256
/// threads share a multiprocessor. Fewer are on their way in registers as soon.
static bool isMuch(const ThreadPlace &place, int64_t count) {
  constexpr int64_t kMostBytes = 255;
  return count * place.rows * place.vectors * kCopiedBytes > kMostBytes;
}

LoadsAhead LoadsAhead::plan(gpu::LaunchOp launch, const ThreadPlace &place,
                            ArrayRef<CTALoadOp> loads) {
  LoadsAhead ahead(place);
  auto count = static_cast<int64_t>(loads.size());
  if (count < 2 || !isMuch(place, count) ||
      !llvm::all_of(loads, [&](CTALoadOp op) { return isCopied(place, op); }))
    return ahead;
  int64_t fit = countRoom(launch) / (count * place.threads * kCopiedBytes);
  ahead.count = std::clamp<int64_t>(fit, 0, place.rows * place.vectors);
  if (ahead.count == 0)
    return ahead;
  for (CTALoadOp load : loads)
    ahead.buffers[load] = getThreadBuffer(
        launch, place, load.getLoc(),
        load.getResult().getType().getElementType(), ahead.count);
  return ahead;
}

void LoadsAhead::start(ImplicitLocOpBuilder &b) {
  auto token = nvgpu::DeviceAsyncTokenType::get(b.getContext());
  for (int64_t piece = 0; piece < count; ++piece) {
    SmallVector<Value> copies;
    for (auto &[load, buffer] : buffers) {
      auto [source, indices] = locatePiece(b, place, load, piece);
      copies.push_back(nvgpu::DeviceAsyncCopyOp::create(
          b, token, buffer, locateInThreadBuffer(b, place, piece), source,
          indices, b.getIndexAttr(place.width), /*srcElements=*/Value(),
          /*bypassL1=*/b.getUnitAttr()));
    }
    groups.push_back(nvgpu::DeviceAsyncCreateGroupOp::create(b, token, copies));
  }
}

Value LoadsAhead::read(ImplicitLocOpBuilder &b, CTALoadOp load, int64_t piece) {
  if (piece >= arrived) {
    auto later = static_cast<int32_t>(count - 1 - piece);
    nvgpu::DeviceAsyncWaitOp::create(b, groups[piece],
                                     b.getI32IntegerAttr(later));
    arrived = piece + 1;
  }
  return readThreadBuffer(b, place, buffers[load], piece);
}
