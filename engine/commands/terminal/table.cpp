#include "engine/commands/terminal/table.h"

#include <algorithm>

namespace motley {

namespace {

constexpr std::size_t gap = 2;

} // namespace

std::string tableText(const std::vector<TableLine> &lines)
{
    std::vector<std::size_t> widths;
    for (const TableLine &line : lines)
        for (std::size_t i = 0; i < line.size(); ++i) {
            widths.resize(std::max(widths.size(), i + 1));
            widths[i] = std::max(widths[i], line[i].size());
        }
    std::string text;
    for (const TableLine &line : lines) {
        for (std::size_t i = 0; i < line.size(); ++i)
            text += line[i] + std::string(i + 1 < line.size() ? widths[i] - line[i].size() + gap : 0, ' ');
        text += "\n";
    }
    return text;
}

} // namespace motley
