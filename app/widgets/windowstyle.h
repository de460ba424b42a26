// Draws in tables what a style sheet cannot say: the frame around the row that has the keys, which Fusion draws in the
// palette's colour of chosen rows, where nobody sees it; and Latin words in a window from right to left, which would be
// shortened at the end at which they begin.
#pragma once

#include "app/widgets/wrappedtext.h"

namespace motley {

class WindowStyle : public WrappedTextStyle {
public:
    using WrappedTextStyle::WrappedTextStyle;

    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
        const QWidget *widget = nullptr) const override;
    void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
        const QWidget *widget = nullptr) const override;
};

} // namespace motley
