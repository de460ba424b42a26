#include "tests/engine/agent/strangers.h"

#include "engine/base/tcp.h"
#include "engine/rendezvous/linesocket.h"
#include "engine/rendezvous/tlsconnection.h"
#include "tests/engine/agent/otheraccount.h"

#include <QDir>
#include <QFile>

#include <arpa/inet.h>
#include <unistd.h>

#include <cstring>
#include <optional>

namespace motley {

namespace {

using namespace std::chrono_literals;
using Clock = Deadline::clock;
constexpr int mostSilent = 100; // connections

// "socket:[12345]" of each descriptor.
std::set<QByteArray> socketsOf(int process)
{
    std::set<QByteArray> inodes;
    const QDir folder(QStringLiteral("/proc/%1/fd").arg(process));
    for (const QString &name : folder.entryList(QDir::Files | QDir::System)) {
        char target[64] = "";
        if (readlink(folder.filePath(name).toLocal8Bit(), target, sizeof target - 1) > 0
            && !std::strncmp(target, "socket:[", 8))
            inodes.insert(QByteArray(target).mid(8).chopped(1));
    }
    return inodes;
}

std::set<QByteArray> socketsOf(const std::vector<int> &processes)
{
    std::set<QByteArray> own;
    for (const int process : processes)
        own.merge(socketsOf(process));
    return own;
}

QList<QByteArray> linesOf(const char *table)
{
    QFile file(table);
    return file.open(QIODevice::ReadOnly) ? file.readAll().split('\n') : QList<QByteArray>();
}

// The kernel's notation is that of the machine's own byte order: "0100007F".
std::string addressOf(const QByteArray &hex)
{
    char text[INET_ADDRSTRLEN] = "";
    const in_addr address{hex.toUInt(nullptr, 16)};
    return inet_ntop(AF_INET, &address, text, sizeof text);
}

// What a program that knows another token begins with.
std::string greetingOfTls()
{
    auto [one, other] = makeSocketPair();
    auto tls = TlsConnection::toListener(std::move(one), controlKeyOf("of another run").value(), "1");
    tls.advance();
    char bytes[4096];
    return {bytes, receiveSome(other, bytes, sizeof bytes, Clock::now() + 1s)};
}

const std::map<std::string, std::string> &greetings()
{
    static const std::string tls = greetingOfTls();
    static const std::map<std::string, std::string> all{
        {"half of TLS", tls.substr(0, tls.size() / 2)},
        {"HTTP", "GET / HTTP/1.1\r\nHost: a\r\n\r\n"},
        {"noise", std::string(70'000, '\xfe')},
        {"store", "{\"request\":\"count\",\"id\":1,\"rank\":0}\n"},
        {"TLS", tls},
        {"zeros", std::string(64, '\0')},
    };
    return all;
}

} // namespace

std::set<ListeningPort> portsOf(const std::vector<int> &processes)
{
    const auto own = socketsOf(processes);
    std::set<ListeningPort> ports;
    for (const char *table : {"/proc/net/tcp", "/proc/net/tcp6"}) {
        for (const QByteArray &line : linesOf(table)) {
            const QList<QByteArray> words = line.simplified().split(' ');
            if (words.size() < 10 || words[3] != "0A" || !own.count(words[9]))
                continue;
            const QList<QByteArray> place = words[1].split(':');
            ports.insert({place[0].size() == 8 ? addressOf(place[0]) : "::1", place[1].toInt(nullptr, 16)});
        }
    }
    return ports;
}

// The inode is the seventh word of a line, and a name, also one that is no file's ("@..."), the eighth.
std::set<std::string> localSocketsOf(const std::vector<int> &processes)
{
    const auto own = socketsOf(processes);
    std::set<std::string> names;
    for (const QByteArray &line : linesOf("/proc/net/unix")) {
        const QList<QByteArray> words = line.simplified().split(' ');
        if (words.size() > 7 && own.count(words[6]))
            names.insert(words[7].toStdString());
    }
    return names;
}

Strangers::Strangers(const LoopbackRun &run, Account account) : m_run(run), m_account(account)
{
    greetings();
    m_thread = std::jthread([this](const std::stop_token &stop) { this->run(stop); });
}

Strangers::~Strangers() = default;

void Strangers::run(const std::stop_token &stop)
{
    while (!stop.stop_requested()) {
        const auto processes = m_run.processes();
        const auto ports = portsOf(processes);
        const auto localSockets = localSocketsOf(processes);
        std::optional<OtherAccount> other;
        if (m_account == Account::Another && other.emplace().isTaken())
            look(processes, localSockets);
        for (const ListeningPort &port : ports)
            visit(port);
        other.reset();
        std::this_thread::sleep_for(20ms);
    }
}

void Strangers::visit(const ListeningPort &port)
{
    const auto where = socketAddress(port.address, port.port);
    std::vector<std::pair<std::string, Descriptor>> links;
    for (const auto &[name, words] : greetings()) {
        Descriptor link = connectWithin(*where, 200ms);
        if (!link)
            return;
        (void)sendAll(link, words.data(), words.size(), Clock::now() + 100ms);
        links.emplace_back(name, std::move(link));
    }
    if (m_silent.size() < mostSilent)
        m_silent.push_back(connectWithin(*where, 200ms));
    const auto until = Clock::now() + 300ms;
    for (const auto &[name, link] : links) {
        std::string answer;
        char chunk[4096];
        while (const std::size_t got = receiveSome(link, chunk, sizeof chunk, until))
            answer.append(chunk, got);
        const std::lock_guard lock(m_mutex);
        m_visited.insert(port);
        if (!answer.empty())
            m_heard[name].push_back(answer);
    }
}

void Strangers::look(const std::vector<int> &processes, const std::set<std::string> &localSockets)
{
    std::set<std::string> opened = localSockets;
    for (int machine = 0; machine < m_run.machines(); ++machine)
        opened.merge(openTo(m_run.folder(machine).path, processes));
    const std::lock_guard lock(m_mutex);
    ++m_looks;
    m_opened.merge(opened);
}

std::set<ListeningPort> Strangers::visited() const
{
    const std::lock_guard lock(m_mutex);
    return m_visited;
}

std::map<std::string, std::vector<std::string>> Strangers::heard() const
{
    const std::lock_guard lock(m_mutex);
    return m_heard;
}

int Strangers::looks() const
{
    const std::lock_guard lock(m_mutex);
    return m_looks;
}

std::set<std::string> Strangers::opened() const
{
    const std::lock_guard lock(m_mutex);
    return m_opened;
}

} // namespace motley
