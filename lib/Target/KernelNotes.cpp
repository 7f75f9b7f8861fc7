//===- KernelNotes.cpp - Notes of ptxas as diagnostics --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelNotes.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUDialect.h"
#include "mlir/IR/Remarks.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {

/// PTX text, asked by line number.
class PTXLines {
public:
  explicit PTXLines(StringRef ptx) { ptx.split(lines, '\n'); }

  /// Line `number`, counted from 1; empty if there is no such line.
  StringRef get(unsigned number) const {
    return number == 0 || number > lines.size() ? StringRef()
                                                : lines[number - 1].trim();
  }

  /// The name of the function that line `number` is part of, or nothing.
  StringRef getFunction(unsigned number) const {
    for (; number > 0; --number) {
      StringRef line = get(number);
      for (StringRef keyword : {".entry ", ".func "})
        if (size_t start = line.find(keyword); start != StringRef::npos)
          return line.drop_front(start + keyword.size())
              .ltrim()
              .take_until([](char c) { return c == '(' || c == ' '; });
    }
    return {};
  }

private:
  SmallVector<StringRef> lines;
};

/// Reports about one module.
class Reporter {
public:
  Reporter(gpu::GPUModuleOp module, StringRef ptx, bool strict)
      : module(module), lines(ptx), strict(strict) {}

  /// Drops the config of `op` because of `reason`, if it can have another one.
  bool dropConfig(Operation *op, const Twine &reason);
  void reportError(const PTXASError &error);
  LogicalResult reportNote(const PTXASNote &note);
  LogicalResult reportKernel(const PTXASKernel &kernel);

private:
  /// The function `name` if it is in the module, else the module.
  Operation *find(StringRef name) {
    Operation *function = name.empty() ? nullptr : module.lookupSymbol(name);
    return function ? function : module.getOperation();
  }

  void quoteLine(InFlightDiagnostic &diagnostic, unsigned line) {
    constexpr size_t kWidth = 80; // A wgmma fills many lines with registers.
    StringRef text = lines.get(line);
    if (!text.empty())
      diagnostic.attachNote()
          << "line " << line << " of the PTX: " << text.take_front(kWidth)
          << (text.size() > kWidth ? "..." : "");
  }

  gpu::GPUModuleOp module;
  PTXLines lines;
  bool strict;
};

} // namespace

void Reporter::reportError(const PTXASError &error) {
  InFlightDiagnostic diagnostic =
      emitError(find(lines.getFunction(error.line))->getLoc())
      << "ptxas: " << error.message;
  quoteLine(diagnostic, error.line);
}

/// An error if `fatal`, else a remark. At the place of `op`, not by `op`: that
/// would print a whole kernel.
static InFlightDiagnostic emit(Operation *op, bool fatal) {
  return fatal ? emitError(op->getLoc()) : emitRemark(op->getLoc());
}

/// How a user gets a slow kernel all the same.
static constexpr StringLiteral kHowToAllow =
    "; take another config, or let the kernel be slow: --strict=false";

bool Reporter::dropConfig(Operation *op, const Twine &reason) {
  using lowp_gpu::LowpGPUDialect;
  if (!op->hasAttr(LowpGPUDialect::getGemmsAttrName()))
    return false;
  op->setAttr(LowpGPUDialect::getSpilledAttrName(),
              UnitAttr::get(op->getContext()));
  remark::missed(op->getLoc(),
                 remark::RemarkOpts::name("config-dropped")
                     .category("lowp-serialize")
                     .function(cast<SymbolOpInterface>(op).getName()))
      << remark::add("{0}: {1}; the next best takes its place",
                     op->getAttr(LowpGPUDialect::getConfigAttrName()),
                     reason.str());
  return true;
}

LogicalResult Reporter::reportNote(const PTXASNote &note) {
  Operation *op = find(note.function);
  if (note.wantsRegisters() && dropConfig(op, "ptxas: " + note.message))
    return success();
  bool fatal = strict && note.isCostly();
  InFlightDiagnostic diagnostic = emit(op, fatal);
  diagnostic << "ptxas: " << (note.code.empty() ? "" : note.code + ": ")
             << note.message << (fatal ? kHowToAllow : "");
  quoteLine(diagnostic, note.line);
  return failure(fatal);
}

LogicalResult Reporter::reportKernel(const PTXASKernel &kernel) {
  Operation *op = find(kernel.name);
  remark::analysis(op->getLoc(), remark::RemarkOpts::name("registers")
                                     .category("lowp-serialize")
                                     .function(kernel.name))
      << remark::metric("registers", kernel.registers)
      << remark::metric("spill_stores", kernel.spillStores)
      << remark::metric("spill_loads", kernel.spillLoads);
  if (!kernel.spills())
    return success();
  std::string reason = llvm::formatv(
      "{0} bytes of spill stores, {1} bytes of spill loads at {2} "
      "registers",
      kernel.spillStores, kernel.spillLoads, kernel.registers);
  if (dropConfig(op, "the kernel runs out of registers: " + Twine(reason)))
    return success();
  InFlightDiagnostic diagnostic = emit(op, strict);
  diagnostic << "kernel '" << kernel.name
             << "' runs out of registers: " << reason
             << (strict ? kHowToAllow : "");
  return failure(strict);
}

LogicalResult mlir::lowp::reportPTXAS(gpu::GPUModuleOp module, StringRef ptx,
                                      const PTXASReport &report, bool strict) {
  Reporter reporter(module, ptx, strict);
  LogicalResult result = success(report.errors.empty());
  for (const PTXASError &error : report.errors)
    reporter.reportError(error);
  for (const PTXASNote &note : report.notes)
    if (failed(reporter.reportNote(note)))
      result = failure();
  for (const PTXASKernel &kernel : report.kernels)
    if (failed(reporter.reportKernel(kernel)))
      result = failure();
  return result;
}
