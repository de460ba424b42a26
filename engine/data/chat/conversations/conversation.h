// A row of data that a language model is trained on, in whichever of the usual forms it was written.
#pragma once

#include "engine/base/result.h"
#include "engine/data/chat/values/chatvalue.h"

#include <cstddef>
#include <string>
#include <variant>

namespace motley {

struct Conversation {
    ChatList messages; // objects with "role", mostly "content", and what else the row had; contents are texts or null
    ChatValue tools{}; // a list of JSON schemas, or null
    ChatObject variables{}; // for the template: the row's "chat_template_kwargs"
    std::size_t firstTrained = 0; // answers before this message are given, not learned

    bool operator==(const Conversation &) const = default;
};

struct PlainText { // is trained as it is, without a chat template
    std::string prompt{}; // is given, not learned; may be empty
    std::string text{};

    bool operator==(const PlainText &) const = default;
};

using TrainingText = std::variant<Conversation, PlainText>;

constexpr const char *noAnswer = "there is no answer of the assistant to learn"; // an Error of trainingTextOf()

// Of an object that has "messages" or "conversations" (role and content, or ShareGPT's from and value), "prompt" and
// "completion" (texts, or lists of messages), "instruction", "input" and "output", or "text"; with "system" and "tools"
// where they make sense. Errors: what is missing or not supported, in words that are the same for all rows of which it
// is true.
Result<TrainingText> trainingTextOf(const ChatValue &row);

// From 0 to 1, by what is in the row and nothing else: rows below a fraction can be held out whatever the order of the
// rows, and rows that are alike stay together.
double drawnFraction(const TrainingText &text);

bool isAnswer(const ChatValue &message); // of the assistant

} // namespace motley
