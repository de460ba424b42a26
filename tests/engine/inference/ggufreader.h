// Reads a GGUF file by the words of its specification and nothing of the engine.
#pragma once

#include <QByteArray>
#include <QFile>
#include <QMap>
#include <QtEndian>
#include <QVariant>

#include <cstring>

namespace motley {

struct ReadTensor {
    QList<quint64> sizes; // of numbers that lie side by side first
    quint32 type = 0;
    QByteArray bytes;

    QList<float> floats() const // of type 0
    {
        QList<float> numbers(bytes.size() / qsizetype(sizeof(float)));
        std::memcpy(numbers.data(), bytes.constData(), std::size_t(bytes.size()));
        return numbers;
    }
};

class GgufReader {
public:
    explicit GgufReader(const QString &path)
    {
        QFile file(path);
        if (file.open(QIODevice::ReadOnly))
            m_bytes = file.readAll();
        isGood = m_bytes.startsWith("GGUF");
        isGood = whole<quint32>(4) == 3;
        m_next = 8;
        if (isGood)
            read();
    }

    bool isGood = false;
    QMap<QString, QVariant> fields;
    QMap<QString, ReadTensor> tensors;

private:
    template <typename Whole>
    Whole whole(qsizetype at)
    {
        isGood = isGood && at + qsizetype(sizeof(Whole)) <= m_bytes.size();
        return isGood ? qFromLittleEndian<Whole>(m_bytes.constData() + at) : Whole();
    }
    template <typename Whole>
    Whole next()
    {
        const Whole value = whole<Whole>(m_next);
        m_next += qsizetype(sizeof(Whole));
        return value;
    }
    QString text()
    {
        const auto size = qsizetype(next<quint64>());
        m_next += size;
        return QString::fromUtf8(m_bytes.mid(m_next - size, size));
    }

    QVariant value(quint32 type)
    {
        switch (type) {
        case 4:
            return next<quint32>();
        case 5:
            return next<qint32>();
        case 6:
            return next<float>();
        case 7:
            return next<quint8>() == 1;
        case 8:
            return text();
        case 9: {
            const auto inner = next<quint32>();
            const auto count = next<quint64>();
            QVariantList list;
            for (quint64 i = 0; i < count && isGood; ++i)
                list.append(value(inner));
            return list;
        }
        default:
            isGood = false;
            return {};
        }
    }

    void read()
    {
        const auto tensorCount = next<quint64>();
        const auto fieldCount = next<quint64>();
        for (quint64 i = 0; i < fieldCount && isGood; ++i) {
            const QString key = text();
            fields[key] = value(next<quint32>());
        }
        QMap<QString, quint64> offsets;
        for (quint64 i = 0; i < tensorCount && isGood; ++i) {
            const QString name = text();
            ReadTensor tensor;
            for (quint32 left = next<quint32>(); left > 0 && isGood; --left)
                tensor.sizes.append(next<quint64>());
            tensor.type = next<quint32>();
            offsets[name] = next<quint64>();
            tensors[name] = tensor;
        }
        constexpr qsizetype alignment = 32;
        const qsizetype data = (m_next + alignment - 1) / alignment * alignment;
        for (auto tensor = tensors.begin(); tensor != tensors.end() && isGood; ++tensor) {
            quint64 numbers = 1;
            for (const quint64 size : tensor->sizes)
                numbers *= size;
            const quint64 size = tensor->type == 8 ? numbers / 32 * 34 : numbers * (tensor->type == 0 ? 4 : 2);
            const auto begin = data + qsizetype(offsets[tensor.key()]);
            isGood = begin % alignment == 0 && begin + qsizetype(size) <= m_bytes.size();
            tensor->bytes = m_bytes.mid(begin, qsizetype(size));
        }
    }

    QByteArray m_bytes;
    qsizetype m_next = 0;
};

} // namespace motley
