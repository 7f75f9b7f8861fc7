//===- Launch.cpp - Running the functions of a program --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp-c/Launch.h"

#include "Support.h"

#include "lowp/Runtime/Call.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::lowp;

static std::string listNames(const LowpProgram &program) {
  return llvm::join(llvm::map_range(program.functionInfos,
                                    [](const LowpFunctionInfo &info) {
                                      return std::string(info.name);
                                    }),
                    ", ");
}

/// The only function, but for those that prepare weights; null if there are
/// several.
static const LowpFunction *findOnly(const LowpProgram &program) {
  const LowpFunction *only = nullptr;
  for (const LowpFunction &function : program.functions) {
    const LowpPreparation *preparation =
        lowpProgramPreparation(&program, function.number);
    if (preparation && preparation->prepare == function.number)
      continue;
    if (only)
      return nullptr;
    only = &function;
  }
  return only;
}

/// The function called `name`, or the only one; null when there is none.
static const LowpFunction *find(const LowpProgram &program,
                                llvm::StringRef name) {
  if (name.empty())
    return findOnly(program);
  auto found =
      llvm::find_if(program.functionInfos, [&](const LowpFunctionInfo &info) {
        return info.name == name;
      });
  return found == program.functionInfos.end()
             ? nullptr
             : &program.functions[found - program.functionInfos.begin()];
}

const LowpFunction *lowpProgramFunction(const LowpProgram *program,
                                        const char *name, LowpError *error) {
  if (capi::require(error, {{"program", program}}))
    return nullptr;
  llvm::StringRef wanted = name ? name : "";
  const LowpFunction *function = find(*program, wanted);
  if (!function) {
    capi::fail(error, LOWP_ERROR_INVALID_ARGUMENT,
               "expected the name of a function of this program (" +
                   listNames(*program) + "), got '" + wanted.str() + "'");
    return nullptr;
  }
  if (runtime::Expected<void> loaded = program->program.load(); !loaded) {
    capi::fail(error, loaded.error());
    return nullptr;
  }
  return function;
}

const LowpFunctionInfo *lowpFunctionInfo(const LowpFunction *function) {
  return function ? &function->program->functionInfos[function->number]
                  : nullptr;
}

LowpStatus capi::callFunction(const LowpFunction *function, LowpCall *call,
                              llvm::ArrayRef<void *> arguments, int32_t device,
                              runtime::TensorMapMemo *memo) {
  if (!call)
    return LOWP_ERROR_INVALID_ARGUMENT;
  if (!runtime::isValid(call))
    return call->status;
  if (!function || (!arguments.data() && !arguments.empty())) {
    lowpFail(call, LOWP_ERROR_INVALID_ARGUMENT,
             "expected a function and its arguments, got NULL");
    return call->status;
  }
  function->program->program.call(function->number, *call, arguments, device,
                                  memo);
  return call->status;
}

LowpStatus lowpFunctionCall(const LowpFunction *function, LowpCall *call,
                            void *const *arguments, size_t count,
                            int32_t device) {
  return capi::callFunction(function, call, {arguments, count}, device);
}

LowpStatus lowpProgramPreload(const LowpProgram *program, int32_t device,
                              LowpError *error) {
  if (LowpStatus status = capi::require(error, {{"program", program}}))
    return status;
  return capi::finish(error, program->program.preload(device));
}
