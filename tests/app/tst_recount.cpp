// Every number that the window and the command line show of a run, against a recount from its events.jsonl alone. The
// runs were recorded on two lab machines with quotas of 60 % and 30 % of a processor (docs/lab.md).
#include "app/cli/terminal/progressline.h"
#include "app/mainwindow.h"
#include "app/models/logmodel.h"
#include "app/models/runmachinemodel.h"
#include "app/models/runsmodel.h"
#include "app/pages/runpage.h"
#include "app/plots/charts/runcharts.h"
#include "app/plots/metricplot.h"
#include "app/words/format.h"
#include "tests/app/recount.h"
#include "tests/app/shownnumbers.h"
#include "tests/remote/linesof.h"

#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProcess>
#include <QProgressBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace motley;
using recount::Column;

namespace {

bool equal(const Column &found, const Column &expected)
{
    return std::equal(found.begin(), found.end(), expected.begin(), expected.end(), [](double a, double b) {
        return (std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= 1e-9 * std::max(1.0, std::abs(b));
    });
}

double inUnit(const QString &text, double seconds) // as the text is written
{
    return text.contains(QStringLiteral(" ms")) ? 1000 * seconds : seconds;
}

} // namespace

class RecountTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void header_data() { rows(); }
    void header();
    void charts_data() { rows(); }
    void charts();
    void machines_data() { rows(); }
    void machines();
    void verdicts_data() { rows(); }
    void verdicts();
    void commandLine_data() { rows(); }
    void commandLine();
    void cleanup() { m_window.reset(), m_workspace.reset(); }

private:
    void rows();
    void open(); // the run of the row, in a window
    void showsTimeLeft(const recount::Run &run);
    void showsTable(const char *panel, const std::vector<Column> &columns);
    QString text(const char *name) const
    {
        const auto *page = m_window->findChild<RunPage *>();
        if (const auto *label = page->findChild<QLabel *>(QLatin1String(name)))
            return plainSpaces(label->text());
        const auto *lines = page->findChild<QPlainTextEdit *>(QLatin1String(name));
        return lines ? lines->toPlainText() : QStringLiteral("no such text");
    }

    QByteArray m_lines;
    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<MainWindow> m_window;
    OpenRun *m_run = nullptr;
};

void RecountTest::rows()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("lines"); // of its beginning; -1: all
    const auto row = [](const char *tag, const char *file, int lines) {
        QTest::addRow("%s", tag) << QString::fromLatin1(file) << lines;
    };
    row("two unlike machines", "unlike", -1);
    row("two unlike machines, under way", "unlike", 60);
    row("one becomes slow", "slowed", -1);
    row("one becomes slow, under way", "slowed", 130);
    row("steps were skipped", "skipped", -1);
    row("steps were skipped, under way", "skipped", 20);
    row("stopped", "stopped", -1);
    row("gone on with", "resumed", -1);
}

void RecountTest::open()
{
    QFETCH(QString, file);
    QFETCH(int, lines);
    QFile recorded(QStringLiteral(MOTLEY_FIXTURES "/runs/%1.jsonl").arg(file));
    QVERIFY(recorded.open(QIODevice::ReadOnly));
    m_lines = recorded.readAll().split('\n').mid(0, lines).join('\n').trimmed() + '\n';
    std::vector<Event> events;
    for (const QByteArray &line : m_lines.trimmed().split('\n'))
        events.push_back(*parseEvent(line.toStdString()));

    m_home = std::make_unique<QTemporaryDir>();
    const QString data = m_home->filePath(QStringLiteral("DATA/motley"));
    QVERIFY(QDir().mkpath(data));
    m_workspace = std::make_unique<Workspace>(WorkspaceFolders{m_home->path(), data});
    m_workspace->language().choose(QStringLiteral("en"));
    QVERIFY(m_workspace->load());
    JobSpec job;
    job.name = "recorded";
    job.task = ImageSpec{{}, {"/data"}};
    const Machine nowhere{Machine::Kind::Ssh, QStringLiteral("m1"), QStringLiteral("ada@127.0.0.1:9"), {}};
    auto record = m_workspace->history().create(job, {nowhere});
    QVERIFY(record);
    record->outcome = RunRecord::Outcome::Running;
    record->remoteRuns = {{"/nowhere/motley-engine", "/nowhere/run"}};
    EventLogCopy copy(record->eventsFile());
    QVERIFY(copy.load());
    QVERIFY(copy.append(linesOf(events)));
    QVERIFY(QDir().mkpath(record->modelFolder())); // its model and checkpoint are here, so nothing is fetched
    QVERIFY(QDir().mkpath(record->folder + "/checkpoints/step-1000000"));
    QVERIFY(QFile(record->modelFolder() + QStringLiteral("/model.safetensors")).open(QIODevice::WriteOnly));
    QVERIFY(m_workspace->history().update(*record));
    m_window = std::make_unique<MainWindow>(m_workspace.get());
    m_window->show();
    m_run = m_workspace->open(record->id);
    QVERIFY(m_run);
    m_window->showPage(NavigationRail::Page::Run);
    QTRY_COMPARE(m_run->isOver(), recount::Run(m_lines).finished.contains("outcome"));
    QTRY_VERIFY(!m_run->series().steps().empty());
}

void RecountTest::header()
{
    open();
    const recount::Run run(m_lines);
    const double total = run.started["totalSteps"].toDouble();
    const std::size_t last = run.steps.size() - 1;
    QVERIFY(shows(text("statStep"), {run.steps.back(), total}));
    QVERIFY(shows(text("statRate"),
        {run.finished.isEmpty() ? recount::speed(run.samples, run.seconds, last)
                                : recount::mean(run.samples) / recount::mean(run.seconds)}));
    QVERIFY(shows(text("statLoss"), {run.loss.back()}));
    if (!run.tests.empty())
        QVERIFY(shows(text("statTest"), {*std::max_element(run.tests[0].begin(), run.tests[0].end())}));
    if (run.noise >= 0)
        QVERIFY(shows(text("statNoise"), {run.noise}));
    if (!run.checkpoint.isEmpty())
        QVERIFY(shows(text("statCheckpoint"), {run.checkpoint["step"].toDouble()}));
    const auto *progress = m_window->findChild<QProgressBar *>(QStringLiteral("runProgress"));
    QCOMPARE(progress->value() / double(progress->maximum()), run.steps.back() / total);
    if (!run.finished.isEmpty())
        QVERIFY(shows(text("statElapsed"), {run.lastTime - run.firstTime}));
    else if (run.steps.size() >= 20)
        showsTimeLeft(run);
    else
        QCOMPARE(text("statLeft"), QStringLiteral("n/a"));
}

// At the speed of the last 50 steps, and how far off the run has shown such an estimate to be.
void RecountTest::showsTimeLeft(const recount::Run &run)
{
    const std::size_t count = run.steps.size();
    const double left = (run.started["totalSteps"].toDouble() - run.steps.back())
        * recount::mean(run.seconds, count < 50 ? 0 : count - 50, count);
    QVERIFY(shows(text("statLeft"), {left}));
    const auto [least, most] = recount::outcomes(run.seconds);
    const auto *label = m_window->findChild<RunPage *>()->findChild<QLabel *>(QStringLiteral("statLeft"));
    const QString range = label->accessibleDescription();
    const bool readAlike = formatDuration(left * least) == formatDuration(left * most);
    QCOMPARE(range.isEmpty(), count < 40 || readAlike);
    QVERIFY(range.isEmpty() || shows(range, {left * least, left * most}));
    const auto outcomes = m_run->series().outcomes();
    QVERIFY(!outcomes || equal({outcomes->least, outcomes->most}, {least, most}));
}

// A chart's legend shows the newest values, its table all of them: `columns`, which begin with that of x.
void RecountTest::showsTable(const char *panel, const std::vector<Column> &columns)
{
    auto *frame = m_window->findChild<QFrame *>(QLatin1String(panel));
    std::vector<QToolButton *> legend;
    for (auto *entry : frame->findChildren<QToolButton *>())
        if (entry->property("legend").toBool())
            legend.push_back(entry);
    QCOMPARE(legend.size(), columns.size() - 1);
    auto *button = frame->findChild<QToolButton *>(QLatin1String(panel) + QStringLiteral("ShowTable"));
    button->setChecked(true);
    const auto *table = frame->findChild<QTableView *>(QLatin1String(panel) + QStringLiteral("Table"))->model();
    QCOMPARE(std::size_t(table->rowCount()), columns[0].size());
    for (std::size_t column = 0; column < columns.size(); ++column) {
        for (std::size_t row = 0; row < columns[0].size(); ++row) {
            const QString cell = table->index(int(row), int(column)).data().toString();
            if (std::isnan(columns[column][row]))
                QVERIFY(cell.isEmpty() || cell == QStringLiteral("n/a"));
            else
                QVERIFY2(shows(cell, {columns[column][row]}), panel);
        }
        if (column == 0)
            continue;
        const QString name = table->headerData(int(column), Qt::Horizontal).toString();
        const QString entry = legend[column - 1]->accessibleName().mid(name.size());
        const auto newest = std::find_if_not(
            columns[column].rbegin(), columns[column].rend(), [](double value) { return std::isnan(value); });
        QVERIFY2(newest == columns[column].rend() || shows(entry, {*newest}), qPrintable(name));
    }
    button->setChecked(false);
}

void RecountTest::charts()
{
    open();
    const recount::Run run(m_lines);
    // A chart's table has a row for each step; a curve with fewer points has empty cells.
    const auto atSteps = [&](const Column &values) {
        Column column(run.steps.size(), NAN);
        for (std::size_t i = 0; i < values.size(); ++i)
            column[std::size_t(run.testSteps[i] - run.steps.front())] = values[i];
        return column;
    };
    const double weight = m_window->findChild<RunCharts *>()->smoothingWeight();
    Column smooth;
    double average = 0, remaining = 1;
    for (const double loss : run.loss) {
        if (!std::isfinite(loss)) {
            smooth.push_back(loss);
            continue;
        }
        average = weight * average + (1 - weight) * loss;
        remaining *= weight;
        smooth.push_back(average / (1 - remaining));
    }
    showsTable("loss", {run.steps, run.loss, smooth, atSteps(run.testLoss)});

    std::vector<Column> throughput{run.steps, recount::speeds(run.samples, run.seconds)};
    for (const recount::Machine &machine : run.machines) {
        throughput.push_back(recount::speeds(machine.samples, recount::ownSeconds(machine)));
        throughput.push_back(recount::speeds(machine.samples, run.seconds));
    }
    showsTable("throughput", throughput);
    const auto &curves = m_window->findChild<MetricPlot *>(QStringLiteral("throughputPlot"))->curves();
    QCOMPARE(curves.size(), throughput.size() - 1);
    for (std::size_t i = 0; i < curves.size(); ++i) { // what is drawn is as exact as it is counted
        QVERIFY(equal(*curves[i].x, run.steps));
        QVERIFY(equal(*curves[i].y, throughput[i + 1]));
    }

    if (!run.tests.empty())
        showsTable("tests", {run.testSteps, run.tests[0], run.tests[1]});
    const std::pair<const char *, const Column *> others[]{
        {"learningRate", &run.rate}, {"gradientNorm", &run.norm}, {"stepTime", &run.seconds}};
    for (const auto &[panel, column] : others)
        showsTable(panel, {run.steps, *column});
}

void RecountTest::machines()
{
    open();
    const recount::Run run(m_lines);
    const auto *table = m_window->findChild<QTreeView *>(QStringLiteral("runMachines"))->model();
    QCOMPARE(std::size_t(table->rowCount()), run.machines.size());
    QStringList bars;
    for (auto *widget : m_window->findChild<QFrame *>(QStringLiteral("timeSplit"))->findChildren<QWidget *>())
        if (widget->accessibleName().contains(QStringLiteral("backward")))
            bars = widget->accessibleName().split(QLatin1Char('\n'));
    QCOMPARE(bars.size(), qsizetype(run.machines.size()));
    for (std::size_t i = 0; i < run.machines.size(); ++i) {
        const recount::Machine &machine = run.machines[i];
        const auto cell = [&](int column) { return table->index(int(i), column).data().toString(); };
        QVERIFY(shows(cell(RunMachineModel::Share), {machine.share, run.started["batch"].toDouble()}));
        QVERIFY(shows(cell(RunMachineModel::Rate),
            {run.finished.isEmpty() ? recount::speeds(machine.samples, run.seconds).back()
                                    : recount::mean(machine.samples) / recount::mean(run.seconds)}));
        const auto split = table->index(int(i), RunMachineModel::Split).data(Qt::AccessibleTextRole).toString();
        QVERIFY(shows(split, recount::splitOf(machine, run.seconds)));
        QVERIFY(shows(bars[qsizetype(i)].section(QLatin1Char(':'), 1), recount::splitOf(machine, run.seconds)));
        if (!run.finished.isEmpty())
            QCOMPARE(cell(RunMachineModel::Cpu), QString());
        else if (machine.telemetry.contains("cpuPercent"))
            QVERIFY(shows(cell(RunMachineModel::Cpu), {machine.telemetry["cpuPercent"].toDouble()}));
        if (machine.telemetry.contains("memoryUsedBytes")) {
            const double unit = 1 << 30;
            QVERIFY2(cell(RunMachineModel::Memory).count(QStringLiteral("GiB")) == 2,
                qPrintable(cell(RunMachineModel::Memory)));
            QVERIFY(shows(cell(RunMachineModel::Memory),
                {machine.telemetry["memoryUsedBytes"].toDouble() / unit,
                    machine.telemetry["memoryTotalBytes"].toDouble() / unit}));
        }
    }
    QVERIFY(m_run->record().best.has_value() == !run.tests.empty());
    const RunsModel runs(&m_workspace->history());
    if (!run.finished.isEmpty() && !run.tests.empty()) {
        QVERIFY(shows(runs.index(0, RunsModel::Best).data().toString(),
            {*std::max_element(run.tests[0].begin(), run.tests[0].end())}));
        QVERIFY(shows(runs.index(0, RunsModel::Loss).data().toString(), {run.loss.back()}));
    }
}

// What was foreseen, and what the steps made of it.
void RecountTest::verdicts()
{
    open();
    const recount::Run run(m_lines);
    LogModel log;
    log.append(m_run->log());
    QStringList sentences;
    for (int row = 0; row < log.rowCount(); ++row)
        sentences << log.index(row, LogModel::Message).data().toString();
    for (const QJsonObject &change : run.changes) {
        const double step = change["step"].toDouble();
        const double gain = 100 * (1 - change["secondsAfter"].toDouble() / change["secondsBefore"].toDouble());
        const auto foreseen = sentences.filter(QStringLiteral("steps should take"));
        QCOMPARE(std::size_t(foreseen.size()), run.changes.size());
        QVERIFY(shows(foreseen[0],
            {change["slowdown"].toDouble(), step, change["shares"].toArray()[0].toDouble(),
                change["shares"].toArray()[1].toDouble(), gain}));
        const std::size_t first = std::size_t(step - run.steps.front());
        QVERIFY(run.steps.size() >= first + 20);
        const std::size_t before = first < 21 ? 1 : first - 20; // without the first step, which warms up
        const double found
            = 100 * (1 - recount::mean(run.seconds, first, first + 20) / recount::mean(run.seconds, before, first));
        const auto verdict = sentences.filter(QStringLiteral("expected")).filter(QStringLiteral("Since step"));
        QCOMPARE(verdict.size(), 1);
        QVERIFY(shows(verdict[0], {step, std::abs(found), gain}));
        QCOMPARE(verdict[0].contains(QStringLiteral("more time")), found < 0);
    }
    const QJsonObject predicted = run.plan["predicted"].toObject();
    const double compute = predicted["computeSeconds"].toDouble(), exchange = predicted["exchangeSeconds"].toDouble();
    if (!run.finished.isEmpty()) {
        const QString verdict = text("messageSentence");
        const double taken = recount::mean(run.seconds);
        QVERIFY(shows(verdict,
            {inUnit(verdict, taken), 100 * std::abs(taken / (compute + exchange) - 1),
                inUnit(verdict, compute + exchange)}));
        const QString parts = text("messageDetail");
        const double rest = taken - recount::mean(run.compute) - recount::mean(run.exchange) - recount::mean(run.data);
        Column expected{1000 * recount::mean(run.compute), 1000 * compute, 1000 * recount::mean(run.exchange),
            1000 * exchange, 1000 * recount::mean(run.data)};
        expected.resize(rest >= 0.01 * taken ? 6 : 5, 1000 * rest);
        QVERIFY(shows(parts, expected));
    }
}

void RecountTest::commandLine()
{
    open();
    const recount::Run run(m_lines);
    ProgressLine line;
    for (const QByteArray &event : m_lines.trimmed().split('\n'))
        line.add(*parseEvent(event.toStdString()));
    const double total = run.started["totalSteps"].toDouble();
    const std::size_t last = run.steps.size() - 1;
    Column expected{
        run.steps.back(), total, run.loss.back(), recount::speed(run.samples, run.seconds, run.steps.size() - 1)};
    if (!run.tests.empty())
        expected.push_back(run.tests[0].back()); // the newest, as in the window
    const double left = (total - run.steps.back()) * recount::mean(run.seconds, last < 49 ? 0 : last - 49, last + 1);
    if (run.steps.size() >= 20)
        expected.push_back(left);
    const auto [least, most] = recount::outcomes(run.seconds);
    if (std::lround(left * least) != std::lround(left * most)) // or else they read alike
        expected.insert(expected.end(), {left * least, left * most});
    QVERIFY(shows(line.text(), expected));
    if (run.finished.isEmpty())
        return; // it would be waited for
    QProcess motley;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
    for (const char *kind : {"CONFIG", "DATA", "CACHE"})
        environment.insert(
            QStringLiteral("XDG_%1_HOME").arg(QLatin1String(kind)), m_home->filePath(QLatin1String(kind)));
    motley.setProcessEnvironment(environment);
    motley.start(QStringLiteral(MOTLEY), {QStringLiteral("watch"), m_run->record().id});
    QVERIFY(motley.waitForFinished());
    const QStringList said = QString::fromUtf8(motley.readAllStandardOutput()).split(QLatin1Char('\n'));
    QVERIFY2(said.size() >= 4, motley.readAllStandardError().constData());
    QVERIFY(shows(said[0], {double(run.steps.size()), run.finished["seconds"].toDouble()}));
    QCOMPARE(said[1], text("messageSentence")); // which verdicts() recounts
    QCOMPARE(said[2], text("messageDetail"));
    const auto best = std::max_element(run.tests[0].begin(), run.tests[0].end());
    const double stepsOfAnEpoch = 16; // of all recorded runs: 4096 samples by 256
    QVERIFY(
        shows(said[3], {*best, std::ceil(run.testSteps[std::size_t(best - run.tests[0].begin())] / stepsOfAnEpoch)}));
    motley.start(QStringLiteral(MOTLEY), {QStringLiteral("runs")});
    QVERIFY(motley.waitForFinished());
    const QString row = QString::fromUtf8(motley.readAllStandardOutput()).split(QLatin1Char('\n')).value(1);
    QVERIFY2(shows(row.section(QStringLiteral("recorded"), 1), {*best}), qPrintable(row));
}

QTEST_MAIN(RecountTest)
#include "tst_recount.moc"
