// Draws right-to-left sentences over several lines. Qt's own styles (6.4) draw all lines but the last too far to the
// left, by the width of the space at the end of the line, and cut them off there.
#pragma once

#include <QProxyStyle>

namespace motley {

class WrappedTextStyle : public QProxyStyle {
public:
    using QProxyStyle::QProxyStyle;

    // Buttons of dialogs have words alone, without the toolkit's pictures.
    int styleHint(
        StyleHint hint, const QStyleOption *option, const QWidget *widget, QStyleHintReturn *returned) const override;
    void drawItemText(QPainter *painter, const QRect &rect, int flags, const QPalette &palette, bool enabled,
        const QString &text, QPalette::ColorRole textRole = QPalette::NoRole) const override;
};

} // namespace motley
