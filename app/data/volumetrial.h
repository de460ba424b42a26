// Segments a part of a volume with a trained network by this computer's engine. Blocks nothing.
#pragma once

#include "app/data/volumelook.h"
#include "engine/protocol/filling/fillingline.h"

#include <QObject>
#include <QTemporaryDir>

#include <optional>

class QProcess;

namespace motley {

class VolumeTrial : public QObject {
    Q_OBJECT

public:
    explicit VolumeTrial(QString modelFolder, QObject *parent = nullptr);
    ~VolumeTrial() override;

    // found() or failed() follows, unless stop() comes first.
    void segment(const QString &volume, const VolumeBox &box);
    void finish(); // with what has been found; found(), failed() or, where nothing has begun yet, ended() follows soon
    void stop();
    bool isBusy() const { return m_process != nullptr; }
    QString segments() const { return m_found; } // of the last found(): HDF5 with the data set labels

Q_SIGNALS:
    void progressed(qint64 done, qint64 seeds, qint64 segments);
    void found(qint64 segments, double filled); // `filled`: the part of all voxels
    void failed(const motley::Error &error);
    void ended(); // without an answer, as it was told to

private:
    void read();
    void take(const QByteArray &line);
    void takeEnd();

    QString m_folder;
    QTemporaryDir m_results; // goes with this object
    int m_asked = 0; // times; each has a file of its own, as the last one may be read meanwhile
    QString m_written; // by the process
    QString m_found;
    QProcess *m_process = nullptr; // nullptr: none
    bool m_isToldToEnd = false;
    QByteArray m_line; // that has not ended
    std::optional<FillingResult> m_result; // once it has been told
    QByteArray m_errors; // what the process said last on stderr
};

} // namespace motley
