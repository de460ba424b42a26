#include "engine/commands/commands.h"
#include "engine/inference/gguf/ggufexport.h"
#include "engine/inference/hetseqexport.h"
#include "engine/inference/mergeadapter.h"

#include <array>
#include <iostream>
#include <memory>
#include <optional>
#include <utility>

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

constexpr std::array<std::pair<const char *, GgufType>, 4> ggufTypes{{
    {"f32", GgufType::Float32},
    {"f16", GgufType::Float16},
    {"bf16", GgufType::BFloat16},
    {"q8_0", GgufType::Q8_0},
}};

// Empty: the name is one of them. Else what is wrong, for CLI11.
std::string checkGgufType(const std::string &name)
{
    for (const auto &[known, type] : ggufTypes)
        if (name == known)
            return {};
    return "This program writes f32, f16, bf16 and q8_0. For fewer bits write bf16, and let llama.cpp's own program "
           "make \""
        + name.substr(0, 20) + "\" of it: llama-quantize FILE SMALLER TYPE, such as Q4_K_M";
}

std::optional<GgufType> ggufTypeCalled(const std::string &name)
{
    for (const auto &[known, type] : ggufTypes)
        if (name == known)
            return type;
    return std::nullopt;
}

int exportToGguf(const GgufRequest &request)
{
    const auto exported = exportGguf(request);
    if (!exported)
        return failed(exported.error());
    for (const std::string &note : exported->notes)
        std::cerr << note << std::endl;
    if (!exported->isAdapter && exported->type != GgufType::Q8_0)
        std::cerr << "For fewer bits: llama-quantize " << request.file << " SMALLER.gguf Q4_K_M, which is llama.cpp's."
                  << std::endl;
    std::cout << request.file << std::endl;
    return exitDone;
}

void addGguf(CLI::App &command, Action &chosen)
{
    auto *gguf = command.add_subcommand(
        "gguf", "Write a language model, or an adapter, as a GGUF file, which llama.cpp, Ollama and LM Studio read");
    auto request = std::make_shared<GgufRequest>();
    auto type = std::make_shared<std::string>();
    gguf->add_option("MODEL", request->model, "Folder of the model, or of an adapter as PEFT writes it")->required();
    gguf->add_option("FILE", request->file, "File to write; of a model, Ollama's Modelfile is put beside it")
        ->required();
    gguf->add_option("--type", *type, "f32, f16, bf16 or q8_0, which has 8 bits; otherwise as the model's weights are")
        ->check(CLI::Validator(checkGgufType, "TYPE"));
    gguf->add_option("--base", request->base,
        "Of an adapter: folder of its model; otherwise the one that adapter_config.json names");
    gguf->add_flag("--overwrite", request->overwrites, "Replace files that are there already");
    gguf->callback([&chosen, request, type] {
        request->type = ggufTypeCalled(*type);
        chosen = [request] { return exportToGguf(*request); };
    });
}

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
                    "  motley-engine export merged runs/chat/model llama llama-merged\n"
                    "  motley-engine export gguf llama-merged llama.gguf --type q8_0");
    addMerged(*command, chosen);
    addGguf(*command, chosen);
    auto *hetseq = command->add_subcommand(
        "hetseq", "Write a BERT for HetSeq's --restore-file, or a tagger or linker for its --hetseq_state_dict");
    auto options = std::make_shared<ExportOptions>();
    hetseq->add_option("MODEL", options->model, "Folder of the model: config.json and model.safetensors")->required();
    hetseq->add_option("FILE", options->file, "File to write; it must not be there yet")->required();
    hetseq->callback([&chosen, options] { chosen = [options] { return exportHetSeq(*options); }; });
}

} // namespace motley
