// Copies of the parameters that differ are found, with the first parameter and the ranks; rounding is not.
#include "engine/exchange/comparereplicas.h"
#include "fixturerun.h"

#include <ATen/CPUGeneratorImpl.h>
#include <torch/types.h>

#include <QTest>

#include <functional>
#include <limits>

using namespace motley;

namespace {

using Damage = std::function<void(int rank, std::vector<at::Tensor> &parameters)>;

} // namespace
Q_DECLARE_METATYPE(Damage)

class CompareReplicasTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesWhatDiffers_data();
    void namesWhatDiffers();
    void asksNobodyWhereThereIsOneRank();
};

void CompareReplicasTest::namesWhatDiffers_data()
{
    QTest::addColumn<Damage>("damage");
    QTest::addColumn<QString>("parameter"); // empty: the copies are taken for alike
    QTest::addColumn<QList<int>>("ranks");
    const auto add = [](const char *name, const Damage &damage, const QString &parameter, const QList<int> &ranks) {
        QTest::addRow("%s", name) << damage << parameter << ranks;
    };
    add("the same", [](int, auto &) {}, {}, {});
    add("rounded differently", [](int rank, auto &all) { all[0].mul_(1 + 1e-6 * rank); }, {}, {});
    add("one number",
        [](int rank, auto &all) {
            if (rank == 2)
                all[1][17] += 0.1;
        },
        "second", {2});
    add("one sign",
        [](int rank, auto &all) {
            if (rank == 1)
                all[1][17] *= -1;
        },
        "second", {1});
    add("two parameters of two ranks",
        [](int rank, auto &all) {
            if (rank > 0)
                all[2].add_(0.01);
            if (rank == 2)
                all[0].mul_(1.01);
        },
        "first", {2});
    add("rank 0",
        [](int rank, auto &all) {
            if (rank == 0)
                all[2].zero_();
        },
        "third", {1, 2});
    add("not finite",
        [](int rank, auto &all) {
            if (rank == 1)
                all[2][0][0] = std::numeric_limits<double>::quiet_NaN();
        },
        "third", {1});
}

void CompareReplicasTest::namesWhatDiffers()
{
    QFETCH(Damage, damage);
    QFETCH(QString, parameter);
    QFETCH(QList<int>, ranks);
    std::vector<std::optional<ReplicaDifference>> found(3);
    runAsRanks(3, [&](Group &group) {
        const auto generator = at::make_generator<at::CPUGeneratorImpl>(std::uint64_t(1));
        std::vector<at::Tensor> values{
            at::randn({40, 30}, generator), at::randn({50}, generator), at::randn({3, 4}, generator)};
        damage(group.rank(), values);
        found[std::size_t(group.rank())]
            = compareReplicas(group, {{"first", values[0]}, {"second", values[1]}, {"third", values[2]}});
    });
    for (const auto &difference : found) {
        QCOMPARE(difference.has_value(), !parameter.isEmpty());
        if (!difference)
            continue;
        QCOMPARE(QString::fromStdString(difference->parameter), parameter);
        QCOMPARE(QList<int>(difference->ranks.begin(), difference->ranks.end()), ranks);
        QVERIFY(!(difference->relative <= 1e-4));
    }
}

void CompareReplicasTest::asksNobodyWhereThereIsOneRank()
{
    Group alone = Group::alone();
    QVERIFY(!compareReplicas(alone, {{"weight", at::ones({2})}}));
}

QTEST_GUILESS_MAIN(CompareReplicasTest)
#include "tst_comparereplicas.moc"
