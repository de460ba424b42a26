// The keys of a run's store, at the coordinator. It waits for nothing and knows no connections: whoever has them gives
// it the ranks' requests, and takes the answers that are due.
#pragma once

#include "engine/base/result.h"
#include "engine/protocol/store/storeline.h"

#include <cstddef>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace motley {

class RunStoreServer {
public:
    static constexpr std::size_t mostKeys = 1 << 17;
    static constexpr std::size_t longestValue = 96 << 20; // characters of its base64: 72 MiB
    static constexpr std::size_t mostBytes = 512 << 20; // of all keys and values
    static constexpr std::size_t mostWaiting = 64; // requests of one rank

    // The answers that are due now, the one to this request and those to others that waited for it.
    std::vector<StoreAnswer> handle(const StoreRequest &request);
    // Drops the keys below "generation/N/" of all generations before this one, and refuses requests for them from now
    // on. The answers are for those who waited for one.
    std::vector<StoreAnswer> beginGeneration(int generation);

    std::size_t keys() const { return m_values.size(); }
    std::size_t bytes() const { return m_bytes; } // of keys and values, unfinished ones included
    std::size_t waiting() const { return m_waiting.size(); } // requests

private:
    struct Unfinished { // value that a rank is setting
        std::int64_t id = 0;
        std::string base64;
        std::string whyRefused;
    };

    void handle(const StoreRequest &request, const StoreSet &set);
    void handle(const StoreRequest &request, const StoreGet &get);
    void handle(const StoreRequest &request, const StoreAdd &add);
    void handle(const StoreRequest &request, const StoreCheck &check);
    void handle(const StoreRequest &request, const StoreWait &wait);
    void handle(const StoreRequest &request, const StoreDelete &deletion);
    void handle(const StoreRequest &request, const StoreCompareSet &compareSet);
    void handle(const StoreRequest &request, const StoreCount &);
    void handle(const StoreRequest &request, const StoreCancel &);
    void handle(const StoreRequest &request, const StoreLeave &);

    void visit(const StoreRequest &request);
    void answer(const StoreRequest &request, decltype(StoreAnswer::body) body);
    void answerPiece(const StoreRequest &request, const std::string &value, std::size_t from);
    void waitFor(const std::string &key, const StoreRequest &request);
    Result<void> put(const std::string &key, std::string base64); // and answers those who waited for the key
    bool has(const std::string &key) const { return m_values.count(key) > 0; }

    std::unordered_map<std::string, std::string> m_values; // base64, by key
    std::size_t m_bytes = 0;
    std::map<int, Unfinished> m_unfinished; // by rank
    std::multimap<std::string, StoreRequest> m_waiting; // by the first key that is missing
    std::map<int, std::size_t> m_waitingOf; // by rank
    int m_generation = 0;
    std::vector<StoreAnswer> m_due;
};

} // namespace motley
