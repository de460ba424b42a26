// Bytes of a pipe, cut into lines.
#pragma once

#include "engine/base/descriptor.h"

#include <cstddef>
#include <string>
#include <vector>

namespace motley {

class LineReader {
public:
    LineReader() = default;
    LineReader(Descriptor source, std::size_t longestLine); // what is beyond longestLine bytes of a line is dropped

    int descriptor() const { return m_source.get(); } // -1 after the end
    std::vector<std::string> read(); // what is there now, without waiting; an unfinished last line comes at the end

private:
    void append(const char *bytes, std::size_t count, std::vector<std::string> &lines);

    Descriptor m_source;
    std::size_t m_longestLine = 0;
    std::string m_unfinished;
};

} // namespace motley
