#include "engine/data/volumes/summedareatable.h"

namespace motley {

SummedAreaTable::SummedAreaTable(Zyx size, std::span<const std::uint8_t> marks)
    : m_size(size + Zyx{1, 1, 1}), m_table(std::size_t(m_size.product()))
{
    const std::int64_t slice = m_size.y * m_size.x;
    const std::uint8_t *mark = marks.data();
    for (std::int64_t z = 1; z < m_size.z; ++z) {
        for (std::int64_t y = 1; y < m_size.y; ++y) {
            std::int64_t *here = m_table.data() + m_size.indexOf({z, y, 1});
            std::int64_t row = 0;
            for (std::int64_t x = 1; x < m_size.x; ++x, ++here) {
                row += *mark++;
                *here = row + here[-m_size.x] + here[-slice] - here[-slice - m_size.x];
            }
        }
    }
}

std::int64_t SummedAreaTable::sum(Zyx first, Zyx last) const
{
    const auto at = [this](std::int64_t z, std::int64_t y, std::int64_t x) {
        return m_table[m_size.indexOf({z, y, x})];
    };
    const auto face = [&](std::int64_t z) {
        return at(z, last.y, last.x) - at(z, first.y, last.x) - at(z, last.y, first.x) + at(z, first.y, first.x);
    };
    return face(last.z) - face(first.z);
}

} // namespace motley
