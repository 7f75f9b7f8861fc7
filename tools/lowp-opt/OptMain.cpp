//===- OptMain.cpp - Runs passes on MLIR files ----------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp-c/Tools.h"

#include "lowp/Files/OutputSet.h"
#include "lowp/InitAll.h"
#include "lowp/Source/BytecodeChecksum.h"
#include "lowp/Source/ParseProgram.h"
#include "lowp/Source/ToolVersion.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"

#include <sys/mman.h>

using namespace mlir;

namespace {
/// The configuration, with another place for remarks: upstream would leave half
/// of a file on a full disk, and end the process.
struct Config : MlirOptMainConfig {
  explicit Config(const MlirOptMainConfig &given) : MlirOptMainConfig(given) {
    if (getRemarkFormat() == RemarkFormat::REMARK_FORMAT_STDOUT)
      return;
    remarks = getRemarksOutputFile();
    // Upstream's names.
    if (remarks.empty())
      remarks = getRemarkFormat() == RemarkFormat::REMARK_FORMAT_YAML
                    ? "mlir-remarks.yaml"
                    : "mlir-remarks.bitstream";
    descriptor = memfd_create("remarks", MFD_CLOEXEC);
    remarksOutputFileFlag = "/proc/self/fd/" + std::to_string(descriptor);
  }

  /// Writes the remarks to where they were wanted.
  llvm::Error addRemarks(lowp::OutputSet &outputs) const {
    if (remarks.empty())
      return llvm::Error::success();
    auto content =
        llvm::MemoryBuffer::getFile(remarksOutputFileFlag, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false);
    if (!content)
      return llvm::errorCodeToError(content.getError());
    return outputs.add(remarks, (*content)->getBuffer());
  }

  std::string remarks;
  int descriptor = -1;
};
} // namespace

/// Says what is wrong with the input, at its place.
static llvm::Error report(const lowp::SourceFault &fault,
                          std::unique_ptr<llvm::MemoryBuffer> file) {
  llvm::SourceMgr sources;
  auto place =
      llvm::SMLoc::getFromPointer(file->getBufferStart() + fault.offset);
  sources.AddNewSourceBuffer(std::move(file), llvm::SMLoc());
  sources.PrintMessage(place, llvm::SourceMgr::DK_Error, fault.message);
  return llvm::createStringError("");
}

/// Upstream's main would truncate the output before it reads its input, and
/// delete it when a pass fails.
static llvm::Error run(StringRef input, StringRef output,
                       DialectRegistry &registry, const Config &config) {
  if (llvm::Error error = lowp::verifyDistinct(
          {{"the input", input}},
          {{"the output", output}, {"--remarks-output-file", config.remarks}}))
    return error;
  std::string reason;
  auto file = openInputFile(input, &reason);
  if (!file)
    return llvm::createStringError(reason);
  if (auto fault = lowp::findFault(file->getBuffer(), lowp::BytecodeTrust::Any))
    return report(*fault, std::move(file));
  std::string text;
  llvm::raw_string_ostream os(text);
  // To the standard output it goes as it comes.
  bool emitsBytecode = config.shouldEmitBytecode();
  bool streams = output == "-" && !emitsBytecode;
  raw_ostream &target = streams ? static_cast<raw_ostream &>(llvm::outs()) : os;
  bool ok = succeeded(MlirOptMain(target, lowp::alignBytecode(std::move(file)),
                                  registry, config));
  lowp::OutputSet outputs;
  if (ok)
    if (llvm::Error error = config.addRemarks(outputs))
      return error;
  if (ok || streams)
    if (llvm::Error error =
            outputs.add(output, emitsBytecode ? lowp::addChecksum(text) : text))
      return error;
  if (llvm::Error error = outputs.commit())
    return error;
  // Diagnostics have said why.
  return ok ? llvm::Error::success() : llvm::createStringError("");
}

int lowpOptMain(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  lowp::setToolVersion();
  DialectRegistry registry;
  lowp::registerAllDialects(registry);
  lowp::registerFrontEndDialects(registry);
  lowp::registerAllPasses();
  auto [input, output] =
      registerAndParseCLIOptions(argc, argv, "lowp optimizer\n", registry);
  Config config(MlirOptMainConfig::createFromCLOptions());
  if (config.shouldShowDialects() || config.shouldListPasses())
    return asMainReturnCode(MlirOptMain(argc, argv, input, output, registry));
  llvm::Error error = run(input, output, registry, config);
  if (!error)
    return EXIT_SUCCESS;
  std::string message = llvm::toString(std::move(error));
  if (!message.empty())
    llvm::WithColor::error(llvm::errs(), "lowp-opt") << message << "\n";
  return EXIT_FAILURE;
}
