#pragma once

namespace mirador::simd {

/// The instruction sets for which lane code is compiled.
enum class InstructionSet { plain, avx2, avx512 };

/// Is the set in this build and supported by the processor?
bool available(InstructionSet set);
/// The widest available set.
InstructionSet widest();

}  // namespace mirador::simd
