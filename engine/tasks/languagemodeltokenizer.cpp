#include "engine/tasks/languagemodeltokenizer.h"

#include "engine/base/textfile.h"
#include "engine/data/tokenizers/bytepairencoding.h"
#include "engine/data/tokenizers/charactertokenizer.h"
#include "engine/data/tokenizers/sentencepiece.h"

#include <algorithm>

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
        [kept](std::span<const std::int32_t> ids) { return kept->decode(ids); },
        {{charactersFile, std::move(characters)}}};
    tokens.unknown = CharacterTokenizer::unknown;
    return tokens;
}

Result<LanguageModelTokenizer> fromPieces(const std::string &model)
{
    auto tokenizer = SentencePieceTokenizer::load(model);
    if (!tokenizer)
        return tl::unexpected(tokenizer.error());
    const auto kept = std::make_shared<const SentencePieceTokenizer>(std::move(*tokenizer));
    return LanguageModelTokenizer{kept, [kept](std::string_view text) { return kept->encodeLines(text); },
        [kept](std::span<const std::int32_t> ids) { return kept->decodeLines(ids); }, {{languagePiecesFile, model}}};
}

Result<LanguageModelTokenizer> fromBytePairs(const std::string &folder)
{
    auto tokenizer = BytePairTokenizer::readFolder(folder);
    if (!tokenizer)
        return tl::unexpected(tokenizer.error());
    const auto kept = std::make_shared<const BytePairTokenizer>(std::move(*tokenizer));
    LanguageModelTokenizer tokens{kept, [kept](std::string_view text) { return kept->encode(text); },
        [kept](std::span<const std::int32_t> ids) { return kept->decode(ids); },
        {{"vocab.json", kept->vocabularyJson()}, {"merges.txt", kept->mergesText()}}};
    tokens.endOfText = kept->endOfText();
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

Result<LanguageModelTokenizer> makeTokens(
    const LanguageModelData &data, std::string_view text, const std::string &start, std::uint64_t seed)
{
    if (data.units == Units::Characters)
        return fromCharacters(CharacterTokenizer::of(text));
    if (data.units == Units::OfModel && start.empty())
        return fail("The field data.units asks for the tokens of a model, but model.start names none.");
    if (data.units == Units::OfModel)
        return fromBytePairs(start);
    SentencePieceOptions options;
    options.size = data.vocabulary;
    options.seed = seed;
    return trainSentencePieces(linesOf(text), options).and_then(fromPieces);
}

Result<LanguageModelTokenizer> readTokens(const std::string &modelFolder, Units units)
{
    if (units == Units::OfModel)
        return fromBytePairs(modelFolder);
    if (units == Units::Pieces)
        return readTextFile(modelFolder + "/" + languagePiecesFile, 1 << 20).and_then(fromPieces);
    return readTextFile(modelFolder + "/" + charactersFile, 1 << 20)
        .and_then([](const std::string &characters) { return CharacterTokenizer::parse(characters); })
        .map([](CharacterTokenizer tokenizer) { return fromCharacters(std::move(tokenizer)); });
}

} // namespace motley
