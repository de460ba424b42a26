// Reads the input text of a command: the lines of a file or of standard input.
#pragma once

#include "engine/base/result.h"

#include <fstream>
#include <istream>
#include <string>
#include <vector>

namespace motley {

class TextInput {
public:
    static Result<TextInput> open(const std::string &path); // "-": standard input. Errors name the file.

    // Up to `most` lines without their ends; empty at the end of the text. From a terminal one line at a time. Errors
    // name the line: longer than 1 MiB, or not UTF-8.
    Result<std::vector<std::string>> next(std::size_t most);

private:
    TextInput() = default;

    std::istream &stream();
    bool readLine(std::string &line); // false: end of input

    std::string m_path; // empty: standard input
    std::ifstream m_file;
    bool m_oneAtATime = false;
    std::int64_t m_lines = 0; // read so far
};

} // namespace motley
