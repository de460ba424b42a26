// Ranks as threads of one process, with a real process group over Gloo between them.
#pragma once

#include "tests/fixtures/threadsasranks.h"

#include <torch/csrc/distributed/c10d/HashStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>

#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace motley {

class RanksAsThreads {
public:
    using ProcessGroup = c10::intrusive_ptr<c10d::ProcessGroup>;

    explicit RanksAsThreads(int size) : m_groups(std::size_t(size))
    {
        letThreadsBeRanks();
        const auto store = c10::make_intrusive<c10d::HashStore>();
        const std::string failures = run([&](int rank, const ProcessGroup &) {
            constexpr std::chrono::seconds limit{60};
            const auto options = c10d::ProcessGroupGloo::Options::create(limit);
            options->devices.push_back(c10d::ProcessGroupGloo::createDeviceForHostname("127.0.0.1"));
            const auto group = c10::make_intrusive<c10d::ProcessGroup>(store, rank, this->size());
            group->setBackend(c10::DeviceType::CPU, c10d::ProcessGroup::BackendType::GLOO,
                c10::make_intrusive<c10d::ProcessGroupGloo>(store, rank, this->size(), options));
            group->setDefaultBackend(c10d::ProcessGroup::BackendType::GLOO);
            m_groups[std::size_t(rank)] = group;
        });
        if (!failures.empty())
            throw std::runtime_error(failures);
    }

    int size() const { return int(m_groups.size()); }

    // Calls `call` on all ranks at the same time; the messages of exceptions, one behind the other.
    std::string run(const std::function<void(int rank, const ProcessGroup &)> &call) const
    {
        std::vector<std::string> failures(m_groups.size());
        std::vector<std::jthread> threads;
        for (int rank = 0; rank < size(); ++rank)
            threads.emplace_back([&, rank] {
                try {
                    call(rank, m_groups[std::size_t(rank)]);
                } catch (const std::exception &failure) {
                    failures[std::size_t(rank)] = failure.what();
                }
            });
        threads.clear();
        std::string all;
        for (const std::string &failure : failures)
            all += failure;
        return all;
    }

private:
    std::vector<ProcessGroup> m_groups;
};

} // namespace motley
