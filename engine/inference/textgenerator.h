// Continues a text with a language model.
#pragma once

#include "engine/base/result.h"
#include "engine/job/precisionspec.h"
#include "engine/models/causal/generationspec.h"

#include <c10/core/Device.h>

#include <memory>
#include <string>
#include <string_view>

namespace motley {

class CausalLanguageModel;
struct LanguageModelTokenizer;

class TextGenerator {
public:
    // Opens a model folder of a run, or a folder of Hugging Face with a GPT-2 or a decoder. On a GPU weights stay in
    // the types of the file. Errors name the file.
    static Result<TextGenerator> open(const std::string &modelFolder, c10::Device device);

    // The prompt with its continuation, which ends early at a token for the end of a text; special tokens of a decoder
    // are not written out. Errors: a prompt without any token, or, for a model of characters, with unknown characters.
    Result<std::string> write(std::string_view prompt, GenerationSpec spec);

    const std::vector<std::string> &notes() const { return m_notes; } // on the tokenizer

private:
    TextGenerator() = default;

    std::shared_ptr<CausalLanguageModel> m_model;
    std::shared_ptr<const LanguageModelTokenizer> m_tokens;
    c10::Device m_device = c10::kCPU;
    PrecisionSpec m_precision;
    std::vector<std::string> m_notes;
};

} // namespace motley
