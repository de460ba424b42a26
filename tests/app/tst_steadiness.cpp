// Nothing that is clicked or typed into moves when a message, a forecast or a number comes.
#include "app/mainwindow.h"
#include "app/pages/machinespage.h"
#include "app/pages/newrunpage.h"
#include "app/pages/runpage.h"
#include "app/plots/plotpanel.h"
#include "app/widgets/messagecard.h"
#include "app/widgets/noticeline.h"
#include "remote/history/eventlogcopy.h"
#include "remote/prepare/preparation.h"
#include "tests/app/settle.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using namespace motley;

namespace {

using Places = QHash<const QWidget *, QRect>;

// Of all that can be clicked or typed into, within the page.
Places placesIn(const QWidget &page)
{
    Places places;
    for (const auto *widget : page.findChildren<QWidget *>()) {
        const bool isUsed = qobject_cast<const QAbstractButton *>(widget) || qobject_cast<const QLineEdit *>(widget)
            || qobject_cast<const QAbstractSpinBox *>(widget) || qobject_cast<const QComboBox *>(widget);
        if (isUsed && widget->isVisible())
            places.insert(widget, QRect(widget->mapTo(&page, QPoint()), widget->size()));
    }
    return places;
}

Places settledPlacesIn(const QWidget &page)
{
    [&] { QVERIFY(settle(page)); }();
    return placesIn(page);
}

// Names what moved of what is there before and after; empty: nothing did.
QString moved(const Places &before, const Places &after)
{
    QStringList names;
    for (auto place = before.begin(); place != before.end(); ++place) {
        const auto now = after.find(place.key());
        if (now == after.end() || *now == *place)
            continue;
        QString where;
        QDebug(&where) << place.key()->objectName() << *place << *now;
        names << where;
    }
    return names.mid(0, 8).join(QLatin1Char('\n'));
}

} // namespace

class SteadinessTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_window.reset(), m_workspace.reset(), m_home.reset(); }
    void aWrongFieldMovesNothing();
    void aForecastMovesNoField();
    void aSpeedThatARunHasLearnedIsShown();
    void aFileThatIsNoJobMovesNothing();
    void aMessageOfARunMovesNothing();
    void theFirstNoticeMovesNothing();
    void aProblemOfTheWindowMovesNothing();
    void aLookAtTheMachinesMovesNothing();
    void fewerMachinesLeaveTheStatusLineInPlace();
    void shorterValuesLeaveALegendInPlace();

private:
    JobSpec job() const;
    NewRunPage *showNewRun();

    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<MainWindow> m_window;
};

void SteadinessTest::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    m_workspace = std::make_unique<Workspace>(WorkspaceFolders{m_home->path(), m_home->path()});
    m_workspace->language().choose(QStringLiteral("en"));
    QVERIFY(m_workspace->load());
    Theme::current().choose(Theme::Choice::Light);
    m_window = std::make_unique<MainWindow>(m_workspace.get());
    m_window->resize(1280, 760);
    m_window->show();
    QTRY_COMPARE_WITH_TIMEOUT(m_workspace->fleet().hosts().front()->state(), Host::State::Ready, 20000);
    m_workspace->ticks().set(QStringLiteral("local"), Device{}, true);
}

JobSpec SteadinessTest::job() const
{
    QFile text(m_home->filePath(QStringLiteral("text.txt")));
    if (!text.exists() && text.open(QIODevice::WriteOnly))
        text.write(QByteArray("Who knows how many words a model needs. ").repeated(2000));
    LanguageModelSpec spec;
    spec.data.train = {text.fileName().toStdString()};
    JobSpec job;
    job.name = "words";
    job.task = spec;
    return job;
}

NewRunPage *SteadinessTest::showNewRun()
{
    auto *page = m_window->findChild<NewRunPage *>();
    m_window->showPage(NavigationRail::Page::NewRun);
    page->setJob(job());
    const auto *start = page->findChild<QAbstractButton *>(QStringLiteral("startRun"));
    [&] { QTRY_VERIFY_WITH_TIMEOUT(start->isEnabled(), 10000); }();
    return page;
}

void SteadinessTest::aWrongFieldMovesNothing()
{
    const auto *page = showNewRun();
    const Places before = settledPlacesIn(*page);
    QVERIFY(before.size() > 20);
    page->findChild<QSpinBox *>(QStringLiteral("batch"))->setValue(0);
    QTRY_VERIFY(page->findChild<QLabel *>(QStringLiteral("batch.message"))->isVisible());
    QCOMPARE(moved(before, settledPlacesIn(*page)), QString());
}

void SteadinessTest::aForecastMovesNoField()
{
    auto *page = showNewRun();
    const Places before = settledPlacesIn(*page);
    const auto *words = page->findChild<QLabel *>(QStringLiteral("forecastWords"));
    const QString unknown = words->text();
    const Host &host = *m_workspace->fleet().hosts().front();
    RunRequest request;
    auto candidates = candidatesOf(request, *host.report(), {Device{}});
    for (Candidate &candidate : candidates)
        candidate.speed = SpeedReport{2400, 0.002, 0.0004, {}, 4690};
    m_workspace->history().speeds().store(job(), {{host.machine().name.toStdString(), *host.report(), candidates}});
    page->setJob(job()); // asks for a new forecast
    QTRY_VERIFY(words->text() != unknown);
    QCOMPARE(moved(before, settledPlacesIn(*page)), QString());
}

// A run learns how fast a machine is while the page of the next run is hidden.
void SteadinessTest::aSpeedThatARunHasLearnedIsShown()
{
    auto *page = showNewRun();
    const auto *words = page->findChild<QLabel *>(QStringLiteral("forecastWords"));
    const QString unknown = words->text();
    m_window->showPage(NavigationRail::Page::Runs);
    const Host &host = *m_workspace->fleet().hosts().front();
    auto candidates = candidatesOf(RunRequest(), *host.report(), {Device{}});
    for (Candidate &candidate : candidates)
        candidate.speed = SpeedReport{2400, 0.002, 0.0004, {}, 4690};
    m_workspace->history().speeds().store(job(), {{host.machine().name.toStdString(), *host.report(), candidates}});
    m_window->showPage(NavigationRail::Page::NewRun);
    QTRY_VERIFY(words->text() != unknown);
}

void SteadinessTest::aFileThatIsNoJobMovesNothing()
{
    auto *page = showNewRun();
    const Places before = settledPlacesIn(*page);
    QVERIFY(!page->importJob(m_home->filePath(QStringLiteral("text.txt"))));
    QCOMPARE(moved(before, settledPlacesIn(*page)), QString());
}

void SteadinessTest::aMessageOfARunMovesNothing()
{
    auto record = m_workspace->history().create(
        job(), {{Machine::Kind::Ssh, QStringLiteral("gpu1"), QStringLiteral("ada@127.0.0.1:9"), {}}});
    QVERIFY(record);
    record->outcome = RunRecord::Outcome::Running;
    record->remoteRuns = {{"/nowhere/motley-engine", "/nowhere/run"}};
    StepDone step;
    step.step = 1;
    step.seconds = 0.1;
    step.samples = 32;
    EventLogCopy copy(record->eventsFile());
    QVERIFY(copy.load());
    QVERIFY(copy.append({Event{1, 1000, step}}));
    QVERIFY(m_workspace->history().update(*record));
    const OpenRun *run = m_workspace->open(record->id);
    m_window->showPage(NavigationRail::Page::Run);
    const auto *page = m_window->findChild<RunPage *>();
    auto *notice = page->findChild<NoticeLine *>();
    const auto *sentence = notice->findChild<QLabel *>(QStringLiteral("messageSentence"));
    QTRY_VERIFY_WITH_TIMEOUT(!run->series().steps().empty() && sentence->isVisible(), 20000); // there is no contact
    const Places before = settledPlacesIn(*page);
    QVERIFY(before.size() > 5);
    notice->showQuiet({});
    QCOMPARE(moved(before, settledPlacesIn(*page)), QString());
}

void SteadinessTest::theFirstNoticeMovesNothing()
{
    QWidget page;
    NoticeLine line(&page);
    const int kept = line.minimumHeight();
    line.show(MessageCard::Kind::Warning, QStringLiteral("box1: Slow."), QStringLiteral("its processor"));
    QCOMPARE(line.minimumHeight(), kept);
    QCOMPARE(line.maximumHeight(), kept);
    QVERIFY(line.layout()->minimumSize().height() <= kept);
}

// It lies on the lower edge of whichever page is shown, until it is closed.
void SteadinessTest::aProblemOfTheWindowMovesNothing()
{
    using Page = NavigationRail::Page;
    const auto *pages = m_window->findChild<QStackedWidget *>();
    showNewRun(); // whose data are found by now
    for (const Page page : {Page::Machines, Page::NewRun, Page::Runs, Page::Settings}) {
        m_window->showPage(page);
        const Places before = settledPlacesIn(*pages);
        QVERIFY(!before.isEmpty());
        m_window->showProblem({"The list of machines cannot be read.", "line 3", {}});
        QCOMPARE(moved(before, settledPlacesIn(*pages)), QString());
        const auto *card = m_window->findChild<MessageCard *>(QStringLiteral("windowProblem"));
        QVERIFY(card->isVisible());
        QTest::mouseClick(card->findChild<QPushButton *>(QStringLiteral("messageAction")), Qt::LeftButton);
        QVERIFY(!card->isVisible());
        QCOMPARE(moved(before, settledPlacesIn(*pages)), QString());
    }
}

// By itself, and while it lasts the machine stays ready.
void SteadinessTest::aLookAtTheMachinesMovesNothing()
{
    m_window->showPage(NavigationRail::Page::Machines);
    const auto *page = m_window->findChild<MachinesPage *>();
    auto *looks = page->findChild<QTimer *>(QStringLiteral("machineLooks"));
    QVERIFY(looks && looks->isActive());
    QCOMPARE(looks->interval(), 30000);
    const Places before = settledPlacesIn(*page);
    QVERIFY(!before.isEmpty());
    const Host *host = m_workspace->fleet().hosts().front().get();
    int looked = 0;
    bool stayedReady = true;
    connect(host, &Host::changed, this, [&] {
        ++looked;
        stayedReady = stayedReady && host->state() == Host::State::Ready;
    });
    looks->start(20);
    QTRY_VERIFY_WITH_TIMEOUT(looked > 0, 20000);
    QVERIFY(stayedReady);
    QCOMPARE(moved(before, settledPlacesIn(*page)), QString());
}

void SteadinessTest::fewerMachinesLeaveTheStatusLineInPlace()
{
    const auto *runs = m_window->findChild<QLabel *>(QStringLiteral("runStatus"));
    Fleet &fleet = m_workspace->fleet();
    const auto nameOf = [](int i) { return QStringLiteral("gpu%1").arg(i); };
    for (int i = 0; i < 10; ++i)
        QVERIFY(fleet.add({Machine::Kind::Ssh, nameOf(i), QStringLiteral("ada@127.0.0.1:9"), {}}));
    QVERIFY(settle(*m_window));
    const int before = runs->x();
    for (int i = 0; i < 10; ++i)
        QVERIFY(fleet.remove(nameOf(i)));
    QVERIFY(settle(*m_window));
    QCOMPARE(runs->x(), before);
}

void SteadinessTest::shorterValuesLeaveALegendInPlace()
{
    const std::vector<double> x{1, 2};
    const std::vector<double> y{1234567.5, 1};
    PlotPanel panel(QStringLiteral("Speed"), QStringLiteral("speed"));
    using Style = PlotCurve::LineStyle;
    panel.setCurves({{QStringLiteral("all"), 0, Style::Line, &x, &y}, {QStringLiteral("gpu1"), 1, Style::Line, &x, &y}},
        QStringLiteral("step"), {});
    panel.resize(700, 300);
    panel.show();
    panel.setCrosshair(1);
    QVERIFY(settle(panel));
    const auto entries = panel.findChildren<QToolButton *>();
    const auto last = std::find_if(
        entries.rbegin(), entries.rend(), [](const auto *entry) { return entry->property("legend").toBool(); });
    QVERIFY(last != entries.rend());
    QVERIFY((*last)->x() > 0);
    const int before = (*last)->x();
    panel.setCrosshair(2);
    QVERIFY(settle(panel));
    QVERIFY((*last)->text().endsWith(QStringLiteral("1") + QChar(0x2069)));
    QCOMPARE((*last)->x(), before);
}

QTEST_MAIN(SteadinessTest)
#include "tst_steadiness.moc"
