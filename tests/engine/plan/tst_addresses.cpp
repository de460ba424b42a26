// Addresses are chosen by the measured links between machines, or else by SSH's connection; a broken link is named.
#include "engine/plan/addresses.h"
#include "engine/plan/planner.h"
#include "engine/plan/runmodel.h"

#include <QtTest>

using namespace motley;

namespace {

CandidateMachine machine(const std::string &name, const std::vector<std::string> &addresses, bool overSsh = true)
{
    CandidateMachine machine{name, {}, {{}}};
    machine.candidates.front().speed = SpeedReport{100, 0, 0.01};
    machine.report.interfaces = {{"lo", {"127.0.0.1/8", "::1/128"}, {}, true, true}};
    for (const std::string &address : addresses)
        machine.report.interfaces.push_back(
            {"net" + std::to_string(machine.report.interfaces.size()), {address + "/24"}, 1000, true, false});
    if (overSsh) {
        machine.report.sshServerAddress = addresses.front();
        machine.report.sshClientAddress = "10.0.0.9";
    }
    return machine;
}

// Every machine reaches every address at 100 MB/s with a round trip of 1 ms.
void connectAll(std::vector<CandidateMachine> &machines)
{
    for (std::size_t from = 0; from < machines.size(); ++from)
        for (std::size_t to = 0; to < machines.size(); ++to)
            if (from != to)
                for (const std::string &address : addressesToTry(machines, to))
                    machines[from].links.push_back({machines[to].name, address, true, 0.001, 1e8});
}

MeasuredLink &linkTo(CandidateMachine &from, const std::string &address)
{
    return *std::find_if(
        from.links.begin(), from.links.end(), [&](const MeasuredLink &link) { return link.address == address; });
}

void block(CandidateMachine &from, const std::string &address)
{
    MeasuredLink &link = linkTo(from, address);
    link = {link.to, link.address};
}

std::vector<std::string> chosen(const std::vector<CandidateMachine> &machines)
{
    std::vector<std::string> words;
    for (const auto &address : chooseAddresses(machines))
        words.push_back(address.value_or("none"));
    return words;
}

using Words = std::vector<std::string>;

} // namespace

class AddressesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void areThoseThatSshReachedWhereNothingWasMeasured()
    {
        QCOMPARE(chosen({machine("a", {"10.0.0.1", "10.1.0.1"}), machine("b", {"10.0.0.2", "10.1.0.2"})}),
            (Words{"10.0.0.1", "10.0.0.2"}));
    }

    void thisComputerIsWhereTheOthersSawItComeFrom()
    {
        QCOMPARE(chosen({machine("local", {"10.1.0.9", "10.0.0.9"}, false), machine("b", {"10.0.0.2"})}),
            (Words{"10.0.0.9", "10.0.0.2"}));
    }

    void aMachineAloneNeedsNoNetwork()
    {
        QCOMPARE(chosen({machine("local", {"10.0.0.9"}, false)}), Words{"127.0.0.1"});
    }

    void triesTheAddressOfSshFirstAndNoneThatLeadsNowhere()
    {
        auto box = machine("a", {"10.0.0.1", "10.1.0.1", "fe80::1", "2001:db8::1"});
        box.report.sshServerAddress = "10.1.0.1";
        box.report.interfaces.push_back({"down0", {"10.2.0.1/24"}, {}, false, false});
        QCOMPARE(addressesToTry({box, machine("b", {"10.0.0.2"})}, 0), (Words{"10.1.0.1", "10.0.0.1", "2001:db8::1"}));
        box.report.sshServerAddress = "192.0.2.1"; // the address of a router in front of the machine
        QCOMPARE(addressesToTry({box, machine("b", {"10.0.0.2"})}, 0), (Words{"10.0.0.1", "10.1.0.1", "2001:db8::1"}));
    }

    void theFirstWinsWhereAllAreEqual()
    {
        std::vector machines{machine("a", {"10.0.0.1", "10.1.0.1"}), machine("b", {"10.0.0.2", "10.1.0.2"})};
        connectAll(machines);
        QCOMPARE(chosen(machines), (Words{"10.0.0.1", "10.0.0.2"}));
        linkTo(machines[0], "10.1.0.2").bytesPerSecond *= 1.05; // two measurements of one link differ by more
        linkTo(machines[0], "10.1.0.2").roundTripSeconds *= 0.95;
        QCOMPARE(chosen(machines), (Words{"10.0.0.1", "10.0.0.2"}));
    }

    void theFasterNetworkWinsThenTheQuickerOne()
    {
        std::vector machines{machine("a", {"10.0.0.1", "10.1.0.1"}), machine("b", {"10.0.0.2", "10.1.0.2"})};
        connectAll(machines);
        linkTo(machines[1], "10.1.0.1").roundTripSeconds = 0.0002;
        QCOMPARE(chosen(machines), (Words{"10.1.0.1", "10.0.0.2"}));
        linkTo(machines[1], "10.0.0.1").bytesPerSecond = 1e9;
        QCOMPARE(chosen(machines), (Words{"10.0.0.1", "10.0.0.2"}));
    }

    void theSlowestOfTheOthersCounts()
    {
        std::vector machines{
            machine("a", {"10.0.0.1", "10.1.0.1"}), machine("b", {"10.0.0.2"}), machine("c", {"10.0.0.3"})};
        connectAll(machines);
        linkTo(machines[1], "10.0.0.1").bytesPerSecond = 9e8;
        linkTo(machines[2], "10.0.0.1").bytesPerSecond = 1e6;
        QCOMPARE(chosen(machines).front(), std::string("10.1.0.1"));
    }

    void everyOtherMachineMustReachIt()
    {
        std::vector machines{
            machine("a", {"10.0.0.1", "10.1.0.1"}), machine("b", {"10.0.0.2"}), machine("c", {"10.0.0.3"})};
        connectAll(machines);
        linkTo(machines[1], "10.0.0.1").bytesPerSecond = 9e9;
        block(machines[2], "10.0.0.1"); // the other direction works
        QCOMPARE(chosen(machines).front(), std::string("10.1.0.1"));
        QVERIFY(!brokenLink(machines));
        QVERIFY(planRun(JobSpec(), machines).has_value());
    }

    void allAreOfOneKind()
    {
        std::vector machines{machine("a", {"10.0.0.1", "2001:db8::1"}), machine("b", {"10.0.0.2", "2001:db8::2"})};
        connectAll(machines);
        linkTo(machines[1], "2001:db8::1").bytesPerSecond = 1e9;
        QCOMPARE(chosen(machines), (Words{"10.0.0.1", "10.0.0.2"}));
        block(machines[0], "10.0.0.2");
        QCOMPARE(chosen(machines), (Words{"2001:db8::1", "2001:db8::2"}));
    }

    void namesWhoDoesNotReachWhomAndWhere()
    {
        std::vector machines{
            machine("a", {"10.0.0.1"}), machine("b", {"10.0.0.2"}), machine("c", {"10.0.0.3", "10.1.0.3"})};
        connectAll(machines);
        block(machines[1], "10.0.0.3");
        block(machines[1], "10.1.0.3");
        QCOMPARE(chosen(machines).back(), std::string("none"));
        QVERIFY(brokenLink(machines) == (BrokenLink{1, 2, {"10.0.0.3", "10.1.0.3"}}));
        QVERIFY(!planRun(JobSpec(), machines));
    }

    void knowsWhereOnlySmallPacketsArrive()
    {
        std::vector machines{machine("a", {"10.0.0.1", "10.1.0.1"}), machine("b", {"10.0.0.2"})};
        connectAll(machines);
        block(machines[1], "10.0.0.1");
        block(machines[1], "10.1.0.1");
        linkTo(machines[1], "10.1.0.1").losesLargePackets = true;
        QVERIFY(brokenLink(machines) == (BrokenLink{1, 0, {"10.0.0.1", "10.1.0.1"}, true}));
    }

    // Each machine reaches "c", but not all at the same address.
    void namesANetworkThatOneOfTheOthersLacks()
    {
        std::vector machines{
            machine("a", {"10.0.0.1"}), machine("b", {"10.0.0.2"}), machine("c", {"10.0.0.3", "10.1.0.3"})};
        connectAll(machines);
        block(machines[0], "10.0.0.3");
        block(machines[1], "10.1.0.3");
        QVERIFY(brokenLink(machines) == (BrokenLink{0, 2, {"10.0.0.3"}}));
    }

    void saysWhenNobodyReachesThisComputer()
    {
        // Behind NAT, other machines see an address that is not one of this computer's interfaces.
        std::vector machines{machine("local", {"192.168.1.5"}, false), machine("b", {"10.0.0.2"})};
        connectAll(machines);
        block(machines[1], "192.168.1.5");
        QVERIFY(brokenLink(machines) == (BrokenLink{1, 0, {"192.168.1.5"}}));
    }

    void linksOfOtherMachinesCountAsNotMeasured()
    {
        std::vector machines{machine("a", {"10.0.0.1"}), machine("b", {"10.0.0.2"})};
        connectAll(machines);
        block(machines[0], "10.0.0.2");
        machines.push_back(machine("c", {"10.0.0.3"}));
        QVERIFY(!brokenLink(machines));
        QCOMPARE(chosen(machines), (Words{"10.0.0.1", "10.0.0.2", "10.0.0.3"}));
    }

    void theForecastKnowsTheMeasuredLinks()
    {
        std::vector machines{machine("a", {"10.0.0.1"}), machine("b", {"10.0.0.2"}), machine("c", {"10.0.0.3"})};
        QVERIFY(modelRun(JobSpec(), machines)->cluster.pairs.empty());
        connectAll(machines);
        linkTo(machines[1], "10.0.0.1") = {"a", "10.0.0.1", true, 0.004, 2e7};
        linkTo(machines[1], "10.0.0.3").bytesPerSecond = 0; // only the opposite burst arrived
        linkTo(machines[0], "10.0.0.3").bytesPerSecond = 0;
        linkTo(machines[2], "10.0.0.1").bytesPerSecond = 0;
        const auto pairs = modelRun(JobSpec(), machines)->cluster.pairs;
        QCOMPARE(pairs.size(), std::size_t(2));
        QVERIFY(pairs[0].first == 0);
        QVERIFY(pairs[0].second == 1);
        QVERIFY(pairs[0].link == (Link{2e7, 0.002}));
        QVERIFY(pairs[1].first == 1);
        QVERIFY(pairs[1].second == 2);
        QVERIFY(pairs[1].link == (Link{1e8, 0.0005}));
    }
};

QTEST_GUILESS_MAIN(AddressesTest)
#include "tst_addresses.moc"
