#include "engine/job/presets.h"

#include "engine/job/presettexts.h"

#include <cassert>

namespace motley {

namespace {

std::vector<Preset> readPresets()
{
    std::vector<Preset> presets;
    for (const auto &[name, text] : presetTexts()) {
        const auto job = parseJob(text, Completeness::Draft);
        assert(job); // presets are compiled in, and a test parses each of them
        if (job)
            presets.push_back({name, *job});
    }
    return presets;
}

} // namespace

const std::vector<Preset> &presets()
{
    static const std::vector<Preset> list = readPresets();
    return list;
}

} // namespace motley
