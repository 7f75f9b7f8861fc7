//===- PrepareParameters.cpp - Weights are prepared once ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParameterSlice.h"

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h"
#include "lowp/Support/Fingerprint.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_PREPAREPARAMETERSPASS
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;
using func::FuncOp;

static bool isParameter(FuncOp function, unsigned number) {
  return function.getArgAttr(number, LowpDialect::getParameterAttrName()) !=
         Attribute();
}

static SmallVector<BlockArgument> getParameters(FuncOp function) {
  SmallVector<BlockArgument> parameters;
  for (BlockArgument argument : function.getArguments())
    if (isParameter(function, argument.getArgNumber()))
      parameters.push_back(argument);
  return parameters;
}

static void removeMarks(FuncOp function) {
  for (unsigned number = 0; number < function.getNumArguments(); ++number)
    function.removeArgAttr(number, LowpDialect::getParameterAttrName());
}

static remark::RemarkOpts nameRemark(StringRef name) {
  return remark::RemarkOpts::name(name).category("lowp-prepare-parameters");
}

//===----------------------------------------------------------------------===//
// Fingerprints
//===----------------------------------------------------------------------===//

static std::string hash(StringRef text) {
  auto digest = llvm::SHA256::hash(llvm::arrayRefFromStringRef(text));
  return llvm::toHex(ArrayRef(digest).take_front(8), /*LowerCase=*/true);
}

/// The different ones of `texts`, in the order of the alphabet.
static std::string joinDifferent(SmallVector<std::string> texts) {
  llvm::sort(texts);
  texts.erase(llvm::unique(texts), texts.end());
  return llvm::join(texts, ", ");
}

static std::string describeRecipes(FuncOp prepare) {
  SmallVector<std::string> recipes;
  prepare.walk([&](QuantizeOp op) {
    ScaledType type = op.getResult().getType();
    recipes.push_back(debugString(type.getElementType()) + " " +
                      debugString(Attribute(type.getRecipe())) + " " +
                      debugString(Attribute(op.getNumerics())));
  });
  return joinDifferent(recipes);
}

static std::string describeLayouts(FuncOp prepare) {
  SmallVector<std::string> layouts;
  for (Type type : prepare.getResultTypes())
    if (auto scaled = dyn_cast<ScaledType>(type))
      layouts.push_back((scaled.isRowMajor() ? "rows of " : "columns of ") +
                        debugString(Attribute(scaled.getDataLayout())) +
                        " with " +
                        debugString(Attribute(scaled.getScaleLayout())) + " " +
                        stringifyPacking(scaled.getPacking()).str());
  return joinDifferent(layouts);
}

/// What `prepare` does, in a text that no option of a tool changes.
static std::string describeComputation(FuncOp prepare) {
  std::string text;
  llvm::raw_string_ostream os(text);
  prepare->print(
      os,
      OpPrintingFlags().useLocalScope().printGenericOpForm().enableDebugInfo(
          false));
  return text;
}

static std::string makeFingerprint(FuncOp prepare, StringRef chip) {
  // One each, so that those of several functions may be compared.
  SmallVector<std::string> values;
  for (Type type : prepare.getResultTypes())
    values.push_back(hash(debugString(type)));
  Fingerprint fingerprint;
  fingerprint.version = LOWP_VERSION;
  fingerprint.chip = chip.str();
  fingerprint.recipes = describeRecipes(prepare);
  fingerprint.layouts = describeLayouts(prepare);
  fingerprint.values = llvm::join(values, ",");
  fingerprint.computation = hash(describeComputation(prepare));
  return fingerprint.getText();
}

//===----------------------------------------------------------------------===//
// Splitting a function
//===----------------------------------------------------------------------===//

namespace {

/// Splits one function.
class Splitter {
public:
  Splitter(FuncOp function, const ParameterSlice &slice, ArrayRef<Value> handed)
      : function(function), slice(slice), handed(handed) {}

  /// Makes the function that computes the values, after the one that is split.
  FuncOp createPrepare(StringRef name);
  /// Lets the function take the values.
  void takeHanded();

  /// What the arguments of both were numbered before: those that are left.
  ArrayRef<int64_t> getReadArguments() const { return readArguments; }
  ArrayRef<int64_t> getLeftArguments() const { return leftArguments; }

private:
  llvm::SetVector<Operation *> collectOps();
  void eraseUnused();

  FuncOp function;
  const ParameterSlice &slice;
  ArrayRef<Value> handed;
  SmallVector<int64_t> readArguments, leftArguments;
};

} // namespace

/// The operations that the values need, in order, and in `readArguments` the
/// parameters.
llvm::SetVector<Operation *> Splitter::collectOps() {
  DenseSet<Value> needed(handed.begin(), handed.end());
  SmallVector<Operation *> backwards;
  for (Operation *op : llvm::reverse(slice.getOps())) {
    if (llvm::none_of(op->getResults(),
                      [&](Value result) { return needed.contains(result); }))
      continue;
    backwards.push_back(op);
    needed.insert_range(ParameterSlice::getInputs(op));
  }
  for (BlockArgument parameter : slice.getParameters())
    if (needed.contains(parameter))
      readArguments.push_back(parameter.getArgNumber());
  return llvm::SetVector<Operation *>(backwards.rbegin(), backwards.rend());
}

FuncOp Splitter::createPrepare(StringRef name) {
  llvm::SetVector<Operation *> ops = collectOps();
  SmallVector<Type> inputs;
  for (int64_t number : readArguments)
    inputs.push_back(function.getArgumentTypes()[number]);
  auto type = FunctionType::get(function.getContext(), inputs,
                                TypeRange(ValueRange(handed)));
  OpBuilder builder(function.getContext());
  builder.setInsertionPointAfter(function);
  auto prepare = FuncOp::create(builder, function.getLoc(), name, type);
  builder.setInsertionPointToStart(prepare.addEntryBlock());
  IRMapping mapping;
  for (auto [argument, number] :
       llvm::zip_equal(prepare.getArguments(), readArguments)) {
    mapping.map(function.getArgument(number), argument);
    if (DictionaryAttr attributes = function.getArgAttrDict(number))
      prepare.setArgAttrs(argument.getArgNumber(), attributes);
  }
  removeMarks(prepare);
  for (Operation *op : ops)
    builder.clone(*op, mapping);
  SmallVector<Value> results;
  for (Value value : handed)
    results.push_back(mapping.lookup(value));
  func::ReturnOp::create(builder, function.getLoc(), results);
  return prepare;
}

/// Erases what the function no longer needs.
void Splitter::eraseUnused() {
  for (Operation *op : llvm::reverse(slice.getOps()))
    if (op->use_empty())
      op->erase();
}

void Splitter::takeHanded() {
  unsigned first = function.getNumArguments();
  SmallVector<unsigned> numbers(handed.size(), first);
  SmallVector<DictionaryAttr> attributes(handed.size());
  SmallVector<Location> locations;
  for (Value value : handed)
    locations.push_back(value.getLoc());
  // Nothing else has a signature that refers to the type.
  (void)function.insertArguments(numbers,
                                 llvm::to_vector(TypeRange(ValueRange(handed))),
                                 attributes, locations);
  for (auto [number, value] : llvm::enumerate(handed)) {
    Value argument = function.getArgument(first + number);
    Value(value).replaceAllUsesWith(argument);
  }
  eraseUnused();
  BitVector erased(function.getNumArguments());
  for (int64_t number : readArguments)
    if (function.getArgument(number).use_empty())
      erased.set(number);
  for (unsigned number = 0; number < first; ++number)
    if (!erased.test(number))
      leftArguments.push_back(number);
  (void)function.eraseArguments(erased);
  removeMarks(function);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Bytes of `values`, or "an unknown number of".
static std::string countBytes(ArrayRef<Value> values) {
  int64_t bytes = 0;
  for (Value value : values) {
    std::optional<int64_t> own = getNumBytes(value);
    if (!own)
      return "an unknown number of";
    bytes += *own;
  }
  return std::to_string(bytes);
}

namespace {
struct PrepareParametersPass
    : lowp::impl::PrepareParametersPassBase<PrepareParametersPass> {
  using Base::Base;

  void runOnOperation() override {
    for (FuncOp function : llvm::to_vector(getOperation().getOps<FuncOp>())) {
      if (function.isPublic() && !function.isDeclaration() &&
          !getParameters(function).empty() && failed(split(function)))
        return signalPassFailure();
      removeMarks(function);
    }
  }

private:
  LogicalResult split(FuncOp function) {
    ParameterSlice slice(function, getParameters(function));
    SmallVector<Value> handed = chooseHandedValues(slice);
    if (handed.empty()) {
      remark::missed(function.getLoc(), nameRemark("nothing-to-prepare"))
          << remark::reason("'{0}' reads its parameters as they are",
                            function.getName());
      return success();
    }
    std::string name = (function.getName() + "$prepare").str();
    if (failed(verifyNotCalled(function)) || failed(verifyFree(function, name)))
      return failure();
    remark::passed(function.getLoc(), nameRemark("parameters-prepared"))
        << remark::add("'{0}' computes values of parameters", name)
        << remark::metric("values", handed.size())
        << remark::metric("bytes", countBytes(handed));
    Splitter splitter(function, slice, handed);
    FuncOp prepare = splitter.createPrepare(name);
    Builder builder(&getContext());
    auto fingerprint =
        builder.getStringAttr(makeFingerprint(prepare, getChip()));
    splitter.takeHanded();
    function->setAttr(LowpDialect::getPrepareAttrName(),
                      FlatSymbolRefAttr::get(&getContext(), name));
    describe(function, fingerprint, splitter.getLeftArguments());
    describe(prepare, fingerprint, splitter.getReadArguments());
    return success();
  }

  static void describe(FuncOp function, StringAttr fingerprint,
                       ArrayRef<int64_t> numbers) {
    function->setAttr(LowpDialect::getFingerprintAttrName(), fingerprint);
    function->setAttr(LowpDialect::getSourcesAttrName(),
                      DenseI64ArrayAttr::get(function.getContext(), numbers));
  }

  std::string getChip() {
    auto chip = chipAttribute.empty()
                    ? StringAttr()
                    : getOperation()->getAttrOfType<StringAttr>(chipAttribute);
    return chip ? chip.str() : "cpu";
  }

  LogicalResult verifyNotCalled(FuncOp function) {
    if (SymbolTable::symbolKnownUseEmpty(function, getOperation()))
      return success();
    return function.emitOpError("expected a function with arguments marked '")
           << LowpDialect::getParameterAttrName()
           << "' to be called from outside alone, got a call within the "
              "module that cannot be inlined; mark the arguments of its "
              "callers instead";
  }

  LogicalResult verifyFree(FuncOp function, StringRef name) {
    Operation *other = SymbolTable::lookupSymbolIn(getOperation(), name);
    if (!other)
      return success();
    InFlightDiagnostic diagnostic =
        function.emitOpError("expected no other symbol '")
        << name << "', the name of the function that prepares its parameters; "
        << "rename the other symbol";
    diagnostic.attachNote(other->getLoc()) << "the other symbol";
    return diagnostic;
  }
};
} // namespace
