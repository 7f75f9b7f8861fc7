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
  LaunchBuilder(HostBuilder &b, const KernelImage &kernel)
      : b(b), kernel(kernel) {}

  /// Fields of LowpLaunch; values are i32.
  SmallVector<Value, 3> grid, block, cluster;
  Value sharedBytes;

  /// Passes a value of an LLVM type.
  void addParameter(Value value);
  /// Passes the bytes at `address`.
  void addParameterAt(Value address) { parameters.push_back(address); }

  /// Calls `function` of the runtime.
  void emit(StringRef function);

  HostBuilder &b;

private:
  void storeDimensions(Value slot, int32_t field, ArrayRef<Value> values);
  Value emitLaunchShape();
  Value emitParameters();

  const KernelImage &kernel;
  SmallVector<Value> parameters;
};

} // namespace

void LaunchBuilder::addParameter(Value value) {
  Value slot = b.createEntrySlot(value.getType());
  LLVM::StoreOp::create(b, value, slot);
  parameters.push_back(slot);
}

void LaunchBuilder::storeDimensions(Value slot, int32_t field,
                                    ArrayRef<Value> values) {
  for (auto [dim, value] : llvm::enumerate(values))
    b.storeField(b.abi.launch, slot, {field, static_cast<int32_t>(dim)}, value);
}

Value LaunchBuilder::emitLaunchShape() {
  Value slot = b.createEntrySlot(b.abi.launch);
  storeDimensions(slot, 0, grid);
  storeDimensions(slot, 1, block);
  storeDimensions(slot, 2, cluster);
  b.storeField(b.abi.launch, slot, {3}, sharedBytes);
  // Whether the kernel waits for its predecessor itself.
  bool overlaps = bool(kernel.metadata.getAttr("overlaps_previous"));
  b.storeField(b.abi.launch, slot, {4}, b.createI32(overlaps));
  return slot;
}

Value LaunchBuilder::emitParameters() {
  auto type = LLVM::LLVMArrayType::get(b.abi.pointer, parameters.size());
  Value slot = b.createEntrySlot(type);
  for (auto [number, parameter] : llvm::enumerate(parameters))
    b.storeField(type, slot, {static_cast<int32_t>(number)}, parameter);
  return slot;
}

void LaunchBuilder::emit(StringRef function) {
  Value shape = emitLaunchShape();
  Value params = emitParameters();
  Value image = b.createAddress(kernel.image.str() + "_image");
  Value name = b.createString(kernel.metadata.getName());
  b.createCall(function, {b.call, image, name, shape, params});
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

//===----------------------------------------------------------------------===//
// gpu.launch_func: generic kernels
//===----------------------------------------------------------------------===//

/// Passes `operand` as convert-gpu-to-nvvm expands kernel arguments.
static void addExpanded(LaunchBuilder &launch, Value operand) {
  Value converted = createConverted(launch.b, operand);
  auto type = dyn_cast<MemRefType>(operand.getType());
  if (!type)
    return launch.addParameter(converted);
  SmallVector<Value> fields;
  MemRefDescriptor::unpack(launch.b, launch.b.getLoc(), converted, type,
                           fields);
  for (Value field : fields)
    launch.addParameter(field);
}

/// Fails the call where a size of the grid is more than a launch can say. The
/// driver refuses what is less and too much.
static void checkGrid(gpu::LaunchFuncOp op, HostBuilder &b) {
  gpu::KernelDim3 grid = op.getGridSizeOperandValues();
  for (Value size : {grid.x, grid.y, grid.z}) {
    if (getConstantIntValue(size) || !size.getType().isIndex())
      continue;
    Value most =
        arith::ConstantIndexOp::create(b, std::numeric_limits<int32_t>::max());
    Value isTooLarge =
        arith::CmpIOp::create(b, arith::CmpIPredicate::ugt, size, most);
    b.createFailIf(
        isTooLarge,
        llvm::formatv(
            "'{0}': expected tensors that {1} can divide into at "
            "most 2147483647 blocks, got larger ones",
            getPlainName(op->getParentOfType<func::FuncOp>().getName()),
            op.getKernelName())
            .str());
  }
}

/// `dims`, indices or integers, as i32.
static SmallVector<Value, 3> toI32(HostBuilder &b, gpu::KernelDim3 dims) {
  return llvm::map_to_vector<3>(
      ArrayRef<Value>{dims.x, dims.y, dims.z}, [&](Value value) -> Value {
        if (value.getType().isIndex())
          return arith::IndexCastOp::create(b, b.abi.i32, value);
        if (value.getType().isInteger(64))
          return arith::TruncIOp::create(b, b.abi.i32, value);
        return value;
      });
}

LogicalResult mlir::lowp::lowerLaunch(gpu::LaunchFuncOp op, HostBuilder &b,
                                      const KernelImages &images) {
  if (op.getAsyncToken() || !op.getAsyncDependencies().empty() ||
      op.getAsyncObject())
    return op.emitOpError("expected a launch on the caller's stream, got an "
                          "asynchronous one");
  FailureOr<KernelImage> kernel = findKernel(op, op.getKernel(), images);
  if (failed(kernel))
    return failure();

  LaunchBuilder launch(b, *kernel);
  checkGrid(op, b);
  Value one = b.createI32(1);
  launch.grid = toI32(b, op.getGridSizeOperandValues());
  launch.block = toI32(b, op.getBlockSizeOperandValues());
  launch.cluster = op.hasClusterSize()
                       ? toI32(b, op.getClusterSizeOperandValues())
                       : SmallVector<Value, 3>(3, one);
  launch.sharedBytes = op.getDynamicSharedMemorySize();
  if (!launch.sharedBytes)
    launch.sharedBytes = b.createI32(0);
  for (Value operand : op.getKernelOperands())
    addExpanded(launch, operand);
  launch.emit("lowpLaunchKernel");
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
static Value emitPersistentGrid(HostBuilder &b, Value tiles,
                                int64_t clusterSize) {
  Value processors =
      b.createCall("lowpMultiprocessorCount", b.call, b.abi.i32).getResult();
  Value size = b.createI32(clusterSize);
  Value resident = arith::DivUIOp::create(b, processors, size);
  Value one = b.createI32(1);
  resident = arith::MaxUIOp::create(b, resident, one);
  Value clusters = arith::MinUIOp::create(b, resident, tiles);
  return arith::MulIOp::create(b, clusters, size);
}

/// Passes `operand` as lowp_gpu.launch says.
static LogicalResult addPlain(LaunchBuilder &launch, lowp_gpu::LaunchOp op,
                              Value operand) {
  HostBuilder &b = launch.b;
  Type type = operand.getType();
  if (isa<lowp_gpu::TensorMapType>(type)) {
    launch.addParameterAt(createCast(b, b.abi.pointer, operand));
  } else if (isa<MemRefType>(type)) {
    launch.addParameter(createElementAddress(b, operand));
  } else if (type.isIndex()) {
    launch.addParameter(arith::IndexCastOp::create(b, b.abi.i64, operand));
  } else if (LLVM::isCompatibleType(type)) {
    launch.addParameter(operand);
  } else {
    return op.emitOpError("expected tensor maps, buffers and scalars as "
                          "operands of the kernel, got ")
           << type;
  }
  return success();
}

LogicalResult mlir::lowp::lowerLaunch(lowp_gpu::LaunchOp op, HostBuilder &b,
                                      const KernelImages &images) {
  FailureOr<KernelImage> kernel = findKernel(op, op.getKernel(), images);
  if (failed(kernel))
    return failure();
  auto block = getDimensions(op, kernel->metadata, "block", std::nullopt);
  auto cluster = getDimensions(op, kernel->metadata, "cluster", 1);
  if (failed(block) || failed(cluster))
    return failure();

  LaunchBuilder launch(b, *kernel);
  auto toConstant = [&](int64_t size) { return b.createI32(size); };
  launch.block = llvm::map_to_vector<3>(*block, toConstant);
  launch.cluster = llvm::map_to_vector<3>(*cluster, toConstant);
  launch.sharedBytes = b.createI32(getSharedBytes(kernel->metadata));
  Value one = b.createI32(1);
  launch.grid = {
      emitPersistentGrid(b, op.getTiles(), llvm::product_of(*cluster)), one,
      one};
  for (Value operand : op.getKernelOperands())
    if (failed(addPlain(launch, op, operand)))
      return failure();
  launch.emit("lowpLaunchPersistentKernel");
  op.erase();
  return success();
}
