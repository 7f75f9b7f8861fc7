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
  /// Emits everything where `b` is.
  TensorArgument(func::FuncOp func, HostBuilder &b, unsigned number,
                 MemRefType type, int64_t alignment)
      : func(func), b(b), number(number), type(type), alignment(alignment) {}

  /// Returns the buffer of `tensor`.
  Value emit(Value tensor);

private:
  void failIf(Value condition, const Twine &message);
  void checkSizes();
  void checkCount();
  Value countElements();
  void checkStrides();
  void checkAddress(Value address);

  Value compare(LLVM::ICmpPredicate predicate, Value lhs, Value rhs) {
    return LLVM::ICmpOp::create(b, predicate, lhs, rhs);
  }
  Value extract(ArrayRef<int64_t> position) {
    return LLVM::ExtractValueOp::create(b, descriptor, position);
  }

  func::FuncOp func;
  HostBuilder &b;
  unsigned number;
  MemRefType type;
  int64_t alignment;
  Value descriptor;
  SmallVector<Value> sizes;
};

} // namespace

// Positions in the descriptor: allocated, aligned, offset, sizes, strides.
static constexpr int64_t kAligned = 1, kOffset = 2, kSizes = 3, kStrides = 4;

void TensorArgument::failIf(Value condition, const Twine &message) {
  std::string text = llvm::formatv("argument {0} of '{1}': ", number,
                                   getPlainName(func.getName()));
  b.createFailIf(condition, text + message.str());
}

void TensorArgument::checkSizes() {
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    Value size = extract({kSizes, dim});
    if (type.isDynamicDim(dim)) {
      failIf(compare(LLVM::ICmpPredicate::slt, size, b.createI64(0)),
             llvm::formatv("expected dimension {0} to be 0 or more, got a "
                           "negative size",
                           dim));
      sizes.push_back(arith::IndexCastOp::create(b, b.getIndexType(), size));
      continue;
    }
    Value expected = b.createI64(type.getDimSize(dim));
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
  Type f64 = b.getF64Type();
  auto toFloat = [&](double value) -> Value {
    return LLVM::ConstantOp::create(b, f64, b.getF64FloatAttr(value));
  };
  Value count = toFloat(1);
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    Value size = extract({kSizes, dim});
    size = LLVM::SMaxOp::create(b, size, b.createI64(1));
    size = LLVM::SIToFPOp::create(b, f64, size);
    count = LLVM::FMulOp::create(b, count, size);
  }
  failIf(LLVM::FCmpOp::create(b, LLVM::FCmpPredicate::ogt, count,
                              toFloat(kMostElements)),
         "expected at most 2^48 elements, got more");
}

Value TensorArgument::countElements() {
  Value count = b.createI64(1);
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    count = LLVM::MulOp::create(b, count, extract({kSizes, dim}));
  return count;
}

// The stride of a dimension of at most one element is never used, nor is any
// of an empty tensor.
void TensorArgument::checkStrides() {
  Value expected = b.createI64(1);
  Value one = expected;
  Value count = countElements();
  Value used = compare(LLVM::ICmpPredicate::ne, count, b.createI64(0));
  for (int64_t dim = type.getRank() - 1; dim >= 0; --dim) {
    Value size = extract({kSizes, dim});
    Value differs =
        compare(LLVM::ICmpPredicate::ne, extract({kStrides, dim}), expected);
    Value matters = LLVM::AndOp::create(
        b, used, compare(LLVM::ICmpPredicate::sgt, size, one));
    failIf(LLVM::AndOp::create(b, differs, matters),
           llvm::formatv("expected rows without gaps, got another stride of "
                         "dimension {0}; copy the tensor into a contiguous one",
                         dim));
    expected = LLVM::MulOp::create(b, expected, size);
  }
}

/// The alignment that kernels count on: for matrices, that of the widest access
/// and of TMA.
static int64_t getAlignment(MemRefType type, int64_t elementBytes) {
  return type.getRank() >= 2 ? 16 : elementBytes;
}

void TensorArgument::checkAddress(Value address) {
  Value runs = b.createRuns();
  Value zero = b.createI64(0);
  Value count = countElements();
  Value used = LLVM::AndOp::create(
      b, runs, compare(LLVM::ICmpPredicate::sgt, count, zero));

  Value bits = LLVM::PtrToIntOp::create(b, b.abi.i64, address);
  Value isNull = compare(LLVM::ICmpPredicate::eq, bits, zero);
  failIf(LLVM::AndOp::create(b, used, isNull),
         "expected the address of device memory, got NULL");
  if (alignment == 1)
    return;
  Value rest = LLVM::AndOp::create(b, bits, b.createI64(alignment - 1));
  Value isOff = compare(LLVM::ICmpPredicate::ne, rest, zero);
  failIf(LLVM::AndOp::create(b, used, isOff),
         llvm::formatv("expected an address aligned to {0} bytes, got one that "
                       "is not; copy the tensor into fresh memory",
                       alignment));
}

Value TensorArgument::emit(Value tensor) {
  LLVMTypeConverter converter(b.getContext());
  descriptor = LLVM::LoadOp::create(b, converter.convertType(type), tensor);
  checkSizes();
  checkCount();
  checkStrides();
  Type element = converter.convertType(type.getElementType());
  Value aligned = extract({kAligned});
  Value address =
      LLVM::GEPOp::create(b, b.abi.pointer, element, aligned,
                          ArrayRef<LLVM::GEPArg>{extract({kOffset})});
  checkAddress(address);
  return createBuffer(b, type, address, sizes);
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
  HostBuilder b(func.getLoc(), abi, call);
  b.setInsertionPoint(&entry.front());
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
    TensorArgument tensor(func, b, number, bufferType,
                          getAlignment(bufferType, *bytes));
    argument.setType(abi.pointer);
    Value buffer = tensor.emit(argument);
    for (OpOperand *use : uses)
      use->set(buffer);
  }
  func.setType(FunctionType::get(func.getContext(), types, {}));
  return call;
}
