#pragma once

namespace bench {

/// The clock of this core now, in GHz.
double clock_ghz();

}  // namespace bench
