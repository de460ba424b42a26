#include "app/models/series/examplehistory.h"

#include <utility>

namespace motley {

namespace {

constexpr std::size_t mostPictured = 10 * mostExamples; // of runs that went on with other test sets

} // namespace

void ExampleHistory::add(TestExamples test)
{
    for (TestExample &example : test.examples) {
        if (!example.picture && !example.expectedPicture)
            continue;
        if (m_pictures.size() >= mostPictured && m_pictures.count(example.id) == 0)
            m_pictures.clear();
        m_pictures[example.id] = {std::exchange(example.picture, std::nullopt).value_or(std::string()),
            std::exchange(example.expectedPicture, std::nullopt).value_or(std::string())};
    }
    forgetFrom(static_cast<double>(test.step));
    m_tests.push_back(std::move(test));
    if (m_tests.size() > mostTests)
        m_tests.pop_front();
}

void ExampleHistory::forgetFrom(double step)
{
    while (!m_tests.empty() && static_cast<double>(m_tests.back().step) >= step)
        m_tests.pop_back();
}

const ExampleHistory::Pictures &ExampleHistory::picturesOf(std::int64_t example) const
{
    static const Pictures none;
    const auto found = m_pictures.find(example);
    return found == m_pictures.end() ? none : found->second;
}

} // namespace motley
