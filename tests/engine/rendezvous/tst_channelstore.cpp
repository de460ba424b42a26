// Ranks of two machines ask for the run's store over real connections between their agents.
#include "engine/base/base64.h"
#include "engine/rendezvous/agentlink.h"
#include "engine/rendezvous/controlchannel.h"
#include "engine/rendezvous/linesocket.h"

#include <QTest>

#include <future>

using namespace motley;
using namespace std::chrono_literals;

class ChannelStoreTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void carriesWhatRanksAskOfTheirStore()
    {
        constexpr auto limit = 20s;
        LaunchSpec launch;
        launch.token = std::string(64, 'a');
        launch.plan.machines = {{"box-1", "127.0.0.1"}, {"box-2", "127.0.0.1"}};
        launch.plan.ranks = {{0, {}, 2}, {1, {}, 2}};
        auto coordinator = ControlChannel::open(launch);
        QVERIFY(coordinator);
        launch.machine = 1;
        launch.controlPort = coordinator->port();
        auto other = std::make_unique<Result<ControlChannel>>(ControlChannel::open(launch));
        QVERIFY(*other);
        auto [here, first] = makeSocketPair();
        auto [there, second] = makeSocketPair();
        coordinator->addRank(0, std::move(here));
        (*other)->addRank(1, std::move(there));
        std::promise<std::string> told;
        AgentLink link0(std::move(first));
        AgentLink link1(std::move(second), {[&](const std::string &line) { told.set_value(line); }, {}});

        auto word = std::async(std::launch::async, [&] { return link1.ask({StoreGet{"word", 0}}, limit, {}); });
        QVERIFY(word.wait_for(300ms) == std::future_status::timeout);
        link0.ask({StoreSet{"word", base64Of("hello"), false}}, limit, {});
        QCOMPARE(std::get<StoreValue>(word.get().body).base64, base64Of("hello"));
        for (int i = 0; i < 200; ++i)
            link1.ask({StoreAdd{"seats", 1}}, limit, {});
        QCOMPARE(std::get<StoreNumber>(link0.ask({StoreAdd{"seats", 1}}, limit, {}).body).number, std::int64_t(201));
        (*other)->tellRank(1, "who trains");
        QCOMPARE(told.get_future().get(), std::string("who trains"));

        auto old = std::async(std::launch::async, [&] {
            return link1.ask({StoreGet{"generation/1/never", 0}}, limit, {});
        });
        QVERIFY(old.wait_for(300ms) == std::future_status::timeout);
        coordinator->order({MembershipOrder{{2, launch.plan, {0, 1}}}});
        QVERIFY(std::holds_alternative<StoreRefusal>(old.get().body));

        auto never = std::async(std::launch::async, [&] { return link1.ask({StoreGet{"never", 0}}, limit, {}); });
        QVERIFY(never.wait_for(300ms) == std::future_status::timeout);
        other.reset();
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, never.get());
    }
};

QTEST_GUILESS_MAIN(ChannelStoreTest)
#include "tst_channelstore.moc"
