// Who sends which files to whom, round by round.
#include "remote/deploy/spreadplan.h"

#include <QTest>

#include <algorithm>

using namespace motley;

namespace {

// Machines that all reach each other; `held`: for each machine a digit per file, "1" where it has it.
Spread spreadOf(const std::vector<std::int64_t> &bytes, const std::vector<std::string> &held)
{
    Spread spread{bytes, {}};
    for (const std::string &files : held) {
        SpreadMachine machine;
        for (const char file : files)
            machine.holds.push_back(file == '1');
        machine.reaches.assign(held.size(), true);
        spread.machines.push_back(machine);
    }
    return spread;
}

void carryOut(Spread &spread, const std::vector<FileTransfer> &transfers)
{
    for (const FileTransfer &transfer : transfers)
        for (const std::size_t file : transfer.files)
            spread.machines[transfer.to].holds[file] = true;
}

// The rounds until nobody lacks anything.
int roundsOf(Spread spread)
{
    int rounds = 0;
    for (auto transfers = nextTransfers(spread); !transfers.empty(); transfers = nextTransfers(spread)) {
        carryOut(spread, transfers);
        ++rounds;
    }
    for (const SpreadMachine &machine : spread.machines)
        if (std::count(machine.holds.begin(), machine.holds.end(), false) > 0)
            return -1;
    return rounds;
}

} // namespace

class SpreadPlanTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void doublesWithEachRound()
    {
        const std::vector<std::pair<int, int>> expected{{1, 0}, {2, 1}, {3, 2}, {4, 2}, {5, 3}, {8, 3}, {9, 4}};
        for (const auto &[machines, rounds] : expected) {
            std::vector<std::string> held(std::size_t(machines), "0");
            held.front() = "1";
            QCOMPARE(roundsOf(spreadOf({100}, held)), rounds);
        }
    }

    void sendsWhatIsLackingAlone()
    {
        const Spread spread = spreadOf({1, 2, 4}, {"101", "001"});
        QCOMPARE(nextTransfers(spread), (std::vector<FileTransfer>{{0, 1, {0}}}));
    }

    void takesFromEachWhatItHas()
    {
        const Spread spread = spreadOf({5, 5}, {"10", "01"});
        QCOMPARE(nextTransfers(spread), (std::vector<FileTransfer>{{1, 0, {1}}, {0, 1, {0}}}));
        QCOMPARE(roundsOf(spread), 1);
    }

    void givesAndTakesOnceInARound()
    {
        Spread spread = spreadOf({7, 3, 9}, {"111", "000", "010", "000", "100"});
        for (auto transfers = nextTransfers(spread); !transfers.empty(); transfers = nextTransfers(spread)) {
            for (std::size_t i = 0; i < transfers.size(); ++i) {
                QVERIFY(transfers[i].from != transfers[i].to);
                for (std::size_t j = 0; j < i; ++j)
                    QVERIFY(transfers[i].from != transfers[j].from && transfers[i].to != transfers[j].to);
            }
            carryOut(spread, transfers);
        }
        QCOMPARE(roundsOf(spread), 0);
    }

    void goesRoundALinkThatIsMissing()
    {
        Spread spread = spreadOf({1}, {"1", "0", "0"});
        spread.machines[2].reaches[0] = false;
        QCOMPARE(roundsOf(spread), 2);
        spread.machines[1].reaches[0] = false;
        QVERIFY(nextTransfers(spread).empty());
        QCOMPARE(nextUploads(spread), (std::vector<std::size_t>{1}));
    }

    void uploadsToTheBestUplinkAlone()
    {
        Spread spread = spreadOf({1, 1}, {"10", "10", "10"});
        QVERIFY(nextTransfers(spread).empty());
        QCOMPARE(nextUploads(spread), (std::vector<std::size_t>{0}));
        spread.machines[2].uplinkBytesPerSecond = 2e6;
        spread.machines[1].uplinkBytesPerSecond = 1e6;
        QCOMPARE(nextUploads(spread), (std::vector<std::size_t>{2}));
    }

    void uploadsToEachThatNobodyReaches()
    {
        Spread spread = spreadOf({1}, {"0", "0", "0"});
        for (std::size_t i = 0; i < 3; ++i)
            spread.machines[i].reaches = {false, false, false};
        QCOMPARE(nextUploads(spread), (std::vector<std::size_t>{0, 1, 2}));
        spread.machines[2].reaches[1] = true;
        QCOMPARE(nextUploads(spread), (std::vector<std::size_t>{0, 1}));
    }

    void asksNothingOfThoseThatHaveAll()
    {
        Spread spread = spreadOf({1}, {"1", "1"});
        QVERIFY(nextTransfers(spread).empty());
        QVERIFY(nextUploads(spread).empty());
        QVERIFY(nextTransfers(spreadOf({}, {"", ""})).empty());
    }
};

QTEST_GUILESS_MAIN(SpreadPlanTest)
#include "tst_spreadplan.moc"
