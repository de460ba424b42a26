// Notes and tags of runs: written by keyboard, shown and found in the list, in two windows on one home.
#include "app/models/runsmodel.h"
#include "app/pages/runspage.h"
#include "tests/app/openwindow.h"
#include "tests/app/screenshot.h"
#include "tests/app/writtenruns.h"

#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTreeView>

using namespace motley;

class AnnotationsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void areWrittenByKeyboardAndShown();
    void areSearchedAndFiltered();
    void ofTwoWindowsAreKept();
    void thatAreTooLongAreRefusedInTheDialog();
    void arePictured_data() { addLooks(); }
    void arePictured();

private:
    struct Seat { // a window, and what it works on
        std::unique_ptr<Workspace> workspace;
        std::unique_ptr<MainWindow> window;

        QTreeView *table() const { return window->findChild<QTreeView *>(QStringLiteral("runsTable")); }
        QPointer<QDialog> dialog() const { return window->findChild<QDialog *>(QStringLiteral("annotationDialog")); }
        QString cell(int row, int column) const { return table()->model()->index(row, column).data().toString(); }
    };

    Seat sit(const QSize &size = {960, 540});
    QPointer<QDialog> edit(const Seat &seat, int row);
    static void write(QDialog *dialog, const QString &tags, const QString &note);

    std::unique_ptr<QTemporaryDir> m_home;
    Seat m_seat;
};

AnnotationsTest::Seat AnnotationsTest::sit(const QSize &size)
{
    Seat seat;
    seat.workspace = std::make_unique<Workspace>(WorkspaceFolders{m_home->path(), m_home->path()});
    [&] { QVERIFY(seat.workspace->load()); }();
    seat.window = openWindow(*seat.workspace, size);
    seat.window->showPage(NavigationRail::Page::Runs);
    return seat;
}

void AnnotationsTest::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    writeFailedRun(m_home->path());
    writeCompletedRun(m_home->path()); // the newer one is listed first
    m_seat = sit();
}

void AnnotationsTest::cleanup()
{
    m_seat.window.reset(); // before what it shows
    m_seat.workspace.reset();
}

QPointer<QDialog> AnnotationsTest::edit(const Seat &seat, int row)
{
    seat.window->activateWindow();
    [&] { QTRY_VERIFY(seat.window->isActiveWindow()); }();
    seat.table()->setFocus();
    seat.table()->setCurrentIndex(seat.table()->model()->index(row, 0));
    QTest::keyClick(seat.table(), Qt::Key_F4);
    const QPointer<QDialog> dialog = seat.dialog();
    [&] { QTRY_VERIFY(dialog && dialog->isVisible()); }();
    return dialog;
}

void AnnotationsTest::write(QDialog *dialog, const QString &tags, const QString &note)
{
    auto *field = dialog->findChild<QLineEdit *>(QStringLiteral("runTags"));
    auto *text = dialog->findChild<QPlainTextEdit *>(QStringLiteral("runNote"));
    dialog->activateWindow();
    [&] { QTRY_VERIFY(dialog->isActiveWindow()); }();
    field->selectAll();
    QTest::keyClicks(field, tags);
    text->selectAll();
    QTest::keyClicks(text, note);
    QTest::keyClick(text, Qt::Key_Return, Qt::ControlModifier);
}

void AnnotationsTest::areWrittenByKeyboardAndShown()
{
    QVERIFY(m_seat.table()->isColumnHidden(RunsModel::Tags)); // nothing would stand there
    QVERIFY(m_seat.table()->isColumnHidden(RunsModel::Note));
    const QPointer<QDialog> dialog = edit(m_seat, 0);
    QVERIFY(dialog);
    write(dialog, QStringLiteral("wide, Baseline,"), QStringLiteral("<b>Rate</b> of 0.3"));
    QTRY_VERIFY(!dialog);
    QVERIFY(!m_seat.table()->isColumnHidden(RunsModel::Tags));
    QCOMPARE(m_seat.cell(0, RunsModel::Tags), QStringLiteral("Baseline \u00b7 wide"));
    QCOMPARE(m_seat.cell(0, RunsModel::Note), QStringLiteral("<b>Rate</b> of 0.3"));
    QCOMPARE(m_seat.cell(1, RunsModel::Tags), QString());
    QCOMPARE(m_seat.table()->currentIndex().row(), 0);
    const QString tip = m_seat.table()->model()->index(0, RunsModel::Note).data(Qt::ToolTipRole).toString();
    QVERIFY2(tip.contains(QStringLiteral("&lt;b&gt;Rate")), qPrintable(tip));
    const QPointer<QDialog> again = edit(m_seat, 0);
    QCOMPARE(again->findChild<QLineEdit *>(QStringLiteral("runTags"))->text(), QStringLiteral("Baseline, wide"));
    QTest::keyClick(again, Qt::Key_Escape);
    QTRY_VERIFY(!again);
    QCOMPARE(m_seat.cell(0, RunsModel::Tags), QStringLiteral("Baseline \u00b7 wide"));
}

void AnnotationsTest::areSearchedAndFiltered()
{
    RunHistory terminal(m_home->path());
    QVERIFY(terminal.open());
    const auto runs = terminal.all();
    QVERIFY(terminal.annotate(runs->at(0).id, {}, {QStringLiteral("First line\nand a warm start"), {"wide"}}));
    QVERIFY(terminal.annotate(runs->at(1).id, {}, {QString(), {"deep", "wide"}}));
    QTRY_COMPARE(m_seat.cell(1, RunsModel::Tags), QStringLiteral("deep \u00b7 wide"));

    auto *filter = m_seat.window->findChild<QLineEdit *>(QStringLiteral("runsFilter"));
    const auto shown = [&] { return m_seat.table()->model()->rowCount(); };
    QTest::keyClicks(filter, QStringLiteral("start WARM")); // of the second line, in any order
    QCOMPARE(shown(), 1);
    QCOMPARE(m_seat.cell(0, RunsModel::Note), QStringLiteral("First line"));
    filter->setText(QStringLiteral("deep failed"));
    QCOMPARE(shown(), 1);
    filter->setText(QStringLiteral("deep completed"));
    QCOMPARE(shown(), 0);
    filter->clear();
    QCOMPARE(shown(), 2);

    auto *tag = m_seat.window->findChild<QComboBox *>(QStringLiteral("runsTag"));
    QVERIFY(tag->isVisible());
    QCOMPARE(tag->count(), 3);
    tag->setFocus();
    QTest::keyClick(tag, Qt::Key_Down);
    QCOMPARE(tag->currentText(), QStringLiteral("deep"));
    QCOMPARE(shown(), 1);
    QTest::keyClick(tag, Qt::Key_Down);
    QCOMPARE(shown(), 2);
    QTest::keyClick(tag, Qt::Key_Up);
    QVERIFY(terminal.annotate(runs->at(1).id, {QString(), {"deep", "wide"}}, {QString(), {"wide"}}));
    QTRY_COMPARE(tag->count(), 2); // nothing has the chosen tag any more
    QCOMPARE(tag->currentText(), QStringLiteral("All tags"));
    QCOMPARE(shown(), 2);
}

void AnnotationsTest::ofTwoWindowsAreKept()
{
    const Seat other = sit({1280, 800});
    const QPointer<QDialog> mine = edit(m_seat, 0);
    const QPointer<QDialog> theirs = edit(other, 0);
    QVERIFY(mine && theirs);
    write(mine, QStringLiteral("wide"), QStringLiteral("Mine"));
    write(theirs, QStringLiteral("deep"), QStringLiteral("Theirs"));
    for (const Seat *seat : std::initializer_list<const Seat *>{&m_seat, &other}) {
        QTRY_COMPARE(seat->cell(0, RunsModel::Tags), QStringLiteral("deep \u00b7 wide"));
        QCOMPARE(seat->cell(0, RunsModel::Note), QStringLiteral("Mine"));
    }
    QCOMPARE(m_seat.workspace->history().all()->front().annotation.note, QStringLiteral("Mine\n\nTheirs"));
}

void AnnotationsTest::thatAreTooLongAreRefusedInTheDialog()
{
    const QPointer<QDialog> dialog = edit(m_seat, 0);
    auto *tags = dialog->findChild<QLineEdit *>(QStringLiteral("runTags"));
    tags->setText(QString(41, QLatin1Char('x')));
    dialog->findChild<QPushButton *>(QStringLiteral("saveAnnotation"))->click();
    const auto *said = dialog->findChild<QLabel *>(QStringLiteral("messageSentence"));
    QTRY_VERIFY(said->isVisible());
    QVERIFY2(said->text().contains(QStringLiteral("longer than 40 characters")), qPrintable(said->text()));
    tags->setText(QStringLiteral("x"));
    dialog->findChild<QPushButton *>(QStringLiteral("saveAnnotation"))->click();
    QTRY_VERIFY(!dialog);
    QCOMPARE(m_seat.cell(0, RunsModel::Tags), QStringLiteral("x"));
}

void AnnotationsTest::arePictured()
{
    QFETCH(Theme::Choice, theme);
    QFETCH(QString, language);
    const auto runs = m_seat.workspace->history().all();
    QVERIFY(m_seat.workspace->history().annotate(
        runs->at(0).id, {}, {QStringLiteral("A rate of 0.3 from the start; the loss rose at step 900."), {"wide"}}));
    QVERIFY(m_seat.workspace->history().annotate(runs->at(1).id, {}, {QString(), {"baseline", "wide"}}));
    m_seat.window = openWindow(*m_seat.workspace, QSize(960, 540), theme, language);
    m_seat.window->showPage(NavigationRail::Page::Runs);
    const QPointer<QDialog> dialog = edit(m_seat, 0);
    QVERIFY(saveScreenshot(*m_seat.window, QStringLiteral("annotations-") + QTest::currentDataTag()));
    QVERIFY(saveScreenshot(*dialog, QStringLiteral("annotations-dialog-") + QTest::currentDataTag()));
    QCOMPARE(m_seat.window->size(), QSize(960, 540));
    m_seat.workspace->language().choose(QStringLiteral("en"));
}

QTEST_MAIN(AnnotationsTest)
#include "tst_annotations.moc"
