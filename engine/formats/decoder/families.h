// For .cpp files of this folder only, as it sees the JSON library: the families, each in a file of its name, and what
// most of them share. Each maps the keys of its config.json to switches.
#pragma once

#include "engine/formats/decoder/configreader.h"
#include "engine/formats/decoder/decoderconfig.h"
#include "engine/formats/decoder/rotaryreader.h"

#include <functional>

namespace motley {

// transformers' values where config.json lacks a key.
struct UsualShape {
    std::int64_t vocabulary = 32000;
    std::int64_t hiddenSize = 4096;
    std::int64_t innerSize = 11008;
    std::int64_t layers = 32;
    std::int64_t heads = 32;
    std::int64_t keyValueHeads = 0; // 0: as many as heads
    std::int64_t headSize = 0; // 0: hiddenSize / heads
    std::int64_t positions = 2048;
    double epsilon = 1e-6;
    bool tied = false;
};

// Reads the sizes and makes all layers alike, with attention to all tokens before.
void readShape(ConfigReader &config, DecoderConfig &decoder, const UsualShape &usual);

using LayerRule = std::function<bool(std::int64_t)>; // by the layer's index

// Which layers are of `kind` ("sliding_attention") and not of full attention: by layer_types, or else by the rule.
std::vector<bool> readLayerTypes(ConfigReader &config, std::int64_t layers, const char *kind, const LayerRule &usual);

// Gives these layers the window, and the second of two ways to encode positions where there are two.
void setWindows(ConfigReader &config, DecoderConfig &decoder, const std::vector<bool> &sliding, std::int64_t window);

std::int64_t readWindow(ConfigReader &config, std::int64_t usual); // sliding_window; 0: none

void readLlama(ConfigReader &config, DecoderConfig &decoder);
void readQwen2(ConfigReader &config, DecoderConfig &decoder);
void readQwen3(ConfigReader &config, DecoderConfig &decoder);
void readQwen35(ConfigReader &config, DecoderConfig &decoder);
void readGemma3(ConfigReader &config, DecoderConfig &decoder);
void readGemma4(ConfigReader &config, DecoderConfig &decoder);
void readMistral(ConfigReader &config, DecoderConfig &decoder);
void readMinistral3(ConfigReader &config, DecoderConfig &decoder);
void readSmolLm3(ConfigReader &config, DecoderConfig &decoder);
void readGranite(ConfigReader &config, DecoderConfig &decoder);
void readPhi3(ConfigReader &config, DecoderConfig &decoder);
void readOlmo3(ConfigReader &config, DecoderConfig &decoder);

} // namespace motley
