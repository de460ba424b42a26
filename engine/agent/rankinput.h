// The way down to a rank: lines on its stdin, of which only the newest matters. Never waits for the rank, which reads
// when it can.
#pragma once

#include "engine/base/descriptor.h"

#include <string>

namespace motley {

class RankInput {
public:
    explicit RankInput(Descriptor pipe); // its writing end, which writes from now on without waiting
    // Takes the place of a line that the rank has not begun to read.
    void tell(std::string line);
    void flush(); // writes what the rank has room for; to be called several times a second

private:
    Descriptor m_pipe; // none: the rank has closed its end
    std::string m_begun; // what is left of a line
    std::string m_next; // empty: none
};

} // namespace motley
