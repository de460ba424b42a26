// Attention of rows that hold several texts, and of layers that see a window, in blocks of queries: each block computes
// with the keys alone that one of its queries sees. So no tensor is as large as the square of the tokens.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace motley {

// What the tokens of a row see: of their own text the tokens that are not later, within a window.
struct BlockSight {
    at::Tensor texts; // int64 [samples, tokens], ascending in each row; undefined: a row is one text
    std::int64_t window = 0; // tokens that one sees, itself among them; 0: all of them
    std::int64_t tokens = 0; // of a row
    std::int64_t block = 0; // queries at once
    std::vector<std::int64_t> firstKeys; // by block: the earliest that any of its queries may see
};

// As many as are worth a call of their own: on a processor kernels are short, and the host waits for none.
std::int64_t queriesAtOnce(at::Device device);

// `positions`: int64 [samples or 1, tokens], of each token in its text. On a GPU the host does not know where texts
// begin, and does not wait to learn it: there blocks compute with all earlier tokens in the window.
BlockSight blockSightOf(
    const at::Tensor &texts, const at::Tensor &positions, std::int64_t window, std::int64_t queriesAtOnce);

// The attention of whole rows with a mask, as of scaled_dot_product_attention(). query: [samples, heads, tokens, size],
// key and value: [samples, key heads, keys, size], where the heads are a multiple of the key heads (Ainslie et al.
// 2023) -> [samples, heads, tokens, size]. `scale`: of the scores; nullopt: 1 / sqrt(size).
at::Tensor maskedAttention(const at::Tensor &query, const at::Tensor &key, const at::Tensor &value,
    const at::Tensor &mask, std::optional<double> scale);

// query: [samples, heads, tokens, size], key and value: [samples, key heads, tokens, size], where the heads are a
// multiple of the key heads -> [samples, heads, tokens, size]. `scale`: of the scores; nullopt: 1 / sqrt(size).
// The backward pass keeps inputs and output, and computes masks and scores again.
at::Tensor attentionInBlocks(const at::Tensor &query, const at::Tensor &key, const at::Tensor &value,
    const std::shared_ptr<const BlockSight> &sight, std::optional<double> scale);

} // namespace motley
