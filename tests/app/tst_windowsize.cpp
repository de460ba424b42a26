// The window on a laptop's screen of 1280 x 800 pixels, in every language.
#include "app/mainwindow.h"
#include "app/models/language.h"
#include "app/pages/plan/forecastview.h"
#include "app/pages/plan/planview.h"
#include "app/widgets/theme.h"
#include "app/widgets/wholenames.h"
#include "app/words/format.h"
#include "engine/plan/planner.h"
#include "remote/session/silentprompter.h"
#include "tests/app/lostmachines.h"
#include "tests/app/screenshot.h"

#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QStackedWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <cstdlib>

using namespace motley;

class WindowSizeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::current().choose(Theme::Choice::Light); } // its buttons are larger than the system's
    void beginsWithinTheScreen();
    void comesBackWithinASmallerScreen();
    void fitsIntoTheLeastWindow_data() { languages(); }
    void fitsIntoTheLeastWindow();
    void theButtonsOfMachinesStandInOneLine_data() { languages(); }
    void theButtonsOfMachinesStandInOneLine();
    void plansAndForecastsFitIntoTheirColumn_data() { languages(); }
    void plansAndForecastsFitIntoTheirColumn();

private:
    static void languages();
    void showsHowLongSequencesMayBe(PlanView &view, const Plan &plan);
};

void WindowSizeTest::beginsWithinTheScreen()
{
    const QTemporaryDir home;
    Workspace workspace({home.path(), home.path()});
    MainWindow window(&workspace);
    window.show();
    const QSize screen = window.screen()->availableSize();
    QCOMPARE(screen, QSize(1280, 800));
    QVERIFY2(window.width() <= screen.width() * 9 / 10, qPrintable(QString::number(window.width())));
    QVERIFY2(window.height() <= screen.height() * 9 / 10, qPrintable(QString::number(window.height())));
}

void WindowSizeTest::comesBackWithinASmallerScreen()
{
    const QTemporaryDir home;
    Workspace workspace({home.path(), home.path()});
    {
        QWidget large; // as it was on a large screen
        large.setGeometry(200, 100, 2400, 1300);
        workspace.settings().setWindowGeometry(large.saveGeometry());
    }
    MainWindow window(&workspace);
    window.show();
    const QRect screen = window.screen()->availableGeometry();
    const QRect frame = window.frameGeometry();
    QCOMPARE(frame.intersected(screen), frame);
}

void WindowSizeTest::languages()
{
    QTest::addColumn<QString>("language");
    for (const LanguageName &name : availableLanguages())
        QTest::addRow("%s", qPrintable(name.code)) << name.code;
}

void WindowSizeTest::fitsIntoTheLeastWindow()
{
    QFETCH(QString, language);
    const QTemporaryDir home;
    writeRunThatLostTwo(home.path());
    Workspace workspace({home.path(), home.path()});
    workspace.language().choose(language);
    QVERIFY(workspace.load());
    MainWindow window(&workspace);
    window.resize(960, 540);
    window.show();
    const auto *pages = window.findChild<QStackedWidget *>();
    for (int i = 0; i < pages->count(); ++i) {
        const QSize least = pages->widget(i)->minimumSizeHint();
        QVERIFY2(least.width() <= pages->width() && least.height() <= pages->height(),
            qPrintable(QStringLiteral("%1: %2x%3")
                           .arg(pages->widget(i)->metaObject()->className())
                           .arg(least.width())
                           .arg(least.height())));
    }
    QCOMPARE(window.size(), QSize(960, 540));

    // The last removal can be undone on a small screen, with a run open that has something to say.
    const OpenRun *run = workspace.open(workspace.history().find(QStringLiteral("Lost two"))->id);
    window.showPage(NavigationRail::Page::Run);
    QTRY_VERIFY_WITH_TIMEOUT(run->isOver() && !run->series().steps().empty(), 20000);
    QVERIFY(workspace.fleet().add({Machine::Kind::Ssh, QStringLiteral("gpu9"), QStringLiteral("ada@127.0.0.1:9"), {}}));
    QVERIFY(workspace.removal().removeMachine(QStringLiteral("gpu9")));
    for (const QSize size : {QSize(960, 540), QSize(1024, 640)}) {
        window.resize(size);
        QVERIFY(saveScreenshot(window, QStringLiteral("small-%1-%2").arg(language).arg(size.height())));
        QCOMPARE(window.size(), size);
        const auto *undo = window.findChild<QToolButton *>(QStringLiteral("undoRemoval"));
        QVERIFY(undo->isVisible());
        QVERIFY(window.rect().contains(QRect(undo->mapTo(&window, QPoint()), undo->size())));
        const auto *help = window.findChild<QToolButton *>(QStringLiteral("railHelp"));
        QVERIFY(window.rect().contains(QRect(help->mapTo(&window, QPoint()), help->size())));
    }
}

void WindowSizeTest::theButtonsOfMachinesStandInOneLine()
{
    QFETCH(QString, language);
    const QTemporaryDir home;
    Workspace workspace({home.path(), home.path()});
    workspace.language().choose(language);
    MainWindow window(&workspace);
    window.resize(1280, 800);
    window.show();
    const auto *first = window.findChild<QPushButton *>(QStringLiteral("removeMachine"));
    QVERIFY(first);
    QVERIFY(first->isVisible());
    for (const char *name : {"refreshMachines", "importMachines", "addMachine", "newRunFromMachines"}) {
        const auto *button = window.findChild<QPushButton *>(QLatin1String(name));
        QVERIFY(button);
        QVERIFY(button->width() >= button->sizeHint().width());
        const int apart = button->geometry().center().y() - first->geometry().center().y();
        QVERIFY2(std::abs(apart) <= 2, name);
    }
    QVERIFY(saveScreenshot(window, QStringLiteral("machines-1280-") + language));
}

// Beside a job's fields, the cards of the least window have 320 pixels for what they show.
void WindowSizeTest::plansAndForecastsFitIntoTheirColumn()
{
    QFETCH(QString, language);
    Language chosen;
    chosen.choose(language);
    std::vector<CandidateMachine> machines(3);
    for (int i = 0; i < 3; ++i) {
        const std::string address = "10.0.0." + std::to_string(i + 1);
        machines[i].name = "workstation-in-the-laboratory-" + std::to_string(i);
        machines[i].report.sshServerAddress = address;
        machines[i].report.interfaces = {{"eth0", {address + "/24"}, i == 0 ? 1000 : 10, true, false}};
        machines[i].candidates = {{{}, 2, SpeedReport{1000, 0.001, 0.001, {}, 300}}};
        constexpr std::int64_t mebibyte = 1 << 20;
        machines[i].report.memoryAvailableBytes = 16'384 * mebibyte;
        machines[i].candidates[0].speed->memory = {.parameterBytes = 100 * mebibyte,
            .stateBytes = 200 * mebibyte,
            .heldBytes = 1300 * mebibyte,
            .updatePeakBytes = 1500 * mebibyte,
            .passSamples = 16,
            .passPeakBytes = 3000 * mebibyte,
            .smallPassSamples = 4,
            .smallPassPeakBytes = 2000 * mebibyte,
            .frozenBytes = 1000 * mebibyte,
            .passLogitBytes = 160 * mebibyte,
            .mostLogitBytes = 80 * mebibyte};
    }
    JobSpec job;
    const auto plan = planRun(job, machines);
    QVERIFY(plan);
    PlanView planView;
    planView.show(*plan, job);
    const auto held = planView.findChildren<QLabel *>(QStringLiteral("planMemory"));
    QCOMPARE(held.size(), 3);
    for (const auto bytes : {plan->ranks[0].predictedBytes, std::int64_t(1000) << 20, std::int64_t(200) << 20})
        QVERIFY2(held.front()->text().contains(formatBytes(bytes)), qPrintable(held.front()->text()));
    QVERIFY2(
        planView.minimumSizeHint().width() <= 320, qPrintable(QString::number(planView.minimumSizeHint().width())));
    QCOMPARE(planView.findChildren<QWidget *>(QStringLiteral("memoryBar")).size(), 3);
    showsHowLongSequencesMayBe(planView, *plan);
    planView.resize(380, planView.heightForWidth(380));
    QVERIFY(saveScreenshot(planView, QStringLiteral("plan-memory-") + language));
    const auto namedParts = [&] {
        return planView.findChild<QWidget *>(QStringLiteral("memoryLegend"))->findChildren<QLabel *>().size();
    };
    QCOMPARE(namedParts(), 6);
    Plan light = *plan;
    for (PlannedRank &rank : light.ranks)
        rank.memory->frozen = rank.memory->logits = 0;
    planView.show(light, job);
    QCOMPARE(namedParts(), 4); // that are in the bars
    SilentPrompter prompter;
    const QTemporaryDir folder;
    const ProfileStore speeds(folder.filePath(QStringLiteral("speeds.json")));
    Measurement measurement(&prompter);
    ForecastView forecast(&measurement, &speeds);
    forecast.show(RunRequest{}, machines);
    QVERIFY2(
        forecast.minimumSizeHint().width() <= 320, qPrintable(QString::number(forecast.minimumSizeHint().width())));
}

void WindowSizeTest::showsHowLongSequencesMayBe(PlanView &view, const Plan &plan)
{
    JobSpec job;
    job.task = LanguageModelSpec();
    ContextAdvice advice;
    advice.ranks.resize(3, {std::int64_t(8) << 30, 12345, std::int64_t(2) << 30, std::int64_t(1) << 29});
    advice.tightest = 1;
    advice.remedies = {{MemoryRemedy::Kind::Int8, 0, std::int64_t(1) << 30, 20032}};
    view.show(plan, job, advice);
    const QString reasons = plainHyphens(view.findChild<QLabel *>(QStringLiteral("planReasons"))->text());
    for (const QString &words : {formatCount(12345), QString::fromStdString(plan.machines[1].name), formatCount(20032)})
        QVERIFY2(reasons.contains(words), qPrintable(reasons));
    const auto held = view.findChildren<QLabel *>(QStringLiteral("planMemory"));
    QVERIFY2(held.back()->text().contains(formatBytes(std::int64_t(1) << 29)), qPrintable(held.back()->text()));
    QVERIFY2(view.minimumSizeHint().width() <= 320, qPrintable(QString::number(view.minimumSizeHint().width())));
}

int main(int argc, char **argv)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("screens.json"));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return 1;
    file.write("{\"screens\": [{\"name\": \"laptop\", \"x\": 0, \"y\": 0, \"width\": 1280, \"height\": 800,"
               " \"logicalDpi\": 96, \"logicalBaseDpi\": 96, \"dpr\": 1}]}");
    file.close();
    qputenv("QT_QPA_PLATFORM", "offscreen:configfile=" + path.toUtf8());
    QApplication application(argc, argv);
    WindowSizeTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_windowsize.moc"
