// A rank that does not outlive another one, to compare with.
#pragma once

#include <string>

namespace motley {

// As `motley-engine worker`, without what a run goes on by: nobody tells it who trains together, so that nothing can
// abort what waits, and it says nothing of what it does. Ends the process.
[[noreturn]] void runPlainWorker(const std::string &folder, int rank);

} // namespace motley
