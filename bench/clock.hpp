#pragma once

namespace bench {

/// The current clock rate of this core in GHz.
double clock_ghz();

}  // namespace bench
