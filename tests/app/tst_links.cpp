// The links between 3, 12 and 64 machines: as a picture whose links can be found by pointer and keys, and as a table
// that says the same; and measured anew from the window.
#include "app/pages/links/linkpicture.h"
#include "app/pages/links/linkscene.h"
#include "app/pages/links/linksdialog.h"
#include "app/widgets/wholenames.h"
#include "app/words/format.h"
#include "remote/session/machinename.h"
#include "tests/app/openwindow.h"
#include "tests/app/screenshot.h"

#include <QLabel>
#include <QMouseEvent>
#include <QPushButton>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace motley;

namespace {

// Of a rack in which the last machine has a slow uplink, which is slower still on the way out.
double speedOf(int from, int to, int count)
{
    if (from == count - 1)
        return 1.2e6;
    return to == count - 1 ? 11.8e6 : 110e6 + 5e4 * (from + to);
}

// A place where the pointer finds the link, as lines cross each other.
QPointF pointOf(const LinkPlaces &places, LinkEnds ends, int count)
{
    if (places.isMatrix)
        return places.cell(ends).center();
    for (int i = 2; i < 19; ++i)
        if (const QPointF at = places.line(ends).pointAt(i / 20.0); places.at(at, count) == ends)
            return at;
    return {};
}

} // namespace

class LinksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        m_workspace = std::make_unique<Workspace>(WorkspaceFolders{m_home->path(), m_home->path()});
        m_workspace->language().choose(QStringLiteral("en"));
        QVERIFY(m_workspace->load());
    }
    void cleanup() { m_window.reset(), m_workspace.reset(); }
    void showsEachLinkBothWays_data();
    void showsEachLinkBothWays();
    void keysReachEachLink_data() { counts(); }
    void keysReachEachLink();
    void saysWhatIsNotKnown();
    void likeLinksLookAlike();
    void isPictured_data();
    void isPictured();

private:
    static void counts();
    void addMachines(int count); // this computer is one of them
    void storeLinks(int count);
    LinksDialog *open(Theme::Choice theme = Theme::Choice::Light, const QString &language = QStringLiteral("en"));

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<MainWindow> m_window;
};

void LinksTest::counts()
{
    QTest::addColumn<int>("count");
    for (const int count : {3, 8, 12, 64})
        QTest::addRow("%d", count) << count;
}

void LinksTest::addMachines(int count)
{
    for (int i = 1; i < count; ++i)
        QVERIFY(m_workspace->fleet().add(
            {Machine::Kind::Ssh, QStringLiteral("gpu-node-%1.cluster.example.org").arg(i, 2, 10, QLatin1Char('0')),
                QStringLiteral("ada@127.0.0.1:9"), {}}));
}

void LinksTest::storeLinks(int count)
{
    std::vector<CandidateMachine> machines;
    for (const auto &host : m_workspace->fleet().hosts())
        machines.push_back({host->machine().name.toStdString(), {}, {}});
    QCOMPARE(int(machines.size()), count);
    for (int from = 0; from < count; ++from)
        for (int to = 0; to < count; ++to)
            if (from != to)
                machines[std::size_t(from)].links.push_back(
                    {machines[std::size_t(to)].name, "10.77.0." + std::to_string(to + 1), !(from == 1 && to == 2),
                        1e-4 * (from + 1), speedOf(from, to, count)});
    QVERIFY(LinkStore(linksFile(m_home->path())).store(machines, QDateTime::currentDateTime().addSecs(-180)));
}

LinksDialog *LinksTest::open(Theme::Choice theme, const QString &language)
{
    m_window = openWindow(*m_workspace, {1280, 800}, theme, language);
    m_window->showPage(NavigationRail::Page::Machines);
    m_window->findChild<QPushButton *>(QStringLiteral("showLinks"))->click();
    auto *dialog = m_window->findChild<LinksDialog *>();
    settle(*dialog);
    return dialog;
}

void LinksTest::showsEachLinkBothWays_data()
{
    counts();
}

void LinksTest::showsEachLinkBothWays()
{
    QFETCH(int, count);
    addMachines(count);
    storeLinks(count);
    auto *dialog = open();
    auto *picture = dialog->findChild<LinkPicture *>();
    const LinkPlaces places = picture->places();
    QCOMPARE(places.isMatrix, count > mostInRing);
    for (std::size_t i = 0; i < places.nodes.size(); ++i) {
        QVERIFY(QRectF(picture->rect()).contains(places.nodes[i]));
        for (std::size_t j = i + 1; j < places.nodes.size(); ++j)
            QVERIFY(!places.nodes[i].intersects(places.nodes[j]));
        const QString name = m_workspace->fleet().hosts()[i]->displayName();
        QVERIFY(places.nodes[i].width() > picture->fontMetrics().horizontalAdvance(name) + 12);
    }
    if (places.isMatrix) {
        QVERIFY(QRectF(picture->rect()).contains(places.cells));
        QVERIFY2(places.side >= 4, qPrintable(QString::number(places.side)));
    }
    const auto *words = dialog->findChild<QLabel *>(QStringLiteral("linkWords"));
    const auto *table = dialog->findChild<QTreeView *>(QStringLiteral("linkTable"));
    const auto &model = *table->model();
    QCOMPARE(model.rowCount(), count * (count - 1));
    for (int row = 0; row<model.rowCount(); row += count> 12 ? 97 : 1) {
        const auto cell = [&](int column) { return model.index(row, column).data().toString(); };
        LinkEnds ends;
        for (int i = 0; i < count; ++i) {
            const QString name = m_workspace->fleet().hosts()[std::size_t(i)]->displayName();
            ends.from = name == cell(LinkTable::From) ? i : ends.from;
            ends.to = name == cell(LinkTable::To) ? i : ends.to;
        }
        const QPointF at = pointOf(places, ends, count);
        QMouseEvent move(QEvent::MouseMove, at, picture->mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QCoreApplication::sendEvent(picture, &move);
        QVERIFY(picture->chosen() == ends);
        QVERIFY2(words->text().startsWith(cell(LinkTable::From) + " to " + insideSentence(cell(LinkTable::To))),
            qPrintable(words->text()));
        QVERIFY2(
            words->text().contains(formatAge(QDateTime::currentDateTime().addSecs(-180), QDateTime::currentDateTime())),
            qPrintable(words->text()));
        if (ends == LinkEnds{1, 2}) {
            QCOMPARE(cell(LinkTable::Speed), QStringLiteral("no answer"));
            continue;
        }
        const double bits = 8 * speedOf(ends.from, ends.to, count);
        const QString rate = unbroken(formatNumber(bits / 1e6, 3) + QStringLiteral(" Mbit/s"));
        QCOMPARE(cell(LinkTable::Speed), rate);
        QCOMPARE(cell(LinkTable::RoundTrip), formatSeconds(1e-4 * (ends.from + 1)));
        QVERIFY2(words->text().contains(rate), qPrintable(words->text()));
    }
    for (int column = 0; column < LinkTable::ColumnCount; ++column) // headings stand above what they are of
        QCOMPARE(model.headerData(column, Qt::Horizontal, Qt::TextAlignmentRole),
            model.index(0, column).data(Qt::TextAlignmentRole));
    // The slowest are first in the table.
    QCOMPARE(model.index(0, LinkTable::Speed).data().toString(), QStringLiteral("no answer"));
    const QString last = m_workspace->fleet().hosts().back()->displayName();
    QCOMPARE(model.index(1, LinkTable::From).data().toString(), last);
    const QString summary = plainHyphens(dialog->findChild<QLabel *>(QStringLiteral("linkSummary"))->text());
    QVERIFY2(summary.contains(QStringLiteral("The slowest is from ") + last), qPrintable(summary));
}

void LinksTest::keysReachEachLink()
{
    QFETCH(int, count);
    addMachines(count);
    auto *picture = open()->findChild<LinkPicture *>();
    picture->setFocus();
    QTest::keyClick(picture, Qt::Key_Down);
    QVERIFY((picture->chosen() == LinkEnds{0, 1}));
    std::vector<bool> reached(std::size_t(count * count));
    for (int row = 0; row < count; ++row) {
        for (int i = 0; i < count; ++i) {
            const LinkEnds at = *picture->chosen();
            QVERIFY(at.from != at.to);
            reached[std::size_t(at.from * count + at.to)] = true;
            QTest::keyClick(picture, Qt::Key_Right);
        }
        QTest::keyClick(picture, Qt::Key_Down);
    }
    QCOMPARE(std::count(reached.begin(), reached.end(), true), std::ptrdiff_t(count * (count - 1)));
}

void LinksTest::saysWhatIsNotKnown()
{
    addMachines(3);
    auto *dialog = open();
    const auto *table = dialog->findChild<QTreeView *>(QStringLiteral("linkTable"));
    QCOMPARE(table->model()->rowCount(), 6);
    QCOMPARE(table->model()->index(0, LinkTable::Speed).data().toString(), QStringLiteral("not measured"));
    QCOMPARE(dialog->findChild<QLabel *>(QStringLiteral("linkSummary"))->text(),
        QStringLiteral("0 of 6 links are measured."));
    QVERIFY(!dialog->findChild<QPushButton *>(QStringLiteral("measureLinks"))->isEnabled()); // nobody else has answered
    QVERIFY(m_workspace->fleet().remove(m_workspace->fleet().hosts().back()->machine().name));
    QCOMPARE(table->model()->rowCount(), 2);
}

void LinksTest::likeLinksLookAlike()
{
    const QStringList names{"a", "b"};
    const auto scene = linkScene(names, names,
        {{"a", "b", "10.0.0.2", true, 1e-4, 100e6, QDateTime::currentDateTime()},
            {"b", "a", "10.0.0.1", true, 1e-4, 95e6, QDateTime::currentDateTime()},
            {"a", "gone", "10.0.0.3", true, 1e-4, 1, QDateTime::currentDateTime()}});
    QCOMPARE(scene.slowest, 95e6); // of those that are in the list
    QCOMPARE(speedPart(scene, 100e6), 1.0);
    QVERIFY(speedPart(scene, 95e6) > 0.95);
}

void LinksTest::isPictured_data()
{
    QTest::addColumn<Theme::Choice>("theme");
    QTest::addColumn<QString>("language");
    QTest::addColumn<int>("count");
    for (const int count : {3, 8, 12, 64}) {
        QTest::addRow("light-%d", count) << Theme::Choice::Light << QStringLiteral("en") << count;
        QTest::addRow("dark-%d", count) << Theme::Choice::Dark << QStringLiteral("de") << count;
        QTest::addRow("arabic-%d", count) << Theme::Choice::Light << QStringLiteral("ar") << count;
    }
}

void LinksTest::isPictured()
{
    QFETCH(Theme::Choice, theme);
    QFETCH(QString, language);
    QFETCH(int, count);
    addMachines(count);
    storeLinks(count);
    auto *dialog = open(theme, language);
    const QString tag = QString::fromLatin1(QTest::currentDataTag());
    QVERIFY(saveScreenshot(*dialog, QStringLiteral("links-") + tag));
    QVERIFY(saveScreenshot(*m_window, QStringLiteral("links-page-") + tag));
    dialog->findChild<QToolButton *>(QStringLiteral("linksAsTable"))->click();
    const auto *table = dialog->findChild<QTreeView *>(QStringLiteral("linkTable"));
    QVERIFY(table->isVisible());
    QVERIFY(saveScreenshot(*dialog, QStringLiteral("links-table-") + tag));
    QCOMPARE(table->horizontalScrollBar()->maximum(), 0);
    QVERIFY(dialog->findChild<QLabel *>(QStringLiteral("linkWords"))->text().isEmpty()); // there is no link to point at
    for (auto *button : dialog->findChildren<QPushButton *>())
        QVERIFY2(
            !button->isVisible() || button->width() >= button->minimumSizeHint().width(), qPrintable(button->text()));
    m_workspace->language().choose(QStringLiteral("en"));
}

QTEST_MAIN(LinksTest)
#include "tst_links.moc"
