//===- KernelOps.cpp - Kernels, roles and their loops ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionImplementation.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

//===----------------------------------------------------------------------===//
// KernelOp
//===----------------------------------------------------------------------===//

void KernelOp::build(OpBuilder &builder, OperationState &state, StringRef name,
                     ArrayRef<Type> arguments, StringRef chip,
                     ConfigAttr config) {
  auto type = builder.getFunctionType(arguments, {});
  Properties &properties = state.getOrAddProperties<Properties>();
  properties.sym_name = builder.getStringAttr(name);
  properties.function_type = TypeAttr::get(type);
  properties.chip = builder.getStringAttr(chip);
  properties.config = config;
  Block &body = state.addRegion()->emplaceBlock();
  for (Type argument : arguments)
    body.addArgument(argument, state.location);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&body);
  ReturnOp::create(builder, state.location);
}

/// Gives the argument its written name as a location, from where printing
/// takes it.
static void keepName(OpAsmParser &parser, OpAsmParser::Argument &argument) {
  StringRef name = argument.ssaName.name.drop_front();
  if (argument.sourceLoc || name.empty() || llvm::isDigit(name.front()))
    return;
  argument.sourceLoc =
      NameLoc::get(parser.getBuilder().getStringAttr(name),
                   parser.getEncodedSourceLoc(argument.ssaName.location));
}

ParseResult KernelOp::parse(OpAsmParser &parser, OperationState &result) {
  Properties &properties = result.getOrAddProperties<Properties>();
  SmallVector<OpAsmParser::Argument> arguments;
  if (parser.parseSymbolName(properties.sym_name) ||
      parser.parseArgumentList(arguments, OpAsmParser::Delimiter::Paren,
                               /*allowType=*/true) ||
      parser.parseKeyword("chip") || parser.parseAttribute(properties.chip) ||
      parser.parseKeyword("config") ||
      parser.parseCustomAttributeWithFallback(properties.config) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  SmallVector<Type> types;
  for (OpAsmParser::Argument &argument : arguments) {
    types.push_back(argument.type);
    keepName(parser, argument);
  }
  properties.function_type =
      TypeAttr::get(parser.getBuilder().getFunctionType(types, {}));
  Region *body = result.addRegion();
  if (parser.parseRegion(*body, arguments))
    return failure();
  ensureTerminator(*body, parser.getBuilder(), result.location);
  return success();
}

void KernelOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printSymbolName(getSymName());
  printer << '(';
  llvm::interleaveComma(
      getBody().getArguments(), printer,
      [&](BlockArgument argument) { printer.printRegionArgument(argument); });
  printer << ')';
  printer.printNewline();
  printer << "    chip " << getChipAttr() << " config ";
  printer.printStrippedAttrOrType(getConfigAttr());
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(), {getSymNameAttrName(), getFunctionTypeAttrName(),
                            getChipAttrName(), getConfigAttrName()});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/false);
}

void KernelOp::getAsmBlockArgumentNames(Region &region,
                                        OpAsmSetValueNameFn setName) {
  for (BlockArgument argument : region.getArguments())
    if (auto name = dyn_cast<NameLoc>(argument.getLoc()))
      setName(argument, name.getName());
}

LogicalResult KernelOp::verify() {
  if (getResultTypes().empty())
    return success();
  return emitOpError("expected no results: a kernel writes to its outputs");
}

int64_t KernelOp::countRoleWarps() {
  int64_t warps = 0;
  for (auto role : getBody().getOps<RoleOp>())
    warps += role.getWarps();
  return llvm::alignTo(warps, 4);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

template <typename LoopOp>
static void buildLoop(OpBuilder &builder, OperationState &state, Value over,
                      ValueRange inits) {
  state.addOperands(over);
  state.addOperands(inits);
  state.addTypes(inits.getTypes());
  Block &body = state.addRegion()->emplaceBlock();
  for (unsigned i = 0; i < LoopOp::kNumInduction; ++i)
    body.addArgument(builder.getI32Type(), state.location);
  for (Value init : inits)
    body.addArgument(init.getType(), state.location);
  if (!inits.empty())
    return;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&body);
  YieldOp::create(builder, state.location);
}

/// `%over : (%i, ...) (iter_args(%x = %init, ...) -> (types))? region`
template <typename LoopOp>
static ParseResult parseLoop(OpAsmParser &parser, OperationState &result,
                             Type overType) {
  OpAsmParser::UnresolvedOperand over;
  SmallVector<OpAsmParser::Argument> arguments;
  if (parser.parseOperand(over) || parser.parseColon() ||
      parser.parseArgumentList(arguments, OpAsmParser::Delimiter::Paren))
    return failure();
  if (arguments.size() != LoopOp::kNumInduction)
    return parser.emitError(parser.getCurrentLocation(), "expected ")
           << LoopOp::kNumInduction << " induction variables, got "
           << arguments.size();
  for (OpAsmParser::Argument &argument : arguments)
    argument.type = parser.getBuilder().getI32Type();
  SmallVector<OpAsmParser::Argument> carried;
  SmallVector<OpAsmParser::UnresolvedOperand> inits;
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword("iter_args")) &&
      (parser.parseAssignmentList(carried, inits) ||
       parser.parseArrowTypeList(result.types)))
    return failure();
  if (carried.size() != result.types.size())
    return parser.emitError(loc, "expected as many types as carried values");
  for (auto [argument, type] : llvm::zip_equal(carried, result.types)) {
    argument.type = type;
    arguments.push_back(argument);
  }
  if (parser.resolveOperand(over, overType, result.operands) ||
      parser.resolveOperands(inits, result.types, loc, result.operands) ||
      parser.parseRegion(*result.addRegion(), arguments) ||
      parser.parseOptionalAttrDict(result.attributes))
    return failure();
  LoopOp::ensureTerminator(*result.regions.front(), parser.getBuilder(),
                           result.location);
  return success();
}

template <typename LoopOp>
static void printLoop(OpAsmPrinter &printer, LoopOp op) {
  printer << ' ' << op.getOver() << " : (";
  llvm::interleaveComma(
      op.getBody().getArguments().take_front(LoopOp::kNumInduction), printer);
  printer << ')';
  if (!op.getInits().empty()) {
    printer << " iter_args(";
    llvm::interleaveComma(llvm::zip_equal(op.getCarried(), op.getInits()),
                          printer, [&](auto pair) {
                            auto [argument, init] = pair;
                            printer << argument << " = " << init;
                          });
    printer << ')';
    printer.printArrowTypeList(op.getResultTypes());
  }
  printer << ' ';
  printer.printRegion(op.getBody(), /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/!op.getInits().empty());
  printer.printOptionalAttrDict(op->getAttrs());
}

/// What a loop carries from one iteration to the next, by type.
static StringRef nameCarried(Type type) {
  if (isa<AccumulatorType>(type))
    return "sum";
  return isa<StageType>(type) ? "stage" : "";
}

template <typename LoopOp>
static void nameResults(LoopOp op, OpAsmSetValueNameFn setName) {
  if (op->getNumResults())
    setName(op->getResult(0), nameCarried(op->getResult(0).getType()));
}

template <typename LoopOp>
static void nameArguments(LoopOp op, OpAsmSetValueNameFn setName,
                          ArrayRef<StringRef> inductions) {
  for (auto [index, name] : llvm::enumerate(inductions))
    setName(op.getBody().getArgument(index), name);
  for (BlockArgument argument : op.getCarried())
    setName(argument, nameCarried(argument.getType()));
}

template <typename LoopOp>
static LogicalResult verifyLoop(LoopOp op) {
  if (op.getBody().getNumArguments() !=
      LoopOp::kNumInduction + op.getInits().size())
    return op.emitOpError("expected ")
           << LoopOp::kNumInduction + op.getInits().size()
           << " region arguments, got " << op.getBody().getNumArguments();
  auto yield = cast<YieldOp>(op.getBody().front().getTerminator());
  TypeRange types = op.getInits().getTypes();
  auto carried =
      llvm::map_to_vector(op.getCarried(), [](BlockArgument argument) {
        return argument.getType();
      });
  if (types != op.getResultTypes() || types != yield.getValues().getTypes() ||
      types != TypeRange(carried))
    return op.emitOpError("expected initial, carried, yielded and result "
                          "types to agree");
  return success();
}

void ForEachTileOp::build(OpBuilder &builder, OperationState &state,
                          Value scheduler, ValueRange inits) {
  buildLoop<ForEachTileOp>(builder, state, scheduler, inits);
}
ParseResult ForEachTileOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseLoop<ForEachTileOp>(parser, result,
                                  TileSchedulerType::get(parser.getContext()));
}
void ForEachTileOp::print(OpAsmPrinter &printer) { printLoop(printer, *this); }
LogicalResult ForEachTileOp::verify() {
  if (!getOver().getDefiningOp<TileSchedulerOp>())
    return emitOpError("expected the tiles of a lowp_gpu.tile_scheduler, got a "
                       "value from elsewhere");
  return verifyLoop(*this);
}

ForEachTileOp ForEachTileOp::carry(RewriterBase &rewriter, ValueRange more) {
  SmallVector<Value> inits(getInits());
  llvm::append_range(inits, more);
  rewriter.setInsertionPoint(*this);
  auto carrying = create(rewriter, getLoc(), getOver(), inits);
  Block &body = carrying.getBody().front();
  if (body.mightHaveTerminator())
    rewriter.eraseOp(body.getTerminator());
  rewriter.mergeBlocks(&getBody().front(), &body,
                       body.getArguments().drop_back(more.size()));
  rewriter.replaceOp(*this, carrying.getResults().drop_back(more.size()));
  return carrying;
}

void ForEachTileOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  nameResults(*this, setName);
}
void ForEachTileOp::getAsmBlockArgumentNames(Region &,
                                             OpAsmSetValueNameFn setName) {
  nameArguments(*this, setName, {"m", "n"});
}

void ForEachKOp::build(OpBuilder &builder, OperationState &state, Value extent,
                       ValueRange inits) {
  buildLoop<ForEachKOp>(builder, state, extent, inits);
}
ParseResult ForEachKOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseLoop<ForEachKOp>(parser, result,
                               parser.getBuilder().getI32Type());
}
void ForEachKOp::print(OpAsmPrinter &printer) { printLoop(printer, *this); }
LogicalResult ForEachKOp::verify() { return verifyLoop(*this); }
void ForEachKOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  nameResults(*this, setName);
}
void ForEachKOp::getAsmBlockArgumentNames(Region &,
                                          OpAsmSetValueNameFn setName) {
  nameArguments(*this, setName, {"k"});
}
