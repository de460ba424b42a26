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

void PlotChip::say(const QStringList &wordings, const QString &toolTip)
{
    if (wordings != m_wordings) {
        m_wordings = wordings;
        setAccessibleName(wordings.value(0));
        fit();
        updateGeometry();
    }
    setToolTip(toolTip);
    setVisible(!wordings.isEmpty());
}

void PlotChip::resizeEvent(QResizeEvent *event)
{
    QToolButton::resizeEvent(event);
    fit();
}

void PlotChip::fit()
{
    QString words;
    for (const QString &wording : m_wordings)
        if (words.isEmpty() || sizeOf(words).width() > width())
            words = wording;
    setText(words);
}

QSize PlotChip::sizeOf(const QString &words) const
{
    ensurePolished(); // the style sheet has another font for it
    return {
        fontMetrics().horizontalAdvance(words) + 16, fontMetrics().height() + 6}; // what the style sheet leaves free
}

} // namespace motley
