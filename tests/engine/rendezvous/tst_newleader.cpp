// Agents of one process that meet at another one where their coordinator is lost.
#include "engine/base/tcp.h"
#include "engine/rendezvous/controlchannel.h"

#include <QTest>

using namespace motley;
using namespace std::chrono_literals;

namespace {

constexpr int patience = 20'000; // milliseconds

LaunchSpec launchOf(int machine, int controlPort = 0)
{
    LaunchSpec launch;
    launch.token = std::string(64, 'a');
    launch.machine = machine;
    launch.controlPort = controlPort;
    for (int m = 0; m < 3; ++m) {
        launch.plan.machines.push_back({"box-" + std::to_string(m + 1), "127.0.0.1"});
        launch.plan.ranks.push_back({m, {}, 1});
    }
    return launch;
}

// What a channel has told so far, of these kinds, in order.
template <typename... Kinds>
class Heard {
public:
    using Message = std::variant<Kinds...>;

    explicit Heard(ControlChannel &channel) : m_channel(channel) { }

    const std::vector<Message> &all()
    {
        for (ControlMessage &message : m_channel.receive())
            (keep<Kinds>(message), ...);
        return m_kept;
    }

private:
    template <typename Kind>
    void keep(ControlMessage &message)
    {
        if (auto *kind = std::get_if<Kind>(&message))
            m_kept.push_back(std::move(*kind));
    }

    ControlChannel &m_channel;
    std::vector<Message> m_kept;
};

} // namespace

class NewLeaderTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void getsTheEventsThatItLacks();
};

// Before it counts whoever has them, and with the numbers that they have.
void NewLeaderTest::getsTheEventsThatItLacks()
{
    auto first = ControlChannel::open(launchOf(0));
    QVERIFY(first);
    auto second = ControlChannel::open(launchOf(1, first->port()));
    auto third = ControlChannel::open(launchOf(2, first->port()));
    QVERIFY(second && third);
    QTRY_VERIFY_WITH_TIMEOUT(first->portOf(1) != 0 && third->portOf(1) == first->portOf(1), patience);
    second->setOwn({}, 4); // it has four events of the log
    first->abandon();
    second->lead({2});
    third->join(1, connectWithin(*socketAddress("127.0.0.1", third->portOf(1)), 5s));

    Heard<Welcome> welcomes(*third);
    QTRY_COMPARE_WITH_TIMEOUT(welcomes.all().size(), std::size_t(1), patience);
    QCOMPARE(std::get<Welcome>(welcomes.all().front()).lastEvent, std::int64_t(4));
    Heard<CopiedEvent, PeerCame> heard(*second);
    QVERIFY(heard.all().empty());

    Membership members = everyRankOf(launchOf(1).plan);
    members.generation = 2;
    third->introduce(members, {toLine(Event{5, 10, Note{0, "fifth"}}), toLine(Event{6, 11, Note{0, "sixth"}})});
    QTRY_COMPARE_WITH_TIMEOUT(heard.all().size(), std::size_t(3), patience);
    for (int i = 0; i < 2; ++i) {
        const auto *copied = std::get_if<CopiedEvent>(&heard.all()[std::size_t(i)]);
        QVERIFY(copied);
        QCOMPARE(copied->event.sequence, std::int64_t(5 + i));
    }
    const auto *came = std::get_if<PeerCame>(&heard.all().back());
    QVERIFY(came && came->membership);
    QCOMPARE(came->machine, 2);
    QCOMPARE(came->membership->generation, 2);
}

QTEST_GUILESS_MAIN(NewLeaderTest)
#include "tst_newleader.moc"
