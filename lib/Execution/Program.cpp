//===- Program.cpp - An artifact that can be run --------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Execution/Program.h"

#include "ArgumentCheck.h"
#include "CpuCall.h"
#include "HostCode.h"
#include "MemoryCheck.h"

#include "lowp/Execution/DeviceScope.h"
#include "lowp/Runtime/Call.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::lowp;
using namespace mlir::lowp::execution;
using runtime::Error;
using runtime::Expected;

Program::Program(Artifact artifact)
    : artifact(std::move(artifact)),
      externals(this->artifact.externals.size()) {}

Program::~Program() {
  // Kernels are known to the runtime by the address of their image.
  for (const LowpImage *image : images)
    (void)lowpUnloadImage(image, /*call=*/nullptr);
  if (constants)
    (void)lowpUnloadConstants(constants, /*call=*/nullptr);
}

Expected<void> Program::bindExternal(llvm::StringRef name,
                                     const void *function) {
  size_t found = findFunction(artifact.externals, name);
  if (found == externals.size()) {
    std::string names = llvm::join(
        llvm::map_range(artifact.externals,
                        [](const Function &external) { return external.name; }),
        ", ");
    return Error{LOWP_ERROR_INVALID_ARGUMENT,
                 "expected the name of an external function of this program, " +
                     (names.empty() ? "which has none" : "one of " + names) +
                     ", got '" + name.str() + "'"};
  }
  if (isLinked)
    return Error{LOWP_ERROR_INVALID_ARGUMENT,
                 "'" + name.str() +
                     "': expected external functions to be bound before the "
                     "first use of the program, got a program in use"};
  externals[found] = function;
  return {};
}

/// What to do about an external function that is not there.
static Error makeUnboundError(const Function &external) {
  return Error{LOWP_ERROR_INVALID_ARGUMENT,
               "expected the external function '" + external.name +
                   "' to be bound, got none; bind it with "
                   "lowpProgramBindExternal, in Python with Program.bind, for "
                   "lowp-run with --external-library"};
}

Expected<void> Program::load() const {
  // Not in the part that is done once: what is missing may come.
  for (auto [external, function] : llvm::zip(artifact.externals, externals))
    if (!function)
      return makeUnboundError(external);
  std::call_once(once, [this] {
    isLinked = true;
    outcome = link();
  });
  return outcome;
}

Expected<void> Program::link() const {
  std::vector<Symbol> symbols = getHostSymbols();
  if (artifact.device == LOWP_DEVICE_CPU)
    appendGuardSymbols(symbols);
  for (auto [external, function] : llvm::zip(artifact.externals, externals))
    symbols.push_back({external.name, function});
  for (const Image &image : artifact.images)
    symbols.push_back({getImageDataName(image.name), image.content.data()});
  Expected<std::unique_ptr<HostCode>> linked =
      HostCode::link(artifact.code, symbols);
  if (!linked)
    return linked.error();
  for (size_t number = 0; number < artifact.functions.size(); ++number) {
    Expected<void *> entry = (*linked)->lookup(getEntryName(number));
    if (!entry)
      return entry.error();
    entries.push_back(reinterpret_cast<Entry>(*entry));
  }
  for (const Image &image : artifact.images) {
    Expected<void *> found = (*linked)->lookup(getImageSymbolName(image.name));
    if (!found)
      return found.error();
    images.push_back(static_cast<const LowpImage *>(*found));
  }
  if (artifact.hasConstants) {
    Expected<void *> found = (*linked)->lookup(getConstantsName());
    if (!found)
      return found.error();
    constants = static_cast<const LowpConstants *>(*found);
  }
  code = std::move(*linked);
  return {};
}

void Program::call(size_t number, LowpCall &call,
                   llvm::ArrayRef<void *> arguments, int32_t device,
                   runtime::TensorMapMemo *memo) const {
  const Function &function = artifact.functions[number];
  size_t expected = function.arguments.size() + function.results.size();
  if (arguments.size() != expected) {
    std::string message =
        "'" + function.name + "': expected " + std::to_string(expected) +
        " arguments, results included, got " + std::to_string(arguments.size());
    return lowpFail(&call, LOWP_ERROR_INVALID_ARGUMENT, message.c_str());
  }
  checkArguments(function, call, arguments);
  if (call.status != LOWP_OK)
    return;
  if (artifact.device == LOWP_DEVICE_CPU) {
    if (call.mode == LOWP_RUN)
      runOnCpu(entries[number], function, call, arguments);
    return;
  }
  // Measuring asks nothing of the driver, so it needs none.
  if (call.mode == LOWP_MEASURE)
    return entries[number](&call, arguments.data());
  Expected<DeviceScope> scope = DeviceScope::enter(device);
  if (!scope)
    return failCall(&call, scope.error());
  Expected<runtime::ContextFacts> context = scope->getContext();
  if (!context)
    return failCall(&call, context.error());
  checkMemory(scope->getDriver(), function, call, arguments, context->device);
  if (call.status != LOWP_OK)
    return;
  runtime::PinnedContext pinned(*context, memo);
  entries[number](&call, arguments.data());
}

Expected<void> Program::preload(int32_t device) const {
  if (Expected<void> loaded = load(); !loaded)
    return loaded;
  if (images.empty() && !constants)
    return {};
  Expected<DeviceScope> scope = DeviceScope::enter(device);
  if (!scope)
    return scope.error();
  LowpCall call;
  lowpCallInit(&call, /*stream=*/nullptr);
  for (const LowpImage *image : images)
    (void)lowpLoadImage(image, &call);
  if (constants)
    (void)lowpLoadConstants(constants, &call);
  return runtime::outcomeOf(call);
}
