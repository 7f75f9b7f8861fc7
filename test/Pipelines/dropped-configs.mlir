// A config of the model's choice whose kernel needs too many registers is
// dropped for the next best one; one that the program names is not.
// REQUIRES: ptxas
// DEFINE: %{compile} = lowp-opt %t/program.mlir --lowp-compile-kernels="format=bin ptxas=%t/ptxas"
// DEFINE: %{remarks} = --remarks-filter="lowp-se.*" --remark-format=emitRemark
// RUN: rm -rf %t && split-file %s %t && chmod +x %t/ptxas

// The first two runs spill.
// RUN: echo 2 > %t/spilling
// RUN: %{compile} %{remarks} 2>%t/remarks | FileCheck %t/program.mlir
// RUN: FileCheck %t/program.mlir --check-prefix=REMARK < %t/remarks

// All do: the compilation ends when there is no other config, and says how it goes on.
// RUN: echo 9999 > %t/spilling
// RUN: not %{compile} 2>&1 | FileCheck %t/program.mlir --check-prefix=ALL

// RUN: sed 's/NAMED/lowp_gpu.config/' -i %t/program.mlir
// RUN: echo 1 > %t/spilling
// RUN: not %{compile} 2>&1 | FileCheck %t/program.mlir --check-prefix=ALL
// RUN: echo 1 > %t/spilling
// RUN: lowp-opt %t/program.mlir --lowp-compile-kernels="format=bin ptxas=%t/ptxas strict=false" | FileCheck %t/program.mlir

//--- program.mlir
!x = !lowp.scaled<64x?xf8E4M3FN, #lowp.rowwise>
#named = #lowp_gpu.config<tile = [64, 64, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 16, epilogue_stages = 1>
module attributes {lowp_gpu.chip = "sm_90a"} {
  // CHECK:     lowp_gpu.launch @{{.*}}::@{{.*}}_gemm_
  // CHECK-NOT: gpu.module
  // CHECK:     gpu.binary @{{[a-z_]+}}
  // REMARK:     config-selected {{.*}}#lowp_gpu.config<[[FIRST:tile = [^:]*]]>: about
  // REMARK:     config-dropped {{.*}} Remark="#lowp_gpu.config<[[FIRST]]>: the kernel runs out of registers: 8 bytes of spill stores, 16 bytes of spill loads at {{[0-9]+}} registers; the next best takes its place"
  // REMARK-NOT: <[[FIRST]]>: about
  // REMARK:     config-selected {{.*}}#lowp_gpu.config<[[SECOND:tile = [^:]*]]>: about
  // REMARK:     config-dropped {{.*}}#lowp_gpu.config<[[SECOND]]>:
  // REMARK-NOT: <[[FIRST]]>: about
  // REMARK-NOT: <[[SECOND]]>: about
  // REMARK:     config-selected
  // REMARK-NOT: config-dropped
  // ALL: error: kernel '{{.*}}_gemm_{{.*}}' runs out of registers: 8 bytes of spill stores, 16 bytes of spill loads at {{[0-9]+}} registers; take another config, or let the kernel be slow: --strict=false
  func.func @f(%a: memref<64x?xf8E4M3FN>, %sa: memref<64x1xf32>, %d: memref<64x64xbf16>) {
    lowp.gemm lhs(%a, %sa : memref<64x?xf8E4M3FN>, memref<64x1xf32>) rhs(%a, %sa : memref<64x?xf8E4M3FN>, memref<64x1xf32>) outs(%d : memref<64x64xbf16>)
      {lhs_type = !x, rhs_type = !x, fast_accumulation, NAMED = #named}
    return
  }
}

//--- ptxas
#!/bin/sh
# The real one, which says that a gemm spills as often as the file "spilling" says.
folder=$(dirname "$0")
ptxas=${LOWP_PTXAS:-ptxas}
for argument; do
  [ "$before" = -o ] && cubin=$argument
  case $argument in /proc/*) input=${input:-$argument} ;; esac
  before=$argument
done
kind=other
count=0
if grep -q wgmma "$input"; then
  kind=gemm
  count=$(cat "$folder/spilling")
  [ "$count" -eq 0 ] && exec "$ptxas" "$@"
  echo $((count - 1)) > "$folder/spilling"
fi
# Nobody takes what it makes of a kernel that spills, as long as it is one; the other kernel is the same each time.
if [ -e "$folder/$kind.cubin" ]; then
  cp "$folder/$kind.cubin" "$cubin"
else
  "$ptxas" "$@" 2> "$folder/$kind.notes" || { cat "$folder/$kind.notes" >&2; exit 1; }
  cp "$cubin" "$folder/$kind.cubin"
fi
[ $count -gt 0 ] && spills='s/0 bytes spill stores, 0 bytes spill loads/8 bytes spill stores, 16 bytes spill loads/'
sed "$spills" "$folder/$kind.notes" >&2
