// Reports as HTML files, by the window and the command line: read back by another parser, with the figures of the
// events.
#include "app/pages/runspage.h"
#include "app/report/htmlreport.h"
#include "tests/app/comparedruns.h"
#include "tests/app/lostmachines.h"
#include "tests/app/openwindow.h"
#include "tests/app/screenshot.h"
#include "tests/app/shownnumbers.h"

#include <QLabel>
#include <QProcess>
#include <QTemporaryDir>
#include <QTreeView>
#include <QXmlStreamReader>

#include <algorithm>

using namespace motley;

namespace {

constexpr int patience = 20'000; // milliseconds

// What a browser would find in it.
struct Page {
    QSet<QString> elements;
    QString style;
    QStringList texts;
    QHash<QString, QStringList> rows; // by their class, the cells of all such rows
    QHash<QString, QStringList> lines; // the points of the curves, by the heading of the chart
    bool isWhole = false;
};

Page read(const QByteArray &html)
{
    Page page;
    QXmlStreamReader xml(html);
    QString row;
    QString chart;
    QString element;
    while (!xml.atEnd()) {
        const auto token = xml.readNext();
        if (token == QXmlStreamReader::StartElement) {
            element = xml.name().toString();
            page.elements << element;
            for (const auto &attribute : xml.attributes())
                if (attribute.name().startsWith(QLatin1String("on"))
                    || attribute.value().contains(QLatin1String("://")))
                    page.elements << QStringLiteral("!") + attribute.name().toString();
            if (element == QLatin1String("tr"))
                row = xml.attributes().value(QLatin1String("class")).toString();
            if (element == QLatin1String("svg"))
                chart = xml.attributes().value(QLatin1String("aria-label")).toString();
            if (element == QLatin1String("polyline") && !chart.isEmpty())
                page.lines[chart] << xml.attributes().value(QLatin1String("points")).toString();
            if (element == QLatin1String("td"))
                page.rows[row] << QString();
        } else if (token == QXmlStreamReader::Characters) {
            page.texts << xml.text().toString();
            if (element == QLatin1String("td") && !page.rows[row].isEmpty())
                page.rows[row].back() += xml.text();
            if (element == QLatin1String("style"))
                page.style += xml.text();
        }
    }
    page.isWhole = !xml.hasError();
    if (xml.hasError())
        qWarning("%s", qPrintable(xml.errorString()));
    return page;
}

QByteArray contents(const QString &path)
{
    QFile file(path);
    [&] { QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(path)); }();
    return file.readAll();
}

double bestOf(const recount::Run &run)
{
    return *std::max_element(run.tests[0].begin(), run.tests[0].end());
}

double stepOfBest(const recount::Run &run)
{
    return run
        .testSteps[std::size_t(std::max_element(run.tests[0].begin(), run.tests[0].end()) - run.tests[0].begin())];
}

double speedOf(const recount::Run &run)
{
    return recount::mean(run.samples) / recount::mean(run.seconds);
}

} // namespace

class ReportTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void ofOneRunShowsWhatTheEventsSay();
    void ofSeveralRunsComparesThem();
    void countsStepsThatWereTakenAgainOnce();
    void tellsWhatHappened();
    void isWrittenByTheWindow();
    void isWrittenByTheCommandLine();
    void isWrittenInArabic();

private:
    std::vector<RunRecord> runs() const
    {
        RunHistory history(m_home->path());
        [&] { QVERIFY(history.open()); }();
        return *history.all();
    }
    Page report(const std::vector<RunRecord> &runs, int baseline = -1) const
    {
        const QString path = m_home->filePath(QStringLiteral("report.html"));
        [&] { QVERIFY(saveReport(runs, baseline, path)); }();
        return read(contents(path));
    }

    std::unique_ptr<QTemporaryDir> m_home;
};

void ReportTest::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    writeComparedRuns(m_home->path());
}

void ReportTest::ofOneRunShowsWhatTheEventsSay()
{
    RunHistory history(m_home->path());
    QVERIFY(history.open());
    const QString note = QStringLiteral("<img src=x onerror=alert(1)>\nsecond & last");
    QVERIFY(history.annotate(history.all()->at(1).id, {}, {note, {"<wide>"}}));
    const Page page = report({runs()[1]});
    QVERIFY(page.isWhole);
    for (const char *harmful : {"script", "img", "link", "iframe", "a", "b"}) // a name is a text
        QVERIFY2(!page.elements.contains(QLatin1String(harmful)), harmful);
    for (const QString &element : page.elements)
        QVERIFY2(!element.startsWith(QLatin1Char('!')), qPrintable(element)); // nothing to run, nothing to fetch
    QVERIFY(!page.style.contains(QLatin1String("url")) && !page.style.contains(QLatin1String("@import")));
    QVERIFY(page.texts.contains(hostileName));
    QCOMPARE(page.rows[QStringLiteral("note")], QStringList{note});
    QCOMPARE(page.rows[QStringLiteral("tags")], QStringList{QStringLiteral("<wide>")});

    const recount::Run run = recountOf("slowed");
    const auto cell = [&](const char *row) { return page.rows[QLatin1String(row)].value(0); };
    QVERIFY(shows(cell("best"), {bestOf(run), stepOfBest(run)}));
    QVERIFY(shows(cell("loss"), {run.loss.back()}));
    QVERIFY(shows(cell("time"), {run.finished["seconds"].toDouble()}));
    QVERIFY(shows(cell("speed"), {speedOf(run)}));
    QVERIFY(shows(cell("steps"), {run.steps.back(), run.started["totalSteps"].toDouble()}));
    QCOMPARE(cell("state"), QStringLiteral("Completed"));
    const QStringList machines = cell("machines").split(QLatin1Char('\n'));
    QCOMPARE(machines.size(), qsizetype(run.machines.size()));
    for (std::size_t i = 0; i < run.machines.size(); ++i) {
        const QString share = machines[qsizetype(i)].section(QStringLiteral(": "), 1);
        QVERIFY(shows(share, {run.machines[i].share, run.started["batch"].toDouble()}));
    }
    QCOMPARE(page.lines.size(), 4);
    const QStringList loss = page.lines[QStringLiteral("Mean loss in nats")];
    QCOMPARE(loss.size(), 1);
    QCOMPARE(loss[0].split(QLatin1Char(' ')).size(), qsizetype(run.loss.size())); // each has a column of its own
    QVERIFY(page.texts.join(QString()).contains(QStringLiteral("\"epochs\": 10")));
}

void ReportTest::ofSeveralRunsComparesThem()
{
    const Page page = report(runs(), 0);
    QVERIFY(page.isWhole);
    const recount::Run base = recountOf("unlike");
    const recount::Run other = recountOf("slowed");
    const auto cell = [&](const char *row, int run) { return page.rows[QLatin1String(row)].value(run); };
    QVERIFY(shows(cell("best", 0), {bestOf(base), stepOfBest(base)}));
    QVERIFY(shows(cell("best", 1), {bestOf(other), stepOfBest(other), bestOf(other) - bestOf(base)}));
    QVERIFY(shows(cell("speed", 1), {speedOf(other), 100 * (speedOf(other) / speedOf(base) - 1)}));
    QCOMPARE(page.rows[QStringLiteral("setting")], (QStringList{"7", "1", "4", "10"}));
    for (const QStringList &lines : page.lines)
        QCOMPARE(lines.size(), 2);
}

void ReportTest::countsStepsThatWereTakenAgainOnce()
{
    const RunRecord run = runs().front();
    const auto step = [](std::int64_t number, double loss, double seconds) {
        StepDone done;
        done.step = number;
        done.loss = loss;
        done.samples = 100;
        done.seconds = seconds;
        return done;
    };
    const auto test = [](std::int64_t number, double accuracy) {
        return Evaluation{number, 1, 0.5, {{"accuracy", accuracy, Metric::Unit::Fraction}}, 10, 1};
    };
    QVERIFY(QFile::remove(run.eventsFile()));
    EventLogCopy copy(run.eventsFile());
    QVERIFY(copy.append({at(1, 10, step(1, 3, 1)), at(2, 11, step(2, 2, 1)), at(3, 12, test(2, 0.5)),
        at(4, 13, step(3, 1, 1)), at(5, 20, step(2, 2.5, 2)), at(6, 22, test(2, 0.25)), at(7, 24, step(3, 1.5, 2))}));
    QFile events(run.eventsFile());
    QVERIFY(events.open(QIODevice::Append));
    events.write("{\"seq\":8,\"time\":30,\"type\":\"from another version\"}\n{\"seq\":9,\"ti"); // cut off
    events.close();
    const auto figures = figuresOf(run);
    QVERIFY(figures);
    QCOMPARE(figures->steps, (std::vector<double>{1, 2, 3}));
    QCOMPARE(figures->loss, (std::vector<double>{3, 2.5, 1.5}));
    QCOMPARE(figures->testMetric, std::vector<double>{25});
    QCOMPARE(figures->best->value, 0.5); // as in the list of runs
    QCOMPARE(*figures->meanSpeed, 300.0 / 5);
    QCOMPARE(figures->seconds, 24.0 - 10);
}

void ReportTest::tellsWhatHappened()
{
    writeRunThatLostTwo(m_home->path());
    const auto figures = figuresOf(runs().front());
    QVERIFY(figures);
    const Page page = read(htmlReport({*figures}));
    const QString told = page.rows[QStringLiteral("happening")].join(QLatin1Char('\n'));
    int lost = 0;
    for (const Happening &happening : figures->happenings)
        if (const auto *changed = std::get_if<MembershipChanged>(&happening.body)) {
            ++lost;
            QVERIFY2(told.contains(QString::fromStdString(changed->lost.front().cause)), qPrintable(told));
        }
    QVERIFY(lost > 0);

    const Page slowed = report({runs().back()});
    QVERIFY(!slowed.rows[QStringLiteral("happening")].isEmpty()); // the machine that became slow
}

void ReportTest::isWrittenByTheWindow()
{
    Workspace workspace({m_home->path(), m_home->path()});
    QVERIFY(workspace.load());
    const auto window = openWindow(workspace, {960, 540});
    window->showPage(NavigationRail::Page::Runs);
    auto *page = window->findChild<RunsPage *>();
    auto *table = page->findChild<QTreeView *>(QStringLiteral("runsTable"));
    const auto *said = page->findChild<QLabel *>(QStringLiteral("messageSentence"));
    table->selectAll();
    page->saveReport(m_home->filePath(QStringLiteral("nowhere/report.html")));
    QTRY_VERIFY_WITH_TIMEOUT(said->text().contains(QStringLiteral("choose another file")), patience);
    const QString path = m_home->filePath(QStringLiteral("both.html"));
    page->saveReport(path);
    QTRY_VERIFY_WITH_TIMEOUT(said->text().contains(QStringLiteral("both.html")), patience);
    QCOMPARE(read(contents(path)).rows[QStringLiteral("state")].size(), 2);
}

void ReportTest::isWrittenByTheCommandLine()
{
    QProcess motley;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
    environment.insert(QStringLiteral("XDG_DATA_HOME"), m_home->filePath(QStringLiteral("data")));
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), m_home->filePath(QStringLiteral("config")));
    motley.setProcessEnvironment(environment);
    writeComparedRuns(m_home->filePath(QStringLiteral("data/motley")));
    const QString path = m_home->filePath(QStringLiteral("terminal.html"));
    const auto run = [&](const QStringList &arguments) {
        motley.start(QStringLiteral(MOTLEY), arguments);
        motley.waitForFinished(-1);
        return motley.exitCode();
    };
    QCOMPARE(run({"report", "unlike", "--html", path}), 0);
    QCOMPARE(read(contents(path)).rows[QStringLiteral("state")].size(), 1);
    QCOMPARE(run({"report", "unlike", hostileName, "--html", path}), 0);
    const Page page = read(contents(path));
    QVERIFY(page.isWhole);
    QVERIFY(shows(
        page.rows[QStringLiteral("best")].value(0), {bestOf(recountOf("unlike")), stepOfBest(recountOf("unlike"))}));
    QCOMPARE(run({"report", "nobody", "--html", path}), 1);
    QVERIFY(motley.readAllStandardError().contains("nobody"));
    QCOMPARE(run({"report", "unlike"}), 2);
}

void ReportTest::isWrittenInArabic()
{
    Workspace workspace({m_home->path(), m_home->path()});
    workspace.language().choose(QStringLiteral("ar"));
    const QString path = screenshotFolder() + QStringLiteral("/report-arabic.html");
    QVERIFY(QDir().mkpath(screenshotFolder()));
    QVERIFY(saveReport(runs(), 0, path));
    workspace.language().choose(QStringLiteral("en"));
    const QByteArray html = contents(path);
    QVERIFY(read(html).isWhole);
    QVERIFY(html.contains("dir=\"rtl\""));
    QVERIFY(saveReport(runs(), 0, screenshotFolder() + QStringLiteral("/report.html")));
}

QTEST_MAIN(ReportTest)
#include "tst_report.moc"
