// A Modelfile, from which `ollama create` makes a model: https://docs.ollama.com/modelfile
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace motley {

struct ChatBlock { // what a chat template writes around the text of a message
    std::string before;
    std::string after;
};

struct ChatBlocks {
    std::string head; // of a conversation without a system's message
    std::optional<ChatBlock> system;
    ChatBlock user;
    ChatBlock answer;
    std::string prompt; // where an answer begins
};

struct ModelfileInput {
    std::string file; // beside the Modelfile
    std::vector<std::string> stops{}; // texts that end an answer
    std::optional<ChatBlocks> chat{}; // nullopt: Ollama does with the template in the file what it can
};

std::string modelfileOf(const ModelfileInput &input);

} // namespace motley
