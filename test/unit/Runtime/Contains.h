//===- Contains.h - Messages in assertions ----------------------*- C++ -*-===//

#ifndef LOWP_TEST_UNIT_RUNTIME_CONTAINS_H
#define LOWP_TEST_UNIT_RUNTIME_CONTAINS_H

#include <gtest/gtest.h>
#include <string>

namespace mlir::lowp::runtime::test {

/// EXPECT_TRUE(contains(message, part)) shows the message when it fails.
inline ::testing::AssertionResult contains(const std::string &text,
                                           const std::string &part) {
  if (text.find(part) != std::string::npos)
    return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure()
         << "expected '" << part << "' in '" << text << "'";
}

} // namespace mlir::lowp::runtime::test

#endif // LOWP_TEST_UNIT_RUNTIME_CONTAINS_H
