//===- lowp-run.cpp - Runs a function on the CPU or the GPU ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check.h"
#include "Inputs.h"
#include "Runner.h"

#include "lowp/InitAll.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/TargetSelect.h"

using namespace lowp::run;
namespace cl = llvm::cl;

static cl::OptionCategory category("lowp-run options");
template <typename T>
using Option = cl::opt<T>;

static Option<std::string> inputFile(cl::Positional, cl::Required,
                                     cl::desc("<file.mlir>"),
                                     cl::cat(category));
static Option<std::string>
    functionName("function", cl::cat(category),
                 cl::desc("Function to run; may be left out if there is one"));
enum class Where { Cpu, Gpu };
static Option<Where> device("device", cl::cat(category),
                            cl::desc("Where to run"), cl::init(Where::Cpu),
                            cl::values(clEnumValN(Where::Cpu, "cpu",
                                                  "The reference path"),
                                       clEnumValN(Where::Gpu, "gpu",
                                                  "The first GPU")));
static cl::list<std::string>
    shapes("shape", cl::cat(category), cl::value_desc("name=size"),
           cl::desc("Size of dynamic dimensions: argument0.1=64 for one of "
                    "them, M=4096 for all others"));
static Option<uint64_t> seed("seed", cl::cat(category), cl::init(0),
                             cl::desc("Seed of the random inputs"));
static Option<std::string>
    inputDirectory("inputs", cl::cat(category), cl::value_desc("directory"),
                   cl::desc("Read inputs as --dump-inputs writes them"));
static Option<std::string> dumpInputs("dump-inputs", cl::cat(category),
                                      cl::value_desc("directory"),
                                      cl::desc("Write the inputs"));
static Option<std::string> dumpOutputs("dump-outputs", cl::cat(category),
                                       cl::value_desc("directory"),
                                       cl::desc("Write the outputs"));
static Option<std::string>
    recipe("recipe", cl::cat(category),
           cl::desc("Preset that every matmul gets, whatever its attribute"));
static Option<std::string>
    chip("chip", cl::cat(category),
         cl::desc("Chip to compile for; that of the GPU by default"));
static Option<std::string> ptxas("ptxas", cl::cat(category),
                                 cl::desc("Path of ptxas"));
static Option<bool>
    checkReference("check", cl::cat(category),
          cl::desc("Compare with the same quantized operands multiplied in "
                   "f64 by plain kernels"));
static Option<bool>
    checkUnquantized("check-unquantized", cl::cat(category),
                     cl::desc("Compare with the program without quantization, "
                              "matmuls in f64"));
static Option<bool>
    runReference("reference", cl::cat(category),
                 cl::desc("Run the reference that --check compares with"));
static Option<double>
    tolerance("tolerance", cl::cat(category), cl::init(5e-3),
              cl::desc("Relative error that --check accepts"));
static Option<bool> timeIt("time", cl::cat(category),
                           cl::desc("Time the function (GPU)"));
static Option<uint32_t> repeats("repeats", cl::cat(category), cl::init(20),
                                cl::desc("Times to take"));

static int fail(const llvm::Twine &message) {
  llvm::errs() << "lowp-run: error: " << message << "\n";
  return 1;
}

static int fail(llvm::Error error) {
  return fail(llvm::toString(std::move(error)));
}

static llvm::Expected<std::vector<Tensor>>
makeInputs(const std::vector<TensorSpec> &specs) {
  std::vector<Tensor> inputs(specs.begin(), specs.end());
  for (Tensor &tensor : inputs) {
    if (inputDirectory.empty())
      fillRandom(tensor, seed);
    else if (llvm::Error error = readTensor(inputDirectory, tensor))
      return std::move(error);
  }
  if (!dumpInputs.empty())
    if (llvm::Error error = writeTensors(dumpInputs, inputs))
      return std::move(error);
  return inputs;
}

static llvm::Expected<std::vector<Tensor>>
runVariant(Call call, Variant variant,
           const lowp::runtime::TimingOptions *timing = nullptr,
           lowp::runtime::Timing *times = nullptr) {
  RunOptions options{recipe, chip, ptxas, variant};
  return device == Where::Gpu ? runOnGpu(call, options, timing, times)
               : runOnCpu(call, options);
}

/// Prints how far `outputs` lie from `variant`; false if that is too far.
static llvm::Expected<bool> compareWith(Call call, Variant variant,
                                        llvm::ArrayRef<Tensor> outputs,
                                        llvm::StringRef title, double limit) {
  auto references = runVariant(call, variant);
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

static void printTimes(const lowp::runtime::Timing &times, double flops) {
  double median = times.median();
  llvm::outs() << llvm::formatv(
      "time: median {0:f2} us, minimum {1:f2} us, maximum {2:f2} us", median,
      times.minimum(), times.maximum());
  if (flops > 0)
    llvm::outs() << llvm::formatv(", {0:f1} TFLOPS", flops / median * 1e-6);
  llvm::outs() << "\n";
}

static int check(Call call, llvm::ArrayRef<Tensor> outputs) {
  if (checkReference) {
    auto ok = compareWith(call, Variant::Reference, outputs, "reference",
                          tolerance);
    if (!ok)
      return fail(ok.takeError());
    if (!*ok)
      return fail(llvm::formatv("expected a relative error of at most {0} to "
                                "the reference, got more",
                                tolerance.getValue()));
  }
  if (checkUnquantized) {
    auto ok = compareWith(call, Variant::Unquantized, outputs,
                          "unquantized program", /*limit=*/1);
    if (!ok)
      return fail(ok.takeError());
  }
  return 0;
}

static int run(mlir::ModuleOp module) {
  auto bindings = ShapeBindings::parse(shapes);
  if (!bindings)
    return fail(bindings.takeError());
  auto function = findFunction(module, functionName);
  if (!function)
    return fail(function.takeError());
  auto arguments = getArguments(*function, *bindings);
  if (!arguments)
    return fail(arguments.takeError());
  auto inputs = makeInputs(arguments->inputs);
  if (!inputs)
    return fail(inputs.takeError());

  Call call{module, *function, *inputs, arguments->outputs};
  lowp::runtime::TimingOptions timing;
  timing.repeats = repeats;
  lowp::runtime::Timing times;
  auto outputs = runVariant(call,
                            runReference ? Variant::Reference
                                         : Variant::Compiled,
                            timeIt ? &timing : nullptr, &times);
  if (!outputs)
    return fail(outputs.takeError());
  for (const Tensor &tensor : *outputs)
    llvm::outs() << tensor.spec.name << ": " << tensor.spec.describe() << "\n";
  if (!dumpOutputs.empty())
    if (llvm::Error error = writeTensors(dumpOutputs, *outputs))
      return fail(std::move(error));
  if (timeIt)
    printTimes(times, countMatmulFlops(*function, *bindings));
  return check(call, *outputs);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, "lowp runner\n");
  if (timeIt && device != Where::Gpu)
    return fail("expected --device=gpu with --time: the CPU runs the "
                "reference, whose speed says nothing");
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  mlir::DialectRegistry registry;
  lowp::registerAllDialects(registry);
  mlir::registerBuiltinDialectTranslation(registry);
  mlir::registerLLVMDialectTranslation(registry);
  mlir::MLIRContext context(registry);
  auto module = mlir::parseSourceFile<mlir::ModuleOp>(inputFile, &context);
  return module ? run(*module) : 1;
}
