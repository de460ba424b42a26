#include "engine/commands/run/sweepreport.h"

#include "engine/commands/terminal/numbers.h"
#include "engine/commands/terminal/table.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace motley {

namespace {

using Json = nlohmann::ordered_json;

TableLine headOf(const SweepRow &row)
{
    TableLine head;
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

TableLine cellsOf(const SweepRow &row)
{
    TableLine cells;
    for (const JobSetting &setting : row.settings)
        cells.push_back(setting.value);
    cells.push_back(grouped(double(row.steps)));
    cells.push_back(row.seconds > 0 ? grouped(double(row.samples) / row.seconds) : "n/a");
    cells.push_back(fixed(row.trainingLoss, 4));
    if (!row.failure.empty()) {
        cells.push_back("failed at step " + grouped(double(row.steps)));
    } else if (row.test) {
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
    const auto whole = std::find_if(rows.begin(), rows.end(), [](const SweepRow &row) { return row.test.has_value(); });
    std::vector<TableLine> lines{headOf(whole == rows.end() ? rows.front() : *whole)};
    for (const SweepRow &row : rows)
        lines.push_back(cellsOf(row));
    std::string text = tableText(lines);
    for (const SweepRow &row : rows)
        if (!row.failure.empty())
            text += toText(row.settings) + ": " + row.failure + "\n";
    return text;
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
        if (!row.failure.empty())
            item["failure"] = row.failure;
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
