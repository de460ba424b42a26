// A rank takes as many threads as are fastest on its machine, which under a quota are fewer than there are processors.
#include "tests/system/endtoend/motleycommand.h"
#include "tests/system/lab/labfixture.h"

#include <QtTest>

#include <thread>

using namespace motley;

class ThreadsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void areFewerThanProcessorsUnderAQuota();
};

// Two threads use 80 % of a processor up in half the time, and wait for each other besides.
void ThreadsTest::areFewerThanProcessorsUnderAQuota()
{
    if (std::thread::hardware_concurrency() < 2)
        QSKIP("There is one processor, so nothing can be chosen.");
    LabFixture lab;
    if (const auto up = lab.up({"--machines", "1", "--cpu", "80", "--period", "100"}); !up)
        QSKIP(up.error().message.c_str());
    if (!lab.isRooted())
        QSKIP("A quota needs root.");
    const MotleyCommand motley(lab.sshConfig());
    QCOMPARE(motley.run({"machines", "add", "m1", "m1"}).exitCode, 0);
    const QString job = motley.write("job.json",
        "{\"version\":1,\"name\":\"threads\",\"model\":{\"kind\":\"small-cnn\"},"
        "\"data\":{\"folder\":\"/usr/share/datasets/fashion-mnist\"},\"batch\":128,\"maxSteps\":3}");
    const auto run = motley.run({"run", job, "--machines", "m1", "--json"}, 200);
    QVERIFY2(run.exitCode == 0, run.output + run.complaints);
    int planned = 0;
    for (const QJsonObject &line : run.lines())
        if (line["plan"].isArray())
            planned = line["plan"].toArray().first().toObject()["threads"].toInt();
    QCOMPARE(planned, 1);
}

QTEST_GUILESS_MAIN(ThreadsTest)
#include "tst_threads.moc"
