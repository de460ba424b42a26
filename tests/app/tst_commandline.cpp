// `motley` as a program: what it says and returns, and what several of them do to the same files.
#include "remote/fleet/machine.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>
#include <vector>

using namespace motley;

namespace {

struct Outcome {
    int code = -1; // -1: it did not end by itself
    QByteArray output;
    QByteArray complaints;
};

} // namespace

class CommandLineTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QProcess> start(const QStringList &arguments, const QByteArray &language = "C.UTF-8") const
    {
        auto process = std::make_unique<QProcess>();
        auto environment = QProcessEnvironment::systemEnvironment();
        for (const char *absent : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
            environment.remove(QString::fromLatin1(absent));
        environment.insert(QStringLiteral("LC_ALL"), QString::fromLatin1(language));
        for (const char *kind : {"CONFIG", "DATA", "CACHE"})
            environment.insert(
                QStringLiteral("XDG_%1_HOME").arg(QLatin1String(kind)), m_folder->filePath(QLatin1String(kind)));
        process->setProcessEnvironment(environment);
        process->start(QStringLiteral(MOTLEY), arguments);
        return process;
    }

    static Outcome endOf(QProcess &process)
    {
        Outcome outcome;
        if (process.waitForFinished() && process.exitStatus() == QProcess::NormalExit)
            outcome.code = process.exitCode();
        outcome.output = process.readAllStandardOutput();
        outcome.complaints = process.readAllStandardError();
        return outcome;
    }

    Outcome motley(const QStringList &arguments, const QByteArray &language = "C.UTF-8") const
    {
        return endOf(*start(arguments, language));
    }

    std::unique_ptr<QTemporaryDir> m_folder;

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void programsAtTheSameTimeLoseNoMachine()
    {
        constexpr int rounds = 12;
        for (int i = 0; i < rounds; ++i) {
            std::vector<std::unique_ptr<QProcess>> programs;
            for (const char *who : {"a", "b", "c"}) {
                const QString name = QLatin1String(who) + QString::number(i);
                programs.push_back(start({"machines", "add", name, "ada@" + name}));
            }
            for (const auto &program : programs)
                QCOMPARE(endOf(*program).code, 0);
        }
        const auto machines = readMachines(m_folder->filePath(QStringLiteral("CONFIG/motley/machines.json")));
        QVERIFY(machines);
        QCOMPARE(machines->size(), std::size_t(1 + 3 * rounds)); // with this computer
    }
};

QTEST_GUILESS_MAIN(CommandLineTest)
#include "tst_commandline.moc"
