// The first start as a newcomer has it: the ready job on this computer, from Start to a model, with the real engine.
#include "app/mainwindow.h"
#include "app/metricplot.h"
#include "remote/enginelocation.h"

#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

using namespace motley;

class ThisComputerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void trainsTheReadyJobAndStops();
};

void ThisComputerTest::trainsTheReadyJobAndStops()
{
    if (const auto engine = findEngine(); !engine)
        QFAIL(engine.error().message.c_str());
    QTemporaryDir home;
    qputenv("XDG_DATA_HOME", home.path().toUtf8()); // what is deployed here goes there too
    Workspace workspace({home.path(), home.path()});
    workspace.language().choose(QStringLiteral("en"));
    Theme::current().choose(Theme::Choice::Light);
    QVERIFY(workspace.load());
    MainWindow window(&workspace);
    window.show();
    QTRY_COMPARE_WITH_TIMEOUT(workspace.fleet().hosts().front()->state(), Host::State::Ready, 20000);

    window.showPage(NavigationRail::Page::NewRun);
    auto *start = window.findChild<QPushButton *>(QStringLiteral("startRun"));
    if (!QFileInfo::exists(QString::fromStdString(std::get<ImageSpec>(workspace.draft().task).data.folder.path)))
        QSKIP("The images of the ready job are not on this computer; ./test fetches them.");
    QTRY_VERIFY_WITH_TIMEOUT(start->isEnabled(), 20000);
    QTest::mouseClick(start, Qt::LeftButton);
    OpenRun *run = workspace.current();
    QVERIFY(run);

    auto *loss = window.findChild<MetricPlot *>(QStringLiteral("lossPlot"));
    auto *throughput = window.findChild<MetricPlot *>(QStringLiteral("throughputPlot"));
    QTRY_VERIFY2_WITH_TIMEOUT(run->isOver() || run->series().steps().size() > 20,
        qPrintable(QString::fromStdString(run->error() ? run->error()->message : std::string())), 240000);
    QVERIFY2(!run->isOver(), run->error() ? run->error()->message.c_str() : "ended too early");
    const int drawn = loss->redraws();
    QTRY_VERIFY(loss->redraws() > drawn && throughput->redraws() > 0);
    QVERIFY(!loss->isEmpty() && !throughput->isEmpty());

    QTest::mouseClick(window.findChild<QPushButton *>(QStringLiteral("stopRun")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(run->isOver(), 120000);
    QVERIFY2(run->state() == TrainingRun::State::Finished, run->error() ? run->error()->message.c_str() : "");
    QCOMPARE(run->series().finished()->outcome, RunFinished::Outcome::Stopped);
    QCOMPARE(window.findChild<QLabel *>(QStringLiteral("runState"))->text(), QStringLiteral("Stopped"));
    QVERIFY(QFileInfo::exists(run->record().eventsFile()));
}

QTEST_MAIN(ThisComputerTest)
#include "tst_thiscomputer.moc"
