#include "app/plots/controls/axismenu.h"

#include <QActionGroup>

namespace motley {

AxisMenu::AxisMenu(QWidget *parent) : QMenu(parent)
{
    setObjectName(QStringLiteral("xAxisMenu"));
    auto *group = new QActionGroup(this);
    for (const XAxis axis : allXAxes) {
        auto *action = addAction(nameOf(axis));
        action->setObjectName(QStringLiteral("xAxis-") + wordOf(axis));
        action->setCheckable(true);
        group->addAction(action);
        m_axes.insert(axis, action);
        connect(action, &QAction::triggered, this, [this, axis] { Q_EMIT axisChosen(axis); });
    }
    addSeparator();
    m_logarithmic = addAction(tr("Logarithmic"));
    m_logarithmic->setObjectName(QStringLiteral("xLogarithmic"));
    m_logarithmic->setCheckable(true);
    connect(m_logarithmic, &QAction::triggered, this, &AxisMenu::logarithmicChosen);
}

void AxisMenu::mark(XAxis axis, bool logarithmic)
{
    m_axes.value(axis)->setChecked(true);
    m_logarithmic->setChecked(logarithmic);
}

} // namespace motley
