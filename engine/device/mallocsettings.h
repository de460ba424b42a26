// Settings of the heap for a process that trains.
#pragma once

namespace motley {

// Freed memory stays with the process. A step needs what the last one needed, and memory that is returned to the system
// and allocated again costs a page fault for every page. For a process that does nothing but train.
void keepFreedMemory();

} // namespace motley
