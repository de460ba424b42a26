// A network that predicts each token of a text from those before it: GPT-2, or a decoder of one of many families.
#pragma once

#include "engine/models/causal/outputhead.h"
#include "engine/models/layers/activationcheckpointing.h"
#include "engine/models/layers/layercache.h"

#include "engine/models/layers/torchlayers.h"

#include <cstdint>
#include <stdexcept>
#include <string>

namespace motley {

class CausalLanguageModel : public torch::nn::Module, public Recomputing {
public:
    // ids: int64 [samples, tokens] -> [samples, tokens, hidden]. dropoutKeys: int64 [samples], see keyeddropout.h; a
    // model that trains with dropout needs them.
    virtual at::Tensor forward(const at::Tensor &ids, const at::Tensor &dropoutKeys = {}) = 0;

    // As forward(), of rows that hold several texts one after the other, where the model can keep them apart. segments:
    // int64 [samples, tokens], one number for the tokens of a text and another one for those of its neighbours. No text
    // sees another. Throws std::logic_error: it cannot.
    virtual at::Tensor forwardTexts(
        const at::Tensor & /*ids*/, const at::Tensor & /*segments*/, const at::Tensor & /*dropoutKeys*/ = {})
    {
        throw std::logic_error("This model does not keep texts of one row apart.");
    }

    // The forward pass of tokens that follow those in the caches, without dropout; appends them to the caches. ids:
    // int64 [samples, new tokens] -> [samples, new tokens, hidden].
    virtual at::Tensor extend(const at::Tensor &ids, LayerCaches &caches) = 0;
    virtual LayerCaches caches() const = 0; // empty, one for each layer

    // Whether caches of `before` tokens are those of a text of `after` tokens; else its tokens are computed anew.
    virtual bool keepsCaches(std::int64_t /*before*/, std::int64_t /*after*/) const { return true; }

    // The output layer for these vectors of forward(): [..., hidden]. An adapter on it that trains with dropout needs
    // the keys, and `hidden` whole.
    virtual OutputHead head(const at::Tensor &hidden, const at::Tensor &dropoutKeys = {}) = 0;
    // Logits of the next token: [..., hidden] -> [..., words]
    at::Tensor predict(const at::Tensor &hidden) { return logitsOf(head(hidden)); }

    virtual std::int64_t positions() const = 0; // most tokens of a text
    virtual std::int64_t vocabulary() const = 0; // tokens that it knows
    virtual std::string name() const = 0; // for people: "GPT-2, 12 layers of 768"
};

} // namespace motley
