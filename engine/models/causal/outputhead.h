// The output layer of a causal language model.
#pragma once

#include <ATen/core/Tensor.h>

#include <vector>

namespace motley {

// What makes the logits of one batch of hidden vectors.
struct OutputHead {
    struct Product {
        at::Tensor input; // [..., size]
        at::Tensor weight; // [words, size]
    };
    std::vector<Product> products; // of input and transposed weight; the logits are their sum. An adapter adds one
    double divisor = 1; // of the logits
    double cap = 0; // that the logits approach and do not pass, by tanh; 0: there is none

    std::int64_t words() const { return products[0].weight.size(0); }
};

at::Tensor logitsOf(const OutputHead &head); // [..., words]

// What the head does to sums of products; `sums` have any shape.
at::Tensor dividedAndCapped(const OutputHead &head, const at::Tensor &sums);

} // namespace motley
