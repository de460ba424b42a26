#include "engine/commands/commands.h"
#include "engine/inference/hetseqexport.h"

#include <iostream>
#include <memory>

namespace motley {

namespace {

struct ExportOptions {
    std::string model;
    std::string file;
};

int exportHetSeq(const ExportOptions &options)
{
    if (const auto written = exportToHetSeq(options.model, options.file); !written)
        return failed(written.error());
    std::cout << options.file << std::endl;
    return exitDone;
}

} // namespace

void addExport(CLI::App &engine, Action &chosen)
{
    auto *command = engine.add_subcommand("export", "Give a model to another program");
    command->require_subcommand(1);
    command->footer("Hugging Face's transformers and safetensors read a model folder as it is.\n\n"
                    "Example:\n"
                    "  motley-engine export hetseq runs/bert/model bert-for-hetseq.pt");
    auto *hetseq = command->add_subcommand(
        "hetseq", "Write a BERT for HetSeq's --restore-file, or a tagger or linker for its --hetseq_state_dict");
    auto options = std::make_shared<ExportOptions>();
    hetseq->add_option("MODEL", options->model, "Folder of the model: config.json and model.safetensors")->required();
    hetseq->add_option("FILE", options->file, "File to write; it must not be there yet")->required();
    hetseq->callback([&chosen, options] { chosen = [options] { return exportHetSeq(*options); }; });
}

} // namespace motley
