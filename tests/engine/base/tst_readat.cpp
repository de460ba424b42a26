#include "engine/base/files/readat.h"

#include <QTemporaryFile>
#include <QTest>

#include <fcntl.h>
#include <unistd.h>

using namespace motley;

class ReadAtTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsAPiece_data()
    {
        QTest::addColumn<qint64>("offset");
        QTest::addColumn<int>("most");
        QTest::addColumn<std::string>("piece");
        QTest::addRow("from the beginning") << qint64(0) << 3 << std::string("one");
        QTest::addRow("from the middle") << qint64(4) << 3 << std::string("two");
        QTest::addRow("to the end") << qint64(4) << 100 << std::string("two");
        QTest::addRow("at the end") << qint64(7) << 1 << std::string();
        QTest::addRow("nothing") << qint64(0) << 0 << std::string();
        QTest::addRow("before the beginning") << qint64(-1) << 5 << std::string();
    }
    void readsAPiece()
    {
        QFETCH(qint64, offset);
        QFETCH(int, most);
        QTemporaryFile file;
        QVERIFY(file.open() && file.write("one two") == 7 && file.flush());
        QTEST(readAt(file.handle(), offset, std::size_t(most)), "piece");
        std::string room(std::size_t(most), '?');
        const std::size_t got = readAt(file.handle(), offset, room.data(), room.size());
        QTEST(room.substr(0, got), "piece");
        QCOMPARE(room.substr(got), std::string(std::size_t(most) - got, '?'));
    }

    void readsNothingOfWhatCannotBeRead()
    {
        const int folder = ::open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        QCOMPARE(readAt(folder, 0, 10), std::string());
        ::close(folder);
        QCOMPARE(readAt(folder, 0, 10), std::string());
    }
};

QTEST_GUILESS_MAIN(ReadAtTest)
#include "tst_readat.moc"
