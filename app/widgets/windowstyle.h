// Draws the frame around the row of a table that has the keys, which a style sheet cannot say and which Fusion draws in
// the palette's colour of chosen rows, where nobody sees it.
#pragma once

#include "app/widgets/wrappedtext.h"

namespace motley {

class WindowStyle : public WrappedTextStyle {
public:
    using WrappedTextStyle::WrappedTextStyle;

    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
        const QWidget *widget = nullptr) const override;
};

} // namespace motley
