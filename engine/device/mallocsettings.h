// The memory of a process that trains.
#pragma once

namespace motley {

// Freed memory stays with the process. A step needs what the last one needed, and memory that went back to the system
// and comes anew costs a fault for every page. For a process that does nothing but train.
void keepFreedMemory();

} // namespace motley
