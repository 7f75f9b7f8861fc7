//===- Generator.cpp - Valid modules by chance ----------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function is a sequence of operations on values that exist already or become
// arguments. What the rules of two operands are is not written down once more
// here: recipes that must not meet do so at times, and then the verifier has
// its say.
//
//===----------------------------------------------------------------------===//

#include "Generator.h"
#include "RandomTypes.h"
#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace lowp_fuzz;
using namespace mlir;
using namespace mlir::lowp;
using llvm::formatv;

namespace {

struct Named {
  std::string name;
  Type type;
};

/// A function that others may call.
struct Signature {
  std::string name;
  SmallVector<Type> arguments, results;
};

class FunctionWriter {
public:
  FunctionWriter(MLIRContext *context, Random &random,
                 std::vector<Signature> &callees)
      : context(context), random(random), callees(callees) {}

  /// Returns the function `name` and adds it to the callees.
  std::string write(StringRef name);

private:
  // Values.
  Named addArgument(Type type);
  Named addResult(Type type);
  Named getMatrix();
  Named getMatrix(int64_t rows, int64_t columns, Type elementType);
  Named getScaled();
  Named getNumbers(int64_t groups);

  // Operations.
  void addQuantize();
  void addDequantize();
  void addHadamard();
  void addTranspose();
  void addRelayout();
  void addSplit();
  void addMake();
  void addScaledMatmul();
  void addGrouped();
  void addLinalgMatmul();
  void addArithmetic();
  void addBranch();
  void addLoop();
  void addCall();
  void addOperation();

  /// Appends `text` as a line.
  void line(const std::string &text) { body += "  " + text + "\n"; }

  MLIRContext *context;
  Random &random;
  std::vector<Signature> &callees;
  std::vector<Named> arguments, values;
  std::string body;
};

} // namespace

static std::string print(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Named FunctionWriter::addArgument(Type type) {
  Named value = {formatv("%a{0}", arguments.size()), type};
  arguments.push_back(value);
  values.push_back(value);
  return value;
}

Named FunctionWriter::addResult(Type type) {
  values.push_back({formatv("%{0}", body.size()), type});
  return values.back();
}

/// Any of `values` that is of `kind`, or none.
template <typename Kind>
static const Named *pickOf(const std::vector<Named> &values, Random &random) {
  for (int attempt = 0; attempt < 8 && !values.empty(); ++attempt) {
    const Named &value = random.pick(values);
    if (auto type = dyn_cast<Kind>(value.type))
      if (type.getShape().size() == 2)
        return &value;
  }
  return nullptr;
}

Named FunctionWriter::getMatrix(int64_t rows, int64_t columns,
                                Type elementType) {
  return addArgument(RankedTensorType::get({rows, columns}, elementType));
}

Named FunctionWriter::getMatrix() {
  const Named *value = pickOf<RankedTensorType>(values, random);
  if (value && cast<RankedTensorType>(value->type)
                       .getElementType()
                       .getIntOrFloatBitWidth() >= 16)
    return *value;
  return getMatrix(randomSize(random), randomSize(random),
                   randomHighPrecision(context, random));
}

Named FunctionWriter::getScaled() {
  if (const Named *value = pickOf<ScaledType>(values, random))
    return *value;
  return addArgument(randomScaled({randomSize(random), randomSize(random)},
                                  randomRecipe(context, random), random));
}

Named FunctionWriter::getNumbers(int64_t groups) {
  return addArgument(
      RankedTensorType::get({groups}, IntegerType::get(context, 32)));
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

void FunctionWriter::addQuantize() {
  Named x = getMatrix();
  RecipeAttrInterface recipe = randomRecipe(context, random);
  auto type =
      randomScaled(cast<RankedTensorType>(x.type).getShape(), recipe, random);
  // Numerics that the recipe takes come first in most cases.
  StringRef preset = random.pick(NumericsAttr::getPresetNames());
  if (random.chance(3, 4))
    preset = isa<Float8E8M0FNUType>(recipe.getScaleType()) ? "mx_rceil"
             : recipe.getScaleLevels() > 1 ? "transformer_engine"
                                           : "torchao";
  std::string seed;
  if (preset.contains("stochastic"))
    seed = " seed " + addArgument(IntegerType::get(context, 64)).name;
  Named q = addResult(type);
  line(formatv("{0} = lowp.quantize {1} numerics <{2}>{3} : {4} -> {5}", q.name,
               x.name, preset, seed, print(x.type), print(type)));
}

void FunctionWriter::addDequantize() {
  Named q = getScaled();
  auto type = RankedTensorType::get(cast<ScaledType>(q.type).getShape(),
                                    randomHighPrecision(context, random));
  Named x = addResult(type);
  line(formatv("{0} = lowp.dequantize {1} : {2} -> {3}", x.name, q.name,
               print(q.type), print(type)));
}

void FunctionWriter::addHadamard() {
  Named x = getMatrix();
  Named y = addResult(x.type);
  line(formatv("{0} = lowp.hadamard {1} axis {2} signs {3} size {4} : {5}",
               y.name, x.name, random.below(2), random.below(4),
               2 << random.below(5), print(x.type)));
}

void FunctionWriter::addTranspose() {
  Named q = getScaled();
  Named t = addResult(cast<ScaledType>(q.type).getTransposed());
  line(
      formatv("{0} = lowp.transpose {1} : {2}", t.name, q.name, print(q.type)));
}

void FunctionWriter::addRelayout() {
  Named q = getScaled();
  Named r = addResult(randomRelayout(cast<ScaledType>(q.type), random));
  line(formatv("{0} = lowp.relayout {1} : {2} -> {3}", r.name, q.name,
               print(q.type), print(r.type)));
}

void FunctionWriter::addSplit() {
  Named q = getScaled();
  SmallVector<std::string> names;
  for (Type type : cast<ScaledType>(q.type).getStorageTypes()) {
    names.push_back(formatv("%part{0}_{1}", body.size(), names.size()));
    values.push_back({names.back(), type});
  }
  line(formatv("{0} = lowp.split_scaled {1} : {2}", llvm::join(names, ", "),
               q.name, print(q.type)));
}

void FunctionWriter::addMake() {
  auto type = randomScaled({randomSize(random), randomSize(random)},
                           randomRecipe(context, random), random);
  SmallVector<std::string> names, types;
  for (Type part : type.getStorageTypes()) {
    names.push_back(addArgument(part).name);
    types.push_back(print(part));
  }
  Named q = addResult(type);
  line(formatv("{0} = lowp.make_scaled {1} : {2} -> {3}", q.name,
               llvm::join(names, ", "), llvm::join(types, ", "), print(type)));
}

/// A recipe that may stand on the right of `recipe`.
static RecipeAttrInterface randomPartner(RecipeAttrInterface recipe,
                                         Random &random) {
  MLIRContext *context = recipe.getContext();
  if (isa<Block1x128Attr>(recipe) && random.chance(1, 2))
    return Block128x128Attr::get(context);
  if (isa<NVFP4_1x16Attr>(recipe) && random.chance(1, 2))
    return NVFP4_16x16Attr::get(context);
  return random.chance(1, 8) ? randomRecipe(context, random) : recipe;
}

void FunctionWriter::addScaledMatmul() {
  Named lhs = getScaled();
  // Most recipes that come by chance cannot be on the left.
  RecipeAttrInterface usual[] = {
      TensorwiseAttr::get(context), RowwiseAttr::get(context, 1),
      Block1x128Attr::get(context), Block1x256Attr::get(context),
      MX1x32Attr::get(context),     NVFP4_1x16Attr::get(context)};
  if (random.chance(3, 4))
    lhs = addArgument(randomScaled({randomSize(random), randomSize(random)},
                                   random.pick(usual), random));
  auto type = cast<ScaledType>(lhs.type);
  int64_t columns = randomSize(random);
  Named rhs = addArgument(randomScaled({columns, type.getShape()[1]},
                                       randomPartner(type.getRecipe(), random),
                                       random));
  auto resultType = RankedTensorType::get({type.getShape()[0], columns},
                                          randomHighPrecision(context, random));
  std::string accumulate, accumulatorType;
  if (random.chance(1, 4)) {
    accumulate = " accumulate " + addArgument(resultType).name;
    accumulatorType = ", " + print(resultType);
  }
  Named y = addResult(resultType);
  line(formatv("{0} = lowp.scaled_matmul {1}, {2}{3}{4} : {5}, {6}{7} -> {8}",
               y.name, lhs.name, rhs.name, accumulate,
               random.chance(1, 3) ? " fast_accumulation" : "", print(lhs.type),
               print(rhs.type), accumulatorType, print(resultType)));
}

void FunctionWriter::addGrouped() {
  int64_t groups = randomSize(random), rows = randomSize(random),
          columns = randomSize(random), depth = randomSize(random);
  SmallVector<int64_t> shapes[][3] = {
      {{rows, depth}, {groups, columns, depth}, {rows, columns}},
      {{rows, depth}, {columns, depth}, {groups, rows, columns}},
      {{groups, rows, depth},
       {groups, columns, depth},
       {groups, rows, columns}}};
  unsigned kind = random.below(3);
  Type lhs, rhs;
  bool isScaled = random.chance(1, 2);
  if (isScaled) {
    RecipeAttrInterface recipe = randomRecipe(context, random);
    lhs = randomScaled(shapes[kind][0], recipe, random);
    rhs = randomScaled(shapes[kind][1], randomPartner(recipe, random), random);
  } else {
    Type element = randomHighPrecision(context, random);
    lhs = RankedTensorType::get(shapes[kind][0], element);
    rhs = RankedTensorType::get(shapes[kind][1], element);
  }
  std::string numbers;
  if (kind < 2 || random.chance(1, 2))
    numbers = formatv(" {0}({1} : tensor<{2}xi32>)",
                      kind < 2 ? "offsets" : "counts", getNumbers(groups).name,
                      ShapedType::isDynamic(groups) ? std::string("?")
                                                    : std::to_string(groups));
  std::string left = addArgument(lhs).name, right = addArgument(rhs).name;
  Named y = addResult(RankedTensorType::get(
      shapes[kind][2], randomHighPrecision(context, random)));
  line(formatv("{0} = lowp.{1} {2}, {3}{4} : {5}, {6} -> {7}", y.name,
               isScaled ? "grouped_scaled_matmul" : "grouped_matmul", left,
               right, numbers, print(lhs), print(rhs), print(y.type)));
}

void FunctionWriter::addLinalgMatmul() {
  Named x = getMatrix();
  auto type = cast<RankedTensorType>(x.type);
  ArrayRef<int64_t> shape = type.getShape();
  Type element = type.getElementType();
  int64_t columns = randomSize(random);
  bool isTransposed = random.chance(1, 2);
  Named w = isTransposed ? getMatrix(columns, shape[1], element)
                         : getMatrix(shape[1], columns, element);
  // linalg cannot convert between formats of the same width.
  Named init =
      getMatrix(shape[0], columns,
                random.chance(1, 3) ? Float32Type::get(context) : element);
  std::string maps = isTransposed
                         ? " indexing_maps = [affine_map<(m, n, k) -> (m, k)>, "
                           "affine_map<(m, n, k) -> (n, k)>, "
                           "affine_map<(m, n, k) -> (m, n)>]"
                         : "";
  // A matmul that adds to zero loses its accumulator.
  if (random.chance(1, 2)) {
    std::string initType = print(init.type);
    std::string zero = formatv("%zero{0}", body.size());
    Named filled = {formatv("%filled{0}", body.size()), init.type};
    line(formatv("{0} = arith.constant 0.0 : {1}", zero,
                 print(cast<RankedTensorType>(init.type).getElementType())));
    line(formatv("{0} = linalg.fill ins({1} : {2}) outs({3} : {4}) -> {4}",
                 filled.name, zero,
                 print(cast<RankedTensorType>(init.type).getElementType()),
                 init.name, initType));
    init = filled;
  }
  std::string recipe;
  if (random.chance(5, 6))
    recipe = formatv(" {{lowp.recipe = #lowp.matmul_recipe<{0}>}",
                     random.pick(MatmulRecipeAttr::getPresetNames()));
  Named y = addResult(init.type);
  line(formatv("{0} = linalg.matmul{1}{2} ins({3}, {4} : {5}, {6}) outs({7} : "
               "{8}) -> {8}",
               y.name, maps, recipe, x.name, w.name, print(x.type),
               print(w.type), init.name, print(init.type)));
}

void FunctionWriter::addArithmetic() {
  Named x = getMatrix();
  Named y = addResult(x.type);
  StringRef type = "";
  std::string text = print(x.type);
  type = text;
  if (random.chance(1, 2))
    line(formatv("{0} = {1} {2} : {3}", y.name,
                 random.pick({"math.exp", "math.tanh", "arith.negf",
                              "math.absf", "math.rsqrt"}),
                 x.name, type));
  else
    line(formatv("{0} = {1} {2}, {2} : {3}", y.name,
                 random.pick({"arith.addf", "arith.mulf", "arith.divf",
                              "arith.maximumf"}),
                 x.name, type));
}

void FunctionWriter::addBranch() {
  Named q = getScaled();
  Named other = addArgument(q.type);
  Named condition = addArgument(IntegerType::get(context, 1));
  Named chosen = addResult(q.type);
  std::string type = print(q.type);
  if (random.chance(1, 2)) {
    line(formatv("{0} = arith.select {1}, {2}, {3} : {4}", chosen.name,
                 condition.name, q.name, other.name, type));
    return;
  }
  line(formatv("{0} = scf.if {1} -> ({2}) {{", chosen.name, condition.name,
               type));
  line(formatv("  scf.yield {0} : {1}", q.name, type));
  line("} else {");
  line(formatv("  scf.yield {0} : {1}", other.name, type));
  line("}");
}

void FunctionWriter::addLoop() {
  Named first = random.chance(1, 2) ? getScaled() : getMatrix();
  Type index = IndexType::get(context);
  Named bound = addArgument(index), step = addArgument(index);
  Named other = addArgument(first.type);
  Named last = addResult(first.type);
  std::string type = print(first.type);
  std::string carried = formatv("%carried{0}", body.size());
  line(formatv("{0} = scf.for %i = {1} to {2} step {1} iter_args({3} = {4}) -> "
               "({5}) {{",
               last.name, step.name, bound.name, carried, first.name, type));
  line(formatv("  scf.yield {0} : {1}",
               random.chance(1, 2) ? carried : other.name, type));
  line("}");
}

void FunctionWriter::addCall() {
  if (callees.empty())
    return;
  const Signature &callee = random.pick(callees);
  SmallVector<std::string> operands, operandTypes, results, resultTypes;
  for (Type type : callee.arguments) {
    operands.push_back(addArgument(type).name);
    operandTypes.push_back(print(type));
  }
  for (Type type : callee.results) {
    results.push_back(formatv("%called{0}_{1}", body.size(), results.size()));
    resultTypes.push_back(print(type));
    values.push_back({results.back(), type});
  }
  line(formatv("{0} = func.call @{1}({2}) : ({3}) -> ({4})",
               llvm::join(results, ", "), callee.name,
               llvm::join(operands, ", "), llvm::join(operandTypes, ", "),
               llvm::join(resultTypes, ", ")));
}

void FunctionWriter::addOperation() {
  using Adder = void (FunctionWriter::*)();
  static constexpr Adder kAdders[] = {
      &FunctionWriter::addQuantize,     &FunctionWriter::addQuantize,
      &FunctionWriter::addDequantize,   &FunctionWriter::addHadamard,
      &FunctionWriter::addTranspose,    &FunctionWriter::addRelayout,
      &FunctionWriter::addSplit,        &FunctionWriter::addMake,
      &FunctionWriter::addScaledMatmul, &FunctionWriter::addScaledMatmul,
      &FunctionWriter::addGrouped,      &FunctionWriter::addLinalgMatmul,
      &FunctionWriter::addLinalgMatmul, &FunctionWriter::addArithmetic,
      &FunctionWriter::addBranch,       &FunctionWriter::addLoop,
      &FunctionWriter::addCall};
  (this->*random.pick(kAdders))();
}

std::string FunctionWriter::write(StringRef name) {
  do
    addOperation();
  while (values.empty() || random.chance(2, 3));
  Signature signature = {name.str(), {}, {}};
  SmallVector<std::string> parameters, results, resultTypes;
  for (const Named &argument : arguments) {
    parameters.push_back(argument.name + ": " + print(argument.type));
    signature.arguments.push_back(argument.type);
  }
  do {
    const Named &value =
        random.chance(2, 3) ? values.back() : random.pick(values);
    results.push_back(value.name);
    resultTypes.push_back(print(value.type));
    signature.results.push_back(value.type);
  } while (random.chance(1, 4));
  callees.push_back(signature);
  std::string types = llvm::join(resultTypes, ", ");
  return formatv("func.func @{0}({1}) -> ({2}) {{\n{3}  return {4} : {2}\n}\n",
                 name, llvm::join(parameters, ", "), types, body,
                 llvm::join(results, ", "));
}

std::string lowp_fuzz::generateModule(MLIRContext *context, Random &random) {
  std::string module;
  std::vector<Signature> callees;
  unsigned count = 1 + random.below(3);
  for (unsigned index = 0; index < count; ++index)
    module += FunctionWriter(context, random, callees)
                  .write(formatv("f{0}", index).str());
  return module;
}
