#include "engine/data/volumes/syntheticvolume.h"

#include "engine/base/keyedrandom.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace motley {

namespace {

constexpr double insideGrey = 160;
constexpr double wallGrey = 60;
constexpr double wallThickness = 2; // voxels
constexpr double backgroundSwing = 12; // grey values
constexpr std::uint64_t ofCells = 1;
constexpr std::uint64_t ofNoise = 2;

struct Point {
    double z = 0;
    double y = 0;
    double x = 0;

    double squaredDistance(Zyx position) const
    {
        const double dz = z - double(position.z);
        const double dy = y - double(position.y);
        const double dx = x - double(position.x);
        return dz * dz + dy * dy + dx * dx;
    }
};

// The centres of the cells, one in each cube of a lattice that extends one cube beyond the volume on every side.
class Cells {
public:
    explicit Cells(const SyntheticVolume &wanted) : m_spacing(wanted.cellSpacing)
    {
        const auto cubes = [this](std::int64_t size) { return (size + m_spacing - 1) / m_spacing + 2; };
        m_cubes = {cubes(wanted.size.z), cubes(wanted.size.y), cubes(wanted.size.x)};
        Random random{wanted.seed, ofCells};
        const auto jittered = [&](std::int64_t cube) {
            return (double(cube - 1) + 0.15 + 0.7 * random.fraction()) * double(m_spacing);
        };
        for (std::int64_t i = 0; i < m_cubes.product(); ++i) {
            const Zyx cube = m_cubes.positionOf(i);
            m_points.push_back({jittered(cube.z), jittered(cube.y), jittered(cube.x)});
        }
    }

    // The cell that a voxel lies in, or noObject on a wall.
    std::uint32_t at(Zyx position) const
    {
        const Zyx cube = Zyx{position.z / m_spacing, position.y / m_spacing, position.x / m_spacing} + Zyx{1, 1, 1};
        double nearest = std::numeric_limits<double>::max();
        double second = nearest;
        std::size_t cell = 0;
        for (std::int64_t i = 0; i < 27; ++i) {
            const std::size_t candidate = m_cubes.indexOf(cube + Zyx{3, 3, 3}.positionOf(i) - Zyx{1, 1, 1});
            const double distance = m_points[candidate].squaredDistance(position);
            if (distance < nearest) {
                second = nearest;
                nearest = distance;
                cell = candidate;
            } else {
                second = std::min(second, distance);
            }
        }
        const bool onWall = std::sqrt(second) - std::sqrt(nearest) < wallThickness;
        return onWall ? noObject : std::uint32_t(cell) + 1;
    }

private:
    std::int64_t m_spacing;
    Zyx m_cubes;
    std::vector<Point> m_points;
};

// Blurs with the weights 1, 2 and 1 along each axis, which approximates a Gaussian of 0.7 voxels.
void blur(std::vector<double> &values, Zyx size)
{
    for (const Zyx step : {Zyx{1, 0, 0}, Zyx{0, 1, 0}, Zyx{0, 0, 1}}) {
        const std::vector<double> before = values;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const Zyx position = size.positionOf(std::int64_t(i));
            double sum = 2 * before[i];
            for (const Zyx neighbour : {position - step, position + step})
                sum += before[size.holds(neighbour) ? size.indexOf(neighbour) : i];
            values[i] = sum / 4;
        }
    }
}

// The background brightness: a triangle wave with a period as long as the volume.
double backgroundAt(Zyx position, Zyx size)
{
    const double along = double(position.z) / double(size.z) + double(position.y) / double(size.y)
        + double(position.x) / double(size.x);
    return backgroundSwing * (2 * std::abs(2 * (along / 2 - std::floor(along / 2)) - 1) - 1);
}

} // namespace

Volume makeVolume(const SyntheticVolume &wanted)
{
    Volume volume{wanted.size, {}, {}};
    const Cells cells(wanted);
    std::vector<double> grey;
    for (std::int64_t i = 0; i < wanted.size.product(); ++i) {
        volume.labels.push_back(cells.at(wanted.size.positionOf(i)));
        grey.push_back(volume.labels.back() == noObject ? wallGrey : insideGrey);
    }
    blur(grey, wanted.size);
    Random random{wanted.seed, ofNoise};
    for (std::size_t i = 0; i < grey.size(); ++i) {
        const double value = grey[i] + backgroundAt(wanted.size.positionOf(std::int64_t(i)), wanted.size)
            + wanted.noise * random.normal();
        volume.raw.push_back(std::uint8_t(std::clamp(value + 0.5, 0.0, 255.0)));
    }
    return volume;
}

} // namespace motley
