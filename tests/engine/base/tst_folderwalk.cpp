#include "engine/base/folders/folderwalk.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

#include <filesystem>

using namespace motley;

class FolderWalkTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    std::string root() const { return m_folder.path().toStdString(); }

    void write(const std::string &name) const
    {
        std::filesystem::create_directories(std::filesystem::path(root() + "/" + name).parent_path());
        FILE *file = fopen((root() + "/" + name).c_str(), "w"); // QFile takes no names that are not UTF-8
        QVERIFY(file);
        fclose(file);
    }

    void link(const char *to, const std::string &name) const
    {
        std::filesystem::create_directories(std::filesystem::path(root() + "/" + name).parent_path());
        std::filesystem::create_symlink(to, root() + "/" + name);
    }

    static QStringList namesIn(const Result<std::vector<WalkedFile>> &files)
    {
        QStringList names;
        for (const WalkedFile &file : files.value_or(std::vector<WalkedFile>()))
            names << QString::fromLatin1(file.name.c_str());
        return names;
    }

private Q_SLOTS:
    void init() { QVERIFY(m_folder.isValid()); }

    void listsFilesInTheOrderOfTheirNames()
    {
        for (const char *name : {"list/b.txt", "list/a/2", "list/a/10", "list/a-b/1", "list/.hidden", "list/.git/x",
                 "list/a/.ipynb_checkpoints/2"})
            write(name);
        const auto files = filesBelow(root() + "/list//");
        QCOMPARE(namesIn(files), (QStringList{"a-b/1", "a/10", "a/2", "b.txt"}));
        QCOMPARE(files->front().path, root() + "/list/a-b/1");
        QCOMPARE(namesIn(filesBelow(root() + "/list", {.entersFolders = false})), QStringList{"b.txt"});
        QCOMPARE(namesIn(filesBelow(
                     root() + "/list", {.isWanted = [](const std::string &name) { return name.starts_with("a/"); }})),
            (QStringList{"a/10", "a/2"}));
        QCOMPARE(*foldersIn(root() + "/list"), (std::vector<std::string>{"a", "a-b"}));
    }

    // The hidden folder is chosen by the user; only what is hidden below it is passed over.
    void readsAFolderWhosePathIsHidden()
    {
        write(".cache/rows/1");
        QCOMPARE(namesIn(filesBelow(root() + "/.cache/rows")), QStringList{"1"});
    }

    void followsLinks()
    {
        write("elsewhere/deep/3");
        write("elsewhere/4");
        write("linked/1");
        link("../elsewhere", "linked/more");
        link("../elsewhere/4", "linked/2");
        QCOMPARE(namesIn(filesBelow(root() + "/linked")), (QStringList{"1", "2", "more/4", "more/deep/3"}));
        QCOMPARE(*foldersIn(root() + "/linked"), std::vector<std::string>{"more"});
        link("linked", "root");
        QCOMPARE(filesBelow(root() + "/root")->size(), 4u);
    }

    void endsWhereAFolderHoldsItself()
    {
        write("round/a/1");
        link("..", "round/a/up");
        link("../../round", "round/a/again");
        link(".", "round/here");
        QCOMPARE(namesIn(filesBelow(root() + "/round")), QStringList{"a/1"});
        QCOMPARE(*foldersIn(root() + "/round"), std::vector<std::string>{"a"});
    }

    void seesInAPartWhatItSeesThereInTheWhole()
    {
        write("whole/train/cat/1");
        write("whole/train/dog/2");
        link("..", "whole/train/cat/up");
        link("../..", "whole/train/cat/top");
        link("../../..", "whole/train/cat/above");
        QCOMPARE(namesIn(filesBelow(root() + "/whole")), (QStringList{"train/cat/1", "train/dog/2"}));
        QCOMPARE(namesIn(filesBelow(root() + "/whole/train/cat")), QStringList{"1"});
    }

    // Two folders that lead to each other are in each other once.
    void endsWhereFoldersHoldEachOther()
    {
        write("pair/a/1");
        write("pair/b/2");
        link("../b", "pair/a/b");
        link("../a", "pair/b/a");
        QCOMPARE(namesIn(filesBelow(root() + "/pair")), (QStringList{"a/1", "a/b/2", "b/2", "b/a/1"}));
    }

    void keepsNamesOfAnyBytes()
    {
        write("bytes/caf\xe9.png");
        write("bytes/caf\xc3\xa9.png");
        const auto files = filesBelow(root() + "/bytes");
        QCOMPARE(files->size(), 2u);
        QCOMPARE(files->front().name, std::string("caf\xc3\xa9.png"));
        QCOMPARE(files->back().path, root() + "/bytes/caf\xe9.png");
        std::filesystem::remove_all(root() + "/bytes"); // QTemporaryDir would leave it
    }

    void namesALinkToNothing()
    {
        write("broken/1");
        link("nowhere", "broken/2.png");
        link("nowhere", "broken/.lock");
        link("loop.txt", "broken/loop.txt");
        const auto files = filesBelow(root() + "/broken");
        QVERIFY(!files);
        QVERIFY(files.error().message.find(root() + "/broken/") != std::string::npos);
        QVERIFY(files.error().message.find("leads to no file") != std::string::npos);
        QCOMPARE(
            namesIn(filesBelow(root() + "/broken", {.isWanted = [](const std::string &name) { return name == "1"; }})),
            QStringList{"1"});
    }

    void passesOverWhatIsNoFile()
    {
        write("pipes/1");
        QCOMPARE(mkfifo((root() + "/pipes/2").c_str(), 0600), 0);
        QCOMPARE(namesIn(filesBelow(root() + "/pipes")), QStringList{"1"});
    }

    void namesAFolderThatCannotBeRead()
    {
        const auto missing = filesBelow("/no/such/place");
        QVERIFY(!missing);
        QVERIFY(missing.error().message.find("/no/such/place") != std::string::npos);
        QVERIFY(!foldersIn("/no/such/place"));
        write("file");
        QVERIFY(!filesBelow(root() + "/file"));
    }

    void endsAtTooManyEntries()
    {
        for (const char *name : {"many/1", "many/2", "many/a/3"})
            write(name);
        QCOMPARE(filesBelow(root() + "/many", {.entriesAtMost = 4})->size(), 3u);
        const auto files = filesBelow(root() + "/many", {.entriesAtMost = 3});
        QVERIFY(!files);
        QVERIFY(files.error().message.find("more than 3") != std::string::npos);
    }

    void endsWhenAsked()
    {
        for (const char *name : {"asked/1", "asked/2", "asked/3", "asked/4"})
            write(name);
        int left = 2;
        QCOMPARE(filesBelow(root() + "/asked", {.keepGoing = [&] { return left-- > 0; }})->size(), 2u);
    }
};

QTEST_GUILESS_MAIN(FolderWalkTest)
#include "tst_folderwalk.moc"
