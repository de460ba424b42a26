#include "remote/history/annotation.h"

#include "remote/session/sentence.h"
#include "remote/session/untrustedtext.h"

#include <QRegularExpression>

#include <algorithm>

namespace motley {

namespace {

struct Annotations {
    MOTLEY_PHRASES(motley::Annotation)
};

QString withoutControls(const QString &text)
{
    return QString::fromStdString(cleaned(text.toStdString()));
}

bool isBefore(const QString &one, const QString &other)
{
    const int order = one.compare(other, Qt::CaseInsensitive);
    return order == 0 ? one < other : order < 0;
}

} // namespace

QStringList tagsOf(const QString &text)
{
    static const QRegularExpression commas(QStringLiteral("[,;\n\u060c\u3001\uff0c\uff1b]"));
    return text.split(commas);
}

Result<Annotation> tidied(Annotation annotation)
{
    annotation.note = withoutControls(annotation.note);
    if (annotation.note.size() > Annotation::longestNote)
        return sentence(Annotations::phrase("The note has %1 characters; at most %2 are kept: shorten it.")
                            .arg(qint64(annotation.note.size()), qint64(Annotation::longestNote)));
    QStringList tags;
    for (const QString &written : annotation.tags) {
        const QString tag = withoutControls(written).simplified();
        if (tag.size() > Annotation::longestTag)
            return sentence(Annotations::phrase("The tag “%1…” is longer than %2 characters: shorten it.")
                                .arg(tag.left(Annotation::longestTag))
                                .arg(qint64(Annotation::longestTag)));
        if (!tag.isEmpty() && !tags.contains(tag, Qt::CaseInsensitive))
            tags << tag;
    }
    if (tags.size() > Annotation::mostTags)
        return sentence(Annotations::phrase("There are %1 tags; a run can have %2: remove some.")
                            .arg(qint64(tags.size()), qint64(Annotation::mostTags)));
    std::sort(tags.begin(), tags.end(), isBefore);
    annotation.tags = tags;
    return annotation;
}

Annotation merged(const Annotation &before, const Annotation &after, const Annotation &stored)
{
    Annotation result = stored;
    if (stored.note == before.note)
        result.note = after.note;
    else if (after.note != before.note && after.note != stored.note)
        result.note = stored.note + QStringLiteral("\n\n") + after.note;
    for (const QString &tag : before.tags)
        if (!after.tags.contains(tag))
            result.tags.removeAll(tag);
    for (const QString &tag : after.tags)
        if (!before.tags.contains(tag))
            result.tags << tag;
    return result;
}

} // namespace motley
