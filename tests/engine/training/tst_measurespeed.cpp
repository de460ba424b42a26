// How long a speed is measured depends on the processor time that the measuring process gets.
#include "engine/training/profiling/measuredsteps.h"
#include "engine/training/profiling/measurespeed.h"

#include <QTest>

using namespace motley;

class MeasureSpeedTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void measuresLongerUnderAQuota_data();
    void measuresLongerUnderAQuota();
    void hasNoTimeBelowZero();
};

void MeasureSpeedTest::measuresLongerUnderAQuota_data()
{
    QTest::addColumn<double>("part"); // of a processor that the process gets
    QTest::addColumn<double>("seconds"); // where 5 are asked for
    QTest::addRow("all of it") << 1.0 << 5.0;
    QTest::addRow("80 %%") << 0.8 << 5.0;
    QTest::addRow("40 %%") << 0.4 << 7.5;
    QTest::addRow("20 %%") << 0.2 << 15.0;
    QTest::addRow("nothing") << 0.0 << 15.0; // it waits for data
}

void MeasureSpeedTest::measuresLongerUnderAQuota()
{
    QFETCH(double, part);
    QFETCH(double, seconds);
    for (const double elapsed : {0.9 * seconds, 1.01 * seconds})
        QCOMPARE(isMeasured(5, elapsed, part * elapsed), elapsed > seconds);
}

// By chance a part of a batch may take less than its part of the time; whoever reads the report refuses a negative
// time.
void MeasureSpeedTest::hasNoTimeBelowZero()
{
    for (int units = 2; units <= 200; ++units) {
        const double seconds = 0.1 + 0.001 * units;
        const MeasuredBatch whole{double(units), double(units), seconds, seconds, 0};
        const MeasuredBatch part{1, 1, 0.5 * seconds / units, 0.5 * seconds / units, 0};
        const SpeedReport speed = speedFrom(whole, part);
        QVERIFY2(speed.fixedSeconds >= 0, qPrintable(QString::number(units)));
        QVERIFY(speed.secondsPerUnit > 0);
    }
}

QTEST_GUILESS_MAIN(MeasureSpeedTest)
#include "tst_measurespeed.moc"
