#include "app/navigationrail.h"

#include "app/widgets/pageelements.h"
#include "app/widgets/themedicon.h"
#include "app/words/format.h"

#include <QButtonGroup>
#include <QVBoxLayout>

namespace motley {

NavigationRail::NavigationRail(QWidget *parent)
    : QFrame(parent), m_layout(new QVBoxLayout(this)), m_group(new QButtonGroup(this)),
      m_runHeading(makeLabel(tr("Open run"), "caption")), m_run(nullptr)
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
    m_run = addPage(Page::Run, {}, QStringLiteral("chart"), QStringLiteral("railRun"));
    m_layout->addStretch();
    addPage(Page::Settings, tr("Settings"), QStringLiteral("settings"), QStringLiteral("railSettings"));
    auto *help = addPage(Page::Settings, tr("Help"), QStringLiteral("help"), QStringLiteral("railHelp"));
    m_group->removeButton(help);
    help->setCheckable(false);
    connect(help, &QToolButton::clicked, this, &NavigationRail::helpRequested);

    connect(m_group, &QButtonGroup::idClicked, this, [this](int id) { Q_EMIT chosen(static_cast<Page>(id)); });
    showRun({}, {}, {});
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
    m_group->button(static_cast<int>(page))->setChecked(true);
}

void NavigationRail::showRun(const QString &name, const QString &state, const QIcon &icon)
{
    m_runHeading->setVisible(!name.isEmpty());
    m_run->setVisible(!name.isEmpty());
    m_run->ensurePolished();
    QFont chosen = m_run->font(); // the bolder one of the page that is shown
    chosen.setWeight(QFont::DemiBold);
    m_run->setText(QFontMetrics(chosen).elidedText(name, Qt::ElideRight, 136));
    const QString words = tr("%1: %2").arg(name, state);
    m_run->setToolTip(plainToolTip(words));
    m_run->setAccessibleName(words);
    m_run->setIcon(icon);
}

} // namespace motley
