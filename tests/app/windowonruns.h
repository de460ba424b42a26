// A window in English on a run that lost ranks and on one that completed.
#pragma once

#include "tests/app/lostmachines.h"
#include "tests/app/openwindow.h"
#include "tests/app/writtenruns.h"

#include <QTemporaryDir>

#include <memory>

namespace motley {

struct WindowOnRuns {
    QTemporaryDir home;
    std::unique_ptr<Workspace> workspace;
    std::unique_ptr<MainWindow> window;

    // False: the runs could not be read.
    bool open()
    {
        writeRunThatLostTwo(home.path());
        writeCompletedRun(home.path());
        workspace = std::make_unique<Workspace>(WorkspaceFolders{home.path(), home.path()});
        if (!workspace->load())
            return false;
        window = openWindow(*workspace, {1280, 800});
        return true;
    }
};

} // namespace motley
