#include "engine/tasks/madeup/randombertrows.h"

#include "engine/data/hdf5/hdf5writer.h"

#include <algorithm>
#include <vector>

namespace motley {

Result<void> writeRandomBertRows(
    const BertConfig &config, const BertRowShape &shape, Random &random, const std::string &path)
{
    using Stored = Hdf5Writer::Stored;
    auto file = Hdf5Writer::create(path);
    if (!file)
        return tl::unexpected(file.error());
    const auto put = [&](const char *name, Stored type, std::int64_t width, std::int64_t chunk, auto number) {
        std::vector<std::int64_t> numbers;
        for (std::int64_t i = 0; i < shape.rows * std::max<std::int64_t>(width, 1); ++i)
            numbers.push_back(number(width > 0 ? i % width : 0));
        return file
            ->addDataset(name, type, width > 0 ? std::vector<std::int64_t>{width} : std::vector<std::int64_t>(), chunk)
            .and_then([&] { return file->append<std::int64_t>(name, numbers); });
    };
    const std::int64_t length = shape.length, hidden = shape.hiddenWords;
    const auto word = [&](std::int64_t) { return std::int64_t(random.below(std::uint64_t(config.vocabulary))); };
    return put("input_ids", Stored::Int32, length, 128, word)
        .and_then([&] { return put("input_mask", Stored::Int8, length, 128, [](std::int64_t) { return 1; }); })
        .and_then([&] {
            return put(
                "segment_ids", Stored::Int8, length, 128, [&](std::int64_t i) { return i < length / 2 ? 0 : 1; });
        })
        .and_then([&] {
            return put("masked_lm_positions", Stored::Int32, hidden, 128,
                [&](std::int64_t i) { return 1 + i * (length - 1) / hidden; });
        })
        .and_then([&] { return put("masked_lm_ids", Stored::Int32, hidden, 128, word); })
        .and_then([&] {
            return put("next_sentence_labels", Stored::Int8, 0, 128,
                [&](std::int64_t) { return std::int64_t(random.below(2)); });
        })
        .and_then([&] { return file->finish(); });
}

} // namespace motley
