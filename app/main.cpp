#include "app/cli/commandline.h"
#include "app/mainwindow.h"
#include "remote/session/userfolders.h"

#include <QApplication>
#include <QIcon>

#include <memory>

namespace {

// Makes a window in the chosen language; the old window is destroyed once the new one is on the screen.
void makeWindow(motley::Workspace &workspace, std::unique_ptr<motley::MainWindow> &window)
{
    workspace.language().choose(workspace.settings().language());
    motley::Theme::current().choose(workspace.settings().theme());
    const QByteArray geometry = window ? window->saveGeometry() : workspace.settings().windowGeometry();
    workspace.settings().setWindowGeometry(geometry);
    auto next = std::make_unique<motley::MainWindow>(&workspace);
    QObject::connect(
        next.get(), &motley::MainWindow::languageChosen, &workspace,
        [&workspace, &window] {
            makeWindow(workspace, window);
            window->showPage(motley::NavigationRail::Page::Settings);
        },
        Qt::QueuedConnection);
    next->show();
    window.swap(next);
}

} // namespace

int main(int argc, char **argv)
{
    if (motley::isCommandLine(argc, argv))
        return motley::runCommandLine(argc, argv);

    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("motley"));
    QApplication::setApplicationDisplayName(QStringLiteral("Motley"));
    QApplication::setDesktopFileName(QStringLiteral("motley"));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/motley.svg")));

    motley::Workspace workspace({motley::settingsFolder(), motley::dataFolder()});
    workspace.language().choose(workspace.settings().language());
    const auto loaded = workspace.load();
    std::unique_ptr<motley::MainWindow> window;
    makeWindow(workspace, window);
    if (!loaded)
        window->showProblem(loaded.error());
    return QApplication::exec();
}
