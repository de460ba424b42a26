// A script through the login shells that accounts have.
#include "remote/session/localsession.h"
#include "remote/ssh/loginshell.h"

#include <QStandardPaths>
#include <QTest>

using namespace motley;

class LoginShellTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyShellHandsTheScriptOn_data()
    {
        QTest::addColumn<QString>("shell");
        for (const auto *shell : {"sh", "dash", "bash", "zsh", "csh", "tcsh", "fish", "busybox"})
            QTest::addRow("%s", shell) << QString(shell);
    }
    void everyShellHandsTheScriptOn()
    {
        QFETCH(QString, shell);
        if (QStandardPaths::findExecutable(shell).isEmpty())
            QSKIP("This shell is not installed; cmake/install-packages test installs it.");
        std::string all;
        for (int byte = 1; byte < 256; ++byte)
            all += static_cast<char>(byte);
        const std::string script = "# it's \"a\" comment! `no` $(no) \\\nprintf %s " + shellQuoted(all)
            + "\nread -r line\necho \"$line\"; exit 3\n";

        std::vector<std::string> words{shell.toStdString()};
        if (shell == "busybox")
            words.push_back("sh");
        words.insert(words.end(), {"-c", forLoginShell(script)});
        CommandOptions options;
        options.input = "what came in\n";
        const auto result = runProgram(words, options);
        QVERIFY(result);
        QCOMPARE(QByteArray::fromStdString(result->errors), QByteArray());
        QCOMPARE(QByteArray::fromStdString(result->output), QByteArray::fromStdString(all) + "what came in\n");
        QCOMPARE(result->exitCode, 3);
    }

    void theMarkerPartsNoiseFromOutput_data()
    {
        QTest::addColumn<QByteArrayList>("chunks");
        QTest::addRow("in one") << QByteArrayList{"Welcome!\nMARK\nout"};
        QTest::addRow("cut within") << QByteArrayList{"Welcome!\nMA", "RK", "\nou", "t"};
        QTest::addRow("without a line end before") << QByteArrayList{"Welcome!MARK\n", "out"};
        QTest::addRow("nearly twice") << QByteArrayList{"MARMARK\nout"};
        QTest::addRow("no noise") << QByteArrayList{"MARK\n", "o", "ut"};
        QTest::addRow("much noise") << QByteArrayList{QByteArray(1 << 20, 'n'), "MARK\nout"};
    }
    void theMarkerPartsNoiseFromOutput()
    {
        QFETCH(QByteArrayList, chunks);
        MarkerFilter filter("MARK");
        std::string output;
        for (const auto &chunk : chunks)
            output += filter.pass({chunk.constData(), static_cast<std::size_t>(chunk.size())});
        QVERIFY(filter.hasBegun());
        QCOMPARE(output, std::string("out"));
    }

    void onlyTheEndOfNoiseIsKept()
    {
        MarkerFilter filter("MARK");
        for (int line = 0; line < 10000; ++line)
            filter.pass("some noise\n");
        QVERIFY(!filter.hasBegun());
        QVERIFY(filter.noise().size() < 10000);
        QCOMPARE(filter.noiseBytes(), std::size_t(110000));
    }
};

QTEST_GUILESS_MAIN(LoginShellTest)
#include "tst_loginshell.moc"
