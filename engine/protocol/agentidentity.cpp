#include "engine/protocol/agentidentity.h"

#include "engine/json/jsonfields.h"

namespace motley {

template <typename Fields>
void describe(Fields &fields, AgentIdentity &identity)
{
    fields("pid", identity.pid);
    fields("startTicks", identity.startTicks);
    fields("bootId", identity.bootId);
    fields("hostName", identity.hostName);
}

std::string toJson(const AgentIdentity &identity)
{
    return dumpLine(jsonOf(identity));
}

Result<AgentIdentity> parseAgentIdentity(std::string_view json)
{
    return parseJson(json, 4096, "agent identity").and_then([](const Json &value) {
        return fromJson<AgentIdentity>(value);
    });
}

} // namespace motley
