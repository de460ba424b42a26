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

namespace {

void noteWords(std::vector<std::string> &notes, std::int64_t words, const char *why)
{
    if (words > 0)
        notes.push_back(std::to_string(words) + (words == 1 ? " word " : " words ") + why);
}

void noteMentions(std::vector<std::string> &notes, std::int64_t mentions, const char *why)
{
    if (mentions > 0)
        notes.push_back(std::to_string(mentions) + (mentions == 1 ? " mention " : " mentions ") + why);
}

} // namespace

std::vector<std::string> notesOnLearning(const TaggingDataset &training)
{
    std::vector<std::string> notes;
    noteWords(notes, training.cutWords(), "of the training text beyond data.longest: not learnt.");
    noteWords(notes, training.emptyWords(),
        "of the training text of nothing that the tokenizer takes, such as U+FE0F alone: not learnt.");
    noteMentions(notes, training.unknownMentions(),
        "of the training text of entities that have no vector: learnt as mentions, not as links.");
    return notes;
}

std::vector<std::string> notesOnTest(const TaggingDataset &test)
{
    std::vector<std::string> notes;
    noteWords(notes, test.tooLongWords(), "of the test text longer than data.longest by itself: counted as tagged O.");
    noteWords(notes, test.emptyWords(),
        "of the test text of nothing that the tokenizer takes, such as U+FE0F alone: counted as tagged O.");
    noteMentions(notes, test.unknownMentions(),
        "of the test text of entities that have no vector: counted as mentions, not among the links.");
    return notes;
}

} // namespace motley
