#include "engine/tasks/translationtokenizer.h"

#include "engine/formats/generationconfig.h"
#include "engine/formats/gpt2vocabulary.h"
#include "engine/formats/tokenizerconfig.h"

namespace motley {

namespace {

constexpr const char *translationPiecesFile = "tokenizer.model";

} // namespace

Result<TranslationTokens> learnTranslationTokens(const ParallelText &text, std::int64_t size, std::uint64_t seed)
{
    std::vector<std::string> sentences = text.source;
    sentences.insert(sentences.end(), text.target.begin(), text.target.end());
    SentencePieceOptions options;
    options.size = size;
    options.seed = seed;
    return trainSentencePieces(sentences, options)
        .and_then([](const std::string &model) { return SentencePieceTokenizer::load(model); })
        .and_then(TranslationTokens::of);
}

Result<TranslationTokens> readTranslationTokens(const std::string &file)
{
    auto pieces = SentencePieceTokenizer::read(file);
    if (!pieces)
        return tl::unexpected(pieces.error());
    auto tokens = TranslationTokens::of(std::move(*pieces));
    if (!tokens)
        return fail(file + ": " + tokens.error().message);
    return tokens;
}

Result<TranslationTokens> readTranslationTokens(const std::string &modelFolder, const MarianConfig &config)
{
    const std::string file = modelFolder + "/" + translationPiecesFile;
    auto pieces = SentencePieceTokenizer::read(file);
    if (!pieces)
        return tl::unexpected(pieces.error());
    TranslationTokens tokens{std::make_shared<const SentencePieceTokenizer>(std::move(*pieces)),
        std::int32_t(config.startId), std::int32_t(config.endId), std::int32_t(config.padId)};
    if (tokens.size() != config.vocabulary)
        return fail(file + " has " + std::to_string(tokens.pieces->size()) + " pieces, but the model "
            + std::to_string(config.vocabulary) + ": they do not belong together.");
    return tokens;
}

std::vector<SideFile> translationFiles(
    const TranslationTokens &tokens, const MarianConfig &config, const TranslationModelSpec &spec)
{
    std::vector<std::string> texts;
    for (std::int64_t id = 0; id < tokens.size(); ++id)
        texts.push_back(tokens.text(std::int32_t(id)));
    const std::string &pieces = tokens.pieces->model();
    TokenizerConfig tokenizer{"MarianTokenizer", config.positions};
    tokenizer.named.unknown = tokens.pieces->piece(tokens.pieces->specials().unknown);
    tokenizer.named.end = tokens.text(tokens.end);
    tokenizer.named.pad = tokens.text(tokens.pad);
    GenerationConfig generation;
    generation.beams = spec.beam;
    generation.lengthPenalty = spec.lengthPenalty;
    generation.longest = config.positions;
    generation.startId = config.startId;
    generation.special.end = {config.endId};
    generation.special.pad = config.padId;
    generation.never = {config.padId};
    return {{translationPiecesFile, pieces}, {"source.spm", pieces}, {"target.spm", pieces},
        {"vocab.json", toTokenIds(texts)}, {"tokenizer_config.json", toJson(tokenizer)},
        {"generation_config.json", toJson(generation)}};
}

} // namespace motley
