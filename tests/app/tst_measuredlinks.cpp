// The links between this computer and two lab machines, measured from the window over a real sshd: each machine sends
// at a speed of its own, so that each link is slow in one direction alone.
#include "app/pages/links/linksdialog.h"
#include "remote/history/linkstore.h"
#include "tests/app/openwindow.h"
#include "tests/app/settle.h"
#include "tests/system/lab/labfixture.h"

#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include <map>

using namespace motley;

namespace {

constexpr int patience = 300000; // milliseconds, in which two machines get the engine
const QString slow = QStringLiteral("slow");
const QString middle = QStringLiteral("middle");

// Bytes per second that leave a machine.
const std::map<QString, double> rates{{slow, 1e6}, {middle, 10e6}};
constexpr double leastUnlimited = 20e6;

} // namespace

class MeasuredLinksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void areSlowInTheDirectionThatIsSlow();
};

void MeasuredLinksTest::areSlowInTheDirectionThatIsSlow()
{
    LabFixture lab;
    if (const auto up = lab.up({"--names", slow + ',' + middle}); !up)
        QSKIP(up.error().message.c_str());
    if (!lab.isRooted())
        QSKIP("Link speeds need root.");
    for (const auto &[name, bytes] : rates) {
        const QString rate = QString::number(8 * bytes, 'f', 0) + QStringLiteral("bit");
        const auto shaped = lab.command("exec", name,
            {"--", "tc", "qdisc", "replace", "dev", "eth0", "root", "tbf", "rate", rate, "burst", "16kb", "latency",
                "100ms"});
        QVERIFY2(shaped.exitCode == 0, shaped.complaints.constData());
    }
    const QTemporaryDir home;
    qputenv("MOTLEY_SSH_CONFIG", lab.sshConfig().toUtf8());
    qputenv("XDG_DATA_HOME", home.path().toUtf8()); // where this computer gets the engine

    Workspace workspace({home.path(), home.path()});
    QVERIFY(workspace.load());
    for (const LabMachine &machine : lab.machines())
        QVERIFY(workspace.fleet().add({Machine::Kind::Ssh, machine.name, machine.name, {}}));
    const auto window = openWindow(workspace, {1280, 800});
    for (const auto &host : workspace.fleet().hosts()) {
        host->refresh();
        QTRY_VERIFY2_WITH_TIMEOUT(
            host->state() == Host::State::Ready, host->error() ? host->error()->message.c_str() : "no answer", 60000);
    }
    window->showPage(NavigationRail::Page::Machines);
    window->findChild<QPushButton *>(QStringLiteral("showLinks"))->click();
    auto *dialog = window->findChild<LinksDialog *>();
    settle(*dialog);
    const auto *summary = dialog->findChild<QLabel *>(QStringLiteral("linkSummary"));
    QCOMPARE(summary->text(), QStringLiteral("0 of 6 links are measured."));
    dialog->findChild<QPushButton *>(QStringLiteral("measureLinks"))->click();
    const LinkStore store(linksFile(home.path()));
    QTRY_VERIFY2_WITH_TIMEOUT(
        !store.all().empty(), qPrintable(dialog->findChild<QLabel *>(QStringLiteral("linkWords"))->text()), patience);

    const auto links = store.all();
    QCOMPARE(links.size(), std::size_t(6));
    for (const KnownLink &link : links) {
        const QByteArray words
            = QStringLiteral("%1 to %2: %3 bytes/s").arg(link.from, link.to).arg(link.bytesPerSecond).toUtf8();
        qInfo("%s, there and back in %g s", words.constData(), link.roundTripSeconds);
        QVERIFY2(link.answered, words);
        QVERIFY2(link.roundTripSeconds > 0 && link.roundTripSeconds < 1, words);
        const auto rate = rates.find(link.from);
        QVERIFY2(rate == rates.end() ? link.bytesPerSecond > leastUnlimited
                                     : link.bytesPerSecond > rate->second / 2 && link.bytesPerSecond < rate->second * 2,
            words);
    }
    QVERIFY2(summary->text().contains(QStringLiteral("The slowest is from slow")), qPrintable(summary->text()));
    const auto &model = *dialog->findChild<QTreeView *>(QStringLiteral("linkTable"))->model(); // the slowest first
    for (int row = 0; row < 4; ++row)
        QCOMPARE(model.index(row, LinkTable::From).data().toString(), row < 2 ? slow : middle);
}

QTEST_MAIN(MeasuredLinksTest)
#include "tst_measuredlinks.moc"
