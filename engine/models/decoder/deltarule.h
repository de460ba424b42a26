// The gated delta rule (Yang et al. 2025): a memory of each head that decays, and into which each token writes what it
// does not yet hold. Exact, in chunks, by the library's operators.
#pragma once

#include <ATen/core/Tensor.h>

namespace motley {

struct DeltaRuleInputs {
    at::Tensor query; // [samples, tokens, heads, key size]
    at::Tensor key; // the same
    at::Tensor value; // [samples, tokens, heads, value size]
    at::Tensor decay; // [samples, tokens, heads]: logarithms, at most 0
    at::Tensor rate; // [samples, tokens, heads]: 0 to 1, how far a token's value replaces what is there
    at::Tensor segments; // int64 [samples, tokens]: the memory begins anew with each text; undefined: one text
    at::Tensor memory; // [samples, heads, key size, value size], float32; undefined: empty
};

struct DeltaRuleOutputs {
    at::Tensor output; // [samples, tokens, heads, value size], float32
    at::Tensor memory; // after the last token; with segments it is of no use
};

DeltaRuleOutputs gatedDeltaRule(const DeltaRuleInputs &inputs); // computes in float32

} // namespace motley
