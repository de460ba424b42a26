// Event files for TensorBoard: frames with the right checksums, and in them the numbers of a run.
#include "engine/run/tensorboard.h"
#include "tests/fixtures/fulldisk.h"
#include "tests/fixtures/referencepython.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstring>

using namespace motley;

namespace {

template <typename Number>
Number numberAt(const QByteArray &bytes, qsizetype place)
{
    Number number{};
    if (place + qsizetype(sizeof number) <= bytes.size())
        std::memcpy(&number, bytes.constData() + place, sizeof number);
    return number;
}

std::uint32_t unmasked(std::uint32_t check)
{
    const std::uint32_t turned = check - 0xa282ead8U;
    return turned >> 17 | turned << 15;
}

// The messages of a file; empty where a frame is broken.
QList<QByteArray> messagesOf(const QByteArray &file)
{
    QList<QByteArray> messages;
    for (qsizetype place = 0; place < file.size();) {
        const auto length = qsizetype(numberAt<quint64>(file, place));
        const auto checked = [&](qsizetype from, qsizetype size) {
            return unmasked(numberAt<quint32>(file, from + size))
                == crc32c({file.constData() + from, std::size_t(size)});
        };
        if (length > file.size() - place - 16 || !checked(place, 8) || !checked(place + 12, length))
            return {};
        messages << file.mid(place + 12, length);
        place += 16 + length;
    }
    return messages;
}

Event at(double time, EventBody body)
{
    return {1, time, std::move(body)};
}

StepDone step(std::int64_t number, double loss)
{
    StepDone done;
    done.step = number;
    done.epoch = 1;
    done.loss = loss;
    done.learningRate = 0.5;
    done.lossScale = 1024;
    return done;
}

void writeRun(const std::string &folder)
{
    auto log = TensorBoardLog::create(folder, {"alpha", "the lab's a/b"});
    QVERIFY(log);
    log->add(at(1000.25, Warning{-1, "nothing to draw"}));
    log->add(at(1000.5, step(1, 2.25)));
    log->add(at(1001.5, step(300, 0.125)));
    log->add(at(1002, Evaluation{300, 1, 0.5, {{"accuracy", 0.75, Metric::Unit::Fraction}}, 10, 1}));
    log->add(at(1003, Telemetry{1, 87.5, std::nullopt, std::nullopt, {{"GPU-1", 50.0, {}, {}, {}}}}));
    log->add(at(1004, Telemetry{2, 12.5, std::nullopt, std::nullopt, {}}));
}

} // namespace

class TensorBoardTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void checksAsOthersDo_data();
    void checksAsOthersDo();
    void writesWholeFrames();
    void drawsHowManyRanksTrain();
    void staysReadableWhenTheDiskIsFull();

private:
    std::string folder() const { return m_folder->path().toStdString(); }
    QByteArray file() const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

QByteArray TensorBoardTest::file() const
{
    const QStringList names = QDir(m_folder->path()).entryList({QStringLiteral("events.out.tfevents.*")});
    QFile file(m_folder->filePath(names.value(0)));
    return names.size() == 1 && file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// The first four rows are the CRC examples of RFC 3720, B.4.
void TensorBoardTest::checksAsOthersDo_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<quint32>("check");
    QByteArray rising;
    for (int i = 0; i < 32; ++i)
        rising += char(i);
    QByteArray falling = rising;
    std::reverse(falling.begin(), falling.end());
    QTest::addRow("zeros") << QByteArray(32, '\0') << 0x8a9136aaU;
    QTest::addRow("ones") << QByteArray(32, '\xff') << 0x62a8ab43U;
    QTest::addRow("rising") << rising << 0x46dd794eU;
    QTest::addRow("falling") << falling << 0x113fdb5cU;
    QTest::addRow("digits") << QByteArray("123456789") << 0xe3069283U;
    QTest::addRow("nothing") << QByteArray() << 0U;
}

void TensorBoardTest::checksAsOthersDo()
{
    QFETCH(QByteArray, bytes);
    QFETCH(quint32, check);
    QCOMPARE(crc32c({bytes.constData(), std::size_t(bytes.size())}), check);
}

void TensorBoardTest::writesWholeFrames()
{
    writeRun(folder());
    const auto messages = messagesOf(file());
    QCOMPARE(messages.size(), 6); // the version, two steps, a test, two samples of telemetry
    QVERIFY(messages[0].contains("brain.Event:2"));
    QCOMPARE(numberAt<double>(messages[2], 1), 1001.5);
    QCOMPARE(messages[2].mid(9, 3), QByteArray("\x10\xac\x02")); // step 300
    const auto loss = messages[2].indexOf("train/loss");
    QVERIFY(loss > 0);
    QCOMPARE(numberAt<float>(messages[2], loss + 11), 0.125F);
    QVERIFY(messages[3].contains("test/accuracy"));
    QVERIFY(messages[4].contains("machine the lab's a_b/cpuPercent"));
    QVERIFY(!messages[4].contains("memory"));
    QVERIFY(messages[5].contains("machine 2/cpuPercent")); // it has no name
}

void TensorBoardTest::drawsHowManyRanksTrain()
{
    Plan plan;
    plan.machines = {{"alpha", "10.0.0.1"}};
    plan.ranks = {{0, {}, 1, 0, 1}, {0, {}, 1, 0, 1}, {0, {}, 1, 0, 1}};
    auto log = TensorBoardLog::create(folder());
    QVERIFY(log);
    log->add(at(1000, PlanChosen{plan}));
    log->add(at(1001, step(4, 2)));
    log->add(at(1002, MembershipChanged{2, 4, {0, 2}, {1, 0, 2}, {{1, 0, "killed", {}}}}));
    const auto messages = messagesOf(file());
    QCOMPARE(messages.size(), 4);
    const auto value = [&](qsizetype message, const QByteArray &tag) {
        const auto place = messages[message].indexOf(tag);
        return place < 0 ? -1.0F : numberAt<float>(messages[message], place + tag.size() + 1);
    };
    QCOMPARE(value(1, "run/ranks"), 3.0F);
    QCOMPARE(value(1, "run/generation"), 1.0F);
    QCOMPARE(value(3, "run/ranks"), 2.0F);
    QCOMPARE(value(3, "run/generation"), 2.0F);
    QCOMPARE(messages[3].mid(9, 2), QByteArray("\x10\x04")); // step 4
}

void TensorBoardTest::staysReadableWhenTheDiskIsFull()
{
    auto log = TensorBoardLog::create(folder());
    QVERIFY(log);
    log->add(at(1, step(1, 1)));
    {
        const FullDisk full(rlim_t(file().size() + 40)); // room for a part of a frame
        log->add(at(2, step(2, 1)));
        log->add(at(3, step(3, 1)));
    }
    log->add(at(4, step(4, 1)));
    const auto messages = messagesOf(file());
    QCOMPARE(messages.size(), 3);
    QCOMPARE(numberAt<double>(messages[2], 1), 4.0);
}

class RealTensorBoardTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsOurs();
};

void RealTensorBoardTest::readsOurs()
{
    const QTemporaryDir folder;
    writeRun(folder.path().toStdString());
    const QByteArray output
        = saidByReference({QStringLiteral(MOTLEY_TESTS "/reference/readtensorboard.py"), folder.path()});
    QVERIFY2(output.contains("train/loss 1 2.25 1000.5\ntrain/loss 300 0.125 1001.5\n"), output.constData());
    QVERIFY2(output.contains("train/lossScale 300 1024.0 1001.5\n"), output.constData());
    QVERIFY2(output.contains("test/accuracy 300 0.75 1002.0\n"), output.constData());
    QVERIFY2(output.contains("machine the lab's a_b/gpu 0 utilizationPercent 300 50.0 1003.0\n"), output.constData());
}

int main(int argc, char *argv[])
{
    return runTests<TensorBoardTest, RealTensorBoardTest>(argc, argv);
}

#include "tst_tensorboard.moc"
