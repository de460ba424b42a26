// Translates sentences with a trained model.
#pragma once

#include "engine/base/result.h"
#include "engine/job/precisionspec.h"
#include "engine/models/translation/beamspec.h"

#include <c10/core/Device.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace motley {

class Transformer;
struct TranslationTokens;

class Translator {
public:
    // Opens a model folder of a run. Errors name the file that is missing or does not fit.
    static Result<Translator> open(const std::string &modelFolder, c10::Device device);

    BeamSpec usualBeam() const { return m_usualBeam; } // as in the tests of the model's run

    // The translation of each sentence, in order; blank ones stay blank. Sentences of similar length are translated
    // together. Sentences longer than the model's positions are cut.
    std::vector<std::string> translate(std::span<const std::string> sentences, const BeamSpec &beam);
    std::int64_t cutSentences() const { return m_cut; } // number of sentences cut so far

private:
    Translator() = default;

    std::shared_ptr<Transformer> m_model;
    std::shared_ptr<const TranslationTokens> m_tokens;
    c10::Device m_device = c10::kCPU;
    PrecisionSpec m_precision;
    BeamSpec m_usualBeam;
    std::int64_t m_cut = 0;
};

} // namespace motley
