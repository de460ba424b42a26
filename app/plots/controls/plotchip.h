// A word about what a chart shows, which a click takes back: in full where there is room for it, shorter where not.
#pragma once

#include <QStringList>
#include <QToolButton>

namespace motley {

class PlotChip : public QToolButton {
public:
    explicit PlotChip(const QString &objectName);

    void say(const QStringList &wordings, const QString &toolTip); // from long to short; none: it is hidden

    QSize sizeHint() const override { return sizeOf(m_wordings.value(0)); }
    QSize minimumSizeHint() const override { return sizeOf(m_wordings.isEmpty() ? QString() : m_wordings.last()); }

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QSize sizeOf(const QString &words) const;
    void fit();

    QStringList m_wordings;
};

} // namespace motley
