#include "engine/exchange/group.h"

#include "engine/base/runclock.h"
#include "engine/device/computedevice.h"
#include "engine/device/outofmemory.h"
#include "engine/exchange/peerlost.h"
#include "engine/protocol/gradientbuckets.h"

#include <torch/types.h>

#include <torch/csrc/distributed/c10d/comm.hpp>

namespace motley {

namespace {

constexpr std::size_t broadcastBytes = std::size_t(gradientBucketBytes); // copied beside the tensors; two at a time

void throwIfAborted(bool isDone)
{
    if (!isDone)
        throw std::runtime_error("A message was aborted.");
}

} // namespace

// Whether there are links with all ranks is the same on all of them.
PointToPoint Group::pointToPoint()
{
    return {m_processGroup, m_directAllReduce ? m_directAllReduce->linksWithAll() : nullptr};
}

template <typename Call>
void Group::throwingPeerLost(const Call &call)
{
    try {
        call();
    } catch (const std::exception &failure) {
        if (isOutOfMemory(failure))
            throw;
        *m_hasLostPeers = true;
        throw PeerLost(failure.what());
    }
}

void Group::communicate(const std::function<void()> &call)
{
    m_activity->beginCollective();
    throwingPeerLost(call);
}

void Group::communicate(at::Device device, const std::function<void()> &call)
{
    communicate([&] {
        call();
        waitForDevice(device);
        throwIfAborted(!*m_hasLostPeers || device.is_cpu());
    });
}

void Group::wait(const Work &work)
{
    throwingPeerLost([&] { work->wait(); });
    m_activity->advance();
}

void Group::send(const at::Tensor &tensor, int rank)
{
    std::vector<at::Tensor> tensors{tensor};
    throwingPeerLost([&] { throwIfAborted(m_processGroup->send(tensors, rank, /*tag=*/0)->wait()); });
    m_activity->advance();
}

void Group::receive(const at::Tensor &tensor, int rank)
{
    std::vector<at::Tensor> tensors{tensor};
    throwingPeerLost([&] { throwIfAborted(m_processGroup->recv(tensors, rank, /*tag=*/0)->wait()); });
    m_activity->advance();
}

void Group::leave()
{
    if (isAlone())
        return;
    m_onDevices->leave();
    m_processGroup->shutdown();
    m_hasLeft = true;
}

// In host memory first: an aborted kernel lets the host go on with anything, which must reach no other rank.
void Group::abort() noexcept
{
    if (!m_processGroup)
        return;
    *m_hasLostPeers = true;
    try {
        if (m_directAllReduce)
            m_directAllReduce->abort();
        m_processGroup->getBackend(c10::DeviceType::CPU)->abort();
        if (m_onDevices)
            m_onDevices->abort();
        m_processGroup->abort();
    } catch (const std::exception &) { // of a backend that is gone already
    }
}

// `sum` returns whether the sum is complete, and so has blocked.
template <typename Sum>
void Group::sumTimed(at::Device device, const Sum &sum)
{
    if (isAlone())
        return;
    DeviceInterval interval;
    bool isComplete = false;
    interval.begin(device);
    communicate([&] { isComplete = sum(); });
    if (!isComplete)
        return;
    interval.end(device);
    const std::lock_guard lock(m_timeInAllReduce->mutex);
    m_timeInAllReduce->open.push_back(std::move(interval));
}

Timings Group::time(at::Device device, const std::function<void()> &work)
{
    const double before = secondsInAllReduce();
    const auto started = RunClock::now();
    try {
        work();
    } catch (const std::exception &failure) {
        if (*m_hasLostPeers)
            throw PeerLost(failure.what());
        throw;
    }
    waitForDevice(device);
    const double seconds = secondsSince(started);
    const double waited = secondsInAllReduce() - before;
    return {seconds - waited, waited};
}

double Group::secondsInAllReduce()
{
    const std::lock_guard lock(m_timeInAllReduce->mutex);
    for (const DeviceInterval &interval : m_timeInAllReduce->open)
        m_timeInAllReduce->seconds += interval.seconds();
    m_timeInAllReduce->open.clear();
    return m_timeInAllReduce->seconds;
}

void Group::allReduce(at::Tensor &tensor)
{
    sumTimed(tensor.device(), [&] {
        m_onDevices->allReduce(tensor);
        return true;
    });
}

void Group::allReduceHost(at::Tensor &tensor)
{
    sumTimed(at::kCPU, [&] {
        m_onHost->allReduce(tensor);
        return true;
    });
}

Group::Work Group::startAllReduce(at::Tensor &tensor, bool isLast)
{
    Work work;
    sumTimed(tensor.device(), [&] {
        work = m_onDevices->startAllReduce(tensor, isLast);
        return !work;
    });
    return work;
}

std::vector<Group::Work> Group::startReduceScatter(
    at::Tensor &tensor, const std::vector<std::int64_t> &borders, bool isLast)
{
    std::vector<Work> works;
    sumTimed(tensor.device(), [&] {
        works = m_onDevices->startReduceScatter(tensor, borders, isLast);
        return works.empty();
    });
    return works;
}

void Group::broadcast(const std::vector<at::Tensor> &tensors, int root)
{
    if (isAlone() || tensors.empty())
        return;
    communicate(
        tensors.front().device(), [&] { c10d::broadcast_coalesced(m_processGroup, tensors, broadcastBytes, root); });
}

bool Group::all(bool mine)
{
    std::int64_t missing = mine ? 0 : 1;
    sumWords({&missing, 1});
    return missing == 0;
}

void Group::waitForOthers() noexcept
{
    try {
        all(true);
    } catch (const std::exception &) { // of a rank that has the answer of this one, and is on its way
    }
}

std::vector<std::int64_t> Group::gather(std::int64_t mine)
{
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(m_size));
    numbers[std::size_t(m_rank)] = mine;
    sumWords(numbers);
    return numbers;
}

void Group::sumWords(std::span<std::int64_t> words)
{
    at::Tensor sum = at::from_blob(words.data(), {std::int64_t(words.size())}, at::kLong);
    allReduceHost(sum);
}

} // namespace motley
