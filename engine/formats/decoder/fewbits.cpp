#include "engine/formats/decoder/fewbits.h"

#include "engine/base/textfile.h"
#include "engine/formats/decoder/decoderconfig.h"

namespace motley {

bool losesMoreInFourBits(std::string_view config)
{
    return modelTypeOf(config).starts_with("qwen3_5");
}

bool folderLosesMoreInFourBits(const std::string &folder)
{
    constexpr std::size_t most = 1 << 20;
    return losesMoreInFourBits(readTextFile(folder + "/config.json", most).value_or(std::string()));
}

} // namespace motley
