// libFuzzer's entry point for the target that is chosen at compile time.
#include "tests/fuzz/targets.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

motley::FuzzTarget chosenTarget()
{
    for (const motley::FuzzTarget &target : motley::allTargets()) {
        if (std::string_view(target.name) == MOTLEY_FUZZ_TARGET)
            return target;
    }
    std::fputs("There is no target " MOTLEY_FUZZ_TARGET ".\n", stderr);
    std::exit(1);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(
    const std::uint8_t *data, std::size_t size) // NOLINT(readability-identifier-naming)
{
    static const motley::FuzzTarget target = chosenTarget();
    target.read({reinterpret_cast<const char *>(data), size});
    return 0;
}
