// A store whose waits another thread can end, for which c10d has no way: they last up to their limit.
#pragma once

#include <torch/csrc/distributed/c10d/Store.hpp>

#include <chrono>
#include <stop_token>
#include <string>
#include <vector>

namespace motley {

// All calls throw std::runtime_error within a tenth of a second of the abort's request, and later ones do at once.
class AbortableStore : public c10d::Store {
public:
    AbortableStore(c10::intrusive_ptr<c10d::Store> store, std::stop_token abort);

    c10::intrusive_ptr<c10d::Store> clone() override;
    using Store::compareSet;
    using Store::set;
    void set(const std::string &key, const std::vector<std::uint8_t> &value) override;
    std::vector<std::uint8_t> compareSet(const std::string &key, const std::vector<std::uint8_t> &currentValue,
        const std::vector<std::uint8_t> &newValue) override;
    std::vector<std::uint8_t> get(const std::string &key) override;
    std::int64_t add(const std::string &key, std::int64_t value) override;
    bool deleteKey(const std::string &key) override;
    bool check(const std::vector<std::string> &keys) override;
    std::int64_t getNumKeys() override;
    void wait(const std::vector<std::string> &keys) override;
    void wait(const std::vector<std::string> &keys, const std::chrono::milliseconds &timeout) override;
    void append(const std::string &key, const std::vector<std::uint8_t> &value) override;
    std::vector<std::vector<std::uint8_t>> multiGet(const std::vector<std::string> &keys) override;
    void multiSet(const std::vector<std::string> &keys, const std::vector<std::vector<std::uint8_t>> &values) override;
    bool hasExtendedApi() const override { return m_store->hasExtendedApi(); }

private:
    c10d::Store &use() const; // throws where an abort was requested

    const c10::intrusive_ptr<c10d::Store> m_store;
    const std::stop_token m_abort;
};

} // namespace motley
