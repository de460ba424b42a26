#include "memory.h"

#include "engine/exchange/abortablegloo.h"

#include <c10/core/impl/VirtualGuardImpl.h>
#include <c10/core/StreamGuard.h>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/types.h>

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace simulated {

namespace {

using Tensors = std::vector<at::Tensor>;

std::atomic<bool> noticesLostPeers{false};

c10::impl::VirtualGuardImpl devices()
{
    return c10::impl::VirtualGuardImpl(at::kCUDA);
}

// On the interface that NCCL is given, as by agents.
std::shared_ptr<::gloo::transport::Device> networkDevice()
{
    const char *named = std::getenv("NCCL_SOCKET_IFNAME");
    const std::string interface = named ? named : "lo";
    return c10d::ProcessGroupGloo::createDeviceForInterface(interface.substr(interface.starts_with('=') ? 1 : 0));
}

class QueuedWork final : public c10d::Work {
public:
    QueuedWork(c10::Device device, c10::Stream stream, const Tensors &tensors)
        : m_device(device), m_done(device.type()),
          m_future(c10::make_intrusive<c10::ivalue::Future>(
              c10::ListType::create(c10::TensorType::get()), std::vector<c10::Device>{device}))
    {
        const c10::StreamGuard guard(stream);
        m_done.record(stream);
        m_future->markCompleted(c10::IValue(tensors));
    }
    bool isCompleted() override { return true; }
    bool isSuccess() const override { return true; }
    void synchronize() override { m_done.block(devices().getStream(m_device)); }
    bool wait(std::chrono::milliseconds) override
    {
        synchronize();
        return true;
    }
    c10::intrusive_ptr<c10::ivalue::Future> getFuture() override { return m_future; }

private:
    c10::Device m_device;
    c10::Event m_done;
    c10::intrusive_ptr<c10::ivalue::Future> m_future;
};

class Abort {
public:
    void request()
    {
        const std::lock_guard lock(m_mutex);
        m_isRequested = true;
        m_condition.notify_all();
    }
    bool isRequestedWithin(std::chrono::milliseconds time)
    {
        std::unique_lock lock(m_mutex);
        return m_condition.wait_for(lock, time, [&] { return m_isRequested; });
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_condition;
    bool m_isRequested = false;
};

// What an aborted kernel leaves: anything.
void spoil(at::Tensor tensor)
{
    if (tensor.is_floating_point())
        tensor.fill_(std::numeric_limits<double>::quiet_NaN());
    else
        tensor.fill_(77);
}

class Exchange final : public c10d::Backend {
public:
    Exchange(const c10::intrusive_ptr<c10d::Store> &store, int rank, int size, c10::Device device,
        std::chrono::milliseconds timeout)
        : Backend(rank, size), m_device(device), m_timeout(timeout), m_stream(devices().getStreamFromGlobalPool(device))
    {
        constexpr std::chrono::hours patience(24);
        m_gloo = c10::make_intrusive<motley::AbortableGloo>(c10::make_intrusive<c10d::PrefixStore>("simulated", store),
            rank, size, networkDevice(), motley::AbortableGloo::Limits{patience, patience});
    }

    ~Exchange() override
    {
        if (!m_isShutDown)
            std::cerr << "The simulated NCCL group of rank " << getRank() << " was destroyed without shutdown()."
                      << std::endl;
    }
    void shutdown() override { m_isShutDown = true; }
    // Ends the kernels that wait, as ncclCommAbort does. Whoever waits for the device goes on, and hears of no error.
    void abort() override
    {
        m_isShutDown = true;
        m_abort->request();
        m_gloo->abort();
    }

    const std::string getBackendName() const override { return "simulated"; }
    c10::intrusive_ptr<c10d::Work> allreduce(Tensors &tensors, const c10d::AllreduceOptions &options) override
    {
        return start(
            "c10d::allreduce", tensors, true, [=](auto &gloo, Tensors &t) { return gloo.allreduce(t, options); });
    }
    c10::intrusive_ptr<c10d::Work> broadcast(Tensors &tensors, const c10d::BroadcastOptions &options) override
    {
        return start("c10d::broadcast", tensors, options.rootRank != getRank(),
            [=](auto &gloo, Tensors &t) { return gloo.broadcast(t, options); });
    }
    c10::intrusive_ptr<c10d::Work> reduce(Tensors &tensors, const c10d::ReduceOptions &options) override
    {
        return start("c10d::reduce", tensors, true, [=](auto &gloo, Tensors &t) { return gloo.reduce(t, options); });
    }
    c10::intrusive_ptr<c10d::Work> send(Tensors &tensors, int rank, int tag) override
    {
        return start("c10d::send", tensors, false, [=](auto &gloo, Tensors &t) { return gloo.send(t, rank, tag); });
    }
    c10::intrusive_ptr<c10d::Work> recv(Tensors &tensors, int rank, int tag) override
    {
        return start("c10d::recv", tensors, true, [=](auto &gloo, Tensors &t) { return gloo.recv(t, rank, tag); });
    }

    // Between these two, messages are collected; they are then sent and received at the same time, as in NCCL's groups.
    void startCoalescing() override { m_open.emplace(); }
    c10::intrusive_ptr<c10d::Work> endCoalescing() override
    {
        const auto calls = *std::exchange(m_open, std::nullopt);
        return enqueueAll("c10d::coalesced", calls);
    }

private:
    struct Call {
        Tensors tensors;
        bool writes = false;
        std::function<c10::intrusive_ptr<c10d::Work>(motley::AbortableGloo &, Tensors &)> start;
    };

    c10::intrusive_ptr<c10d::Work> start(
        const char *name, const Tensors &tensors, bool writes, decltype(Call::start) call)
    {
        for (const at::Tensor &tensor : tensors) {
            TORCH_CHECK(
                tensor.device() == m_device, name, ": a tensor is on ", tensor.device(), " and not on ", m_device);
            TORCH_CHECK(tensor.is_non_overlapping_and_dense(), name, ": tensors must be contiguous");
        }
        if (!m_open)
            return enqueueAll(name, {{tensors, writes, std::move(call)}});
        m_open->push_back({tensors, writes, std::move(call)});
        return nullptr; // as NCCL's, whose work is that of the whole group
    }

    c10::intrusive_ptr<c10d::Work> enqueueAll(const char *name, const std::vector<Call> &calls)
    {
        std::vector<Use> uses;
        Tensors all;
        for (const Call &call : calls)
            for (const at::Tensor &tensor : call.tensors) {
                uses.push_back({tensor, call.writes});
                all.push_back(tensor);
            }
        c10::Event before(at::kCUDA);
        before.record(devices().getStream(m_device));
        before.block(m_stream);
        const c10::StreamGuard guard(m_stream);
        TORCH_CHECK(!m_isShutDown, name, ": the communicator was aborted");
        enqueue(m_device.index(), uses, name, [calls, gloo = m_gloo, abort = m_abort, timeout = m_timeout] {
            std::vector<Tensors> here(calls.size());
            std::vector<c10::intrusive_ptr<c10d::Work>> works;
            try {
                for (std::size_t i = 0; i < calls.size(); ++i) {
                    for (const at::Tensor &tensor : calls[i].tensors)
                        here[i].push_back(onCpu(tensor));
                    works.push_back(calls[i].start(*gloo, here[i]));
                }
                for (const auto &work : works)
                    work->wait();
            } catch (...) { // NCCL's kernel goes on waiting for a peer that is gone
                if (!abort->isRequestedWithin(noticesLostPeers ? std::chrono::milliseconds(0) : timeout))
                    throw;
                for (std::size_t i = 0; i < here.size(); ++i)
                    if (calls[i].writes)
                        for (const at::Tensor &tensor : here[i])
                            spoil(tensor);
            }
        });
        return c10::make_intrusive<QueuedWork>(m_device, m_stream, all);
    }

    c10::Device m_device;
    std::chrono::milliseconds m_timeout;
    c10::Stream m_stream;
    c10::intrusive_ptr<motley::AbortableGloo> m_gloo;
    std::shared_ptr<Abort> m_abort = std::make_shared<Abort>();
    std::optional<std::vector<Call>> m_open; // between startCoalescing() and endCoalescing()
    std::atomic<bool> m_isShutDown{false};
};

} // namespace

void noticeLostPeers()
{
    noticesLostPeers = true;
}

c10::intrusive_ptr<c10d::Backend> makeExchange(
    const c10::intrusive_ptr<c10d::Store> &store, int rank, int size, int device, std::chrono::milliseconds timeout)
{
    return c10::make_intrusive<Exchange>(store, rank, size, c10::Device(at::kCUDA, c10::DeviceIndex(device)), timeout);
}

} // namespace simulated
