// The attention of a decoder's layer: several queries share a key and a value (Ainslie et al. 2023), with the switches
// of its family.
#pragma once

#include "engine/models/decoder/decoderparts.h"
#include "engine/models/decoder/decoderpass.h"
#include "engine/models/layers/layercache.h"

namespace motley {

class DecoderAttention : public torch::nn::Module {
public:
    DecoderAttention(const DecoderConfig &config, std::size_t layer);

    // x: [samples, tokens, hidden] -> the same. With a cache, x are the tokens that follow those in it.
    at::Tensor forward(const at::Tensor &x, DecoderPass &pass, LayerCache *cache);

private:
    struct Parts { // [samples, tokens, heads, size]
        at::Tensor query;
        at::Tensor key; // undefined where an earlier layer's is used, as is value
        at::Tensor value;
        at::Tensor gate; // [samples, tokens, heads * size]; undefined: none
    };
    Parts project(const at::Tensor &x, const Dropout &dropout);
    at::Tensor placed(const at::Tensor &x, const DecoderPass &pass) const; // with its position encoded
    KeyValue keysAndValues(const Parts &parts, DecoderPass &pass, LayerCache *cache);
    // All [samples, heads, tokens, size], with as many heads as the tensor has.
    at::Tensor attend(
        const at::Tensor &query, const at::Tensor &key, const at::Tensor &value, const Sight &sight) const;
    at::Tensor perHead(const at::Tensor &x, std::int64_t heads) const;

    DecoderConfig m_config;
    DecoderLayerConfig m_layer;
    std::size_t m_index;
    bool m_isShared = false; // later layers use its keys and values
    std::shared_ptr<Projection> m_fused; // query, key and value in one; else:
    std::shared_ptr<Projection> m_query;
    std::shared_ptr<Projection> m_key;
    std::shared_ptr<Projection> m_value;
    std::shared_ptr<Projection> m_output;
    std::shared_ptr<RmsNorm> m_queryNorm; // nullptr: none, as below
    std::shared_ptr<RmsNorm> m_keyNorm;
    std::shared_ptr<RmsNorm> m_valueNorm;
};

} // namespace motley
