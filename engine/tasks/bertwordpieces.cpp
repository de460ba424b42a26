#include "engine/tasks/bertwordpieces.h"

#include "engine/base/textfile.h"
#include "engine/data/tokenizers/textlines.h"
#include "engine/formats/berttokenizer.h"

#include <filesystem>

namespace motley {

namespace {

constexpr std::size_t mostBytes = 256 << 20; // of a vocabulary

bool exists(const std::string &path)
{
    std::error_code ignored;
    return std::filesystem::exists(path, ignored);
}

// Reads a file with `parse`; a file that is missing gives an empty value. Errors name the file.
template <typename T>
Result<T> readOptional(const std::string &path, Result<T> (*parse)(std::string_view))
{
    if (!exists(path))
        return T();
    auto parsed = readTextFile(path, mostBytes).and_then([&](const std::string &text) { return parse(text); });
    if (!parsed)
        return fail(path + ": " + parsed.error().message, parsed.error().detail);
    return parsed;
}

BertTextOptions optionsOf(
    const BertTextRules &first, const BertTextRules &otherwise, const std::vector<std::string> &vocabulary)
{
    const auto rule = [](const std::optional<bool> &a, const std::optional<bool> &b) { return a ? a : b; };
    BertTextOptions options;
    options.lowercase = rule(first.lowercase, otherwise.lowercase).value_or(!isCased(vocabulary));
    options.stripAccents = rule(first.stripAccents, otherwise.stripAccents);
    options.spaceChinese = rule(first.spaceChinese, otherwise.spaceChinese).value_or(true);
    return options;
}

// Changes the options as the job wants them, and returns a note for the user if that departs from the folder.
std::string override(BertTextOptions &options, LetterCase letterCase, const std::string &modelFolder)
{
    const bool lowercase = letterCase == LetterCase::Lower;
    if (letterCase == LetterCase::OfModel || options.lowercase == lowercase)
        return {};
    options.lowercase = lowercase;
    options.stripAccents.reset();
    return std::string("Words ") + (lowercase ? "lose" : "keep")
        + " their capitals and accents, as model.lowercase says; " + "the tokenizer in " + modelFolder
        + " does the opposite.";
}

Result<WordPieceTokenizer> checkFit(
    Result<WordPieceTokenizer> tokenizer, const std::string &file, const BertConfig &config)
{
    if (tokenizer && tokenizer->size() > config.vocabulary)
        return fail(file + " has " + std::to_string(tokenizer->size()) + " tokens, but the model only "
            + std::to_string(config.vocabulary) + ": they do not belong together.");
    return tokenizer;
}

} // namespace

Result<BertWordPieces> readWordPieces(const std::string &modelFolder, const BertConfig &config, LetterCase letterCase)
{
    const auto rules = readOptional(modelFolder + "/tokenizer_config.json", parseBertTokenizerConfig);
    if (!rules)
        return tl::unexpected(rules.error());
    const std::string tokenizerFile = modelFolder + "/tokenizer.json";
    auto tokenizer = readOptional(tokenizerFile, parseBertTokenizer);
    if (!tokenizer)
        return tl::unexpected(tokenizer.error());
    std::string file = modelFolder + "/vocab.txt";
    if (!tokenizer->tokens.empty() && !exists(file))
        file = tokenizerFile;
    auto tokens = file == tokenizerFile ? Result<std::vector<std::string>>(std::move(tokenizer->tokens))
                                        : readLines(file, mostBytes);
    if (!tokens)
        return tl::unexpected(tokens.error());
    BertTextOptions options = optionsOf(*rules, tokenizer->rules, *tokens);
    std::string note = override(options, letterCase, modelFolder);
    return checkFit(WordPieceTokenizer::make(std::move(*tokens), file, options), file, config)
        .map([&](WordPieceTokenizer pieces) {
            return BertWordPieces{std::move(pieces), std::move(note)};
        });
}

bool hasWordPieces(const std::string &modelFolder)
{
    return exists(modelFolder + "/vocab.txt") || exists(modelFolder + "/tokenizer.json");
}

Result<WordPieceTokenizer> readVocabulary(const std::string &vocabularyFile, const BertConfig &config)
{
    return checkFit(WordPieceTokenizer::read(vocabularyFile), vocabularyFile, config);
}

std::vector<SideFile> tokenizerFiles(const WordPieceTokenizer &tokenizer, const BertConfig &config)
{
    std::string vocabulary;
    for (std::int64_t id = 0; id < tokenizer.size(); ++id)
        vocabulary += tokenizer.token(std::int32_t(id)) + "\n";
    const BertTextOptions &options = tokenizer.options();
    return {{"vocab.txt", std::move(vocabulary)},
        {"tokenizer_config.json",
            toBertTokenizerConfig({options.lowercase, options.stripAccents, options.spaceChinese}, config.positions)}};
}

} // namespace motley
