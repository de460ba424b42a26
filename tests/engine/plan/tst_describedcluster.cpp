// Clusters described in a file are simulated as described, and reproduce the rows that were published about them.
#include "engine/plan/simulation/describedcluster.h"

#include <QFile>
#include <QtTest>

#include <cmath>

using namespace motley;

namespace {

ClusterSpec small()
{
    ClusterSpec spec;
    spec.name = "small";
    spec.job.samples = 1000;
    spec.job.batch = 100;
    spec.job.gradientBytes = 1e8;
    ClusterNode fast;
    fast.name = "fast";
    fast.count = 2;
    fast.secondsPerUnit = 0.01;
    ClusterNode slow = fast;
    slow.name = "slow";
    slow.count = 1;
    slow.ranks = 3;
    slow.secondsPerUnit = 0.02;
    spec.nodes = {fast, slow};
    return spec;
}

double stepOf(const ClusterSpec &spec, int nodes)
{
    const ClusterModel cluster = modelOf(spec, nodes);
    return forecast(jobFor(spec, cluster), cluster, allOf(cluster))->stepSeconds();
}

} // namespace

class DescribedClusterTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void comesBackFromItsText();
    void refusesWhatNoClusterIs_data();
    void refusesWhatNoClusterIs();
    void beginsAgainWhereItHasNoMoreNodes();
    void countsTheStepsOfAllSamples();
    void findsTheBandwidthBehindARow();
    void admitsWhatNoBandwidthExplains();
    void reproducesHetSeqsTable();
};

void DescribedClusterTest::comesBackFromItsText()
{
    ClusterSpec spec = small();
    spec.fittedLink = FittedLink::Nodes;
    spec.published = {{2, 1.5, 0.25}};
    spec.source = "made up";
    const auto back = parseClusterSpec(toJson(spec));
    QVERIFY2(back.has_value(), back ? "" : back.error().message.c_str());
    QVERIFY(*back == spec);
}

void DescribedClusterTest::refusesWhatNoClusterIs_data()
{
    QTest::addColumn<QByteArray>("field");
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addRow("no speed") << QByteArray("nodes[1].secondsPerUnit") << QByteArray("0.02") << QByteArray("0");
    QTest::addRow("no ranks") << QByteArray("nodes[1].ranks") << QByteArray("\"ranks\":3") << QByteArray("\"ranks\":0");
    QTest::addRow("two batches") << QByteArray("job.batch") << QByteArray("\"batchPerRank\":0")
                                 << QByteArray("\"batchPerRank\":2");
    QTest::addRow("unknown link") << QByteArray("fittedLink") << QByteArray("\"none\"") << QByteArray("\"all\"");
    QTest::addRow("negative noise") << QByteArray("nodes[0].noise") << QByteArray("\"noise\":0.0")
                                    << QByteArray("\"noise\":-1.0");
    QTest::addRow("unknown field") << QByteArray("colour") << QByteArray("\"name\":\"slow\"")
                                   << QByteArray("\"name\":\"slow\",\"colour\":1");
    QTest::addRow("newer") << QByteArray("version") << QByteArray("\"version\":1") << QByteArray("\"version\":2");
}

void DescribedClusterTest::refusesWhatNoClusterIs()
{
    QFETCH(QByteArray, field);
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QByteArray text = QByteArray::fromStdString(toJson(small()));
    QVERIFY2(text.contains(from), text.constData());
    const auto parsed = parseClusterSpec(text.replace(from, to).toStdString());
    QVERIFY(!parsed);
    QVERIFY2(parsed.error().message.find(field.toStdString()) != std::string::npos, parsed.error().message.c_str());
}

void DescribedClusterTest::beginsAgainWhereItHasNoMoreNodes()
{
    const ClusterModel cluster = modelOf(small(), 5);
    QCOMPARE(cluster.machines.size(), std::size_t(5));
    QCOMPARE(cluster.machines[2].name, std::string("slow"));
    QCOMPARE(cluster.machines[2].ranks.size(), std::size_t(3));
    QVERIFY(cluster.machines[3] == cluster.machines[0]);
}

void DescribedClusterTest::countsTheStepsOfAllSamples()
{
    ClusterSpec spec = small();
    spec.job.samples = 1001;
    QCOMPARE(jobFor(spec, modelOf(spec, 1)).steps, 11);
    spec.job.batch = 0;
    spec.job.batchPerRank = 10;
    QCOMPARE(jobFor(spec, modelOf(spec, 3)).batch, 50);
}

void DescribedClusterTest::findsTheBandwidthBehindARow()
{
    for (const FittedLink link : {FittedLink::Nodes, FittedLink::Shared}) {
        ClusterSpec truth = small();
        (link == FittedLink::Shared ? truth.sharedBytesPerSecond : truth.nodes[0].bytesPerSecond) = 2e8;
        truth.nodes[1].bytesPerSecond = truth.nodes[0].bytesPerSecond;
        ClusterSpec spec = truth;
        spec.fittedLink = link;
        spec.published = {{3, stepOf(truth, 3), 0}, {1, 3 * stepOf(truth, 1), 0}, {2, 0, 0}};
        // The true machines are three times as slow as described.
        for (ClusterNode &node : truth.nodes)
            node.secondsPerUnit *= 3;
        spec.published[0].stepSeconds = stepOf(truth, 3);
        spec.published[2].stepSeconds = stepOf(truth, 2);
        spec.sharedBytesPerSecond = 0;
        for (ClusterNode &node : spec.nodes)
            node.bytesPerSecond = 0;
        const auto found = fitted(spec);
        QVERIFY2(found.has_value(), found ? "" : found.error().message.c_str());
        QVERIFY(std::abs(stepOf(*found, 3) / stepOf(truth, 3) - 1) < 1e-6);
        QVERIFY(std::abs(stepOf(*found, 5) / stepOf(truth, 5) - 1) < 1e-6);
    }
}

void DescribedClusterTest::admitsWhatNoBandwidthExplains()
{
    ClusterSpec spec = small();
    spec.fittedLink = FittedLink::Shared;
    QVERIFY(!fitted(spec)); // nothing was published
    spec.published = {{1, 1, 0}, {2, 0.1, 0}}; // two nodes cannot be ten times as fast as one
    QVERIFY(!fitted(spec));
}

void DescribedClusterTest::reproducesHetSeqsTable()
{
    QFile file(QStringLiteral(MOTLEY_RESOURCES "/clusters/hetseq-bert.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto spec = parseClusterSpec(file.readAll().toStdString());
    QVERIFY2(spec.has_value(), spec ? "" : spec.error().message.c_str());
    const auto found = fitted(*spec);
    QVERIFY(found.has_value());
    for (const PublishedRow &row : spec->published) {
        const double error = stepOf(*found, row.nodes) / row.stepSeconds - 1;
        qInfo("%d nodes: %.3f s, error %.1f %%", row.nodes, stepOf(*found, row.nodes), 100 * error);
        QVERIFY(std::abs(error) < (row.nodes <= 2 ? 1e-6 : 0.05));
        const double days
            = double(jobFor(*found, modelOf(*found, row.nodes)).steps) * stepOf(*found, row.nodes) / 86400;
        QVERIFY(row.nodes == 1 || std::abs(days / row.days - 1) < 0.05); // row 1 contradicts itself
    }
}

QTEST_GUILESS_MAIN(DescribedClusterTest)
#include "tst_describedcluster.moc"
