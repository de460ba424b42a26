// What an agent tells its ranks: it arrives whole, and a rank that does not read holds nobody up.
#include "engine/agent/rankinput.h"

#include <QTest>

#include <fcntl.h>
#include <signal.h>

using namespace motley;

namespace {

// Reads what is there now.
std::string readNow(const Descriptor &reader)
{
    fcntl(reader.get(), F_SETFL, O_NONBLOCK);
    std::string all;
    char chunk[4096];
    for (ssize_t got = 0; (got = read(reader.get(), chunk, sizeof chunk)) > 0;)
        all.append(chunk, std::size_t(got));
    return all;
}

} // namespace

class RankInputTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sendsLinesInTheirOrder();
    void skipsWhatIsOldBeforeARankHasReadIt();
    void endsWithTheRank();
};

void RankInputTest::sendsLinesInTheirOrder()
{
    Pipe pipe = makePipe();
    RankInput input(std::move(pipe.writer));
    input.tell("one");
    input.tell("two");
    QCOMPARE(readNow(pipe.reader), std::string("one\ntwo\n"));
}

// More than a pipe holds: a line that is begun comes whole, and of those that wait behind it the newest.
void RankInputTest::skipsWhatIsOldBeforeARankHasReadIt()
{
    Pipe pipe = makePipe();
    RankInput input(std::move(pipe.writer));
    const std::string longLine(1 << 20, 'a');
    input.tell(longLine);
    for (int i = 0; i < 1000; ++i)
        input.tell("old " + std::to_string(i));
    input.tell("new");
    std::string heard;
    for (int round = 0; round < 1000 && !heard.ends_with("new\n"); ++round) {
        heard += readNow(pipe.reader);
        input.flush();
    }
    QCOMPARE(heard.size(), longLine.size() + 1 + 4);
    QVERIFY(heard == longLine + "\nnew\n");
}

void RankInputTest::endsWithTheRank()
{
    signal(SIGPIPE, SIG_IGN); // as in an agent
    Pipe pipe = makePipe();
    const int writer = pipe.writer.get();
    RankInput input(std::move(pipe.writer));
    pipe.reader.close();
    input.tell("one");
    QCOMPARE(fcntl(writer, F_GETFD), -1); // it is closed
    input.tell("two");
    RankInput none{Descriptor()};
    none.tell("three");
    none.flush();
}

QTEST_APPLESS_MAIN(RankInputTest)
#include "tst_rankinput.moc"
