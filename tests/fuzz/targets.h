// The readers of files and messages from outside, each as one function that takes any bytes. libFuzzer drives them
// (tests/fuzz/run), and tst_fuzzcorpus replays the inputs in tests/fuzz/corpus/<name>.
#pragma once

#include <algorithm>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace motley {

struct FuzzTarget {
    const char *name;
    void (*read)(std::string_view bytes); // throws BrokenPromise; must never end the process
};

std::span<const FuzzTarget> protocolTargets();
std::span<const FuzzTarget> dataTargets();
std::span<const FuzzTarget> modelTargets();
std::span<const FuzzTarget> textTargets();
std::span<const FuzzTarget> chatTargets();
std::span<const FuzzTarget> remoteTargets();
std::vector<FuzzTarget> allTargets();

// A reader accepted bytes and broke a promise of its header.
struct BrokenPromise : std::logic_error {
    using std::logic_error::logic_error;
};

inline void promise(bool kept, const std::string &what)
{
    if (!kept)
        throw BrokenPromise(what);
}

// Takes the bytes up to the next zero byte: an input holds several files.
inline std::string_view takeField(std::string_view &bytes)
{
    const std::string_view part = bytes.substr(0, bytes.find('\0'));
    bytes.remove_prefix(std::min(part.size() + 1, bytes.size()));
    return part;
}

} // namespace motley
