#include "app/cli/commandline.h"
#include "app/cli/terminal/output.h"
#include "app/mainwindow.h"
#include "engine/base/process/standardstreams.h"
#include "remote/session/sentence.h"
#include "remote/session/userfolders.h"

#include <QApplication>
#include <QIcon>
#include <QMessageBox>

#include <cstdlib>

namespace {

struct ProgramWords {
    Q_DECLARE_TR_FUNCTIONS(motley::Program)
};

// Qt ends a program that finds no display by abort(), which leaves a core dump.
void leaveWithoutDisplay(QtMsgType type, const QMessageLogContext & /*context*/, const QString &text)
{
    if (type != QtFatalMsg)
        return;
    motley::Translators translators;
    translators.install(QLocale::system());
    motley::printError(
        {ProgramWords::tr("There is no display for the window. Everything else works without one: motley --help")
                .toStdString(),
            text.toStdString()});
    std::_Exit(motley::Failed);
}

int leaveWithoutFolders(const motley::Error &error)
{
    motley::Translators translators;
    translators.install(QLocale::system());
    motley::printError(error);
    QMessageBox::critical(nullptr, QStringLiteral("Motley"), motley::say(error));
    return motley::Failed;
}

} // namespace

int main(int argc, char **argv)
{
    motley::keepStandardStreams();
    motley::ignoreFileSizeSignal();
    if (motley::isCommandLine(argc, argv))
        return motley::runCommandLine(argc, argv);

    qInstallMessageHandler(leaveWithoutDisplay);
    QApplication application(argc, argv);
    qInstallMessageHandler(nullptr);
    if (const auto folders = motley::checkUserFolders(); !folders)
        return leaveWithoutFolders(folders.error());
    QApplication::setApplicationName(QStringLiteral("motley"));
    QApplication::setApplicationDisplayName(QStringLiteral("Motley"));
    QApplication::setDesktopFileName(QStringLiteral("motley"));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/motley.svg")));

    motley::Workspace workspace({motley::settingsFolder(), motley::dataFolder()});
    workspace.language().choose(workspace.settings().language());
    const auto loaded = workspace.load();
    motley::Theme::current().choose(workspace.settings().theme());
    motley::MainWindow window(&workspace);
    window.show();
    if (!loaded)
        window.showProblem(loaded.error());
    return QApplication::exec();
}
