#include "engine/agent/contactinquiry.h"

#include "engine/base/monotoniccondition.h"
#include "engine/base/tcp.h"

#include <cerrno>
#include <mutex>
#include <string>
#include <thread>

namespace motley {

namespace {

constexpr std::chrono::milliseconds connectLimit{400};
constexpr int attempts = 2;

// A process that ends closes its connections one after the other, and the port may come last.
Contact contactOf(const std::string &address, int port)
{
    const auto where = socketAddress(address, port);
    for (int attempt = 0; where && port > 0 && attempt < attempts; ++attempt) {
        if (attempt > 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        errno = EHOSTUNREACH;
        if (!connectWithin(*where, connectLimit) && errno == ECONNREFUSED)
            return Contact::Gone;
    }
    return Contact::Unknown;
}

} // namespace

struct ContactInquiry::Answer {
    std::mutex mutex;
    MonotonicCondition hasCome;
    std::optional<Contact> contact;
};

ContactInquiry::ContactInquiry(const PlannedMachine &machine, int port) : m_answer(std::make_shared<Answer>())
{
    std::thread([answer = m_answer, address = machine.address, port] {
        const Contact contact = contactOf(address, port);
        const std::lock_guard lock(answer->mutex);
        answer->contact = contact;
        answer->hasCome.notifyAll();
    }).detach();
}

std::optional<Contact> ContactInquiry::answer(std::chrono::milliseconds patience) const
{
    std::unique_lock lock(m_answer->mutex);
    m_answer->hasCome.waitFor(lock, patience, [this] { return m_answer->contact.has_value(); });
    return m_answer->contact;
}

} // namespace motley
