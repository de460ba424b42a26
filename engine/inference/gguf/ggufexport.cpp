#include "engine/inference/gguf/ggufexport.h"

#include "engine/base/durablefile.h"
#include "engine/base/textfile.h"
#include "engine/data/chat/tokens/templatefiles.h"
#include "engine/data/tokenizers/tokenizerfolder.h"
#include "engine/formats/gguf/gguftokenizer.h"
#include "engine/inference/gguf/chatblocks.h"
#include "engine/inference/gguf/ggufadapter.h"
#include "engine/inference/gguf/ggufplan.h"
#include "engine/models/lora/peftfolder.h"
#include "engine/tensorfiles/huggingfacefolder.h"

#include <algorithm>
#include <filesystem>

namespace motley {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t longestText = 1 << 20; // bytes of a configuration or a card

std::uint32_t fileTypeOf(GgufType type) // llama.cpp's numbers
{
    switch (type) {
    case GgufType::Float16:
        return 1;
    case GgufType::Q8_0:
        return 7;
    case GgufType::BFloat16:
        return 32;
    case GgufType::Float32:
        break;
    }
    return 0;
}

// A run's folder tells more than "model", which is that of the model in it.
std::string nameOf(const std::string &folder)
{
    fs::path path = fs::absolute(folder).lexically_normal();
    if (path.filename().empty())
        path = path.parent_path();
    return (path.filename() == "model" ? path.parent_path() : path).filename().string();
}

// `license:` between the two lines of dashes that a model card begins with; empty: there is none.
std::string licenseOf(const std::string &folder)
{
    const auto card = readTextFile(folder + "/README.md", longestText);
    if (!card || !card->starts_with("---\n"))
        return "";
    const std::string head = card->substr(0, card->find("\n---", 3));
    constexpr std::string_view key = "\nlicense: ";
    const auto found = head.find(key);
    if (found == std::string::npos)
        return "";
    const auto begin = found + key.size();
    return head.substr(begin, head.find('\n', begin) - begin);
}

GgufFields generalFields(const GgufModel &model, const std::string &folder, const char *kind)
{
    GgufFields fields{{"general.architecture", std::string(model.architecture->name)},
        {"general.type", std::string(kind)}, {"general.name", nameOf(folder)}};
    if (std::string license = licenseOf(folder); !license.empty())
        fields.push_back({"general.license", std::move(license)});
    return fields;
}

Result<SpecialIds> specialIdsOf(const std::string &folder, const std::string &config)
{
    SpecialIds special;
    const std::string file = folder + "/generation_config.json";
    if (folderHas(folder, "generation_config.json")) {
        const auto read
            = readTextFile(file, longestText).and_then([](const std::string &text) { return parseSpecialIds(text); });
        if (!read)
            return fail(file + ": " + read.error().message, read.error().detail);
        special = *read;
    }
    return parseSpecialIds(config).map([&](const SpecialIds &ofModel) { return special.otherwise(ofModel); });
}

Result<GgufTokenizerInput> tokenizerInputOf(const std::string &folder)
{
    const auto files = readTokenizerFiles(folder);
    if (!files)
        return tl::unexpected(files.error());
    if (files->tokenizer.empty())
        return fail(folder + " has no tokenizer.json, whose tables a GGUF file holds.");
    GgufTokenizerInput input;
    auto tokenizer = parseTokenizerJson(*files);
    if (!tokenizer)
        return fail(folder + "/" + tokenizer.error().message, tokenizer.error().detail);
    input.tokenizer = *std::move(tokenizer);
    const bool isAsked = mistralRegexAskedIn(files->config) == MistralRegex::Corrected;
    if (isAsked && hasWrongMistralRegex(input.tokenizer, *files))
        correctMistralRegex(input.tokenizer);
    const auto templates = chatTemplatesIn(folder);
    if (!templates)
        return tl::unexpected(templates.error());
    for (const NamedChatTemplate &chat : *templates)
        input.templates.emplace_back(chat.name, chat.text);
    return input;
}

// Without the token that begins a text, which Ollama puts there itself.
std::optional<ChatBlocks> chatBlocksIn(const std::string &folder, const NamedTokens &named)
{
    const auto chat = readChatTemplates(folder);
    if (!chat || !chat->usual)
        return std::nullopt;
    std::vector<std::pair<std::string, std::string>> tokens{{"bos_token", ""}};
    for (const auto &[name, token] :
        {std::pair("eos_token", named.end), std::pair("unk_token", named.unknown), std::pair("pad_token", named.pad)})
        if (token)
            tokens.emplace_back(name, *token);
    return chatBlocksOf(*chat->usual, tokens);
}

struct ReadModel {
    std::string config;
    DecoderConfig decoder;
    GgufModel model;
};

Result<ReadModel> readModel(const std::string &folder)
{
    const std::string file = folder + "/config.json";
    auto config = readTextFile(file, longestText);
    if (!config)
        return tl::unexpected(config.error());
    if (modelTypeOf(*config) == "gpt2") // which has a configuration of its own
        return fail(file + ": A GPT-2 is not written as a GGUF file; decoders such as Llama and Qwen are.");
    auto decoder = parseDecoderConfig(*config);
    if (!decoder)
        return fail(file + ": " + decoder.error().message, decoder.error().detail);
    auto model = ggufModelOf(*decoder);
    if (!model)
        return fail(file + ": " + model.error().message);
    return ReadModel{*std::move(config), *std::move(decoder), *std::move(model)};
}

void append(GgufFields &fields, const GgufFields &more)
{
    fields.insert(fields.end(), more.begin(), more.end());
}

Result<GgufExported> exportAdapter(const GgufRequest &request)
{
    const auto config = readPeftConfig(request.model);
    if (!config)
        return tl::unexpected(config.error());
    const std::string base = request.base.empty() ? config->base : request.base;
    if (!folderHas(base, "config.json"))
        return fail("Of the model that the adapter in " + request.model + " is for, " + base
            + "/config.json is not there: name its folder by --base.");
    const auto read = readModel(base);
    if (!read)
        return tl::unexpected(read.error());
    const GgufType type = request.type.value_or(GgufType::Float32);
    if (type == GgufType::Q8_0)
        return fail("An adapter is written as f32, f16 or bf16: its matrices are too narrow for the blocks of q8_0.");
    const auto adapter = ggufAdapterOf(request.model, read->model, read->decoder, type);
    if (!adapter)
        return tl::unexpected(adapter.error());
    GgufFields fields = generalFields(read->model, request.model, "adapter");
    append(fields, adapter->fields);
    fields.push_back({"general.file_type", fileTypeOf(type)});
    return writeGguf(request.file, fields, adapter->tensors).map([&] { return GgufExported{{}, type, true}; });
}

Result<GgufExported> exportModel(const GgufRequest &request, const std::string &modelfile)
{
    const auto read = readModel(request.model);
    if (!read)
        return tl::unexpected(read.error());
    const auto stored = openFolderTensors(request.model);
    if (!stored)
        return tl::unexpected(stored.error());
    const GgufType type = request.type.value_or(usualType(stored->tensors));
    const auto planned = planGguf(read->model, read->decoder, stored->tensors, type);
    if (!planned)
        return fail(stored->file + ": " + planned.error().message);
    auto input = tokenizerInputOf(request.model);
    const auto special = specialIdsOf(request.model, read->config);
    if (!input || !special)
        return tl::unexpected(input ? special.error() : input.error());
    input->vocabulary = read->decoder.vocabulary;
    input->architecture = read->model.architecture->name;
    input->special = *special;
    const auto tokenizer = ggufTokenizerOf(*input);
    if (!tokenizer)
        return fail(request.model + ": " + tokenizer.error().message, tokenizer.error().detail);
    GgufFields fields = generalFields(read->model, request.model, "model");
    append(fields, read->model.fields);
    append(fields, tokenizer->fields);
    append(fields, {{"general.quantization_version", std::uint32_t(2)}, {"general.file_type", fileTypeOf(type)}});
    const ModelfileInput ollama{fs::path(request.file).filename().string(), tokenizer->stops,
        chatBlocksIn(request.model, input->tokenizer.named)};
    return writeGguf(request.file, fields, *planned)
        .and_then([&] { return writeDurably(modelfile, modelfileOf(ollama)); })
        .map([&] {
            return GgufExported{read->model.notes, type, false};
        });
}

} // namespace

Result<GgufExported> exportGguf(const GgufRequest &request)
{
    const bool isAdapter = holdsAdapter(request.model);
    const std::string modelfile = (fs::path(request.file).parent_path() / "Modelfile").string();
    std::error_code ignored;
    for (const std::string &file : {request.file, isAdapter ? std::string() : modelfile})
        if (!request.overwrites && !file.empty() && fs::exists(file, ignored))
            return fail(file + " is there already; write to another folder, or add --overwrite.");
    if (isAdapter)
        return exportAdapter(request);
    if (!request.base.empty())
        return fail(request.model + " holds no adapter, so there is no --base to name.");
    return exportModel(request, modelfile);
}

} // namespace motley
