// Keys and values of the tokens so far, so that each new token is computed alone.
#pragma once

#include <ATen/core/Tensor.h>

namespace motley {

struct KeyValue { // [samples, tokens, heads * size]
    at::Tensor key;
    at::Tensor value;
};

class KeyValueCache {
public:
    KeyValue append(const KeyValue &next); // -> all of them, the next ones last; views, good until the next call

    // rows: int64; what was sample rows[i] goes on as sample i. Samples may be left out and may branch.
    void select(const at::Tensor &rows);

    std::int64_t tokens() const { return m_tokens; }

private:
    KeyValue m_room; // more tokens than there are, so that few calls copy all
    std::int64_t m_tokens = 0;
};

} // namespace motley
