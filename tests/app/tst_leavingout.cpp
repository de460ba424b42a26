// What a forecast offers where one machine slows the others.
#include "app/pages/plan/forecastview.h"
#include "remote/session/silentprompter.h"
#include "tests/app/settle.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QVBoxLayout>

using namespace motley;

class LeavingOutTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void offersToLeaveOutWhatSlows();
    void anOfferMovesNothing();

private:
    static std::vector<CandidateMachine> machines();
};

// The second machine is as fast, but 100 MB of gradients go through its link of 10 Mbit/s in each step.
std::vector<CandidateMachine> LeavingOutTest::machines()
{
    std::vector<CandidateMachine> machines(2);
    for (int i = 0; i < 2; ++i) {
        const std::string address = "10.0.0." + std::to_string(i + 1);
        machines[i].name = i == 0 ? "alpha" : "beta";
        machines[i].report.sshServerAddress = address;
        machines[i].report.interfaces = {{"eth0", {address + "/24"}, i == 0 ? 1000 : 10, true, false}};
        machines[i].candidates = {{{}, 2, SpeedReport{1000, 0.001, 0.001, {}, 300}}};
        machines[i].candidates[0].speed->memory.parameterBytes = 100000000;
    }
    return machines;
}

void LeavingOutTest::offersToLeaveOutWhatSlows()
{
    std::vector<CandidateMachine> machines = LeavingOutTest::machines();
    SilentPrompter prompter;
    Measurement measurement(&prompter);
    const QTemporaryDir folder;
    const ProfileStore speeds(folder.filePath(QStringLiteral("speeds.json")));
    ForecastView view(&measurement, &speeds);
    const QSignalSpy leftOut(&view, &ForecastView::leftOut);
    view.show(RunRequest{}, machines);
    // Each of the two machines slows the other, as one alone exchanges nothing; one of them has to stay.
    const auto offers = view.findChildren<QPushButton *>(QStringLiteral("leaveOut"));
    QCOMPARE(offers.size(), 1);
    QVERIFY(offers[0]->text().contains(QStringLiteral("beta")));
    QTest::mouseClick(offers[0], Qt::LeftButton);
    QTRY_COMPARE(leftOut.size(), 1);
    QCOMPARE(leftOut[0][0].toString(), QStringLiteral("beta"));
    machines.pop_back();
    view.show(RunRequest{}, machines);
    QVERIFY(view.findChildren<QPushButton *>(QStringLiteral("leaveOut")).isEmpty());
}

// Its place is kept before there is a forecast, above the words, of which there are more or fewer.
void LeavingOutTest::anOfferMovesNothing()
{
    SilentPrompter prompter;
    Measurement measurement(&prompter);
    const QTemporaryDir folder;
    const ProfileStore speeds(folder.filePath(QStringLiteral("speeds.json")));
    QWidget page;
    auto *view = new ForecastView(&measurement, &speeds);
    auto *column = new QVBoxLayout(&page);
    column->addWidget(view);
    column->addStretch();
    page.resize(500, 700);
    page.show();
    auto unknown = machines();
    unknown[0].candidates[0].speed.reset();
    view->show(RunRequest{}, unknown);
    QVERIFY(settle(page));
    const auto *words = view->findChild<QLabel *>(QStringLiteral("forecastWords"));
    const int before = words->y();
    view->show(RunRequest{}, machines());
    QVERIFY(settle(page));
    const auto *offer = view->findChild<QPushButton *>(QStringLiteral("leaveOut"));
    QVERIFY(offer);
    QVERIFY(offer->isVisible());
    QCOMPARE(words->y(), before);
    QVERIFY(offer->mapTo(view, QPoint(0, offer->height())).y() <= words->y());
}

QTEST_MAIN(LeavingOutTest)
#include "tst_leavingout.moc"
