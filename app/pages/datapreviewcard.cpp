#include "app/pages/datapreviewcard.h"

#include "app/pages/trainedrows.h"
#include "app/widgets/pageelements.h"
#include "app/words/format.h"
#include "remote/session/isolated.h"

#include <QFutureWatcher>
#include <QLabel>
#include <QPainter>
#include <QtConcurrent>
#include <QThreadPool>
#include <QVBoxLayout>

namespace motley {

namespace {

constexpr int samplesShown = 12;
constexpr int sampleSide = 36; // pixels
constexpr int restMilliseconds = 500;

// Nobody waits for these threads, not even at exit: a file server that is gone may block one for minutes.
QThreadPool &lookers()
{
    static auto *pool = new QThreadPool;
    return *pool;
}

constexpr int between = 4; // pixels
constexpr int step = sampleSide + between;

// Shows as many samples as there is room for, and no part of a further one.
class WholeSamples : public QLabel {
protected:
    void resizeEvent(QResizeEvent *event) override
    {
        fit();
        QLabel::resizeEvent(event);
    }
    void changeEvent(QEvent *event) override
    {
        QLabel::changeEvent(event);
        if (event->type() == QEvent::LayoutDirectionChange)
            fit();
    }

private:
    void fit()
    {
        const int rest = (width() + between) % step; // pixels of the samples that are not shown
        setContentsMargins(isRightToLeft() ? rest : 0, 0, isRightToLeft() ? 0 : rest, 0);
    }
};

QPixmap inARow(const std::vector<QImage> &samples, double pixelRatio)
{
    QPixmap row(QSize(static_cast<int>(samples.size()) * step, sampleSide) * pixelRatio);
    row.setDevicePixelRatio(pixelRatio);
    row.fill(Qt::transparent);
    QPainter painter(&row);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    int x = 0;
    for (const QImage &image : samples) {
        painter.drawImage(QRect(x, 0, sampleSide, sampleSide), image);
        x += step;
    }
    return row;
}

} // namespace

DataPreviewCard::DataPreviewCard(QWidget *parent)
    : QWidget(parent), m_samples(new WholeSamples), m_words(makeLabel({}, "muted")),
      m_problem(makeLabel({}, "field-error")), m_rows(new TrainedRows)
{
    m_rest.setSingleShot(true);
    m_rest.setInterval(restMilliseconds);
    connect(&m_rest, &QTimer::timeout, this, &DataPreviewCard::look);
    m_samples->setObjectName(QStringLiteral("dataSamples"));
    m_samples->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // as many as there is room for
    m_samples->setAccessibleName(tr("The first samples"));
    m_words->setObjectName(QStringLiteral("dataWords"));
    m_problem->setObjectName(QStringLiteral("dataProblem"));
    m_words->setWordWrap(true);
    m_problem->setWordWrap(true);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_samples);
    layout->addWidget(m_words);
    layout->addWidget(m_problem);
    layout->addWidget(m_rows);
    m_samples->hide();
    m_problem->hide();
}

DataPreviewCard::~DataPreviewCard()
{
    m_stop.request_stop();
}

void DataPreviewCard::load(const TaskSpec &task)
{
    if (m_loaded == task)
        return;
    m_stop.request_stop();
    m_loaded = task;
    m_good = false;
    m_problemText.clear();
    m_rest.start();
    if (hasRowsOfText(task))
        m_rows->expect();
    else
        m_rows->showNothing();
}

void DataPreviewCard::lookNow()
{
    if (!m_rest.isActive())
        return;
    m_rest.stop();
    look();
}

void DataPreviewCard::look()
{
    m_stop = std::stop_source();
    // A watcher and no continuation: the card may go at any time, and QFuture::then() of Qt 6.4 then posts to an object
    // that no longer lives.
    auto *watcher = new QFutureWatcher<Result<DataPreview>>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, stop = m_stop.get_token()] {
        watcher->deleteLater();
        if (!stop.stop_requested())
            show(watcher->result());
    });
    watcher->setFuture(QtConcurrent::run(&lookers(), [task = *m_loaded, stop = m_stop.get_token()] {
        PreviewLimits limits;
        limits.stop = stop;
        return previewData(task, samplesShown, limits);
    }));
}

void DataPreviewCard::showNothing()
{
    m_stop.request_stop();
    m_rest.stop();
    m_loaded.reset();
    m_good = false;
    m_problemText.clear();
    for (QLabel *label : {m_samples, m_words, m_problem})
        label->hide();
    m_rows->showNothing();
}

void DataPreviewCard::show(const Result<DataPreview> &preview)
{
    m_good = preview.has_value();
    m_hasImagesOfAnySize = m_good && preview->width == 0;
    m_problemText
        = m_good ? QString() : tr("The data cannot be used: %1").arg(isolated(plainText(preview.error().message, 400)));
    m_problem->setText(m_problemText);
    m_problem->setVisible(!m_good);
    m_words->setVisible(m_good);
    m_samples->setVisible(m_good && !preview->samples.empty());
    if (m_good && preview->samples.empty()) {
        const QString bytes = formatBytes(preview->bytes);
        m_words->setText(preview->isWhole
                ? tr("%Ln files, %1", nullptr, preview->files).arg(bytes)
                : tr("More than %Ln files, more than %1", nullptr, preview->files).arg(bytes));
    } else if (m_good) {
        m_samples->setPixmap(inARow(preview->samples, devicePixelRatioF()));
        m_words->setText(
            tr("%1 images to train, %2 to test, %3 × %4 pixels, %5")
                .arg(formatCount(preview->trainSamples), formatCount(preview->testSamples), formatCount(preview->width),
                    formatCount(preview->height), formatBytes(preview->bytes)));
    }
    if (!m_good)
        m_rows->showNothing();
    else if (hasRowsOfText(*m_loaded))
        m_rows->load(*m_loaded);
    Q_EMIT changed();
}

} // namespace motley
