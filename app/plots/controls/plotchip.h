// A word about what a chart shows, which a click takes back: in full where there is room for it, shorter where not.
#pragma once

#include <QToolButton>

namespace motley {

class PlotChip : public QToolButton {
public:
    explicit PlotChip(const QString &objectName);

    void say(const QString &full, const QString &brief, const QString &toolTip); // empty: nothing, and hidden

    QSize sizeHint() const override { return sizeOf(m_full); }
    QSize minimumSizeHint() const override { return sizeOf(m_brief); }

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QSize sizeOf(const QString &words) const;
    void fit();

    QString m_full;
    QString m_brief;
};

} // namespace motley
