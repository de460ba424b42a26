#include "engine/rendezvous/runstoreserver.h"

#include "engine/base/base64.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

namespace motley {

namespace {

template <typename Body>
std::vector<std::string> keysOf(const Body &body)
{
    if constexpr (requires { body.keys; })
        return body.keys;
    else if constexpr (requires { body.key; })
        return {body.key};
    else
        return {};
}

std::optional<int> numberIn(std::string_view text)
{
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

// That a key is of: "generation/7/gloo/0" of 7.
std::optional<int> generationOf(std::string_view key)
{
    constexpr std::string_view prefix = "generation/";
    if (!key.starts_with(prefix))
        return std::nullopt;
    key.remove_prefix(prefix.size());
    const std::size_t end = key.find('/');
    return end == std::string_view::npos ? std::nullopt : numberIn(key.substr(0, end));
}

bool isOlder(const std::string &key, int generation)
{
    return generationOf(key).value_or(generation) < generation;
}

bool hasOlder(const StoreRequest &request, int generation)
{
    const auto keys = std::visit([](const auto &body) { return keysOf(body); }, request.body);
    return std::any_of(keys.begin(), keys.end(), [&](const std::string &key) { return isOlder(key, generation); });
}

StoreRefusal olderThan(int generation)
{
    return {"The ranks that train together are others by now: generation " + std::to_string(generation) + "."};
}

std::optional<std::int64_t> sumOf(const std::string *base64, std::int64_t amount)
{
    std::int64_t before = 0;
    if (base64) {
        const std::string text = bytesOfBase64(*base64).value_or("");
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), before);
        if (error != std::errc() || end != text.data() + text.size())
            return std::nullopt;
    }
    std::int64_t sum = 0;
    return __builtin_add_overflow(before, amount, &sum) ? std::nullopt : std::optional(sum);
}

} // namespace

std::vector<StoreAnswer> RunStoreServer::handle(const StoreRequest &request)
{
    visit(request);
    return std::exchange(m_due, {});
}

void RunStoreServer::visit(const StoreRequest &request)
{
    if (hasOlder(request, m_generation))
        return answer(request, olderThan(m_generation));
    std::visit([&](const auto &body) { handle(request, body); }, request.body);
}

std::vector<StoreAnswer> RunStoreServer::beginGeneration(int generation)
{
    m_generation = std::max(m_generation, generation);
    std::erase_if(m_values, [this](const auto &value) {
        const bool goes = isOlder(value.first, m_generation);
        m_bytes -= goes ? value.first.size() + value.second.size() : 0;
        return goes;
    });
    std::erase_if(m_waiting, [this](const auto &waiting) {
        const bool goes = hasOlder(waiting.second, m_generation);
        if (goes) {
            --m_waitingOf[waiting.second.rank];
            answer(waiting.second, olderThan(m_generation));
        }
        return goes;
    });
    return std::exchange(m_due, {});
}

void RunStoreServer::handle(const StoreRequest &request, const StoreSet &set)
{
    Unfinished &unfinished = m_unfinished[request.rank];
    if (unfinished.id != request.id) {
        m_bytes -= unfinished.base64.size();
        unfinished = {request.id, {}, {}};
    }
    if (unfinished.base64.size() + set.base64.size() > longestValue)
        unfinished.whyRefused = "The value of \"" + set.key + "\" is too long for the run's store.";
    else if (m_bytes + set.base64.size() > mostBytes)
        unfinished.whyRefused = "The run's store is full.";
    if (unfinished.whyRefused.empty()) {
        unfinished.base64 += set.base64;
        m_bytes += set.base64.size();
    }
    if (set.more)
        return;
    std::string base64 = std::move(unfinished.base64);
    const std::string whyRefused = std::move(unfinished.whyRefused);
    m_bytes -= base64.size();
    m_unfinished.erase(request.rank);
    if (!whyRefused.empty())
        return answer(request, StoreRefusal{whyRefused});
    if (const auto stored = put(set.key, std::move(base64)); !stored)
        return answer(request, StoreRefusal{stored.error().message});
    answer(request, StoreNumber{0});
}

void RunStoreServer::handle(const StoreRequest &request, const StoreGet &get)
{
    const auto found = m_values.find(get.key);
    if (found == m_values.end())
        return waitFor(get.key, request);
    answerPiece(request, found->second, std::size_t(get.from));
}

void RunStoreServer::handle(const StoreRequest &request, const StoreAdd &add)
{
    const auto found = m_values.find(add.key);
    const auto sum = sumOf(found == m_values.end() ? nullptr : &found->second, add.amount);
    if (!sum)
        return answer(request, StoreRefusal{"What is stored as \"" + add.key + "\" has no such sum."});
    if (const auto stored = put(add.key, base64Of(std::to_string(*sum))); !stored)
        return answer(request, StoreRefusal{stored.error().message});
    answer(request, StoreNumber{*sum});
}

void RunStoreServer::handle(const StoreRequest &request, const StoreCheck &check)
{
    const auto isThere = [this](const std::string &key) { return has(key); };
    answer(request, StoreNumber{std::all_of(check.keys.begin(), check.keys.end(), isThere)});
}

void RunStoreServer::handle(const StoreRequest &request, const StoreWait &wait)
{
    const auto missing
        = std::find_if(wait.keys.begin(), wait.keys.end(), [this](const std::string &key) { return !has(key); });
    if (missing != wait.keys.end())
        return waitFor(*missing, request);
    answer(request, StoreNumber{0});
}

void RunStoreServer::handle(const StoreRequest &request, const StoreDelete &deletion)
{
    const auto found = m_values.find(deletion.key);
    const bool isThere = found != m_values.end();
    if (isThere) {
        m_bytes -= found->first.size() + found->second.size();
        m_values.erase(found);
    }
    answer(request, StoreNumber{isThere});
}

// As c10d's own stores do where the key is missing: an empty value is expected of it.
void RunStoreServer::handle(const StoreRequest &request, const StoreCompareSet &compareSet)
{
    const auto found = m_values.find(compareSet.key);
    const std::string now = found == m_values.end() ? std::string() : found->second;
    if (now != compareSet.expected)
        return answerPiece(request, found == m_values.end() ? compareSet.expected : now, 0);
    if (const auto stored = put(compareSet.key, compareSet.desired); !stored)
        return answer(request, StoreRefusal{stored.error().message});
    answerPiece(request, compareSet.desired, 0);
}

void RunStoreServer::handle(const StoreRequest &request, const StoreCount &)
{
    answer(request, StoreNumber{std::int64_t(m_values.size())});
}

void RunStoreServer::handle(const StoreRequest &request, const StoreCancel &)
{
    m_waitingOf[request.rank] -= std::erase_if(m_waiting,
        [&](const auto &waiting) { return waiting.second.rank == request.rank && waiting.second.id == request.id; });
}

void RunStoreServer::handle(const StoreRequest &request, const StoreLeave &)
{
    std::erase_if(m_waiting, [&](const auto &waiting) { return waiting.second.rank == request.rank; });
    m_waitingOf.erase(request.rank);
    if (const auto unfinished = m_unfinished.extract(request.rank))
        m_bytes -= unfinished.mapped().base64.size();
}

void RunStoreServer::answer(const StoreRequest &request, decltype(StoreAnswer::body) body)
{
    m_due.push_back({std::move(body), request.id, request.rank});
}

void RunStoreServer::answerPiece(const StoreRequest &request, const std::string &value, std::size_t from)
{
    const std::string piece = value.substr(std::min(from, value.size()), storePieceText);
    answer(request, StoreValue{piece, from + piece.size() < value.size()});
}

void RunStoreServer::waitFor(const std::string &key, const StoreRequest &request)
{
    std::size_t &waiting = m_waitingOf[request.rank];
    if (waiting == mostWaiting)
        return answer(request, StoreRefusal{"The rank waits for too many keys of the run's store at a time."});
    ++waiting;
    m_waiting.emplace(key, request);
}

Result<void> RunStoreServer::put(const std::string &key, std::string base64)
{
    const auto found = m_values.find(key);
    if (found == m_values.end() && m_values.size() == mostKeys)
        return fail("The run's store has " + std::to_string(mostKeys) + " keys, and takes no more.");
    const std::size_t before = found == m_values.end() ? 0 : key.size() + found->second.size();
    const std::size_t bytes = m_bytes - before + key.size() + base64.size();
    if (bytes > mostBytes)
        return fail("The run's store is full.");
    m_bytes = bytes;
    m_values[key] = std::move(base64);
    const auto [first, last] = m_waiting.equal_range(key);
    std::vector<StoreRequest> waited;
    for (auto waiting = first; waiting != last; ++waiting)
        waited.push_back(std::move(waiting->second));
    m_waiting.erase(first, last);
    for (const StoreRequest &request : waited) {
        --m_waitingOf[request.rank];
        visit(request);
    }
    return {};
}

} // namespace motley
