// A network that predicts each token of a text from those before it: GPT-2, or a decoder of one of many families.
#pragma once

#include "engine/models/layers/activationcheckpointing.h"
#include "engine/models/layers/layercache.h"

#include "engine/models/layers/torchlayers.h"

#include <cstdint>
#include <string>

namespace motley {

class CausalLanguageModel : public torch::nn::Module, public Recomputing {
public:
    // ids: int64 [samples, tokens] -> [samples, tokens, hidden]. dropoutKeys: int64 [samples], see keyeddropout.h; a
    // model that trains with dropout needs them.
    virtual at::Tensor forward(const at::Tensor &ids, const at::Tensor &dropoutKeys = {}) = 0;

    // The forward pass of tokens that follow those in the caches, without dropout; appends them to the caches. ids:
    // int64 [samples, new tokens] -> [samples, new tokens, hidden].
    virtual at::Tensor extend(const at::Tensor &ids, LayerCaches &caches) = 0;
    virtual LayerCaches caches() const = 0; // empty, one for each layer

    // Whether caches of `before` tokens are those of a text of `after` tokens; else its tokens are computed anew.
    virtual bool keepsCaches(std::int64_t /*before*/, std::int64_t /*after*/) const { return true; }

    virtual at::Tensor predict(const at::Tensor &hidden) = 0; // logits of the next token: [..., hidden] -> [..., words]

    virtual std::int64_t positions() const = 0; // most tokens of a text
    virtual std::int64_t vocabulary() const = 0; // tokens that it knows
    virtual std::string name() const = 0; // for people: "GPT-2, 12 layers of 768"
};

} // namespace motley
