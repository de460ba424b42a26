// Which bytes of a rendered conversation a model learns to write: the answers of the assistant and what ends each of
// them, with any chat template.
#pragma once

#include "engine/data/chat/template/chattemplate.h"
#include "engine/data/tokenizers/pipeline/textregex.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

struct TurnTokens {
    std::vector<std::string> special; // all special tokens of the tokenizer
    std::vector<std::string> ends; // those at which generation stops
};

struct Answers {
    std::vector<TextRange> ranges; // in their order, apart from each other, none empty
    std::size_t withoutEnd = 0; // after which no special token ends the turn
};

struct EmptyAnswer { // of which the template wrote what begins and ends it, and nothing else
    std::int32_t message = 0;
    std::size_t at = 0; // byte where its text would be
};

// `isTrained`: of each message. `prompt`: what the template adds for an answer (add_generation_prompt); empty: nothing.
//
// An answer begins after the prompt where the template wrote it before the message, and else with the message's first
// byte: so what the template puts before reasoning or a call of a tool is learned. It ends after the first of
// `tokens.ends` in the template's text behind it, or if there is none the first special token
// that does not begin the prompt. The name of a called
// tool that is written again with the tool's result is no answer. Where the template marks what is generated ({%
// generation %}), these marks count instead. Of an answer without a word what ends it is learned, as by trl; `empty`
// says where they are, in their order.
Answers answersIn(const RenderedChat &rendered, const std::vector<bool> &isTrained, std::string_view prompt,
    const TurnTokens &tokens, const std::vector<EmptyAnswer> &empty = {});

// Bytes that did not come from the template, in which special tokens are text. Names of roles are not among them, as
// templates write tokens such as <|user|> with them.
std::vector<TextRange> typedIn(const RenderedChat &rendered);

} // namespace motley
