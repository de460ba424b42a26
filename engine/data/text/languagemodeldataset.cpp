#include "engine/data/text/languagemodeldataset.h"

#include "engine/base/keyedrandom.h"
#include "engine/data/datahash.h"

#include <torch/types.h>

#include <algorithm>
#include <array>

namespace motley {

Result<LanguageModelDataset> LanguageModelDataset::make(
    TokenIds tokens, std::int64_t length, Use use, std::optional<std::int32_t> begin)
{
    LanguageModelDataset text;
    text.m_tokens = std::move(tokens);
    text.m_length = length;
    text.m_begin = begin;
    const bool training = use == Use::Training;
    const std::int64_t needed = (training ? length : 1) + (begin ? 0 : 1);
    if (text.tokens() < needed)
        return fail("The text has " + std::to_string(text.tokens()) + " tokens, but "
            + (training ? "training" : "testing") + " needs at least " + std::to_string(needed)
            + "; give a longer text or ask for shorter blocks.");
    // For training one block fewer than fits, so that the blocks of an epoch can start anywhere in the first block.
    text.m_blocks
        = training ? std::max<std::int64_t>(text.tokens() / length - 1, 1) : (text.predictions() + length - 1) / length;
    return text;
}

std::int64_t LanguageModelDataset::startOf(std::int64_t block, std::optional<AugmentKey> key) const
{
    std::int64_t moved = 0;
    const std::int64_t room = predictions() - m_blocks * m_length; // below 0 if the last block is not full
    if (key && room > 0)
        moved = std::int64_t(
            Random{key->seed, std::uint64_t(key->epoch), 0}.below(std::uint64_t(std::min(room + 1, m_length))));
    return block * m_length + moved;
}

std::uint64_t LanguageModelDataset::fingerprint() const
{
    DataHash hash;
    hash.add(m_length);
    if (m_begin)
        hash.add(std::int64_t(*m_begin));
    hash.add(m_tokens);
    return hash.value();
}

Batch LanguageModelDataset::batch(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const
{
    const std::array<std::int64_t, 2> size{std::int64_t(ids.size()), m_length};
    const at::Tensor given = at::zeros(size, at::kLong);
    const at::Tensor expected = at::full(size, ignored, at::kLong);
    for (std::size_t row = 0; row < ids.size(); ++row) {
        const std::int64_t start = startOf(ids[row], key);
        const std::int64_t count = std::min(m_length, predictions() - start);
        const std::int64_t to = std::int64_t(row) * m_length;
        std::int64_t *const inputs = given.data_ptr<std::int64_t>() + to;
        const auto first = m_tokens.begin() + start;
        if (m_begin) {
            *inputs = *m_begin;
            std::copy_n(first, count - 1, inputs + 1);
        } else {
            std::copy_n(first, count, inputs);
        }
        std::copy_n(first + (m_begin ? 0 : 1), count, expected.data_ptr<std::int64_t>() + to);
    }
    return {{given}, {expected}, std::int64_t(ids.size())};
}

double LanguageModelDataset::weight(std::span<const std::int64_t> ids, std::optional<AugmentKey> key) const
{
    std::int64_t count = 0;
    for (const std::int64_t id : ids)
        count += std::min(m_length, predictions() - startOf(id, key));
    return double(count);
}

HeldOut holdOut(std::string_view text, double share)
{
    const auto wanted = std::min(std::size_t(double(text.size()) * (1 - share)), text.size());
    const std::size_t lineEnd = text.find('\n', wanted);
    std::size_t at = lineEnd == std::string_view::npos ? wanted : lineEnd + 1;
    if (at >= text.size() && share > 0)
        at = wanted; // the last line is too long to be kept whole
    while (at < text.size() && (std::uint8_t(text[at]) & 0xc0) == 0x80)
        ++at; // not inside a UTF-8 character
    return {text.substr(0, at), text.substr(at)};
}

} // namespace motley
