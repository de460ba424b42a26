#include "engine/data/chat/conversations/conversation.h"

#include "engine/base/sha256.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <utility>

namespace motley {

namespace {

constexpr std::size_t longestTools = 16 << 20; // bytes

const std::string *textIn(const ChatValue &of, std::string_view name)
{
    const ChatValue *found = of.find(name);
    return found ? found->text() : nullptr;
}

// The names that conversations of ShareGPT give to speakers.
std::optional<std::string> roleOf(std::string_view speaker)
{
    static constexpr auto roles = std::to_array<std::pair<std::string_view, const char *>>(
        {{"human", "user"}, {"user", "user"}, {"gpt", "assistant"}, {"chatgpt", "assistant"}, {"bing", "assistant"},
            {"bard", "assistant"}, {"bot", "assistant"}, {"model", "assistant"}, {"assistant", "assistant"},
            {"system", "system"}, {"developer", "developer"}, {"tool", "tool"}, {"function", "tool"},
            {"observation", "tool"}, {"function_response", "tool"}, {"tool_response", "tool"}});
    for (const auto &[known, role] : roles)
        if (known == speaker)
            return role;
    return std::nullopt;
}

// A content that is a list of parts, as one text.
Result<ChatValue> joinedParts(const ChatList &parts)
{
    std::string text;
    for (const ChatValue &part : parts) {
        const std::string *plain = part.text();
        const std::string *type = textIn(part, "type");
        if (!plain && type && *type != "text")
            return fail("a message has parts other than texts, such as pictures, which are not trained");
        if (!plain)
            plain = textIn(part, "text");
        if (!plain)
            return fail("a part of a message has no text");
        text += *plain;
    }
    return ChatValue(std::move(text));
}

Result<ChatValue> contentOf(const ChatValue *content)
{
    if (!content || content->isNull())
        return ChatValue();
    if (const ChatList *parts = content->list())
        return joinedParts(*parts);
    if (content->text())
        return *content;
    return fail("the content of a message is neither a text nor a list of texts");
}

Result<ChatValue> messageOf(const ChatValue &given)
{
    if (!given.object())
        return fail("a message is no object");
    const std::string *role = textIn(given, "role");
    const std::string *speaker = textIn(given, "from");
    if (!role && !speaker)
        return fail("a message has neither a \"role\" nor a \"from\"");
    const auto known = role ? roleOf(*role).value_or(*role) : roleOf(*speaker);
    if (!known)
        return fail("a message is \"from\" a speaker that is not known: human, gpt, system and tool are");
    auto content = contentOf(given.find(role ? "content" : "value"));
    if (!content)
        return content;
    ChatObject message{{"role", *known}};
    if (!content->isNull() || given.find(role ? "content" : "value"))
        message.push_back({"content", std::move(*content)});
    for (const ChatMember &member : *given.object()) {
        const bool isTaken = member.name == "role" || member.name == "content"
            || (!role && (member.name == "from" || member.name == "value"));
        if (!isTaken)
            message.push_back(member);
    }
    return ChatValue(std::move(message));
}

bool saysSomething(const ChatValue &message)
{
    return std::any_of(message.object()->begin(), message.object()->end(), [](const ChatMember &member) {
        const bool isText = member.value.text() && !member.value.text()->empty();
        const bool isCalls = member.value.list() && !member.value.list()->empty();
        return member.name != "role" && (isText || isCalls);
    });
}

Result<void> append(ChatList &messages, const ChatValue &given)
{
    if (!given.list())
        return fail("the messages are no list");
    for (const ChatValue &each : *given.list()) {
        auto message = messageOf(each);
        if (!message)
            return tl::unexpected(message.error());
        messages.push_back(std::move(*message));
    }
    return {};
}

// What a row may say beside its messages.
Result<TrainingText> finished(Conversation conversation, const ChatValue &row)
{
    const ChatList &messages = conversation.messages;
    if (const std::string *system = textIn(row, "system"); system && !system->empty()) {
        const bool hasSystem = !messages.empty() && *messages.front().find("role") == ChatValue("system");
        if (!hasSystem) {
            conversation.messages.insert(conversation.messages.begin(), chatMessage("system", *system));
            conversation.firstTrained += conversation.firstTrained > 0 ? 1 : 0;
        }
    }
    const auto first = messages.begin() + std::ptrdiff_t(conversation.firstTrained);
    if (std::none_of(
            first, messages.end(), [](const ChatValue &each) { return isAnswer(each) && saysSomething(each); }))
        return fail(noAnswer);
    if (const ChatValue *tools = row.find("tools"); tools && !tools->isNull()) {
        auto parsed = tools->text() ? parseChatValue(*tools->text(), longestTools) : Result<ChatValue>(*tools);
        if (!parsed || !(parsed->list() || parsed->isNull()))
            return fail("the \"tools\" are no list");
        conversation.tools = std::move(*parsed);
    }
    if (const ChatValue *variables = row.find("chat_template_kwargs"); variables && variables->object())
        conversation.variables = *variables->object();
    return TrainingText(std::move(conversation));
}

Result<TrainingText> ofMessages(const ChatValue &messages, const ChatValue &row)
{
    Conversation conversation;
    if (const auto appended = append(conversation.messages, messages); !appended)
        return tl::unexpected(appended.error());
    return finished(std::move(conversation), row);
}

Result<TrainingText> ofPrompt(const ChatValue &prompt, const ChatValue &completion, const ChatValue &row)
{
    if (prompt.text() && completion.text()) {
        if (completion.text()->empty())
            return fail("the \"completion\" is empty");
        return TrainingText(PlainText{*prompt.text(), *completion.text()});
    }
    Conversation conversation;
    auto appended = append(conversation.messages, prompt);
    conversation.firstTrained = conversation.messages.size();
    if (appended)
        appended = append(conversation.messages, completion);
    if (!appended)
        return fail("\"prompt\" and \"completion\" are neither two texts nor two lists of messages");
    return finished(std::move(conversation), row);
}

Result<TrainingText> ofInstruction(const std::string &instruction, const ChatValue &row)
{
    const std::string *input = textIn(row, "input");
    const std::string *output = textIn(row, "output");
    if (!output)
        return fail("beside \"instruction\" there is no text \"output\"");
    Conversation conversation;
    conversation.messages = {chatMessage("user", instruction + (input && !input->empty() ? "\n\n" + *input : "")),
        chatMessage("assistant", *output)};
    return finished(std::move(conversation), row);
}

} // namespace

bool isAnswer(const ChatValue &message)
{
    const std::string *role = textIn(message, "role");
    return role && *role == "assistant";
}

Result<TrainingText> trainingTextOf(const ChatValue &row)
{
    if (!row.object())
        return fail("the row is no object");
    for (const char *name : {"messages", "conversations", "conversation"})
        if (const ChatValue *messages = row.find(name))
            return ofMessages(*messages, row);
    const ChatValue *prompt = row.find("prompt");
    const ChatValue *completion = row.find("completion");
    if (prompt && completion)
        return ofPrompt(*prompt, *completion, row);
    if (const std::string *instruction = textIn(row, "instruction"))
        return ofInstruction(*instruction, row);
    const std::string *text = textIn(row, "text");
    if (!text)
        return fail(
            "there is neither \"messages\", \"conversations\", \"prompt\" with \"completion\", \"instruction\" with "
            "\"output\" nor \"text\"");
    if (text->empty())
        return fail("the \"text\" is empty");
    return TrainingText(PlainText{"", *text});
}

double drawnFraction(const TrainingText &text)
{
    std::string bytes;
    if (const auto *plain = std::get_if<PlainText>(&text)) {
        bytes = jsonOf(ChatList{plain->prompt, plain->text});
    } else {
        const auto &conversation = std::get<Conversation>(text);
        bytes = jsonOf(ChatList{conversation.messages, conversation.tools});
    }
    const std::string digits = sha256Of(bytes).substr(0, 13); // 52 bits
    return double(std::strtoull(digits.c_str(), nullptr, 16)) / double(1ULL << 52);
}

} // namespace motley
