// Tables have room for their headings and for what says by which column they are sorted, and do not scroll sideways.
#include "app/models/runmachinemodel.h"
#include "app/widgets/pageelements.h"
#include "tests/app/lostmachines.h"
#include "tests/app/openwindow.h"
#include "tests/app/screenshot.h"
#include "tests/app/writtenruns.h"

#include <QHeaderView>
#include <QScrollBar>
#include <QStandardItemModel>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include <cstdlib>

using namespace motley;

namespace {

constexpr int patience = 20000; // milliseconds

QImage headingsOf(const QTreeView &table)
{
    deliverEvents();
    return table.header()->viewport()->grab().toImage();
}

// Columns of pixels that have more than one colour, above the line below the headings.
QList<int> inkedColumns(const QImage &image, int from, int to)
{
    QList<int> inked;
    for (int x = from; x < to; ++x)
        for (int y = 1; y < image.height() - 3; ++y)
            if (image.pixel(x, y) != image.pixel(x, 0)) {
                inked << x;
                break;
            }
    return inked;
}

// Which table that is seen scrolls sideways, and by how much; empty: none.
QString scrolling(const QWidget &window)
{
    for (const auto *table : window.findChildren<QTreeView *>())
        if (const int beyond = table->horizontalScrollBar()->maximum(); table->isVisible() && beyond > 0)
            return QStringLiteral("%1: %2").arg(table->objectName()).arg(beyond);
    return {};
}

} // namespace

class TablesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::current().choose(Theme::Choice::Light); }
    void cleanup() { QApplication::setLayoutDirection(Qt::LeftToRight); }
    void aHeadingLeavesRoomForTheMark_data();
    void aHeadingLeavesRoomForTheMark();
    void noTableScrollsSideways_data() { addLooks(); }
    void noTableScrollsSideways();
    void columnsThatGaveWayComeBack();
    void whereNoMachineHasAGpuThereIsNoColumn();
};

void TablesTest::aHeadingLeavesRoomForTheMark_data()
{
    QTest::addColumn<Qt::LayoutDirection>("direction");
    QTest::addColumn<Qt::Alignment>("alignment");
    for (const auto direction : {Qt::LeftToRight, Qt::RightToLeft})
        for (const Qt::Alignment alignment : {Qt::AlignLeading, Qt::AlignTrailing})
            QTest::addRow("%s, %s", direction == Qt::LeftToRight ? "from the left" : "from the right",
                alignment == Qt::AlignLeading ? "words" : "numbers")
                << direction << alignment;
}

void TablesTest::aHeadingLeavesRoomForTheMark()
{
    QFETCH(Qt::LayoutDirection, direction);
    QFETCH(Qt::Alignment, alignment);
    QApplication::setLayoutDirection(direction);
    const QString heading = QStringLiteral("Geschwindigkeit");
    QStandardItemModel model(1, 2);
    model.setHorizontalHeaderLabels({heading, QStringLiteral("Adresse")});
    model.setHeaderData(0, Qt::Horizontal, QVariant(alignment | Qt::AlignVCenter), Qt::TextAlignmentRole);
    const std::unique_ptr<QTreeView> table(makeTable(&model, {}, {}));
    table->setSortingEnabled(true);
    table->sortByColumn(0, Qt::AscendingOrder);
    fitColumns(table.get());
    table->resize(400, 200);
    table->show();
    const QImage both = headingsOf(*table);
    const int width = table->columnWidth(0);
    const int from = direction == Qt::LeftToRight ? 0 : both.width() - width;
    model.setHeaderData(0, Qt::Horizontal, QString());
    const QImage mark = headingsOf(*table);
    table->header()->setSortIndicatorShown(false);
    model.setHeaderData(0, Qt::Horizontal, heading);
    const QImage words = headingsOf(*table);
    QCOMPARE(table->columnWidth(0), width);

    const QList<int> marked = inkedColumns(mark, from, from + width);
    QVERIFY(marked.size() > 3);
    const QRect place(marked.front() - 2, 0, marked.size() + 4, mark.height());
    QVERIFY(both.copy(place) == mark.copy(place)); // no letter reaches it
    const qsizetype letters = inkedColumns(words, from, from + width).size();
    const qsizetype all = inkedColumns(both, from, from + width).size();
    QVERIFY(std::abs(all - letters - marked.size()) <= 2); // none is cut; smoothed edges differ
}

void TablesTest::noTableScrollsSideways()
{
    QFETCH(Theme::Choice, theme);
    QFETCH(QString, language);
    const QTemporaryDir home;
    writeCompletedRun(home.path());
    writeRunThatLostTwo(home.path());
    Workspace workspace({home.path(), home.path()});
    QVERIFY(workspace.load());
    const auto window = openWindow(workspace, {1280, 800}, theme, language);
    const OpenRun *run = workspace.open(workspace.history().find(QStringLiteral("Fashion-MNIST"))->id);
    QTRY_VERIFY_WITH_TIMEOUT(run->isOver() && run->series().finished(), patience);
    auto *tabs = window->findChild<QTabWidget *>(QStringLiteral("runTabs"));
    const QString tag = QLatin1String(QTest::currentDataTag());
    for (const QSize size : {QSize(1280, 800), QSize(960, 540)}) {
        window->resize(size);
        for (const auto page :
            {NavigationRail::Page::Machines, NavigationRail::Page::Runs, NavigationRail::Page::Run}) {
            window->showPage(page);
            if (!tabs->currentWidget()->isVisible() && page == NavigationRail::Page::Run)
                window->findChild<QToolButton *>(QStringLiteral("drawerToggle"))->click();
            for (int tab = 0; tab < tabs->count(); ++tab) {
                if (page == NavigationRail::Page::Run && tabs->isTabVisible(tab))
                    tabs->setCurrentIndex(tab);
                QVERIFY(saveScreenshot(
                    *window, QStringLiteral("tables-%1-%2-%3-%4").arg(tag).arg(size.width()).arg(int(page)).arg(tab)));
                QCOMPARE(scrolling(*window), QString());
            }
        }
    }
    workspace.language().choose(QStringLiteral("en"));
}

void TablesTest::columnsThatGaveWayComeBack()
{
    QStandardItemModel model(1, 4);
    model.setHorizontalHeaderLabels(
        {QStringLiteral("Name"), QStringLiteral("Size"), QStringLiteral("Loss"), QStringLiteral("Machines")});
    model.setItem(0, 0, new QStandardItem(QString(80, QLatin1Char('n'))));
    model.setItem(0, 1, new QStandardItem(QStringLiteral("751.4 KiB")));
    model.setItem(0, 2, new QStandardItem(QStringLiteral("0.3093")));
    const std::unique_ptr<QTreeView> table(makeTable(&model, {}, {}));
    fitColumns(table.get(), {}, {{0}, {1, 2}});
    table->resize(700, 200);
    table->show();
    deliverEvents();
    QVERIFY(!table->isColumnHidden(1) && !table->isColumnHidden(2));
    const int wide = table->columnWidth(0);
    const int loss = table->columnWidth(2);

    table->resize(table->width() - (table->columnWidth(3) - 100) - 50, 200);
    deliverEvents();
    QVERIFY(!table->isColumnHidden(1) && table->columnWidth(0) < wide); // a name is shortened first
    table->resize(300, 200);
    deliverEvents();
    QVERIFY(table->isColumnHidden(1) && !table->isColumnHidden(2));
    QCOMPARE(table->columnWidth(2), loss);
    table->resize(160, 200);
    deliverEvents();
    QVERIFY(table->isColumnHidden(1) && table->isColumnHidden(2));
    QCOMPARE(scrolling(*table), QString());
    table->resize(700, 200);
    deliverEvents();
    QVERIFY(!table->isColumnHidden(1) && !table->isColumnHidden(2));
    QCOMPARE(table->columnWidth(0), wide);
}

void TablesTest::whereNoMachineHasAGpuThereIsNoColumn()
{
    const QTemporaryDir home;
    writeCompletedRun(home.path()); // a machine of it has a GPU
    writeRunThatLostTwo(home.path());
    Workspace workspace({home.path(), home.path()});
    QVERIFY(workspace.load());
    const auto window = openWindow(workspace, {1280, 800});
    const auto *table = window->findChild<QTreeView *>(QStringLiteral("runMachines"));
    for (const auto &[name, hasGpu] : {std::pair("Fashion-MNIST", true), std::pair("Lost two", false)}) {
        const OpenRun *run = workspace.open(workspace.history().find(QLatin1String(name))->id);
        window->showPage(NavigationRail::Page::Run);
        QTRY_VERIFY_WITH_TIMEOUT(run->isOver() && run->series().finished(), patience);
        QTRY_COMPARE(table->isColumnHidden(RunMachineModel::Gpu), !hasGpu);
    }
}

QTEST_MAIN(TablesTest)
#include "tst_tables.moc"
