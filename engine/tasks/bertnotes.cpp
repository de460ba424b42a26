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

std::vector<std::string> notesOf(const TaggingDataset &training, const TaggingDataset &test)
{
    std::vector<std::string> notes;
    const auto note = [&](std::int64_t words, const char *why) {
        if (words > 0)
            notes.push_back(std::to_string(words) + (words == 1 ? " word " : " words ") + why);
    };
    note(training.cutWords() + test.cutWords(), "beyond data.longest: neither learnt nor tested.");
    note(training.emptyWords() + test.emptyWords(),
        "of nothing that the tokenizer takes, such as U+FE0F alone: neither learnt nor tested.");
    return notes;
}

} // namespace motley
