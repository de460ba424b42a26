#include "engine/tasks/translationtokenizer.h"

#include "engine/base/textfile.h"
#include "engine/formats/generationconfig.h"
#include "engine/formats/gpt2vocabulary.h"
#include "engine/formats/tokenizerconfig.h"

#include <algorithm>

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

Result<TranslationTokens> chooseTranslationTokens(
    const TranslationData &data, const ParallelText &text, const EarlierModel &earlier, std::uint64_t seed)
{
    if (!earlier.has(translationPiecesFile) || !earlier.has("config.json"))
        return data.pieces.empty() ? learnTranslationTokens(text, data.vocabulary, seed)
                                   : readTranslationTokens(data.pieces.path);
    auto tokens
        = readTextFile(earlier.folder + "/config.json", 1 << 20)
              .and_then([](const std::string &json) { return parseMarianConfig(json); })
              .and_then([&](const MarianConfig &config) { return readTranslationTokens(earlier.folder, config); });
    if (!tokens || data.pieces.empty())
        return tokens;
    const auto given = readTranslationTokens(data.pieces.path);
    if (!given)
        return given;
    if (given->pieces->model() != tokens->pieces->model())
        return fail("The weights in " + earlier.source + " were trained with other pieces than those of "
            + data.pieces.path + ". Leave data.pieces empty, and theirs are taken.");
    return tokens;
}

std::vector<std::string> notesOnTokens(const TranslationTokens &tokens, const TranslationData &data,
    const ParallelText &training, const ParallelText &test, const EarlierModel &earlier)
{
    if (!earlier.has(translationPiecesFile))
        return earlier.source.empty() || !data.pieces.empty()
            ? std::vector<std::string>()
            : std::vector<std::string>{noteOnUnknown(earlier, "pieces")};
    std::int64_t missing = 0;
    std::int64_t all = 0;
    for (const auto *lines : {&training.source, &training.target, &test.source, &test.target}) {
        for (const std::string &line : *lines) {
            const TokenIds ids = tokens.pieces->encode(line);
            all += std::int64_t(ids.size());
            missing += std::count(ids.begin(), ids.end(), tokens.pieces->specials().unknown);
        }
    }
    if (missing == 0)
        return {};
    return {"The model in " + earlier.source + " has no pieces for " + std::to_string(missing) + " of "
        + std::to_string(all) + " tokens of the texts; they stand for one unknown token."};
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
