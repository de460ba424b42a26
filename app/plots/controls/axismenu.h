// Chooses what the x axis of all charts counts, and whether it is logarithmic.
#pragma once

#include "app/plots/controls/xaxis.h"

#include <QHash>
#include <QMenu>

namespace motley {

class AxisMenu : public QMenu {
    Q_OBJECT

public:
    explicit AxisMenu(QWidget *parent);

    void mark(XAxis axis, bool logarithmic); // as chosen

Q_SIGNALS:
    void axisChosen(motley::XAxis axis);
    void logarithmicChosen(bool logarithmic);

private:
    QHash<XAxis, QAction *> m_axes;
    QAction *m_logarithmic;
};

} // namespace motley
