#include "app/navigationrail.h"

#include "app/widgets/pageelements.h"
#include "app/widgets/themedicon.h"

#include <QButtonGroup>
#include <QScrollArea>
#include <QVBoxLayout>

#include <utility>

namespace motley {

namespace {

constexpr int firstRunId = 100; // in the group of buttons, after those of pages
constexpr int runSpacing = 3;

} // namespace

NavigationRail::NavigationRail(QWidget *parent)
    : QFrame(parent), m_layout(new QVBoxLayout(this)), m_group(new QButtonGroup(this)),
      m_runHeading(makeLabel(tr("Open runs"), "caption")), m_runList(makeRunList())
{
    setObjectName(QStringLiteral("rail"));
    setFixedWidth(208);
    m_layout->setContentsMargins(12, 18, 12, 12);
    m_layout->setSpacing(3);

    auto *logo = new QLabel;
    logo->setPixmap(QIcon(QStringLiteral(":/icons/motley.svg")).pixmap(26, 26));
    auto *brand = new QHBoxLayout;
    brand->setContentsMargins(8, 0, 8, 14);
    brand->setSpacing(10);
    brand->addWidget(logo);
    brand->addWidget(makeLabel(QStringLiteral("Motley"), "title"), 1);
    m_layout->addLayout(brand);

    addPage(Page::Machines, tr("Machines"), QStringLiteral("machines"), QStringLiteral("railMachines"));
    addPage(Page::NewRun, tr("New run"), QStringLiteral("new-run"), QStringLiteral("railNewRun"));
    addPage(Page::Runs, tr("Runs"), QStringLiteral("runs"), QStringLiteral("railRuns"));
    m_runHeading->setContentsMargins(10, 16, 10, 4);
    m_layout->addWidget(m_runHeading);
    m_layout->addWidget(m_runList, 1);
    m_layout->addStretch();
    addPage(Page::Settings, tr("Settings"), QStringLiteral("settings"), QStringLiteral("railSettings"));
    auto *help = addPage(Page::Settings, tr("Help"), QStringLiteral("help"), QStringLiteral("railHelp"));
    m_group->removeButton(help);
    help->setCheckable(false);
    connect(help, &QToolButton::clicked, this, &NavigationRail::helpRequested);

    connect(m_group, &QButtonGroup::idClicked, this, [this](int id) {
        if (id >= firstRunId)
            Q_EMIT runChosen(id - firstRunId);
        else
            Q_EMIT chosen(static_cast<Page>(id));
    });
    showRuns({}, -1);
}

// Many runs scroll, as the pages below have their places.
QScrollArea *NavigationRail::makeRunList()
{
    auto *list = new QWidget;
    list->setObjectName(QStringLiteral("scrolled"));
    auto *layout = new QVBoxLayout(list);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(runSpacing);
    auto *area = new QScrollArea;
    area->setObjectName(QStringLiteral("railList"));
    area->setWidget(list);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFocusPolicy(Qt::NoFocus);
    return area;
}

QToolButton *NavigationRail::addPage(Page page, const QString &text, const QString &icon, const QString &objectName)
{
    auto *button = new QToolButton;
    button->setObjectName(objectName);
    button->setText(text);
    button->setAccessibleName(text);
    button->setIcon(themedIcon(icon));
    button->setIconSize({20, 20});
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setCheckable(true);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    button->setFocusPolicy(Qt::StrongFocus);
    m_group->addButton(button, static_cast<int>(page));
    m_layout->addWidget(button);
    return button;
}

void NavigationRail::setCurrent(Page page)
{
    m_page = page;
    check();
}

void NavigationRail::check()
{
    auto *button = m_group->button(m_page == Page::Run ? firstRunId + m_current : static_cast<int>(m_page));
    if (button)
        button->setChecked(true);
}

void NavigationRail::showRuns(const std::vector<RailRun> &runs, int current)
{
    m_runHeading->setVisible(!runs.empty());
    m_runList->setVisible(!runs.empty());
    while (m_runs.size() > runs.size()) {
        delete m_runs.back();
        m_runs.pop_back();
    }
    while (m_runs.size() < runs.size()) {
        auto *button = m_runs.emplace_back(new RailRunButton);
        m_group->addButton(button, firstRunId + static_cast<int>(m_runs.size()) - 1);
        m_runList->widget()->layout()->addWidget(button);
        connect(
            button, &RailRunButton::closed, this,
            [this, place = static_cast<int>(m_runs.size()) - 1] { Q_EMIT runClosed(place); }, Qt::QueuedConnection);
    }
    for (std::size_t i = 0; i < runs.size(); ++i)
        m_runs[i]->show(runs[i]);
    const int each = m_runs.empty() ? 0 : m_runs.front()->height();
    m_runList->setMinimumHeight(each);
    m_runList->setMaximumHeight(static_cast<int>(runs.size()) * (each + runSpacing) - (runs.empty() ? 0 : runSpacing));
    if (std::exchange(m_current, current) != current && current >= 0) {
        m_runList->widget()->layout()->activate();
        m_runList->ensureWidgetVisible(m_runs[static_cast<std::size_t>(current)]);
    }
    check();
}

} // namespace motley
