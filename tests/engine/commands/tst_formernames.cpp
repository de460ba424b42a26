// Scripts that call a command by its former name reach the same command.
#include "tests/engine/agent/loopbackrun.h"

#include <QtTest>

using namespace motley;

class FormerNamesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reachTheirCommands();
};

void FormerNamesTest::reachTheirCommands()
{
    const QStringList names = QStringLiteral("benchmark measure-device sums bench-allreduce listen echo-server reach "
                                             "check-links")
                                  .split(QLatin1Char(' '));
    for (qsizetype i = 0; i < names.size(); i += 2) {
        const auto former = runEngine({names[i], QStringLiteral("--help")});
        const auto answer = runEngine({names[i + 1], QStringLiteral("--help")});
        QCOMPARE(former.exitCode, 0);
        QVERIFY2(former.output.contains("motley-engine " + names[i + 1].toLatin1()), former.output);
        QCOMPARE(former.output, answer.output);
    }
}

QTEST_GUILESS_MAIN(FormerNamesTest)
#include "tst_formernames.moc"
