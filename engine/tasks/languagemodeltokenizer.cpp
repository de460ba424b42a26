#include "engine/tasks/languagemodeltokenizer.h"

#include "engine/base/textfile.h"
#include "engine/base/words/firstfew.h"
#include "engine/data/tokenizers/bytepairencoding.h"
#include "engine/data/tokenizers/charactertokenizer.h"
#include "engine/data/tokenizers/sentencepiece.h"
#include "engine/data/tokenizers/tokenizerfolder.h"
#include "engine/data/tokenizers/utf8.h"
#include "engine/formats/hubtokenizer.h"

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
    const auto idOf
        = [&](const std::optional<std::string> &token) { return token ? kept->idOf(*token) : std::nullopt; };
    std::erase_if(special->end, [&](std::int64_t id) { return id >= kept->size(); }); // is never written
    if (const auto end = idOf(kept->named().end); end && special->end.empty() && !special->endless)
        special->end = {*end};
    const auto first = special->end.empty() ? std::nullopt : std::optional(special->end.front());
    const auto otherwise = [](auto a, auto b, auto c) {
        return a ? std::optional<std::int64_t>(*a) : b ? std::optional<std::int64_t>(*b) : c;
    };
    special->begin = otherwise(special->begin, idOf(kept->named().begin), first);
    special->pad = otherwise(special->pad, idOf(kept->named().pad), first);
    tokens.special = *special;
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

Result<LanguageModelTokenizer> readTokens(const std::string &modelFolder)
{
    if (folderHas(modelFolder, charactersFile))
        return readTextFile(modelFolder + "/" + charactersFile)
            .and_then([](const std::string &characters) { return CharacterTokenizer::parse(characters); })
            .map([](CharacterTokenizer tokenizer) { return fromCharacters(std::move(tokenizer)); });
    if (folderHas(modelFolder, languagePiecesFile))
        return readTextFile(modelFolder + "/" + languagePiecesFile).and_then(fromPieces);
    return fromBytePairs(modelFolder);
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

} // namespace motley
