#include "engine/tasks/bertnotes.h"

namespace motley {

std::string bertName(const BertConfig &config)
{
    return "BERT, " + std::to_string(config.layers) + " layers of " + std::to_string(config.hiddenSize);
}

std::vector<std::string> notesOf(const LoadedTensors &loaded)
{
    std::string words = describe(loaded);
    return words.empty() ? std::vector<std::string>() : std::vector{std::move(words)};
}

} // namespace motley
