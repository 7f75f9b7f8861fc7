//===- Signature.cpp - The C interface of host functions ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "Checks/SizeAsserts.h"
#include "lowp/Conversion/HostLaunch/HostLaunch.h"
#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {

/// Turns one argument of a host function from the pointer to a LowpTensorN into
/// a buffer, with the checks that the buffer's type promises.
class TensorArgument {
public:
  TensorArgument(func::FuncOp func, RuntimeABI &abi, Value call,
                 unsigned number, MemRefType type, int64_t alignment)
      : func(func), abi(abi), call(call), number(number), type(type),
        alignment(alignment), builder(OpBuilder::atBlockBegin(&func.front())) {}

  /// Emits everything before `before` and returns the buffer.
  Value emit(Value tensor, Operation *before);

private:
  void failIf(Value condition, const Twine &message);
  void checkSizes();
  void checkCount();
  Value hasElements();
  void checkStrides();
  void checkAddress(Value address);

  Value compare(LLVM::ICmpPredicate predicate, Value lhs, Value rhs) {
    return LLVM::ICmpOp::create(builder, loc(), predicate, lhs, rhs);
  }
  Value extract(ArrayRef<int64_t> position) {
    return LLVM::ExtractValueOp::create(builder, loc(), descriptor, position);
  }
  Location loc() { return func.getLoc(); }

  func::FuncOp func;
  RuntimeABI &abi;
  Value call;
  unsigned number;
  MemRefType type;
  int64_t alignment;
  OpBuilder builder;
  Value descriptor;
  SmallVector<Value> sizes;
};

} // namespace

// Positions in the descriptor: allocated, aligned, offset, sizes, strides.
static constexpr int64_t kAligned = 1, kOffset = 2, kSizes = 3, kStrides = 4;

void TensorArgument::failIf(Value condition, const Twine &message) {
  std::string text = llvm::formatv("argument {0} of '{1}': ", number,
                                   getPlainName(func.getName()));
  abi.createFailIf(builder, loc(), call, condition, text + message.str());
}

void TensorArgument::checkSizes() {
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    Value size = extract({kSizes, dim});
    if (type.isDynamicDim(dim)) {
      failIf(compare(LLVM::ICmpPredicate::slt, size,
                     abi.createI64(builder, loc(), 0)),
             llvm::formatv("expected dimension {0} to be 0 or more, got a "
                           "negative size",
                           dim));
      sizes.push_back(arith::IndexCastOp::create(builder, loc(),
                                                 builder.getIndexType(), size));
      continue;
    }
    Value expected = abi.createI64(builder, loc(), type.getDimSize(dim));
    failIf(compare(LLVM::ICmpPredicate::ne, size, expected),
           llvm::formatv("expected dimension {0} to be {1}, got another size; "
                         "pass the shape that the function was compiled for",
                         dim, type.getDimSize(dim)));
  }
}

/// More elements than memory holds are a mistake, and what is computed from
/// sizes counts on fewer. An empty tensor may have large sizes, too.
void TensorArgument::checkCount() {
  if (type.hasStaticShape())
    return;
  Type f64 = builder.getF64Type();
  auto toFloat = [&](double value) -> Value {
    return LLVM::ConstantOp::create(builder, loc(), f64,
                                    builder.getF64FloatAttr(value));
  };
  Value count = toFloat(1);
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    Value size = extract({kSizes, dim});
    size = LLVM::SMaxOp::create(builder, loc(), size,
                                abi.createI64(builder, loc(), 1));
    size = LLVM::SIToFPOp::create(builder, loc(), f64, size);
    count = LLVM::FMulOp::create(builder, loc(), count, size);
  }
  failIf(LLVM::FCmpOp::create(builder, loc(), LLVM::FCmpPredicate::ogt, count,
                              toFloat(kMostElements)),
         "expected at most 2^48 elements, got more");
}

/// Whether the tensor has any element.
Value TensorArgument::hasElements() {
  Value count = abi.createI64(builder, loc(), 1);
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    count = LLVM::MulOp::create(builder, loc(), count, extract({kSizes, dim}));
  return compare(LLVM::ICmpPredicate::ne, count,
                 abi.createI64(builder, loc(), 0));
}

// The stride of a dimension of at most one element is never used, nor is any
// of an empty tensor.
void TensorArgument::checkStrides() {
  Value expected = abi.createI64(builder, loc(), 1);
  Value one = expected;
  Value used = hasElements();
  for (int64_t dim = type.getRank() - 1; dim >= 0; --dim) {
    Value size = extract({kSizes, dim});
    Value differs =
        compare(LLVM::ICmpPredicate::ne, extract({kStrides, dim}), expected);
    Value matters = LLVM::AndOp::create(
        builder, loc(), used, compare(LLVM::ICmpPredicate::sgt, size, one));
    failIf(LLVM::AndOp::create(builder, loc(), differs, matters),
           llvm::formatv("expected rows without gaps, got another stride of "
                         "dimension {0}; copy the tensor into a contiguous one",
                         dim));
    expected = LLVM::MulOp::create(builder, loc(), expected, size);
  }
}

/// The alignment that kernels count on: for matrices, that of the widest access
/// and of TMA.
static int64_t getAlignment(MemRefType type, int64_t elementBytes) {
  return type.getRank() >= 2 ? 16 : elementBytes;
}

void TensorArgument::checkAddress(Value address) {
  Value runs = abi.createRuns(builder, loc(), call);
  Value zero = abi.createI64(builder, loc(), 0);
  Value count = abi.createI64(builder, loc(), 1);
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    count = LLVM::MulOp::create(builder, loc(), count, extract({kSizes, dim}));
  Value used = LLVM::AndOp::create(
      builder, loc(), runs, compare(LLVM::ICmpPredicate::sgt, count, zero));

  Value bits = LLVM::PtrToIntOp::create(builder, loc(), abi.i64, address);
  Value isNull = compare(LLVM::ICmpPredicate::eq, bits, zero);
  failIf(LLVM::AndOp::create(builder, loc(), used, isNull),
         "expected the address of device memory, got NULL");
  if (alignment == 1)
    return;
  Value rest = LLVM::AndOp::create(
      builder, loc(), bits, abi.createI64(builder, loc(), alignment - 1));
  Value isOff = compare(LLVM::ICmpPredicate::ne, rest, zero);
  failIf(LLVM::AndOp::create(builder, loc(), used, isOff),
         llvm::formatv("expected an address aligned to {0} bytes, got one that "
                       "is not; copy the tensor into fresh memory",
                       alignment));
}

Value TensorArgument::emit(Value tensor, Operation *before) {
  builder.setInsertionPoint(before);
  LLVMTypeConverter converter(builder.getContext());
  descriptor =
      LLVM::LoadOp::create(builder, loc(), converter.convertType(type), tensor);
  checkSizes();
  checkCount();
  checkStrides();
  Type element = converter.convertType(type.getElementType());
  Value address = LLVM::GEPOp::create(
      builder, loc(), abi.pointer, element, extract({kAligned}),
      ArrayRef<LLVM::GEPArg>{extract({kOffset})});
  checkAddress(address);
  return createBuffer(builder, loc(), type, address, sizes);
}

/// Whether C passes a scalar of this type the way LLVM does; floats of 16 bits
/// travel as their bits.
static bool isPlainScalar(Type type) {
  if (type.isF64() || type.isF32() || type.isF16() || type.isBF16() ||
      type.isIndex())
    return true;
  auto integer = dyn_cast<IntegerType>(type);
  return integer && integer.isSignless() &&
         llvm::is_contained({1, 8, 16, 32, 64}, int(integer.getWidth()));
}

static LogicalResult verifyInterface(func::FuncOp func) {
  if (func.getNumResults() != 0)
    return func.emitOpError("expected results to be arguments by now, got ")
           << func.getNumResults()
           << " results; run one-shot-bufferize and "
              "buffer-results-to-out-params before";
  for (Type type : func.getArgumentTypes()) {
    auto buffer = dyn_cast<MemRefType>(type);
    if (buffer && !buffer.getLayout().isIdentity())
      return func.emitOpError("expected arguments with contiguous rows, got ")
             << type << "; bufferize with identity layout maps";
    if (buffer && buffer.getMemorySpace())
      return func.emitOpError("expected arguments in the default memory "
                              "space, got ")
             << type;
    if (!buffer && !isPlainScalar(type))
      return func.emitOpError("expected arguments to be ranked tensors or "
                              "scalars of type f64, f32, f16, bf16, i1, i8, "
                              "i16, i32, i64 or index, got ")
             << type;
  }
  return success();
}

FailureOr<Value> mlir::lowp::rewriteSignature(func::FuncOp func,
                                              RuntimeABI &abi) {
  if (failed(verifyInterface(func)))
    return failure();
  FunctionType before = func.getFunctionType();
  func->setAttr(LowpDialect::getSignatureAttrName(), TypeAttr::get(before));
  if (failed(
          func.insertArgument(0, abi.pointer, /*argAttrs=*/{}, func.getLoc())))
    return failure();

  Block &entry = func.front();
  Value call = entry.getArgument(0);
  Operation *first = &entry.front();
  SmallVector<Type> types = {abi.pointer};
  for (auto [number, type] : llvm::enumerate(before.getInputs())) {
    auto bufferType = dyn_cast<MemRefType>(type);
    types.push_back(bufferType ? abi.pointer : type);
    if (!bufferType)
      continue;
    BlockArgument argument = entry.getArgument(number + 1);
    auto uses = llvm::map_to_vector(argument.getUses(),
                                    [](OpOperand &use) { return &use; });
    FailureOr<int64_t> bytes = getElementBytes(func, bufferType);
    if (failed(bytes))
      return failure();
    TensorArgument tensor(func, abi, call, number, bufferType,
                          getAlignment(bufferType, *bytes));
    argument.setType(abi.pointer);
    Value buffer = tensor.emit(argument, first);
    for (OpOperand *use : uses)
      use->set(buffer);
  }
  func.setType(FunctionType::get(func.getContext(), types, {}));
  return call;
}
