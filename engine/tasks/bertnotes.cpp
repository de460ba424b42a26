#include "engine/tasks/bertnotes.h"

#include "engine/base/textfile.h"

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

std::vector<SideFile> vocabularyOf(const std::string &modelFolder)
{
    std::vector<SideFile> files;
    for (const char *name : {"vocab.txt", "tokenizer_config.json"})
        if (auto text = readTextFile(modelFolder + "/" + name, 1 << 20))
            files.push_back({name, std::move(*text)});
    return files;
}

} // namespace motley
