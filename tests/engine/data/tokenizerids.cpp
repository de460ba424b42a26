// tokenizerids TOKENIZER.json TEXTS OUT [REPEATS]: what PipelineTokenizer makes of the texts of a file, for comparisons
// with other programs (tests/oracles). Before each text stands its length in bytes, as four bytes, lowest first. Of
// each, OUT holds, each after a length of the same kind: the ids, four bytes each, and the texts of decode() and
// decodeWithoutSpecials(). Prints the seconds that encoding took, the least of REPEATS times.
#include "engine/base/textfile.h"
#include "engine/data/tokenizers/pipeline/pipelinetokenizer.h"
#include "engine/data/tokenizers/pipeline/streamingdecoder.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>

using namespace motley;

namespace {

constexpr std::size_t longestFile = 1 << 30;

std::string streamed(const PipelineTokenizer &tokenizer, const TokenIds &ids, StreamingDecoder::Specials specials)
{
    StreamingDecoder decoder(tokenizer, specials);
    std::string text;
    for (const std::int32_t id : ids)
        text += decoder.put(id);
    return text + decoder.finish();
}

std::vector<std::string> textsIn(const std::string &bytes)
{
    std::vector<std::string> texts;
    for (std::size_t at = 0; at + 4 <= bytes.size();) {
        std::uint32_t length = 0;
        std::memcpy(&length, bytes.data() + at, sizeof length);
        texts.push_back(bytes.substr(at + 4, length));
        at += 4 + length;
    }
    return texts;
}

void write(std::ostream &out, const void *bytes, std::size_t count, std::size_t length)
{
    const auto size = std::uint32_t(count);
    out.write(reinterpret_cast<const char *>(&size), sizeof size);
    out.write(static_cast<const char *>(bytes), std::streamsize(length));
}

int report(const Error &error)
{
    std::cerr << error.message << " " << error.detail << "\n";
    return 1;
}

} // namespace

int main(int count, char **words)
{
    if (count < 4)
        return 2;
    TokenizerFiles files;
    const auto json = readTextFile(words[1], longestFile);
    const auto bytes = readTextFile(words[2], longestFile);
    if (!json || !bytes)
        return report(json ? bytes.error() : json.error());
    files.tokenizer = *json;
    const auto started = std::chrono::steady_clock::now();
    const auto tokenizer = PipelineTokenizer::fromFiles(words[1], files);
    if (!tokenizer)
        return report(tokenizer.error());
    const auto secondsSince = [](std::chrono::steady_clock::time_point begin) {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    };
    std::cout << "loaded " << secondsSince(started) << "\n";

    const std::vector<std::string> texts = textsIn(*bytes);
    std::vector<TokenIds> ids(texts.size());
    double least = 1e9;
    for (int i = 0; i < (count > 4 ? std::atoi(words[4]) : 1); ++i) {
        const auto begin = std::chrono::steady_clock::now();
        for (std::size_t text = 0; text < texts.size(); ++text)
            ids[text] = tokenizer->encode(texts[text]);
        least = std::min(least, secondsSince(begin));
    }
    std::cout << "encoded " << least << "\n";

    std::ofstream out(words[3], std::ios::binary);
    for (const TokenIds &each : ids) {
        const std::string whole = tokenizer->decode(each);
        const std::string skipped = tokenizer->decodeWithoutSpecials(each);
        if (streamed(*tokenizer, each, StreamingDecoder::Specials::Written) != whole
            || streamed(*tokenizer, each, StreamingDecoder::Specials::LeftOut) != skipped) {
            std::cerr << "What is decoded as it comes differs from the whole: " << whole << "\n";
            return 3;
        }
        write(out, each.data(), each.size(), each.size() * sizeof(std::int32_t));
        write(out, whole.data(), whole.size(), whole.size());
        write(out, skipped.data(), skipped.size(), skipped.size());
    }
    return out.flush() ? 0 : 1;
}
