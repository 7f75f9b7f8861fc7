//===- LayerPrices.cpp - What a linear layer takes with recipes -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileModule.h"

#include "lowp-c/Recipes.h"
#include "lowp/InitAll.h"
#include "lowp/Pipelines/ExplainPipeline.h"
#include "lowp/Pipelines/RunPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir::lowp;

namespace {
/// Writes the matmuls of a layer, as a function.
class LayerWriter {
public:
  explicit LayerWriter(const LowpLayer &layer)
      : layer(layer), element(lowpTypeName(layer.type)) {}

  std::string write();

private:
  std::string getType(int64_t rows, int64_t columns) const {
    return llvm::formatv("tensor<{0}x{1}x{2}>", rows, columns, element);
  }
  /// Adds the matmul that is called `role`.
  void add(llvm::StringRef role, llvm::StringRef maps, llvm::StringRef operands,
           const std::string &lhs, const std::string &rhs,
           const std::string &result);

  const LowpLayer &layer;
  llvm::StringRef element;
  std::string body;
  llvm::SmallVector<std::string, 3> values, types;
};
} // namespace

void LayerWriter::add(llvm::StringRef role, llvm::StringRef maps,
                      llvm::StringRef operands, const std::string &lhs,
                      const std::string &rhs, const std::string &result) {
  body += llvm::formatv(
      "%{0}_e = tensor.empty() : {1}\n"
      "%{0}_0 = linalg.fill ins(%zero : {2}) outs(%{0}_e : {1}) -> {1}\n"
      "%{0} = linalg.matmul indexing_maps = [{3}] "
      "{{lowp.name = \"{0}\", lowp.role = \"{0}\"} "
      "ins({4} : {5}, {6}) outs(%{0}_0 : {1}) -> {1}\n",
      role, result, element, maps, operands, lhs, rhs);
  values.push_back("%" + role.str());
  types.push_back(result);
}

std::string LayerWriter::write() {
  std::string x = getType(layer.m, layer.k), w = getType(layer.n, layer.k),
              g = getType(layer.m, layer.n);
  add("forward", "#mk, #nk, #mn", "%x, %w", x, w, g);
  if (layer.hasDgrad)
    add("dgrad", "#mk, #kn, #mn", "%g, %w", g, w, x);
  if (layer.hasWgrad)
    add("wgrad", "#km, #kn, #mn", "%g, %x", g, x, w);
  return llvm::formatv(
      "#mk = affine_map<(m, n, k) -> (m, k)>\n"
      "#nk = affine_map<(m, n, k) -> (n, k)>\n"
      "#kn = affine_map<(m, n, k) -> (k, n)>\n"
      "#km = affine_map<(m, n, k) -> (k, m)>\n"
      "#mn = affine_map<(m, n, k) -> (m, n)>\n"
      "func.func @layer(%x: {0}, %w: {1}{7}, %g: {2}) -> ({3}) {{\n"
      "%zero = arith.constant 0.0 : {4}\n{5}"
      "return {6} : {3}\n}\n",
      x, w, g, llvm::join(types, ", "), element, body, llvm::join(values, ", "),
      layer.isHeld ? " {lowp.parameter}" : "");
}

static LowpStatus verify(const LowpLayer &layer, LowpError *error) {
  bool isFloat = layer.type == LOWP_TYPE_F32 || layer.type == LOWP_TYPE_F16 ||
                 layer.type == LOWP_TYPE_BF16;
  if (isFloat && layer.m > 0 && layer.n > 0 && layer.k > 0)
    return LOWP_OK;
  return capi::fail(
      error, LOWP_ERROR_INVALID_ARGUMENT,
      llvm::formatv("expected a layer with sizes of 1 or more in f32, f16 or "
                    "bf16, got {0} x {1} x {2} of type {3}",
                    layer.m, layer.n, layer.k, layer.type)
          .str());
}

/// The options of lowp-explain for `recipe` and `text`.
static LowpStatus read(const char *recipe, llvm::StringRef text,
                       ExplainOptions &options, LowpError *error) {
  std::string reason;
  llvm::raw_string_ostream errors(reason);
  if (mlir::failed(options.parseFromString(text, errors)))
    return capi::fail(error, LOWP_ERROR_INVALID_ARGUMENT,
                      "expected options such as 'max-error=0.1', got '" +
                          text.str() +
                          "': " + llvm::StringRef(reason).trim().str());
  options.recipe = recipe;
  return LOWP_OK;
}

LowpStatus lowpPriceLayer(const LowpLayer *layer, const char *recipe,
                          const char *text, LowpBuffer *json,
                          LowpError *error) {
  if (LowpStatus status = capi::clear(error, "json", json))
    return status;
  if (LowpStatus status =
          capi::require(error, {{"layer", layer}, {"recipe", recipe}}))
    return status;
  if (LowpStatus status = verify(*layer, error))
    return status;
  ExplainOptions options;
  if (LowpStatus status = read(recipe, capi::textOr(text, ""), options, error))
    return status;
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  capi::DiagnosticForwarder forwarder(context, nullptr, nullptr);
  context.printOpOnDiagnostic(false);
  std::string source = LayerWriter(*layer).write();
  auto module =
      mlir::parseSourceString<mlir::ModuleOp>(source, &context, "layer");
  std::string table;
  mlir::PassManager manager(&context);
  buildExplainPipeline(manager, options, &table);
  if (!module || mlir::failed(runPasses(manager, *module)))
    return capi::failCompilation(forwarder, error);
  return capi::fill(json, table, error);
}
