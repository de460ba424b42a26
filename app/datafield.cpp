#include "app/datafield.h"

#include "app/widgets.h"
#include "app/words/format.h"

#include <QFileDialog>
#include <QFuture>
#include <QLineEdit>
#include <QPainter>
#include <QtConcurrent>
#include <QVBoxLayout>

namespace motley {

namespace {

constexpr int samplesShown = 12;
constexpr int sampleSide = 36; // pixels

QPixmap inARow(const std::vector<QImage> &samples, double pixelRatio)
{
    const int step = sampleSide + 4;
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

DataField::DataField(QWidget *parent)
    : QWidget(parent), m_folder(new QLineEdit), m_samples(new QLabel), m_words(makeLabel({}, "muted")),
      m_problem(makeLabel({}, "field-error"))
{
    m_queue.setMaxThreadCount(1);
    m_folder->setObjectName(QStringLiteral("data.folder"));
    m_folder->setAccessibleName(tr("Data folder"));
    m_folder->setLayoutDirection(Qt::LeftToRight);
    m_samples->setObjectName(QStringLiteral("dataSamples"));
    m_samples->setAccessibleName(tr("The first samples"));
    m_words->setObjectName(QStringLiteral("dataWords"));
    m_problem->setObjectName(QStringLiteral("dataProblem"));
    m_problem->setWordWrap(true);
    auto *browse = makeButton(tr("Browse…"), QStringLiteral("folder"), QStringLiteral("browseData"));
    auto *line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(m_folder, 1);
    line->addWidget(browse);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addLayout(line);
    layout->addWidget(m_samples);
    layout->addWidget(m_words);
    layout->addWidget(m_problem);
    connect(browse, &QPushButton::clicked, this, &DataField::browse);
    connect(m_folder, &QLineEdit::textChanged, this, &DataField::look);
    look();
}

DataField::~DataField()
{
    m_queue.waitForDone();
}

QString DataField::folder() const
{
    return m_folder->text().trimmed();
}

void DataField::setFolder(const QString &folder)
{
    m_folder->setText(folder);
}

void DataField::browse()
{
    const QString chosen = QFileDialog::getExistingDirectory(this, tr("Folder with the images"), folder());
    if (!chosen.isEmpty())
        setFolder(chosen);
}

void DataField::look()
{
    const int question = ++m_question;
    m_good = false;
    JobSpec job;
    job.data.folder = folder().toStdString();
    QtConcurrent::run(&m_queue, [job] {
        return previewData(job, samplesShown);
    }).then(this, [this, question](const Result<DataPreview> &preview) {
        if (question == m_question)
            show(preview);
    });
    Q_EMIT changed();
}

void DataField::show(const Result<DataPreview> &preview)
{
    m_good = preview.has_value();
    m_problem->setVisible(!m_good);
    m_words->setVisible(m_good);
    m_samples->setVisible(m_good);
    setStyleProperty(m_folder, "invalid", !m_good);
    if (m_good) {
        m_samples->setPixmap(inARow(preview->samples, devicePixelRatioF()));
        m_words->setText(
            tr("%1 images to train, %2 to test, %3 × %4 pixels, %5")
                .arg(formatCount(preview->trainSamples), formatCount(preview->testSamples), formatCount(preview->width),
                    formatCount(preview->height), formatBytes(preview->bytes)));
    } else {
        m_problem->setText(
            folder().isEmpty() ? tr("Choose the folder with the images.") : plainText(preview.error().message, 400));
    }
    Q_EMIT changed();
}

} // namespace motley
