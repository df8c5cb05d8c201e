// What LLVM's C interface cannot do: register a pass with clang's pipeline, split blocks and edges, read
// the coverage mapping that clang leaves in a module.
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/ProfileData/Coverage/CoverageMappingReader.h"
#include "llvm/ProfileData/InstrProf.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/Scalarizer.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "llvm-c/Core.h"
#include <cstdlib>

using namespace llvm;

extern "C" void acute_prepare(LLVMModuleRef);
extern "C" void acute_instrument(LLVMModuleRef);

namespace {
// Drops what debug information says of local variables: nothing reads it of a unit, and to keep it up to date through all
// passes takes clang up to a third of its time.
void dropLocals(Module &M) {
  for (Function &F : M)
    for (BasicBlock &B : F)
      for (Instruction &I : make_early_inc_range(B)) {
        I.dropDbgRecords();
        if (isa<DbgVariableIntrinsic>(I))
          I.eraseFromParent();
      }
}

struct AcutePrepare : PassInfoMixin<AcutePrepare> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    if (std::getenv("ACUTE_UNIT"))
      dropLocals(M);
    acute_prepare(wrap(&M));
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

struct Acute : PassInfoMixin<Acute> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    acute_instrument(wrap(&M));
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};
} // namespace

extern "C" void acute_register(PassBuilder &PB) {
  PB.registerPipelineStartEPCallback([](ModulePassManager &MPM, OptimizationLevel Level) {
    // Locals become values first, or each of them would cost a shadow access; nothing here may
    // change the control flow, for its branches are what is counted.
    MPM.addPass(AcutePrepare());
    if (Level != OptimizationLevel::O0) {
      FunctionPassManager FPM;
      FPM.addPass(SROAPass(SROAOptions::PreserveCFG));
      // Vectors become their lanes: each has a label, and the same operations as any other value.
      ScalarizerPassOptions Lanes;
      Lanes.ScalarizeLoadStore = true;
      Lanes.ScalarizeVariableInsertExtract = true;
      FPM.addPass(ScalarizerPass(Lanes));
      FPM.addPass(EarlyCSEPass());
      MPM.addPass(createModuleToFunctionPassAdaptor(std::move(FPM)));
    }
    MPM.addPass(Acute());
  });
}

// Before `Before`: if (Cond) { <returned terminator> }, the condition being unlikely.
extern "C" LLVMValueRef acute_split_if(LLVMValueRef Cond, LLVMValueRef Before) {
  auto *I = unwrap<Instruction>(Before);
  MDBuilder MD(I->getContext());
  return wrap(SplitBlockAndInsertIfThen(unwrap(Cond), I->getIterator(), false, MD.createUnlikelyBranchWeights()));
}

// A new block on the edge from `Terminator` to its successor number `N`; returns its terminator.
extern "C" LLVMValueRef acute_split_edge(LLVMValueRef Terminator, unsigned N) {
  auto *T = unwrap<Instruction>(Terminator);
  BasicBlock *From = T->getParent(), *To = T->getSuccessor(N);
  BasicBlock *Middle = BasicBlock::Create(T->getContext(), "", From->getParent(), To);
  BranchInst *Jump = BranchInst::Create(To, Middle);
  Jump->setDebugLoc(T->getDebugLoc());
  T->setSuccessor(N, Middle);
  // A block may be reached by several edges of one switch: each has its entry in every phi.
  // Phis of labels have none yet: they take them over from the phi they belong to, at the end.
  for (PHINode &Phi : To->phis())
    if (int Entry = Phi.getBasicBlockIndex(From); Entry >= 0)
      Phi.setIncomingBlock(Entry, Middle);
  return wrap(Jump);
}

// A terminator with two successors, of which number `N` only leads to the other one: goes there at once.
extern "C" void acute_drop_detour(LLVMValueRef Terminator, unsigned N) {
  auto *T = unwrap<Instruction>(Terminator);
  BasicBlock *Detour = T->getSuccessor(N), *To = T->getSuccessor(1 - N);
  BranchInst *Jump = BranchInst::Create(To, T->getIterator());
  Jump->setDebugLoc(T->getDebugLoc());
  T->eraseFromParent();
  DeleteDeadBlock(Detour, /*DTU=*/nullptr, /*KeepOneInputPHIs=*/true);
}

// Gives each value that is used outside its block, and each phi, a place in memory.
extern "C" void acute_demote(LLVMValueRef Wrapped) {
  Function &F = *unwrap<Function>(Wrapped);
  SmallVector<Instruction *> Values;
  SmallVector<PHINode *> Phis;
  for (BasicBlock &B : F)
    for (Instruction &I : B) {
      auto IsOutside = [&](User *U) { return cast<Instruction>(U)->getParent() != &B; };
      // There is no place to keep what an instruction gives that ends its block.
      if (I.isTerminator() && !I.getType()->isVoidTy())
        return;
      if (auto *Phi = dyn_cast<PHINode>(&I))
        Phis.push_back(Phi);
      else if (!isa<AllocaInst>(I) && any_of(I.users(), [&](User *U) { return IsOutside(U) || isa<PHINode>(U); }))
        Values.push_back(&I);
    }
  for (Instruction *I : Values)
    DemoteRegToStack(*I);
  for (PHINode *Phi : Phis)
    DemotePHIToStack(Phi);
}

// The number by which the coverage mapping calls the function whose name this global holds.
extern "C" uint64_t acute_record_of(LLVMValueRef Name) {
  auto *Global = dyn_cast<GlobalVariable>(unwrap(Name)->stripPointerCasts());
  auto *Text = Global && Global->hasInitializer() ? dyn_cast<ConstantDataSequential>(Global->getInitializer()) : nullptr;
  return Text ? IndexedInstrProf::ComputeHash(Text->getRawDataValues()) : 0;
}

namespace {
// As in llvm/coverage.rs.
struct RawCounter { uint32_t Kind, Id; };
struct RawExpression { uint32_t Subtract; RawCounter Left, Right; };
struct RawRegion { const char *File; size_t FileLen; uint32_t Line, Column, Within; RawCounter Yes, No; };
using Visit = void (*)(void *, uint64_t Record, const RawRegion *, size_t, const RawExpression *, size_t);

RawCounter raw(coverage::Counter C) {
  return {C.isZero() ? 0u : C.isExpression() ? 2u : 1u, C.isZero() ? 0 : C.isExpression() ? C.getExpressionID() : C.getCounterID()};
}

uint64_t number(const ConstantStruct *S, unsigned Field) {
  auto *Int = Field < S->getNumOperands() ? dyn_cast<ConstantInt>(S->getOperand(Field)) : nullptr;
  return Int ? Int->getZExtValue() : 0;
}

StringRef bytes(const Constant *C) {
  auto *Data = dyn_cast<ConstantDataSequential>(C);
  return Data ? Data->getRawDataValues() : StringRef();
}

std::vector<std::string> filenames(Module &M) {
  std::vector<std::string> Names;
  GlobalVariable *Map = M.getNamedGlobal("__llvm_coverage_mapping");
  auto *Whole = Map && Map->hasInitializer() ? dyn_cast<ConstantStruct>(Map->getInitializer()) : nullptr;
  auto *Head = Whole ? dyn_cast<ConstantStruct>(Whole->getOperand(0)) : nullptr;
  if (!Head)
    return Names;
  coverage::RawCoverageFilenamesReader Reader(bytes(Whole->getOperand(1)), Names);
  if (Error E = Reader.read(static_cast<coverage::CovMapVersion>(number(Head, 3)))) {
    consumeError(std::move(E));
    Names.clear();
  }
  return Names;
}

using Region = coverage::CounterMappingRegion;

// Where a region stands, and the uses of macros that it stands in; the last is in the text a person wrote.
std::vector<const Region *> places(const Region &R, const std::vector<Region> &All) {
  std::vector<const Region *> At{&R};
  while (At.size() <= All.size()) {
    auto Outer = find_if(All, [&](const Region &E) {
      return E.Kind == Region::ExpansionRegion && E.ExpandedFileID == At.back()->FileID;
    });
    if (Outer == All.end())
      break;
    At.push_back(&*Outer);
  }
  return At;
}

// Whether one is a part of the other, and smaller.
bool within(const Region &R, const Region &Whole) {
  return R.FileID == Whole.FileID && R.startLoc() >= Whole.startLoc() && R.endLoc() <= Whole.endLoc() &&
         (R.startLoc() != Whole.startLoc() || R.endLoc() != Whole.endLoc());
}
} // namespace

// Hands over the branch regions of each function clang has written down.
extern "C" void acute_regions(LLVMModuleRef Wrapped, void *Context, Visit Each) {
  Module &M = *unwrap(Wrapped);
  std::vector<std::string> Names = filenames(M);
  ArrayRef<std::string> Known(Names);
  for (GlobalVariable &G : M.globals()) {
    auto *Record = G.getName().starts_with("__covrec_") && G.hasInitializer() ? dyn_cast<ConstantStruct>(G.getInitializer()) : nullptr;
    // Name, size, hash (0 where no code was made of the function), files, regions.
    if (!Record || Record->getNumOperands() < 5 || number(Record, 2) == 0)
      continue;
    std::vector<StringRef> Files;
    std::vector<coverage::CounterExpression> Expressions;
    std::vector<coverage::CounterMappingRegion> Regions;
    coverage::RawCoverageMappingReader Reader(bytes(Record->getOperand(4)), Known, Files, Expressions, Regions);
    if (Error E = Reader.read()) {
      consumeError(std::move(E));
      continue;
    }
    std::vector<const Region *> Branches;
    for (auto &R : Regions)
      if (R.Kind == Region::BranchRegion)
        Branches.push_back(&R);
    std::vector<RawRegion> Out;
    for (auto *R : Branches) {
      auto Places = places(*R, Regions);
      // The smallest condition that this one is a part of.
      uint32_t Within = UINT32_MAX;
      for (uint32_t N = 0; N < Branches.size(); N++)
        if (any_of(Places, [&](const Region *At) { return within(*At, *Branches[N]); }) &&
            (Within == UINT32_MAX || within(*Branches[N], *Branches[Within])))
          Within = N;
      auto *At = Places.back();
      StringRef File = At->FileID < Files.size() ? Files[At->FileID] : StringRef();
      Out.push_back({File.data(), File.size(), At->LineStart, At->ColumnStart, Within, raw(R->Count), raw(R->FalseCount)});
    }
    std::vector<RawExpression> Sums;
    for (auto &E : Expressions)
      Sums.push_back({E.Kind == coverage::CounterExpression::Subtract, raw(E.LHS), raw(E.RHS)});
    Each(Context, number(Record, 0), Out.data(), Out.size(), Sums.data(), Sums.size());
  }
}

// Removes clang's own coverage mapping, which describes counters that are gone.
extern "C" void acute_drop_mapping(LLVMModuleRef Wrapped) {
  Module &M = *unwrap(Wrapped);
  auto Is = [](Constant *C) {
    StringRef Name = C->stripPointerCasts()->getName();
    return Name.starts_with("__covrec_") || Name == "__llvm_coverage_mapping" || Name == "__llvm_coverage_names";
  };
  removeFromUsedLists(M, Is);
  for (GlobalVariable &G : make_early_inc_range(M.globals()))
    if (Is(&G) && G.use_empty())
      G.eraseFromParent();
  for (GlobalVariable &G : make_early_inc_range(M.globals()))
    if (G.getName().starts_with("__profn_") && G.use_empty())
      G.eraseFromParent();
}
