// A call that nobody can end from outside, made so that who waits for it can be.
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

namespace motley {

// Makes the call on a thread of its own and waits for what it returns or throws. nullopt: an abort was requested before
// that. The thread then goes on to the end of the call by itself, so `call` must own all that it uses and come to an
// end. Where no abort can come, the calling thread does it.
template <typename Call>
auto callUnlessAborted(const std::stop_token &abort, Call call) -> std::optional<decltype(call())>
{
    using Value = decltype(call());
    if (!abort.stop_possible())
        return call();
    struct Outcome {
        std::mutex mutex;
        std::condition_variable_any isKnown;
        std::optional<Value> value;
        std::exception_ptr failure;
    };
    const auto outcome = std::make_shared<Outcome>();
    std::thread([outcome, made = std::move(call)]() mutable {
        std::optional<Value> value;
        std::exception_ptr failure;
        try {
            value.emplace(made());
        } catch (...) {
            failure = std::current_exception();
        }
        const std::lock_guard lock(outcome->mutex);
        outcome->value = std::move(value);
        outcome->failure = failure;
        outcome->isKnown.notify_all();
    }).detach();
    std::unique_lock lock(outcome->mutex);
    const auto isKnown = [&] { return outcome->value || outcome->failure; };
    if (!outcome->isKnown.wait(lock, abort, isKnown))
        return std::nullopt;
    if (outcome->failure)
        std::rethrow_exception(outcome->failure);
    return std::move(outcome->value);
}

} // namespace motley
