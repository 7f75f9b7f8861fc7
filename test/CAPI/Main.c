/*===- Main.c - Runs the tests of the C API -------------------------------===*\
|* With the argument "no-driver": those for a machine without a CUDA driver. *|
\*===----------------------------------------------------------------------===*/

#include "Check.h"

int main(int argc, char **argv) {
  if (argc == 2 && !strcmp(argv[1], "no-driver")) {
    testWithoutDriver();
    return 0;
  }
  testCompile();
  testSizes();
  testDiagnostics();
  testNotes();
  testRemarks();
  testExpectedM();
  testSurvival();
  testOptionsText();
  testConfigFile();
  testPartFile();
  testEmulation();
  testPipeline();
  testSerialize();
  testCallOnCpu();
  testCallOnGpu();
  testRepeat();
  testOlderCaller();
  testNewerCaller();
  testFixedSizes();
  testPrepare();
  testExternals();
  testThreads();
  testHostile();
  return 0;
}
