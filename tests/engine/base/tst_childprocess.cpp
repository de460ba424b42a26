#include "engine/base/childprocess.h"
#include "engine/base/descriptor.h"

#include <QFile>
#include <QTest>

#include <dlfcn.h>
#include <fcntl.h>
#include <malloc.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <memory>

using namespace motley;

namespace {

constexpr auto asChild = "tell-pages";

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// Runs in the child: lets the heap grow as that of a rank does, and prints how much of it lies in huge pages.
void tellPages()
{
    constexpr std::size_t bytes = 64 << 20;
    mallopt(M_MMAP_MAX, 0);
    const std::unique_ptr<char, decltype(&std::free)> block(static_cast<char *>(std::malloc(bytes)), &std::free);
    std::memset(block.get(), 1, bytes);
    for (const QByteArray &line : contents("/proc/self/smaps_rollup").split('\n'))
        if (line.startsWith("AnonHugePages:"))
            writeAll(STDOUT_FILENO, line.simplified().split(' ').at(1).toStdString());
}

int kilobytesInHugePages()
{
    const Descriptor nothing(open("/dev/null", O_RDONLY | O_CLOEXEC));
    Pipe told = makePipe();
    const pid_t child = startProgram(ownProgram(), {asChild}, {nothing.get(), told.writer.get(), STDERR_FILENO});
    told.writer.close();
    std::array<char, 100> text{};
    const auto length = read(told.reader.get(), text.data(), text.size());
    if (waitForChild(child) != 0 || length <= 0)
        return -1;
    return QByteArray(text.data(), length).toInt();
}

} // namespace

class ChildProcessTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup() { qunsetenv("GLIBC_TUNABLES"); }
    void hasItsHeapInHugePages();
    void leavesWhoeverTunesTheirOwnWay();
};

void ChildProcessTest::initTestCase()
{
    if (dlsym(RTLD_DEFAULT, "__asan_init") || dlsym(RTLD_DEFAULT, "__tsan_init"))
        QSKIP("A sanitizer has a heap of its own.");
    const QByteArray use = contents("/sys/kernel/mm/transparent_hugepage/enabled");
    if (!use.contains("[madvise]"))
        QSKIP("This system gives huge pages to all or to none.");
    if (!contents("/proc/self/smaps_rollup").contains("AnonHugePages:"))
        QSKIP("This system does not say who has huge pages.");
}

void ChildProcessTest::hasItsHeapInHugePages()
{
    QVERIFY(kilobytesInHugePages() > 0);
}

void ChildProcessTest::leavesWhoeverTunesTheirOwnWay()
{
    qputenv("GLIBC_TUNABLES", "glibc.malloc.hugetlb=0");
    QCOMPARE(kilobytesInHugePages(), 0);
}

int main(int argc, char **argv)
{
    if (argc == 2 && std::strcmp(argv[1], asChild) == 0) {
        tellPages();
        return 0;
    }
    ChildProcessTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_childprocess.moc"
