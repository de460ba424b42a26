// Networks that lose large packets and say so to nobody, as behind a tunnel that takes less than the networks before
// it.
#pragma once

namespace motley {

// Whether that seems to be why nothing more is heard on a connection to an SSH server: what was sent last is not
// acknowledged, and the same server greets a new caller. Waits for that for 5 s at most.
bool losesLargePackets(int socket);

} // namespace motley
