#include "engine/data/images/picturecheck.h"

#include "engine/data/images/picture.h"
#include "engine/data/parallelfor.h"

#include <algorithm>
#include <atomic>
#include <mutex>

namespace motley {

namespace {

constexpr int threads = 8; // most of the time they wait for the disk
constexpr std::size_t mostNamed = 3;

struct Broken {
    std::int64_t count = 0;
    std::map<std::int64_t, Error> first; // by index of the picture

    void add(std::int64_t index, const Error &error)
    {
        ++count;
        first.emplace(index, error);
        if (first.size() > mostNamed)
            first.erase(std::prev(first.end()));
    }
};

std::string inWords(const Broken &broken, std::size_t all)
{
    std::string words = std::to_string(broken.count) + " of " + std::to_string(all)
        + (broken.count == 1 ? " pictures cannot be read." : " pictures cannot be read, among them:");
    for (const auto &[index, error] : broken.first)
        words += " " + error.message + (error.detail.empty() ? "" : " (" + error.detail + ")");
    return words;
}

} // namespace

Result<std::int64_t> checkPictures(const ImageFolder &folder, std::chrono::milliseconds patience)
{
    const auto last = std::chrono::steady_clock::now() + patience;
    std::atomic<std::int64_t> looked = 0;
    std::mutex mutex;
    Broken broken;
    inParallel(std::int64_t(folder.entries.size()), threads, [&](std::int64_t i) {
        if (std::chrono::steady_clock::now() >= last)
            return;
        const auto good = checkPicture(folder.entries[std::size_t(i)].path);
        ++looked;
        if (good)
            return;
        const std::scoped_lock lock(mutex);
        broken.add(i, good.error());
    });
    if (broken.count > 0)
        return fail(inWords(broken, folder.entries.size()));
    return looked.load();
}

} // namespace motley
