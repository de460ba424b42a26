#include "engine/protocol/event.h"

#include "engine/json/fieldscan.h"
#include "engine/protocol/eventhead.h"
#include "engine/protocol/planfields.h"
#include "engine/protocol/rankstatusfields.h"

#include <algorithm>

namespace motley {

template <>
struct EnumNames<RunFinished::Outcome> {
    static constexpr auto table = names<RunFinished::Outcome>(
        {{RunFinished::Outcome::Completed, "completed"}, {RunFinished::Outcome::Stopped, "stopped"},
            {RunFinished::Outcome::Paused, "paused"}, {RunFinished::Outcome::Failed, "failed"}});
};

template <typename Fields>
void describe(Fields &fields, RunStarted &started)
{
    fields("runId", started.runId);
    fields("name", started.name);
    fields("task", started.task);
    fields("model", started.model);
    fields("parameters", started.parameters);
    fields("trainSamples", started.trainSamples);
    fields("batch", started.batch);
    fields("totalSteps", started.totalSteps);
    fields("firstStep", started.firstStep);
    fields("engineVersion", started.engineVersion);
}

template <typename Fields>
void describe(Fields &fields, PlanChosen &chosen)
{
    fields("plan", chosen.plan);
}

template <typename Fields>
void describe(Fields &fields, SharesChanged &changed)
{
    fields("step", changed.step);
    fields("shares", changed.shares);
    fields("machine", changed.machine);
    fields("slowdown", changed.slowdown);
    fields("secondsBefore", changed.secondsBefore);
    fields("secondsAfter", changed.secondsAfter);
}

template <>
struct EnumNames<Metric::Unit> {
    static constexpr auto table
        = names<Metric::Unit>({{Metric::Unit::Number, "number"}, {Metric::Unit::Fraction, "fraction"}});
};

template <typename Fields>
void describe(Fields &fields, Metric &metric)
{
    fields("name", metric.name);
    fields("value", metric.value);
    fields("unit", metric.unit);
    fields("higherIsBetter", metric.higherIsBetter);
}

template <typename Fields>
void describe(Fields &fields, PromptAnswer &answer)
{
    fields("prompt", answer.prompt);
    fields("answer", answer.answer);
}

template <typename Fields>
void describe(Fields &fields, Evaluation &evaluation)
{
    fields("step", evaluation.step);
    fields("epoch", evaluation.epoch);
    fields("loss", evaluation.loss);
    fields("metrics", evaluation.metrics);
    fields("samples", evaluation.samples);
    fields("seconds", evaluation.seconds);
    fields("answers", evaluation.answers);
}

template <typename Fields>
void describe(Fields &fields, TestExample &example)
{
    fields("id", example.id);
    fields("input", example.input);
    fields("expected", example.expected);
    fields("predicted", example.predicted);
    fields("score", example.score);
    fields("picture", example.picture);
    fields("expectedPicture", example.expectedPicture);
    fields("predictedPicture", example.predictedPicture);
}

template <typename Fields>
void describe(Fields &fields, ConfusedPair &pair)
{
    fields("expected", pair.expected);
    fields("predicted", pair.predicted);
    fields("count", pair.count);
}

template <typename Fields>
void describe(Fields &fields, Confusion &confusion)
{
    fields("classes", confusion.classes);
    fields("counts", confusion.counts);
    fields("pairs", confusion.pairs);
}

template <typename Fields>
void describe(Fields &fields, TestExamples &test)
{
    fields("step", test.step);
    fields("examples", test.examples);
    fields("confusion", test.confusion);
}

template <>
struct EnumNames<Slowdown::Stage> {
    static constexpr auto table = names<Slowdown::Stage>({{Slowdown::Stage::Begun, "begun"},
        {Slowdown::Stage::Explained, "explained"}, {Slowdown::Stage::Over, "over"}});
};

template <>
struct EnumNames<Slowdown::Part> {
    static constexpr auto table = names<Slowdown::Part>({{Slowdown::Part::Compute, "compute"},
        {Slowdown::Part::Data, "data"}, {Slowdown::Part::Exchange, "exchange"}, {Slowdown::Part::Update, "update"}});
};

template <>
struct EnumNames<Slowdown::Cause> {
    static constexpr auto table = names<Slowdown::Cause>(
        {{Slowdown::Cause::Unknown, "unknown"}, {Slowdown::Cause::OtherProcesses, "other-processes"},
            {Slowdown::Cause::Quota, "quota"}, {Slowdown::Cause::VirtualMachine, "virtual-machine"},
            {Slowdown::Cause::Heat, "heat"}, {Slowdown::Cause::PowerLimit, "power-limit"},
            {Slowdown::Cause::SharedGpu, "shared-gpu"}, {Slowdown::Cause::LowClock, "low-clock"},
            {Slowdown::Cause::Swapping, "swapping"}, {Slowdown::Cause::Disk, "disk"}, {Slowdown::Cause::Link, "link"}});
};

template <typename Fields>
void describe(Fields &fields, Slowdown &slowdown)
{
    fields("stage", slowdown.stage);
    fields("step", slowdown.step);
    fields("sinceStep", slowdown.sinceStep);
    fields("machine", slowdown.machine);
    fields("rank", slowdown.rank);
    fields("part", slowdown.part);
    fields("cause", slowdown.cause);
    fields("reading", slowdown.reading);
    fields("seconds", slowdown.seconds);
    fields("expectedSeconds", slowdown.expectedSeconds);
    fields("stepSeconds", slowdown.stepSeconds);
    fields("sharesFollow", slowdown.sharesFollow);
}

template <typename Fields>
void describe(Fields &fields, StepOverdue &overdue)
{
    fields("step", overdue.step);
    fields("seconds", overdue.seconds);
    fields("machine", overdue.machine);
    fields("phase", overdue.phase);
    fields("silent", overdue.isSilent);
}

template <typename Fields>
void describe(Fields &fields, CheckpointSaved &checkpoint)
{
    fields("step", checkpoint.step);
    fields("folder", checkpoint.folder);
    fields("bytes", checkpoint.bytes);
    fields("seconds", checkpoint.seconds);
    fields("pauseSeconds", checkpoint.pauseSeconds);
}

template <typename Fields>
void describe(Fields &fields, Note &note)
{
    fields("machine", note.machine);
    fields("message", note.message);
}

template <typename Fields>
void describe(Fields &fields, Warning &warning)
{
    fields("machine", warning.machine);
    fields("message", warning.message);
}

template <typename Fields>
void describe(Fields &fields, MembershipChanged &changed)
{
    fields("generation", changed.generation);
    fields("step", changed.step);
    fields("ranks", changed.ranks);
    fields("shares", changed.shares);
    fields("lost", changed.lost);
    fields("came", changed.came);
}

template <typename Fields>
void describe(Fields &fields, GenerationFormed &formed)
{
    fields("generation", formed.generation);
    fields("step", formed.step);
    fields("connectSeconds", formed.connectSeconds);
    fields("syncSeconds", formed.syncSeconds);
}

template <typename Fields>
void describe(Fields &fields, RunFinished &finished)
{
    fields("outcome", finished.outcome);
    fields("step", finished.step);
    fields("seconds", finished.seconds);
    fields("message", finished.message);
    fields("model", finished.model);
}

namespace {

// In the order of EventBody's alternatives.
constexpr std::array<const char *, std::variant_size_v<EventBody>> typeNames{"started", "plan", "shares", "step",
    "overdue", "evaluation", "examples", "telemetry", "slowdown", "checkpoint", "note", "warning", "rank-failed",
    "membership", "generation", "finished"};

template <std::size_t... I>
Result<EventBody> bodyOfType(const std::string &type, const Json &fields, std::index_sequence<I...>)
{
    Result<EventBody> body = fail("There is no event of type \"" + type.substr(0, 40) + "\".");
    const auto tryType = [&](const char *name, auto example) {
        if (type == name)
            body = fromJson<decltype(example)>(fields).map([](auto value) { return EventBody(std::move(value)); });
    };
    (tryType(typeNames[I], std::variant_alternative_t<I, EventBody>{}), ...);
    return body;
}

template <typename T>
Result<T> pop(Json &json, const char *name)
{
    const auto found = json.find(name);
    if (found == json.end())
        return fail(std::string("An event has no field ") + name + ".");
    if (std::is_same_v<T, std::string> ? !found->is_string() : !found->is_number())
        return fail(
            std::string("The field ") + name + " of an event has the wrong type: " + describeJson(*found) + ".");
    T value = found->get<T>();
    json.erase(found);
    return value;
}

} // namespace

std::optional<std::size_t> eventTypeOf(std::string_view name)
{
    const auto found = std::find(typeNames.begin(), typeNames.end(), name);
    return found == typeNames.end() ? std::nullopt : std::optional(std::size_t(found - typeNames.begin()));
}

std::string toLine(const Event &event)
{
    Json json = Json::object();
    json["seq"] = event.sequence;
    json["time"] = event.time;
    json["type"] = typeNames[event.body.index()];
    std::visit([&](const auto &body) { json.update(jsonOf(body)); }, event.body);
    return dumpLine(json);
}

namespace {

// A run has hundreds of thousands of these. nullopt: it is none, or looks otherwise than toLine() writes it.
template <typename Body>
std::optional<Event> scanEvent(std::string_view line)
{
    Event event;
    Body body;
    std::string type;
    FieldScan fields(line);
    fields.begin();
    fields("seq", event.sequence);
    fields("time", event.time);
    fields("type", type);
    if (type != typeNames[EventBody(body).index()])
        return std::nullopt;
    describe(fields, body);
    fields.take("}");
    if (!fields.isAtEnd())
        return std::nullopt;
    event.body = std::move(body);
    return event;
}

} // namespace

Result<Event> parseEvent(std::string_view line)
{
    if (line.size() <= longestEventLine)
        if (auto event = scanEvent<StepDone>(line); event || (event = scanEvent<Telemetry>(line)))
            return *std::move(event);
    auto json = parseJson(line, longestEventLine, "event");
    if (!json)
        return tl::unexpected(json.error());
    if (!json->is_object())
        return fail("An event must be a JSON object.");
    const auto sequence = pop<std::int64_t>(*json, "seq");
    const auto time = pop<double>(*json, "time");
    const auto type = pop<std::string>(*json, "type");
    if (!sequence || !time || !type)
        return tl::unexpected((!sequence ? sequence.error() : !time ? time.error() : type.error()));
    auto body = bodyOfType(*type, *json, std::make_index_sequence<std::variant_size_v<EventBody>>());
    if (!body)
        return tl::unexpected(body.error());
    if (const auto *chosen = std::get_if<PlanChosen>(&*body))
        if (const auto machines = checkMachines(chosen->plan); !machines)
            return tl::unexpected(machines.error());
    if (const auto *test = std::get_if<TestExamples>(&*body))
        if (const auto good = checkExamples(*test); !good)
            return tl::unexpected(good.error());
    return Event{*sequence, *time, std::move(*body)};
}

LoggedEvent::LoggedEvent(Event logged) : event(std::move(logged)), line(toLine(event)) { }

LoggedEvent::LoggedEvent(Event logged, std::string text) : event(std::move(logged)), line(std::move(text)) { }

} // namespace motley
