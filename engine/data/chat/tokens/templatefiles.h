// The chat template of a model folder.
#pragma once

#include "engine/base/result.h"
#include "engine/data/chat/template/chattemplate.h"

#include <optional>
#include <string>
#include <vector>

namespace motley {

struct NamedChatTemplate {
    std::string name;
    std::string text;
};

constexpr const char *additionalChatTemplates = "additional_chat_templates"; // a folder in a model folder
constexpr const char *toolTemplate = "tool_use"; // the name of the template of conversations with tools

// Those in the folder of that name, as additional_chat_templates/NAME.jinja. Errors name the file.
Result<std::vector<NamedChatTemplate>> additionalChatTemplatesIn(const std::string &folder);

// Those of a model: chat_template.jinja, which is called "default", and additional_chat_templates/NAME.jinja; where
// there are none of these, what chat_template.json or tokenizer_config.json have as "chat_template". In the order of
// their names. Errors name the file.
Result<std::vector<NamedChatTemplate>> chatTemplatesIn(const std::string &folder);

struct ChosenChatTemplate {
    std::string name{}; // one of the model's; empty: the default, or the only one
    std::string file{}; // of another one; empty: one of the model's
};

// nullopt: the folder has none. Errors name the file, or the templates that there are.
Result<std::optional<std::string>> readChatTemplateText(
    const std::string &folder, const ChosenChatTemplate &chosen = {});

// Those that conversations are written with.
struct ChatTemplates {
    std::optional<ChatTemplate> usual{}; // nullopt: there is none
    std::optional<ChatTemplate> withTools{}; // of conversations that have tools; nullopt: the usual one
};

// The same, read. As in transformers, conversations with tools take the model's template "tool_use" where it has one
// and none is chosen. Errors: what is not supported in them too.
Result<ChatTemplates> readChatTemplates(const std::string &folder, const ChosenChatTemplate &chosen = {});

} // namespace motley
