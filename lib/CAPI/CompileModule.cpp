//===- CompileModule.cpp - From a module in memory to a program -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileModule.h"

#include "lowp/Pipelines/Survive.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

using namespace mlir::lowp;

const char *capi::textOr(const char *text, const char *otherwise) {
  return text && *text ? text : otherwise;
}

LowpCompileOptions capi::getDefaultOptions() {
  LowpCompileOptions options = {};
  options.structBytes = sizeof(options);
  options.device = LOWP_DEVICE_CUDA;
  options.strict = 1;
  options.expectedM = execution::CompileRequest().expectedM;
  return options;
}

/// Whether a caller with a newer header sets an option that is not known here.
static bool hasUnknownOption(const LowpCompileOptions &given) {
  const char *bytes = reinterpret_cast<const char *>(&given);
  return std::any_of(bytes + sizeof(given), bytes + given.structBytes,
                     [](char byte) { return byte != 0; });
}

LowpStatus capi::complete(const LowpCompileOptions *given,
                          LowpCompileOptions &options, LowpError *error) {
  options = getDefaultOptions();
  if (!given)
    return LOWP_OK;
  auto refuse = [&](const std::string &expected, llvm::StringRef got) {
    return capi::fail(error, LOWP_ERROR_INVALID_ARGUMENT,
                      "expected " + expected + ", got " +
                          std::to_string(given->structBytes) + got.str());
  };
  // The first version ended before configFile. No version will have as many as
  // the most: the field was never set.
  constexpr size_t kLeast = offsetof(LowpCompileOptions, configFile);
  constexpr size_t kMost = 1 << 16;
  if (given->structBytes < kLeast || given->structBytes > kMost)
    return refuse("structBytes of the options to be " + std::to_string(kLeast) +
                      " to " + std::to_string(kMost),
                  "; set them up by lowpCompileOptionsInit");
  if (given->structBytes > sizeof(options) && hasUnknownOption(*given))
    return refuse("options of " + std::to_string(sizeof(options)) + " bytes",
                  " with a field that this version does not know; update "
                  "liblowp-c or leave the field at its default");
  std::memcpy(&options, given, std::min(given->structBytes, sizeof(options)));
  options.structBytes = sizeof(options);
  return LOWP_OK;
}

/// Fails for values that their enumeration lacks.
static LowpStatus verifyEnums(const LowpCompileOptions &options,
                              LowpError *error) {
  if (options.device != LOWP_DEVICE_CPU && options.device != LOWP_DEVICE_CUDA)
    return capi::fail(error, LOWP_ERROR_INVALID_ARGUMENT,
                      "expected device to be LOWP_DEVICE_CPU or "
                      "LOWP_DEVICE_CUDA, got " +
                          std::to_string(options.device));
  if (options.imageFormat < LOWP_IMAGE_AUTO ||
      options.imageFormat > LOWP_IMAGE_CUBIN)
    return capi::fail(error, LOWP_ERROR_INVALID_ARGUMENT,
                      "expected imageFormat to be one of LowpImageFormatValue, "
                      "got " +
                          std::to_string(options.imageFormat));
  return LOWP_OK;
}

static LowpStatus verifyCallbacks(const LowpCompileOptions &options,
                                  LowpError *error) {
  if (!options.loadKernel == !options.storeKernel)
    return LOWP_OK;
  return capi::fail(error, LOWP_ERROR_INVALID_ARGUMENT,
                    std::string("expected loadKernel and storeKernel to be set "
                                "both or not at all, got only ") +
                        (options.loadKernel ? "loadKernel" : "storeKernel"));
}

/// What the fields say. Options that are not among them come as text.
static execution::CompileRequest getFields(const LowpCompileOptions &options) {
  execution::CompileRequest request;
  request.device = options.device;
  request.format = ImageFormat(options.imageFormat);
  request.chip = capi::textOr(options.chip, "");
  request.recipe = capi::textOr(options.recipe, "");
  request.ptxas = capi::textOr(options.ptxas, "");
  request.configFile = capi::textOr(options.configFile, "");
  request.partFile = capi::textOr(options.partFile, "");
  request.ptxVersion = options.ptxVersion;
  request.strict = options.strict;
  request.allowEmulation = options.allowEmulation;
  request.expectedM = options.expectedM;
  return request;
}

LowpStatus capi::readRequest(const LowpCompileOptions *given,
                             LowpCompileOptions &options,
                             execution::CompileRequest &request,
                             LowpError *error) {
  if (LowpStatus status = complete(given, options, error))
    return status;
  if (LowpStatus status = verifyEnums(options, error))
    return status;
  if (LowpStatus status = verifyCallbacks(options, error))
    return status;
  request = getFields(options);
  const char *text = textOr(options.options, "");
  std::string reason;
  llvm::raw_string_ostream errors(reason);
  if (mlir::failed(readCompileOptions(text, request, errors)))
    return fail(error, LOWP_ERROR_INVALID_ARGUMENT,
                "expected options such as 'expected-m=16 strict=false', got '" +
                    std::string(text) +
                    "': " + llvm::StringRef(reason).trim().str());
  if (request.device == LOWP_DEVICE_CUDA && request.expectedM < 0)
    return fail(error, LOWP_ERROR_INVALID_ARGUMENT,
                "expected expectedM to be 1 or more, or 0 for any M, got " +
                    std::to_string(request.expectedM));
  return LOWP_OK;
}

LowpStatus capi::failCompilation(const DiagnosticForwarder &forwarder,
                                 LowpError *error) {
  std::string reason = forwarder.getFirstError();
  return fail(error, LOWP_ERROR_COMPILE,
              reason.empty()
                  ? "the compiler refused the module, but none of its steps "
                    "said why: a bug of lowp, which a report with the module "
                    "helps to mend"
                  : reason);
}

LowpStatus capi::survive(llvm::function_ref<LowpStatus()> compile,
                         llvm::function_ref<std::string()> getSource,
                         llvm::function_ref<void()> leak, LowpError *error) {
  LowpStatus status = LOWP_OK;
  std::optional<std::string> crash =
      runSurviving([&] { status = compile(); }, getSource);
  if (!crash)
    return status;
  leak();
  return fail(error, LOWP_ERROR_COMPILE, *crash);
}

LowpStatus capi::compileModule(mlir::ModuleOp module,
                               const execution::CompileRequest &request,
                               const DiagnosticForwarder &forwarder,
                               LowpProgram **program, LowpError *error) {
  mlir::FailureOr<execution::Artifact> artifact =
      execution::compileArtifact(module, request);
  if (mlir::failed(artifact))
    return failCompilation(forwarder, error);
  *program = new LowpProgram(std::move(*artifact));
  return LOWP_OK;
}
