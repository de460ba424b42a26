// The standard streams as whoever started the program leaves them: closed, on a full disk, to a reader that goes away.
#pragma once

#include "engine/base/result.h"

namespace motley {

// Called first in main(): keeps the numbers of closed standard streams, so that no file which is opened later gets one
// and is written to as if it were the output. Reading or writing such a stream fails.
void keepStandardStreams();

// Called first in main(): a write beyond the largest size of a file (ulimit -f) then fails as on a full disk, and does
// not end the program.
void ignoreFileSizeSignal();

// Called last in main(): an error if anything that the program wrote to stdout has not arrived.
Result<void> finishOutput();

} // namespace motley
