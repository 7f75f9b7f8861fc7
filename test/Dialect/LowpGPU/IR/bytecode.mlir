// Configs of files from when all words had types of their own are those of today,
// and are printed as they were. Made in Inputs/ by lowp of that time with
//   lowp-opt - --strip-debuginfo --emit-bytecode -o typed-configs.mlirbc < typed-configs.mlir

// RUN: lowp-opt %S/Inputs/typed-configs.mlirbc | diff %S/Inputs/typed-configs.mlir -
// RUN: lowp-opt %S/Inputs/typed-configs.mlir | diff %S/Inputs/typed-configs.mlir -
