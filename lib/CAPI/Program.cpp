//===- Program.cpp - Compiled programs ------------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp-c/Program.h"

#include "CompileModule.h"
#include "Support.h"

#include "lowp/Execution/EvaluateSize.h"
#include "lowp/Support/Fingerprint.h"

using namespace mlir::lowp;
using execution::Argument;
using execution::Function;
using execution::Kernel;

static LowpArgument describe(const Argument &argument) {
  return {argument.name.c_str(), argument.type,
          argument.isScalar,     uint32_t(argument.dimensions.size()),
          argument.isWritten,    argument.dimensions.data()};
}

static LowpKernelInfo describe(const Kernel &kernel) {
  LowpKernelInfo info = kernel.info;
  info.name = kernel.name.c_str();
  return info;
}

static LowpPreparation describePreparation(const execution::Artifact &artifact,
                                           const Function &function) {
  if (function.fingerprint.empty())
    return {};
  llvm::StringRef prepare =
      function.prepare.empty() ? function.name : function.prepare;
  size_t number = execution::findFunction(artifact.functions, prepare);
  return {function.fingerprint.c_str(), number, function.numPrepared,
          artifact.functions[number].parts.c_str()};
}

LowpProgram::LowpProgram(execution::Artifact artifact)
    : program(std::move(artifact)) {
  for (const Function &function : getArtifact().functions) {
    functionInfos.push_back(describe(function));
    functions.push_back({this, functions.size()});
    preparations.push_back(describePreparation(getArtifact(), function));
  }
  for (const Function &external : getArtifact().externals)
    externalInfos.push_back(describe(external));
  for (const Kernel &kernel : getArtifact().kernels)
    kernelInfos.push_back(::describe(kernel));
}

LowpFunctionInfo LowpProgram::describe(const Function &function) {
  std::vector<LowpArgument> &all = arguments.emplace_back();
  for (const Argument &argument : function.arguments)
    all.push_back(::describe(argument));
  for (const Argument &result : function.results)
    all.push_back(::describe(result));
  return {function.name.c_str(), uint32_t(function.arguments.size()),
          uint32_t(function.results.size()), all.data(),
          all.data() + function.arguments.size()};
}

const char *lowpTypeName(LowpType type) {
  llvm::StringRef name = execution::getTypeName(type);
  return name.empty() ? nullptr : name.data();
}

size_t lowpTypeBytes(LowpType type) { return execution::getTypeBytes(type); }

void lowpProgramDestroy(LowpProgram *program) { delete program; }

LowpDeviceKind lowpProgramDevice(const LowpProgram *program) {
  return program ? program->getArtifact().device : LowpDeviceKind(-1);
}

const char *lowpProgramChip(const LowpProgram *program) {
  return program ? program->getArtifact().chip.c_str() : "";
}

size_t lowpProgramNumFunctions(const LowpProgram *program) {
  return program ? program->functionInfos.size() : 0;
}

const LowpFunctionInfo *lowpProgramFunctionInfo(const LowpProgram *program,
                                                size_t number) {
  return number < lowpProgramNumFunctions(program)
             ? &program->functionInfos[number]
             : nullptr;
}

size_t lowpProgramNumExternals(const LowpProgram *program) {
  return program ? program->externalInfos.size() : 0;
}

const LowpFunctionInfo *lowpProgramExternalInfo(const LowpProgram *program,
                                                size_t number) {
  return number < lowpProgramNumExternals(program)
             ? &program->externalInfos[number]
             : nullptr;
}

LowpStatus lowpProgramBindExternal(LowpProgram *program, const char *name,
                                   void (*function)(void), LowpError *error) {
  auto *address = reinterpret_cast<const void *>(function);
  if (LowpStatus status = capi::require(
          error, {{"program", program}, {"name", name}, {"function", address}}))
    return status;
  return capi::finish(error, program->program.bindExternal(name, address));
}

const char *lowpProgramSizeFormula(const LowpProgram *program, size_t number,
                                   size_t result, size_t dimension) {
  const auto &functions = program->getArtifact().functions;
  if (number >= functions.size() || result >= functions[number].results.size())
    return nullptr;
  const auto &formulas = functions[number].results[result].formulas;
  bool isFormula = dimension < formulas.size() && !formulas[dimension].empty();
  return isFormula ? formulas[dimension].c_str() : nullptr;
}

LowpStatus lowpEvaluateSize(const char *formula, const char *const *names,
                            const int64_t *values, size_t count, int64_t *size,
                            LowpError *error) {
  if (LowpStatus status =
          capi::require(error, {{"formula", formula}, {"size", size}}))
    return status;
  if (LowpStatus status = capi::requireBytes(error, "names", names, count))
    return status;
  if (LowpStatus status = capi::requireBytes(error, "values", values, count))
    return status;
  auto lookUp = [&](llvm::StringRef name) -> std::optional<int64_t> {
    for (size_t i = 0; i < count; ++i)
      if (name == names[i])
        return values[i];
    return std::nullopt;
  };
  *size = -1;
  runtime::Expected<int64_t> result = execution::evaluateSize(formula, lookUp);
  if (!result)
    return capi::fail(error, result.error());
  *size = *result;
  return LOWP_OK;
}

const LowpPreparation *lowpProgramPreparation(const LowpProgram *program,
                                              size_t number) {
  bool hasPreparation = number < program->preparations.size() &&
                        program->preparations[number].fingerprint;
  return hasPreparation ? &program->preparations[number] : nullptr;
}

int32_t lowpFingerprintIsPlain(const char *fingerprint) {
  std::optional<Fingerprint> known =
      Fingerprint::parse(capi::textOr(fingerprint, ""));
  return known && known->hasPlainRows();
}

LowpStatus lowpProgramCheckPrepared(const LowpProgram *program, size_t number,
                                    const char *fingerprint, LowpError *error) {
  return capi::finish(error,
                      execution::checkPrepared(program->getArtifact(), number,
                                               fingerprint ? fingerprint : ""));
}

size_t lowpProgramNumKernels(const LowpProgram *program) {
  return program ? program->kernelInfos.size() : 0;
}

const LowpKernelInfo *lowpProgramKernelInfo(const LowpProgram *program,
                                            size_t number) {
  return number < lowpProgramNumKernels(program) ? &program->kernelInfos[number]
                                                 : nullptr;
}

LowpImageFormat lowpProgramImageFormat(const LowpProgram *program) {
  return program ? program->getArtifact().imageFormat : LOWP_IMAGE_AUTO;
}

size_t lowpProgramNumImages(const LowpProgram *program) {
  return program ? program->getArtifact().images.size() : 0;
}

const char *lowpProgramImage(const LowpProgram *program, size_t number,
                             size_t *size) {
  if (size)
    *size = 0;
  if (number >= lowpProgramNumImages(program))
    return nullptr;
  const execution::Artifact &artifact = program->getArtifact();
  const std::string &content = artifact.images[number].content;
  // The driver's image of PTX counts its NUL, a caller's text does not.
  if (size)
    *size = content.size() - (artifact.imageFormat == LOWP_IMAGE_PTX ? 1 : 0);
  return content.data();
}

LowpStatus lowpProgramSerialize(const LowpProgram *program, LowpBuffer *bytes,
                                LowpError *error) {
  if (LowpStatus status =
          capi::require(error, {{"program", program}, {"bytes", bytes}}))
    return status;
  *bytes = LowpBuffer{};
  return capi::fill(bytes, execution::serialize(program->getArtifact()), error);
}

LowpStatus lowpProgramDeserialize(const void *bytes, size_t size,
                                  LowpProgram **program, LowpError *error) {
  if (LowpStatus status = capi::clear(error, "program", program))
    return status;
  if (LowpStatus status = capi::requireBytes(error, "bytes", bytes, size))
    return status;
  runtime::Expected<execution::Artifact> artifact = execution::deserialize(
      llvm::StringRef(static_cast<const char *>(bytes), size));
  if (!artifact)
    return capi::fail(error, artifact.error());
  *program = new LowpProgram(std::move(*artifact));
  return LOWP_OK;
}
