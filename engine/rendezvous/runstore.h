// The run's store as a rank has it, over the socket to its agent: c10d's interface, without a port.
#pragma once

#include "engine/rendezvous/agentlink.h"

#include <torch/csrc/distributed/c10d/Store.hpp>

#include <memory>
#include <stop_token>

namespace motley {

// For one generation: each has its own on the same link. Keys are those that all ranks of the run see.
class RunStore : public c10d::Store {
public:
    // All calls, running or later, of this one and of its clones throw once the abort is requested.
    explicit RunStore(std::shared_ptr<AgentLink> agent, std::stop_token abort = {});

    using Store::compareSet;
    using Store::set;
    c10::intrusive_ptr<Store> clone() override;
    void set(const std::string &key, const std::vector<std::uint8_t> &value) override;
    std::vector<std::uint8_t> compareSet(const std::string &key, const std::vector<std::uint8_t> &expected,
        const std::vector<std::uint8_t> &desired) override;
    std::vector<std::uint8_t> get(const std::string &key) override;
    std::int64_t add(const std::string &key, std::int64_t amount) override;
    bool deleteKey(const std::string &key) override;
    bool check(const std::vector<std::string> &keys) override;
    std::int64_t getNumKeys() override;
    void wait(const std::vector<std::string> &keys) override;
    void wait(const std::vector<std::string> &keys, const std::chrono::milliseconds &limit) override;

private:
    using Requests = std::vector<AgentLink::Body>;
    StoreAnswer ask(const Requests &requests, std::chrono::milliseconds limit);
    std::int64_t askNumber(const Requests &requests, std::chrono::milliseconds limit);
    StoreValue askValue(const Requests &requests);

    std::shared_ptr<AgentLink> m_agent;
    std::stop_token m_abort;
};

} // namespace motley
