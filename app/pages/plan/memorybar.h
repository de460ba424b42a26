// What a device holds in memory by the plan, as a bar of coloured parts as long as the memory that it has.
#pragma once

#include "engine/protocol/plan.h"

#include <QColor>
#include <QString>
#include <QWidget>

#include <cstdint>
#include <vector>

namespace motley {

struct MemorySlice {
    QString name; // "base"
    int colour = 0; // phase colour of the theme
    std::int64_t bytes = 0;
};

// In the order in which they stand in the bar; of two kinds of parts that are seldom large, such as gradients and what
// is exchanged, one slice. Also those of 0 bytes.
std::vector<MemorySlice> memorySlices(const MemoryParts &parts);

class MemoryBar : public QWidget {
public:
    // `available`: bytes that the device has for it; 0: not known.
    MemoryBar(std::vector<MemorySlice> slices, std::int64_t available, QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    std::vector<MemorySlice> m_slices;
    std::int64_t m_whole; // bytes of the bar's length
};

// The names of slices that are not empty, beside their colours.
class MemoryLegend : public QWidget {
public:
    explicit MemoryLegend(const std::vector<MemorySlice> &slices, QWidget *parent = nullptr);
};

} // namespace motley
