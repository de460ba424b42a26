// Caches keys and values of earlier tokens, so that only new tokens have to be computed in generation.
#pragma once

#include <ATen/core/Tensor.h>

namespace motley {

struct KeyValue { // [samples, tokens, heads * size]
    at::Tensor key;
    at::Tensor value;
};

class KeyValueCache {
public:
    // window: tokens that a token sees, itself included, so that older ones need not be kept; 0: all.
    KeyValueCache(std::int64_t window = 0) : m_window(window) { }

    // Appends; returns views of all tokens that any of the new ones sees, valid until the next call.
    KeyValue append(const KeyValue &next);

    // rows: int64 [new samples]. Sample i continues the old sample rows[i]; samples may be dropped or duplicated.
    void select(const at::Tensor &rows);

    std::int64_t tokens() const { return m_tokens; } // appended so far, also those that are no longer kept

private:
    std::int64_t m_window;
    KeyValue m_room; // allocated for more tokens, so that few calls copy everything
    std::int64_t m_first = 0; // where the kept tokens begin
    std::int64_t m_kept = 0;
    std::int64_t m_tokens = 0;
};

} // namespace motley
