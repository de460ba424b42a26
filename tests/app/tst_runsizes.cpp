// What runs take of the disk, in the list and in the question before one is deleted.
#include "app/models/runsmodel.h"
#include "app/pages/runspage.h"
#include "app/words/format.h"
#include "remote/history/eventcache.h"
#include "tests/app/openwindow.h"
#include "tests/app/screenshot.h"
#include "tests/app/writtenruns.h"

#include <QMessageBox>
#include <QTemporaryDir>
#include <QTreeView>

#include <unistd.h>

using namespace motley;

namespace {

constexpr std::int64_t checkpointBytes = 3 << 20;
constexpr std::int64_t modelBytes = 5000;
constexpr std::int64_t otherBytes = 200;
constexpr std::int64_t cacheBytes = 70;

bool write(const QString &path, std::int64_t bytes)
{
    QFile file(path);
    return QDir().mkpath(QFileInfo(path).path()) && file.open(QIODevice::WriteOnly)
        && file.write(QByteArray(bytes, 'x')) == bytes;
}

} // namespace

class RunSizesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_window.reset(), m_workspace.reset(); }
    void countsEachFileOnceAndFollowsNoLink();
    void areShownAndSortedBy();
    void areSaidBeforeARunIsDeleted_data() { addLooks(); }
    void areSaidBeforeARunIsDeleted();

private:
    void show(Theme::Choice theme = Theme::Choice::Light, const QString &language = QStringLiteral("en"));
    QTreeView *table() const { return m_window->findChild<QTreeView *>(QStringLiteral("runsTable")); }
    QString cell(int row, int column) const { return table()->model()->index(row, column).data().toString(); }
    RunSize expected() const
    {
        return {QFileInfo(m_large.eventsFile()).size() + cacheBytes, checkpointBytes, modelBytes,
            otherBytes + QFileInfo(m_large.jobFile()).size()};
    }

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<MainWindow> m_window;
    RunRecord m_large;
};

void RunSizesTest::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    writeFailedRun(m_home->path());
    RunHistory history(m_home->path());
    QVERIFY(history.open());
    m_large = history.all()->front();
    const QString weights = m_large.folder + QStringLiteral("/checkpoints/step-1/weights");
    QVERIFY(write(weights, checkpointBytes));
    QVERIFY(QDir().mkpath(m_large.folder + QStringLiteral("/checkpoints/step-2")));
    QCOMPARE(
        ::link(qPrintable(weights), qPrintable(m_large.folder + QStringLiteral("/checkpoints/step-2/weights"))), 0);
    QVERIFY(write(m_large.modelFolder() + QStringLiteral("/model.safetensors"), modelBytes));
    QVERIFY(write(QString::fromStdString(eventCacheOf(m_large.eventsFile().toStdString())), cacheBytes));
    QVERIFY(write(m_large.folder + QStringLiteral("/logs/rank-0.log"), otherBytes));
    QVERIFY(write(m_home->filePath(QStringLiteral("elsewhere/large")), 1 << 20));
    QVERIFY(QFile::link(m_home->filePath(QStringLiteral("elsewhere")), m_large.folder + QStringLiteral("/linked")));
    writeCompletedRun(m_home->path()); // of smaller size, and listed first
    m_workspace = std::make_unique<Workspace>(WorkspaceFolders{m_home->path(), m_home->path()});
    QVERIFY(m_workspace->load());
}

void RunSizesTest::show(Theme::Choice theme, const QString &language)
{
    m_window = openWindow(*m_workspace, QSize(960, 540), theme, language);
    m_window->showPage(NavigationRail::Page::Runs);
    QTRY_VERIFY(!cell(0, RunsModel::Size).isEmpty() && !cell(1, RunsModel::Size).isEmpty());
}

void RunSizesTest::countsEachFileOnceAndFollowsNoLink()
{
    QVERIFY(sizeOfRun(m_large.folder) == expected());
    QVERIFY(sizeOfRun(m_home->filePath(QStringLiteral("nowhere"))) == RunSize());
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(!sizeOfRun(m_large.folder, stop.get_token()));
}

void RunSizesTest::areShownAndSortedBy()
{
    show();
    QCOMPARE(cell(1, RunsModel::Size), formatBytes(expected().total()));
    const RunSize small = *sizeOfRun(m_workspace->history().all()->front().folder);
    QVERIFY(small.total() < expected().total());
    QCOMPARE(cell(0, RunsModel::Size), formatBytes(small.total()));
    table()->sortByColumn(RunsModel::Size, Qt::DescendingOrder);
    QCOMPARE(cell(0, RunsModel::Size), formatBytes(expected().total()));
    table()->sortByColumn(RunsModel::Size, Qt::AscendingOrder);
    QCOMPARE(cell(0, RunsModel::Size), formatBytes(small.total()));

    QVERIFY(QDir(m_large.folder + QStringLiteral("/checkpoints")).removeRecursively());
    m_window->showPage(NavigationRail::Page::Settings);
    m_window->showPage(NavigationRail::Page::Runs);
    QTRY_COMPARE(cell(0, RunsModel::Size), formatBytes(expected().total() - checkpointBytes)); // it is the smaller now
}

void RunSizesTest::areSaidBeforeARunIsDeleted()
{
    QFETCH(Theme::Choice, theme);
    QFETCH(QString, language);
    show(theme, language);
    m_window->activateWindow();
    QTRY_VERIFY(m_window->isActiveWindow());
    table()->setFocus();
    table()->setCurrentIndex(table()->model()->index(1, 0));
    QTest::keyClick(table(), Qt::Key_Delete);
    auto *question = m_window->findChild<QMessageBox *>(QStringLiteral("removeRunQuestion"));
    QVERIFY(question);
    const RunSize size = expected();
    for (const std::int64_t bytes : {size.total(), size.events, size.checkpoints, size.model, size.others})
        QVERIFY2(question->informativeText().contains(formatBytes(bytes)), qPrintable(question->informativeText()));
    QVERIFY(saveScreenshot(*question, QStringLiteral("runsizes-question-") + QTest::currentDataTag()));
    QVERIFY(saveScreenshot(*m_window, QStringLiteral("runsizes-") + QTest::currentDataTag()));
    question->close();
    m_workspace->language().choose(QStringLiteral("en"));
}

QTEST_MAIN(RunSizesTest)
#include "tst_runsizes.moc"
