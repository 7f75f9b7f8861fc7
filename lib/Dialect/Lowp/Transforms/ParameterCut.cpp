//===- ParameterCut.cpp - Which values are computed ahead -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A minimum cut between the parameters and what reads the slice from outside:
// each value is an edge as wide as its bytes.
//
//===----------------------------------------------------------------------===//

#include "ParameterSlice.h"

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Support/ElementBytes.h"

#include <algorithm>

using namespace mlir;
using namespace mlir::lowp;

/// Bytes of a tensor whose unknown sizes are `unknown`.
static int64_t getNumBytes(RankedTensorType type, int64_t unknown) {
  Type element = type.getElementType();
  unsigned bits = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  int64_t bytes = bytesOfBits(bits);
  for (int64_t size : type.getShape())
    bytes *= ShapedType::isDynamic(size) ? unknown : size;
  return bytes;
}

/// The same of all tensors of `value`; nothing if it is no tensors of numbers.
static std::optional<int64_t> getNumBytes(Value value, int64_t unknown) {
  SmallVector<Type, 3> tensors = {value.getType()};
  if (auto scaled = dyn_cast<ScaledType>(value.getType()))
    tensors = scaled.getStorageTypes();
  int64_t bytes = 0;
  for (Type type : tensors) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || !tensor.getElementType().isIntOrIndexOrFloat())
      return std::nullopt;
    bytes += getNumBytes(tensor, unknown);
  }
  return bytes;
}

static bool isDynamic(Value value) {
  if (auto scaled = dyn_cast<ScaledType>(value.getType()))
    return !ShapedType::isStaticShape(scaled.getShape());
  return !cast<ShapedType>(value.getType()).hasStaticShape();
}

std::optional<int64_t> mlir::lowp::getNumBytes(Value value) {
  return isDynamic(value) ? std::nullopt : ::getNumBytes(value, /*unknown=*/0);
}

namespace {

/// A network of edges with a capacity, and the flow through it.
class FlowNetwork {
public:
  static constexpr int64_t kUnlimited = int64_t(1) << 60;

  unsigned addNode() {
    edges.emplace_back();
    return edges.size() - 1;
  }
  void addEdge(unsigned from, unsigned to, int64_t capacity) {
    edges[from].push_back({to, unsigned(edges[to].size()), capacity});
    edges[to].push_back({from, unsigned(edges[from].size() - 1), 0});
  }

  /// Lets as much flow as possible from `source` to `sink`, besides what flows
  /// already.
  void saturate(unsigned source, unsigned sink) {
    while (augment(source, sink))
      ;
  }

  /// For each node whether more could flow from there to `sink`.
  std::vector<bool> findUpstream(unsigned sink) const;

private:
  struct Edge {
    unsigned to;
    /// The number of the opposite edge, at node `to`.
    unsigned opposite;
    int64_t capacity;
  };

  bool augment(unsigned source, unsigned sink);

  std::vector<std::vector<Edge>> edges;
};

/// Finds the values to hand over.
class Cut {
public:
  explicit Cut(const ParameterSlice &slice) : slice(slice) {}

  SmallVector<Value> choose();

private:
  void chooseScaled();
  void build();
  void addValue(Value value);
  int64_t getCapacity(Value value) const;
  bool canBeHandedOver(Value value) const;
  bool isOfGivenParts(Value value) const;
  SmallVector<Value> collect();

  const ParameterSlice &slice;
  DenseSet<Value> scaled;
  FlowNetwork network;
  unsigned sink = 0;
  /// The node where a value begins; its edge ends at the next one.
  llvm::MapVector<Value, unsigned> nodes;
};

} // namespace

bool FlowNetwork::augment(unsigned source, unsigned sink) {
  // The edges by which nodes were reached: node before, number of the edge.
  DenseMap<unsigned, std::pair<unsigned, unsigned>> reached;
  SmallVector<unsigned> stack = {source};
  reached[source] = {source, 0};
  while (!stack.empty() && !reached.contains(sink)) {
    unsigned node = stack.pop_back_val();
    for (auto [number, edge] : llvm::enumerate(edges[node]))
      if (edge.capacity > 0 &&
          reached.try_emplace(edge.to, node, unsigned(number)).second)
        stack.push_back(edge.to);
  }
  if (!reached.contains(sink))
    return false;
  auto forEachEdge = [&](auto visit) {
    for (unsigned node = sink; node != source;) {
      auto [before, number] = reached.lookup(node);
      visit(edges[before][number]);
      node = before;
    }
  };
  int64_t flow = kUnlimited;
  forEachEdge([&](Edge &edge) { flow = std::min(flow, edge.capacity); });
  forEachEdge([&](Edge &edge) {
    edge.capacity -= flow;
    edges[edge.to][edge.opposite].capacity += flow;
  });
  return true;
}

std::vector<bool> FlowNetwork::findUpstream(unsigned sink) const {
  std::vector<bool> found(edges.size(), false);
  SmallVector<unsigned> stack = {sink};
  found[sink] = true;
  while (!stack.empty())
    for (const Edge &edge : edges[stack.pop_back_val()])
      if (!found[edge.to] && edges[edge.to][edge.opposite].capacity > 0) {
        found[edge.to] = true;
        stack.push_back(edge.to);
      }
  return found;
}

/// Whether `value` only names tensors that callers have, one of them a
/// parameter or a view of one, as a scaled value in either orientation: the
/// rest reads these, without a copy.
bool Cut::isOfGivenParts(Value value) const {
  while (auto transpose = value.getDefiningOp<TransposeOp>())
    value = transpose.getInput();
  auto make = value.getDefiningOp<MakeScaledOp>();
  auto isGiven = [](Value part) { return isa<BlockArgument>(getViewed(part)); };
  return make && llvm::any_of(make->getOperands(), isGiven) &&
         llvm::all_of(make->getOperands(), [&](Value part) {
           return isGiven(part) || canBeHandedOver(part);
         });
}

/// Scaled values that kernels read, before transposes that only turn them.
void Cut::chooseScaled() {
  for (Operation *op : slice.getOps())
    for (Value value : op->getResults()) {
      if (!isa<ScaledType>(value.getType()) || !slice.isReadOutside(value))
        continue;
      while (auto transpose = value.getDefiningOp<TransposeOp>())
        value = transpose.getInput();
      if (value.getDefiningOp() && !isOfGivenParts(value))
        scaled.insert(value);
    }
}

/// Whether callers have tensors like `value`, and know their sizes.
bool Cut::canBeHandedOver(Value value) const {
  if (isa<ScaledType>(value.getType()))
    return true;
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  if (!tensor || !tensor.hasStaticShape())
    return false;
  Type element = tensor.getElementType();
  if (isa<BFloat16Type, Float16Type, Float32Type, Float64Type, Float8E4M3FNType,
          Float8E5M2Type, Float8E8M0FNUType>(element))
    return true;
  return llvm::any_of(
      std::initializer_list<unsigned>{1, 8, 16, 32, 64},
      [&](unsigned width) { return element.isSignlessInteger(width); });
}

int64_t Cut::getCapacity(Value value) const {
  if (scaled.contains(value))
    return 0;
  bool isView = value.getDefiningOp() && isa<BlockArgument>(getViewed(value));
  if (isView || isOfGivenParts(value) ||
      (value.getDefiningOp() && !canBeHandedOver(value)))
    return FlowNetwork::kUnlimited;
  // Only as one of several estimates.
  constexpr int64_t unknown = 1024;
  return ::getNumBytes(value, unknown).value_or(FlowNetwork::kUnlimited >> 10);
}

void Cut::addValue(Value value) {
  unsigned begin = network.addNode(), end = network.addNode();
  nodes[value] = begin;
  network.addEdge(begin, end, getCapacity(value));
  if (!scaled.contains(value) && slice.isReadOutside(value))
    network.addEdge(end, sink, FlowNetwork::kUnlimited);
}

void Cut::build() {
  sink = network.addNode();
  for (BlockArgument parameter : slice.getParameters())
    addValue(parameter);
  for (Operation *op : slice.getOps())
    for (Value result : op->getResults()) {
      if (!slice.dependsOnParameter(result))
        continue;
      addValue(result);
      for (Value input : ParameterSlice::getInputs(op))
        if (auto found = nodes.find(input); found != nodes.end())
          network.addEdge(found->second + 1, nodes.lookup(result),
                          FlowNetwork::kUnlimited);
    }
}

SmallVector<Value> Cut::collect() {
  std::vector<bool> upstream = network.findUpstream(sink);
  SmallVector<Value> values;
  for (Operation *op : slice.getOps())
    for (Value result : op->getResults()) {
      auto *found = nodes.find(result);
      bool isCut = found != nodes.end() && !upstream[found->second] &&
                   upstream[found->second + 1];
      if (isCut || scaled.contains(result))
        values.push_back(result);
    }
  return values;
}

SmallVector<Value> Cut::choose() {
  chooseScaled();
  build();
  // One parameter after the other: each sees a small part of the network.
  for (BlockArgument parameter : slice.getParameters())
    network.saturate(nodes.lookup(parameter), sink);
  return collect();
}

SmallVector<Value> mlir::lowp::chooseHandedValues(const ParameterSlice &slice) {
  return Cut(slice).choose();
}
