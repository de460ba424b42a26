#include "engine/tasks/causal/besideweights.h"

#include "engine/base/textfile.h"
#include "engine/data/chat/tokens/templatefiles.h"
#include "engine/data/tokenizers/tokenizerfolder.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace motley {

namespace {

constexpr std::array besideWeights{"tokenizer.json", "tokenizer_config.json", "special_tokens_map.json",
    "added_tokens.json", "vocab.json", "merges.txt", "tokenizer.model", chatTemplateFile, "chat_template.json",
    "generation_config.json", "preprocessor_config.json", "processor_config.json", "video_preprocessor_config.json"};

std::string fileOf(const std::string &chatTemplate)
{
    return std::string(additionalChatTemplates) + "/" + chatTemplate + ".jinja";
}

bool isAdditionalTemplate(const SideFile &file)
{
    return file.name.starts_with(std::string(additionalChatTemplates) + "/");
}

} // namespace

Result<std::vector<SideFile>> filesBesideWeights(const std::string &folder)
{
    std::vector<SideFile> files;
    for (const char *name : besideWeights) {
        if (!folderHas(folder, name))
            continue;
        auto text = readTextFile(folder + "/" + name, mostTokenizerBytes);
        if (!text)
            return tl::unexpected(text.error());
        files.push_back({name, std::move(*text)});
    }
    auto templates = additionalChatTemplatesIn(folder);
    if (!templates)
        return tl::unexpected(templates.error());
    for (NamedChatTemplate &each : *templates)
        files.push_back({fileOf(each.name), std::move(each.text)});
    return files;
}

bool hasFile(const std::vector<SideFile> &files, const std::string &name)
{
    return std::any_of(files.begin(), files.end(), [&](const SideFile &file) { return file.name == name; });
}

void putFile(SideFile file, std::vector<SideFile> &files)
{
    std::erase_if(files, [&](const SideFile &old) { return old.name == file.name; });
    files.push_back(std::move(file));
}

void putChatTemplate(std::string text, std::vector<SideFile> &files)
{
    putFile({chatTemplateFile, std::move(text)}, files);
    std::erase_if(files, [](const SideFile &file) { return file.name == fileOf(toolTemplate); });
}

std::vector<SideFile> filesOfBoth(std::vector<SideFile> adapter, std::vector<SideFile> base)
{
    const bool hasTemplate = hasFile(adapter, chatTemplateFile);
    std::erase_if(base, [&](const SideFile &file) {
        return hasFile(adapter, file.name) || (hasTemplate && isAdditionalTemplate(file));
    });
    std::move(base.begin(), base.end(), std::back_inserter(adapter));
    return adapter;
}

} // namespace motley
