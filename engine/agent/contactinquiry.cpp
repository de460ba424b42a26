#include "engine/agent/contactinquiry.h"

#include "engine/base/monotoniccondition.h"
#include "engine/base/tcp.h"

#include <cerrno>
#include <chrono>
#include <mutex>
#include <string>
#include <thread>

namespace motley {

namespace {

constexpr std::chrono::milliseconds endLimit{500};
constexpr int attempts = 2;

bool endsSoon(const Descriptor &connection)
{
    const auto until = std::chrono::steady_clock::now() + endLimit;
    char unread = 0;
    return receiveSome(connection, &unread, 1, until) == 0 && std::chrono::steady_clock::now() < until;
}

// A process that ends closes its connections one after the other, and the port may come last: a connection that nobody
// has taken there ends with it.
Contact contactOf(const std::string &address, int port)
{
    const auto where = socketAddress(address, port);
    for (int attempt = 0; where && port > 0 && attempt < attempts; ++attempt) {
        errno = EHOSTUNREACH;
        const Descriptor connection = connectWithin(*where, ContactInquiry::connectLimit);
        if (!connection && errno == ECONNREFUSED)
            return Contact::Gone;
        if (connection && !endsSoon(connection))
            return Contact::Unknown;
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
