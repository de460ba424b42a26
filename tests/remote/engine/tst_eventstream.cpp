// The bytes of `follow` as events, and this computer's copy of the events.
#include "remote/engine/eventstream.h"
#include "remote/history/eventlogcopy.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <atomic>
#include <limits>

using namespace motley;

namespace {

Event step(std::int64_t sequence)
{
    StepDone done;
    done.step = sequence;
    done.loss = 1.0 / double(sequence);
    done.sampleHash = "0123456789abcdef";
    return {sequence, 1000.5, done};
}

std::string lines(std::int64_t from, std::int64_t to)
{
    std::string text;
    for (auto sequence = from; sequence <= to; ++sequence)
        text += toLine(step(sequence)) + '\n';
    return text;
}

template <typename Numbered>
std::vector<std::int64_t> sequencesOf(const std::vector<Numbered> &all)
{
    std::vector<std::int64_t> sequences;
    for (const auto &each : all)
        sequences.push_back(each.sequence);
    return sequences;
}

struct Received {
    std::vector<Event> events;
    int batches = 0;

    OnEvents sink()
    {
        return [this](const std::vector<EventLine> &batch) {
            ++batches;
            for (const EventLine &line : batch)
                events.push_back(line.event.value());
        };
    }
};

} // namespace

class EventStreamTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsEventsHoweverTheBytesAreCut_data()
    {
        QTest::addColumn<int>("piece");
        for (const int piece : {1, 2, 7, 100, 100'000})
            QTest::addRow("%d bytes at a time", piece) << piece;
    }
    void readsEventsHoweverTheBytesAreCut()
    {
        QFETCH(int, piece);
        const auto text = lines(1, 20);
        Received received;
        {
            EventStream stream(0, received.sink());
            for (std::size_t at = 0; at < text.size(); at += std::size_t(piece))
                stream.append(std::string_view(text).substr(at, std::size_t(piece)));
        }
        QCOMPARE(received.events.size(), std::size_t(20));
        for (std::int64_t i = 0; i < 20; ++i)
            QCOMPARE(received.events[std::size_t(i)], step(i + 1));
    }

    void aMachineThatFloodsWaitsForItsReader()
    {
        constexpr std::int64_t flood = 50'000;
        std::atomic<bool> allTaken = false;
        std::size_t largest = 0;
        std::size_t received = 0;
        {
            EventStream stream(0, [&](const std::vector<EventLine> &batch) {
                // The first batch is held until all is taken, which is not to happen meanwhile.
                for (int wait = 0; received == 0 && !allTaken && wait < 200; ++wait)
                    QThread::msleep(10);
                largest = std::max(largest, batch.size());
                received += batch.size();
            });
            stream.append(lines(1, flood));
            allTaken = true;
        }
        QCOMPARE(received, std::size_t(flood));
        QVERIFY2(largest <= 16384, QByteArray::number(qulonglong(largest)));
    }

    void passesOverWhatIsHereAlready()
    {
        Received received;
        {
            EventStream stream(15, received.sink());
            stream.append(lines(10, 18));
        }
        QCOMPARE(sequencesOf(received.events), (std::vector<std::int64_t>{16, 17, 18}));
    }

    void saysOnceWhatItCouldNotRead_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addRow("no event") << QByteArray("hello\n");
        QTest::addRow("binary") << QByteArray("\x00\x1b[2J\xff\n", 7);
        QTest::addRow("endless line") << QByteArray(3 * int(longestEventLine), 'x').append('\n');
    }
    void saysOnceWhatItCouldNotRead()
    {
        QFETCH(QByteArray, bytes);
        Received received;
        {
            EventStream stream(0, received.sink());
            stream.append(lines(1, 1));
            for (const auto &piece : {bytes.left(bytes.size() / 2), bytes.mid(bytes.size() / 2)})
                stream.append({piece.constData(), std::size_t(piece.size())});
            stream.append(lines(2, 2));
        }
        QCOMPARE(sequencesOf(received.events), (std::vector<std::int64_t>{1, 0, 2}));
        QVERIFY(std::holds_alternative<Warning>(received.events[1].body));
    }

    void countsWhatItCouldNotRead()
    {
        constexpr int broken = 20'000;
        Received received;
        {
            EventStream stream(0, received.sink());
            for (std::int64_t i = 1; i <= broken; ++i)
                stream.append("no event\n" + lines(i, i));
        }
        std::vector<std::string> warnings;
        for (const Event &event : received.events)
            if (const auto *warning = std::get_if<Warning>(&event.body))
                warnings.push_back(warning->message);
        QCOMPARE(received.events.size() - warnings.size(), std::size_t(broken));
        QVERIFY2(warnings.size() <= 6, QByteArray::number(qulonglong(warnings.size())));
        QVERIFY2(warnings.back().starts_with("20,000 "), warnings.back().c_str());
    }

    void takesNoEventWithoutTheOneBefore_data()
    {
        QTest::addColumn<qint64>("number");
        QTest::addRow("the last number there is") << std::numeric_limits<qint64>::max();
        QTest::addRow("far ahead") << qint64(1000);
    }
    void takesNoEventWithoutTheOneBefore()
    {
        QFETCH(qint64, number);
        Received received;
        {
            EventStream stream(0, received.sink());
            stream.append(
                lines(1, 2) + toLine(step(number)) + '\n' + lines(3, 4) + toLine({5, 0, RunFinished{}}) + '\n');
            QVERIFY(stream.hasFinished());
        }
        QCOMPARE(sequencesOf(received.events), (std::vector<std::int64_t>{1, 2, 0, 3, 4, 5}));
    }

    // As on a machine whose disk was full from some event on (tst_eventlog).
    void takesTheEndWithoutTheEventsBefore()
    {
        Received received;
        {
            EventStream stream(0, received.sink());
            stream.append(lines(1, 2) + toLine({103, 0, RunFinished{}}) + '\n');
            QVERIFY(stream.hasFinished());
        }
        QCOMPARE(sequencesOf(received.events), (std::vector<std::int64_t>{1, 2, 0, 103}));
        const auto *warning = std::get_if<Warning>(&received.events[2].body);
        QVERIFY(warning);
        QVERIFY2(warning->message.starts_with("100 event(s) before the end"), warning->message.c_str());
    }

    void goesOnBehindALineThatWasSeveralEvents()
    {
        const auto lost = lines(3, 40);
        Received received;
        {
            EventStream stream(0, received.sink());
            stream.append(lines(1, 2) + std::string(lost.size(), '\0') + '\n' + lines(41, 42));
        }
        QCOMPARE(sequencesOf(received.events), (std::vector<std::int64_t>{1, 2, 0, 41, 42}));
    }

    void doesNotDrownItsReader()
    {
        Received received;
        QElapsedTimer timer;
        {
            EventStream stream(0, received.sink());
            timer.start();
            for (std::int64_t i = 1; i <= 2000; ++i) {
                stream.append(lines(i, i));
                if (i % 10 == 0)
                    QTest::qSleep(2);
            }
        }
        QCOMPARE(received.events.size(), std::size_t(2000));
        QVERIFY2(received.batches <= 3 + timer.elapsed() / 50, QByteArray::number(received.batches));
    }

    void bringsASingleEventAtOnce()
    {
        std::atomic<int> seen = 0;
        EventStream stream(0, [&](const std::vector<EventLine> &lines) { seen += int(lines.size()); });
        stream.append(lines(1, 1));
        QTRY_COMPARE_WITH_TIMEOUT(seen.load(), 1, 500);
    }

    void keepsACopyThatTwoProgramsMayGrow()
    {
        const QString path = m_folder.filePath("a/events.jsonl");
        EventLogCopy first(path);
        EventLogCopy second(path);
        QVERIFY(first.append({step(1), step(2)}));
        QCOMPARE(sequencesOf(*second.load()), (std::vector<std::int64_t>{1, 2}));
        QVERIFY(first.append({step(3), step(4)}));
        QVERIFY(second.append({step(3)}));
        QVERIFY(second.append({step(4), step(5)}));
        EventLogCopy third(path);
        QCOMPARE(sequencesOf(*third.load()), (std::vector<std::int64_t>{1, 2, 3, 4, 5}));
        QCOMPARE(third.lastSequence(), 5);
        QVERIFY(!third.hasFinished());
    }

    void survivesALineThatWasNotWrittenToItsEnd()
    {
        const QString path = m_folder.filePath("events.jsonl");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(lines(1, 2)));
        file.write("{\"sequence\":3,\"ti");
        file.close();
        EventLogCopy copy(path);
        QCOMPARE(sequencesOf(*copy.load()), (std::vector<std::int64_t>{1, 2}));
        QVERIFY(copy.append({step(3), Event{4, 0, RunFinished{}}}));
        QVERIFY(copy.hasFinished());
        EventLogCopy again(path);
        QCOMPARE(sequencesOf(*again.load()), (std::vector<std::int64_t>{1, 2, 3, 4}));
        QVERIFY(again.hasFinished());
    }

    // Numbers may be written in many ways, and another version may have events that this one does not know.
    void keepsEachLineAsItCame()
    {
        const std::string written
            = "{\"seq\":1,\"time\":1000.50,\"type\":\"note\",\"machine\":-1,\"message\":\"\\u00e4 \\/\"}"
              "\n"
              "{\"seq\":2,\"time\":1e3,\"type\":\"teleported\",\"to\":[1, 2.0e0]}"
              "\n"
              "{\"seq\":3,\"time\":1001.0,\"type\":\"warning\",\"message\":\"b\",\"machine\":0}"
              "\n";
        const QString path = m_folder.filePath("asitcame/events.jsonl");
        EventLogCopy copy(path);
        std::vector<EventLine> received;
        {
            EventStream stream(0, [&](std::vector<EventLine> batch) {
                QVERIFY(copy.append(batch));
                received.insert(received.end(), batch.begin(), batch.end());
            });
            stream.append(written);
        }
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray::fromStdString(written));
        QCOMPARE(sequencesOf(received), (std::vector<std::int64_t>{1, 2, 3})); // no warning: nothing is damaged
        QVERIFY(received[0].get<Note>());
        QVERIFY(!received[1].event);
        EventLogCopy again(path);
        const auto loaded = again.load();
        QCOMPARE(sequencesOf(*loaded), (std::vector<std::int64_t>{1, 2, 3}));
        QCOMPARE(loaded->at(1).text, received[1].text);
        QVERIFY(!loaded->at(1).event);
        QCOMPARE(again.lastSequence(), 3);
    }

    void ownWordsAreNoPartOfTheCopy()
    {
        const QString path = m_folder.filePath("own/events.jsonl");
        EventLogCopy copy(path);
        QVERIFY(copy.append({step(1), Event{0, 0, Warning{-1, "own words"}}, step(2)}));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray::fromStdString(lines(1, 2)));
    }

private:
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(EventStreamTest)
#include "tst_eventstream.moc"
