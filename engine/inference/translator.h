// Sentences into another language, with a model that was trained to translate.
#pragma once

#include "engine/base/result.h"
#include "engine/models/translation/beamspec.h"

#include <c10/core/Device.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace motley {

class SentencePieceTokenizer;
class Transformer;

class Translator {
public:
    // A folder as a run leaves it. Errors name the file that is missing or does not fit.
    static Result<Translator> open(const std::string &modelFolder, c10::Device device);

    BeamSpec usualBeam() const { return m_usualBeam; } // as the model was tested in its run

    // A translation for each sentence, in their order; a blank one stays blank. Sentences of about one length are
    // translated together, and what is longer than the model's positions is cut.
    std::vector<std::string> translate(std::span<const std::string> sentences, const BeamSpec &beam);
    std::int64_t cutSentences() const { return m_cut; } // so far

private:
    Translator() = default;

    std::shared_ptr<Transformer> m_model;
    std::shared_ptr<const SentencePieceTokenizer> m_pieces;
    c10::Device m_device = c10::kCPU;
    BeamSpec m_usualBeam;
    std::int64_t m_cut = 0;
};

} // namespace motley
