// What the model makes of the same few samples of the test set at each test, so that people see it learn.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace motley {

// Bounds of what is said of one test.
constexpr std::size_t mostExamples = 24;
constexpr std::size_t mostExampleWords = 100; // of a text
constexpr std::size_t longestExampleText = 2000; // bytes, of all words of a text together
constexpr std::size_t longestExamplePicture = 24 << 10; // bytes of base64
constexpr std::size_t mostShownClasses = 100; // of a whole confusion matrix
constexpr std::size_t longestClassName = 160; // bytes
constexpr std::size_t mostConfusedPairs = 50;

// A sample is a text, the words of a text, or a picture. Pictures are PNG files as base64.
struct TestExample {
    std::int64_t id = 0; // in the test set
    std::vector<std::string> input; // the text, or its words where each is predicted by itself; empty: a picture
    std::vector<std::string> expected; // the class, the translation, or one for each word; empty: a picture
    std::vector<std::string> predicted; // as many
    std::optional<double> score; // 0 to 1: the part of it that is right; nullopt: that is no question
    // These two are the same at each test, so only the first test that a rank reports has them.
    std::optional<std::string> picture;
    std::optional<std::string> expectedPicture; // what is to be found in it: white
    std::optional<std::string> predictedPicture; // what was found in it: white

    bool operator==(const TestExample &) const = default;
};

struct ConfusedPair {
    std::string expected;
    std::string predicted; // another class
    std::int64_t count = 0;

    bool operator==(const ConfusedPair &) const = default;
};

// How often each class was taken for each in the whole test. Of more than mostShownClasses classes only the pairs that
// are confused most are told.
struct Confusion {
    std::vector<std::string> classes; // empty: there are too many
    std::vector<std::int64_t> counts; // a row for each class that is right, and in it a number for each predicted one
    std::vector<ConfusedPair> pairs; // most frequent first; empty where there are `classes`

    bool operator==(const Confusion &) const = default;
};

// Comes after the Evaluation of the same step.
struct TestExamples {
    std::int64_t step = 0;
    std::vector<TestExample> examples; // the same samples at each test
    std::optional<Confusion> confusion = {}; // nullopt: the task has no classes

    bool isEmpty() const { return examples.empty() && !confusion; }

    bool operator==(const TestExamples &) const = default;
};

Result<void> checkExamples(const TestExamples &test); // the bounds above, and that lists belong together

} // namespace motley
