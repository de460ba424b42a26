#include "engine/data/text/conll.h"
#include "engine/data/tokenizers/bytepairencoding.h"
#include "engine/data/tokenizers/pipeline/pipelinetokenizer.h"
#include "engine/data/tokenizers/pipeline/streamingdecoder.h"
#include "engine/data/tokenizers/wordpiece.h"
#include "tests/fuzz/memoryfile.h"
#include "tests/fuzz/targets.h"

#include <algorithm>
#include <array>

namespace motley {

namespace {

TokenIds encodeWith(const Tokenizer &tokenizer, std::string_view text)
{
    const TokenIds ids = tokenizer.encode(text);
    for (const std::int32_t id : ids)
        promise(id >= 0 && id < tokenizer.size(), "a token beyond the vocabulary");
    return ids;
}

void readConllFile(std::string_view bytes)
{
    const MemoryFile file(bytes);
    const auto sentences = readConll(file.path());
    if (!sentences)
        return;
    promise(!sentences->empty(), "no sentence and no Error");
    for (const TaggedSentence &sentence : *sentences) {
        promise(!sentence.words.empty() && sentence.words.size() == sentence.tags.size(), "words and tags disagree");
        for (std::size_t i = 0; i < sentence.words.size(); ++i)
            promise(!sentence.words[i].empty() && !sentence.tags[i].empty(), "an empty word or tag");
    }
}

void readWordPieces(std::string_view bytes)
{
    const MemoryFile vocabulary(takeField(bytes));
    const auto tokenizer = WordPieceTokenizer::read(vocabulary.path());
    if (!tokenizer)
        return;
    const TokenIds ids = encodeWith(*tokenizer, bytes);
    const bool onlyUnknown
        = std::count(ids.begin(), ids.end(), tokenizer->specials().unknown) == std::int64_t(ids.size());
    promise(onlyUnknown || !tokenizer->decode(ids).empty(), "tokens stand for nothing");
}

void readBytePairs(std::string_view bytes)
{
    const MemoryFile vocabulary(takeField(bytes));
    const MemoryFile merges(takeField(bytes));
    const auto tokenizer = BytePairTokenizer::read(vocabulary.path(), merges.path());
    if (!tokenizer)
        return;
    promise(tokenizer->decode(encodeWith(*tokenizer, bytes)) == bytes, "the text changed");
}

void readTokenizerJson(std::string_view bytes)
{
    TokenizerFiles files;
    files.tokenizer = takeField(bytes);
    files.config = takeField(bytes);
    const auto tokenizer = PipelineTokenizer::fromFiles("folder", files);
    if (!tokenizer)
        return;
    try {
        const TokenIds ids = encodeWith(*tokenizer, bytes);
        StreamingDecoder decoder(*tokenizer);
        std::string text;
        for (const std::int32_t id : ids)
            text += decoder.put(id);
        promise(text + decoder.finish() == tokenizer->decode(ids), "text that came in parts differs from the whole");
    } catch (const TokenizingTooCostly &) { // is said to whoever reads the file
    }
}

constexpr std::array targets{FuzzTarget{"conll", readConllFile}, FuzzTarget{"wordpieces", readWordPieces},
    FuzzTarget{"bytepairs", readBytePairs}, FuzzTarget{"tokenizerjson", readTokenizerJson}};

} // namespace

std::span<const FuzzTarget> textTargets()
{
    return targets;
}

} // namespace motley
