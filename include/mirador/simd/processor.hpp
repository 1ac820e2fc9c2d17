#pragma once

namespace mirador::simd {

/// The instruction sets that lanes are made of.
enum class InstructionSet { plain, avx2, avx512 };

/// Is it in this build, and does the processor have it?
bool available(InstructionSet set);
/// The widest that is.
InstructionSet widest();

}  // namespace mirador::simd
