// What this computer's copy of a run's log gives back, also where programs were ended while they wrote it.
#include "remote/history/eventlogcopy.h"

#include <QTemporaryDir>
#include <QTest>

using namespace motley;

class EventLogCopyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesALongLogInItsOrder();
    void leavesOutWhatIsNoEvent();
    void endsWhereTheVisitorSays();

private:
    static QByteArray line(std::int64_t sequence)
    {
        StepDone step;
        step.step = sequence;
        return QByteArray::fromStdString(toLine({sequence, 1, step})) + '\n';
    }
    QString write(const QByteArray &bytes) const
    {
        QFile file(m_folder.filePath(QStringLiteral("events.jsonl")));
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? file.fileName() : QString();
    }
    static std::vector<std::int64_t> sequencesOf(const std::vector<EventLine> &lines)
    {
        std::vector<std::int64_t> sequences;
        for (const EventLine &one : lines)
            sequences.push_back(one.sequence);
        return sequences;
    }

    QTemporaryDir m_folder;
};

// Longer than what is read at once.
void EventLogCopyTest::givesALongLogInItsOrder()
{
    QByteArray bytes;
    std::vector<std::int64_t> expected;
    for (std::int64_t i = 1; i <= 20'000; ++i) {
        bytes += line(i);
        expected.push_back(i);
    }
    EventLogCopy copy(write(bytes));
    const auto lines = copy.load();
    QVERIFY(lines);
    QCOMPARE(sequencesOf(*lines), expected);
    QCOMPARE(copy.lastSequence(), std::int64_t(20'000));
    QCOMPARE(lines->front().text + '\n', line(1));
}

void EventLogCopyTest::leavesOutWhatIsNoEvent()
{
    const QByteArray tooLong = "{\"seq\":2,\"x\":\"" + QByteArray(3 << 20, 'x') + "\"}\n";
    EventLogCopy copy(write(
        line(1) + "{\"seq\":2,\"ti\n" + tooLong + "\n" + line(3) + line(3) + line(2) + line(4) + line(5).chopped(9)));
    const auto lines = copy.load();
    QVERIFY(lines);
    QCOMPARE(sequencesOf(*lines), (std::vector<std::int64_t>{1, 3, 4}));
}

void EventLogCopyTest::endsWhereTheVisitorSays()
{
    EventLogCopy copy(write(line(1) + line(2) + line(3)));
    int seen = 0;
    QVERIFY(copy.visit([&](EventLine && /*line*/) { return ++seen < 2; }));
    QCOMPARE(seen, 2);
    QCOMPARE(copy.lastSequence(), std::int64_t(2));
}

QTEST_GUILESS_MAIN(EventLogCopyTest)
#include "tst_eventlogcopy.moc"
