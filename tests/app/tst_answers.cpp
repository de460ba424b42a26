// What a model answers to the user's prompts, seen on the page of its run as it learns: of a real run, and of one that
// goes on.
#include "app/pages/answersview.h"
#include "app/words/format.h"
#include "tests/app/chatfolder.h"
#include "tests/app/openwindow.h"
#include "tests/app/screenshot.h"
#include "tests/app/writtenruns.h"

#include <QComboBox>
#include <QPlainTextEdit>
#include <QProcess>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

using namespace motley;

namespace {

constexpr int patience = 300000; // milliseconds

Event tested(std::int64_t step, const char *answer)
{
    Evaluation evaluation{step, step, 1.0 / double(step), {{"perplexity", 2, Metric::Unit::Number, false}}, 1, 0.1};
    evaluation.answers = std::vector<PromptAnswer>{{"Why?", answer}};
    return at(step, double(step), evaluation);
}

} // namespace

class AnswersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void showsWhatTheRunAnswered_data() { addLooks(); }
    void showsWhatTheRunAnswered();
    void followsTheNewestTest();
    void forgetsWhatIsTrainedAgain();
    void hasNoTabWithoutPrompts();

private:
    QTreeView *table(const QWidget &in) const { return in.findChild<QTreeView *>(QStringLiteral("runAnswers")); }
    QPlainTextEdit *whole(const QWidget &in) const
    {
        return in.findChild<QPlainTextEdit *>(QStringLiteral("wholeAnswer"));
    }

    QTemporaryDir m_home;
    std::vector<Evaluation> m_tests;
    QString m_run;
};

// It learns by heart.
void AnswersTest::initTestCase()
{
    const QString folder = m_home.filePath(QStringLiteral("chat"));
    JobSpec job;
    job.name = "Learns to answer";
    LanguageModelSpec spec = chatIn(folder,
        conversation(QStringLiteral("why"), QStringLiteral("so."))
            + conversation(QStringLiteral("who is there"), QStringLiteral("a friend.")));
    writeJson(folder + "/tokenizer.json", tokenizerOfLetters(false)); // all that the model knows
    writeBytes(folder + "/prompts.txt", "why\nwho is there\n");
    spec.data.prompts = {folder.toStdString() + "/prompts.txt"};
    spec.model.context = 64;
    job.task = spec;
    job.batch = 1;
    job.epochs = 4;
    RunHistory history(m_home.path());
    QVERIFY(history.open());
    auto record = history.create(job, {{Machine::Kind::ThisComputer, QStringLiteral("local"), {}, {}}});
    QVERIFY(record);
    const QString trained = m_home.filePath(QStringLiteral("trained"));
    QProcess engine;
    engine.start(
        QStringLiteral(ENGINE), {QStringLiteral("train"), record->jobFile(), QStringLiteral("--run-folder"), trained});
    QVERIFY(engine.waitForFinished(patience));
    QVERIFY2(engine.exitCode() == 0, engine.readAllStandardError().constData());
    QFile log(trained + QStringLiteral("/events.jsonl"));
    QVERIFY(log.open(QIODevice::ReadOnly));
    for (const QByteArray &line : log.readAll().trimmed().split('\n')) {
        const auto event = parseEvent(line.toStdString());
        QVERIFY(event);
        if (const auto *test = std::get_if<Evaluation>(&event->body))
            m_tests.push_back(*test);
    }
    QVERIFY(m_tests.size() > 2);
    QVERIFY(QFile::copy(log.fileName(), record->eventsFile()));
    QVERIFY(QDir().rename(trained + QStringLiteral("/model"), record->modelFolder()));
    record->outcome = RunRecord::Outcome::Completed;
    record->finished = record->started.addSecs(60);
    record->remoteRuns = {{"engine", "run"}};
    QVERIFY(history.update(*record));
    m_run = record->id;
}

void AnswersTest::showsWhatTheRunAnswered()
{
    QFETCH(Theme::Choice, theme);
    QFETCH(QString, language);
    Workspace workspace({m_home.path(), m_home.path()});
    QVERIFY(workspace.load());
    const auto window = openWindow(workspace, {1280, 800}, theme, language);
    const OpenRun *run = workspace.open(m_run);
    window->showPage(NavigationRail::Page::Run);
    QTRY_COMPARE_WITH_TIMEOUT(run->series().answers().size(), m_tests.size(), patience);
    auto *tabs = window->findChild<QTabWidget *>(QStringLiteral("runTabs"));
    auto *view = window->findChild<AnswersView *>();
    QTRY_VERIFY(tabs->isTabVisible(tabs->indexOf(view)));
    tabs->setCurrentWidget(view);
    const auto *rows = table(*window)->model();
    auto *prompt = window->findChild<QComboBox *>(QStringLiteral("answersPrompt"));
    QCOMPARE(prompt->count(), 2);
    for (int question = 0; question < 2; ++question) {
        prompt->setCurrentIndex(question);
        QCOMPARE(rows->rowCount(), int(m_tests.size()));
        for (int row = 0; row < rows->rowCount(); ++row) {
            const QModelIndex first = rows->index(row, 0);
            const QString answer
                = QString::fromStdString(m_tests[std::size_t(row)].answers->at(std::size_t(question)).answer);
            QCOMPARE(first.data().toString(), formatCount(m_tests[std::size_t(row)].step));
            QCOMPARE(first.siblingAtColumn(1).data().toString(), formatNumber(m_tests[std::size_t(row)].loss));
            QCOMPARE(first.siblingAtColumn(2).data(Qt::UserRole).toString(), plainText(answer));
            table(*window)->setCurrentIndex(first);
            QCOMPARE(whole(*window)->toPlainText(), plainText(answer));
        }
    }
    QVERIFY(saveScreenshot(*window, QStringLiteral("answers-%1").arg(QLatin1String(QTest::currentDataTag()))));
    window->resize(960, 540);
    QVERIFY(saveScreenshot(*window, QStringLiteral("answers-small-%1").arg(QLatin1String(QTest::currentDataTag()))));
    workspace.language().choose(QStringLiteral("en"));
}

// But not where an older answer is being read.
void AnswersTest::followsTheNewestTest()
{
    MetricSeries series;
    AnswersView view;
    view.setSeries(&series);
    QVERIFY(!view.isWorthShowing());
    const auto add = [&](const Event &event) {
        series.append({event});
        view.refresh();
    };
    add(tested(1, "x"));
    QVERIFY(view.isWorthShowing());
    QCOMPARE(whole(view)->toPlainText(), QStringLiteral("x"));
    add(tested(2, "Because"));
    QCOMPARE(whole(view)->toPlainText(), QStringLiteral("Because"));
    table(view)->setCurrentIndex(table(view)->model()->index(0, 0));
    add(tested(3, "Because it is so."));
    QCOMPARE(table(view)->model()->rowCount(), 3);
    QCOMPARE(whole(view)->toPlainText(), QStringLiteral("x"));
}

void AnswersTest::forgetsWhatIsTrainedAgain()
{
    MetricSeries series;
    AnswersView view;
    view.setSeries(&series);
    RunStarted started;
    started.firstStep = 1;
    std::vector<Event> events{at(1, 1, started)};
    const auto add = [&](EventBody body) {
        events.push_back(at(std::int64_t(events.size()) + 1, double(events.size()), std::move(body)));
    };
    StepDone step;
    step.seconds = 0.1;
    for (const int number : {1, 2, 3, 4, 2}) { // from the checkpoint of step 1, again
        step.step = number;
        add(step);
        if (number % 2 == 0)
            add(std::get<Evaluation>(tested(number, events.size() < 8 ? "first" : "again").body));
    }
    series.append(events);
    view.refresh();
    QCOMPARE(table(view)->model()->rowCount(), 1);
    QCOMPARE(whole(view)->toPlainText(), QStringLiteral("again"));
}

void AnswersTest::hasNoTabWithoutPrompts()
{
    const QTemporaryDir home;
    writeCompletedRun(home.path());
    Workspace workspace({home.path(), home.path()});
    QVERIFY(workspace.load());
    const auto window = openWindow(workspace, {1280, 800});
    const OpenRun *run = workspace.open(workspace.history().all()->front().id);
    window->showPage(NavigationRail::Page::Run);
    QTRY_VERIFY_WITH_TIMEOUT(!run->series().evaluationSteps().empty(), patience);
    deliverEvents();
    const auto *tabs = window->findChild<QTabWidget *>(QStringLiteral("runTabs"));
    QVERIFY(!tabs->isTabVisible(tabs->indexOf(window->findChild<AnswersView *>())));
}

QTEST_MAIN(AnswersTest)
#include "tst_answers.moc"
