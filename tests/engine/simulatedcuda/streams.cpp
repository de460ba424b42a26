#include "streams.h"

#include "memory.h"

#include <ATen/Context.h>

#include <atomic>
#include <thread>

namespace simulated {

namespace {

Counts counted;
std::string laterFault;
std::atomic<std::chrono::microseconds> launchTime{std::chrono::microseconds(0)};

// Tensors may be freed at the very end of the process, so this is never destroyed.
std::map<c10::StreamId, Queue> &queues()
{
    static auto &all = *new std::map<c10::StreamId, Queue>;
    return all;
}

bool isTf32Product(const std::vector<Use> &uses, const std::string &name)
{
    static const std::set<std::string> products{
        "aten::mm", "aten::addmm", "aten::bmm", "aten::baddbmm", "aten::mv", "aten::addmv"};
    const bool isConvolution = name == "aten::convolution" || name == "aten::convolution_backward";
    if (!(isConvolution || products.count(name)) || uses.front().tensor.scalar_type() != at::kFloat)
        return false;
    const at::Context &settings = at::globalContext();
    return isConvolution ? settings.allowTF32CuDNN() : settings.allowTF32CuBLAS();
}

// An expanded tensor repeats what it has in memory.
std::int64_t bytesOf(const at::Tensor &tensor)
{
    std::int64_t bytes = std::int64_t(tensor.itemsize());
    for (std::int64_t dim = 0; dim < tensor.dim(); ++dim)
        bytes *= tensor.stride(dim) != 0 ? tensor.size(dim) : std::min<std::int64_t>(tensor.size(dim), 1);
    return bytes;
}

std::int64_t movedBytes(const std::vector<Use> &uses)
{
    std::int64_t bytes = 0;
    for (const Use &use : uses)
        if (use.tensor.is_cuda())
            bytes += bytesOf(use.tensor) * (int(use.reads) + int(use.writes));
    return bytes;
}

} // namespace

std::recursive_mutex mutex;
thread_local c10::DeviceIndex currentDevice = 0;

c10::StreamId &currentStream(int device)
{
    thread_local std::array<c10::StreamId, mostDevices> streams{0, 1, 2, 3, 4, 5, 6, 7};
    return streams.at(std::size_t(device));
}

c10::StreamId newStream()
{
    static std::atomic<c10::StreamId> next{mostDevices};
    return next++;
}

Queue &queueOf(c10::StreamId stream)
{
    return queues()[stream];
}

Past &hostPast()
{
    static auto &past = *new Past;
    return past;
}

void join(Past &past, const Past &other)
{
    for (const auto &[stream, launch] : other)
        past[stream] = std::max(past[stream], launch);
}

bool knows(const Past &past, c10::StreamId stream, std::int64_t launch)
{
    const auto known = past.find(stream);
    return known != past.end() && known->second >= launch;
}

Event recordEvent(c10::StreamId stream)
{
    const std::lock_guard lock(mutex);
    const Queue &queue = queueOf(stream);
    return {queue, std::max(Clock::now(), queue.busyUntil)};
}

void letWait(c10::StreamId stream, const Event &event)
{
    const std::lock_guard lock(mutex);
    Queue &queue = queueOf(stream);
    join(queue.past, event.queue.past);
    queue.tail.insert(queue.tail.end(), event.queue.tail.begin(), event.queue.tail.end());
    queue.busyUntil = std::max(queue.busyUntil, event.queue.busyUntil);
}

void waitFor(const Queue &queue)
{
    {
        const std::lock_guard lock(mutex);
        ++counted.synchronisations;
        join(hostPast(), queue.past);
    }
    finish(queue.tail);
    std::this_thread::sleep_until(queue.busyUntil);
}

void finish(const Tail &tail)
{
    for (const auto &work : tail)
        work.get();
}

Tail launch(int device, const std::vector<Use> &uses, const std::string &name)
{
    const std::lock_guard lock(mutex);
    TORCH_CHECK(laterFault.empty(), std::exchange(laterFault, {}));
    const c10::StreamId stream = currentStream(device);
    Queue &queue = queueOf(stream);
    queue.device = device;
    join(queue.past, hostPast());
    const std::int64_t now = ++queue.past[stream];
    queue.busyUntil = std::max(Clock::now(), queue.busyUntil) + launchTime.load();
    ++counted.launches;
    counted.operators.insert(name);
    counted.streams.insert(stream);
    counted.tf32Products += isTf32Product(uses, name);
    counted.bytes += movedBytes(uses);
    const auto check = [&](c10::StreamId other, std::int64_t then, const char *does) {
        TORCH_CHECK(other < 0 || knows(queue.past, other, then), name, " in stream ", stream,
            " touches memory that stream ", other, " ", does, ", without waiting for it.");
    };
    for (const Use &use : uses) {
        Block *block = blockOf(use.tensor.storage().data());
        if (!block)
            continue;
        check(block->writer, block->written, "writes");
        if (!use.writes) {
            block->read[stream] = now;
            continue;
        }
        for (const auto &[other, then] : block->read)
            check(other, then, "reads");
        block->read.clear();
        block->writer = stream;
        block->written = now;
    }
    return std::exchange(queue.tail, {});
}

// Work that is done holds on to nothing, as the next in its stream remembers it.
void putBehind(Tail before, int device, std::launch when, std::function<void()> work)
{
    auto run = [before = std::move(before), work = std::move(work)]() mutable {
        finish(std::exchange(before, {}));
        std::exchange(work, nullptr)();
    };
    const std::lock_guard lock(mutex);
    queueOf(currentStream(device)).tail.push_back(std::async(when, std::move(run)).share());
}

void countBytes(std::int64_t bytes)
{
    const std::lock_guard lock(mutex);
    counted.bytes += bytes;
}

void reportLater(const std::string &fault)
{
    laterFault = fault;
}

Counts counts()
{
    const std::lock_guard lock(mutex);
    return counted;
}

void setLaunchTime(std::chrono::microseconds time)
{
    launchTime = time;
}

void synchronize(int device)
{
    Queue all;
    {
        const std::lock_guard lock(mutex);
        for (const auto &[stream, queue] : queues()) {
            if (queue.device != device)
                continue;
            join(all.past, queue.past);
            all.tail.insert(all.tail.end(), queue.tail.begin(), queue.tail.end());
            all.busyUntil = std::max(all.busyUntil, queue.busyUntil);
        }
    }
    waitFor(all);
}

void enqueue(int device, const std::vector<Use> &uses, const std::string &name, std::function<void()> work)
{
    putBehind(launch(device, uses, name), device, std::launch::async, std::move(work));
}

} // namespace simulated
