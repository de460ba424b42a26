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
    KeyValue append(const KeyValue &next); // appends; returns views of all tokens, valid until the next call

    // rows: int64 [new samples]. Sample i continues the old sample rows[i]; samples may be dropped or duplicated.
    void select(const at::Tensor &rows);

    std::int64_t tokens() const { return m_tokens; }

private:
    KeyValue m_room; // allocated for more tokens, so that few calls copy everything
    std::int64_t m_tokens = 0;
};

} // namespace motley
