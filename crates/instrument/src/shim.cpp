// What LLVM's C interface cannot do: register a pass with clang's pipeline, split blocks and edges.
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/Scalarizer.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm-c/Core.h"

using namespace llvm;

extern "C" void acute_prepare(LLVMModuleRef);
extern "C" void acute_instrument(LLVMModuleRef);

namespace {
struct AcutePrepare : PassInfoMixin<AcutePrepare> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
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

extern "C" int acute_has_metadata(LLVMValueRef I, const char *Kind) {
  return unwrap<Instruction>(I)->getMetadata(Kind) != nullptr;
}
