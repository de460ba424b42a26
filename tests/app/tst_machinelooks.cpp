// The page of machines while it looks at them by itself: what they do, as curves, who uses their GPUs, when they were
// seen last.
#include "app/models/hostwords.h"
#include "app/pages/machinespage.h"
#include "app/plots/delegates/sparkline.h"
#include "tests/app/openwindow.h"
#include "tests/app/screenshot.h"

#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStyle>
#include <QStyledItemDelegate>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QTreeView>

#include <cmath>

using namespace motley;

namespace {

constexpr int patience = 60000; // milliseconds

// Nothing is beyond its edge.
bool fits(const QTreeView &tree)
{
    return tree.horizontalScrollBar()->maximum() == 0 && tree.header()->length() <= tree.viewport()->width();
}

class DrawnItem : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::initStyleOption;
};

// Pixels by which the words of a cell are too long for it; below 0: it has more room.
int lacking(const QTreeView &tree, const QModelIndex &cell)
{
    QStyleOptionViewItem option;
    option.initFrom(&tree);
    option.widget = &tree;
    option.rect = tree.visualRect(cell);
    option.decorationSize = tree.iconSize();
    option.showDecorationSelected = true;
    DrawnItem().initStyleOption(&option, cell);
    const QRect place = tree.style()->subElementRect(QStyle::SE_ItemViewItemText, &option, &tree);
    const int margin = tree.style()->pixelMetric(QStyle::PM_FocusFrameHMargin, &option, &tree) + 1;
    return option.fontMetrics.horizontalAdvance(option.text) + 2 * margin - place.width();
}

} // namespace

class MachineLooksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        m_workspace = std::make_unique<Workspace>(WorkspaceFolders{m_home->path(), m_home->path()});
    }
    void cleanup()
    {
        m_window.reset();
        m_workspace.reset();
        qputenv("PATH", m_path);
    }
    void showsWhatMachinesDo_data() { addLooks(); }
    void showsWhatMachinesDo();
    void columnsOfWhatNoMachineHasAreHidden();
    void aMachineThatCannotBeLookedAtIsNotReadyForLong();

private:
    void useGpusOf(const char *machine) { qputenv("PATH", QByteArray(RECORDED_SMI "/") + machine + ':' + m_path); }
    Host &thisComputer() { return *m_workspace->fleet().hosts().front(); }
    void look(int times)
    {
        for (int i = 0; i < times; ++i) {
            const int before = thisComputer().answers();
            auto *timer = m_window->findChild<QTimer *>(QStringLiteral("machineLooks"));
            const QSignalSpy spy(timer, &QTimer::timeout);
            timer->start(0);
            QTRY_VERIFY(!spy.isEmpty());
            timer->stop();
            QTRY_VERIFY_WITH_TIMEOUT(thisComputer().answers() > before, patience);
        }
    }

    const QByteArray m_path = qgetenv("PATH");
    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<MainWindow> m_window;
};

void MachineLooksTest::showsWhatMachinesDo()
{
    QFETCH(Theme::Choice, theme);
    QFETCH(QString, language);
    useGpusOf("busy");
    QVERIFY(m_workspace->load());
    m_window = openWindow(*m_workspace, {1280, 800}, theme, language);
    m_window->showPage(NavigationRail::Page::Machines);
    QTRY_COMPARE_WITH_TIMEOUT(thisComputer().state(), Host::State::Ready, patience);
    QVERIFY(m_workspace->fleet().add({Machine::Kind::Ssh, QStringLiteral("attic"), QStringLiteral("127.0.0.1:9"), {}}));
    m_workspace->fleet().hosts().back()->refresh();
    QTRY_COMPARE_WITH_TIMEOUT(m_workspace->fleet().hosts().back()->state(), Host::State::Failed, patience);
    look(5);

    const FleetModel &model = m_workspace->fleetModel();
    const QModelIndex machine = model.index(0, 0);
    const QModelIndex busy = model.index(1, 0, machine);
    const auto valuesAt = [](const QModelIndex &row, int column) {
        return row.siblingAtColumn(column).data(SparklineDelegate::valuesRole).value<QList<double>>();
    };
    QCOMPARE(valuesAt(machine, FleetModel::Load).size(), 6);
    for (const double part : valuesAt(machine, FleetModel::Memory))
        QVERIFY(part > 0 && part < 1);
    QCOMPARE(valuesAt(busy, FleetModel::Load).back(), 0.87);
    QCOMPARE(valuesAt(busy, FleetModel::Memory).back(), 12285.0 / 49140); // free, as the words
    QVERIFY(std::abs(valuesAt(busy, FleetModel::Power).back() - 214.0 / 285) < 1e-9);
    QCOMPARE(valuesAt(busy, FleetModel::Heat).back(), 0.71);
    const QString account = QFileInfo(QStringLiteral("/proc/1")).owner();
    QVERIFY(busy.siblingAtColumn(FleetModel::State).data().toString().contains(account));
    QVERIFY(!machine.siblingAtColumn(FleetModel::LastSeen).data().toString().isEmpty());
    QVERIFY(model.index(1, FleetModel::LastSeen).data().toString().isEmpty()); // never
    const auto *tree = m_window->findChild<QTreeView *>(QStringLiteral("machineTree"));
    for (const int column : {FleetModel::Load, FleetModel::Memory, FleetModel::Power, FleetModel::Heat})
        QVERIFY2(!tree->isColumnHidden(column),
            qPrintable(model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()));
    const auto *seen = m_window->findChild<QLabel *>(QStringLiteral("lastSeen"));
    QVERIFY(!seen->text().isEmpty());
    const auto *status = m_window->findChild<QLabel *>(QStringLiteral("machineStatus"));
    QVERIFY(language != QStringLiteral("en") || status->text() == QStringLiteral("1 of 2 machines ready"));
    const QString name = QStringLiteral("machinelooks-%1").arg(QLatin1String(QTest::currentDataTag()));
    QVERIFY(saveScreenshot(*m_window, name));
    QVERIFY(fits(*tree));
    m_window->resize(960, 540);
    QVERIFY(saveScreenshot(*m_window, name + QStringLiteral("-small")));
    QVERIFY(fits(*tree));
    QVERIFY(!tree->isColumnHidden(FleetModel::Load));
    const QString tip = busy.data(Qt::ToolTipRole).toString(); // has what is shortened or left out
    for (const int column : {FleetModel::Name, FleetModel::Driver, FleetModel::Capability})
        QVERIFY2(tip.contains(busy.siblingAtColumn(column).data().toString().toHtmlEscaped()), qPrintable(tip));

    m_window->resize(1920, 800);
    QTRY_VERIFY(!tree->isColumnHidden(FleetModel::Capability));
    QVERIFY(fits(*tree));
    QVERIFY(tree->columnWidth(FleetModel::Name) >= tree->header()->sectionSizeHint(FleetModel::Name));
}

void MachineLooksTest::columnsOfWhatNoMachineHasAreHidden()
{
    useGpusOf("nodevices");
    QVERIFY(m_workspace->load());
    m_window = openWindow(*m_workspace, {1280, 800});
    m_window->showPage(NavigationRail::Page::Machines);
    QTRY_COMPARE_WITH_TIMEOUT(thisComputer().state(), Host::State::Ready, patience);
    look(1);
    const auto *tree = m_window->findChild<QTreeView *>(QStringLiteral("machineTree"));
    for (const int column : {FleetModel::Power, FleetModel::Heat, FleetModel::Driver, FleetModel::Capability})
        QVERIFY(tree->isColumnHidden(column));
    QVERIFY(!tree->isColumnHidden(FleetModel::Load));
    const int width = tree->columnWidth(FleetModel::Load);
    QVERIFY(width > SparklineDelegate::room);
    QVERIFY(saveScreenshot(*m_window, QStringLiteral("machinelooks-no-gpus")));
    const QModelIndex machine = tree->model()->index(0, 0);
    QVERIFY(lacking(*tree, machine) <= 0);
    const QModelIndex processors = tree->model()->index(0, 0, machine);
    QVERIFY2(lacking(*tree, processors) <= 0, qPrintable(QString::number(lacking(*tree, processors))));

    useGpusOf("busy"); // as after a GPU was put in
    look(1);
    QTRY_VERIFY_WITH_TIMEOUT(!tree->isColumnHidden(FleetModel::Heat), patience);
    QVERIFY(tree->columnWidth(FleetModel::Heat) > SparklineDelegate::room);
    QCOMPARE(tree->columnWidth(FleetModel::Load), width);
    m_window->resize(1920, 800);
    QTRY_VERIFY(!tree->isColumnHidden(FleetModel::Driver));
    for (int column = 0; column < FleetModel::ColumnCount; ++column)
        if (const int heading = tree->header()->sectionSizeHint(column); heading > 0) // 0: hidden
            QVERIFY2(tree->columnWidth(column) >= heading,
                qPrintable(tree->model()->headerData(column, Qt::Horizontal).toString()));
}

// Such a host is made by hand, as nobody wants to wait for the minutes.
void MachineLooksTest::aMachineThatCannotBeLookedAtIsNotReadyForLong()
{
    QVERIFY(m_workspace->load());
    m_workspace->language().choose(QStringLiteral("en"));
    QTRY_COMPARE_WITH_TIMEOUT(thisComputer().state(), Host::State::Ready, patience);
    const QDateTime seen = thisComputer().lastSeen();
    QVERIFY(isReadyNow(thisComputer(), seen.addDays(1))); // it is asked again and again
    QVERIFY(wasSeenLately(seen, seen.addSecs(200)));
    QVERIFY(!wasSeenLately(seen, seen.addSecs(400)));
}

QTEST_MAIN(MachineLooksTest)
#include "tst_machinelooks.moc"
