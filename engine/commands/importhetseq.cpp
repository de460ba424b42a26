#include "engine/commands/commands.h"
#include "engine/protocol/hetseqcommand.h"

#include <fstream>
#include <iostream>
#include <memory>

namespace motley {

namespace {

struct Options {
    std::string output;
    std::vector<std::string> words;
};

int importCommand(const Options &options)
{
    const auto imported = importHetSeq(options.words);
    if (!imported)
        return failed(imported.error());
    for (const std::string &note : imported->notes)
        std::cerr << "- " << note << "\n";
    if (options.output.empty()) {
        std::cout << toJson(imported->job);
        return exitDone;
    }
    std::ofstream file(options.output, std::ios::binary);
    file << toJson(imported->job);
    if (!file.flush())
        return failed({"Could not write " + options.output + ".", {}});
    return exitDone;
}

} // namespace

void addImport(CLI::App &engine, Action &chosen)
{
    auto *command = engine.add_subcommand("import", "Make a job of what other programs were told");
    auto *hetseq = command->add_subcommand("hetseq", "Make a job of a HetSeq command line");
    command->require_subcommand(1);
    hetseq->footer("Prints the job; what could not be carried over is said on the standard error.\n\n"
                   "Example:\n"
                   "  motley-engine import hetseq -- python3 hetseq/train.py --task bert --data rows/ \\\n"
                   "      --config_file bert.json --max-sentences 32 --lr 0.0001 --max-update 1000 > job.json");
    auto options = std::make_shared<Options>();
    hetseq->add_option("--output", options->output, "File to write the job to (default: the standard output)");
    hetseq->add_option("WORDS", options->words, "The command line, after --")->required();
    hetseq->callback([&chosen, options] { chosen = [options] { return importCommand(*options); }; });
}

} // namespace motley
