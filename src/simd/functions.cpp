#include "mirador/simd/functions.hpp"

#include "functions_on.hpp"
#include "mirador/simd/processor.hpp"

namespace mirador::simd {

bool available(InstructionSet set) {
  switch (set) {
    case InstructionSet::plain:
      return true;
#ifdef MIRADOR_X86
    case InstructionSet::avx2:
      return __builtin_cpu_supports("x86-64-v3") > 0;
    case InstructionSet::avx512:
      return __builtin_cpu_supports("x86-64-v4") > 0;
#endif
    default:
      return false;
  }
}

InstructionSet widest() {
  if (available(InstructionSet::avx512)) return InstructionSet::avx512;
  return available(InstructionSet::avx2) ? InstructionSet::avx2 : InstructionSet::plain;
}

static const Functions& best_functions() {
#ifdef MIRADOR_X86
  if (widest() == InstructionSet::avx512) return avx512_functions();
  if (widest() == InstructionSet::avx2) return avx2_functions();
#endif
  return plain_functions();
}

const Functions& functions() {
  static const Functions& best = best_functions();
  return best;
}

}  // namespace mirador::simd
