// RUN: not lowp-compile %s --chip=sm_90a --emit=ptx --header=%t.h 2>&1 | FileCheck %s --check-prefix=HEADER
// RUN: not lowp-compile %s --chip=sm_90a --emit=lib 2>&1 | FileCheck %s --check-prefix=STDOUT
// RUN: not lowp-compile %s --chip=sm_90a --emit=lib -o %t.so --runtime=%t.none 2>&1 | FileCheck %s --check-prefix=RUNTIME
// RUN: not env CC=no-such-compiler lowp-compile %s --chip=sm_90a -o %t.so 2>&1 | FileCheck %s --check-prefix=LINKER
// RUN: not lowp-compile %s --chip=sm_90a --emit=ptx -o %t.none/up.ptx 2>&1 | FileCheck %s --check-prefix=FOLDER
// RUN: not lowp-compile %s --chip=sm_90a -o %t.none/up.so 2>&1 | FileCheck %s --check-prefix=FOLDER
// RUN: not lowp-compile %s --emit=ptx --chip=sm_91 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not lowp-compile %t.none 2>&1 | FileCheck %s --check-prefix=INPUT

// A compilation that fails leaves the file of the one before.
// RUN: echo before > %t.ptx
// RUN: not lowp-compile %s --chip=sm_91 -o %t.ptx
// RUN: FileCheck %s --check-prefix=BEFORE < %t.ptx

// HEADER: lowp-compile: error: expected --emit=llvm, obj or lib with --header
// STDOUT: lowp-compile: error: expected an output file for a library
// RUNTIME: error: expected the archive of lowp's runtime at '{{.*}}.none', got no such file
// LINKER: error: expected a C compiler to link with, got none called 'no-such-compiler'
// FOLDER: error: cannot write '{{.*}}'
// CHIP: error: {{.*}}'sm_91'
// INPUT: error: cannot open input file
// BEFORE: before

func.func @up(%x: tensor<?x512xbf16>)
    -> !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x128>> {
  %q = lowp.quantize %x numerics <torchao>
    : tensor<?x512xbf16> -> !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x128>>
  return %q : !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x128>>
}
