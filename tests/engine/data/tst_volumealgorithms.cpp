// What is computed of a volume: sums, coarser copies, classes, distances, seeds.
#include "engine/data/volumes/coarservolume.h"
#include "engine/data/volumes/distancetransform.h"
#include "engine/data/volumes/floodseeds.h"
#include "engine/data/volumes/labelfractions.h"
#include "engine/data/volumes/summedareatable.h"
#include "engine/data/volumes/syntheticvolume.h"

#include <QTest>

#include <cmath>
#include <map>
#include <set>

using namespace motley;

class VolumeAlgorithmsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsInAnyBox();
    void scalesDownAndLabelsUp();
    void classifiesAsCountingDoes();
    void measuresDistancesExactly();
    void seedsTheMiddlesOfCells();
    void makesTheSameVolumeFromASeed();
};

namespace {

std::int64_t counted(const Volume &volume, Zyx first, Zyx last, std::uint32_t label)
{
    std::int64_t count = 0;
    for (std::int64_t i = 0; i < volume.size.product(); ++i) {
        const Zyx place = volume.size.positionOf(i);
        count += volume.labels[std::size_t(i)] == label && place.z >= first.z && place.y >= first.y
            && place.x >= first.x && place.z < last.z && place.y < last.y && place.x < last.x;
    }
    return count;
}

} // namespace

void VolumeAlgorithmsTest::countsInAnyBox()
{
    const Volume volume = makeVolume({{9, 11, 13}, 5});
    std::vector<std::uint8_t> marks;
    for (const std::uint32_t label : volume.labels)
        marks.push_back(label == noObject);
    const SummedAreaTable table(volume.size, marks);
    for (const auto &[first, last] : {std::pair{Zyx{0, 0, 0}, Zyx{9, 11, 13}}, std::pair{Zyx{2, 3, 4}, Zyx{7, 5, 13}},
             std::pair{Zyx{4, 4, 4}, Zyx{5, 5, 5}}, std::pair{Zyx{3, 3, 3}, Zyx{3, 9, 9}}})
        QCOMPARE(table.sum(first, last), counted(volume, first, last, noObject));
}

void VolumeAlgorithmsTest::scalesDownAndLabelsUp()
{
    const Volume fine = makeVolume({{9, 11, 13}, 5});
    QCOMPARE(coarser(fine, 1).raw, fine.raw);
    const Volume coarse = coarser(fine, 2);
    QCOMPARE(coarse.size, (Zyx{4, 5, 6}));
    for (std::int64_t i = 0; i < coarse.size.product(); ++i) {
        const Zyx corner = coarse.size.positionOf(i) * 2;
        double sum = 0;
        std::map<std::uint32_t, int> counts;
        for (std::int64_t k = 0; k < 8; ++k) {
            const std::size_t at = fine.size.indexOf(corner + Zyx{2, 2, 2}.positionOf(k));
            sum += fine.raw[at];
            ++counts[fine.labels[at]];
        }
        QVERIFY(std::abs(coarse.raw[std::size_t(i)] - sum / 8) <= 0.5);
        for (const auto &[label, count] : counts)
            QVERIFY(count <= counts[coarse.labels[std::size_t(i)]]);
    }
    const Zyx first{1, 0, 1};
    QCOMPARE(coarser(fine, 2, first).size, (Zyx{4, 5, 6}));
    QCOMPARE(coarser(fine, 2, first).raw, coarser(fine.box(first, fine.size - first), 2).raw);
    Volume unlabelled = fine;
    unlabelled.labels.clear();
    QVERIFY(coarser(unlabelled, 3).labels.empty());

    const auto labels = finerLabels(coarse.labels, coarse.size, 2, fine.size);
    QCOMPARE(labels.size(), fine.labels.size());
    for (std::int64_t i = 0; i < fine.size.product(); ++i) {
        const Zyx place = fine.size.positionOf(i);
        const Zyx from{std::min<std::int64_t>(place.z / 2, 3), std::min<std::int64_t>(place.y / 2, 4),
            std::min<std::int64_t>(place.x / 2, 5)};
        QCOMPARE(labels[std::size_t(i)], coarse.labels[coarse.size.indexOf(from)]);
    }
}

void VolumeAlgorithmsTest::classifiesAsCountingDoes()
{
    const Volume volume = makeVolume({{16, 18, 20}, 12});
    const Zyx reach{3, 4, 3};
    const auto classes = classifyByFraction(volume, reach, 100);
    std::set<int> seen;
    for (std::int64_t i = 0; i < volume.size.product(); ++i) {
        const Zyx place = volume.size.positionOf(i);
        const std::uint32_t label = volume.labels[std::size_t(i)];
        const bool inside = volume.size.holds(place - reach) && volume.size.holds(place + reach);
        int expected = noClass;
        if (inside && label != noObject && counted(volume, {}, volume.size, label) >= 100) {
            const auto same = double(counted(volume, place - reach, place + reach + Zyx{1, 1, 1}, label));
            expected = fractionClasses;
            for (int k = int(fractionThresholds.size()); k > 0; --k)
                expected = same / (7 * 9 * 7) < fractionThresholds[std::size_t(k) - 1] ? k : expected;
        }
        QCOMPARE(int(classes[std::size_t(i)]), expected);
        seen.insert(expected);
    }
    QVERIFY(seen.size() > 4); // otherwise little would have been compared
}

void VolumeAlgorithmsTest::measuresDistancesExactly()
{
    const Zyx size{6, 7, 8};
    std::vector<std::uint8_t> marks(std::size_t(size.product()));
    const std::vector<Zyx> places{{0, 0, 0}, {5, 6, 1}, {2, 3, 7}};
    for (const Zyx place : places)
        marks[size.indexOf(place)] = 1;
    const auto distances = distanceTransform(size, marks);
    for (std::int64_t i = 0; i < size.product(); ++i) {
        double nearest = 1e9;
        for (const Zyx place : places) {
            const Zyx way = size.positionOf(i) - place;
            nearest = std::min(nearest, std::sqrt(double(way.z * way.z + way.y * way.y + way.x * way.x)));
        }
        QVERIFY(std::abs(double(distances[std::size_t(i)]) - nearest) < 1e-5);
    }
    marks.assign(marks.size(), 0);
    QVERIFY(std::isinf(distanceTransform(size, marks)[0]));
}

void VolumeAlgorithmsTest::seedsTheMiddlesOfCells()
{
    const Volume volume = makeVolume({{40, 40, 40}, 14, 5});
    const auto seeds = findSeeds(volume);
    std::set<std::uint32_t> cells;
    for (const Zyx seed : seeds)
        cells.insert(volume.labels[volume.size.indexOf(seed)]);
    QVERIFY(seeds.size() >= 20);
    for (std::size_t i = 0; i < 20; ++i) // walls between cells are thin, so seeds in their middles come last
        QVERIFY(volume.labels[volume.size.indexOf(seeds[i])] != noObject);
    std::map<std::uint32_t, int> sizes;
    for (const std::uint32_t label : volume.labels)
        ++sizes[label];
    for (const auto &[label, size] : sizes)
        QVERIFY(size < 1500 || cells.count(label) == 1);
}

void VolumeAlgorithmsTest::makesTheSameVolumeFromASeed()
{
    const Volume first = makeVolume({{20, 20, 20}, 8, 14, 3});
    const Volume again = makeVolume({{20, 20, 20}, 8, 14, 3});
    const Volume other = makeVolume({{20, 20, 20}, 8, 14, 4});
    QVERIFY(first.raw == again.raw);
    QVERIFY(first.labels == again.labels);
    QVERIFY(first.raw != other.raw);
    QVERIFY(first.labels != other.labels);
    double inside = 0;
    double walls = 0;
    for (std::size_t i = 0; i < first.raw.size(); ++i)
        (first.labels[i] == noObject ? walls : inside) += first.raw[i];
    const auto onWalls = double(counted(first, {}, first.size, noObject));
    QVERIFY(inside / (8000 - onWalls) > walls / onWalls + 30);
}

QTEST_GUILESS_MAIN(VolumeAlgorithmsTest)
#include "tst_volumealgorithms.moc"
