// A decoder of one of many families, which differ in the switches of its configuration only. Its tensors have the names
// that they have in Hugging Face's files.
#pragma once

#include "engine/models/causal/causallanguagemodel.h"
#include "engine/models/decoder/decoderlayer.h"

#include <memory>
#include <string>
#include <vector>

namespace motley {

// Where a file has the parts of the model for text: "model" and "lm_head", or deeper in the file of a model that sees.
struct DecoderPlaces {
    std::string body = "model"; // empty: the file holds the body alone
    std::string head = "lm_head";

    bool operator==(const DecoderPlaces &) const = default;
};

class Decoder : public CausalLanguageModel {
public:
    // Its weights claim no memory; readDecoderFolder() puts a file's in their place.
    explicit Decoder(const DecoderConfig &config, const DecoderPlaces &places = {});

    at::Tensor forward(const at::Tensor &ids, const at::Tensor &dropoutKeys = {}) override; // dropout is of adapters

    at::Tensor forwardTexts(
        const at::Tensor &ids, const at::Tensor &segments, const at::Tensor &dropoutKeys = {}) override;

    at::Tensor extend(const at::Tensor &ids, LayerCaches &caches) override;
    LayerCaches caches() const override;
    bool keepsCaches(std::int64_t before, std::int64_t after) const override;
    OutputHead head(const at::Tensor &hidden, const at::Tensor &dropoutKeys = {}) override;
    std::int64_t positions() const override { return m_config.positions; }
    std::int64_t vocabulary() const override { return m_config.vocabulary; }
    std::string name() const override;

    const DecoderConfig &config() const { return m_config; }

private:
    std::shared_ptr<DecoderPass> makePass(
        const at::Tensor &ids, const at::Tensor &segments, const at::Tensor &dropoutKeys, std::int64_t before);
    // [samples, tokens, layers, size]
    at::Tensor perLayerInputs(const at::Tensor &ids, const at::Tensor &x, const Dropout &dropout);
    at::Tensor runAgainLater(std::size_t layer, const at::Tensor &x, const at::Tensor &perLayer, DecoderPass &pass);
    at::Tensor run(const at::Tensor &ids, const std::shared_ptr<DecoderPass> &pass, LayerCaches *caches);

    DecoderConfig m_config;
    std::vector<Rotary> m_rotary; // of DecoderConfig::rotary
    std::shared_ptr<Vectors> m_words;
    std::shared_ptr<Vectors> m_perLayerWords; // nullptr: none, as the two below
    std::shared_ptr<Projection> m_perLayerProjection;
    std::shared_ptr<RmsNorm> m_perLayerNorm;
    std::vector<std::shared_ptr<DecoderLayer>> m_layers;
    std::shared_ptr<RmsNorm> m_norm;
    std::shared_ptr<Projection> m_head; // nullptr: tied to m_words
};

} // namespace motley
