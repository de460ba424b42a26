#include "engine/inference/gguf/chatblocks.h"

namespace motley {

namespace {

struct Said {
    const char *role;
    const char *text;
};
constexpr Said system{"system", "Zq1"};
constexpr Said question{"user", "Zq2"};
constexpr Said answer{"assistant", "Zq3"};
constexpr Said further{"user", "Zq4"};

// The text that one message is written as, in two parts.
std::optional<ChatBlock> cutAt(const std::string &block, const Said &said)
{
    const std::string text = said.text;
    const auto found = block.find(text);
    if (found == std::string::npos || block.find(text, found + 1) != std::string::npos)
        return std::nullopt;
    return ChatBlock{block.substr(0, found), block.substr(found + text.size())};
}

std::string written(const ChatBlock &block, const Said &said)
{
    return block.before + said.text + block.after;
}

class BlockFinder {
public:
    BlockFinder(const ChatTemplate &chat, const std::vector<std::pair<std::string, std::string>> &specialTokens)
        : m_chat(chat), m_specialTokens(specialTokens)
    {
    }

    std::optional<ChatBlocks> find()
    {
        const auto one = render({question});
        const auto two = render({question, answer});
        const auto three = render({question, answer, further});
        const auto prompted = render({question}, true);
        if (!one || !two || !three || !prompted)
            return std::nullopt;
        const auto asked = cutAt(after(*two, *three), further);
        const auto answered = cutAt(after(*one, *two), answer);
        if (!asked || !answered || !one->ends_with(written(*asked, question)) || !prompted->starts_with(*one))
            return std::nullopt;
        ChatBlocks blocks;
        blocks.user = *asked;
        blocks.answer = *answered;
        blocks.head = one->substr(0, one->size() - written(*asked, question).size());
        blocks.prompt = after(*one, *prompted);
        const auto withSystem = render({system, question});
        if (withSystem && withSystem->ends_with(written(*asked, question)))
            blocks.system = cutAt(withSystem->substr(0, withSystem->size() - written(*asked, question).size()), system);
        return blocks;
    }

private:
    static std::string after(const std::string &front, const std::string &whole)
    {
        return whole.starts_with(front) ? whole.substr(front.size()) : "";
    }

    std::optional<std::string> render(const std::vector<Said> &said, bool isPrompt = false) const
    {
        ChatList messages;
        for (const Said &message : said)
            messages.push_back(chatMessage(message.role, message.text));
        ChatInput input;
        input.messages = messages;
        input.addGenerationPrompt = isPrompt;
        input.specialTokens = m_specialTokens;
        const auto rendered = m_chat.render(input);
        return rendered ? std::optional(rendered->text) : std::nullopt;
    }

    const ChatTemplate &m_chat;
    const std::vector<std::pair<std::string, std::string>> &m_specialTokens;
};

} // namespace

std::optional<ChatBlocks> chatBlocksOf(
    const ChatTemplate &chat, const std::vector<std::pair<std::string, std::string>> &specialTokens)
{
    return BlockFinder(chat, specialTokens).find();
}

} // namespace motley
