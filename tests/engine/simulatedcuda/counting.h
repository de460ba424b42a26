// Launches that compute nothing, see countOnly().
#pragma once

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>

#include <cstdint>

namespace simulated {

bool onlyCounts();
bool isComputed(std::int64_t bytes); // a launch on so many, results among them

// In the place of an operator's kernel, whose arguments are shadows on the stack: puts results of their sizes there.
// Results that are arguments are these; others hold no memory of the host. False: the operator is to be computed.
bool resultsOfSize(const c10::OperatorHandle &op, torch::jit::Stack *stack);

} // namespace simulated
