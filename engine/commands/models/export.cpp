#include "engine/commands/commands.h"
#include "engine/inference/hetseqexport.h"
#include "engine/inference/mergeadapter.h"

#include <iostream>
#include <memory>

namespace motley {

namespace {

struct ExportOptions {
    std::string model;
    std::string file;
};

struct MergeOptions {
    std::string adapter;
    std::string base;
    std::string folder;
};

int exportHetSeq(const ExportOptions &options)
{
    if (const auto written = exportToHetSeq(options.model, options.file); !written)
        return failed(written.error());
    std::cout << options.file << std::endl;
    return exitDone;
}

int exportMerged(const MergeOptions &options)
{
    const auto note = mergeAdapter(options.adapter, options.base, options.folder);
    if (!note)
        return failed(note.error());
    if (!note->empty())
        std::cerr << *note << std::endl;
    std::cout << options.folder << std::endl;
    return exitDone;
}

void addMerged(CLI::App &command, Action &chosen)
{
    auto *merged = command.add_subcommand("merged", "Merge a LoRA adapter into the model that it is for");
    auto options = std::make_shared<MergeOptions>();
    merged->add_option("ADAPTER", options->adapter, "Folder of the adapter, as PEFT writes it")->required();
    merged->add_option("BASE", options->base, "Folder of the model that it is for")->required();
    merged->add_option("FOLDER", options->folder, "Folder to write; it must not be there yet")->required();
    merged->callback([&chosen, options] { chosen = [options] { return exportMerged(*options); }; });
}

} // namespace

void addExport(CLI::App &engine, Action &chosen)
{
    auto *command = engine.add_subcommand("export", "Give a model to another program");
    command->require_subcommand(1);
    command->footer("Hugging Face's transformers and safetensors read a model folder as it is.\n\n"
                    "Examples:\n"
                    "  motley-engine export hetseq runs/bert/model bert-for-hetseq.pt\n"
                    "  motley-engine export merged runs/chat/model llama llama-merged");
    addMerged(*command, chosen);
    auto *hetseq = command->add_subcommand(
        "hetseq", "Write a BERT for HetSeq's --restore-file, or a tagger or linker for its --hetseq_state_dict");
    auto options = std::make_shared<ExportOptions>();
    hetseq->add_option("MODEL", options->model, "Folder of the model: config.json and model.safetensors")->required();
    hetseq->add_option("FILE", options->file, "File to write; it must not be there yet")->required();
    hetseq->callback([&chosen, options] { chosen = [options] { return exportHetSeq(*options); }; });
}

} // namespace motley
