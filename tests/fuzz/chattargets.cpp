#include "engine/data/chat/conversations/conversationfiles.h"
#include "engine/data/chat/tokens/answers.h"
#include "engine/data/tokenizers/utf8.h"
#include "tests/fuzz/memoryfile.h"
#include "tests/fuzz/targets.h"

#include <algorithm>
#include <array>

namespace motley {

namespace {

void checkRanges(const std::vector<TextRange> &ranges, std::size_t size, const char *what)
{
    std::size_t done = 0;
    for (const TextRange &range : ranges) {
        promise(range.first >= done && range.first < range.end && range.end <= size, what);
        done = range.end;
    }
}

void checkRendered(const RenderedChat &rendered, std::size_t messages)
{
    promise(isUtf8(rendered.text), "no UTF-8");
    std::size_t end = 0;
    for (const ChatSpan &span : rendered.spans) {
        promise(span.begin == end && span.end > end, "spans with gaps");
        promise(span.source.message < std::int32_t(messages), "a message that there is not");
        end = span.end;
    }
    promise(end == rendered.text.size(), "spans that are not all of the text");
    const TurnTokens tokens{.special = {"<|end|>", "</s>", "<"}, .ends = {"</s>"}};
    checkRanges(answersIn(rendered, std::vector<bool>(messages, true), "A", tokens).ranges, end, "answers overlap");
    checkRanges(typedIn(rendered), end, "typed ranges overlap");
}

// A template, a zero byte, and its messages as JSON.
void renderChatTemplate(std::string_view bytes)
{
    const std::size_t end = std::min(bytes.find('\0'), bytes.size());
    const auto parsed = ChatTemplate::parse(bytes.substr(0, end));
    const auto messages = parseChatValue(bytes.substr(std::min(end + 1, bytes.size())), 1 << 20);
    if (!parsed)
        return;
    ChatInput input{
        .messages = messages && messages->list() ? *messages : ChatValue(ChatList{chatMessage("user", "a")})};
    input.tools = ChatList{ChatObject{{"name", "f"}}};
    input.specialTokens = {{"bos_token", "<s>"}, {"eos_token", "</s>"}};
    for (const bool prompt : {false, true}) {
        input.addGenerationPrompt = prompt;
        if (const auto rendered = parsed->render(input))
            checkRendered(*rendered, input.messages.list()->size());
    }
}

void readConversationFile(std::string_view bytes)
{
    const MemoryFile file(bytes);
    const auto conversations = readConversations(file.path(), 0.5);
    if (!conversations)
        return;
    const ConversationCounts &counts = conversations->counts;
    const std::size_t kept = conversations->training.size() + conversations->heldOut.size();
    promise(kept > 0, "no row and no Error");
    promise(std::int64_t(kept) == counts.rows, "rows that nobody counted");
    for (const auto *part : {&conversations->training, &conversations->heldOut})
        for (const ConversationRow &row : *part) {
            if (!row.text)
                continue;
            const auto *conversation = std::get_if<Conversation>(&*row.text);
            promise(
                !conversation || std::any_of(conversation->messages.begin(), conversation->messages.end(), isAnswer),
                "nothing to learn");
            promise((drawnFraction(*row.text) < 0.5) == (part == &conversations->heldOut), "a row on the wrong side");
        }
}

constexpr std::array targets{
    FuzzTarget{"chattemplate", renderChatTemplate}, FuzzTarget{"conversations", readConversationFile}};

} // namespace

std::span<const FuzzTarget> chatTargets()
{
    return targets;
}

} // namespace motley
