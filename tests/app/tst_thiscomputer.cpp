// The first start as a newcomer has it: the first job template on this computer, from Start to a model, with the real
// engine. Then the other templates, chosen and filled in by hand.
#include "app/mainwindow.h"
#include "app/models/presets.h"
#include "app/pages/form/jobform.h"
#include "app/pages/newrunpage.h"
#include "app/plots/metricplot.h"
#include "engine/job/fieldviews.h"
#include "presetjob.h"
#include "remote/engine/enginelocation.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

using namespace motley;

class ThisComputerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void measuresAndForecasts();
    void trainsTheReadyJobAndStops();
    void trainsEveryReadyJob_data();
    void trainsEveryReadyJob();

private:
    QTemporaryDir m_home;
};

namespace {

constexpr int patience = 300000; // milliseconds; what usually takes seconds may take minutes on two busy cores

// Changes a field by its editor, as the user does.
void fillIn(const NewRunPage &page, const FieldView &view)
{
    const QString name = QString::fromStdString(view.path);
    std::visit(
        [&](const auto &value) {
            using Value = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<Value, ChoiceView>)
                page.findChild<QComboBox *>(name)->setCurrentIndex(value.chosen());
            else if constexpr (std::is_same_v<Value, bool *>)
                page.findChild<QCheckBox *>(name)->setChecked(*value);
            else if constexpr (std::is_same_v<Value, DataPath *>)
                page.findChild<QLineEdit *>(name)->setText(QString::fromStdString(value->path));
            else if constexpr (std::is_same_v<Value, std::string *>)
                page.findChild<QLineEdit *>(name)->setText(QString::fromStdString(*value));
            else if constexpr (std::is_same_v<Value, double *>)
                page.findChild<QDoubleSpinBox *>(name)->setValue(*value);
            else if constexpr (std::is_same_v<Value, std::optional<std::int64_t> *>)
                page.findChild<QSpinBox *>(name)->setValue(int(value->value_or(-1)));
            else
                page.findChild<QSpinBox *>(name)->setValue(int(*value));
        },
        view.value);
}

} // namespace

void ThisComputerTest::initTestCase()
{
    if (const auto engine = findEngine(); !engine)
        QFAIL(engine.error().message.c_str());
    qputenv("XDG_DATA_HOME", m_home.path().toUtf8()); // also for what is deployed on this computer
    Theme::current().choose(Theme::Choice::Light);
}

// "Measure now", cancelled once and then waited for; the forecast is there again in the next window.
void ThisComputerTest::measuresAndForecasts()
{
    const QTemporaryDir home;
    for (const bool isFirst : {true, false}) {
        Workspace workspace({home.path(), home.path()});
        workspace.language().choose(QStringLiteral("en"));
        QVERIFY(workspace.load());
        MainWindow window(&workspace);
        window.show();
        QTRY_COMPARE_WITH_TIMEOUT(workspace.fleet().hosts().front()->state(), Host::State::Ready, patience);
        window.showPage(NavigationRail::Page::NewRun);
        if (!QFileInfo::exists(QString::fromStdString(std::get<ImageSpec>(workspace.draft().task).data.folder.path)))
            QSKIP("The images of the job template are not on this computer; ./test fetches them.");
        QTRY_VERIFY_WITH_TIMEOUT(window.findChild<QPushButton *>(QStringLiteral("startRun"))->isEnabled(), patience);
        auto *words = window.findChild<QLabel *>(QStringLiteral("forecastWords"));
        auto *measure = window.findChild<QPushButton *>(QStringLiteral("measure"));
        if (isFirst) {
            QVERIFY2(words->text().contains(QStringLiteral("not known yet")), qPrintable(words->text()));
            QTest::mouseClick(measure, Qt::LeftButton);
            QCOMPARE(measure->text(), QStringLiteral("Cancel"));
            QTest::mouseClick(measure, Qt::LeftButton);
            QTRY_COMPARE_WITH_TIMEOUT(measure->text(), QStringLiteral("Measure now"), patience);
            QVERIFY(words->text().contains(QStringLiteral("not known yet")));
            QTest::mouseClick(measure, Qt::LeftButton);
        }
        QTRY_VERIFY2_WITH_TIMEOUT(
            words->text().contains(QStringLiteral("The whole job takes about")), qPrintable(words->text()), patience);
        QCOMPARE(measure->text(), QStringLiteral("Measure now"));
    }
}

void ThisComputerTest::trainsTheReadyJobAndStops()
{
    Workspace workspace({m_home.path(), m_home.path()});
    workspace.language().choose(QStringLiteral("en"));
    QVERIFY(workspace.load());
    MainWindow window(&workspace);
    window.show();
    QTRY_COMPARE_WITH_TIMEOUT(workspace.fleet().hosts().front()->state(), Host::State::Ready, patience);

    window.showPage(NavigationRail::Page::NewRun);
    auto *start = window.findChild<QPushButton *>(QStringLiteral("startRun"));
    if (!QFileInfo::exists(QString::fromStdString(std::get<ImageSpec>(workspace.draft().task).data.folder.path)))
        QSKIP("The images of the job template are not on this computer; ./test fetches them.");
    QTRY_VERIFY_WITH_TIMEOUT(start->isEnabled(), patience);
    QTest::mouseClick(start, Qt::LeftButton);
    OpenRun *run = workspace.current();
    QVERIFY(run);

    auto *loss = window.findChild<MetricPlot *>(QStringLiteral("lossPlot"));
    auto *throughput = window.findChild<MetricPlot *>(QStringLiteral("throughputPlot"));
    QTRY_VERIFY2_WITH_TIMEOUT(run->isOver() || run->series().steps().size() > 20,
        qPrintable(QString::fromStdString(run->error() ? run->error()->message : std::string())), patience);
    QVERIFY2(!run->isOver(), run->error() ? run->error()->message.c_str() : "ended too early");
    const int drawn = loss->redraws();
    QTRY_VERIFY_WITH_TIMEOUT(loss->redraws() > drawn && throughput->redraws() > 0, patience);
    QVERIFY(!loss->isEmpty());
    QVERIFY(!throughput->isEmpty());

    QTest::mouseClick(window.findChild<QPushButton *>(QStringLiteral("stopRun")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(run->isOver(), patience);
    QVERIFY2(run->state() == TrainingRun::State::Finished, run->error() ? run->error()->message.c_str() : "");
    QCOMPARE(run->series().finished()->outcome, RunFinished::Outcome::Stopped);
    QCOMPARE(window.findChild<QLabel *>(QStringLiteral("runState"))->text(), QStringLiteral("Stopped"));
    QVERIFY(QFileInfo::exists(run->record().eventsFile()));
}

void ThisComputerTest::trainsEveryReadyJob_data()
{
    QTest::addColumn<int>("preset");
    for (int i = 0; i < int(readyJobs().size()); ++i)
        QTest::addRow("%s", readyJobs()[std::size_t(i)].name.c_str()) << i;
}

void ThisComputerTest::trainsEveryReadyJob()
{
    QFETCH(int, preset);
    const Preset &chosen = readyJobs()[std::size_t(preset)];
    JobSpec job = filledIn(chosen, m_home.filePath(QTest::currentDataTag()).toStdString());
    Workspace workspace({m_home.path(), m_home.path()});
    workspace.language().choose(QStringLiteral("en"));
    QVERIFY(workspace.load());
    MainWindow window(&workspace);
    window.show();
    QTRY_COMPARE_WITH_TIMEOUT(workspace.fleet().hosts().front()->state(), Host::State::Ready, patience);

    window.showPage(NavigationRail::Page::NewRun);
    auto *page = window.findChild<NewRunPage *>();
    auto *presets = page->findChild<QComboBox *>(QStringLiteral("preset"));
    presets->setCurrentIndex(preset);
    Q_EMIT presets->activated(preset);
    const auto *form = page->findChild<JobForm *>();
    QVERIFY(form->job() == chosen.job);
    for (const FieldView &view : viewsOf(job.task))
        fillIn(*page, view);
    page->findChild<QSpinBox *>(QStringLiteral("batch"))->setValue(int(job.batch));
    page->findChild<QSpinBox *>(QStringLiteral("maxSteps"))->setValue(int(job.maxSteps));
    QVERIFY(form->job() == job);
    auto *start = page->findChild<QPushButton *>(QStringLiteral("startRun"));
    QTRY_VERIFY2_WITH_TIMEOUT(
        start->isEnabled(), qPrintable(page->findChild<QLabel *>(QStringLiteral("obstacle"))->text()), patience);
    QTest::mouseClick(start, Qt::LeftButton);
    OpenRun *run = workspace.current();
    QVERIFY(run);
    QTRY_VERIFY_WITH_TIMEOUT(run->isOver(), patience);
    QVERIFY2(!run->error(), run->error()->message.c_str());
    QCOMPARE(run->series().finished()->outcome, RunFinished::Outcome::Completed);
    QVERIFY(!window.findChild<MetricPlot *>(QStringLiteral("lossPlot"))->isEmpty());
    const auto weights = QDir(run->record().modelFolder()).entryList({QStringLiteral("*model.safetensors")});
    QCOMPARE(weights.size(), 1); // or the adapter's
}

QTEST_MAIN(ThisComputerTest)
#include "tst_thiscomputer.moc"
