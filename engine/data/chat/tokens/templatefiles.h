// The chat template of a model folder.
#pragma once

#include "engine/base/result.h"
#include "engine/data/chat/template/chattemplate.h"

#include <optional>
#include <string>

namespace motley {

// The text of chat_template.jinja, or what chat_template.json or tokenizer_config.json have as "chat_template": of
// several the one that is called "default". nullopt: the folder has none. Errors name the file.
Result<std::optional<std::string>> readChatTemplateText(const std::string &folder);

// The same, read. Errors: what is not supported in it too.
Result<std::optional<ChatTemplate>> readChatTemplate(const std::string &folder);

} // namespace motley
