// Text that a command works through: the lines of a file, or of the standard input.
#pragma once

#include "engine/base/result.h"

#include <fstream>
#include <istream>
#include <string>
#include <vector>

namespace motley {

class TextInput {
public:
    static Result<TextInput> open(const std::string &path); // "-": the standard input. Errors name the file.

    // Up to `most` lines without their ends; none: the text is over. From a person at a terminal one line at a time.
    // A line of more than 1 MiB, or one that is not UTF-8, is an Error that names it.
    Result<std::vector<std::string>> next(std::size_t most);

private:
    TextInput() = default;

    std::istream &stream();
    bool readLine(std::string &line); // false: there is none

    std::string m_path; // empty: standard input
    std::ifstream m_file;
    bool m_oneAtATime = false;
    std::int64_t m_lines = 0; // read so far
};

} // namespace motley
