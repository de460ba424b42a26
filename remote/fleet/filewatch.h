// Says when a file may have changed, also when another program replaced it by a new one or made it.
#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QString>
#include <QTimer>

namespace motley {

class FileWatch : public QObject {
    Q_OBJECT

public:
    explicit FileWatch(QString path, QObject *parent = nullptr); // the folder must exist

Q_SIGNALS:
    void changed(); // once for changes that follow each other closely; other files of the folder may cause it too

private:
    void arm();

    QString m_path;
    QFileSystemWatcher m_watcher;
    QTimer m_settle;
};

} // namespace motley
