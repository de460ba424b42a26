#include "app/pages/runheader.h"

#include "app/dialogs/question.h"
#include "app/models/runwords.h"
#include "app/widgets/elidedlabel.h"
#include "app/widgets/flowlayout.h"
#include "app/widgets/openfolder.h"
#include "app/widgets/pageelements.h"
#include "app/words/advicewords.h"
#include "app/words/format.h"
#include "app/words/metricwords.h"
#include "app/words/planwords.h"

#include <QDateTime>
#include <QHBoxLayout>
#include <QProgressBar>

#include <algorithm>
#include <cmath>

namespace motley {

RunHeader::RunHeader(QWidget *parent)
    : QFrame(parent), m_name(new ElidedLabel("title")), m_stateIcon(new QLabel), m_state(makeLabel({}, "heading")),
      m_progress(new QProgressBar),
      m_model(makeButton(tr("Open model folder"), QStringLiteral("folder"), QStringLiteral("openModelFolder"))),
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
    m_stop->setToolTip(tr("Finishes the step, writes a checkpoint and the model, then ends."));
    m_stopNow->setToolTip(tr("Ends the training at once; what came after the last checkpoint is lost."));
    m_stopNow->setProperty("danger", true);

    auto *line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(m_name);
    line->addSpacing(10);
    line->addWidget(m_stateIcon);
    line->addWidget(m_state);
    line->addStretch();
    line->addWidget(m_model);
    line->addWidget(m_stop);
    line->addWidget(m_stopNow);

    auto *stats = new FlowLayout(28, 6);
    m_step = addStat(stats, tr("Step"), QStringLiteral("statStep"));
    m_elapsed = addStat(stats, tr("Elapsed"), QStringLiteral("statElapsed"));
    m_left = addStat(stats, tr("Left"), QStringLiteral("statLeft"));
    m_rate = addStat(stats, tr("Speed"), QStringLiteral("statRate"));
    m_loss = addStat(stats, tr("Loss"), QStringLiteral("statLoss"));
    m_test = addStat(stats, tr("Test"), QStringLiteral("statTest"));
    m_noise = addStat(stats, tr("Noise scale"), QStringLiteral("statNoise"));
    m_checkpoint = addStat(stats, tr("Last checkpoint"), QStringLiteral("statCheckpoint"));

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(cardMargin, 12, cardMargin, 14);
    layout->setSpacing(10);
    layout->addLayout(line);
    layout->addLayout(stats);
    layout->addWidget(m_progress);

    connect(m_model, &QPushButton::clicked, this, &RunHeader::openModelFolder);
    connect(m_stop, &QPushButton::clicked, this, [this] { m_run->stop(false); });
    connect(m_stopNow, &QPushButton::clicked, this, &RunHeader::confirmStopNow);
    connect(&m_clock, &QTimer::timeout, this, &RunHeader::refresh);
    m_clock.start(1000);
}

RunHeader::Stat RunHeader::addStat(QLayout *row, const QString &caption, const QString &objectName)
{
    Stat stat{makeLabel(notKnown(), "stat"), makeLabel(caption, "caption")};
    stat.value->setObjectName(objectName);
    auto *place = new QWidget;
    auto *column = new QVBoxLayout(place);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(stat.caption);
    column->addWidget(stat.value);
    row->addWidget(place);
    return stat;
}

void RunHeader::setRun(OpenRun *run)
{
    m_run = run;
    m_test.caption->setText(tr("Test"));
    for (const Stat &stat : {m_step, m_elapsed, m_left, m_rate, m_loss, m_test, m_noise, m_checkpoint})
        stat.value->setMinimumWidth(0);
    refresh();
}

void RunHeader::showValue(QLabel *value, const QString &text)
{
    value->setText(text);
    keepWidest(value);
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
    m_name->setText(m_run->name());
    m_stateIcon->setPixmap(style.icon.pixmap(20, 20));
    m_state->setText(style.word);

    const auto total = series.started() ? series.started()->totalSteps : 0;
    const auto step = series.steps().empty() ? 0 : static_cast<std::int64_t>(series.steps().back());
    showValue(m_step.value, total > 0 ? tr("%1 / %2").arg(formatCount(step), formatCount(total)) : notKnown());
    m_progress->setRange(0, static_cast<int>(std::max<std::int64_t>(1, total)));
    m_progress->setValue(static_cast<int>(step));

    const double now = m_run->hasEnded() ? series.lastTime() : QDateTime::currentMSecsSinceEpoch() / 1000.0;
    showValue(m_elapsed.value, series.startTime() > 0 ? formatDuration(now - series.startTime()) : notKnown());
    const auto left = series.secondsLeft();
    showValue(m_left.value, left ? formatDuration(*left) : notKnown());
    showRangeLeft();
    m_left.value->parentWidget()->setVisible(!m_run->hasEnded());
    showValue(m_rate.value, rateWords(series.rate(), series.unit()));
    m_rate.caption->setText(series.finished() ? tr("Mean speed") : tr("Speed"));
    showValue(m_loss.value, series.loss().empty() ? notKnown() : formatNumber(series.loss().back()));
    if (!series.metrics().empty())
        m_test.caption->setText(tr("Test %1").arg(metricName(series.metrics().front().latest.name)));
    showValue(m_test.value, series.metrics().empty() ? notKnown() : formatMetric(series.metrics().front().latest));
    refreshNoise();
    showValue(m_checkpoint.value,
        series.lastCheckpoint() ? tr("step %1").arg(formatCount(series.lastCheckpoint()->step)) : notKnown());

    m_model->setEnabled(m_run->record().hasModel());
    m_stop->setVisible(m_run->canBeStopped());
    m_stop->setText(m_run->isPreparing() ? tr("Cancel") : tr("Stop"));
    m_stop->setEnabled(!m_run->isStopping());
    m_stopNow->setVisible(m_run->isStopping() && m_run->canBeStopped() && !m_run->isPreparing());
}

// Gives the range from the fastest steps to the slowest, each compared with what was expected.
void RunHeader::showRangeLeft()
{
    const auto left = m_run->series().rangeLeft();
    const QString range = left ? tr("Perhaps %1 to %2: that is how far this run's steps were from the forecast.")
                                     .arg(formatDuration(left->least), formatDuration(left->most))
                               : QString();
    for (QLabel *label : {m_left.value, m_left.caption})
        label->setToolTip(plainToolTip(range));
    m_left.value->setAccessibleDescription(range);
}

// There is no noise scale for runs on one device, nor before the first steps of a run.
void RunHeader::refreshNoise()
{
    const MetricSeries &series = m_run->series();
    const auto scale = series.noiseScale();
    m_noise.value->parentWidget()->setVisible(scale.has_value());
    if (!scale || !series.started())
        return;
    const std::int64_t batch = series.started()->batch;
    const QString meaning
        = joinSentences({noiseScaleMeaning(), tr("The batch of this run is %1.").arg(formatCount(batch)),
            batchFitWords(fitOf(static_cast<double>(batch), *scale))});
    showValue(m_noise.value, formatCount(std::llround(*scale)));
    for (QLabel *label : {m_noise.value, m_noise.caption})
        label->setToolTip(plainToolTip(meaning)); // as HTML, so that Qt breaks its lines
    m_noise.value->setAccessibleDescription(meaning);
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
        [run = m_run] { run->stop(true); });
}

} // namespace motley
