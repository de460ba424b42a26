#include "app/pages/runheader.h"

#include "app/dialogs/question.h"
#include "app/dialogs/trydialog.h"
#include "app/models/runwords.h"
#include "app/widgets/elidedlabel.h"
#include "app/widgets/openfolder.h"
#include "app/widgets/pageelements.h"
#include "app/widgets/themedicon.h"
#include "app/words/advicewords.h"
#include "app/words/format.h"
#include "app/words/metricwords.h"
#include "app/words/planwords.h"
#include "remote/session/isolated.h"

#include <QDateTime>
#include <QHBoxLayout>
#include <QLocale>
#include <QPointer>
#include <QProgressBar>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace motley {

namespace {

Metric bestOf(const MetricColumn &column)
{
    Metric best = column.latest;
    for (const double shown : column.shown) {
        Metric metric = best;
        metric.value = metric.unit == Metric::Unit::Fraction ? shown / 100 : shown;
        if (isBetter(metric, best))
            best = metric;
    }
    return best;
}

} // namespace

RunHeader::RunHeader(QWidget *parent)
    : QFrame(parent), m_name(new ElidedLabel("title")), m_stateIcon(new QLabel), m_state(new ElidedLabel("heading")),
      m_parent(new QToolButton), m_elapsed(new ElidedLabel("stat")), m_progress(new QProgressBar),
      m_model(makeButton(tr("Open model folder"), QStringLiteral("folder"), QStringLiteral("openModelFolder"))),
      m_try(makeButton(tr("Try it"), QStringLiteral("model"), QStringLiteral("tryModel"))),
      m_checkpoint(makeToolButton(tr("Checkpoint now"), QStringLiteral("save"), QStringLiteral("checkpointNow"))),
      m_pause(makeToolButton(tr("Pause"), QStringLiteral("pause"), QStringLiteral("pauseRun"))),
      m_stop(makeButton(tr("Stop"), QStringLiteral("stop"), QStringLiteral("stopRun"))),
      m_stopNow(makeButton(tr("Stop now"), QStringLiteral("stop"), QStringLiteral("stopRunNow")))
{
    setObjectName(QStringLiteral("runHeader"));
    setProperty("card", true);
    m_name->setObjectName(QStringLiteral("runName"));
    m_state->setObjectName(QStringLiteral("runState"));
    m_progress->setObjectName(QStringLiteral("runProgress"));
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Steps done"));
    m_checkpoint->setToolTip(tr("Checkpoint now: writes one after this step, and training goes on."));
    m_pause->setToolTip(
        tr("Pause: writes a checkpoint after this step and ends. \u201cGo on\u201d continues from there."));
    m_stop->setToolTip(tr("Finishes the step, writes a checkpoint and the model, then ends."));
    m_stopNow->setToolTip(tr("Ends the training at once; what came after the last checkpoint is lost."));
    m_stopNow->setProperty("danger", true);

    m_try->hide();

    m_parent->setObjectName(QStringLiteral("parentRun"));
    m_parent->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_parent->setIcon(themedIcon(QStringLiteral("runs")));
    m_parent->hide();

    m_progress->setMinimumWidth(60);
    m_progress->setMaximumWidth(320);

    auto *line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(m_name);
    line->addSpacing(10);
    line->addWidget(m_stateIcon);
    line->addWidget(m_state);
    line->addWidget(m_parent);
    line->addSpacing(10);
    line->addWidget(m_progress, 1);
    line->addStretch();
    line->addWidget(m_try);
    line->addWidget(m_model);
    line->addWidget(m_checkpoint);
    line->addWidget(m_pause);
    line->addWidget(m_stop);
    line->addWidget(m_stopNow);

    auto *figures = new QHBoxLayout;
    figures->setSpacing(20);
    m_step = addFigure(figures, QStringLiteral("statStep"), QStringLiteral("statCheckpoint"));
    m_left = addFigure(figures, QStringLiteral("statLeft"), QStringLiteral("statRange"));
    m_elapsed->setObjectName(QStringLiteral("statElapsed"));
    static_cast<QVBoxLayout *>(m_left.value->parentWidget()->layout())->insertWidget(1, m_elapsed);
    m_rate = addFigure(figures, QStringLiteral("statRate"), QStringLiteral("statNoise"));
    m_test = addFigure(figures, QStringLiteral("statTest"), QStringLiteral("statLoss"));

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(cardMargin, 8, cardMargin, 8);
    layout->setSpacing(4);
    layout->addLayout(line);
    layout->addLayout(figures);

    connect(m_try, &QPushButton::clicked, this, [this] { TryDialog::open(m_run->record(), this); });
    connect(m_model, &QPushButton::clicked, this, &RunHeader::openModelFolder);
    connect(m_parent, &QToolButton::clicked, this, [this] { Q_EMIT runRequested(m_run->parent()->id); });
    connect(m_stop, &QPushButton::clicked, this, [this] { m_run->stop(StopManner::Graceful); });
    connect(m_pause, &QToolButton::clicked, this, [this] { m_run->stop(StopManner::Pause); });
    connect(m_checkpoint, &QToolButton::clicked, this, [this] { m_run->saveCheckpoint(); });
    connect(m_stopNow, &QPushButton::clicked, this, &RunHeader::confirmStopNow);
    connect(&m_clock, &QTimer::timeout, this, &RunHeader::refresh);
    m_clock.start(1000);
}

// Its words may be shortened, so that each figure has a quarter of the row, whatever it says.
RunHeader::Figure RunHeader::addFigure(QLayout *row, const QString &objectName, const QString &detailName)
{
    Figure figure{new ElidedLabel("caption"), new ElidedLabel("stat"), new ElidedLabel("caption")};
    figure.value->setObjectName(objectName);
    figure.detail->setObjectName(detailName);
    auto *place = new QWidget;
    place->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto *column = new QVBoxLayout(place);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    for (QLabel *label : {figure.caption, figure.value, figure.detail})
        column->addWidget(label);
    column->addStretch();
    row->addWidget(place);
    return figure;
}

void RunHeader::setRun(OpenRun *run)
{
    m_run = run;
    refresh();
}

void RunHeader::showEvent(QShowEvent *event)
{
    QFrame::showEvent(event);
    refresh();
}

void RunHeader::refresh()
{
    if (!m_run || !isVisibleTo(window()))
        return;
    const MetricSeries &series = m_run->series();
    const StateStyle style = styleOf(*m_run);
    m_name->setText(isolated(m_run->name()));
    m_stateIcon->setPixmap(style.icon.pixmap(20, 20));
    m_state->setText(style.word);

    const auto total = series.started() ? series.started()->totalSteps : 0;
    const auto step = series.steps().empty() ? 0 : static_cast<std::int64_t>(series.steps().back());
    m_step.value->setText(total > 0 ? tr("%1 / %2").arg(formatCount(step), formatCount(total))
            : step > 0              ? formatCount(step)
                                    : notKnown());
    m_step.detail->setText(m_run->isSaving() ? tr("Writes a checkpoint\u2026")
            : series.lastCheckpoint()        ? tr("Checkpoint: step %1").arg(formatCount(series.lastCheckpoint()->step))
            : m_run->hasEnded()              ? tr("No checkpoint")
                                             : tr("No checkpoint yet"));
    m_progress->setRange(0, static_cast<int>(std::max<std::int64_t>(1, total)));
    m_progress->setValue(total > 0 ? static_cast<int>(step) : 0);
    m_progress->setVisible(!m_run->hasEnded() || step < total);
    m_rate.caption->setText(series.finished() ? tr("Mean speed") : dated(tr("Speed")));
    m_rate.value->setText(rateWords(series.rate(), series.unit()));
    refreshParent();
    refreshTime();
    refreshTest();
    refreshNoise();

    if (const std::pair now(m_run->id(), m_run->isOver()); std::exchange(m_looked, now) != now)
        m_try->setVisible(m_run->isOver() && TryDialog::canTry(m_run->record()));
    m_model->setVisible(m_run->hasEnded());
    m_model->setEnabled(m_run->record().hasModel());
    const bool canPause = m_run->canBeStopped() && !m_run->isPreparing();
    for (QToolButton *button : {m_checkpoint, m_pause}) {
        button->setVisible(canPause);
        button->setEnabled(m_run->canBePaused());
    }
    m_stop->setVisible(m_run->canBeStopped());
    m_stop->setText(m_run->isPreparing() ? tr("Cancel") : tr("Stop"));
    m_stop->setEnabled(!m_run->isStopping());
    m_stopNow->setVisible(m_run->isStopping() && m_run->canBeStopped() && !m_run->isPreparing());
}

// After the end nothing is left, and the time that it took takes the place.
void RunHeader::refreshTime()
{
    const MetricSeries &series = m_run->series();
    const bool hasEnded = m_run->hasEnded();
    const double now = hasEnded || m_run->isStale() ? series.lastTime() : QDateTime::currentMSecsSinceEpoch() / 1000.0;
    const QString elapsed = series.startTime() > 0 ? formatDuration(now - series.startTime()) : notKnown();
    m_step.caption->setText(hasEnded || series.startTime() <= 0 ? tr("Step") : tr("Step, after %1").arg(elapsed));
    m_left.caption->setText(hasEnded ? tr("Elapsed") : dated(tr("Left")));
    m_left.value->setVisible(!hasEnded);
    m_left.detail->setVisible(!hasEnded);
    m_elapsed->setVisible(hasEnded);
    m_elapsed->setText(elapsed);
    const auto left = series.secondsLeft();
    const auto range = series.rangeLeft();
    m_left.value->setText(left ? formatDuration(*left) : notKnown());
    // From the fastest steps to the slowest, each compared with what was expected.
    const QString least = range ? formatDuration(range->least) : QString();
    const QString most = range ? formatDuration(range->most) : QString();
    const auto between = [&](const QString &words) { return least == most ? QString() : words.arg(least, most); };
    const QString words = between(tr("Perhaps %1 to %2: that is how far this run's steps were from the forecast."));
    m_left.detail->setText(between(tr("%1 to %2")));
    for (QLabel *label : {m_left.value, m_left.detail})
        label->setToolTip(plainToolTip(words));
    m_left.value->setAccessibleDescription(words);
}

QString RunHeader::dated(const QString &caption) const
{
    const double time = m_run->series().lastTime();
    if (!m_run->isStale() || time <= 0)
        return caption;
    const auto then = QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(time * 1000));
    const bool isToday = then.date() == QDate::currentDate();
    return tr("%1, at %2")
        .arg(caption,
            isToday ? QLocale().toString(then.time(), QStringLiteral("HH:mm:ss"))
                    : QLocale().toString(then, QLocale::ShortFormat));
}

void RunHeader::refreshParent()
{
    const auto &parent = m_run->parent();
    m_parent->setVisible(parent.has_value());
    if (!parent)
        return;
    const QString words = tr("Goes on from %1").arg(plainText(parent->name, 60));
    constexpr int widest = 180; // pixels
    m_parent->setText(m_parent->fontMetrics().elidedText(words, Qt::ElideRight, widest));
    m_parent->setToolTip(plainToolTip(words));
    m_parent->setAccessibleName(words);
}

void RunHeader::refreshTest()
{
    const MetricSeries &series = m_run->series();
    m_test.detail->setText(
        tr("Training loss %1").arg(series.loss().empty() ? notKnown() : formatNumber(series.loss().back())));
    if (series.metrics().empty()) {
        m_test.caption->setText(tr("Best test"));
        return m_test.value->setText(notKnown());
    }
    const Metric best = bestOf(series.metrics().front());
    m_test.caption->setText(tr("Best test: %1").arg(metricName(best.name)));
    m_test.value->setText(formatMetric(best));
}

// There is no noise scale for runs on one device, nor before the first steps of a run.
void RunHeader::refreshNoise()
{
    const MetricSeries &series = m_run->series();
    const auto scale = series.noiseScale();
    QLabel *noise = m_rate.detail;
    if (!scale || !series.started()) {
        noise->setText({});
        return noise->setToolTip({});
    }
    const std::int64_t batch = series.started()->batch;
    const QString meaning
        = joinSentences({noiseScaleMeaning(), tr("The batch of this run is %1.").arg(formatCount(batch)),
            batchFitWords(fitOf(static_cast<double>(batch), *scale))});
    noise->setText(tr("Noise scale %1").arg(formatCount(std::llround(*scale))));
    noise->setToolTip(plainToolTip(meaning)); // as HTML, so that Qt breaks its lines
    noise->setAccessibleDescription(meaning);
}

void RunHeader::openModelFolder()
{
    openFolder(this, m_run->record().modelFolder());
}

void RunHeader::confirmStopNow()
{
    ask(this,
        {QStringLiteral("stopNowQuestion"), tr("Stop now?"),
            tr("The machines are finishing the step. If you stop them now, what came after the last checkpoint is "
               "lost."),
            tr("Stop now")},
        [run = QPointer(m_run)] {
            if (run)
                run->stop(StopManner::Now);
        });
}

} // namespace motley
