//===- DigitClasses.cpp - Classes of dimensions that are divided ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Graph/Analysis/DigitClasses.h"

#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::lowp;

DigitClasses::DigitClasses(ArrayRef<int64_t> sizes)
    : links(llvm::to_vector(llvm::seq<unsigned>(0, sizes.size()))),
      sizes(sizes), digitsOf(sizes.size()) {}

unsigned DigitClasses::find(unsigned node) const {
  while (links[node] != node)
    node = links[node];
  return node;
}

void DigitClasses::addDigits(unsigned node,
                             SmallVectorImpl<unsigned> &digits) const {
  node = find(node);
  if (sizes[node] == 1)
    return;
  if (digitsOf[node].empty())
    digits.push_back(node);
  for (unsigned digit : digitsOf[node])
    addDigits(digit, digits);
}

SmallVector<unsigned> DigitClasses::getDigits(ArrayRef<unsigned> nodes) const {
  SmallVector<unsigned> digits;
  for (unsigned node : nodes)
    addDigits(node, digits);
  return digits;
}

bool DigitClasses::join(unsigned first, unsigned second) {
  first = find(first);
  second = find(second);
  if (first == second)
    return true;
  bool isKnown = !ShapedType::isDynamic(sizes[first]);
  if (isKnown && !ShapedType::isDynamic(sizes[second]) &&
      sizes[first] != sizes[second])
    return false;
  if (!isKnown)
    sizes[first] = sizes[second];
  links[second] = first;
  if (digitsOf[first].empty())
    digitsOf[first] = digitsOf[second];
  return digitsOf[second].empty() ||
         joinLists(digitsOf[first], digitsOf[second]);
}

unsigned DigitClasses::takeLow(unsigned node, unsigned low) {
  unsigned rest = links.size();
  links.push_back(rest);
  sizes.push_back(sizes[node] / sizes[low]);
  digitsOf.emplace_back();
  digitsOf[node] = {rest, low};
  return rest;
}

bool DigitClasses::joinLists(ArrayRef<unsigned> first,
                             ArrayRef<unsigned> second) {
  SmallVector<unsigned> left = getDigits(first), right = getDigits(second);
  while (!left.empty() && !right.empty()) {
    unsigned one = left.pop_back_val(), other = right.pop_back_val();
    bool isLast = left.empty() && right.empty();
    if (getSize(one) == getSize(other) || isLast) {
      if (!join(one, other))
        return false;
    } else {
      auto [low, high] = getSize(one) < getSize(other) ? std::pair(one, other)
                                                       : std::pair(other, one);
      if (ShapedType::isDynamic(getSize(one)) ||
          ShapedType::isDynamic(getSize(other)) || getSize(low) == 0 ||
          getSize(high) % getSize(low) != 0)
        return false;
      (high == one ? left : right).push_back(takeLow(high, low));
    }
    // Some may have been joined or divided.
    left = getDigits(left);
    right = getDigits(right);
  }
  return left.empty() && right.empty();
}

bool DigitClasses::divide(unsigned node, ArrayRef<unsigned> digits) {
  node = find(node);
  int64_t size = countPoints(digits);
  if (!ShapedType::isDynamic(sizes[node]) && sizes[node] != size)
    return false;
  sizes[node] = size;
  if (!digitsOf[node].empty())
    return joinLists(digitsOf[node], digits);
  digitsOf[node].assign(digits.begin(), digits.end());
  return true;
}

int64_t DigitClasses::countPoints(ArrayRef<unsigned> digits) const {
  int64_t points = 1;
  for (unsigned digit : digits) {
    if (ShapedType::isDynamic(getSize(digit)))
      return ShapedType::kDynamic;
    points *= getSize(digit);
  }
  return points;
}

bool DigitClasses::haveSameTiles(ArrayRef<unsigned> digits,
                                 ArrayRef<unsigned> others,
                                 unsigned columnDigits) const {
  int64_t points = countPoints(others);
  if (ShapedType::isDynamic(points) || points == 0 ||
      countPoints(digits) != points)
    return false;
  int64_t columns = countPoints(others.take_back(columnDigits)), own = 1;
  for (; own < columns; digits = digits.drop_back())
    own *= getSize(digits.back());
  return own == columns;
}
