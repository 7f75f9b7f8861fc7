//===- TrafficFile.cpp - The traffic report as text and as JSON -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Traffic/Traffic.h"

#include "lowp/Files/OutputSet.h"
#include "lowp/Files/TextTable.h"

#include "mlir/Support/DebugStringHelper.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

#include <array>

using namespace mlir;
using namespace mlir::lowp;
namespace json = llvm::json;

static constexpr StringLiteral kFormat = "lowp-traffic 1";

std::string mlir::lowp::describePlace(Location loc) {
  auto place = loc->findInstanceOf<FileLineColLoc>();
  if (!place)
    return "-";
  return llvm::formatv("{0}:{1}:{2}", place.getFilename().getValue(),
                       place.getLine(), place.getColumn());
}

std::string mlir::lowp::formatMicroseconds(std::optional<double> microseconds) {
  return microseconds ? llvm::formatv("{0:F1}", *microseconds).str() : "?";
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

/// A number, or the formula where only the caller knows.
static json::Value toJSON(const SizeFormula &formula) {
  if (std::optional<int64_t> number = formula.getNumber())
    return *number;
  return formula.str();
}

static json::Array toJSON(ArrayRef<BufferTraffic> buffers) {
  json::Array array;
  for (const BufferTraffic &buffer : buffers)
    array.push_back(json::Object{{"buffer", buffer.buffer},
                                 {"type", debugString(buffer.type)},
                                 {"bytes", toJSON(buffer.bytes)}});
  return array;
}

static json::Object toJSON(const LaunchTraffic &launch) {
  json::Object object{{"kind", stringify(launch.kind)},
                      {"name", launch.name},
                      {"location", describePlace(launch.loc)},
                      {"times", toJSON(launch.times)},
                      {"reads", toJSON(launch.reads)},
                      {"writes", toJSON(launch.writes)}};
  if (launch.microseconds)
    object["predicted_us"] = *launch.microseconds;
  if (launch.isSlow)
    object["slow"] = true;
  if (launch.flops)
    object["flops"] = *launch.flops;
  return object;
}

static json::Object toJSON(const StageSignature &stage) {
  json::Array writes;
  for (auto [index, type] : llvm::zip_equal(stage.writes, stage.types))
    writes.push_back(
        json::Object{{"index", index},
                     {"shape", json::Array(type.getShape())},
                     {"type", debugString(type.getElementType())}});
  return json::Object{{"reads", json::Array(stage.reads)},
                      {"writes", std::move(writes)}};
}

static json::Object toJSON(const FunctionTraffic &function) {
  json::Array launches;
  for (const LaunchTraffic &launch : function.launches)
    launches.push_back(toJSON(launch));
  json::Object object{
      {"name", function.name},
      {"location", describePlace(function.loc)},
      {"launches", std::move(launches)},
      {"bytes", toJSON(function.countBytes())},
      {"ideal_reads", toJSON(function.idealReads)},
      {"ideal_writes", toJSON(function.idealWrites)},
      {"workspace", toJSON(function.workspace)},
      {"workspace_without_reuse", toJSON(function.workspaceWithoutReuse)}};
  if (std::optional<double> ratio = function.getRatio())
    object["bytes_per_ideal"] = *ratio;
  if (function.stage)
    object["stage"] = toJSON(*function.stage);
  return object;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

using Row = std::array<std::string, 8>;

/// "3 gemm, 2 fusion": operations in the text, not runs of loops.
static std::string countKinds(const FunctionTraffic &function) {
  std::string text;
  for (LaunchKind kind :
       {LaunchKind::Gemm, LaunchKind::Fusion, LaunchKind::Generic,
        LaunchKind::Copy, LaunchKind::External}) {
    int64_t count =
        llvm::count_if(function.launches, [&](const LaunchTraffic &launch) {
          return launch.kind == kind;
        });
    if (count != 0)
      text += (text.empty() ? " (" : ", ") + std::to_string(count) + " " +
              stringify(kind).str();
  }
  return text.empty() ? text : text + ")";
}

static void print(const FunctionTraffic &function, raw_ostream &os) {
  os << "function '" << function.name
     << "': launches: " << function.countLaunches().str()
     << countKinds(function) << "\n";
  std::vector<Row> rows = {{"launch", "kind", "times", "bytes read",
                            "bytes written", "predicted us", "name",
                            "location"}};
  for (auto [number, launch] : llvm::enumerate(function.launches))
    rows.push_back(
        {std::to_string(number), stringify(launch.kind).str(),
         launch.times.str(), launch.countReads().str(),
         launch.countWrites().str(),
         formatMicroseconds(launch.microseconds) + (launch.isSlow ? "!" : ""),
         launch.name,
         llvm::sys::path::filename(describePlace(launch.loc)).str()});
  printTable<std::tuple_size_v<Row>>(rows, os);
  if (llvm::any_of(function.launches, std::mem_fn(&LaunchTraffic::isSlow)))
    os << "  !: more than twice as long as a copy of as many bytes\n";
  os << "  bytes read and written: " << function.countBytes().str() << "\n"
     << "  ideal: " << function.countIdeal().str() << " (read "
     << function.idealReads.str() << ", written " << function.idealWrites.str()
     << ")\n";
  if (std::optional<double> ratio = function.getRatio())
    os << llvm::formatv("  bytes per ideal byte: {0:F2}\n", *ratio);
  os << "  workspace: " << function.workspace.str() << ", "
     << function.workspaceWithoutReuse.str() << " without reuse\n";
}

llvm::Error mlir::lowp::writeTraffic(ArrayRef<FunctionTraffic> functions,
                                     StringRef input, StringRef path) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (path.ends_with(".json")) {
    json::Array array;
    for (const FunctionTraffic &function : functions)
      array.push_back(toJSON(function));
    json::Value content =
        json::Object{{"format", kFormat}, {"functions", std::move(array)}};
    os << llvm::formatv("{0:2}\n", content);
  } else {
    for (const FunctionTraffic &function : functions)
      print(function, os);
  }
  return writeReport(input, {"the traffic file", path}, text);
}
