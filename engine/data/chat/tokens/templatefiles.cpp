#include "engine/data/chat/tokens/templatefiles.h"

#include "engine/base/folders/folderwalk.h"
#include "engine/base/textfile.h"
#include "engine/data/tokenizers/tokenizerfolder.h"

#include <algorithm>
#include <filesystem>
#include <map>

namespace motley {

namespace {

constexpr std::size_t longestConfig = 64 << 20; // bytes; some list a hundred thousand added tokens
constexpr std::size_t mostTemplateFiles = 1000;
constexpr const char *usualName = "default";

using Templates = std::map<std::string, std::string>; // texts by name

// Others could not come back from a machine that trains with them.
bool isPlainName(const std::string &name)
{
    return std::none_of(name.begin(), name.end(), [](unsigned char byte) { return byte < ' ' || byte == 0x7f; });
}

// In files of their own, as transformers writes them from version 4.53 on.
Result<Templates> templatesInFiles(const std::string &folder)
{
    auto additional = additionalChatTemplatesIn(folder);
    if (!additional)
        return tl::unexpected(additional.error());
    Templates templates;
    for (auto &[name, text] : *additional)
        templates[name] = std::move(text);
    constexpr const char *file = "chat_template.jinja";
    if (!folderHas(folder, file))
        return templates;
    auto usual = readTextFile(folder + "/" + file, longestChatTemplate);
    if (!usual)
        return tl::unexpected(usual.error());
    templates[usualName] = std::move(*usual);
    return templates;
}

// A text, or a list of objects with "name" and "template".
Result<Templates> templatesOf(const ChatValue &given, const std::string &file)
{
    if (const std::string *text = given.text())
        return Templates{{usualName, *text}};
    const ChatList *list = given.list();
    Templates templates;
    for (std::size_t i = 0; list && i < list->size(); ++i) {
        const ChatValue *name = (*list)[i].find("name");
        const ChatValue *text = (*list)[i].find("template");
        if (name && name->text() && text && text->text())
            templates[*name->text()] = *text->text();
    }
    if (templates.empty())
        return fail("The field chat_template of " + file + " is neither a text nor a list of named templates.");
    return templates;
}

Result<Templates> templatesInConfigs(const std::string &folder)
{
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
            return templatesOf(*given, file);
    }
    return Templates();
}

std::string namesOf(const std::vector<NamedChatTemplate> &templates)
{
    std::string names;
    for (const NamedChatTemplate &each : templates)
        names += (names.empty() ? "" : ", ") + each.name;
    return names;
}

struct ChatTemplateTexts {
    std::optional<std::string> usual;
    std::optional<std::string> withTools;
};

const std::string *textCalled(const std::vector<NamedChatTemplate> &templates, const std::string &name)
{
    const auto found = std::find_if(
        templates.begin(), templates.end(), [&](const NamedChatTemplate &each) { return each.name == name; });
    return found == templates.end() ? nullptr : &found->text;
}

Result<ChatTemplateTexts> readTexts(const std::string &folder, const ChosenChatTemplate &chosen)
{
    if (!chosen.file.empty())
        return readTextFile(chosen.file, longestChatTemplate).map([](std::string text) {
            return ChatTemplateTexts{std::move(text), std::nullopt};
        });
    const auto templates = chatTemplatesIn(folder);
    if (!templates)
        return tl::unexpected(templates.error());
    ChatTemplateTexts texts;
    if (const std::string *text = textCalled(*templates, toolTemplate); text && chosen.name.empty())
        texts.withTools = *text;
    if (const std::string *text = textCalled(*templates, chosen.name.empty() ? usualName : chosen.name))
        texts.usual = *text;
    else if (!chosen.name.empty())
        return fail("The model in " + folder + " has no chat template \"" + chosen.name.substr(0, 60)
            + "\" (data.chatTemplate). "
            + (templates->empty() ? "It has none." : "It has: " + namesOf(*templates) + "."));
    else if (templates->size() > 1)
        return fail("The model in " + folder
            + " has several chat templates, and none is called \"default\". Set "
              "data.chatTemplate to one of them: "
            + namesOf(*templates) + ".");
    else if (!templates->empty())
        texts.usual = templates->front().text;
    return texts;
}

} // namespace

Result<std::vector<NamedChatTemplate>> additionalChatTemplatesIn(const std::string &folder)
{
    if (!folderHas(folder, additionalChatTemplates))
        return std::vector<NamedChatTemplate>();
    FolderWalk walk;
    walk.isWanted = [](const std::string &name) { return name.ends_with(".jinja") && isPlainName(name); };
    walk.entersFolders = false;
    walk.entriesAtMost = mostTemplateFiles;
    const auto files = filesBelow(folder + "/" + additionalChatTemplates, walk);
    if (!files)
        return tl::unexpected(files.error());
    std::vector<NamedChatTemplate> templates;
    for (const WalkedFile &file : *files) {
        auto text = readTextFile(file.path, longestChatTemplate);
        if (!text)
            return tl::unexpected(text.error());
        templates.push_back({std::filesystem::path(file.name).stem().string(), std::move(*text)});
    }
    return templates;
}

Result<std::vector<NamedChatTemplate>> chatTemplatesIn(const std::string &folder)
{
    auto found = templatesInFiles(folder);
    if (found && found->empty())
        found = templatesInConfigs(folder);
    if (!found)
        return tl::unexpected(found.error());
    std::vector<NamedChatTemplate> templates;
    for (auto &[name, text] : *found)
        templates.push_back({name, std::move(text)});
    return templates;
}

Result<std::optional<std::string>> readChatTemplateText(const std::string &folder, const ChosenChatTemplate &chosen)
{
    return readTexts(folder, chosen).map([](ChatTemplateTexts texts) { return std::move(texts.usual); });
}

Result<ChatTemplates> readChatTemplates(const std::string &folder, const ChosenChatTemplate &chosen)
{
    const auto texts = readTexts(folder, chosen);
    if (!texts)
        return tl::unexpected(texts.error());
    const std::string &source = chosen.file.empty() ? folder : chosen.file;
    ChatTemplates read;
    for (const auto &[text, parsed] :
        {std::pair{&texts->usual, &read.usual}, std::pair{&texts->withTools, &read.withTools}}) {
        if (!*text)
            continue;
        auto known = ChatTemplate::parse(**text);
        if (!known)
            return fail(source + ": " + known.error().message, known.error().detail);
        *parsed = std::move(*known);
    }
    return read;
}

} // namespace motley
