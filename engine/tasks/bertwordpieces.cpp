#include "engine/tasks/bertwordpieces.h"

#include "engine/data/tokenizers/tokenizerfolder.h"
#include "engine/data/tokenizers/vocabularyfit.h"
#include "engine/formats/tokenizerconfig.h"

namespace motley {

namespace {

// Says that the job treats capitals in another way than the folder.
std::vector<std::string> notesOnCase(const FolderWordPieces &read, const std::string &modelFolder)
{
    const bool lowercase = read.tokenizer.options().lowercase;
    if (read.ofFolder.lowercase == lowercase)
        return {};
    return {std::string("Words ") + (lowercase ? "lose" : "keep")
        + " their capitals and accents, as model.lowercase says; the tokenizer in " + modelFolder
        + " does the opposite."};
}

Result<BertWordPieces> fitting(
    WordPieceTokenizer tokenizer, std::vector<std::string> notes, const BertConfig &config, const std::string &where)
{
    if (const auto fits = checkFit(tokenizer.size(), config.vocabulary, where); !fits)
        return tl::unexpected(fits.error());
    for (std::string &note : notesOnUnused(tokenizer.size(), config.vocabulary, where))
        notes.push_back(std::move(note));
    return BertWordPieces{std::move(tokenizer), std::move(notes)};
}

} // namespace

Result<BertWordPieces> readWordPieces(const std::string &modelFolder, const BertConfig &config, LetterCase letterCase)
{
    std::optional<bool> lowercase;
    if (letterCase != LetterCase::OfModel)
        lowercase = letterCase == LetterCase::Lower;
    auto read = WordPieceTokenizer::readFolder(modelFolder, lowercase);
    if (!read)
        return tl::unexpected(read.error());
    auto notes = notesOnCase(*read, modelFolder);
    return fitting(std::move(read->tokenizer), std::move(notes), config, modelFolder);
}

Result<BertWordPieces> readVocabulary(const std::string &vocabularyFile, const BertConfig &config)
{
    auto tokenizer = WordPieceTokenizer::read(vocabularyFile);
    if (!tokenizer)
        return tl::unexpected(tokenizer.error());
    return fitting(std::move(*tokenizer), {}, config, vocabularyFile);
}

bool hasWordPieces(const std::string &modelFolder)
{
    return folderHas(modelFolder, "vocab.txt") || folderHas(modelFolder, "tokenizer.json");
}

std::vector<SideFile> tokenizerFiles(const WordPieceTokenizer &tokenizer, const BertConfig &config)
{
    const BertTextOptions &options = tokenizer.options();
    const BertTextRules rules{options.lowercase, options.stripAccents, options.spaceChinese};
    return {{"vocab.txt", tokenizer.vocabularyText()},
        {"tokenizer_config.json",
            toJson(TokenizerConfig{"BertTokenizer", config.positions, tokenizer.named(), tokenizer.added(), rules})}};
}

} // namespace motley
