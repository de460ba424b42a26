// Which processors a process may use, and which ones work is pinned to.
#include "engine/base/processors.h"

#include <QTest>

#include <algorithm>
#include <thread>

using namespace motley;

class ProcessorsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fillsTheEmptiestWithTheLargest_data()
    {
        QTest::addColumn<int>("processors");
        QTest::addColumn<QList<double>>("loads");
        QTest::addColumn<QList<int>>("places");
        QTest::addRow("two speeds") << 2 << QList<double>{1, 0.5} << QList<int>{0, 1};
        QTest::addRow("the slow ones share") << 2 << QList<double>{0.25, 1, 0.5} << QList<int>{1, 0, 1};
        QTest::addRow("just full") << 1 << QList<double>{0.7, 0.2, 0.1} << QList<int>{0, 0, 0};
        QTest::addRow("one too many") << 2 << QList<double>{1, 0.75, 0.5} << QList<int>{};
        QTest::addRow("more than a processor") << 4 << QList<double>{2} << QList<int>{};
        QTest::addRow("none") << 0 << QList<double>{0.5} << QList<int>{};
    }

    void fillsTheEmptiestWithTheLargest()
    {
        QFETCH(int, processors);
        QFETCH(QList<double>, loads);
        QFETCH(QList<int>, places);
        const auto found = placedOn(processors, {loads.begin(), loads.end()});
        QCOMPARE(QList<int>(found.begin(), found.end()), places);
    }

    void keepsAThreadWhereItIsPut()
    {
        const auto all = allowedProcessors();
        QVERIFY(!all.empty());
        QVERIFY(std::is_sorted(all.begin(), all.end()));
        bool kept = false;
        std::vector<int> left;
        std::jthread([&] {
            kept = pinToProcessor(all.back(), 0); // 0: the calling thread
            left = allowedProcessors();
        }).join();
        QVERIFY(kept);
        QCOMPARE(left, std::vector<int>{all.back()});
        QCOMPARE(allowedProcessors(), all); // pinning another thread does not pin this one
        QVERIFY(!pinToProcessor(1023, 0) || all.back() == 1023);
    }
};

QTEST_APPLESS_MAIN(ProcessorsTest)
#include "tst_processors.moc"
