// The chat template of a model, which writes a conversation as the text that the model was trained on: the part of
// Jinja that published templates use, rendered as transformers does (jinja2's ImmutableSandboxedEnvironment with
// trim_blocks, lstrip_blocks and loopcontrols), byte for byte. Everything else is refused.
#pragma once

#include "engine/base/result.h"
#include "engine/data/chat/values/chatvalue.h"

#include <cstdint>
#include <ctime>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace motley {

// Where bytes of a rendered conversation come from.
struct ChatSource {
    enum class Kind {
        Template, // or the tokenizer's special tokens
        Message,
        Other // what else was given: tools, documents, variables
    };
    Kind kind = Kind::Template;
    std::int32_t message = -1; // of a Message, from 0
    std::string field{}; // of the message, such as "content", or name of what else was given; empty: several
    // Which of the texts in the field of a message, from 1, so that one that is written twice is known; 0: several, or
    // none of them.
    std::int32_t value = 0;

    bool operator==(const ChatSource &) const = default;
};

struct ChatSpan { // bytes from `begin` to before `end`
    std::size_t begin = 0;
    std::size_t end = 0;
    ChatSource source{};
};

struct RenderedChat {
    std::string text;
    // All of the text, in its order; none is empty. Exact through what keeps bytes as they are (+, ~, slices, trim,
    // split, replace, join, tojson); of what changes letters all of the result has the source of the text.
    std::vector<ChatSpan> spans;
    std::vector<std::pair<std::size_t, std::size_t>> generated; // bytes inside {% generation %}, as spans
};

struct ChatInput {
    ChatValue messages; // a list of objects with "role" and mostly "content"
    ChatValue tools{}; // a list of JSON schemas, or null
    ChatValue documents{}; // the same
    bool addGenerationPrompt = false; // ends where the model's answer begins
    std::vector<std::pair<std::string, std::string>> specialTokens{}; // such as bos_token: trusted as the template is
    std::vector<ChatMember> variables{}; // such as enable_thinking; of a name twice the first counts
    std::time_t now = 0; // for templates that write the date, which is that in UTC, so that it is the same everywhere
};

constexpr std::size_t longestChatTemplate = 1 << 20; // bytes

class ChatTemplate {
public:
    // Errors name the construct that is not supported, and its line.
    static Result<ChatTemplate> parse(std::string_view source);

    // Errors: the template refuses the conversation, which is told in its words; or it fails, and in which line; or it
    // takes more steps or memory than it may. Thread-safe.
    Result<RenderedChat> render(const ChatInput &input) const;

private:
    struct Parsed;

    explicit ChatTemplate(std::shared_ptr<const Parsed> parsed) : m_parsed(std::move(parsed)) { }

    std::shared_ptr<const Parsed> m_parsed;
};

} // namespace motley
