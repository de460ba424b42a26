// What this computer is called: with a capital where its name stands alone or begins a sentence, without one inside.
#include "app/models/runmachinemodel.h"
#include "app/pages/links/linkscene.h"
#include "app/timeline/stragglerwords.h"
#include "app/words/membershipwords.h"
#include "app/words/overduewords.h"
#include "app/words/planwords.h"
#include "remote/session/localsession.h"
#include "remote/session/machinename.h"
#include "tests/app/plainspaces.h"

#include <QTest>

using namespace motley;

class MachineNamesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void fitTheirPlace_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("expected");
        const QStringList names{machineWord("local"), machineWord("box")};
        QTest::addRow("alone") << names[0] << "This computer";
        QTest::addRow("of a list of machines") << insideSentence(shownName(QStringLiteral("local"))) << "this computer";
        QTest::addRow("of a command's error") << QString::fromStdString(LocalSession().name()) << "this computer";
        QTest::addRow("of another machine") << insideSentence(names[1]) << "box";
        for (const RankPhase phase : {RankPhase::Training, RankPhase::Loading})
            QTest::addRow("waited for in phase %d", int(phase))
                << overdueWords({9, 30, 0, phase, false}, names[0])
                << (phase == RankPhase::Training ? "The run waits for this computer, which computes."
                                                 : "The run waits for this computer.");
        QTest::addRow("that was lost") << membershipWords({2, 5, {1}, {}, {{0, 0, "hung", {}}}}, names)
                                       << "Rank 0 on this computer is lost: hung. The run goes on with 1 rank(s) from "
                                          "step 6.";
        QTest::addRow("that is back") << membershipWords({3, 5, {0, 1}, {}, {}, std::vector<int>{0}}, names)
                                      << "This computer takes part again. The run goes on with 2 rank(s) from step 6.";
        QTest::addRow("lost on the way") << lostOnTheWay(withoutThisComputer(), names)
                                         << "Lost on the way: this computer after step 30.";
        QTest::addRow("a name of a machine") << sharedHardwareWords({0, 1, true, {}}, {names[1], names[0]})
                                             << "box and this computer are one machine under two names. In a run they "
                                                "would use the same processors and memory; tick one of them.";
        QTest::addRow("the first of two names") << sharedHardwareWords({0, 1, false, "H200"}, names)
                                                << "This computer and box have the same GPU, H200. Tick it on one of "
                                                   "them.";
        QTest::addRow("the straggler") << stragglerWords({100, 0, 83, 0.41, 1.12}, 3, names, false)
                                       << "83 of the last 100 steps waited for this computer, 41 % of the time; "
                                          "without it 12 % faster now";
        const LinkScene scene = linkScene({"local", "box"}, names,
            {{"local", "box", "10.0.0.2", true, 1e-4, 1e6, {}}, {"box", "local", "", true, 0, 2e6, {}}});
        QTest::addRow("the slowest link") << linkSummary(scene)
                                          << "2 of 2 links are measured. The slowest is from this "
                                             "computer to box: 8 Mbit/s.";
        QTest::addRow("a link from it") << linkWords(scene, 0, 1, {}).section(QLatin1Char(':'), 0, 0)
                                        << "This computer to box";
        QTest::addRow("a link to it") << linkWords(scene, 1, 0, {}).section(QLatin1Char(':'), 0, 0)
                                      << "box to this computer";
    }
    void fitTheirPlace()
    {
        QFETCH(QString, words);
        QTEST(plainSpaces(words), "expected");
    }

private:
    static RunMembers withoutThisComputer()
    {
        Plan plan;
        plan.machines = {{"local", ""}, {"box", ""}};
        plan.ranks = {{0, {}, 1, 0, 1}, {1, {}, 1, 0, 1}};
        RunMembers members;
        members.add(PlanChosen{plan});
        members.add(MembershipChanged{2, 30, {1}, {0, 1}, {{0, 0, "killed", {}}}});
        return members;
    }
};

QTEST_GUILESS_MAIN(MachineNamesTest)
#include "tst_machinenames.moc"
