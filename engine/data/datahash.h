// A hash of what a data set holds, for the ranks of a run to compare.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace motley {

class DataHash {
public:
    void add(std::span<const std::byte> bytes); // XXH3, seeded with the hash so far
    void add(std::int64_t number) { add(std::as_bytes(std::span(&number, 1))); }
    void add(const std::string &text) { add(std::as_bytes(std::span(text))); }
    template <typename Number>
    void add(const std::vector<Number> &numbers)
    {
        add(std::as_bytes(std::span(numbers)));
    }

    std::uint64_t value() const { return m_value; }

private:
    std::uint64_t m_value = 0;
};

} // namespace motley
