// /dev/full is a disk without space.
// RUN: not lowp-compile %s --chip=sm_90a --emit=ptx -o /dev/full 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: not bash -c 'lowp-compile %s --chip=sm_90a --emit=ptx > /dev/full' 2>&1 | FileCheck %s --check-prefix=STDOUT
// RUN: not lowp-compile %s --chip=sm_90a --emit=obj -o %t.o --header=/dev/full 2>&1 | FileCheck %s --check-prefix=DEVICE
// The device is still there.
// RUN: test -c /dev/full

// A linker that finds no space; nothing that it began stays.
// RUN: rm -rf %t && mkdir %t
// RUN: env CC=%S/Inputs/full-disk-cc not lowp-compile %s --chip=sm_90a --emit=lib -o %t/up.so --runtime=none 2>&1 | FileCheck %s --check-prefix=LINKER
// RUN: ls -A %t | count 0
// RUN: not lowp-compile %s --chip=sm_90a --emit=lib -o /dev/full --runtime=none 2>&1 | FileCheck %s --check-prefix=LIBRARY
// RUN: test -c /dev/full

// What goes through a device that takes it, and a folder for temporary files
// that does not exist, are no errors.
// RUN: lowp-compile %s --chip=sm_90a --emit=ptx -o /dev/null
// RUN: env TMPDIR=%t.none lowp-compile %s --chip=sm_90a --emit=obj -o %t.o

// DEVICE: full-disk-invalid.mlir:{{.*}}: error: cannot write '/dev/full': No space left on device
// STDOUT: full-disk-invalid.mlir:{{.*}}: error: cannot write 'stdout': No space left on device
// LINKER: full-disk-invalid.mlir:{{.*}}: error: '{{.*}}full-disk-cc' cannot link the library: ld: final link failed: No space left on device
// LIBRARY: full-disk-invalid.mlir:{{.*}}: error: expected '/dev/full' to be a file, which a library can be written to

func.func @up(%x: tensor<?x512xbf16>)
    -> !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x128>> {
  %q = lowp.quantize %x numerics <torchao>
    : tensor<?x512xbf16> -> !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x128>>
  return %q : !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x128>>
}
