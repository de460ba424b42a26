// What a folder has beside its model for whoever makes text of it, or pictures and sounds for it.
#pragma once

#include "engine/base/result.h"
#include "engine/tensorfiles/sidefile.h"

#include <string>
#include <vector>

namespace motley {

constexpr const char *chatTemplateFile = "chat_template.jinja"; // of the template that is usual

// Tokenizer, chat templates, and what generates or prepares, as the folder has them. Errors name the file.
Result<std::vector<SideFile>> filesBesideWeights(const std::string &folder);

bool hasFile(const std::vector<SideFile> &files, const std::string &name);
void putFile(SideFile file, std::vector<SideFile> &files); // in the place of one with its name

// As the model learned it: with this chat template, conversations with tools too.
void putChatTemplate(std::string text, std::vector<SideFile> &files);

// The files of an adapter and, where it has none of that name, of its model. The model's additional chat templates are
// not for an adapter with a chat template of its own.
std::vector<SideFile> filesOfBoth(std::vector<SideFile> adapter, std::vector<SideFile> base);

} // namespace motley
