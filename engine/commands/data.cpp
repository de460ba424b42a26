#include "engine/commands/commands.h"
#include "engine/data/text/bertpretrainingbuilder.h"

#include <iostream>
#include <memory>

namespace motley {

namespace {

int buildRows(const BertBuild &build)
{
    const auto built = buildBertRows(build);
    if (!built)
        return failed(built.error());
    for (const std::string &file : built->files)
        std::cout << file << "\n";
    std::cout << built->rows << " rows with " << built->predictions << " hidden words, of " << built->documents
              << " documents with " << built->tokens << " tokens." << std::endl;
    return exitDone;
}

void addBertRows(CLI::App &data, Action &chosen)
{
    auto *command = data.add_subcommand("bert", "Make BERT's pre-training rows of plain text");
    command->footer("Texts are UTF-8: one or more sentences a line, a blank line between documents. The rows are HDF5\n"
                    "in the layout that HetSeq and NVIDIA's BERT read, too.\n\n"
                    "Example:\n"
                    "  motley-engine data bert wiki.txt --vocabulary bert/vocab.txt --folder rows --split train");
    auto build = std::make_shared<BertBuild>();
    command->add_option("TEXT", build->texts, "Files of text; each becomes a file of rows")->required();
    command->add_option("--vocabulary", build->vocabulary, "vocab.txt of the model")->required();
    command->add_option("--folder", build->folder, "Where the rows go, as SPLIT-N.hdf5")->required();
    command->add_option("--split", build->split, "train, valid or test")->capture_default_str();
    command->add_option("--copies", build->copies, "How often each text is used, with other pairs and masks")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command->add_option("--length", build->examples.length, "Tokens of a row")
        ->check(CLI::Range(8, 8192))
        ->capture_default_str();
    command->add_option("--predictions", build->examples.mostPredictions, "Hidden words of a row, at most")
        ->check(CLI::Range(1, 4096))
        ->capture_default_str();
    command->add_option("--seed", build->seed, "The same seed, the same rows")->capture_default_str();
    command->add_flag_callback(
        "--cased", [build] { build->words = BertTextOptions{.lowercase = false}; },
        "Keep capitals and accents even if the vocabulary has no capitals");
    command->callback([&chosen, build] { chosen = [build] { return buildRows(*build); }; });
}

} // namespace

void addData(CLI::App &engine, Action &chosen)
{
    auto *data = engine.add_subcommand("data", "Make what tasks learn from out of what people have");
    data->require_subcommand(1);
    addBertRows(*data, chosen);
}

} // namespace motley
