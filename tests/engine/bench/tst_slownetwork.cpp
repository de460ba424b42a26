// What processes of a slow network say to each other takes its time.
#include "engine/base/childprocess.h"
#include "engine/base/descriptor.h"
#include "engine/bench/limits/slownetwork.h"

#include <QTest>

#include <chrono>
#include <csignal>
#include <thread>
#include <vector>

#include <arpa/inet.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace motley;

namespace {

enum Outcome { Slow = 0, Refused, TooFast, Broken };

constexpr std::size_t sent = 3 << 20; // bytes

// Seconds that so many bytes take over the loopback interface; below 0: they did not arrive.
double secondsOfSending()
{
    const Descriptor listener(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto *where = reinterpret_cast<sockaddr *>(&address);
    if (bind(listener.get(), where, size) != 0 || listen(listener.get(), 1) != 0
        || getsockname(listener.get(), where, &size) != 0)
        return -1;
    const auto begun = std::chrono::steady_clock::now();
    std::thread sender([&] {
        const Descriptor out(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        if (::connect(out.get(), where, size) == 0)
            (void)writeAll(out.get(), std::string(sent, 'x'));
    });
    const Descriptor in(accept(listener.get(), nullptr, nullptr));
    std::vector<char> bytes(1 << 16);
    std::size_t arrived = 0;
    for (ssize_t got = 0; (got = read(in.get(), bytes.data(), bytes.size())) > 0;)
        arrived += std::size_t(got);
    sender.join();
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begun;
    return arrived == sent ? seconds.count() : -1;
}

int outcomeOf(const std::string &rate)
{
    if (!enterSlowNetwork(rate))
        return Refused;
    const double seconds = secondsOfSending();
    return seconds < 0 ? Broken : seconds < 1 ? TooFast : Slow;
}

int runAlone(const std::string &rate) // as its network ends with the process
{
    const int status = waitForChild(forkChild([&] { return outcomeOf(rate); }, SIGKILL));
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

} // namespace

class SlowNetworkTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void limitsTheLink()
    {
        if (geteuid() != 0 || (access("/usr/sbin/tc", X_OK) != 0 && access("/sbin/tc", X_OK) != 0))
            QSKIP("needs root, and tc of iproute2");
        QCOMPARE(runAlone("16mbit"), int(Slow)); // 24 megabits, of which a bucket of 2 goes at once
    }
    void namesWhatItCannotDo()
    {
        if (geteuid() != 0)
            QVERIFY(enterSlowNetwork("1gbit").error().message.find("needs root") != std::string::npos);
        else
            QCOMPARE(runAlone("fast"), int(Refused));
    }
};

QTEST_GUILESS_MAIN(SlowNetworkTest)
#include "tst_slownetwork.moc"
