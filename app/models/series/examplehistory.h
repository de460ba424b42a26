// What the model made of the same examples at each test, so far as it is kept.
#pragma once

#include "engine/protocol/examples/testexamples.h"

#include <cstdint>
#include <deque>
#include <map>
#include <string>

namespace motley {

class ExampleHistory {
public:
    struct Pictures { // PNG files as base64; empty: there is none
        std::string shown;
        std::string expected; // what is to be found in it: white
    };

    static constexpr std::size_t mostTests = 300; // where there are more, the first are forgotten

    void add(TestExamples test); // its pictures are kept once
    void forgetFrom(double step);

    const std::deque<TestExamples> &tests() const { return m_tests; } // steps ascend; without the pictures that stay
    const Pictures &picturesOf(std::int64_t example) const;

private:
    std::deque<TestExamples> m_tests;
    std::map<std::int64_t, Pictures> m_pictures; // by the number of the sample
};

} // namespace motley
