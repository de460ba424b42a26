#include "engine/base/runclock.h"
#include "engine/base/textfile.h"
#include "engine/exchange/peersockets.h"

#include <QTest>

#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <stdexcept>
#include <thread>

using namespace motley;
using namespace std::chrono_literals;

namespace {

struct Pair {
    Descriptor first;
    Descriptor second;
};

Pair linkedPair()
{
    std::array<int, 2> ends{-1, -1};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        throw std::runtime_error("no socket pair");
    return {Descriptor(ends[0]), Descriptor(ends[1])};
}

// As /proc has it: S sleeps, T is stopped, R runs.
char stateOf(pid_t process)
{
    const std::string stat = firstLineOf("/proc/" + std::to_string(process) + "/stat");
    return stat[stat.rfind(')') + 2];
}

// Sends `own` to the other of two ranks, and returns the number that the other rank sent.
int exchangeNumbers(int rank, Descriptor link, int own, std::chrono::milliseconds limit)
{
    std::vector<Descriptor> links(2);
    const std::size_t other = rank == 0 ? 1 : 0;
    links[other] = std::move(link);
    int theirs = 0;
    std::vector<std::span<const char>> to(2);
    std::vector<std::span<char>> from(2);
    to[other] = {reinterpret_cast<const char *>(&own), sizeof own};
    from[other] = {reinterpret_cast<char *>(&theirs), sizeof theirs};
    PeerSockets(std::move(links), limit).exchange(to, from);
    return theirs;
}

} // namespace

class PeerSocketsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void waitsOnAfterASuspensionLongerThanItsLimit();
};

void PeerSocketsTest::waitsOnAfterASuspensionLongerThanItsLimit()
{
    constexpr auto limit = 1s;
    Pair pair = linkedPair();
    const pid_t waiting = fork();
    if (waiting == 0) {
        noticeSuspensions();
        if (!writeAll(pair.first.get(), "r"))
            _exit(2);
        try {
            _exit(exchangeNumbers(0, std::move(pair.first), 5, limit) == 7 ? 0 : 1);
        } catch (const std::exception &) {
            _exit(3);
        }
    }
    char ready = 0;
    QCOMPARE(read(pair.second.get(), &ready, 1), ssize_t(1));
    QTRY_COMPARE(stateOf(waiting), 'S'); // it waits for the other number
    kill(waiting, SIGTSTP);
    int status = 0;
    QCOMPARE(waitpid(waiting, &status, WUNTRACED), waiting);
    QVERIFY(WIFSTOPPED(status));
    std::this_thread::sleep_for(2 * limit);
    kill(waiting, SIGCONT);
    QTRY_COMPARE(stateOf(waiting), 'S');
    QCOMPARE(exchangeNumbers(1, std::move(pair.second), 7, 10s), 5);
    QCOMPARE(waitpid(waiting, &status, 0), waiting);
    QVERIFY(WIFEXITED(status));
    QCOMPARE(WEXITSTATUS(status), 0);
}

QTEST_GUILESS_MAIN(PeerSocketsTest)
#include "tst_peersockets.moc"
