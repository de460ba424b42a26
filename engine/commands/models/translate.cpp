#include "engine/commands/commands.h"
#include "engine/commands/models/computeoptions.h"
#include "engine/commands/terminal/textinput.h"
#include "engine/inference/translator.h"

#include <iostream>
#include <memory>
#include <optional>

namespace motley {

namespace {

struct TranslateOptions {
    std::string model;
    std::string text = "-";
    std::optional<std::int64_t> beam;
    std::optional<double> lengthPenalty;
    std::size_t atOnce = 256;
    ComputeOptions compute;
};

int translate(const TranslateOptions &options)
{
    auto text = TextInput::open(options.text);
    if (!text)
        return failed(text.error());
    const auto device = openCompute(options.compute);
    if (!device)
        return failed(device.error());
    auto translator = Translator::open(options.model, *device);
    if (!translator)
        return failed(translator.error());
    BeamSpec beam = translator->usualBeam();
    beam.width = options.beam.value_or(beam.width);
    beam.lengthPenalty = options.lengthPenalty.value_or(beam.lengthPenalty);
    if (const auto good = validate(beam); !good)
        return failed(good.error());
    for (;;) {
        const auto sentences = text->next(options.atOnce);
        if (!sentences)
            return failed(sentences.error());
        if (sentences->empty())
            break;
        for (const std::string &translation : translator->translate(*sentences, beam))
            std::cout << translation << "\n";
        std::cout << std::flush;
    }
    if (translator->cutSentences() > 0)
        std::cerr << translator->cutSentences() << " sentences were longer than the model can see and were cut.\n";
    return exitDone;
}

} // namespace

void addTranslate(CLI::App &engine, Action &chosen)
{
    auto *command = engine.add_subcommand("translate", "Translate sentences with a trained model");
    command->footer("Takes a sentence a line, in UTF-8, and prints its translation, a line for each line.\n\n"
                    "Examples:\n"
                    "  $ echo 'Ein Hund läuft im Schnee.' | motley-engine translate runs/de-en/model\n"
                    "  A dog is running in the snow.\n"
                    "  $ motley-engine translate runs/de-en/model --beam 5 test.de > test.out");
    auto options = std::make_shared<TranslateOptions>();
    command->add_option("MODEL", options->model, "Folder of a translation model, such as RUN/model")->required();
    command->add_option("TEXT", options->text, "A text file; - is the standard input")->capture_default_str();
    command->add_option("--beam", options->beam, "Hypotheses kept of each translation; 1: greedy (default: as trained)")
        ->check(CLI::Range(1, 64));
    command
        ->add_option("--length-penalty", options->lengthPenalty,
            "Scores are divided by the length to this power; more: longer translations (default: as trained)")
        ->check(CLI::Range(0.0, 10.0));
    command->add_option("--at-once", options->atOnce, "Sentences read before the first is translated")
        ->check(CLI::Range(1, 65536))
        ->capture_default_str();
    addComputeOptions(*command, options->compute);
    command->callback([&chosen, options] { chosen = [options] { return translate(*options); }; });
}

} // namespace motley
