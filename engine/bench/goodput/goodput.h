// What a run that loses machines and takes them back reaches of what the machines that were there could do: pure
// functions of what two runs logged.
#pragma once

#include "engine/protocol/event.h"

#include <cstdint>
#include <string>
#include <vector>

namespace motley {

struct Absence { // of a machine; seconds since 1970
    int machine = 0;
    double from = 0; // it was killed
    double to = 0; // it was started again, or the measurement ended
};

struct GoodputRecord {
    int machines = 0; // equally fast
    double began = 0; // of the time that counts
    double ended = 0;
    std::vector<Absence> absences; // in order, none of them together with another
    std::vector<Event> disturbed; // the log of the run whose machines were killed
    std::vector<Event> quiet; // of the same job, on as many such machines at the same time, none of which was killed
};

struct GoodputRow { // of one absence; seconds. Negative: it did not come to that
    int machine = 0;
    bool coordinated = false; // it did, when it was killed
    double at = 0; // since the measurement began
    double away = 0;
    double nextStep = -1; // since it was killed
    double back = -1; // its ranks trained again, since it was started
};

struct Goodput {
    double samples = 0; // trained by the run whose machines were killed
    double possible = 0; // by the machines that were there
    // Its speed beside the quiet run's where nobody was lost lately: until the first kill, and later. They are to be 1;
    // what could be done is counted by the larger one.
    double quietRatio = 0;
    double quietRatioAgain = 0;
    double awayRatio
        = 0; // of the run without one machine to the run with all: the larger of what is so by number and by speed
    std::int64_t steps = 0; // that both runs reported
    std::int64_t stepsLost = 0; // reported twice or never, or with other samples than in the quiet run
    double loss = 0; // in the last of these steps
    double quietLoss = 0;
    double largestGap = 0; // between the losses of a step, relative
    int lost = 0; // machines that the log says were lost, each time
    int came = 0; // machines that the log says take part again, each time
    std::vector<GoodputRow> rows;

    double useful() const { return possible > 0 ? samples / possible : 0; }
    double lossGap() const;
};

Goodput goodputOf(const GoodputRecord &record);

} // namespace motley
