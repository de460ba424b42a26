// Continues a text with a language model, or a conversation.
#pragma once

#include "engine/base/result.h"
#include "engine/data/chat/conversations/conversation.h"
#include "engine/data/tokenizers/tokenizer.h"
#include "engine/job/precisionspec.h"
#include "engine/models/causal/generationspec.h"

#include <c10/core/Device.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace motley {

class CausalLanguageModel;
class TrainingEncoder;
struct LanguageModelTokenizer;

class TextGenerator {
public:
    // Opens a model folder of a run, or a folder of Hugging Face with a GPT-2 or a decoder, or an adapter of one. On a
    // GPU weights stay in the types of the file. Errors name the file.
    static Result<TextGenerator> open(const std::string &modelFolder, c10::Device device);

    // Called while a text is written, with what has been added to it in whole characters. All calls together have all
    // that was added to the prompt.
    using Written = std::function<void(std::string_view)>;

    // The prompt with its continuation, which ends early at a token for the end of a text; special tokens of a decoder
    // are not written out. Errors: a prompt without any token, or, for a model of characters, with unknown characters.
    Result<std::string> write(std::string_view prompt, GenerationSpec spec, const Written &written = {});

    // What the model answers to a conversation, written with its own chat template. Errors: it has none, or refuses the
    // conversation; a model of ours without a tokenizer.json.
    Result<std::string> answer(const Conversation &conversation, GenerationSpec spec, const Written &written = {});

    const std::vector<std::string> &notes() const { return m_notes; } // on the tokenizer

private:
    TextGenerator() = default;

    Result<void> prepareChat();
    // Without the token that ends it. `front`: the tokens before it whose text is not what is written.
    TokenIds continuation(const TokenIds &ids, const TokenIds &front, GenerationSpec spec, const Written &written);

    std::string m_folder;
    std::shared_ptr<CausalLanguageModel> m_model;
    std::shared_ptr<const LanguageModelTokenizer> m_tokens;
    std::shared_ptr<const TrainingEncoder> m_chat; // null until it is needed
    c10::Device m_device = c10::kCPU;
    PrecisionSpec m_precision;
    std::vector<std::string> m_notes;
};

} // namespace motley
