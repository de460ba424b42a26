// The window's settings, kept between starts. Several windows may have the file open: each value is stored by itself.
#pragma once

#include "app/widgets/theme.h"

#include <QByteArray>
#include <QSet>
#include <QSettings>
#include <QString>

namespace motley {

class AppSettings {
public:
    explicit AppSettings(const QString &file);

    Theme::Choice theme() const;
    void setTheme(Theme::Choice choice);

    QString language() const; // "de", "zh_CN"; empty: the system's
    void setLanguage(const QString &language);

    QByteArray windowGeometry() const;
    void setWindowGeometry(const QByteArray &geometry);

    QSet<QString> tickedDevices() const; // "machine\ndevice", as they are in the file now
    void setTicked(const QString &device, bool ticked);
    QString file() const { return m_settings.fileName(); }

    double smoothing() const; // percent of what a chart shows
    void setSmoothing(double percent);

    QString xAxis() const; // a word of app/plots/controls/xaxis.h; empty: none was chosen
    void setXAxis(const QString &word);

    QString charts() const; // as app/plots/controls/chartlayout.h has it; empty: the usual ones
    void setCharts(const QString &text);

    QString baseline() const; // the id of the run that others are held against; empty: none was chosen
    void setBaseline(const QString &run);

    bool showsNotices() const; // on the desktop
    void setShowsNotices(bool shows);

private:
    mutable QSettings m_settings;
};

} // namespace motley
