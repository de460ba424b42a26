// Tries what a run has learned of volumes: a part of a volume is segmented, and its slices are shown as they are and
// with the segments in colours.
#pragma once

#include "app/data/volumereader.h"
#include "app/data/volumetrial.h"
#include "engine/job/tasks/volumespec.h"
#include "remote/history/runrecord.h"

#include <QDialog>

#include <array>

class QComboBox;
class QGridLayout;
class QLabel;
class QProgressBar;
class QPushButton;
class QSlider;
class QSpinBox;

namespace motley {

class ElidedLabel;
class MessageCard;
class SlicePicture;

class SegmentDialog : public QDialog {
    Q_OBJECT

public:
    SegmentDialog(
        const RunRecord &run, const VolumeSpec &spec, QWidget *parent = nullptr); // deletes itself when closed

    void load(const QString &volume);

protected:
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    struct Axis {
        QLabel *name;
        QSlider *slider;
        QSpinBox *number;
    };

    QLayout *makeHead();
    QLayout *makePictures();
    QLayout *makePlace();
    Axis makeAxis(QGridLayout *grid, int row, const QString &name, const QString &objectName);
    void chooseVolume();
    void look();
    void showLook(const VolumeLook &look);
    void showProblem(const Error &error);
    void placeAxes();
    void segment();
    void showProgress(qint64 done, qint64 seeds, qint64 segments);
    void showFound(qint64 segments, double filled);
    void drawSegments();
    void refresh();
    std::int64_t seenAtOnce() const; // voxels along each side
    Voxels chosenPlace() const; // a slice, its first row and its first column
    VolumeBox partHere() const; // that would be segmented
    bool isLargeEnough() const;

    VolumeSpec m_spec;
    VolumeReader m_reader;
    VolumeTrial m_trial;
    QString m_volume;
    VolumeLook m_look; // its size is 0 until the volume has been read
    VolumeBox m_asked; // while it is segmented
    VolumePlace m_found; // what was segmented last of this volume
    QString m_foundWords;
    ElidedLabel *m_name;
    QComboBox *m_side;
    QPushButton *m_choose;
    SlicePicture *m_raw;
    SlicePicture *m_segments;
    std::array<Axis, 3> m_axes{}; // slice, row and column
    QLabel *m_words;
    QProgressBar *m_progress;
    QPushButton *m_segment;
    QPushButton *m_stop;
    MessageCard *m_message;
};

} // namespace motley
