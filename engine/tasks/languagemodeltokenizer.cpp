#include "engine/tasks/languagemodeltokenizer.h"

#include "engine/base/textfile.h"
#include "engine/base/words/firstfew.h"
#include "engine/data/tokenizers/bytepairencoding.h"
#include "engine/data/tokenizers/charactertokenizer.h"
#include "engine/data/tokenizers/pipeline/modeltokenizer.h"
#include "engine/data/tokenizers/pipeline/tokenizingcost.h"
#include "engine/data/tokenizers/sentencepiece.h"
#include "engine/data/tokenizers/tokenizerfolder.h"
#include "engine/data/tokenizers/utf8.h"
#include "engine/formats/decoder/decoderconfig.h"
#include "engine/formats/hubtokenizer.h"
#include "engine/tasks/causal/besideweights.h"
#include "engine/tasks/causal/causalmodel.h"

#include <algorithm>
#include <set>

namespace motley {

namespace {

using Units = LanguageModelData::Units;
constexpr const char *charactersFile = "characters.txt";
constexpr const char *languagePiecesFile = "tokenizer.model";

LanguageModelTokenizer fromCharacters(CharacterTokenizer tokenizer)
{
    std::string characters = tokenizer.characters();
    const auto kept = std::make_shared<const CharacterTokenizer>(std::move(tokenizer));
    LanguageModelTokenizer tokens{kept, [kept](std::string_view text) { return kept->encode(text); },
        [kept](std::span<const std::int32_t> ids) { return kept->decode(ids); }, {{charactersFile, characters}}};
    std::vector<std::string> list;
    for (const char32_t character : fromUtf8(characters))
        list.push_back(toUtf8({&character, 1}));
    tokens.files.push_back({"tokenizer.json", characterTokenizer(list)});
    tokens.config.kind = "PreTrainedTokenizerFast";
    tokens.config.named.unknown = list.front();
    tokens.unknown = tokens.missing = CharacterTokenizer::unknown;
    tokens.units = Units::Characters;
    return tokens;
}

Result<LanguageModelTokenizer> fromPieces(const std::string &model)
{
    auto tokenizer = SentencePieceTokenizer::load(model);
    if (!tokenizer)
        return tl::unexpected(tokenizer.error());
    const auto kept = std::make_shared<const SentencePieceTokenizer>(std::move(*tokenizer));
    const SentencePieceTokenizer::Specials specials = kept->specials();
    if (!specials.end || !specials.pad)
        return fail("The SentencePiece model lacks </s> or <pad>, which this program's models of pieces have.");
    LanguageModelTokenizer tokens{kept, [kept](std::string_view text) { return kept->encodeLines(text); },
        [kept](std::span<const std::int32_t> ids) { return kept->decodeLines(ids); }, {{languagePiecesFile, model}}};
    std::vector<ScoredPiece> pieces;
    for (std::int32_t id = 0; id < kept->size(); ++id)
        pieces.push_back({kept->piece(id), kept->score(id)});
    tokens.config.kind = "PreTrainedTokenizerFast";
    tokens.config.named.unknown = kept->piece(specials.unknown);
    tokens.config.named.pad = kept->piece(*specials.pad);
    tokens.special.pad = specials.pad;
    tokens.missing = specials.unknown;
    tokens.units = Units::Pieces;
    const SpecialPieces ids{std::size_t(specials.unknown), std::size_t(*specials.pad), std::size_t(*specials.end)};
    tokens.files.push_back({"tokenizer.json", unigramTokenizer(std::move(pieces), kept->normalization(), ids)});
    return tokens;
}

// The ids of special tokens in the configurations of a folder, where generation_config.json comes first.
Result<SpecialIds> readSpecialIds(const std::string &folder)
{
    SpecialIds ids;
    for (const char *name : {"generation_config.json", "config.json"}) {
        const std::string file = folder + "/" + name;
        if (!folderHas(folder, name))
            continue;
        const auto read = readTextFile(file).and_then(parseSpecialIds);
        if (!read)
            return fail(file + ": " + read.error().message, read.error().detail);
        ids = ids.otherwise(*read);
    }
    return ids;
}

// What no configuration says is taken of the names of tokens.
template <typename Named>
SpecialIds withNamed(SpecialIds ids, const Named &tokenizer)
{
    const auto idOf = [&](const std::optional<std::string> &token) {
        const auto id = token ? tokenizer.idOf(*token) : std::nullopt;
        return id ? std::optional<std::int64_t>(*id) : std::nullopt;
    };
    std::erase_if(ids.end, [&](std::int64_t id) { return id >= tokenizer.size(); }); // is never written
    if (const auto end = idOf(tokenizer.named().end); end && ids.end.empty() && !ids.endless)
        ids.end = {*end};
    if (!ids.begin)
        ids.begin = idOf(tokenizer.named().begin);
    if (!ids.pad)
        ids.pad = idOf(tokenizer.named().pad);
    return ids;
}

Result<LanguageModelTokenizer> fromBytePairs(const std::string &folder)
{
    auto tokenizer = BytePairTokenizer::readFolder(folder);
    if (!tokenizer)
        return tl::unexpected(tokenizer.error());
    auto special = readSpecialIds(folder);
    if (!special)
        return tl::unexpected(special.error());
    const auto kept = std::make_shared<const BytePairTokenizer>(std::move(*tokenizer));
    LanguageModelTokenizer tokens{kept, [kept](std::string_view text) { return kept->encode(text); },
        [kept](std::span<const std::int32_t> ids) { return kept->decode(ids); },
        {{"vocab.json", kept->vocabularyJson()}, {"merges.txt", kept->mergesText()}}};
    tokens.config = {"GPT2Tokenizer", 0, kept->named(), kept->added()};
    tokens.special = withNamed(std::move(*special), *kept);
    if (tokens.special.end.empty())
        return tokens;
    tokens.special.begin = tokens.special.begin.value_or(tokens.special.end.front());
    tokens.special.pad = tokens.special.pad.value_or(tokens.special.end.front());
    return tokens;
}

// What a folder asks for, also one of an adapter, whose tokenizer is its model's.
Result<MistralRegex> regexAskedIn(const std::string &folder)
{
    constexpr const char *name = "tokenizer_config.json";
    if (!folderHas(folder, name))
        return MistralRegex::AsWritten;
    return readTextFile(folder + "/" + name, mostTokenizerBytes).map(mistralRegexAskedIn);
}

// Of a folder whose model has its tokenizer in tokenizer.json alone.
Result<LanguageModelTokenizer> fromTokenizerJson(const std::string &folder, MistralRegex mistral)
{
    auto tokenizer = readModelTokenizer(folder, mistral);
    if (!tokenizer)
        return tl::unexpected(tokenizer.error());
    auto special = readSpecialIds(folder);
    if (!special)
        return tl::unexpected(special.error());
    auto files = filesBesideWeights(folder);
    if (!files)
        return tl::unexpected(files.error());
    const auto kept = std::make_shared<const PipelineTokenizer>(std::move(*tokenizer));
    LanguageModelTokenizer tokens{kept, [kept](std::string_view text) { return kept->encode(text); },
        [kept](std::span<const std::int32_t> ids) { return kept->decodeWithoutSpecials(ids); }, std::move(*files)};
    tokens.special = withNamed(std::move(*special), *kept);
    tokens.begin = kept->ends().before;
    tokens.copied = true;
    tokens.note = kept->warning();
    if (!tokens.note.empty() && mistral == MistralRegex::Corrected) { // for whoever reads the trained model
        const auto isConfig = [](const SideFile &file) { return file.name == "tokenizer_config.json"; };
        const auto config = std::find_if(tokens.files.begin(), tokens.files.end(), isConfig);
        auto text = askingForCorrectedRegex(config == tokens.files.end() ? "{}" : config->text);
        if (!text)
            return fail(folder + "/tokenizer_config.json: " + text.error().message, text.error().detail);
        putFile({"tokenizer_config.json", std::move(*text)}, tokens.files);
    }
    return tokens;
}

std::vector<std::string> linesOf(std::string_view text)
{
    std::vector<std::string> lines;
    for (std::size_t first = 0; first < text.size();) {
        const std::size_t end = std::min(text.find('\n', first), text.size());
        if (end > first)
            lines.emplace_back(text.substr(first, end - first));
        first = end + 1;
    }
    return lines;
}

} // namespace

Result<LanguageModelTokenizer> makeTokens(const LanguageModelData &data, std::string_view text, std::uint64_t seed)
{
    if (data.units == Units::Characters)
        return fromCharacters(CharacterTokenizer::of(text));
    if (data.units == Units::OfModel)
        return fail(
            "The field data.units asks for the tokens of a model, but neither model.start nor continueFrom.path "
            "names one that has a tokenizer on this machine.");
    SentencePieceOptions options;
    options.size = data.vocabulary;
    options.seed = seed;
    return trainSentencePieces(linesOf(text), options).and_then(fromPieces);
}

bool hasTokens(const std::string &modelFolder)
{
    return folderHas(modelFolder, charactersFile) || folderHas(modelFolder, languagePiecesFile)
        || folderHas(modelFolder, "vocab.json") || folderHas(modelFolder, "tokenizer.json");
}

bool hasDecoder(const std::string &modelFolder)
{
    const auto config = readTextFile(modelFolder + "/config.json");
    return config && needsTokenizerJson(modelTypeOf(*config));
}

MistralRegex regexOf(const LanguageModelShape &model)
{
    return model.fixMistralRegex ? MistralRegex::Corrected : MistralRegex::AsWritten;
}

Result<LanguageModelTokenizer> readTokens(const std::string &folder, MistralRegex mistral)
{
    const auto base = baseFolderOf(folder); // an adapter's folder lacks the configuration that a tokenizer is read by
    if (!base)
        return tl::unexpected(base.error());
    const std::string &modelFolder = *base;
    if (hasDecoder(modelFolder)) { // may have SentencePiece's file under the name of ours
        for (const std::string &asking : {folder, modelFolder}) {
            const auto asked = regexAskedIn(asking);
            if (!asked)
                return tl::unexpected(asked.error());
            if (*asked == MistralRegex::Corrected)
                mistral = *asked;
        }
        return fromTokenizerJson(modelFolder, mistral);
    }
    if (folderHas(modelFolder, charactersFile))
        return readTextFile(modelFolder + "/" + charactersFile)
            .and_then([](const std::string &characters) { return CharacterTokenizer::parse(characters); })
            .map([](CharacterTokenizer tokenizer) { return fromCharacters(std::move(tokenizer)); });
    if (folderHas(modelFolder, languagePiecesFile))
        return readTextFile(modelFolder + "/" + languagePiecesFile).and_then(fromPieces);
    return fromBytePairs(modelFolder);
}

Result<void> checkSameTokenizer(const std::string &start, const EarlierModel &earlier)
{
    constexpr const char *name = "tokenizer.json";
    if (!earlier.has(name) || !folderHas(start, name))
        return {};
    const auto now = readTextFile(start + "/" + name, mostTokenizerBytes);
    const auto before = readTextFile(earlier.folder + "/" + name, mostTokenizerBytes);
    if (!now || !before || *now == *before)
        return {};
    return fail("The tokenizer.json of the model in " + earlier.source
        + " is another one than that in model.start: its weights would mean something else. Set model.start to the "
          "folder that they were trained from.");
}

Result<TokenIds> encoded(const LanguageModelTokenizer &tokens, std::string_view text)
{
    try {
        return tokens.encode(text);
    } catch (const TokenizingTooCostly &problem) {
        return fail("The model's tokenizer.json cannot be applied to the text.", problem.what());
    }
}

Result<TokenIds> encodedWithBegin(const LanguageModelTokenizer &tokens, std::string_view text)
{
    return encoded(tokens, text).map([&](TokenIds ids) {
        const TokenIds &begin = tokens.begin;
        const bool hasIt = ids.size() >= begin.size() && std::equal(begin.begin(), begin.end(), ids.begin());
        ids.insert(ids.begin(), begin.begin(), hasIt ? begin.begin() : begin.end());
        return ids;
    });
}

std::string nameOf(Units units)
{
    return units == Units::Characters ? "characters" : units == Units::Pieces ? "pieces" : "byte pairs";
}

std::string describeMissing(const LanguageModelTokenizer &tokens, std::string_view text)
{
    constexpr std::size_t mostNamed = 8;
    if (!tokens.missing)
        return {};
    const auto lacks
        = [&](const TokenIds &ids) { return std::find(ids.begin(), ids.end(), *tokens.missing) != ids.end(); };
    const TokenIds ids = tokens.encode(text);
    if (!lacks(ids))
        return {};
    std::set<char32_t> characters;
    for (const char32_t character : fromUtf8(text))
        characters.insert(character);
    std::vector<std::string> unknown;
    for (const char32_t character : characters)
        if (const std::string word = toUtf8({&character, 1}); lacks(tokens.encode(word)))
            unknown.push_back("\"" + word + "\"");
    const auto count = std::count(ids.begin(), ids.end(), *tokens.missing);
    const std::string number = std::to_string(count) + " of " + std::to_string(ids.size()) + " tokens";
    return unknown.empty() ? number : number + " (" + firstFew(unknown, mostNamed) + ")";
}

// Only tokenizers of a tokenizer.json know which tokens are special, and only decoders keep texts of a row apart.
Result<ConversationSource> conversationSource(
    const LanguageModelTokenizer &tokens, const std::string &folder, std::int64_t length)
{
    auto pipeline = std::dynamic_pointer_cast<const PipelineTokenizer>(tokens.tokenizer);
    if (!pipeline)
        return fail(
            "Conversations are for decoders such as Llama, Qwen or Gemma, in a folder with their tokenizer.json. Set "
            "model.start to such a folder, or data.format to text.");
    return ConversationSource{folder, std::move(pipeline), tokens.special.end, length};
}

} // namespace motley
