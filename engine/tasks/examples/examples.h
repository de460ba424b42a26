// Which samples of a test set people see at each test, and what is said of them.
#pragma once

#include "engine/protocol/examples/testexamples.h"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

constexpr std::int64_t usualExamples = 12; // of a test, that people see

// One from the middle of each of `most` equal parts of a test set of so many samples, or all: the same at each test,
// in each run, on any machines.
std::vector<std::int64_t> exampleIds(std::int64_t samples, std::int64_t most);

std::string shownText(std::string_view text); // its beginning, where it is long
std::vector<std::string> shownWords(std::span<const std::string> words); // the first ones, where they are many

void shorten(TestExample &example); // its lists, where they are long

using ExampleWords = std::map<std::int64_t, std::vector<std::string>>; // by the number of a sentence

// A sentence with a predicted tag for each word, both as indices of `tags`.
TestExample taggedExample(std::int64_t id, std::span<const std::string> words, std::span<const std::int64_t> expected,
    std::span<const std::int64_t> predicted, std::span<const std::string> tags);

// Of more classes none is counted for another.
constexpr std::size_t mostCountedClasses = 1000;

// `counts`: of each class a row of how often it was taken for each class.
Confusion confusionOf(const std::vector<std::string> &classes, std::span<const double> counts);

} // namespace motley
