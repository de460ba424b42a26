#include "engine/protocol/bytes/eventbytes.h"

#include "engine/json/fieldbytes.h"
#include "engine/protocol/rankstatusfields.h"

namespace motley {

namespace {

enum class Kind : char { Line, Step, Telemetry };

template <typename Body>
bool packBody(std::string &bytes, Kind kind, const Event &event)
{
    const auto *body = std::get_if<Body>(&event.body);
    if (!body)
        return false;
    Body copy = *body; // describe() lists fields that may be written to
    double time = event.time;
    bytes += char(kind);
    FieldBytesWriter fields(bytes);
    fields.writeWhole(event.sequence);
    fields("time", time);
    describe(fields, copy);
    return true;
}

template <typename Body>
std::optional<PackedLine> unpackBody(std::string_view &bytes)
{
    PackedLine packed{Event()};
    FieldBytesReader fields(bytes.substr(1));
    packed.event->sequence = fields.readWhole();
    fields("time", packed.event->time);
    describe(fields, packed.event->body.emplace<Body>());
    if (!fields.isGood())
        return std::nullopt;
    bytes = fields.rest();
    return packed;
}

std::optional<PackedLine> unpackLine(std::string_view &bytes)
{
    FieldBytesReader fields(bytes.substr(1));
    const auto line = fields.readText();
    if (!fields.isGood())
        return std::nullopt;
    bytes = fields.rest();
    return PackedLine{std::nullopt, line};
}

template <typename Body>
std::string formOf()
{
    Body body;
    FieldBytesForm form;
    describe(form, body);
    return form.form();
}

} // namespace

void pack(std::string &bytes, std::string_view line, const std::optional<Event> &event)
{
    if (event && (packBody<StepDone>(bytes, Kind::Step, *event) || packBody<Telemetry>(bytes, Kind::Telemetry, *event)))
        return;
    bytes += char(Kind::Line);
    FieldBytesWriter(bytes).writeText(line);
}

std::optional<PackedLine> unpack(std::string_view &bytes)
{
    if (bytes.empty())
        return std::nullopt;
    switch (static_cast<Kind>(bytes.front())) {
    case Kind::Step:
        return unpackBody<StepDone>(bytes);
    case Kind::Telemetry:
        return unpackBody<Telemetry>(bytes);
    case Kind::Line:
        return unpackLine(bytes);
    }
    return std::nullopt;
}

const std::string &formOfPacked()
{
    static const std::string form = "step { " + formOf<StepDone>() + "} telemetry { " + formOf<Telemetry>() + "}";
    return form;
}

} // namespace motley
