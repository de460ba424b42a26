#include "app/mainwindow.h"

#include "app/actionpalette.h"
#include "app/dialogs/helpdialog.h"
#include "app/dialogs/question.h"
#include "app/models/hostwords.h"
#include "app/models/runprogress.h"
#include "app/models/runwords.h"
#include "app/pages/machinespage.h"
#include "app/pages/newrunpage.h"
#include "app/pages/runpage.h"
#include "app/pages/runspage.h"
#include "app/pages/settingspage.h"
#include "app/widgets/messagecard.h"
#include "app/widgets/pageelements.h"
#include "app/words/format.h"
#include "remote/session/isolated.h"

#include <QApplication>
#include <QCloseEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QScreen>
#include <QShortcut>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace motley {

namespace {

constexpr int leastWidth = 960; // pixels, in every language
constexpr int messageMargin = 12; // pixels
constexpr int lookMilliseconds = 60'000;
constexpr int clockMilliseconds = 1'000;
constexpr QMargins roomForTheFrame{8, 40, 8, 8};

} // namespace

MainWindow::MainWindow(Workspace *workspace, QWidget *parent) : QMainWindow(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("mainWindow"));
    build();
    makeShortcuts();

    connect(&workspace->fleet(), &Fleet::hostChanged, this, &MainWindow::refreshStatus);
    connect(&workspace->fleet(), &Fleet::listChanged, this, &MainWindow::refreshStatus);
    connect(&workspace->fleet(), &Fleet::notRead, this, &MainWindow::showProblem);
    connect(workspace, &Workspace::runsChanged, this, &MainWindow::refreshStatus);
    connect(workspace, &Workspace::currentChanged, this, &MainWindow::refreshStatus);
    connect(workspace, &Workspace::occupationChanged, this, &MainWindow::refreshStatus);
    connect(&Theme::current(), &Theme::changed, this, &MainWindow::refreshStatus);
    connect(&workspace->removal(), &Removal::changed, this, &MainWindow::refreshUndo);
    connect(&workspace->removal(), &Removal::failed, this, &MainWindow::showProblem);
    connect(&workspace->news(), &RunNews::came, this, &MainWindow::tell);
    connect(&m_notices, &DesktopNotices::chosen, this, [this](const QString &runId) {
        if (OpenRun *run = m_workspace->open(runId))
            showRun(run);
        setWindowState(windowState() & ~Qt::WindowMinimized);
        raise();
        activateWindow();
    });
    qApp->installEventFilter(&m_wheelGuard);

    connect(&m_looks, &QTimer::timeout, this, [this] {
        for (const auto &host : m_workspace->fleet().hosts())
            if (isVisible() && !isMinimized() && host->machine().kind == Machine::Kind::Ssh)
                host->lookAgain();
    });
    m_looks.start(lookMilliseconds);
    connect(&m_clock, &QTimer::timeout, this, &MainWindow::refreshRuns);
    m_clock.start(clockMilliseconds);
    workspace->prompter().setWindow(this);
    setMinimumWidth(leastWidth);
    resize(1320, 860);
    restoreGeometry(workspace->settings().windowGeometry());
    stayWithin(screen()->availableGeometry());
    showPage(workspace->current() ? NavigationRail::Page::Run : NavigationRail::Page::Machines);
}

// Makes all that has words in it, in the language of today, and leaves what was there before.
void MainWindow::build()
{
    m_rail = new NavigationRail;
    m_problem = new MessageCard;
    m_problem->setObjectName(QStringLiteral("windowProblem"));
    m_problem->setAction(tr("Close"));
    m_pages = new QStackedWidget;
    makePages();
    auto *edge = new QFrame;
    edge->setObjectName(QStringLiteral("railEdge"));
    edge->setFixedWidth(1);
    // In one cell: the message covers the lower edge of the page until it is closed, as its coming would move the page.
    auto *right = new QGridLayout;
    right->setContentsMargins(0, 0, 0, 0);
    right->addWidget(m_pages, 0, 0);
    auto *lowerEdge = new QVBoxLayout;
    lowerEdge->setContentsMargins(messageMargin, 0, messageMargin, messageMargin);
    lowerEdge->addStretch();
    lowerEdge->addWidget(m_problem);
    right->addLayout(lowerEdge, 0, 0);
    auto *central = new QWidget;
    auto *layout = new QHBoxLayout(central);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_rail);
    layout->addWidget(edge);
    layout->addLayout(right, 1);
    setCentralWidget(central);
    m_problem->raise();
    connect(m_problem, &MessageCard::actionTriggered, m_problem, &MessageCard::clear);
    makeStatusBar();
    connect(m_rail, &NavigationRail::chosen, this, &MainWindow::showPage);
    connect(m_rail, &NavigationRail::runChosen, this,
        [this](int index) { showRun(m_workspace->runs().at(static_cast<std::size_t>(index))); });
    connect(m_rail, &NavigationRail::runClosed, this, [this](int index) {
        const auto runs = m_workspace->runs();
        if (static_cast<std::size_t>(index) < runs.size())
            closeRun(runs[static_cast<std::size_t>(index)]);
    });
    connect(m_rail, &NavigationRail::helpRequested, this, &MainWindow::showHelp);
    refreshStatus();
    refreshUndo();
}

void MainWindow::makeStatusBar()
{
    m_machineStatus = new QLabel;
    m_runStatus = new QLabel;
    m_removed = new QLabel;
    m_undo = new QToolButton;
    m_machineStatus->setObjectName(QStringLiteral("machineStatus"));
    m_runStatus->setObjectName(QStringLiteral("runStatus"));
    m_undo->setObjectName(QStringLiteral("undoRemoval"));
    m_undo->setText(tr("Undo"));
    auto *bar = new QStatusBar;
    bar->addWidget(m_machineStatus);
    bar->addWidget(m_runStatus);
    bar->setSizeGripEnabled(false);
    bar->addWidget(m_removed);
    bar->addWidget(m_undo);
    setStatusBar(bar);
    connect(m_undo, &QToolButton::clicked, &m_workspace->removal(), &Removal::undo);
}

// The window stays and takes other contents, as a new window in its place would miss the click that comes meanwhile.
void MainWindow::changeLanguage()
{
    m_workspace->language().choose(m_workspace->settings().language());
    setLocale(QLocale()); // a window keeps the locale in which it was made, and its fields take theirs from it
    Theme::current().choose(m_workspace->settings().theme()); // what it draws depends on the direction of reading
    build();
    showPage(NavigationRail::Page::Settings);
    m_pages->currentWidget()->findChild<QWidget *>(QStringLiteral("language"))->setFocus();
}

// Keeps a tenth of the screen free, in which the window's frame has room too.
void MainWindow::stayWithin(const QRect &screen)
{
    if (isMaximized() || isFullScreen())
        return;
    const QSize fitting = size().boundedTo(screen.size() * 0.9);
    if (fitting == size() && screen.contains(geometry()))
        return; // it stays where the user put it, even at the very edge
    const QRect area = screen.marginsRemoved(roomForTheFrame);
    const int x = std::clamp(geometry().x(), area.left(), std::max(area.left(), area.right() - fitting.width()));
    const int y = std::clamp(geometry().y(), area.top(), std::max(area.top(), area.bottom() - fitting.height()));
    setGeometry(QRect(QPoint(x, y), fitting));
}

void MainWindow::makePages()
{
    m_machinesPage = new MachinesPage(m_workspace);
    m_newRunPage = new NewRunPage(m_workspace);
    auto *runsPage = new RunsPage(m_workspace);
    m_runPage = new RunPage(m_workspace);
    auto *settingsPage = new SettingsPage(m_workspace);
    for (QWidget *page :
        std::initializer_list<QWidget *>{m_machinesPage, m_newRunPage, runsPage, m_runPage, settingsPage})
        m_pages->addWidget(page); // in the order of NavigationRail::Page

    connect(m_machinesPage, &MachinesPage::newRunRequested, this, [this] { showPage(NavigationRail::Page::NewRun); });
    connect(m_newRunPage, &NewRunPage::machinesRequested, this, [this] { showPage(NavigationRail::Page::Machines); });
    connect(m_newRunPage, &NewRunPage::started, this, [this] { showPage(NavigationRail::Page::Run); });
    connect(m_runPage, &RunPage::changeRequested, this,
        [this] { changeRun(Workspace::requestOf(*m_workspace->current())); });
    connect(runsPage, &RunsPage::likeRequested, this,
        [this](const RunRecord &run) { changeRun(Workspace::requestOf(run)); });
    connect(runsPage, &RunsPage::opened, this, [this] { showPage(NavigationRail::Page::Run); });
    connect(runsPage, &RunsPage::newRunRequested, this, [this] { showPage(NavigationRail::Page::NewRun); });
    // Queued, as the page that asks is replaced.
    connect(settingsPage, &SettingsPage::languageChosen, this, &MainWindow::changeLanguage, Qt::QueuedConnection);
}

void MainWindow::makeShortcuts()
{
    const auto pages = {NavigationRail::Page::Machines, NavigationRail::Page::NewRun, NavigationRail::Page::Runs,
        NavigationRail::Page::Run};
    int key = Qt::Key_1;
    for (const auto page : pages) {
        auto *shortcut = new QShortcut(QKeySequence(QKeyCombination(Qt::CTRL, static_cast<Qt::Key>(key++))), this);
        connect(shortcut, &QShortcut::activated, this, [this, page] { showPage(page); });
    }
    auto *settings = new QShortcut(QKeySequence(QStringLiteral("Ctrl+,")), this);
    connect(settings, &QShortcut::activated, this, [this] { showPage(NavigationRail::Page::Settings); });
    auto *help = new QShortcut(QKeySequence(QKeySequence::HelpContents), this);
    connect(help, &QShortcut::activated, this, &MainWindow::showHelp);
    auto *closing = new QShortcut(QKeySequence(QStringLiteral("Ctrl+W")), this);
    connect(closing, &QShortcut::activated, this, [this] {
        if (m_workspace->current() && m_pages->currentWidget() == m_runPage)
            closeRun(m_workspace->current());
    });
    auto *palette = new QShortcut(QKeySequence(QStringLiteral("Ctrl+K")), this);
    connect(palette, &QShortcut::activated, this, [this] {
        if (!findChild<ActionPalette *>())
            new ActionPalette(this);
    });
    auto *quit = new QShortcut(QKeySequence(QStringLiteral("Ctrl+Q")), this);
    connect(quit, &QShortcut::activated, this, &QWidget::close);
}

void MainWindow::showPage(NavigationRail::Page page)
{
    if (page == NavigationRail::Page::Run && !m_workspace->current())
        page = NavigationRail::Page::Runs;
    m_pages->setCurrentIndex(static_cast<int>(page));
    m_rail->setCurrent(page);
}

void MainWindow::showProblem(const Error &error)
{
    m_problem->show(error);
}

void MainWindow::refreshStatus()
{
    int ready = 0;
    const auto &hosts = m_workspace->fleet().hosts();
    for (const auto &host : hosts)
        ready += isReadyNow(*host);
    m_machineStatus->setText(
        tr("%1 of %Ln machine(s) ready", nullptr, static_cast<int>(hosts.size())).arg(formatCount(ready)));
    m_runStatus->setText(tr("%Ln active run(s)", nullptr, m_workspace->activeRuns()));
    keepWidest(m_machineStatus);
    keepWidest(m_runStatus);
    refreshRuns();
}

// The title is of the run that is looked at, or of one that goes on if that has ended or there is none.
void MainWindow::refreshRuns()
{
    const std::vector<OpenRun *> runs = m_workspace->runs();
    const OpenRun *titled = m_workspace->current();
    std::vector<RailRun> shown;
    int current = -1;
    for (const OpenRun *run : runs) {
        if (run == m_workspace->current())
            current = static_cast<int>(shown.size());
        if (!run->hasEnded() && (!titled || titled->hasEnded()))
            titled = run;
        shown.push_back(
            {isolated(run->name()), progressWords(*run), styleOf(*run).icon, fractionDone(*run), !run->isPreparing()});
    }
    m_rail->showRuns(shown, current);
    setWindowTitle(titled ? titleOf(*titled) : QStringLiteral("Motley"));
}

void MainWindow::showRun(OpenRun *run)
{
    m_workspace->show(run);
    showPage(NavigationRail::Page::Run);
}

bool MainWindow::isLookedAt() const
{
    for (const QWidget *active = QApplication::activeWindow(); active; active = active->parentWidget())
        if (active == this)
            return true;
    return false;
}

void MainWindow::tell(const QString &runId, const QString &title, const QString &text)
{
    if (m_workspace->settings().showsNotices() && !isLookedAt())
        m_notices.show(runId, title, text);
}

void MainWindow::refreshUndo()
{
    const QString &name = m_workspace->removal().name();
    m_removed->setText(tr("%1 was removed.").arg(isolated(plainText(name, 60))));
    m_removed->setVisible(!name.isEmpty());
    m_undo->setVisible(!name.isEmpty());
}

void MainWindow::closeRun(OpenRun *run)
{
    m_workspace->close(run);
    if (!m_workspace->current() && m_pages->currentWidget() == m_runPage)
        showPage(NavigationRail::Page::Runs);
}

void MainWindow::changeRun(const Result<RunRequest> &request)
{
    if (!request)
        return showProblem(request.error());
    m_newRunPage->setRequest(*request);
    showPage(NavigationRail::Page::NewRun);
}

void MainWindow::showHelp()
{
    auto *dialog = new HelpDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void MainWindow::askBeforeCancelling(const OpenRun &run)
{
    const QString name = QStringLiteral("closeQuestion");
    if (findChild<QWidget *>(name))
        return;
    ask(this,
        {name, tr("Close the window and cancel %1?").arg(plainText(run.name(), 60)),
            tr("This window is preparing the run, which ends with it. Once the training has begun, the machines go on "
               "without the window."),
            tr("Cancel the run")},
        [this] {
            m_mayCancel = true;
            close();
        });
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (const OpenRun *run = m_workspace->preparedRun(); run && !m_mayCancel) {
        event->ignore();
        return askBeforeCancelling(*run);
    }
    m_workspace->settings().setWindowGeometry(saveGeometry());
    event->accept();
}

} // namespace motley
