#include "engine/base/textfile.h"
#include "engine/commands/commands.h"
#include "engine/data/rows/bertshard.h"
#include "engine/data/rows/rowfiles.h"
#include "engine/job/hetseq/hetseqcommand.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>

namespace motley {

namespace {

struct ImportOptions {
    std::string output;
    std::int64_t rowLength = 0; // tokens; 0: that of the rows
    std::vector<std::string> words;
};

bool isScript(const std::string &word)
{
    return std::filesystem::path(word).extension() == ".sh";
}

Result<std::int64_t> lengthOfRows(const std::string &data)
{
    return findTrainingRows(data, 1)
        .and_then([](const RowFiles &files) { return BertShard::open(files.paths.front()); })
        .map([](const BertShard &shard) { return shard.length(); });
}

Result<ImportedJob> import(const ImportOptions &options)
{
    const auto rowLength = [&](const std::string &data) {
        return options.rowLength > 0 ? Result<std::int64_t>(options.rowLength) : lengthOfRows(data);
    };
    if (!std::all_of(options.words.begin(), options.words.end(), isScript))
        return importHetSeq(options.words, rowLength);
    std::vector<HetSeqScript> scripts;
    for (const std::string &file : options.words) {
        auto text = readTextFile(file, 1 << 20);
        if (!text)
            return tl::unexpected(text.error());
        scripts.push_back({file, *std::move(text)});
    }
    return importHetSeq(scripts, rowLength);
}

int importCommand(const ImportOptions &options)
{
    const auto imported = import(options);
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
    auto *hetseq
        = command->add_subcommand("hetseq", "Make a job of a HetSeq command line, or of the scripts that start it");
    command->require_subcommand(1);
    hetseq->footer("Prints the job; what could not be carried over is said on the standard error.\n\n"
                   "Examples:\n"
                   "  motley-engine import hetseq --row-length 128 node2gpu4_main.sh node2gpu4_sub_1.sh > job.json\n"
                   "  motley-engine import hetseq -- python3 hetseq/train.py --task bert --data rows/ \\\n"
                   "      --config_file bert.json --max-sentences 32 --lr 0.0001 --max-update 1000 > job.json");
    auto options = std::make_shared<ImportOptions>();
    hetseq->add_option("--output", options->output, "File to write the job to (default: the standard output)");
    hetseq
        ->add_option("--row-length", options->rowLength,
            "Tokens of a row of BERT, where the rows of --data are not on this machine")
        ->check(CLI::Range(std::int64_t(1), longestBertRow));
    hetseq->add_option("WORDS", options->words, "Scripts (.sh), or after -- the command line")->required();
    hetseq->callback([&chosen, options] { chosen = [options] { return importCommand(*options); }; });
}

} // namespace motley
