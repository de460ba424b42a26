// What torch writes into its log.
#pragma once

namespace motley {

// Keeps c10d's warnings, with a C++ stack each, off stderr: what they tell comes as an Error, too. TORCH_CPP_LOG_LEVEL
// overrides it.
void hideTorchWarnings();

} // namespace motley
