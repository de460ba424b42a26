// What a chat template writes around the text of a message, found by rendering conversations.
#pragma once

#include "engine/data/chat/template/chattemplate.h"
#include "engine/formats/gguf/modelfile.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace motley {

// `specialTokens`: as of ChatInput. nullopt: what stands around a message depends on more than who wrote it.
std::optional<ChatBlocks> chatBlocksOf(
    const ChatTemplate &chat, const std::vector<std::pair<std::string, std::string>> &specialTokens);

} // namespace motley
