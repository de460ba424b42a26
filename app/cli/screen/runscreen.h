// A run as a screen full of text: how far it is, a curve, its machines, its log, and the keys. From the same models and
// with the same sentences as the window.
#pragma once

#include "app/cli/screen/screentext.h"
#include "app/models/openrun.h"

#include <QCoreApplication>

namespace motley {

struct ScreenSize {
    int columns = 80;
    int rows = 24;

    bool operator==(const ScreenSize &) const = default;
};

struct RunScreenState {
    int curve = 0; // counted from the first that the run has, around
    std::size_t scrolledBack = 0; // lines of the log
    QString question{}; // in place of the keys
};

class RunScreen {
    Q_DECLARE_TR_FUNCTIONS(motley::RunScreen)

public:
    // `size.rows` lines, or those that fit, of at most `size.columns` each.
    static std::vector<ScreenLine> draw(const OpenRun &run, const RunScreenState &state, const ScreenSize &size);
};

} // namespace motley
