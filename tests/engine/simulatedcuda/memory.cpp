#include "memory.h"

#include "counting.h"
#include "sizes.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

namespace simulated {

namespace {

// One file mapped twice: tensors hold addresses of the first mapping, which the host cannot read.
class Memory {
public:
    Memory()
    {
        const int file = memfd_create("simulated device", MFD_CLOEXEC);
        TORCH_CHECK(file >= 0 && ftruncate(file, addresses) == 0, "no file for the simulated device's memory");
        m_closed = map(file, PROT_NONE);
        m_open = map(file, PROT_READ | PROT_WRITE);
        for (const std::int64_t size : memorySizes())
            m_devices.push_back({.size = size, .limit = size});
    }

    struct DeviceMemory {
        std::int64_t size = 0; // bytes
        std::int64_t limit = 0;
        std::int64_t used = 0;
        std::int64_t peak = 0;
    };
    DeviceMemory &device(int index) { return m_devices.at(std::size_t(index)); }
    int deviceCount() const { return int(m_devices.size()); }

    void *allocate(std::size_t bytes, int index)
    {
        const std::size_t rounded = roundedUp(bytes, blockUnit);
        DeviceMemory &on = device(index);
        TORCH_CHECK_WITH(OutOfMemoryError, on.used + std::int64_t(rounded) <= on.limit,
            "CUDA out of memory. Tried to allocate ", bytes, " bytes. Simulated GPU ", index, " has ", on.limit,
            " bytes, of which ", on.used, " are in use.");
        char *address = m_closed + takePlace(roundedUp(bytes, page));
        on.used += std::int64_t(rounded);
        on.peak = std::max(on.peak, on.used);
        m_blocks[address] = {.size = rounded, .device = index, .stream = currentStream(index)};
        if (isComputed(std::int64_t(rounded)))
            std::memset(open(address), onlyCounts() ? 0 : 0xff, rounded); // 0xff: NaN, and -1
        return address;
    }

    void free(void *address)
    {
        const auto found = m_blocks.find(static_cast<char *>(address));
        const Block &block = found->second;
        Past uses = block.read;
        join(uses, {{block.writer, block.written}});
        // What a recorded stream has waited for is over once that stream is.
        const auto isWaitedFor = [&](int stream, auto launch) {
            return std::any_of(block.recorded.begin(), block.recorded.end(),
                [&](int recorded) { return recorded == stream || knows(queueOf(recorded).past, stream, launch); });
        };
        for (const auto &[stream, launch] : uses)
            if (stream >= 0 && stream != block.stream && !isWaitedFor(stream, launch)
                && !knows(queueOf(block.stream).past, stream, launch) && !knows(hostPast(), stream, launch))
                reportLater("Memory of stream " + std::to_string(block.stream) + " was freed while stream "
                    + std::to_string(stream) + " may use it: record_stream() is missing.");
        device(block.device).used -= std::int64_t(block.size);
        giveBack(std::size_t(found->first - m_closed), roundedUp(block.size, page));
        m_blocks.erase(found);
    }

    Block *blockOf(const void *address)
    {
        const auto found = m_blocks.find(static_cast<char *>(const_cast<void *>(address)));
        return found == m_blocks.end() ? nullptr : &found->second;
    }
    char *open(const void *address) const // null, as of a tensor without elements, stays null
    {
        return address ? m_open + (static_cast<const char *>(address) - m_closed) : nullptr;
    }

private:
    static constexpr std::size_t addresses = std::size_t(1) << 42; // bytes of address space, mostly never touched
    static constexpr std::size_t page = 4096; // of the processor: each block has pages of its own
    static constexpr std::size_t moreKept = 512 << 20; // bytes
    // What torch's caching allocator gives out and counts with expandable segments, of which it splits each block.
    static constexpr std::size_t blockUnit = 512;

    static std::size_t roundedUp(std::size_t bytes, std::size_t unit) { return (bytes + unit - 1) / unit * unit; }

    std::size_t takePlace(std::size_t pages)
    {
        m_used += pages;
        m_mostUsed = std::max(m_mostUsed, m_used);
        if (const auto kept = m_kept.find(pages); kept != m_kept.end() && isComputed(std::int64_t(pages))) {
            m_keptBytes -= pages;
            return m_kept.extract(kept).mapped();
        }
        while (!m_kept.empty() && m_used + m_keptBytes > m_mostUsed + moreKept)
            dropPages(std::prev(m_kept.end()));
        if (const auto free = m_free.find(pages); free != m_free.end())
            return m_free.extract(free).mapped();
        return std::exchange(m_next, m_next + pages);
    }

    void giveBack(std::size_t place, std::size_t pages)
    {
        m_used -= pages;
        m_keptBytes += pages;
        const auto kept = m_kept.emplace(pages, place);
        if (isComputed(std::int64_t(pages)))
            std::memset(m_open + place, 0xff, pages); // who reads it now reads NaN, and -1
        else
            dropPages(kept);
    }

    using Places = std::multimap<std::size_t, std::size_t>; // key: bytes, value: offset

    void dropPages(Places::iterator kept)
    {
        madvise(m_open + kept->second, kept->first, MADV_REMOVE);
        m_keptBytes -= kept->first;
        m_free.insert(m_kept.extract(kept));
    }

    static char *map(int file, int access)
    {
        void *begin = mmap(nullptr, addresses, access, MAP_SHARED | MAP_NORESERVE, file, 0);
        TORCH_CHECK(begin != MAP_FAILED, "no addresses for the simulated device's memory");
        return static_cast<char *>(begin);
    }

    std::vector<DeviceMemory> m_devices;
    std::map<char *, Block> m_blocks;
    char *m_closed;
    char *m_open;
    std::size_t m_next = 0;
    Places m_free; // without pages of the file
    // With them, as a step allocates what the one before it freed, and fresh pages take the kernel longer than many
    // operators take. With what is in use they are little more than was in use at once.
    Places m_kept;
    std::size_t m_keptBytes = 0;
    std::size_t m_used = 0; // bytes
    std::size_t m_mostUsed = 0;
};

// Tensors may be freed at the very end of the process, so memory is never destroyed.
Memory &memory()
{
    static auto &all = *new Memory;
    return all;
}

std::map<char *, std::size_t> &pinnedBlocks()
{
    static auto &blocks = *new std::map<char *, std::size_t>; // key: address, value: bytes
    return blocks;
}

struct DeviceAllocator final : c10::Allocator {
    c10::DataPtr allocate(std::size_t bytes) override
    {
        const std::lock_guard lock(mutex);
        void *data = bytes > 0 ? memory().allocate(bytes, currentDevice) : nullptr;
        return {data, data, &release, c10::Device(at::kCUDA, currentDevice)};
    }
    static void release(void *data)
    {
        const std::lock_guard lock(mutex);
        if (data)
            memory().free(data);
    }
    c10::DeleterFnPtr raw_deleter() const override { return &release; }
    void copy_data(void *to, const void *from, std::size_t bytes) const override
    {
        std::memcpy(readable(to), readable(from), bytes);
    }
};

struct PinnedAllocator final : c10::Allocator {
    c10::DataPtr allocate(std::size_t bytes) override
    {
        auto *data = static_cast<char *>(std::aligned_alloc(64, (bytes + 64) / 64 * 64));
        const std::lock_guard lock(mutex);
        pinnedBlocks()[data] = bytes;
        return {data, data, &release, at::kCPU};
    }
    static void release(void *data)
    {
        const std::lock_guard lock(mutex);
        pinnedBlocks().erase(static_cast<char *>(data));
        std::free(data);
    }
    c10::DeleterFnPtr raw_deleter() const override { return &release; }
    void copy_data(void *to, const void *from, std::size_t bytes) const override { std::memcpy(to, from, bytes); }
};

} // namespace

Block *blockOf(const void *address)
{
    return memory().blockOf(address);
}

void *readable(const void *address)
{
    return memory().open(address);
}

c10::Allocator &deviceAllocator()
{
    static auto &allocator = *new DeviceAllocator;
    return allocator;
}

c10::Allocator &pinnedAllocator()
{
    static auto &allocator = *new PinnedAllocator;
    return allocator;
}

bool isPinned(const void *address)
{
    const std::lock_guard lock(mutex);
    const auto above = pinnedBlocks().upper_bound(static_cast<char *>(const_cast<void *>(address)));
    return above != pinnedBlocks().begin() && address < std::prev(above)->first + std::prev(above)->second;
}

int deviceCount()
{
    return memory().deviceCount();
}

void limitMemory(int device, std::int64_t bytes)
{
    const std::lock_guard lock(mutex);
    auto &limited = memory().device(device);
    limited.limit = bytes > 0 ? std::min(bytes, limited.size) : limited.size;
}

std::int64_t usedMemory(int device)
{
    const std::lock_guard lock(mutex);
    return memory().device(device).used;
}

std::int64_t peakMemory(int device)
{
    const std::lock_guard lock(mutex);
    return memory().device(device).peak;
}

void restartPeak(int device)
{
    const std::lock_guard lock(mutex);
    memory().device(device).peak = memory().device(device).used;
}

} // namespace simulated
