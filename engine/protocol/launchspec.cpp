#include "engine/protocol/launchspec.h"

#include "engine/job/jobfields.h"
#include "engine/protocol/planfields.h"
#include "engine/protocol/runfolder.h"

namespace motley {

template <typename Fields>
void describe(Fields &fields, LaunchSpec &spec)
{
    fields("runId", spec.runId);
    fields("token", spec.token);
    fields("machine", spec.machine);
    fields("storePort", spec.controlPort); // its name in the files of earlier runs, which are read too
    fields("job", spec.job);
    fields("plan", spec.plan);
    fields("resumeFrom", spec.resumeFrom);
    fields("warnings", spec.warnings);
}

template <typename Fields>
void describe(Fields &fields, AgentReady &ready)
{
    fields("pid", ready.pid);
    fields("address", ready.address);
    fields("controlPort", ready.controlPort);
}

namespace {

Result<void> validate(const LaunchSpec &spec)
{
    if (!isValidRunId(spec.runId))
        return fail("The field runId must be 1 to 64 letters, digits, '-' or '_'.");
    if (spec.token.size() != 64 || spec.token.find_first_not_of("0123456789abcdef") != std::string::npos)
        return fail("The field token must be 64 hexadecimal digits.");
    if (spec.machine < 0 || std::size_t(spec.machine) >= spec.plan.machines.size())
        return fail("The field machine must be a machine of the plan.");
    if (spec.controlPort < 0 || spec.controlPort > 65535 || (spec.machine > 0 && spec.controlPort == 0))
        return fail("The field storePort must be the coordinating agent's port.");
    return motley::validate(spec.job).and_then([&] { return motley::validate(spec.plan, spec.job.batch); });
}

} // namespace

std::string toJson(const LaunchSpec &spec)
{
    return dumpLine(versionedJsonOf(spec));
}

Result<LaunchSpec> parseLaunchSpec(std::string_view json)
{
    auto spec = fromVersionedText<LaunchSpec>(json, 16 << 20, "launch spec");
    if (!spec)
        return spec;
    if (const auto good = validate(*spec); !good)
        return tl::unexpected(good.error());
    return spec;
}

std::string toJson(const AgentReady &ready)
{
    return dumpLine(jsonOf(ready));
}

Result<AgentReady> parseAgentReady(std::string_view json)
{
    return parseJson(json, 4096, "agent's answer").and_then([](const Json &value) {
        return fromJson<AgentReady>(value);
    });
}

} // namespace motley
