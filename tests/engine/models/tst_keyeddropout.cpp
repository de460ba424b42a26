#include "engine/models/layers/keyeddropout.h"

#include <ATen/ATen.h>

#include <QTest>

#include <cmath>

using namespace motley;

class TestKeyedDropout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesHalvesWhatItGivesTheWhole();
    void dropsAtTheRightRate_data();
    void dropsAtTheRightRate();
    void dependsOnEveryPartOfTheKey();
    void dependsNotOnTheLongestSample();
    void hasTheRightGradient();
    void isWhatItAlwaysWas();
    void keepsOtherTypes();
    void neighboursAreIndependent();
};

namespace {

constexpr double rate = 0.3;

at::Tensor keysOf(std::vector<std::int64_t> ids, std::uint64_t seed = 1, std::int64_t epoch = 0)
{
    return dropoutKeys(seed, epoch, ids);
}

std::uint64_t mixed(std::uint64_t word)
{
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9;
    word = (word ^ (word >> 27)) * 0x94d049bb133111eb;
    return word ^ (word >> 31);
}

// The factor of an element of a sample with that key.
float writtenOut(std::uint64_t key, std::uint64_t layer, std::uint64_t position)
{
    constexpr std::uint64_t low = 0xffffffff;
    const std::uint64_t word = mixed(key + mixed(layer + 0x9e3779b97f4a7c15));
    std::uint64_t h = (position * 0x9e3779b9 + (word & low)) & low;
    h ^= h >> 16;
    h = (h * 0x21f0aaad + (word >> 32)) & low;
    h ^= h >> 15;
    h = (h * 0xd35a2d97) & low;
    h ^= h >> 15;
    return double(h >> 1) < rate * 0x1p31 ? 0 : float(1 / (1 - rate));
}

} // namespace

void TestKeyedDropout::givesHalvesWhatItGivesTheWhole()
{
    const at::Tensor x = at::randn({6, 50, 77}); // more than one thread's chunk, and no multiple of a vector's length
    const at::Tensor keys = keysOf({3, 1, 4, 15, 9, 2});
    const at::Tensor whole = keyedDropout(x, rate, keys, 7);
    const at::Tensor parts = at::cat({keyedDropout(x.slice(0, 0, 2), rate, keys.slice(0, 0, 2), 7),
        keyedDropout(x.slice(0, 2, 6), rate, keys.slice(0, 2, 6), 7)});
    QVERIFY(at::equal(whole, parts));
    QVERIFY(at::equal(whole, keyedDropout(x.transpose(1, 2).contiguous().transpose(1, 2), rate, keys, 7)));
    QCOMPARE(keyedDropout(x.slice(0, 0, 0), rate, keys.slice(0, 0, 0), 7).numel(), std::int64_t(0));
}

void TestKeyedDropout::dropsAtTheRightRate_data()
{
    QTest::addColumn<double>("p");
    for (const double p : {0.001, 0.1, 0.5, 0.9})
        QTest::addRow("%g", p) << p;
}

void TestKeyedDropout::dropsAtTheRightRate()
{
    QFETCH(double, p);
    const at::Tensor x = at::ones({64, 10000});
    const at::Tensor dropped = keyedDropout(x, p, dropoutKeys(1, 0, std::vector<std::int64_t>(64, 5)), 0);
    QVERIFY(at::equal(dropped[0], dropped[63])); // equal keys, equal masks
    const at::Tensor many = keyedDropout(x, p, at::arange(64), 0);
    const double deviation = std::sqrt(p * (1 - p) / double(x.numel()));
    QVERIFY(std::abs(many.eq(0).to(at::kDouble).mean().item<double>() - p) < 4 * deviation);
    QVERIFY(at::allclose(many.masked_select(many.ne(0)), at::full({1}, 1 / (1 - p)), 1e-6));
}

void TestKeyedDropout::dependsOnEveryPartOfTheKey()
{
    const at::Tensor x = at::ones({1, 4096});
    const at::Tensor mask = keyedDropout(x, 0.5, keysOf({1}), 0).eq(0);
    const auto agreement = [&](const at::Tensor &keys, std::uint64_t layer) {
        return keyedDropout(x, 0.5, keys, layer).eq(0).eq(mask).to(at::kDouble).mean().item<double>();
    };
    QCOMPARE(agreement(keysOf({1}), 0), 1.0);
    for (const double part : {agreement(keysOf({2}), 0), agreement(keysOf({1}, 2), 0), agreement(keysOf({1}, 1, 1), 0),
             agreement(keysOf({1}), 1)})
        QVERIFY(std::abs(part - 0.5) < 0.04); // five standard deviations
}

void TestKeyedDropout::dependsNotOnTheLongestSample()
{
    const at::Tensor keys = keysOf({8, 9});
    const std::vector<std::int64_t> widest{3, 40, 40};
    const at::Tensor wide = keyedDropout(at::ones({2, 3, 40, 40}), rate, keys, 1, widest);
    const at::Tensor cut = keyedDropout(at::ones({2, 3, 21, 21}), rate, keys, 1, widest);
    QVERIFY(at::equal(cut, wide.slice(2, 0, 21).slice(3, 0, 21)));
    QVERIFY(at::equal(wide, keyedDropout(at::ones({2, 3, 40, 40}), rate, keys, 1)));
}

void TestKeyedDropout::hasTheRightGradient()
{
    const at::Tensor x = at::randn({4, 100}).requires_grad_();
    const at::Tensor keys = keysOf({1, 2, 3, 4});
    const at::Tensor weights = at::randn({4, 100});
    const at::Tensor dropped = keyedDropout(x, rate, keys, 5);
    (dropped * weights).sum().backward();
    const at::Tensor factors = keyedDropout(at::ones({4, 100}), rate, keys, 5);
    QVERIFY(at::allclose(dropped.detach(), x.detach() * factors));
    QVERIFY(at::allclose(x.grad(), weights * factors));
}

// Masks of former runs must come again, whatever computes them: the numbers written out, in 64-bit arithmetic.
void TestKeyedDropout::isWhatItAlwaysWas()
{
    const std::vector<std::int64_t> sizes{3, 5, 7, 11}, widest{5, 16, 16}, ids{-1, 0, 1LL << 62};
    const at::Tensor keys = keysOf(ids);
    const at::Tensor dropped = keyedDropout(at::ones(sizes), rate, keys, 9, widest);
    for (std::int64_t sample = 0; sample < 3; ++sample)
        for (std::int64_t i = 0; i < 5 * 7 * 11; ++i) {
            const std::int64_t position = i / 77 * 256 + i / 11 % 7 * 16 + i % 11;
            QCOMPARE(dropped[sample].flatten()[i].item<float>(),
                writtenOut(std::uint64_t(keys[sample].item<std::int64_t>()), 9, std::uint64_t(position)));
        }
}

void TestKeyedDropout::keepsOtherTypes()
{
    const at::Tensor x = at::randn({2, 300});
    const at::Tensor keys = keysOf({1, 2});
    const at::Tensor dropped = keyedDropout(x, 0.5, keys, 0);
    for (const auto type : {at::kDouble, at::kHalf, at::kBFloat16}) {
        const at::Tensor other = keyedDropout(x.to(type), 0.5, keys, 0);
        QCOMPARE(other.scalar_type(), type);
        QVERIFY(at::equal(other, dropped.to(type)));
    }
}

// The mask does not correlate with itself shifted by some elements.
void TestKeyedDropout::neighboursAreIndependent()
{
    const at::Tensor mask = keyedDropout(at::ones({16, 65536}), 0.5, at::arange(16), 3).eq(0).to(at::kDouble) - 0.5;
    for (const std::int64_t distance : {1, 2, 3, 8, 64, 768, 4096}) {
        const at::Tensor product = mask.slice(1, 0, 65536 - distance) * mask.slice(1, distance, 65536);
        const double deviation = 0.25 / std::sqrt(double(product.numel()));
        QVERIFY2(std::abs(product.mean().item<double>()) < 5 * deviation, qPrintable(QString::number(distance)));
    }
    const at::Tensor acrossSamples = mask.slice(0, 0, 15) * mask.slice(0, 1, 16);
    QVERIFY(std::abs(acrossSamples.mean().item<double>()) < 5 * 0.25 / std::sqrt(double(acrossSamples.numel())));
}

QTEST_GUILESS_MAIN(TestKeyedDropout)
#include "tst_keyeddropout.moc"
