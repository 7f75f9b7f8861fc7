// RUN: lowp-opt %s --lowp-serialize="format=isa chip=sm_100a ptx-version=86" \
// RUN:   -split-input-file -verify-diagnostics | FileCheck %s

// LLVM means to end the process over the first module; the second one compiles.

module {
  gpu.module @kernels {
    // expected-error @below {{LLVM cannot compile this for 'sm_100a' with PTX version 86: Cannot select}}
    // expected-note @below {{an instruction may need another chip or a higher PTX version}}
    llvm.func @mma(%address: i32, %descriptor: i64, %enable: i1) attributes {nvvm.kernel} {
      %d = llvm.inttoptr %address : i32 to !llvm.ptr<6>
      nvvm.tcgen05.mma.block_scale %d, %descriptor, %descriptor, %address, %enable, %d, %d
        {kind = #nvvm.block_scale_kind<mxf4nvf4>, ctaGroup = #nvvm.cta_group<cta_1>,
         blockScale = #nvvm.tcgen05_mma_block_scale<block16>}
        : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>)
      llvm.return
    }
  }
}

// -----

// CHECK: gpu.binary @fine
module {
  gpu.module @fine {
    llvm.func @empty() attributes {nvvm.kernel} {
      llvm.return
    }
  }
}
