#include "remote/probe/examine.h"

#include "remote/session/sentence.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace motley {

namespace {

constexpr std::chrono::seconds silenceLimit{60}; // the scripts bound each of their questions to 10 s
constexpr std::chrono::minutes timeLimit{2};

} // namespace

Result<ProbeOutput> examine(Session &session, std::string_view script, std::stop_token stop, const OnOutput &onOutput)
{
    std::string output;
    CommandOptions options;
    options.silenceLimit = silenceLimit;
    options.timeLimit = timeLimit;
    options.stop = std::move(stop);
    options.outputSink = [&](std::string_view bytes) {
        output += bytes.substr(0, longestProbeOutput + 1 - std::min(output.size(), longestProbeOutput + 1));
        if (onOutput)
            onOutput(output);
    };
    const auto result = session.run(script, options);
    if (!result)
        return tl::unexpected(result.error());
    auto parsed = ProbeOutput::parse(output);
    if (!parsed)
        return sentence(phraseOf("motley::probe", "%1 could not be examined: %2")
                            .arg(QString::fromStdString(session.name()), parsed.error()),
            parsed.error().detail + result->errors);
    return parsed;
}

} // namespace motley
