//===- Launches.cpp - Launches as runtime calls ---------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Conversion/HostLaunch/HostLaunch.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {

/// Collects what one launch passes and emits the call.
class LaunchBuilder {
public:
  LaunchBuilder(Operation *op, RuntimeABI &abi)
      : abi(abi), builder(op), loc(op->getLoc()) {}

  /// Fields of LowpLaunch; values are i32.
  SmallVector<Value, 3> grid, block, cluster;
  Value sharedBytes;
  /// Whether the kernel waits for its predecessor itself.
  bool overlapsPrevious = false;
  /// Whether its clusters divide the work among as many as there are.
  bool isPersistent = false;

  /// Passes a value of an LLVM type.
  void addParameter(Value value);
  /// Passes the bytes at `address`.
  void addParameterAt(Value address) { parameters.push_back(address); }

  void emit(Value call, StringRef image, StringRef kernel);

  /// `value`, an index or an integer, as an i32.
  Value toI32(Value value);

  RuntimeABI &abi;
  OpBuilder builder;
  Location loc;

private:
  void storeDimensions(Value slot, int32_t field, ArrayRef<Value> values);
  Value emitLaunchShape();
  Value emitParameters();

  SmallVector<Value> parameters;
};

} // namespace

Value LaunchBuilder::toI32(Value value) {
  if (value.getType().isIndex())
    return arith::IndexCastOp::create(builder, loc, abi.i32, value);
  if (value.getType().isInteger(64))
    return arith::TruncIOp::create(builder, loc, abi.i32, value);
  return value;
}

void LaunchBuilder::addParameter(Value value) {
  Value slot = createEntrySlot(builder, loc, value.getType());
  LLVM::StoreOp::create(builder, loc, value, slot);
  parameters.push_back(slot);
}

void LaunchBuilder::storeDimensions(Value slot, int32_t field,
                                    ArrayRef<Value> values) {
  for (auto [dim, value] : llvm::enumerate(values))
    abi.storeField(builder, loc, abi.launch, slot,
                   {field, static_cast<int32_t>(dim)}, value);
}

Value LaunchBuilder::emitLaunchShape() {
  Value slot = createEntrySlot(builder, loc, abi.launch);
  storeDimensions(slot, 0, grid);
  storeDimensions(slot, 1, block);
  storeDimensions(slot, 2, cluster);
  abi.storeField(builder, loc, abi.launch, slot, {3}, sharedBytes);
  abi.storeField(builder, loc, abi.launch, slot, {4},
                 abi.createI32(builder, loc, overlapsPrevious));
  return slot;
}

Value LaunchBuilder::emitParameters() {
  auto type = LLVM::LLVMArrayType::get(abi.pointer, parameters.size());
  Value slot = createEntrySlot(builder, loc, type);
  for (auto [number, parameter] : llvm::enumerate(parameters))
    abi.storeField(builder, loc, type, slot, {static_cast<int32_t>(number)},
                   parameter);
  return slot;
}

void LaunchBuilder::emit(Value call, StringRef image, StringRef kernel) {
  Value shape = emitLaunchShape();
  Value params = emitParameters();
  Value imageAddress = abi.createAddress(builder, loc, image.str() + "_image");
  Value name = abi.createString(builder, loc, kernel);
  abi.createCall(builder, loc,
                 isPersistent ? "lowpLaunchPersistentKernel"
                              : "lowpLaunchKernel",
                 {call, imageAddress, name, shape, params});
}

//===----------------------------------------------------------------------===//
// gpu.launch_func: generic kernels
//===----------------------------------------------------------------------===//

/// Passes `operand` as convert-gpu-to-nvvm expands kernel arguments.
static void addExpanded(LaunchBuilder &launch, Value operand) {
  OpBuilder &builder = launch.builder;
  if (auto type = dyn_cast<MemRefType>(operand.getType())) {
    SmallVector<Value> fields;
    MemRefDescriptor::unpack(builder, launch.loc,
                             createDescriptor(builder, launch.loc, operand),
                             type, fields);
    for (Value field : fields)
      launch.addParameter(field);
    return;
  }
  LLVMTypeConverter converter(builder.getContext());
  Type type = converter.convertType(operand.getType());
  if (type != operand.getType())
    operand =
        UnrealizedConversionCastOp::create(builder, launch.loc, type, operand)
            .getResult(0);
  launch.addParameter(operand);
}

static FailureOr<KernelImage> findKernel(Operation *op, SymbolRefAttr kernel,
                                         const KernelImages &images) {
  auto found = images.find(kernel);
  if (found == images.end())
    return op->emitOpError("expected kernel ")
           << kernel
           << " in a gpu.binary with a kernel table, got none; run "
              "lowp-serialize before lowp-host-launch";
  return found->second;
}

/// Whether the kernel waits for its predecessor itself.
static bool overlapsPrevious(gpu::KernelMetadataAttr kernel) {
  return static_cast<bool>(kernel.getAttr("overlaps_previous"));
}

/// Fails the call where a size of the grid is more than a launch can say. The
/// driver refuses what is less and too much.
static void checkGrid(LaunchBuilder &launch, gpu::LaunchFuncOp op, Value call) {
  gpu::KernelDim3 grid = op.getGridSizeOperandValues();
  OpBuilder &builder = launch.builder;
  for (Value size : {grid.x, grid.y, grid.z}) {
    if (getConstantIntValue(size) || !size.getType().isIndex())
      continue;
    Value most = arith::ConstantIndexOp::create(
        builder, launch.loc, std::numeric_limits<int32_t>::max());
    Value isTooLarge = arith::CmpIOp::create(
        builder, launch.loc, arith::CmpIPredicate::ugt, size, most);
    launch.abi.createFailIf(
        builder, launch.loc, call, isTooLarge,
        llvm::formatv(
            "'{0}': expected tensors that {1} can divide into at "
            "most 2147483647 blocks, got larger ones",
            getPlainName(op->getParentOfType<func::FuncOp>().getName()),
            op.getKernelName())
            .str());
  }
}

LogicalResult mlir::lowp::lowerLaunch(gpu::LaunchFuncOp op, Value call,
                                      RuntimeABI &abi,
                                      const KernelImages &images) {
  if (op.getAsyncToken() || !op.getAsyncDependencies().empty() ||
      op.getAsyncObject())
    return op.emitOpError("expected a launch on the caller's stream, got an "
                          "asynchronous one");
  FailureOr<KernelImage> kernel = findKernel(op, op.getKernel(), images);
  if (failed(kernel))
    return failure();

  LaunchBuilder launch(op, abi);
  checkGrid(launch, op, call);
  auto toDimensions = [&](gpu::KernelDim3 dims) {
    return SmallVector<Value, 3>{launch.toI32(dims.x), launch.toI32(dims.y),
                                 launch.toI32(dims.z)};
  };
  Value one = abi.createI32(launch.builder, launch.loc, 1);
  launch.grid = toDimensions(op.getGridSizeOperandValues());
  launch.block = toDimensions(op.getBlockSizeOperandValues());
  launch.cluster = op.hasClusterSize()
                       ? toDimensions(op.getClusterSizeOperandValues())
                       : SmallVector<Value, 3>(3, one);
  launch.sharedBytes = op.getDynamicSharedMemorySize();
  if (!launch.sharedBytes)
    launch.sharedBytes = abi.createI32(launch.builder, launch.loc, 0);
  launch.overlapsPrevious = overlapsPrevious(kernel->metadata);
  for (Value operand : op.getKernelOperands())
    addExpanded(launch, operand);
  launch.emit(call, kernel->image, op.getKernelName());
  op.erase();
  return success();
}

//===----------------------------------------------------------------------===//
// lowp_gpu.launch: persistent kernels
//===----------------------------------------------------------------------===//

/// The three entries of a launch dimension in the kernel's metadata.
static FailureOr<SmallVector<int64_t, 3>>
getDimensions(Operation *op, gpu::KernelMetadataAttr kernel, StringRef name,
              std::optional<int64_t> missing) {
  auto sizes = kernel.getAttr<DenseI32ArrayAttr>(name);
  if (sizes && sizes.size() == 3)
    return llvm::map_to_vector<3>(sizes.asArrayRef(),
                                  [](int32_t size) { return int64_t(size); });
  if (!sizes && missing)
    return SmallVector<int64_t, 3>(3, *missing);
  return op->emitOpError("expected the metadata of kernel ")
         << kernel.getName() << " to hold three sizes called '" << name
         << "'; serialize it with lowp-serialize";
}

static int64_t getSharedBytes(gpu::KernelMetadataAttr kernel) {
  auto bytes = kernel.getAttr<IntegerAttr>("shared_bytes");
  return bytes ? bytes.getInt() : 0;
}

/// Blocks of a persistent launch: a cluster per tile, but no more clusters than
/// there are multiprocessors for. The runtime knows where fewer run at the same
/// time.
static Value emitPersistentGrid(LaunchBuilder &launch, Value call, Value tiles,
                                int64_t clusterSize) {
  OpBuilder &builder = launch.builder;
  RuntimeABI &abi = launch.abi;
  Location loc = launch.loc;
  Value processors =
      abi.createCall(builder, loc, "lowpMultiprocessorCount", call, abi.i32);
  Value size = abi.createI32(builder, loc, clusterSize);
  Value resident = arith::DivUIOp::create(builder, loc, processors, size);
  Value one = abi.createI32(builder, loc, 1);
  resident = arith::MaxUIOp::create(builder, loc, resident, one);
  Value clusters = arith::MinUIOp::create(builder, loc, resident, tiles);
  return arith::MulIOp::create(builder, loc, clusters, size);
}

/// Passes `operand` as lowp_gpu.launch says.
static LogicalResult addPlain(LaunchBuilder &launch, lowp_gpu::LaunchOp op,
                              Value operand) {
  OpBuilder &builder = launch.builder;
  Type type = operand.getType();
  if (isa<lowp_gpu::TensorMapType>(type)) {
    Value address = UnrealizedConversionCastOp::create(
                        builder, launch.loc, launch.abi.pointer, operand)
                        .getResult(0);
    launch.addParameterAt(address);
  } else if (isa<MemRefType>(type)) {
    launch.addParameter(createElementAddress(builder, launch.loc, operand));
  } else if (type.isIndex()) {
    launch.addParameter(arith::IndexCastOp::create(builder, launch.loc,
                                                   launch.abi.i64, operand));
  } else if (LLVM::isCompatibleType(type)) {
    launch.addParameter(operand);
  } else {
    return op.emitOpError("expected tensor maps, buffers and scalars as "
                          "operands of the kernel, got ")
           << type;
  }
  return success();
}

LogicalResult mlir::lowp::lowerLaunch(lowp_gpu::LaunchOp op, Value call,
                                      RuntimeABI &abi,
                                      const KernelImages &images) {
  FailureOr<KernelImage> kernel = findKernel(op, op.getKernel(), images);
  if (failed(kernel))
    return failure();
  auto block = getDimensions(op, kernel->metadata, "block", std::nullopt);
  auto cluster = getDimensions(op, kernel->metadata, "cluster", 1);
  if (failed(block) || failed(cluster))
    return failure();

  LaunchBuilder launch(op, abi);
  auto toConstants = [&](ArrayRef<int64_t> sizes) {
    return llvm::map_to_vector<3>(sizes, [&](int64_t size) {
      return abi.createI32(launch.builder, launch.loc, size);
    });
  };
  launch.block = toConstants(*block);
  launch.cluster = toConstants(*cluster);
  launch.sharedBytes = abi.createI32(launch.builder, launch.loc,
                                     getSharedBytes(kernel->metadata));
  launch.overlapsPrevious = overlapsPrevious(kernel->metadata);
  launch.isPersistent = true;
  Value one = abi.createI32(launch.builder, launch.loc, 1);
  launch.grid = {emitPersistentGrid(launch, call, op.getTiles(),
                                    llvm::product_of(*cluster)),
                 one, one};
  for (Value operand : op.getKernelOperands())
    if (failed(addPlain(launch, op, operand)))
      return failure();
  launch.emit(call, kernel->image, kernel->metadata.getName());
  op.erase();
  return success();
}
