#include "engine/bench/membership/membershipreport.h"

#include "engine/commands/terminal/numbers.h"
#include "engine/commands/terminal/table.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <iostream>

namespace motley {

namespace {

using Json = nlohmann::ordered_json;

std::string text(const std::optional<double> &seconds)
{
    return seconds ? fixed(*seconds, 3) : "-";
}

std::string scientific(double value)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.1e", value);
    return text;
}

Json toJson(const std::optional<double> &seconds)
{
    return seconds ? Json(*seconds) : Json(nullptr);
}

const char *nameOf(const MembershipRow &row)
{
    return row.fault ? nameOf(*row.fault) : nameOfRejoin;
}

} // namespace

const char *nameOf(Fault fault)
{
    switch (fault) {
    case Fault::Worker:
        return "worker";
    case Fault::FirstWorker:
        return "first worker";
    case Fault::Agent:
        return "agent";
    case Fault::Coordinator:
        return "coordinator";
    case Fault::SilentMachine:
        return "silent machine";
    }
    return "";
}

const char *nameOf(FaultPhase phase)
{
    switch (phase) {
    case FaultPhase::FirstStep:
        return "first step";
    case FaultPhase::Step:
        return "step";
    case FaultPhase::Checkpoint:
        return "checkpoint";
    case FaultPhase::Test:
        return "test";
    }
    return "";
}

void show(const std::vector<HealthyRow> &healthy, const std::vector<MembershipRow> &rows)
{
    std::vector<TableLine> lines{{"fault", "phase", "machines", "ranks", "step s", "detected", "formed", "settled",
        "next step", "waited", "steps lost", "loss gap", "ended"}};
    std::vector<TableLine> healthyLines{{"healthy", "machines", "ranks", "step s", "plain s", "overhead"}};
    Json json{{"rows", Json::array()}};
    for (const HealthyRow &row : healthy) {
        healthyLines.push_back({"", std::to_string(row.machines), std::to_string(row.ranks), fixed(row.stepSeconds, 5),
            fixed(row.plainSeconds, 5), fixed(row.overhead, 4)});
        json["rows"].push_back({{"fault", "healthy"}, {"machines", row.machines}, {"ranks", row.ranks},
            {"step_s", row.stepSeconds}, {"plain_s", row.plainSeconds}, {"overhead", row.overhead}});
    }
    for (const MembershipRow &row : rows) {
        lines.push_back({nameOf(row), nameOf(row.phase), std::to_string(row.machines), std::to_string(row.ranks),
            fixed(row.stepSeconds, 3), text(row.detected), text(row.formed), text(row.settled), text(row.nextStep),
            text(row.waited), std::to_string(row.stepsLost), row.fault ? scientific(row.lossGap) : "-", row.ended});
        json["rows"].push_back({{"fault", nameOf(row)}, {"phase", nameOf(row.phase)}, {"machines", row.machines},
            {"ranks", row.ranks}, {"step_s", row.stepSeconds}, {"detected_s", toJson(row.detected)},
            {"formed_s", toJson(row.formed)}, {"settled_s", toJson(row.settled)}, {"next_step_s", toJson(row.nextStep)},
            {"steps_lost", row.stepsLost}, {"loss_gap", row.fault ? Json(row.lossGap) : Json(nullptr)},
            {"ended", row.ended}});
        if (!row.fault)
            json["rows"].back()["wait_s"] = toJson(row.waited);
    }
    if (!healthy.empty())
        std::cout << tableText(healthyLines)
                  << "Seconds of a step without a fault, by turns with plain ranks, which do not outlive each other.\n";
    if (!rows.empty())
        std::cout
            << tableText(lines)
            << "In seconds since the fault, or since the command by which a machine comes back: then `waited` is how "
               "much longer a step of the others took. In a test, the next step is the end of the test. The loss gap "
               "is that of the steps up to five after the fault.\n";
    std::cout << json.dump() << std::endl;
}

} // namespace motley
