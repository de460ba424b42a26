#include "engine/data/chat/tokens/templatefiles.h"

#include "engine/base/textfile.h"
#include "engine/data/tokenizers/tokenizerfolder.h"

namespace motley {

namespace {

constexpr std::size_t longestConfig = 64 << 20; // bytes; some list a hundred thousand added tokens

// A text, or a list of objects with "name" and "template".
Result<std::optional<std::string>> chosenTemplate(const ChatValue &given, const std::string &file)
{
    if (const std::string *text = given.text())
        return std::optional(*text);
    const ChatList *list = given.list();
    std::optional<std::string> found;
    for (std::size_t i = 0; list && i < list->size(); ++i) {
        const ChatValue *name = (*list)[i].find("name");
        const ChatValue *text = (*list)[i].find("template");
        if (!text || !text->text())
            continue;
        if (!found || (name && *name == ChatValue("default")))
            found = *text->text();
    }
    if (!found && !given.isNull())
        return fail("The field chat_template of " + file + " is neither a text nor a list of named templates.");
    return found;
}

} // namespace

Result<std::optional<std::string>> readChatTemplateText(const std::string &folder)
{
    if (folderHas(folder, "chat_template.jinja"))
        return readTextFile(folder + "/chat_template.jinja", longestChatTemplate).map([](const std::string &text) {
            return std::optional(text);
        });
    for (const char *name : {"chat_template.json", "tokenizer_config.json"}) {
        if (!folderHas(folder, name))
            continue;
        const std::string file = folder + "/" + name;
        const auto text = readTextFile(file, longestConfig);
        if (!text)
            return tl::unexpected(text.error());
        const auto config = parseChatValue(*text, longestConfig, LargeNumbers::Rounded); // model_max_length may be 1e30
        if (!config)
            return fail(file + ": " + config.error().message, config.error().detail);
        if (const ChatValue *given = config->find("chat_template"); given && !given->isNull())
            return chosenTemplate(*given, file);
    }
    return std::optional<std::string>();
}

Result<std::optional<ChatTemplate>> readChatTemplate(const std::string &folder)
{
    const auto text = readChatTemplateText(folder);
    if (!text)
        return tl::unexpected(text.error());
    if (!*text)
        return std::optional<ChatTemplate>();
    auto parsed = ChatTemplate::parse(**text);
    if (!parsed)
        return fail(folder + ": " + parsed.error().message, parsed.error().detail);
    return std::optional(std::move(*parsed));
}

} // namespace motley
