// From rows of data to the tokens that a language model is trained on, and which of them it learns to write.
#pragma once

#include "engine/base/result.h"
#include "engine/data/chat/conversations/conversation.h"
#include "engine/data/chat/tokens/answers.h"
#include "engine/data/chat/tokens/templatefiles.h"
#include "engine/data/tokenizers/pipeline/pipelinetokenizer.h"

#include <cstdint>
#include <ctime>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace motley {

struct MarkedText { // what people are shown of a row
    std::string text;
    std::vector<TextRange> learned; // in their order, apart from each other
    std::vector<TextRange> typed{}; // where special tokens are text
    std::size_t answersWithoutEnd = 0; // after which no special token ends the turn
    bool isPlain = false; // gets the tokens that begin and end a text
};

struct TrainingTokens {
    TokenIds ids;
    std::vector<std::uint8_t> learned; // of each id: 1 if the model learns to write it, else 0
};

struct ExplainedTokens {
    MarkedText marked;
    TrainingTokens tokens;
    // Of each id the byte of the text at which it begins, or the text between added tokens that it is made of.
    std::vector<std::size_t> begins;
};

// Thread-safe.
class TrainingEncoder {
public:
    struct Options {
        bool answersOnly = true; // false: all of a text is learned
        ChatObject variables{}; // for the template, such as enable_thinking; those of a row come first
        std::vector<std::int64_t> stopIds{}; // at which generation stops, beside the tokenizer's end of a text
        std::time_t now = 0; // for templates that write the date
    };

    TrainingEncoder(std::shared_ptr<const PipelineTokenizer> tokenizer, ChatTemplates templates, Options options);

    // Errors: the template refuses the conversation, or there is none; more answers without a word than can be found.
    Result<MarkedText> mark(const TrainingText &text) const;
    // Where an answer begins text is cut, as it is when the model answers; otherwise the ids are those of the whole
    // text. Errors: the same, and a tokenizer that tries too much on this text.
    Result<TrainingTokens> encode(const TrainingText &text) const;
    Result<ExplainedTokens> explain(const TrainingText &text) const; // the same, with what each token is made of

    // What a model is to go on from: the conversation, and the beginning of an answer. Errors as mark().
    Result<TokenIds> encodePrompt(const Conversation &conversation) const;

private:
    Result<RenderedChat> render(const Conversation &conversation, bool addPrompt) const;
    Result<MarkedText> markConversation(const Conversation &conversation) const;
    MarkedText markPlain(const PlainText &plain) const;
    const std::optional<ChatTemplate> &templateOf(const Conversation &conversation) const;
    std::string answerPrompt(const Conversation &conversation) const;
    Result<std::vector<EmptyAnswer>> emptyAnswers(
        const Conversation &conversation, const RenderedChat &rendered, const std::vector<bool> &isTrained) const;
    std::vector<TextRange> partsOf(const MarkedText &marked) const;
    void append(const TextRange &part, ExplainedTokens &explained) const;
    void addEnds(ExplainedTokens &explained) const;

    std::shared_ptr<const PipelineTokenizer> m_tokenizer;
    ChatTemplates m_templates;
    Options m_options;
    TurnTokens m_turnTokens;
    std::vector<std::pair<std::string, std::string>> m_specialTokens; // by the names that templates know
    std::string m_prompt; // that the template adds for an answer
};

} // namespace motley
