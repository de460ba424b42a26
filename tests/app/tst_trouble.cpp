// What goes wrong stands on the pages whole, in three looks.
#include "app/mainwindow.h"
#include "app/models/hostwords.h"
#include "app/pages/plan/forecastview.h"
#include "app/widgets/messagecard.h"
#include "tests/app/screenshot.h"
#include "tests/remote/ssh/sshdserver.h"

#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

using namespace motley;

class TroubleTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup() { m_window.reset(), m_workspace.reset(), m_home.reset(); }
    void machines_data() { looks(); }
    void machines();
    void messageOfTheWindow_data() { looks(); }
    void messageOfTheWindow();
    void offers_data() { looks(); }
    void offers();

private:
    static void looks();
    static void isWhole(const QLabel &label);
    void save(const QString &name) const;
    QString entry(const QString &name, const SshdServer &server, const QStringList &more) const;

    SshdServer m_server;
    SshdServer m_locked; // its account may run no commands
    SshdServer m_other; // lends its host key
    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<MainWindow> m_window;
};

void TroubleTest::initTestCase()
{
    const QString noCommands = QStringLiteral("ForceCommand echo This account is currently not available.; exit 1");
    if (const auto started = m_server.start(); !started)
        QSKIP(started.error().message.c_str());
    QVERIFY(m_other.start());
    QVERIFY(m_locked.start({noCommands}));
    m_locked.knowHostKey();
    QFile known(m_server.path(QStringLiteral("changed_hosts")));
    QVERIFY(known.open(QIODevice::WriteOnly));
    known.write(
        QByteArray("[127.0.0.1]:") + QByteArray::number(m_server.port()) + ' ' + m_other.publicHostKey() + '\n');
    known.close();
    m_server.writeClientConfig({},
        entry(QStringLiteral("changed"), m_server, {"UserKnownHostsFile " + known.fileName()})
            + entry(QStringLiteral("strict"), m_server,
                {QStringLiteral("UserKnownHostsFile ") + m_server.path(QStringLiteral("none")),
                    QStringLiteral("StrictHostKeyChecking yes")})
            + entry(QStringLiteral("locked"), m_locked,
                {"UserKnownHostsFile " + m_locked.path(QStringLiteral("known_hosts")),
                    "IdentityFile " + m_locked.makeKey(QStringLiteral("key"))}));
}

QString TroubleTest::entry(const QString &name, const SshdServer &server, const QStringList &more) const
{
    const QStringList lines{"Host " + name, QStringLiteral("HostName 127.0.0.1"),
        QStringLiteral("Port %1").arg(server.port()), "User " + currentUser(),
        QStringLiteral("GlobalKnownHostsFile /dev/null"), QStringLiteral("IdentityAgent none"),
        QStringLiteral("IdentitiesOnly yes")};
    return (lines + more).join(QStringLiteral("\n    ")) + '\n';
}

void TroubleTest::looks()
{
    QTest::addColumn<Theme::Choice>("theme");
    QTest::addColumn<QString>("language");
    QTest::addRow("light") << Theme::Choice::Light << QStringLiteral("en");
    QTest::addRow("dark") << Theme::Choice::Dark << QStringLiteral("de");
    QTest::addRow("arabic") << Theme::Choice::Light << QStringLiteral("ar");
}

void TroubleTest::init()
{
    QFETCH(Theme::Choice, theme);
    QFETCH(QString, language);
    m_home = std::make_unique<QTemporaryDir>();
    m_workspace = std::make_unique<Workspace>(WorkspaceFolders{m_home->path(), m_home->path()});
    m_workspace->language().choose(language);
    Theme::current().choose(theme);
    QVERIFY(m_workspace->load());
    m_window = std::make_unique<MainWindow>(m_workspace.get());
    m_window->resize(1280, 760);
    m_window->show();
    QTRY_COMPARE_WITH_TIMEOUT(m_workspace->fleet().hosts().front()->state(), Host::State::Ready, 20000);
}

void TroubleTest::save(const QString &name) const
{
    QVERIFY(saveScreenshot(*m_window, QString::fromLatin1(QTest::currentDataTag()) + name));
}

// All of its lines are within it.
void TroubleTest::isWhole(const QLabel &label)
{
    QVERIFY(label.isVisible());
    const int needed = label.wordWrap() ? label.heightForWidth(label.width()) : label.sizeHint().height();
    QVERIFY2(label.height() >= needed, qPrintable(label.text()));
}

void TroubleTest::machines()
{
    const std::pair<const char *, Host::Failure> troubles[]{{"changed", Host::Failure::HostKeyChanged},
        {"strict", Host::Failure::HostKeyRefused}, {"locked", Host::Failure::ProbeFailed}};
    std::vector<Host *> hosts;
    for (const auto &[name, failure] : troubles) {
        const auto host = m_workspace->fleet().add({Machine::Kind::Ssh, QLatin1String(name), QLatin1String(name), {}});
        QVERIFY(host);
        (*host)->refresh();
        QTRY_COMPARE_WITH_TIMEOUT((*host)->state(), Host::State::Failed, 20000);
        QVERIFY((*host)->failure() == failure);
        hosts.push_back(*host);
    }
    m_window->showPage(NavigationRail::Page::Machines);
    auto *tree = m_window->findChild<QTreeView *>(QStringLiteral("machineTree"));
    const auto *facts = m_window->findChild<QWidget *>(QStringLiteral("machineDetails"))->findChild<QScrollArea *>();
    for (int row = 1; row <= 3; ++row) {
        const QModelIndex index = tree->model()->index(row, 0);
        tree->setCurrentIndex(index);
        save(QStringLiteral("-trouble-") + QLatin1String(troubles[row - 1].first));
        QVERIFY(!facts->verticalScrollBar()->isVisible()); // nothing is known of such a machine
        for (const char *name : {"messageSentence", "messageDetail"})
            for (const auto *label : m_window->findChildren<QLabel *>(QLatin1String(name)))
                if (label->isVisible())
                    isWhole(*label);
        const QModelIndex state = tree->model()->index(row, FleetModel::State);
        QCOMPARE(state.data().toString(), stateWord(*hosts[static_cast<std::size_t>(row - 1)]));
        QVERIFY2(tree->visualRect(state).width() >= tree->sizeHintForIndex(state).width(),
            qPrintable(state.data().toString()));
    }
    const QModelIndex memory = tree->model()->index(0, FleetModel::Memory);
    QVERIFY2(tree->visualRect(memory).width() >= tree->sizeHintForIndex(memory).width(),
        qPrintable(memory.data().toString()));
}

void TroubleTest::messageOfTheWindow()
{
    using Page = NavigationRail::Page;
    const std::pair<Page, const char *> pages[]{
        {Page::Machines, "machines"}, {Page::NewRun, "newrun"}, {Page::Runs, "runs"}, {Page::Settings, "settings"}};
    for (const auto &[page, name] : pages) {
        m_window->showPage(page);
        QFile list(m_home->filePath(QStringLiteral("machines.json")));
        QVERIFY(list.open(QIODevice::WriteOnly));
        list.write("{\"version\": 1, \"machines\": [");
        list.close();
        const auto read = m_workspace->fleet().load();
        QVERIFY(!read);
        m_window->showProblem(read.error());
        const auto *card = m_window->findChild<MessageCard *>(QStringLiteral("windowProblem"));
        QVERIFY(card->isVisible());
        save(QStringLiteral("-message-") + QLatin1String(name));
        isWhole(*card->findChild<QLabel *>(QStringLiteral("messageSentence")));
    }
}

// The second and the third machine are as fast as the first, but their links are slow.
void TroubleTest::offers()
{
    std::vector<CandidateMachine> machines(3);
    const char *const names[]{"alpha", "a-machine-with-a-long-name.example.org", "gamma"};
    for (std::size_t i = 0; i < machines.size(); ++i) {
        const std::string address = "10.0.0." + std::to_string(i + 1);
        machines[i].name = names[i];
        machines[i].report.sshServerAddress = address;
        machines[i].report.interfaces = {{"eth0", {address + "/24"}, i == 0 ? 1000 : 10, true, false}};
        machines[i].candidates = {{{}, 2, SpeedReport{1000, 0.001, 0.001, {}, 300}}};
        machines[i].candidates[0].speed->memory.parameterBytes = 100000000;
    }
    m_workspace->ticks().set(QStringLiteral("local"), Device{}, true);
    m_window->showPage(NavigationRail::Page::NewRun);
    const auto *start = m_window->findChild<QPushButton *>(QStringLiteral("startRun"));
    const auto *problem = m_window->findChild<QLabel *>(QStringLiteral("dataProblem"));
    // What is found of the data takes the offers back when it comes.
    QTRY_VERIFY_WITH_TIMEOUT(start->isEnabled() || problem->isVisible(), 10000);
    auto *view = m_window->findChild<ForecastView *>();
    view->show(RunRequest{}, machines);
    save(QStringLiteral("-offers"));
    const auto offers = view->findChildren<QPushButton *>(QStringLiteral("leaveOut"));
    QVERIFY(!offers.isEmpty());
    for (const auto *offer : offers) {
        QVERIFY(offer->isVisible());
        QVERIFY2(offer->width() >= offer->minimumSizeHint().width(), qPrintable(offer->text()));
        QVERIFY(view->rect().contains(QRect(offer->mapTo(view, QPoint()), offer->size())));
    }
}

QTEST_MAIN(TroubleTest)
#include "tst_trouble.moc"
