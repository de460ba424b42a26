#include "engine/commands/commands.h"
#include "engine/commands/models/computeoptions.h"
#include "engine/commands/terminal/textinput.h"
#include "engine/inference/tagger.h"

#include <iostream>
#include <memory>

namespace motley {

namespace {

struct TagOptions {
    std::string model;
    std::string text = "-";
    bool cased = false;
    std::size_t atOnce = 256;
    ComputeOptions compute;
};

Tagger::Words wordsOf(const std::string &line)
{
    Tagger::Words words;
    for (std::size_t first = 0; first < line.size();) {
        const std::size_t end = std::min(line.find_first_of(" \t", first), line.size());
        if (end > first)
            words.push_back(line.substr(first, end - first));
        first = end + 1;
    }
    return words;
}

int tag(const TagOptions &options)
{
    auto text = TextInput::open(options.text);
    if (!text)
        return failed(text.error());
    const auto device = openCompute(options.compute);
    if (!device)
        return failed(device.error());
    auto tagger = Tagger::open(options.model, options.cased ? LetterCase::Kept : LetterCase::OfModel, *device);
    if (!tagger)
        return failed(tagger.error());
    for (const std::string &note : tagger->notes())
        std::cerr << note << "\n";
    for (;;) {
        const auto lines = text->next(options.atOnce);
        if (!lines)
            return failed(lines.error());
        if (lines->empty())
            return exitDone;
        std::vector<Tagger::Words> sentences;
        for (const std::string &line : *lines)
            if (auto words = wordsOf(line); !words.empty())
                sentences.push_back(std::move(words));
        const auto tags = tagger->tag(sentences);
        for (std::size_t i = 0; i < sentences.size(); ++i) {
            for (std::size_t word = 0; word < sentences[i].size(); ++word)
                std::cout << sentences[i][word] << "\t" << tags[i][word] << "\n";
            std::cout << "\n";
        }
        std::cout << std::flush;
    }
}

} // namespace

void addTag(CLI::App &engine, Action &chosen)
{
    auto *command = engine.add_subcommand("tag", "Label the words of sentences with a trained model");
    command->footer(
        "Takes a sentence a line, in UTF-8, its words and punctuation separated by blanks. Prints CoNLL: a\n"
        "word and its tag a line, a blank line after each sentence. Takes Hugging Face's folders of a\n"
        "BertForTokenClassification, too.\n\n"
        "Example:\n"
        "  $ echo 'Ada Lovelace lived in London .' | motley-engine tag runs/names/model\n"
        "  Ada\tB-person\n"
        "  Lovelace\tI-person\n"
        "  lived\tO\n"
        "  ...");
    auto options = std::make_shared<TagOptions>();
    command->add_option("MODEL", options->model, "Folder of a token classifier, such as RUN/model")->required();
    command->add_option("TEXT", options->text, "A text file; - is the standard input")->capture_default_str();
    command->add_flag("--cased", options->cased, "Keep capitals and accents, whatever the model's folder says");
    command->add_option("--at-once", options->atOnce, "Sentences read before the first is labelled")
        ->check(CLI::Range(1, 65536))
        ->capture_default_str();
    addComputeOptions(*command, options->compute);
    command->callback([&chosen, options] { chosen = [options] { return tag(*options); }; });
}

} // namespace motley
