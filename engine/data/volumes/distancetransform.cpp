#include "engine/data/volumes/distancetransform.h"

#include "engine/data/volumes/alongaxis.h"

#include <cmath>
#include <limits>

namespace motley {

namespace {

constexpr float infinite = std::numeric_limits<float>::infinity();

// The lower envelope of the parabolas (x - i)^2 + heights[i], evaluated at every x.
class Envelope {
public:
    void lowest(std::span<const float> heights, std::span<float> result)
    {
        m_roots.clear();
        m_begins.clear();
        for (std::size_t i = 0; i < heights.size(); ++i) {
            if (heights[i] == infinite)
                continue;
            double begin = -std::numeric_limits<double>::infinity();
            while (!m_roots.empty()) {
                begin = crossing(heights, m_roots.back(), i);
                if (begin > m_begins.back())
                    break;
                m_roots.pop_back();
                m_begins.pop_back();
                begin = -std::numeric_limits<double>::infinity();
            }
            m_roots.push_back(i);
            m_begins.push_back(begin);
        }
        std::size_t current = 0;
        for (std::size_t x = 0; x < result.size(); ++x) {
            if (m_roots.empty()) {
                result[x] = infinite;
                continue;
            }
            while (current + 1 < m_roots.size() && m_begins[current + 1] < double(x))
                ++current;
            const double way = double(x) - double(m_roots[current]);
            result[x] = float(way * way + double(heights[m_roots[current]]));
        }
    }

private:
    static double crossing(std::span<const float> heights, std::size_t a, std::size_t b)
    {
        const double squares = double(b) * double(b) - double(a) * double(a);
        return (double(heights[b]) - double(heights[a]) + squares) / (2 * (double(b) - double(a)));
    }

    std::vector<std::size_t> m_roots; // indices of the parabolas in the envelope, from left to right
    std::vector<double> m_begins; // where each of these parabolas becomes the lowest
};

} // namespace

std::vector<float> distanceTransform(Zyx size, std::span<const std::uint8_t> marks)
{
    std::vector<float> squares;
    squares.reserve(marks.size());
    for (const std::uint8_t mark : marks)
        squares.push_back(mark ? 0.0F : infinite);
    Envelope envelope;
    for (const Axis axis : {Axis::X, Axis::Y, Axis::Z})
        alongAxis(squares, size, axis, [&](auto line, auto result) { envelope.lowest(line, result); });
    for (float &value : squares)
        value = std::sqrt(value);
    return squares;
}

} // namespace motley
