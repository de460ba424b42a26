#include "engine/base/driverlibrary.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <dlfcn.h>
#include <link.h>

#include <vector>

using namespace motley;

class DriverLibraryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsWhatTheLoaderFinds();
    void looksIntoFoldersThatTheLoaderDoesNotKnow();
    void hasTheLoadersWords();
};

void DriverLibraryTest::findsWhatTheLoaderFinds()
{
    QVERIFY(openDriverLibrary("libm.so.6", RTLD_NOW));
}

void DriverLibraryTest::looksIntoFoldersThatTheLoaderDoesNotKnow()
{
    const QTemporaryDir folder;
    const link_map *map = nullptr;
    void *known = dlopen("libutil.so.1", RTLD_NOW); // depends on nothing and has few symbols
    QVERIFY(known);
    QCOMPARE(dlinfo(known, RTLD_DI_LINKMAP, &map), 0);
    const std::string path = map->l_name;
    dlclose(known);
    QVERIFY(QFile::copy(QString::fromStdString(path), folder.filePath("libmotleydriver.so.1")));
    const std::vector<std::string> folders{"/nowhere", folder.path().toStdString()};
    QVERIFY(!openDriverLibrary("libmotleydriver.so.1", RTLD_NOW, {}));
    QVERIFY(openDriverLibrary("libmotleydriver.so.1", RTLD_NOW, folders));
}

void DriverLibraryTest::hasTheLoadersWords()
{
    QVERIFY(!openDriverLibrary("libmotleynowhere.so.1", RTLD_NOW));
    QVERIFY(QString::fromUtf8(dlerror()).startsWith("libmotleynowhere.so.1: cannot open shared object file"));
}

QTEST_GUILESS_MAIN(DriverLibraryTest)
#include "tst_driverlibrary.moc"
