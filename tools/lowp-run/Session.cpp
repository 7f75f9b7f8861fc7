//===- Session.cpp - One invocation of lowp-run ---------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Session.h"

#include "Check.h"
#include "Inputs.h"
#include "MemoryLimit.h"
#include "Runner.h"

#include "lowp/Runtime/Device.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::lowp;
using namespace mlir::lowp::run;

namespace {

/// A call, its device and what the user wants to know of it.
class Session {
public:
  Session(const Options &options, Call call, const ShapeBindings &bindings,
          bool onGpu)
      : options(options), call(call), bindings(bindings), onGpu(onGpu) {}

  llvm::Error run();

private:
  llvm::Expected<std::vector<Tensor>> runVariant(Variant variant, bool timed);
  /// Prints how far `outputs` lie from those of `variant`.
  llvm::Expected<bool> compareWith(Variant variant,
                                   llvm::ArrayRef<Tensor> outputs,
                                   llvm::StringRef title, double limit);
  llvm::Error check(llvm::ArrayRef<Tensor> outputs);
  void printTimes();

  const Options &options;
  Call call;
  const ShapeBindings &bindings;
  bool onGpu;
  Times times;
};

} // namespace

llvm::Expected<std::vector<Tensor>> Session::runVariant(Variant variant,
                                                        bool timed) {
  RunOptions run{options.compile.get(), variant, options.externalLibraries};
  if (!onGpu)
    return runOnCpu(call, run);
  return runOnGpu(call, run, timed ? options.repeats : 0, &times);
}

llvm::Expected<bool> Session::compareWith(Variant variant,
                                          llvm::ArrayRef<Tensor> outputs,
                                          llvm::StringRef title, double limit) {
  auto references = runVariant(variant, /*timed=*/false);
  if (!references)
    return references.takeError();
  bool isWithin = true;
  for (auto [output, reference] : llvm::zip_equal(outputs, *references)) {
    Difference difference = compare(output, reference);
    isWithin &= difference.isWithin(limit);
    llvm::outs() << llvm::formatv(
        "{0}: relative error to {1} {2:e3}, largest {3:e3}, {4} wrong NaN or "
        "infinity\n",
        output.spec.name, title, difference.relative, difference.maximum,
        difference.nonFinite);
  }
  return isWithin;
}

llvm::Error Session::check(llvm::ArrayRef<Tensor> outputs) {
  if (options.check) {
    auto isWithin = compareWith(Variant::Reference, outputs, "the reference",
                                options.tolerance);
    if (!isWithin)
      return isWithin.takeError();
    if (!*isWithin)
      return llvm::createStringError(
          llvm::formatv("expected a relative error of at most {0:e2} to the "
                        "reference, got more",
                        options.tolerance.getValue()));
  }
  if (!options.checkUnquantized)
    return llvm::Error::success();
  // What quantization costs is for the user to judge, NaN aside.
  auto isSane = compareWith(Variant::Unquantized, outputs,
                            "the unquantized program", /*limit=*/1);
  if (!isSane)
    return isSane.takeError();
  if (!*isSane)
    return llvm::createStringError("expected results near those of the "
                                   "unquantized program, got others");
  return llvm::Error::success();
}

void Session::printTimes() {
  double flops = countMatmulFlops(call.function, bindings);
  double median = times.device.median();
  llvm::outs() << llvm::formatv(
      "time: median {0:f2} us, minimum {1:f2} us, maximum {2:f2} us", median,
      times.device.minimum(), times.device.maximum());
  if (flops > 0)
    llvm::outs() << llvm::formatv(", {0:f1} TFLOPS", flops / median * 1e-6);
  llvm::outs() << llvm::formatv("\nhost: median {0:f2} us, minimum {1:f2} us\n",
                                times.host.median(), times.host.minimum());
}

llvm::Error Session::run() {
  auto outputs = runVariant(
      options.reference ? Variant::Reference : Variant::Compiled, options.time);
  if (!outputs)
    return outputs.takeError();
  for (const Tensor &tensor : *outputs)
    llvm::outs() << tensor.spec.name << ": " << tensor.spec.describe() << "\n";
  if (!options.dumpOutputs.empty())
    if (llvm::Error error = writeTensors(options.dumpOutputs, *outputs))
      return error;
  if (options.time && onGpu)
    printTimes();
  return check(*outputs);
}

static llvm::Expected<std::vector<Tensor>>
makeInputs(const Arguments &arguments, const Options &options) {
  std::vector<Tensor> inputs(arguments.inputs.begin(), arguments.inputs.end());
  for (Tensor &tensor : inputs) {
    if (options.inputs.empty())
      fillRandom(tensor, options.seed);
    else if (llvm::Error error = readTensor(options.inputs, tensor))
      return error;
  }
  if (!options.dumpInputs.empty())
    if (llvm::Error error =
            writeTensors(options.dumpInputs, inputs, arguments.outputs))
      return error;
  return inputs;
}

/// Whether to run on the GPU, which `auto` leaves to what is there.
static bool choosesGpu(Where where) {
  if (where != Where::Auto)
    return where == Where::Gpu;
  auto count = runtime::Device::count();
  return count && *count > 0;
}

static llvm::Expected<ShapeBindings> readBindings(const Options &options) {
  auto bindings = ShapeBindings::parse(options.shapes);
  if (bindings && !options.inputs.empty())
    if (llvm::Error error = bindings->readFile(options.inputs))
      return std::move(error);
  return bindings;
}

llvm::Error run::runSession(mlir::ModuleOp module, const Options &options) {
  if (options.time && options.where == Where::Cpu)
    return llvm::createStringError(
        "expected --device=gpu or auto with --time: the CPU runs the "
        "reference, whose speed says nothing");
  auto bindings = readBindings(options);
  if (!bindings)
    return bindings.takeError();
  auto function = findFunction(module, options.function);
  if (!function)
    return function.takeError();
  if (llvm::Error error = bindings->verify(*function))
    return error;
  auto arguments = getArguments(*function, *bindings);
  if (!arguments)
    return arguments.takeError();
  if (llvm::Error error = checkMemory(*arguments))
    return error;
  auto inputs = makeInputs(*arguments, options);
  if (!inputs)
    return inputs.takeError();
  Call call{module, *function, *inputs, arguments->outputs};
  return Session(options, call, *bindings, choosesGpu(options.where)).run();
}
