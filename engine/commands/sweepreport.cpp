#include "engine/commands/sweepreport.h"

#include "engine/commands/numbers.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>

namespace motley {

namespace {

using Json = nlohmann::ordered_json;
using Line = std::vector<std::string>;

constexpr std::size_t gap = 2;

Line headOf(const SweepRow &row)
{
    Line head;
    for (const JobSetting &setting : row.settings)
        head.push_back(setting.field);
    head.insert(head.end(), {"steps", "samples/s", "training loss"});
    if (row.test) {
        head.push_back("test loss");
        for (const Metric &metric : row.test->metrics)
            head.push_back(metric.name);
    }
    return head;
}

Line cellsOf(const SweepRow &row)
{
    Line cells;
    for (const JobSetting &setting : row.settings)
        cells.push_back(setting.value);
    cells.push_back(grouped(double(row.steps)));
    cells.push_back(row.seconds > 0 ? grouped(double(row.samples) / row.seconds) : "n/a");
    cells.push_back(fixed(row.trainingLoss, 4));
    if (row.test) {
        cells.push_back(fixed(row.test->loss, 4));
        for (const Metric &metric : row.test->metrics)
            cells.push_back(fixed(metric.value, 4));
    }
    return cells;
}

} // namespace

void SweepRow::add(const Event &event)
{
    if (const auto *step = std::get_if<StepDone>(&event.body)) {
        steps = step->step;
        trainingLoss = step->loss;
        seconds += step->seconds;
        samples += step->samples;
    } else if (const auto *evaluation = std::get_if<Evaluation>(&event.body)) {
        test = *evaluation;
    }
}

std::string toText(const SweepSettings &settings)
{
    std::string text;
    for (const JobSetting &setting : settings)
        text += (text.empty() ? "" : ", ") + setting.field + " " + setting.value;
    return text;
}

std::string sweepTable(const std::vector<SweepRow> &rows)
{
    if (rows.empty())
        return {};
    std::vector<Line> lines{headOf(rows.front())};
    for (const SweepRow &row : rows)
        lines.push_back(cellsOf(row));
    std::vector<std::size_t> widths;
    for (const Line &line : lines)
        for (std::size_t i = 0; i < line.size(); ++i) {
            widths.resize(std::max(widths.size(), i + 1));
            widths[i] = std::max(widths[i], line[i].size());
        }
    std::ostringstream table;
    for (const Line &line : lines) {
        for (std::size_t i = 0; i < line.size(); ++i)
            table << line[i] << std::string(i + 1 < line.size() ? widths[i] - line[i].size() + gap : 0, ' ');
        table << "\n";
    }
    return table.str();
}

std::string sweepJson(const std::vector<SweepRow> &rows)
{
    Json list = Json::array();
    for (const SweepRow &row : rows) {
        Json settings = Json::object();
        for (const JobSetting &setting : row.settings)
            settings[setting.field] = setting.value;
        Json item{{"settings", settings}, {"steps", row.steps}, {"samples", row.samples}, {"seconds", row.seconds},
            {"trainingLoss", row.trainingLoss}};
        if (row.test) {
            item["testLoss"] = row.test->loss;
            for (const Metric &metric : row.test->metrics)
                item["metrics"][metric.name] = metric.value;
        }
        list.push_back(item);
    }
    return Json{{"rows", list}}.dump();
}

} // namespace motley
