// Agents that look for the machine that coordinates from now on.
#include "engine/agent/regroup.h"
#include "engine/base/tcp.h"

#include <QTest>

#include <dlfcn.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <vector>

using namespace motley;
using namespace std::chrono_literals;

namespace {

thread_local int longestWait = 0; // milliseconds that this thread was ready to wait

LaunchSpec launchOf(int machine, int controlPort = 0)
{
    LaunchSpec launch;
    launch.token = std::string(64, 'a');
    launch.machine = machine;
    launch.controlPort = controlPort;
    launch.plan.machines = {{"box-1", "127.0.0.1"}, {"box-2", "127.0.0.1"}};
    launch.plan.ranks.resize(2);
    launch.plan.ranks[1].machine = 1;
    return launch;
}

// Takes no connection, and refuses none: as a machine that is off.
class FullPort {
public:
    explicit FullPort(int port) : m_listener(boundTo(*socketAddress("127.0.0.1", port)))
    {
        constexpr std::size_t enough = 16;
        isFull = m_listener && listen(m_listener.get(), 0) == 0;
        for (bool waits = false; isFull && !waits && m_callers.size() < enough;) {
            m_callers.push_back(beginConnecting(*socketAddress("127.0.0.1", port)));
            waits = !outcomeOfConnecting(m_callers.back(), 200ms);
        }
        isFull = isFull && m_callers.size() < enough;
    }

    bool isFull = false;

private:
    Descriptor m_listener;
    std::vector<Descriptor> m_callers;
};

} // namespace

// Takes the place of the C library's.
extern "C" int poll(pollfd *descriptors, nfds_t count, int milliseconds)
{
    static const auto next = reinterpret_cast<decltype(&poll)>(dlsym(RTLD_NEXT, "poll"));
    longestWait = std::max(longestWait, milliseconds);
    return next(descriptors, count, milliseconds);
}

class RegroupTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void doesNotWaitForAMachineThatIsOff();
};

// Of two machines the first one's side may go on.
void RegroupTest::doesNotWaitForAMachineThatIsOff()
{
    std::optional<ControlChannel> first = ControlChannel::open(launchOf(0)).value();
    const int port = first->port();
    const LaunchSpec launch = launchOf(1, port);
    auto channel = ControlChannel::open(launch);
    QVERIFY(channel);
    first.reset();
    const FullPort off(port);
    QVERIFY(off.isFull);
    Regroup regroup(launch, *channel);
    regroup.begin({1, true, {{0, 1}}, {}});
    longestWait = 0;
    QVERIFY(!regroup.advance());
    std::optional<Regroup::Outcome> outcome;
    int longest = longestWait;
    for (int round = 0; round < 1000 && !outcome; ++round) {
        QTest::qWait(10);
        longestWait = 0;
        outcome = regroup.advance();
        longest = std::max(longest, longestWait);
    }
    QVERIFY(outcome);
    QVERIFY(std::holds_alternative<Regroup::CannotGoOn>(*outcome));
    QVERIFY2(longest <= ContactInquiry::usualTime.count(), qPrintable(QString::number(longest)));
}

QTEST_GUILESS_MAIN(RegroupTest)
#include "tst_regroup.moc"
