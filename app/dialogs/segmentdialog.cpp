#include "app/dialogs/segmentdialog.h"

#include "app/data/modeltrial.h"
#include "app/dialogs/slicepicture.h"
#include "app/widgets/elidedlabel.h"
#include "app/widgets/messagecard.h"
#include "app/widgets/pageelements.h"
#include "app/widgets/theme.h"
#include "app/words/format.h"

#include <QComboBox>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QMimeData>
#include <QProgressBar>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>
#include <set>

namespace motley {

namespace {

constexpr std::array sides{64, 128, 256}; // rows and columns of a part, which bound time and memory
constexpr int usualSide = 128;

int inRange(std::int64_t number)
{
    return int(std::min<std::int64_t>(number, std::numeric_limits<int>::max()));
}

// The volume that the run was trained on, where it is on this computer.
QString volumeOf(const VolumeSpec &spec)
{
    const QString path = QString::fromStdString(spec.data.volume.path);
    return QFileInfo(path).isFile() ? path : QString();
}

} // namespace

SegmentDialog::SegmentDialog(const RunRecord &run, const VolumeSpec &spec, QWidget *parent)
    : QDialog(parent), m_spec(spec), m_trial(usableModel(run.folder)), m_name(new ElidedLabel("muted")),
      m_side(new QComboBox),
      m_choose(makeButton(tr("Choose a volume…"), QStringLiteral("folder"), QStringLiteral("chooseVolume"))),
      m_raw(new SlicePicture(QStringLiteral("rawSlice"), tr("The slice as it is"))),
      m_segments(new SlicePicture(QStringLiteral("segmentedSlice"), tr("The segments of the slice"))),
      m_words(makeLabel({}, "muted")), m_progress(new QProgressBar),
      m_segment(makePrimaryButton(tr("Segment"), {}, QStringLiteral("segmentVolume"))),
      m_stop(makeButton(tr("Stop"), QStringLiteral("stop"), QStringLiteral("stopSegmenting"))),
      m_message(new MessageCard)
{
    setObjectName(QStringLiteral("segmentDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Try %1").arg(plainText(run.name, 60)));
    setAcceptDrops(true);
    m_words->setObjectName(QStringLiteral("segmentWords"));
    m_words->setWordWrap(true);
    m_progress->setObjectName(QStringLiteral("segmentProgress"));
    m_progress->setAccessibleName(tr("Progress"));
    m_progress->setTextVisible(false);
    QSizePolicy always = m_progress->sizePolicy();
    always.setRetainSizeWhenHidden(true); // the pictures stay as they are
    m_progress->setSizePolicy(always);
    m_segment->setDefault(true);
    m_stop->setAutoDefault(false);

    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_words, 1);
    buttons->addWidget(m_stop);
    buttons->addWidget(m_segment);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(pageMargin, pageMargin, pageMargin, 16);
    layout->setSpacing(8);
    layout->addWidget(makeLabel(windowTitle(), "title"));
    layout->addLayout(makeHead());
    layout->addLayout(makePictures(), 1);
    layout->addLayout(makePlace());
    layout->addWidget(m_message);
    layout->addWidget(m_progress);
    layout->addLayout(buttons);
    resize(760, 520);

    connect(m_segment, &QPushButton::clicked, this, &SegmentDialog::segment);
    connect(m_stop, &QPushButton::clicked, &m_trial, &VolumeTrial::finish);
    connect(m_side, &QComboBox::activated, this, &SegmentDialog::look);
    connect(&m_reader, &VolumeReader::looked, this, &SegmentDialog::showLook);
    connect(&m_reader, &VolumeReader::failed, this, &SegmentDialog::showProblem);
    connect(&m_trial, &VolumeTrial::progressed, this, &SegmentDialog::showProgress);
    connect(&m_trial, &VolumeTrial::found, this, &SegmentDialog::showFound);
    connect(&m_trial, &VolumeTrial::failed, this, &SegmentDialog::showProblem);
    connect(&m_trial, &VolumeTrial::ended, this, &SegmentDialog::refresh);
    connect(&Theme::current(), &Theme::changed, this, &SegmentDialog::drawSegments);
    load(volumeOf(spec));
    m_choose->setFocus();
}

QLayout *SegmentDialog::makeHead()
{
    m_choose->setAutoDefault(false);
    m_name->setObjectName(QStringLiteral("volumeName"));
    m_name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_side->setObjectName(QStringLiteral("partSide"));
    m_side->setAccessibleName(tr("Size of the part that is segmented"));
    m_side->setToolTip(tr("Rows and columns of the part that is segmented; a large part takes long."));
    auto *row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(m_name, 1);
    row->addWidget(m_side);
    row->addWidget(m_choose);
    connect(m_choose, &QPushButton::clicked, this, &SegmentDialog::chooseVolume);
    return row;
}

QLayout *SegmentDialog::makePictures()
{
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(gap);
    grid->setVerticalSpacing(4);
    grid->addWidget(makeLabel(tr("As it is"), "caption"), 0, 0);
    grid->addWidget(makeLabel(tr("Segments"), "caption"), 0, 1);
    grid->addWidget(m_raw, 1, 0);
    grid->addWidget(m_segments, 1, 1);
    grid->setRowStretch(1, 1);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    return grid;
}

QLayout *SegmentDialog::makePlace()
{
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(gap);
    grid->setVerticalSpacing(4);
    m_axes = {makeAxis(grid, 0, tr("Slice"), QStringLiteral("slice")),
        makeAxis(grid, 1, tr("First row"), QStringLiteral("row")),
        makeAxis(grid, 2, tr("First column"), QStringLiteral("column"))};
    return grid;
}

// They are moved through from the left in every language, as pictures are not mirrored either.
SegmentDialog::Axis SegmentDialog::makeAxis(QGridLayout *grid, int row, const QString &name, const QString &objectName)
{
    const Axis axis{makeLabel(name, "muted"), new QSlider(Qt::Horizontal), new QSpinBox};
    axis.slider->setObjectName(objectName + QStringLiteral("Slider"));
    axis.number->setObjectName(objectName + QStringLiteral("Number"));
    axis.slider->setLayoutDirection(Qt::LeftToRight);
    axis.number->setToolTip(tr("Counted from 0, as in the file"));
    for (QWidget *widget : {static_cast<QWidget *>(axis.slider), static_cast<QWidget *>(axis.number)})
        widget->setAccessibleName(name);
    grid->addWidget(axis.name, row, 0);
    grid->addWidget(axis.slider, row, 1);
    grid->addWidget(axis.number, row, 2);
    grid->setColumnStretch(1, 1);
    connect(axis.slider, &QSlider::valueChanged, axis.number, &QSpinBox::setValue);
    connect(axis.number, &QSpinBox::valueChanged, axis.slider, &QSlider::setValue);
    connect(axis.slider, &QSlider::valueChanged, this, &SegmentDialog::look);
    return axis;
}

std::int64_t SegmentDialog::seenAtOnce() const
{
    return m_spec.model.view * m_spec.data.scale;
}

Voxels SegmentDialog::chosenPlace() const
{
    return {m_axes[0].slider->value(), m_axes[1].slider->value(), m_axes[2].slider->value()};
}

VolumeBox SegmentDialog::partHere() const
{
    const std::int64_t slices = seenAtOnce() + 2 * m_spec.model.step * m_spec.data.scale; // a move up and one down
    return boxAround(chosenPlace(), slices, m_side->currentData().toInt(), m_look.size);
}

bool SegmentDialog::isLargeEnough() const
{
    return std::all_of(
        m_look.size.begin(), m_look.size.end(), [this](std::int64_t side) { return side >= seenAtOnce(); });
}

void SegmentDialog::chooseVolume()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Choose a volume"), QFileInfo(m_volume).path(),
        tr("Volumes (%1)").arg(QStringLiteral("*.h5 *.hdf5 *.hdf")) + QStringLiteral(";;") + tr("All files (*)"));
    if (!path.isEmpty())
        load(path);
}

void SegmentDialog::load(const QString &volume)
{
    m_trial.stop();
    m_volume = volume;
    m_look = {};
    m_found = {};
    m_foundWords.clear();
    m_message->clear();
    m_name->setText(plainText(QFileInfo(volume).fileName(), 200));
    m_side->clear();
    for (const int side : sides)
        if (side >= seenAtOnce())
            m_side->addItem({}, side);
    if (m_side->count() == 0)
        m_side->addItem({}, inRange(seenAtOnce()));
    m_side->setCurrentIndex(std::max(0, m_side->findData(usualSide)));
    if (volume.isEmpty())
        m_name->setText(tr("Choose an HDF5 file with slices, or drop one here."));
    else
        m_reader.read({m_volume, {-1, -1, -1}, m_side->currentData().toInt(), {}, {}});
    m_raw->setWords({});
    m_segments->setWords({});
    placeAxes();
    refresh();
}

void SegmentDialog::look()
{
    if (m_look.size[0] == 0)
        return; // it has not been read yet
    VolumePlace place = m_found;
    place.volume = m_volume;
    place.first = chosenPlace();
    place.side = m_side->currentData().toInt();
    m_reader.read(place);
}

void SegmentDialog::showLook(const VolumeLook &look)
{
    const bool isNew = m_look.size != look.size;
    m_look = look;
    if (isLargeEnough())
        m_message->clear(); // of another slice
    if (isNew) {
        m_name->setText(tr("%1: %2 slices of %3 × %4")
                            .arg(leftToRight(plainText(QFileInfo(m_volume).fileName(), 200)), formatCount(look.size[0]),
                                formatCount(look.size[1]), formatCount(look.size[2])));
        if (!isLargeEnough())
            m_message->show(MessageCard::Kind::Warning,
                tr("%1 is too small: the network sees %2 slices, rows and columns at once. Choose a larger volume.")
                    .arg(leftToRight(plainText(m_volume)), formatCount(seenAtOnce())));
    }
    placeAxes();
    if (isNew)
        m_axes[0].slider->setFocus();
    m_raw->setPicture(look.raw);
    drawSegments();
    refresh();
}

void SegmentDialog::showProblem(const Error &error)
{
    m_message->show(error);
    refresh();
}

// What there is to choose among: nothing where the part is as large as the volume.
void SegmentDialog::placeAxes()
{
    for (int i = m_side->count() - 1; i > 0; --i)
        if (m_look.size[0] > 0 && m_side->itemData(i - 1).toInt() >= std::max(m_look.size[1], m_look.size[2]))
            m_side->removeItem(i); // the one before has all of it
    for (int i = 0; i < m_side->count(); ++i)
        m_side->setItemText(i,
            leftToRight(QStringLiteral("%1 × %2").arg(
                formatCount(std::min<std::int64_t>(m_side->itemData(i).toInt(), m_look.size[1])),
                formatCount(std::min<std::int64_t>(m_side->itemData(i).toInt(), m_look.size[2])))));
    m_side->setVisible(m_look.size[0] > 0 && m_side->count() > 1);
    for (std::size_t i = 0; i < m_axes.size(); ++i) {
        const Axis &axis = m_axes[i];
        const QSignalBlocker slider(axis.slider);
        const QSignalBlocker number(axis.number);
        const int last = inRange(std::max<std::int64_t>(0, m_look.size[i] - m_look.shown.extent[i]));
        const bool isFirst = axis.slider->maximum() != last;
        axis.slider->setRange(0, last);
        axis.number->setRange(0, last);
        if (isFirst) {
            axis.slider->setValue(inRange(m_look.shown.first[i]));
            axis.number->setValue(inRange(m_look.shown.first[i]));
        }
        for (QWidget *widget : {static_cast<QWidget *>(axis.name), static_cast<QWidget *>(axis.slider),
                 static_cast<QWidget *>(axis.number)})
            widget->setVisible(last > 0 || i == 0);
        axis.slider->setEnabled(last > 0);
        axis.number->setEnabled(last > 0);
    }
}

void SegmentDialog::segment()
{
    if (m_trial.isBusy() || m_look.size[0] == 0 || !isLargeEnough())
        return;
    m_message->clear();
    m_asked = partHere();
    m_words->setText(tr("Opening the model"));
    m_progress->setRange(0, 0);
    m_trial.segment(m_volume, m_asked);
    refresh();
}

void SegmentDialog::showProgress(qint64 done, qint64 seeds, qint64 segments)
{
    m_progress->setRange(0, std::max(1, inRange(seeds)));
    m_progress->setValue(inRange(done));
    //: a seed is where the search for a segment begins
    m_words->setText(tr("%1 of %2 seeds tried, %Ln segments found", nullptr, inRange(segments))
                         .arg(formatCount(done), formatCount(seeds)));
}

void SegmentDialog::showFound(qint64 segments, double filled)
{
    m_found.segments = m_trial.segments();
    m_found.segmented = m_asked;
    const std::int64_t first = m_asked.first[0];
    m_foundWords = segments == 0
        ? tr("Nothing was found in slices %1 to %2. Try another place, or a run that was trained for longer.")
              .arg(formatCount(first), formatCount(first + m_asked.extent[0] - 1))
        : tr("%Ln segments fill %1 of slices %2 to %3.", nullptr, inRange(segments))
              .arg(formatPercent(100 * filled), formatCount(first), formatCount(first + m_asked.extent[0] - 1));
    look();
    refresh();
}

void SegmentDialog::drawSegments()
{
    std::set<std::uint32_t> numbers(m_look.segments.begin(), m_look.segments.end());
    numbers.erase(0);
    m_segments->setAccessibleDescription(
        m_look.segments.empty() ? QString() : tr("%Ln segments in this slice", nullptr, int(numbers.size())));
    if (m_look.segments.empty())
        m_segments->setWords(m_look.size[0] == 0 ? QString()
                : m_trial.isBusy()               ? tr("Segmenting\u2026")
                                                 : tr("Not segmented yet"),
            m_look.raw.size());
    else
        m_segments->setPicture(inColours(m_look.raw, m_look.segments, Theme::current().colours()));
}

void SegmentDialog::refresh()
{
    const bool isBusy = m_trial.isBusy();
    const bool hadFocus = m_segment->hasFocus() || m_stop->hasFocus();
    m_progress->setVisible(isBusy);
    if (!isBusy)
        m_words->setText(m_foundWords);
    m_stop->setEnabled(isBusy);
    if (m_look.segments.empty())
        drawSegments();
    m_segment->setEnabled(!isBusy && m_look.size[0] > 0 && isLargeEnough());
    if (hadFocus)
        (isBusy ? m_stop : m_segment)->setFocus();
}

void SegmentDialog::dragEnterEvent(QDragEnterEvent *event)
{
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void SegmentDialog::dropEvent(QDropEvent *event)
{
    const QList<QUrl> urls = event->mimeData()->urls();
    if (!urls.isEmpty() && urls.front().isLocalFile())
        load(urls.front().toLocalFile());
}

} // namespace motley
