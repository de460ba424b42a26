#include "engine/rendezvous/runstore.h"

#include "engine/base/base64.h"

#include <c10/util/Exception.h>

#include <string_view>
#include <utility>

namespace motley {

namespace {

using Bytes = std::vector<std::uint8_t>;

std::string_view textOf(const Bytes &bytes)
{
    return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

Bytes bytesOf(const std::string &base64)
{
    const auto bytes = bytesOfBase64(base64);
    if (!bytes)
        throw std::runtime_error("The run's store has answered with something else than a value.");
    return {bytes->begin(), bytes->end()};
}

std::string pieceOf(std::string_view value)
{
    if (value.size() > storePiece)
        throw std::runtime_error(
            "The run's store compares no values of more than " + std::to_string(storePiece) + " bytes.");
    return base64Of(value);
}

template <typename Body>
Body wanted(StoreAnswer answer)
{
    if (auto *body = std::get_if<Body>(&answer.body))
        return std::move(*body);
    const auto *refusal = std::get_if<StoreRefusal>(&answer.body);
    throw std::runtime_error(refusal ? refusal->reason : "The run's store has answered something else.");
}

} // namespace

RunStore::RunStore(std::shared_ptr<AgentLink> agent, std::stop_token abort)
    : m_agent(std::move(agent)), m_abort(std::move(abort))
{
}

// A wait that has come to its limit ends as in c10d's own stores.
StoreAnswer RunStore::ask(const Requests &requests, std::chrono::milliseconds limit)
{
    try {
        return m_agent->ask(requests, limit, m_abort);
    } catch (const AgentLink::TimedOut &timedOut) {
        throw c10::DistStoreError(std::string(timedOut.what()));
    }
}

std::int64_t RunStore::askNumber(const Requests &requests, std::chrono::milliseconds limit)
{
    return wanted<StoreNumber>(ask(requests, limit)).number;
}

StoreValue RunStore::askValue(const Requests &requests)
{
    return wanted<StoreValue>(ask(requests, timeout_));
}

c10::intrusive_ptr<c10d::Store> RunStore::clone()
{
    auto other = c10::make_intrusive<RunStore>(m_agent, m_abort);
    other->setTimeout(timeout_);
    return other;
}

void RunStore::set(const std::string &key, const Bytes &value)
{
    Requests pieces;
    std::string_view left = textOf(value);
    for (; left.size() > storePiece; left.remove_prefix(storePiece))
        pieces.push_back(StoreSet{key, base64Of(left.substr(0, storePiece)), true});
    pieces.push_back(StoreSet{key, base64Of(left), false});
    askNumber(pieces, timeout_);
}

Bytes RunStore::compareSet(const std::string &key, const Bytes &expected, const Bytes &desired)
{
    const StoreValue value = askValue({StoreCompareSet{key, pieceOf(textOf(expected)), pieceOf(textOf(desired))}});
    return value.more ? get(key) : bytesOf(value.base64);
}

Bytes RunStore::get(const std::string &key)
{
    std::string base64;
    for (bool isWhole = false; !isWhole;) {
        const StoreValue piece = askValue({StoreGet{key, std::int64_t(base64.size())}});
        base64 += piece.base64;
        isWhole = !piece.more;
    }
    return bytesOf(base64);
}

std::int64_t RunStore::add(const std::string &key, std::int64_t amount)
{
    return askNumber({StoreAdd{key, amount}}, timeout_);
}

bool RunStore::deleteKey(const std::string &key)
{
    return askNumber({StoreDelete{key}}, timeout_) > 0;
}

bool RunStore::check(const std::vector<std::string> &keys)
{
    return askNumber({StoreCheck{keys}}, timeout_) > 0;
}

std::int64_t RunStore::getNumKeys()
{
    return askNumber({StoreCount{}}, timeout_);
}

void RunStore::wait(const std::vector<std::string> &keys)
{
    wait(keys, timeout_);
}

void RunStore::wait(const std::vector<std::string> &keys, const std::chrono::milliseconds &limit)
{
    askNumber({StoreWait{keys}}, limit);
}

} // namespace motley
