#include "app/plots/controls/plotchip.h"

namespace motley {

PlotChip::PlotChip(const QString &objectName)
{
    setObjectName(objectName);
    setProperty("chip", true);
    setFocusPolicy(Qt::NoFocus); // a key of the chart does the same
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    hide();
}

void PlotChip::say(const QString &full, const QString &brief, const QString &toolTip)
{
    if (full != m_full || brief != m_brief) {
        m_full = full;
        m_brief = brief;
        setAccessibleName(full);
        fit();
        updateGeometry();
    }
    setToolTip(toolTip);
    setVisible(!full.isEmpty());
}

void PlotChip::resizeEvent(QResizeEvent *event)
{
    QToolButton::resizeEvent(event);
    fit();
}

void PlotChip::fit()
{
    setText(width() >= sizeOf(m_full).width() ? m_full : m_brief);
}

QSize PlotChip::sizeOf(const QString &words) const
{
    ensurePolished(); // the style sheet has another font for it
    return {
        fontMetrics().horizontalAdvance(words) + 16, fontMetrics().height() + 6}; // what the style sheet leaves free
}

} // namespace motley
