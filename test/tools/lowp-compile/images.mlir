// RUN: lowp-compile %s --chip=sm_90a --emit=ptx | FileCheck %s --check-prefix=PTX
// RUN: lowp-compile %s --chip=sm_100a -o %t.ptx
// RUN: FileCheck %s --check-prefix=CHIP < %t.ptx

// One image holds the kernels of all functions; the extension of the output
// says what it is.

// PTX: .version 8.8
// PTX: .target sm_90a
// PTX-DAG: .entry up
// PTX-DAG: .entry down

// CHIP: .target sm_100f

func.func @up(%x: tensor<?x512xbf16>)
    -> !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x128>> {
  %q = lowp.quantize %x numerics <torchao>
    : tensor<?x512xbf16> -> !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x128>>
  return %q : !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x128>>
}

func.func @down(%x: tensor<?x256xbf16>)
    -> !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>> {
  %q = lowp.quantize %x numerics <torchao>
    : tensor<?x256xbf16> -> !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>>
  return %q : !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>>
}
