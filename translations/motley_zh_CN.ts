<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>JobField</name>
    <message>
        <source>Small convolutional network</source>
        <translation>小型卷积网络</translation>
    </message>
    <message>
        <source>ResNet-18</source>
        <translation>ResNet-18</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Its shape.</source>
        <translation>网络的结构。</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Vary the images</source>
        <translation>变换图像</translation>
    </message>
    <message>
        <source>Shifts and mirrors the training images at random.</source>
        <translation>随机平移和镜像训练图像。</translation>
    </message>
    <message>
        <source>Start from</source>
        <translation>起始模型</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>结构</translation>
    </message>
    <message>
        <source>Fresh heads</source>
        <translation>全新输出层</translation>
    </message>
    <message>
        <source>The output layers begin anew even where the folder has them.</source>
        <translation>即使文件夹中已有输出层，也重新初始化。</translation>
    </message>
    <message>
        <source>The vocab.txt that the rows were made with; it is saved beside the trained model. Empty: that of the folder above.</source>
        <translation>生成这些行时所用的 vocab.txt，会与训练好的模型保存在一起；留空：使用上面文件夹中的。</translation>
    </message>
    <message>
        <source>Training rows</source>
        <translation>训练行</translation>
    </message>
    <message>
        <source>An HDF5 file of rows as HetSeq and NVIDIA write them, or a folder of such.</source>
        <translation>含有行数据的 HDF5 文件（HetSeq 和 NVIDIA 的格式），或存放这类文件的文件夹。</translation>
    </message>
    <message>
        <source>Test rows</source>
        <translation>测试行</translation>
    </message>
    <message>
        <source>The same for the test; empty: the files named valid or test in that folder.</source>
        <translation>测试用的同类文件；留空：该文件夹中名称含 valid 或 test 的文件。</translation>
    </message>
    <message>
        <source>Files at most</source>
        <translation>文件数上限</translation>
    </message>
    <message>
        <source>How many of the training files are used, in the order of their names; 0: all.</source>
        <translation>按名称顺序使用多少个训练文件；0：全部。</translation>
    </message>
    <message>
        <source>A Hugging Face folder of a BERT, with its tokenizer.</source>
        <translation>Hugging Face 格式的 BERT 文件夹，含分词器。</translation>
    </message>
    <message>
        <source>Lower case</source>
        <translation>转为小写</translation>
    </message>
    <message>
        <source>As the folder says</source>
        <translation>按文件夹中的设置</translation>
    </message>
    <message>
        <source>Whether words lose capitals and accents, as an uncased model wants it.</source>
        <translation>是否转为小写并去掉重音符号；不区分大小写（uncased）的模型需要这样。</translation>
    </message>
    <message>
        <source>Training sentences</source>
        <translation>训练句子</translation>
    </message>
    <message>
        <source>A CoNLL file: a word and its tag per line, a blank line between sentences.</source>
        <translation>CoNLL 文件：每行一个词及其标签，句子之间空一行。</translation>
    </message>
    <message>
        <source>Test sentences</source>
        <translation>测试句子</translation>
    </message>
    <message>
        <source>A CoNLL file that the model is tested on.</source>
        <translation>用来测试模型的 CoNLL 文件。</translation>
    </message>
    <message>
        <source>Longest sentence</source>
        <translation>句子最大长度</translation>
    </message>
    <message>
        <source>In word pieces. Training cuts off the rest of a longer sentence; tests take it in parts.</source>
        <translation>以词片计。训练时更长的句子会被截断；测试时分段处理。</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>深度</translation>
    </message>
    <message>
        <source>The number of residual pairs of convolutions, plus one; 12 in the original.</source>
        <translation>残差卷积对的数量加一；原始网络为 12。</translation>
    </message>
    <message>
        <source>Features</source>
        <translation>特征数</translation>
    </message>
    <message>
        <source>Channels of every convolution; 32 in the original.</source>
        <translation>每个卷积的通道数；原始网络为 32。</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视野</translation>
    </message>
    <message>
        <source>Voxels along each side of what the network sees at once; an odd number.</source>
        <translation>网络一次看到的区域每边的体素数；须为奇数。</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步长</translation>
    </message>
    <message>
        <source>Voxels that it moves along an axis.</source>
        <translation>沿一条轴移动的体素数。</translation>
    </message>
    <message>
        <source>Volume</source>
        <translation>体数据</translation>
    </message>
    <message>
        <source>An HDF5 file with the data sets raw and labels, slices × rows × columns.</source>
        <translation>含数据集 raw 和 labels 的 HDF5 文件，维度为切片 × 行 × 列。</translation>
    </message>
    <message>
        <source>Part for the test</source>
        <translation>测试占比</translation>
    </message>
    <message>
        <source>The last of the slices: the network is tested on them and never trained on them.</source>
        <translation>取最后的切片：网络只在其上测试，从不在其上训练。</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>样例数</translation>
    </message>
    <message>
        <source>Of one epoch of training.</source>
        <translation>一个训练轮次的样例数。</translation>
    </message>
    <message>
        <source>Test examples</source>
        <translation>测试样例数</translation>
    </message>
    <message>
        <source>Of one test.</source>
        <translation>一次测试的样例数。</translation>
    </message>
    <message>
        <source>Smallest object</source>
        <translation>最小对象</translation>
    </message>
    <message>
        <source>In voxels; examples are not drawn from smaller ones.</source>
        <translation>以体素计；不从更小的对象中抽取样例。</translation>
    </message>
    <message>
        <source>Vary the volume</source>
        <translation>变换体数据</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>Of a voxel, taken away before training.</source>
        <translation>体素的均值，训练前减去。</translation>
    </message>
    <message>
        <source>Standard deviation</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>Of a voxel, which the rest is divided by.</source>
        <translation>体素的标准差，减去均值后再除以它。</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>The network.</source>
        <translation>网络。</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>What it learns from.</source>
        <translation>模型从中学习的数据。</translation>
    </message>
    <message>
        <source>ResNet-50</source>
        <translation>ResNet-50</translation>
    </message>
    <message>
        <source>Vision Transformer</source>
        <translation>Vision Transformer</translation>
    </message>
    <message>
        <source>Channels of its first stage, 64 in the original ResNets; of a Vision Transformer, of a token.</source>
        <translation>第一阶段的通道数，原始 ResNet 中为 64；对 Vision Transformer，则为每个词元的通道数。</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Of attention, in a Vision Transformer.</source>
        <translation>Vision Transformer 的注意力层数。</translation>
    </message>
    <message>
        <source>Patch</source>
        <translation>图块</translation>
    </message>
    <message>
        <source>Pixels along a side of what is one token; divides the side of the image.</source>
        <translation>一个词元每边的像素数；须整除图像边长。</translation>
    </message>
    <message>
        <source>A folder of the four IDX files, or of the folders train and test with pictures in a folder for each class.</source>
        <translation>包含四个 IDX 文件的文件夹，或包含 train 和 test 两个文件夹的文件夹，其中每个类别的图片各放在一个文件夹里。</translation>
    </message>
    <message>
        <source>Side</source>
        <translation>边长</translation>
    </message>
    <message>
        <source>Pixels: pictures are cut and scaled to such squares. IDX images stay as they are.</source>
        <translation>以像素计：图片会裁剪并缩放成这样的正方形。IDX 图像保持不变。</translation>
    </message>
    <message>
        <source>Small</source>
        <translation>小</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>基础</translation>
    </message>
    <message>
        <source>Big</source>
        <translation>大</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>规模</translation>
    </message>
    <message>
        <source>Base and big are the original Transformers; small has 3 layers of 256.</source>
        <translation>“基础”和“大”是原始 Transformer；“小”有 3 层，每层宽 256。</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>The part of the activations that training leaves out.</source>
        <translation>训练时丢弃的激活值比例。</translation>
    </message>
    <message>
        <source>Label smoothing</source>
        <translation>标签平滑</translation>
    </message>
    <message>
        <source>The part of the probability that the other tokens share.</source>
        <translation>由其他词元平分的那部分概率。</translation>
    </message>
    <message>
        <source>Beam</source>
        <translation>束宽</translation>
    </message>
    <message>
        <source>Hypotheses that a test keeps of each translation; 1: greedy.</source>
        <translation>测试时每个译文保留的候选数；1：贪心搜索。</translation>
    </message>
    <message>
        <source>Length penalty</source>
        <translation>长度惩罚</translation>
    </message>
    <message>
        <source>Scores are divided by the length to this power.</source>
        <translation>得分除以长度的该次幂。</translation>
    </message>
    <message>
        <source>A text in the language to translate from, a sentence per line.</source>
        <translation>源语言文本，每行一句。</translation>
    </message>
    <message>
        <source>Its translation, line by line.</source>
        <translation>逐行对应的译文。</translation>
    </message>
    <message>
        <source>Training text</source>
        <translation>训练文本</translation>
    </message>
    <message>
        <source>Its translation</source>
        <translation>其译文</translation>
    </message>
    <message>
        <source>Test text</source>
        <translation>测试文本</translation>
    </message>
    <message>
        <source>Pieces</source>
        <translation>词片</translation>
    </message>
    <message>
        <source>A SentencePiece model; empty: learned from both training texts.</source>
        <translation>SentencePiece 模型；留空：从两份训练文本学习。</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>How many pieces are learned, of both languages together.</source>
        <translation>两种语言共学习多少词片。</translation>
    </message>
    <message>
        <source>Characters</source>
        <translation>字符</translation>
    </message>
    <message>
        <source>Pieces learned from the text</source>
        <translation>从文本学到的词片</translation>
    </message>
    <message>
        <source>Those of the model it starts from</source>
        <translation>起始模型自带的</translation>
    </message>
    <message>
        <source>Of attention; the first GPT-2 has 12.</source>
        <translation>注意力层数；最初的 GPT-2 为 12。</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>注意力头数</translation>
    </message>
    <message>
        <source>Of each attention; a divisor of the width.</source>
        <translation>每层的注意力头数；须整除宽度。</translation>
    </message>
    <message>
        <source>Numbers that stand for a token; the first GPT-2 has 768.</source>
        <translation>表示一个词元的数值个数；最初的 GPT-2 为 768。</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文长度</translation>
    </message>
    <message>
        <source>Tokens that the model sees at once, and of a sample.</source>
        <translation>模型一次看到的词元数，也是一个样本的词元数。</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>What the text is cut into. A model that the run begins with keeps its own.</source>
        <translation>文本切分成的单位。运行所基于的模型沿用自己的单位。</translation>
    </message>
    <message>
        <source>How many pieces are learned.</source>
        <translation>学习多少词片。</translation>
    </message>
    <message>
        <source>Model file</source>
        <translation>模型文件</translation>
    </message>
    <message>
        <source>A TorchScript file whose forward takes a batch and returns its loss. It is a program: take only files that you trust.</source>
        <translation>TorchScript 文件，其 forward 接收一个批次并返回损失。它是一个程序：请只使用可信的文件。</translation>
    </message>
    <message>
        <source>Training tensors</source>
        <translation>训练张量</translation>
    </message>
    <message>
        <source>A safetensors or HDF5 file; the first dimension of every tensor counts the samples.</source>
        <translation>safetensors 或 HDF5 文件；每个张量的第一维是样本数。</translation>
    </message>
    <message>
        <source>Test tensors</source>
        <translation>测试张量</translation>
    </message>
    <message>
        <source>The same for the test; empty: nothing is tested.</source>
        <translation>测试用的同类文件；留空：不测试。</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>What forward is given, in this order, with commas between; empty: all tensors by name.</source>
        <translation>按此顺序传给 forward 的内容，用逗号分隔；留空：按名称传入所有张量。</translation>
    </message>
    <message>
        <source>32 bits (float32)</source>
        <translation>32 位（float32）</translation>
    </message>
    <message>
        <source>16 bits, wide range (bfloat16)</source>
        <translation>16 位，范围大（bfloat16）</translation>
    </message>
    <message>
        <source>16 bits, fine steps (float16)</source>
        <translation>16 位，精度更高（float16）</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>The numbers of matrix products and convolutions; weights and sums stay float32.</source>
        <translation>用于矩阵乘法和卷积的数值；权重与求和保持 float32。</translation>
    </message>
    <message>
        <source>Allow TF32</source>
        <translation>允许 TF32</translation>
    </message>
    <message>
        <source>GPUs multiply float32 numbers less exactly, and faster.</source>
        <translation>GPU 做 float32 乘法时精度较低、速度更快。</translation>
    </message>
    <message>
        <source>Loss scale</source>
        <translation>损失缩放</translation>
    </message>
    <message>
        <source>float16: what the loss is multiplied by at first; it adapts.</source>
        <translation>用于 float16：损失最初乘以的倍数；会自动调整。</translation>
    </message>
    <message>
        <source>Samples at once</source>
        <translation>一次处理的样本数</translation>
    </message>
    <message>
        <source>On each device, for less memory and the same result; 0: all of its share.</source>
        <translation>每个设备上的样本数；可减少内存占用，结果相同；0：其全部份额。</translation>
    </message>
    <message>
        <source>Recompute activations</source>
        <translation>重新计算激活值</translation>
    </message>
    <message>
        <source>Much less memory for a third more time and the same result, where the network can.</source>
        <translation>时间多三分之一，内存少得多，结果相同；须网络支持。</translation>
    </message>
    <message>
        <source>Patience</source>
        <translation>耐心值</translation>
    </message>
    <message>
        <source>The run ends after so many tests in a row that were no better; 0: it does not.</source>
        <translation>连续这么多次测试都没有改进时结束运行；0：不提前结束。</translation>
    </message>
    <message>
        <source>Least gain</source>
        <translation>最小改进</translation>
    </message>
    <message>
        <source>What a test must gain over the best one to be better.</source>
        <translation>一次测试须比最好的一次改进多少才算更好。</translation>
    </message>
    <message>
        <source>Continue from</source>
        <translation>从何处继续</translation>
    </message>
    <message>
        <source>A run, a checkpoint, a model folder or a file of weights; empty: begin anew.</source>
        <translation>一次运行、检查点、模型文件夹或权重文件；留空：从头开始。</translation>
    </message>
    <message>
        <source>Only its weights</source>
        <translation>仅使用权重</translation>
    </message>
    <message>
        <source>Step, schedule and optimizer begin anew.</source>
        <translation>步数、学习率调度和优化器从头开始。</translation>
    </message>
    <message>
        <source>A file like AIDA-CoNLL-YAGO: a word per line; in a mention also B or I, the mention and its entity.</source>
        <translation>AIDA-CoNLL-YAGO 格式的文件：每行一个词；在提及中还有 B 或 I、提及文本及其实体。</translation>
    </message>
    <message>
        <source>The same for the test.</source>
        <translation>测试用的同类文件。</translation>
    </message>
    <message>
        <source>Entities</source>
        <translation>实体</translation>
    </message>
    <message>
        <source>A text file, a name per line; the first stands for what is unknown.</source>
        <translation>文本文件，每行一个名称；第一个代表未知实体。</translation>
    </message>
    <message>
        <source>Vectors</source>
        <translation>向量</translation>
    </message>
    <message>
        <source>A safetensors file, or one of torch.save: one tensor with a row for each entity.</source>
        <translation>safetensors 文件，或由 torch.save 保存的文件：一个张量，每个实体一行。</translation>
    </message>
    <message>
        <source>All of its share</source>
        <translation>其全部份额</translation>
    </message>
    <message>
        <source>Never ends early</source>
        <translation>从不提前结束</translation>
    </message>
    <message>
        <source>Steps between checkpoints</source>
        <translation>检查点间隔步数</translation>
    </message>
    <message>
        <source>Only at the end</source>
        <translation>仅在结束时</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留数量</translation>
    </message>
    <message>
        <source>How many of the newest are kept.</source>
        <translation>保留最新的多少个。</translation>
    </message>
    <message>
        <source>Keep the best too</source>
        <translation>同时保留最好的</translation>
    </message>
    <message>
        <source>The checkpoint of the best test, and its model.</source>
        <translation>测试结果最好时的检查点及其模型。</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>A name for this job.</source>
        <translation>此作业的名称。</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>The same seed gives the same run, whatever the machines.</source>
        <translation>相同的种子得到相同的运行结果，与机器无关。</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>全局批大小</translation>
    </message>
    <message>
        <source>Samples of one step, over all machines together.</source>
        <translation>所有机器合计每一步的样本数。</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>How often every training sample is used.</source>
        <translation>每个训练样本被使用的次数。</translation>
    </message>
    <message>
        <source>Stop after step</source>
        <translation>在第几步后停止</translation>
    </message>
    <message>
        <source>Ends the run earlier than the epochs would; 0: it does not.</source>
        <translation>在完成全部轮次之前结束运行；0：不提前结束。</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>无限制</translation>
    </message>
    <message>
        <source>Clip gradient norm</source>
        <translation>梯度范数裁剪</translation>
    </message>
    <message>
        <source>Largest norm of the whole gradient; 0: no clipping.</source>
        <translation>整个梯度的最大范数；0：不裁剪。</translation>
    </message>
    <message>
        <source>No clipping</source>
        <translation>不裁剪</translation>
    </message>
    <message>
        <source>Epochs between tests</source>
        <translation>测试间隔轮数</translation>
    </message>
    <message>
        <source>Epochs between two looks at the test set.</source>
        <translation>两次测试之间的轮数。</translation>
    </message>
    <message>
        <source>SGD with momentum</source>
        <translation>带动量的 SGD</translation>
    </message>
    <message>
        <source>Adam</source>
        <translation>Adam</translation>
    </message>
    <message>
        <source>AdamW</source>
        <translation>AdamW</translation>
    </message>
    <message>
        <source>Adam as in HetSeq</source>
        <translation>HetSeq 的 Adam</translation>
    </message>
    <message>
        <source>Adadelta</source>
        <translation>Adadelta</translation>
    </message>
    <message>
        <source>Adagrad</source>
        <translation>Adagrad</translation>
    </message>
    <message>
        <source>Adamax</source>
        <translation>Adamax</translation>
    </message>
    <message>
        <source>RMSprop</source>
        <translation>RMSprop</translation>
    </message>
    <message>
        <source>Adafactor</source>
        <translation>Adafactor</translation>
    </message>
    <message>
        <source>LAMB</source>
        <translation>LAMB</translation>
    </message>
    <message>
        <source>Lion</source>
        <translation>Lion</translation>
    </message>
    <message>
        <source>Muon</source>
        <translation>Muon</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Its name.</source>
        <translation>方法的名称。</translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation>动量</translation>
    </message>
    <message>
        <source>SGD, RMSprop and Muon: the part of the previous update that is kept.</source>
        <translation>SGD、RMSprop 和 Muon：保留上一次更新的比例。</translation>
    </message>
    <message>
        <source>Nesterov</source>
        <translation>Nesterov</translation>
    </message>
    <message>
        <source>SGD and Muon: Nesterov momentum, which takes the gradient where the momentum leads.</source>
        <translation>SGD 和 Muon：Nesterov 动量，在动量所指之处取梯度。</translation>
    </message>
    <message>
        <source>Beta 1</source>
        <translation>Beta 1</translation>
    </message>
    <message>
        <source>Beta 2</source>
        <translation>Beta 2</translation>
    </message>
    <message>
        <source>Epsilon</source>
        <translation>Epsilon</translation>
    </message>
    <message>
        <source>Keeps steps finite where gradients vanish; left out, what is usual for the method.</source>
        <translation>在梯度接近零时使步长保持有限；省略时取该方法的常用值。</translation>
    </message>
    <message>
        <source>AMSGrad</source>
        <translation>AMSGrad</translation>
    </message>
    <message>
        <source>Adam and AdamW: divides by the largest mean square so far.</source>
        <translation>用于 Adam 和 AdamW：除以迄今最大的均方。</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>权重衰减</translation>
    </message>
    <message>
        <source>Decoupled in AdamW, HetSeq&apos;s Adam, Adafactor, LAMB, Lion and Muon; added to the gradient in the others.</source>
        <translation>在 AdamW、HetSeq 的 Adam、Adafactor、LAMB、Lion 和 Muon 中解耦；在其他方法中加到梯度上。</translation>
    </message>
    <message>
        <source>Decay biases and norms too</source>
        <translation>偏置和归一化参数也衰减</translation>
    </message>
    <message>
        <source>Otherwise only parameters of two and more dimensions decay.</source>
        <translation>否则只有二维及以上的参数衰减。</translation>
    </message>
    <message>
        <source>Clip gradient entries</source>
        <translation>逐元素梯度裁剪</translation>
    </message>
    <message>
        <source>Largest entry of a gradient, in either direction; 0: no clipping.</source>
        <translation>梯度元素的最大绝对值；0：不裁剪。</translation>
    </message>
    <message>
        <source>Average of weights</source>
        <translation>权重平均</translation>
    </message>
    <message>
        <source>Decay of a moving average of the parameters, which is tested and saved; 0: none.</source>
        <translation>参数滑动平均的衰减率；测试和保存的都是平均后的参数；0：不取平均。</translation>
    </message>
    <message>
        <source>No average</source>
        <translation>不取平均</translation>
    </message>
    <message>
        <source>Constant</source>
        <translation>恒定</translation>
    </message>
    <message>
        <source>In steps</source>
        <translation>阶梯式</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>Polynomial</source>
        <translation>多项式</translation>
    </message>
    <message>
        <source>Inverse square root</source>
        <translation>平方根倒数</translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation>余弦</translation>
    </message>
    <message>
        <source>One cycle</source>
        <translation>单周期</translation>
    </message>
    <message>
        <source>Triangular</source>
        <translation>三角</translation>
    </message>
    <message>
        <source>Not at all</source>
        <translation>不随之变化</translation>
    </message>
    <message>
        <source>In proportion</source>
        <translation>按比例</translation>
    </message>
    <message>
        <source>With its square root</source>
        <translation>按其平方根</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>The shape after the warm-up.</source>
        <translation>预热之后的形状。</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>Learning rate after the warm-up.</source>
        <translation>预热之后的学习率。</translation>
    </message>
    <message>
        <source>Grows with the batch</source>
        <translation>随批大小增大</translation>
    </message>
    <message>
        <source>How the peak follows the global batch.</source>
        <translation>峰值如何随全局批大小变化。</translation>
    </message>
    <message>
        <source>Found with a batch of</source>
        <translation>所依据的批大小</translation>
    </message>
    <message>
        <source>The global batch that the peak is right for.</source>
        <translation>峰值所适用的全局批大小。</translation>
    </message>
    <message>
        <source>Warm-up steps</source>
        <translation>预热步数</translation>
    </message>
    <message>
        <source>Steps of linear growth to the peak; of one cycle: of its rise, 0: 30 % of the run.</source>
        <translation>线性增长到峰值的步数；单周期：其上升的步数，0：运行的 30%。</translation>
    </message>
    <message>
        <source>Factor</source>
        <translation>系数</translation>
    </message>
    <message>
        <source>What the rate is multiplied by at each drop.</source>
        <translation>每次下降时学习率所乘的系数。</translation>
    </message>
    <message>
        <source>Epochs between drops</source>
        <translation>下降间隔轮数</translation>
    </message>
    <message>
        <source>How many epochs pass from one drop to the next.</source>
        <translation>两次下降之间的轮数。</translation>
    </message>
    <message>
        <source>Ends after step</source>
        <translation>结束步</translation>
    </message>
    <message>
        <source>Steps until the rate is at its end, warm-up included; 0: those of the run.</source>
        <translation>学习率到达终值的步数，含预热；0：整个运行的步数。</translation>
    </message>
    <message>
        <source>The whole run</source>
        <translation>整个运行</translation>
    </message>
    <message>
        <source>Exponent</source>
        <translation>幂次</translation>
    </message>
    <message>
        <source>1 is a line, 2 falls steeply first.</source>
        <translation>1 为直线，2 先陡后缓。</translation>
    </message>
    <message>
        <source>Starts at</source>
        <translation>初值</translation>
    </message>
    <message>
        <source>As a fraction of the peak.</source>
        <translation>占峰值的比例。</translation>
    </message>
    <message>
        <source>Ends at</source>
        <translation>终值</translation>
    </message>
    <message>
        <source>Steps of a cycle</source>
        <translation>每周期步数</translation>
    </message>
    <message>
        <source>Of a cosine: until it starts again; of a triangle: up and down. 0: once, over the run.</source>
        <translation>余弦：到重新开始为止；三角：一升一降。0：整个运行只有一个周期。</translation>
    </message>
    <message>
        <source>Length of the next cycle</source>
        <translation>下一周期的长度</translation>
    </message>
    <message>
        <source>In lengths of the one before.</source>
        <translation>以前一个周期的长度为单位。</translation>
    </message>
    <message>
        <source>Height of the next cycle</source>
        <translation>下一周期的高度</translation>
    </message>
    <message>
        <source>As a fraction of the one before.</source>
        <translation>与前一个周期之比。</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>When a device is too small</source>
        <translation>设备内存不足时</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>总是</translation>
    </message>
    <message>
        <source>Memory limit</source>
        <translation>内存上限</translation>
    </message>
    <message>
        <source>MiB that training may fill on each device; 0: all there is.</source>
        <translation>训练在每个设备上可占用的 MiB；0：全部可用内存。</translation>
    </message>
    <message>
        <source>All there is</source>
        <translation>全部可用内存</translation>
    </message>
    <message>
        <source>Split optimizer memory</source>
        <translation>拆分优化器内存</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>So many voxels along each axis are averaged to one: the network then sees further for the same work.</source>
        <translation>沿每条轴把这么多体素平均为一个：网络以同样的计算量看得更远。</translation>
    </message>
    <message>
        <source>Each device holds a part of the optimizer state and of the gradients, by its free memory. Same result.</source>
        <translation>每个设备按其空闲内存保存优化器状态和梯度的一部分。结果相同。</translation>
    </message>
    <message>
        <source>Voxels are cubes</source>
        <translation>体素为立方体</translation>
    </message>
    <message>
        <source>As deep as they are wide: slices are exchanged with rows and columns too.</source>
        <translation>深度与宽度相同：切片也会与行和列互换。</translation>
    </message>
    <message>
        <source>Softening</source>
        <translation>软化</translation>
    </message>
    <message>
        <source>How far from 0 and 1 the probabilities are that the network learns; with more it is less sure.</source>
        <translation>网络所学概率与 0 和 1 的距离；越大，网络越不确定。</translation>
    </message>
    <message>
        <source>Weight of the object</source>
        <translation>对象权重</translation>
    </message>
    <message>
        <source>Of its voxels in the loss, where others count 1: with more the network misses less and runs over more.</source>
        <translation>对象体素在损失中的权重，其他体素计为 1：权重越大，网络遗漏越少，越界越多。</translation>
    </message>
    <message>
        <source>At random, mirrors all axes, exchanges rows and columns, and begins to average at another voxel.</source>
        <translation>随机镜像所有轴、交换行与列，并改从另一个体素起求平均。</translation>
    </message>
    <message>
        <source>Vary the grey</source>
        <translation>变换灰度</translation>
    </message>
    <message>
        <source>Contrast by up to this part of it, up or down, and brightness by as many standard deviations, in each example.</source>
        <translation>每个样例中，对比度增减至多此比例，亮度增减至多同样倍数的标准差。</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>噪声</translation>
    </message>
    <message>
        <source>Added to each voxel in training, in standard deviations of a voxel.</source>
        <translation>训练时加到每个体素上，以体素的标准差为单位。</translation>
    </message>
    <message>
        <source>Steps left out</source>
        <translation>略过的步数</translation>
    </message>
    <message>
        <source>So many steps in a row whose loss or gradient is not finite are left out; with one more the run goes back.</source>
        <translation>损失或梯度不是有限值的步会被略过，最多连续这么多步；再多一步，运行就会退回。</translation>
    </message>
    <message>
        <source>Go back once</source>
        <translation>退回一次</translation>
    </message>
    <message>
        <source>To the newest checkpoint, where too many steps are not finite; after that, or without it, the run ends.</source>
        <translation>不是有限值的步过多时，退回到最新的检查点；此后再次出现，或未启用时，运行结束。</translation>
    </message>
    <message>
        <source>Least learning rate</source>
        <translation>最低学习率</translation>
    </message>
    <message>
        <source>The run ends with the epoch that ends with this rate or less; 0: it does not.</source>
        <translation>某个轮次结束时的学习率不高于此值时，运行随之结束；0：不提前结束。</translation>
    </message>
    <message>
        <source>HetSeq&apos;s network for MNIST</source>
        <translation>HetSeq 的 MNIST 网络</translation>
    </message>
    <message>
        <source>Sum of gradients</source>
        <translation>梯度求和</translation>
    </message>
    <message>
        <source>Adasum of updates</source>
        <translation>对更新做 Adasum</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Join by</source>
        <translation>合并方式</translation>
    </message>
    <message>
        <source>Adasum keeps large batches accurate: each group of devices updates by itself, and the updates are averaged where they agree and added where they do not. The run then depends on the grouping too.</source>
        <translation>批大小很大时，Adasum 也能保持准确：每组设备各自更新，更新方向一致时取平均，不一致时相加。此时运行结果也取决于分组。</translation>
    </message>
    <message>
        <source>Adasum between</source>
        <translation>Adasum 的合并单位</translation>
    </message>
    <message>
        <source>Which of them update by themselves; inside one, gradients are summed. With other machines the grouping, and so the run, is another one.</source>
        <translation>各自更新的单位；单位内部对梯度求和。换用其他机器时分组不同，运行结果也随之不同。</translation>
    </message>
    <message>
        <source>Equally fast groups of machines</source>
        <translation>速度相当的机器组</translation>
    </message>
    <message>
        <source>Decay of the mean gradient, where the method has one; Lion: the part that it has in an update.</source>
        <translation>梯度均值的衰减（若该方法有）；Lion：它在一次更新中所占的比例。</translation>
    </message>
    <message>
        <source>Decay of the mean square of the gradient, where the method has one; Lion: of the mean gradient.</source>
        <translation>梯度平方均值的衰减（若该方法有）；Lion：梯度均值的衰减。</translation>
    </message>
    <message>
        <source>A Hugging Face folder of a BERT to start from, or a file of weights together with the shape; empty: fresh weights.</source>
        <translation>Hugging Face 格式的 BERT 文件夹，在其基础上继续训练；或权重文件，须同时给出形状；留空：全新权重。</translation>
    </message>
    <message>
        <source>The config.json of the BERT; empty: that of the folder above.</source>
        <translation>BERT 的 config.json；留空：使用上面文件夹中的。</translation>
    </message>
    <message>
        <source>In tokens. Training leaves out pairs with a longer side; tests take every pair.</source>
        <translation>以词元计。训练会舍去任一侧超过此长度的句对；测试则采用全部句对。</translation>
    </message>
    <message>
        <source>Steps between two checkpoints; 0: only at the end and at a stop. Without a number it is a tenth of the run, at most 500.</source>
        <translation>两个检查点之间的步数；0：只在结束和停止时保存。不填时为运行的十分之一，最多 500。</translation>
    </message>
    <message>
        <source>A tenth of the run</source>
        <translation>运行的十分之一</translation>
    </message>
    <message>
        <source>Train while one is written</source>
        <translation>写入时继续训练</translation>
    </message>
    <message>
        <source>A copy of weights and optimizer state is written, which takes as much memory again on the first machine. Otherwise training waits.</source>
        <translation>写入的是权重和优化器状态的副本，会在第一台机器上再占用同样多的内存。否则训练会等待。</translation>
    </message>
    <message>
        <source>Go on with adapter</source>
        <translation>继续训练适配器</translation>
    </message>
    <message>
        <source>A folder with a LoRA adapter of this model, as PEFT writes it; empty: a fresh one of the rank below, or none.</source>
        <translation>包含此模型的 LoRA 适配器的文件夹，格式与 PEFT 所写的相同；留空：按下面的秩新建一个，或不用适配器。</translation>
    </message>
    <message>
        <source>Adapter rank</source>
        <translation>适配器的秩</translation>
    </message>
    <message>
        <source>LoRA: small matrices of this rank are trained beside the linear layers, and the model&apos;s own weights stay as they are.</source>
        <translation>LoRA：在线性层旁训练这个秩的小矩阵，模型自身的权重保持不变。</translation>
    </message>
    <message>
        <source>all weights are trained</source>
        <translation>训练全部权重</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>Alpha</translation>
    </message>
    <message>
        <source>What the adapter adds is multiplied by alpha / rank.</source>
        <translation>适配器加上的值会乘以 alpha / 秩。</translation>
    </message>
    <message>
        <source>as the rank</source>
        <translation>与秩相同</translation>
    </message>
    <message>
        <source>Rank-stabilised</source>
        <translation>秩稳定</translation>
    </message>
    <message>
        <source>Multiplies by alpha / √rank instead, for high ranks.</source>
        <translation>改为乘以 alpha / √秩，适合较大的秩。</translation>
    </message>
    <message>
        <source>Adapter dropout</source>
        <translation>适配器的 Dropout</translation>
    </message>
    <message>
        <source>The part of what an adapter gets that training leaves out.</source>
        <translation>训练时从适配器的输入中略去的比例。</translation>
    </message>
    <message>
        <source>Adapted layers</source>
        <translation>使用适配器的层</translation>
    </message>
    <message>
        <source>all-linear: all but the output layer; or names with commas between them, such as q_proj, v_proj.</source>
        <translation>all-linear：除输出层外的所有线性层；或用逗号分隔的名称，例如 q_proj, v_proj。</translation>
    </message>
    <message>
        <source>Other ranks</source>
        <translation>其他秩</translation>
    </message>
    <message>
        <source>Layers of another rank, such as down_proj=32, 0.mlp.up_proj=8.</source>
        <translation>使用其他秩的层，例如 down_proj=32, 0.mlp.up_proj=8。</translation>
    </message>
    <message>
        <source>Other alphas</source>
        <translation>其他 alpha</translation>
    </message>
    <message>
        <source>Layers of another alpha, such as down_proj=64.</source>
        <translation>使用其他 alpha 的层，例如 down_proj=64。</translation>
    </message>
    <message>
        <source>Trained as a whole</source>
        <translation>整体训练</translation>
    </message>
    <message>
        <source>Parts of the model that are trained beside the adapter, such as embed_tokens, lm_head.</source>
        <translation>与适配器一起训练的模型部分，例如 embed_tokens, lm_head。</translation>
    </message>
    <message>
        <source>One long text</source>
        <translation>一篇长文本</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>The answers alone</source>
        <translation>仅回答</translation>
    </message>
    <message>
        <source>All of a conversation</source>
        <translation>整个对话</translation>
    </message>
    <message>
        <source>A Hugging Face folder of a GPT-2, Llama, Qwen, Gemma, Mistral or similar model; empty: a fresh GPT-2.</source>
        <translation>GPT-2、Llama、Qwen、Gemma、Mistral 或类似模型的 Hugging Face 文件夹；留空：全新的 GPT-2。</translation>
    </message>
    <message>
        <source>Form of the data</source>
        <translation>数据形式</translation>
    </message>
    <message>
        <source>A text file in UTF-8; of conversations a JSONL or JSON file, or a folder of such files.</source>
        <translation>UTF-8 文本文件；对话则为 JSONL 或 JSON 文件，或存放这类文件的文件夹。</translation>
    </message>
    <message>
        <source>The same to test on; empty: a part of the training text is kept for that.</source>
        <translation>用于测试的同类数据；留空：从训练文本中留出一部分。</translation>
    </message>
    <message>
        <source>The end of the training text, or conversations drawn from it: the model is tested on them and never trained on them.</source>
        <translation>训练文本的末尾，或从中抽取的对话：模型用它们测试，从不用它们训练。</translation>
    </message>
    <message>
        <source>What is learned</source>
        <translation>学习内容</translation>
    </message>
    <message>
        <source>Of conversations: what the assistant says, or all of them.</source>
        <translation>对话：只学助手所说的，或全部。</translation>
    </message>
    <message>
        <source>Adapter</source>
        <translation>适配器</translation>
    </message>
    <message>
        <source>What is trained instead of all weights of the model it starts from.</source>
        <translation>代替起始模型的全部权重而被训练的部分。</translation>
    </message>
    <message>
        <source>One long text, or rows with messages, conversations, prompt and completion, instruction and output, or text.</source>
        <translation>一篇长文本，或带有 messages、conversations、prompt 和 completion、instruction 和 output 或 text 的行。</translation>
    </message>
    <message>
        <source>Correct Mistral&apos;s tokenizer</source>
        <translation>更正 Mistral 的分词器</translation>
    </message>
    <message>
        <source>Older folders of Mistral&apos;s models cut text otherwise than these models were trained with; a warning of the run names such a folder. This cuts as in training.</source>
        <translation>Mistral 模型的旧文件夹切分文本的方式与这些模型训练时不同；运行的警告会指出这样的文件夹。启用后按训练时的方式切分。</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>聊天模板</translation>
    </message>
    <message>
        <source>A .jinja file, or the name of one of the templates that the model comes with; empty: its default.</source>
        <translation>一个 .jinja 文件，或模型自带模板之一的名称；空：其默认模板。</translation>
    </message>
    <message>
        <source>Date in the template</source>
        <translation>模板中的日期</translation>
    </message>
    <message>
        <source>What chat templates write as today&apos;s date, such as 2026-11-28; empty: the day on which the run is made.</source>
        <translation>聊天模板写作今天的日期，例如 2026-11-28；空：创建运行的那一天。</translation>
    </message>
    <message>
        <source>As in its files</source>
        <translation>与其文件相同</translation>
    </message>
    <message>
        <source>8 bits (int8)</source>
        <translation>8 位 (int8)</translation>
    </message>
    <message>
        <source>4 bits (NF4)</source>
        <translation>4 位 (NF4)</translation>
    </message>
    <message>
        <source>Bits of its weights</source>
        <translation>权重的位数</translation>
    </message>
    <message>
        <source>In how many bits the weights below an adapter are kept, the same on all machines. Fewer need less memory, and round more.</source>
        <translation>适配器之下的权重以多少位保存，所有机器上都相同。位数越少，所需内存越少，舍入误差也越大。</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>A text file, a prompt on each line, that the model answers at each test, or writes on; empty: none.</source>
        <translation>一个文本文件，每行一个提示词，模型在每次测试时回答或续写它们；空：没有。</translation>
    </message>
    <message>
        <source>Gradients travel in</source>
        <translation>梯度传输精度</translation>
    </message>
    <message>
        <source>Of an adapter: in 16 bits devices send each other half as much in a step, and the sums are rounded. For slow networks.</source>
        <translation>适配器的梯度：用 16 位时，各设备在每一步中互相发送的数据减半，总和会被舍入。适用于慢速网络。</translation>
    </message>
    <message>
        <source>Keep each part twice</source>
        <translation>每一部分保存两份</translation>
    </message>
    <message>
        <source>On a second machine too, where memory holds it: so a lost machine costs no step. Where it is off, the run goes back to its newest checkpoint.</source>
        <translation>在内存足够时也保存在第二台机器上：这样失去一台机器不会损失任何一步。关闭时，运行会退回到最新的检查点。</translation>
    </message>
</context>
<context>
    <name>Preset</name>
    <message>
        <source>Fashion-MNIST</source>
        <translation>Fashion-MNIST</translation>
    </message>
    <message>
        <source>BERT pre-training</source>
        <translation>BERT 预训练</translation>
    </message>
    <message>
        <source>Names in text</source>
        <translation>文本中的名称</translation>
    </message>
    <message>
        <source>Translation</source>
        <translation>翻译</translation>
    </message>
    <message>
        <source>Text that goes on</source>
        <translation>续写文本</translation>
    </message>
    <message>
        <source>Objects in a volume</source>
        <translation>体数据中的对象</translation>
    </message>
    <message>
        <source>Your own model</source>
        <translation>您自己的模型</translation>
    </message>
    <message>
        <source>Entities in text</source>
        <translation>文本中的实体</translation>
    </message>
    <message>
        <source>Answers in conversations</source>
        <translation>对话中的回答</translation>
    </message>
</context>
<context>
    <name>Slowdown</name>
    <message>
        <source>Its computing takes %1 times as long as measured before the run.</source>
        <translation>计算用时是运行前所测的 %1 倍。</translation>
    </message>
    <message>
        <source>Since step %2 its computing takes %1 times as long as before.</source>
        <translation>从第 %2 步起，计算用时是之前的 %1 倍。</translation>
    </message>
    <message>
        <source>It spends %1 of the time waiting for data.</source>
        <translation>有 %1 的时间在等待数据。</translation>
    </message>
    <message>
        <source>Since step %2 it spends %1 of the time waiting for data.</source>
        <translation>从第 %2 步起，有 %1 的时间在等待数据。</translation>
    </message>
    <message>
        <source>Since step %2 the exchange of gradients takes %1 times as long as before.</source>
        <translation>从第 %2 步起，梯度交换用时是之前的 %1 倍。</translation>
    </message>
    <message>
        <source>Since step %2 the update of the model takes %1 times as long as before.</source>
        <translation>从第 %2 步起，模型更新用时是之前的 %1 倍。</translation>
    </message>
    <message>
        <source>Data now arrives fast enough.</source>
        <translation>现在数据供应已足够快。</translation>
    </message>
    <message>
        <source>The exchange of gradients is as fast as before again.</source>
        <translation>梯度交换又和之前一样快了。</translation>
    </message>
    <message>
        <source>It is as fast as measured before the run.</source>
        <translation>现在和运行前所测的一样快。</translation>
    </message>
    <message>
        <source>It is as fast as before again.</source>
        <translation>又和之前一样快了。</translation>
    </message>
    <message>
        <source>Leave a processor free for preparing the data: train on one thread fewer there.</source>
        <translation>请留出一个处理器来准备数据：在那里少用一个线程训练。</translation>
    </message>
    <message>
        <source>See what else uses this network.</source>
        <translation>请查看还有什么在使用这个网络。</translation>
    </message>
    <message>
        <source>See what else runs there, or leave it out of the next run.</source>
        <translation>请查看那里还运行着什么，或者下次运行时不使用它。</translation>
    </message>
    <message>
        <source>End what else runs there.</source>
        <translation>请结束那里运行的其他程序。</translation>
    </message>
    <message>
        <source>Raise the processor limit of its container or service.</source>
        <translation>请提高其容器或服务的处理器限额。</translation>
    </message>
    <message>
        <source>Take a virtual machine with processors of its own.</source>
        <translation>请使用独占处理器的虚拟机。</translation>
    </message>
    <message>
        <source>Clean its fans and give it cooler air.</source>
        <translation>请清洁风扇并改善散热。</translation>
    </message>
    <message>
        <source>Raise its limit with nvidia-smi -pl, if its power supply allows that.</source>
        <translation>如果电源允许，请用 nvidia-smi -pl 提高其上限。</translation>
    </message>
    <message>
        <source>End what else uses this GPU.</source>
        <translation>请结束使用此 GPU 的其他程序。</translation>
    </message>
    <message>
        <source>Plug it in, or set its power mode to performance.</source>
        <translation>请接上电源，或将电源模式设为高性能。</translation>
    </message>
    <message>
        <source>Close other programs there, or give the job a smaller micro-batch.</source>
        <translation>请关闭那里的其他程序，或为作业设置更小的微批次。</translation>
    </message>
    <message>
        <source>Put the data on a faster disk of this machine.</source>
        <translation>请把数据放到这台机器更快的磁盘上。</translation>
    </message>
    <message>
        <source>Check its network cable, its plug in the switch, or its Wi-Fi.</source>
        <translation>请检查其网线、交换机插口或 Wi-Fi。</translation>
    </message>
    <message>
        <source>Other processes use %1 of its processors.</source>
        <translation>其他进程占用了它 %1 的处理器。</translation>
    </message>
    <message>
        <source>A limit on processor time holds it back %1 of the time.</source>
        <translation>处理器时间限额使它有 %1 的时间受限。</translation>
    </message>
    <message>
        <source>The host of this virtual machine takes %1 of its processors.</source>
        <translation>这台虚拟机的宿主机占去了 %1 的处理器。</translation>
    </message>
    <message>
        <source>Its GPU is at %1 °C and clocks down.</source>
        <translation>它的 GPU 温度达 %1°C，正在降频。</translation>
    </message>
    <message>
        <source>Its processors are too hot and clock down.</source>
        <translation>它的处理器过热，正在降频。</translation>
    </message>
    <message>
        <source>Its GPU is at its power limit of %1.</source>
        <translation>它的 GPU 已达到 %1 的功率上限。</translation>
    </message>
    <message>
        <source>Other processes use its GPU (%1).</source>
        <translation>其他进程也在使用它的 GPU（%1 个）。</translation>
    </message>
    <message>
        <source>Its clock is down to %1 MHz.</source>
        <translation>它的时钟频率降到了 %1 MHz。</translation>
    </message>
    <message>
        <source>Its memory is full: it moves %1 a second to the disk and back.</source>
        <translation>它的内存已满：每秒有 %1 在内存与磁盘之间换入换出。</translation>
    </message>
    <message>
        <source>Its processors spend %1 of the time waiting for the disk.</source>
        <translation>它的处理器有 %1 的时间在等待磁盘。</translation>
    </message>
    <message>
        <source>Its network loses %1 of what it sends.</source>
        <translation>它的网络丢失了所发数据的 %1。</translation>
    </message>
    <message>
        <source>Its network link has become slower.</source>
        <translation>它的网络链路变慢了。</translation>
    </message>
    <message>
        <source>The shares of a batch follow by themselves.</source>
        <translation>批次的份额会自动调整。</translation>
    </message>
    <message>
        <source>See what else runs there.</source>
        <translation>请查看那里还在运行什么。</translation>
    </message>
</context>
<context>
    <name>motley</name>
    <message>
        <source>There is no motley-engine at %1. Build it, or set MOTLEY_ENGINE to its path.</source>
        <translation>%1 处没有 motley-engine。请构建它，或将 MOTLEY_ENGINE 设为其路径。</translation>
    </message>
</context>
<context>
    <name>motley::ActionPalette</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>What do you want to do?</source>
        <translation>想做什么？</translation>
    </message>
    <message>
        <source>Search what can be done here</source>
        <translation>搜索这里可以做的事</translation>
    </message>
    <message>
        <source>What can be done</source>
        <translation>可以做的事</translation>
    </message>
</context>
<context>
    <name>motley::AddMachineDialog</name>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Add a machine</source>
        <translation>添加机器</translation>
    </message>
    <message>
        <source>What happened so far</source>
        <translation>目前的进展</translation>
    </message>
    <message>
        <source>What you would give to ssh: a name of your SSH configuration, user@host, user@host:port or ssh://user@host:port. Nothing has to be installed there.</source>
        <translation>填写与 ssh 命令所用相同的地址：SSH 配置中的名称、user@host、user@host:port 或 ssh://user@host:port。那台机器上无需安装任何软件。</translation>
    </message>
    <message>
        <source>A&amp;ddress</source>
        <translation>地址(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Connecting to %1</source>
        <translation>正在连接 %1</translation>
    </message>
    <message>
        <source>Cancel the test</source>
        <translation>取消测试</translation>
    </message>
    <message>
        <source>Logged in; it calls itself %1</source>
        <translation>已登录；机器自称 %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln processor(s)</source>
        <translation>
            <numerusform>%Ln 个处理器</numerusform>
        </translation>
    </message>
    <message>
        <source>GPU: %1, %2</source>
        <translation>GPU：%1，%2</translation>
    </message>
    <message>
        <source>No GPU was found; its processors can be used.</source>
        <translation>未找到 GPU；可以使用它的处理器。</translation>
    </message>
    <message>
        <source>Everything works.</source>
        <translation>一切正常。</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>已取消。</translation>
    </message>
    <message>
        <source>Enter an address, then press Test to log in and to see what this machine is.</source>
        <translation>输入地址，然后点击“测试”登录并查看这台机器的情况。</translation>
    </message>
</context>
<context>
    <name>motley::AdviceWords</name>
    <message>
        <source>%1 Gbit/s</source>
        <translation>%1 Gbit/s</translation>
    </message>
    <message>
        <source>%1 Mbit/s</source>
        <translation>%1 Mbit/s</translation>
    </message>
    <message>
        <source>In one pass, the memory of all devices together holds %1 samples; the least is on %2, for %3.</source>
        <translation>一次前后向计算中，所有设备的内存共可容纳 %1 个样本；%2 的内存最少，可容纳 %3 个。</translation>
    </message>
    <message>
        <source>A larger share is taken in several passes, with the same result.</source>
        <translation>更大的份额会分多次计算，结果相同。</translation>
    </message>
    <message>
        <source>This model normalises over the whole batch, so a larger share does not fit.</source>
        <translation>此模型在整个批次上做归一化，因此更大的份额放不下。</translation>
    </message>
    <message>
        <source>The gradient-noise scale, as measured in a run, is %1: with a batch of %2, training needs %3 times the fewest samples and %4 times the fewest steps.</source>
        <translation>在一次运行中测得的梯度噪声尺度为 %1：批大小为 %2 时，训练所需样本数是最少样本数的 %3 倍，所需步数是最少步数的 %4 倍。</translation>
    </message>
    <message>
        <source>These machines get to the same quality soonest with a batch of about %1.</source>
        <translation>这些机器用约 %1 的批大小能最快达到同样的质量。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln rank(s) together are no faster than one alone: the exchange costs more than they add.</source>
        <translation>
            <numerusform>%Ln 个 rank 合起来并不比单独一个快：交换的代价超过了它们带来的收益。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln rank(s) together are %1 times as fast as one of them on average.</source>
        <translation>
            <numerusform>%Ln 个 rank 合起来的速度平均是其中一个的 %1 倍。</numerusform>
        </translation>
    </message>
    <message>
        <source>The part that more ranks do not shorten is %1 of the computing time, so no number of ranks is more than %2 times as fast as one.</source>
        <translation>增加 rank 也无法缩短的部分相当于计算时间的 %1，因此无论有多少个 rank，速度都不会超过单个的 %2 倍。</translation>
    </message>
    <message>
        <source>To reach %1 of the ideal speed, that part must be at most %2.</source>
        <translation>要达到理想速度的 %1，这部分最多只能是 %2。</translation>
    </message>
    <message>
        <source>Up to %1 ranks still reach %2 of the ideal speed.</source>
        <translation>最多 %1 个 rank 仍能达到理想速度的 %2。</translation>
    </message>
    <message>
        <source>The exchange of %1 of gradients hides behind the backward pass if the link of each machine carries %2.</source>
        <translation>若每台机器的链路能达到 %2，交换 %1 的梯度就能隐藏在反向传播之中。</translation>
    </message>
    <message>
        <source>The slowest carries %1.</source>
        <translation>最慢的为 %1。</translation>
    </message>
    <message>
        <source>The slowest carries %1, so %2 of each step is spent waiting for it.</source>
        <translation>最慢的为 %1，因此每步有 %2 的时间在等待它。</translation>
    </message>
    <message>
        <source>The learning rate of %1 was found with a batch of %2.</source>
        <translation>学习率 %1 是在批大小为 %2 时确定的。</translation>
    </message>
    <message>
        <source>For a batch of %1 this job makes it %2.</source>
        <translation>对于批大小 %1，此作业将其调整为 %2。</translation>
    </message>
    <message>
        <source>For %1, take %2 with SGD and a warm-up (linear rule), or %3 with Adam and its kin (square-root rule).</source>
        <translation>对于 %1，使用 SGD 并预热时取 %2（线性规则），使用 Adam 一类方法时取 %3（平方根规则）。</translation>
    </message>
    <message>
        <source>How much the gradients of single samples differ, said as a batch: far below it, twice the batch needs about half the steps; far beyond it, a larger batch saves hardly any.</source>
        <translation>各个样本的梯度相差多少，以批大小表示：远低于它时，批大小加倍约可使步数减半；远高于它时，更大的批大小几乎不再节省步数。</translation>
    </message>
    <message>
        <source>A larger batch would save steps at little cost.</source>
        <translation>增大批大小能以很小的代价节省步数。</translation>
    </message>
    <message>
        <source>Most of such a batch says the same thing twice; a smaller one learns as much.</source>
        <translation>这样的批次大部分内容重复；较小的批次能学到同样多。</translation>
    </message>
</context>
<context>
    <name>motley::AnnotationDialog</name>
    <message>
        <source>Note and tags of %1</source>
        <translation>%1 的备注和标签</translation>
    </message>
    <message>
        <source>With commas between them</source>
        <translation>用逗号分隔</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>motley::Annotations</name>
    <message>
        <source>The note has %1 characters; at most %2 are kept: shorten it.</source>
        <translation>备注有 %1 个字符，最多保留 %2 个：请缩短。</translation>
    </message>
    <message>
        <source>The tag “%1…” is longer than %2 characters: shorten it.</source>
        <translation>标签“%1…”超过 %2 个字符：请缩短。</translation>
    </message>
    <message>
        <source>There are %1 tags; a run can have %2: remove some.</source>
        <translation>有 %1 个标签，一次运行最多 %2 个：请删除一些。</translation>
    </message>
</context>
<context>
    <name>motley::AnswerPane</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>回答</translation>
    </message>
</context>
<context>
    <name>motley::AnswersView</name>
    <message>
        <source>Answers at each test</source>
        <translation>每次测试的回答</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>The whole answer</source>
        <translation>完整回答</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Test loss</source>
        <translation>测试损失</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>(no words)</source>
        <translation>（没有文字）</translation>
    </message>
</context>
<context>
    <name>motley::AxisMenu</name>
    <message>
        <source>Logarithmic</source>
        <translation>对数</translation>
    </message>
</context>
<context>
    <name>motley::ChartsDialog</name>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Usual charts</source>
        <translation>默认图表</translation>
    </message>
    <message>
        <source>Charts of a run</source>
        <translation>运行的图表</translation>
    </message>
    <message>
        <source>Ticked charts are shown below the time line, in this order. Drag a chart, or move it with Alt and the arrow keys.</source>
        <translation>勾选的图表按此顺序显示在时间线下方。拖动图表，或用 Alt 加方向键移动它。</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>motley::Collection</name>
    <message>
        <source>%1 gave a list of files that cannot be right; nothing was copied from it.</source>
        <translation>%1 给出的文件列表不可能正确；未从它复制任何内容。</translation>
    </message>
    <message>
        <source>The run&apos;s folder %1 on %2 could not be read.</source>
        <translation>无法读取 %2 上的运行文件夹 %1。</translation>
    </message>
    <message>
        <source>There is too little space in %1 for the trained model; free some and open the run again.</source>
        <translation>%1 的空间不足以存放训练好的模型；请释放空间后重新打开该运行。</translation>
    </message>
    <message>
        <source>Could not write %1.</source>
        <translation>无法写入 %1。</translation>
    </message>
    <message>
        <source>%1 did not arrive whole from %2; open the run again to try once more.</source>
        <translation>%1 未能从 %2 完整传来；请重新打开该运行再试一次。</translation>
    </message>
    <message>
        <source>Could not make the folder %1.</source>
        <translation>无法创建文件夹 %1。</translation>
    </message>
    <message>
        <source>The run&apos;s folder %1 on %2 could not be written to.</source>
        <translation>无法写入 %2 上的运行文件夹 %1。</translation>
    </message>
    <message>
        <source>There is too little space in %1 for a checkpoint of the run.</source>
        <translation>%1 的空间不足以存放该运行的检查点。</translation>
    </message>
    <message>
        <source>The checkpoint of step %1 on %2 is damaged or was removed.</source>
        <translation>%2 上第 %1 步的检查点已损坏或已被删除。</translation>
    </message>
</context>
<context>
    <name>motley::ComebackWords</name>
    <message>
        <source>%1 is lost, and its terms say that it is not taken back by itself.</source>
        <translation>已失去 %1；按照其条款，不会自动让它重新参与。</translation>
    </message>
    <message>
        <source>%1 is lost. It is not taken back by itself, as its ranks would fail again.</source>
        <translation>已失去 %1。不会自动让它重新参与，因为它的 rank 会再次失败。</translation>
    </message>
    <message>
        <source>%1 is lost. It is not taken back by itself, as it asks a question before it lets you log in.</source>
        <translation>已失去 %1。不会自动让它重新参与，因为登录前需要先回答一个问题。</translation>
    </message>
    <message>
        <source>%1 is lost, and is not taken back by itself: %2</source>
        <translation>已失去 %1，不会自动让它重新参与：%2</translation>
    </message>
    <message>
        <source>%1 is reachable again and prepares to take part.</source>
        <translation>%1 已可重新连接，正在准备参与训练。</translation>
    </message>
    <message>
        <source>%1 could not be taken back yet, and is tried again: %2</source>
        <translation>暂时无法让 %1 重新参与，将再次尝试：%2</translation>
    </message>
    <message>
        <source>%1 is lost; it is taken back as soon as it can be reached.</source>
        <translation>已失去 %1；一旦可以连接，就会让它重新参与。</translation>
    </message>
</context>
<context>
    <name>motley::CommandLine</name>
    <message>
        <source>Options</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>Print this help and exit</source>
        <translation>显示此帮助并退出</translation>
    </message>
    <message>
        <source>Print the version and exit</source>
        <translation>显示版本并退出</translation>
    </message>
    <message>
        <source>Usage</source>
        <translation>用法</translation>
    </message>
    <message>
        <source>OPTIONS</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>COMMAND</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>COMMANDS</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>(required)</source>
        <translation>（必填）</translation>
    </message>
    <message>
        <source>TEXT</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Accept an unknown machine with this key, without asking (SHA256:...)</source>
        <translation>不询问即接受具有此密钥的未知机器（SHA256:...）</translation>
    </message>
    <message>
        <source>One trainer out of many different machines. Without a command, the window opens.</source>
        <translation>把许多不同的机器变成一个训练器。不带命令时打开窗口。</translation>
    </message>
    <message>
        <source>List the machines; add or remove one</source>
        <translation>列出机器；添加或移除机器</translation>
    </message>
    <message>
        <source>Log in to each and find out what it is</source>
        <translation>登录每台机器并查看其情况</translation>
    </message>
    <message>
        <source>One JSON object per line</source>
        <translation>每行一个 JSON 对象</translation>
    </message>
    <message>
        <source>Example: motley machines add box me@10.0.0.7 &amp;&amp; motley machines --probe</source>
        <translation>示例：motley machines add box me@10.0.0.7 &amp;&amp; motley machines --probe</translation>
    </message>
    <message>
        <source>Add a machine that ssh can reach</source>
        <translation>添加 ssh 可访问的机器</translation>
    </message>
    <message>
        <source>Your name for it</source>
        <translation>您为它取的名称</translation>
    </message>
    <message>
        <source>What you would give to ssh: an alias, user@host or ssh://user@host:port</source>
        <translation>与 ssh 命令所用相同的地址：别名、user@host 或 ssh://user@host:port</translation>
    </message>
    <message>
        <source>Folder there for Motley&apos;s files, instead of the one that is found</source>
        <translation>那台机器上存放 Motley 文件的文件夹，代替自动找到的文件夹</translation>
    </message>
    <message>
        <source>Forget a machine; nothing changes on it</source>
        <translation>不再记住某台机器；机器本身不变</translation>
    </message>
    <message>
        <source>Train: send what is needed, start, show the progress, fetch the model</source>
        <translation>训练：发送所需内容、启动、显示进度、取回模型</translation>
    </message>
    <message>
        <source>job.json: what to train</source>
        <translation>job.json：训练内容</translation>
    </message>
    <message>
        <source>Names, with devices if you like: local,box:cpu,big:gpu</source>
        <translation>名称，可附带设备：local,box:cpu,big:gpu</translation>
    </message>
    <message>
        <source>Ranks on each CPU that takes part</source>
        <translation>每个参与的 CPU 上的 rank 数</translation>
    </message>
    <message>
        <source>Threads of each rank on a CPU; 0: as many as fit</source>
        <translation>CPU 上每个 rank 的线程数；0：能用多少用多少</translation>
    </message>
    <message>
        <source>Return as soon as the training is running</source>
        <translation>训练开始后立即返回</translation>
    </message>
    <message>
        <source>JSON lines on stdout: progress, then the run&apos;s events as they are</source>
        <translation>在 stdout 输出 JSON 行：先是进度，然后是原样的运行事件</translation>
    </message>
    <message>
        <source>Ctrl-C leaves and the training goes on; a second Ctrl-C within three seconds stops it.
Example: motley run job.json --machines local,box</source>
        <translation>按 Ctrl-C 退出，训练继续；三秒内再按一次 Ctrl-C 停止训练。
示例：motley run job.json --machines local,box</translation>
    </message>
    <message>
        <source>Show a run that was started before, from its first step on</source>
        <translation>显示之前启动的运行，从第一步开始</translation>
    </message>
    <message>
        <source>Its id or name, or how one begins; without it, the newest</source>
        <translation>其 ID、名称或其开头；省略则为最新的</translation>
    </message>
    <message>
        <source>The run&apos;s events as they are</source>
        <translation>原样的运行事件</translation>
    </message>
    <message>
        <source>Stop a run after the step it is in, with a checkpoint</source>
        <translation>在当前步之后停止运行，并写入检查点</translation>
    </message>
    <message>
        <source>Its id or name, or how one begins</source>
        <translation>其 ID、名称或其开头</translation>
    </message>
    <message>
        <source>At once, without a checkpoint</source>
        <translation>立即停止，不写检查点</translation>
    </message>
    <message>
        <source>List the runs that this computer remembers</source>
        <translation>列出本机记录的运行</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Say which folders of data a machine has too, so that nothing in them is sent</source>
        <translation>指定一台机器上已有的数据文件夹，其中的内容就不必发送</translation>
    </message>
    <message>
        <source>HERE=THERE, or one path that is the same on both; none: it has none of them any more</source>
        <translation>本机路径=对方路径，或两边相同的一个路径；不写：它不再有任何这样的文件夹</translation>
    </message>
    <message>
        <source>What differs from the file here is sent all the same.
Example: motley machines data box /home/ada/data=/mnt/data</source>
        <translation>与本机文件不同的内容仍会发送。
示例：motley machines data box /home/ada/data=/mnt/data</translation>
    </message>
    <message>
        <source>Say what a run would take, and which machines are worth it; nothing is started</source>
        <translation>显示一次运行需要什么、哪些机器值得使用；不会启动任何东西</translation>
    </message>
    <message>
        <source>The same as one JSON object</source>
        <translation>同样的内容，作为一个 JSON 对象</translation>
    </message>
    <message>
        <source>Every device is measured for a few seconds, which needs the engine and the data there.
Example: motley plan job.json --machines local,box,big</source>
        <translation>每个设备都会测量几秒钟，这需要那里有引擎和数据。
示例：motley plan job.json --machines local,box,big</translation>
    </message>
    <message>
        <source>Say what a machine costs and whether it may be taken away, for forecasts</source>
        <translation>设置机器的费用以及是否可能被收回，用于预测</translation>
    </message>
    <message>
        <source>Of an hour; 0: nothing</source>
        <translation>每小时的价格；0：免费</translation>
    </message>
    <message>
        <source>Hours until it is taken away, on average; 0: it stays</source>
        <translation>平均多少小时后被收回；0：不会收回</translation>
    </message>
    <message>
        <source>Minutes until there is another one in its place</source>
        <translation>多少分钟后有另一台机器代替</translation>
    </message>
    <message>
        <source>Instead, what part of such machines is taken away by which hour: 2:0.1,6:0.5,24:1</source>
        <translation>也可用曲线代替：此类机器到某小时为止被收回的比例，例如 2:0.1,6:0.5,24:1</translation>
    </message>
    <message>
        <source>Instead, a file of lifetimes that were seen, a line each: 3.5,ended or 24,there</source>
        <translation>也可用文件代替：观察到的存续时间，每行一条，例如 3.5,ended 或 24,there</translation>
    </message>
    <message>
        <source>Example: motley machines terms box --price 1.25 --lifetime 2:0.1,6:0.5,24:1</source>
        <translation>示例：motley machines terms box --price 1.25 --lifetime 2:0.1,6:0.5,24:1</translation>
    </message>
    <message>
        <source>Continue, as another run, from the last checkpoint of one that was stopped or has failed</source>
        <translation>从已停止或失败的运行的最后一个检查点继续，作为新的运行</translation>
    </message>
    <message>
        <source>Names of its machines that no longer take part</source>
        <translation>不再参与的机器的名称</translation>
    </message>
    <message>
        <source>Example: motley resume fashion --without box</source>
        <translation>示例：motley resume fashion --without box</translation>
    </message>
    <message>
        <source>Measure all of these machines first, and train on those that are fastest together</source>
        <translation>先测量所有这些机器，再在组合起来最快的机器上训练</translation>
    </message>
    <message>
        <source>Not all of the output could be written to stdout.</source>
        <translation>输出未能全部写入 stdout。</translation>
    </message>
    <message>
        <source>Remove this run and its files</source>
        <translation>移除此运行及其文件</translation>
    </message>
    <message>
        <source>Do not ask whether to remove it</source>
        <translation>移除前不询问</translation>
    </message>
    <message>
        <source>Write what runs came to as one file, to show others</source>
        <translation>把运行的结果写成一个文件，供他人查看</translation>
    </message>
    <message>
        <source>The run; of several, the others are held against the first</source>
        <translation>运行；有多个时，其他的与第一个比较</translation>
    </message>
    <message>
        <source>The file to write, a page for any browser</source>
        <translation>要写入的文件，任何浏览器都能打开的网页</translation>
    </message>
    <message>
        <source>Example: motley report shakespeare --html report.html</source>
        <translation>示例：motley report shakespeare --html report.html</translation>
    </message>
    <message>
        <source>Whether a run that loses it takes it back by itself</source>
        <translation>失去它的运行是否自动让它重新参与</translation>
    </message>
    <message>
        <source>One line that tells how far it is, as where there is no terminal, and not the whole screen</source>
        <translation>用一行显示进度（如同没有终端时），而不占用整个屏幕</translation>
    </message>
    <message>
        <source>Exit codes: 0 done, 1 failed, 2 wrong usage, 3 the run failed, 4 the run was stopped or paused.</source>
        <translation>退出码：0 完成，1 失败，2 用法错误，3 运行失败，4 运行被停止或暂停。</translation>
    </message>
    <message>
        <source>Whether it may also start its part of a run by itself after a restart, by an entry in its systemd or crontab</source>
        <translation>重启后，它是否也可以通过 systemd 或 crontab 中的条目自行启动它在运行中的部分</translation>
    </message>
    <message>
        <source>Stop a run after the step it is in, with a checkpoint to go on from: motley resume</source>
        <translation>在当前步之后暂停运行，并留下可继续的检查点：motley resume</translation>
    </message>
    <message>
        <source>Have a run write a checkpoint after the step it is in, and train on</source>
        <translation>让运行在当前步之后写入检查点并继续训练</translation>
    </message>
</context>
<context>
    <name>motley::CommandStreams</name>
    <message>
        <source>A command on %1 took longer than it may and was ended.</source>
        <translation>%1 上的一条命令超出了允许的时间，已被终止。</translation>
    </message>
    <message>
        <source>A command on %1 printed more than it may and was ended.</source>
        <translation>%1 上的一条命令的输出超出了允许的量，已被终止。</translation>
    </message>
    <message numerus="yes">
        <source>A command on %1 gave no sign of life for %Ln second(s) and was ended.</source>
        <translation>
            <numerusform>%1 上的一条命令 %Ln 秒没有响应，已被终止。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::ComparePage</name>
    <message>
        <source>Use as baseline</source>
        <translation>用作基准</translation>
    </message>
    <message>
        <source>Save a report…</source>
        <translation>保存报告…</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>None of these runs has such values.</source>
        <translation>这些运行都没有这样的值。</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>What the chart shows</source>
        <translation>图表显示的内容</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Settings that differ</source>
        <translation>不同的设置</translation>
    </message>
    <message numerus="yes">
        <source>%Ln run(s)</source>
        <translation>
            <numerusform>%Ln 次运行</numerusform>
        </translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Loss of tests</source>
        <translation>测试的损失</translation>
    </message>
    <message>
        <source>Test: %1</source>
        <translation>测试：%1</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Save a report</source>
        <translation>保存报告</translation>
    </message>
    <message>
        <source>Pages (%1)</source>
        <translation>网页 (%1)</translation>
    </message>
    <message>
        <source>The report is in %1.</source>
        <translation>报告在 %1。</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Best test</source>
        <translation>最佳测试</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>%1 (baseline)</source>
        <translation>%1（基准）</translation>
    </message>
    <message>
        <source>Against baseline</source>
        <translation>相对基准</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>设置</translation>
    </message>
</context>
<context>
    <name>motley::Comparison</name>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>%1 points</source>
        <extracomment>percentage points</extracomment>
        <translation>%1 个百分点</translation>
    </message>
</context>
<context>
    <name>motley::ConfusionView</name>
    <message>
        <source>Confusion matrix</source>
        <translation>混淆矩阵</translation>
    </message>
</context>
<context>
    <name>motley::ContextWords</name>
    <message>
        <source>By its memory, sequences may have up to %1 tokens.</source>
        <translation>就内存而言，序列最多可有 %1 个词元。</translation>
    </message>
    <message>
        <source>By the memory of all devices, sequences may have up to %1 tokens: %2 holds the least.</source>
        <extracomment>%2 is a machine</extracomment>
        <translation>就所有设备的内存而言，序列最多可有 %1 个词元：容量最小的是 %2。</translation>
    </message>
    <message>
        <source>8 bits</source>
        <translation>8 位</translation>
    </message>
    <message>
        <source>4 bits</source>
        <translation>4 位</translation>
    </message>
    <message>
        <source>the bits of its files</source>
        <translation>其文件的位数</translation>
    </message>
    <message>
        <source>All devices would also hold the base in %1, which rounds it less.</source>
        <extracomment>%1 is such as &quot;8 bits&quot;</extracomment>
        <translation>所有设备也能以 %1 容纳基座，舍入误差更小。</translation>
    </message>
    <message>
        <source>%1 lacks %2 of memory to hold the base in %3.</source>
        <extracomment>%1 is a machine, %2 an amount of memory, %3 such as &quot;8 bits&quot;</extracomment>
        <translation>%1 还缺 %2 内存，无法以 %3 容纳基座。</translation>
    </message>
    <message>
        <source>activations that are computed again</source>
        <translation>重新计算激活值</translation>
    </message>
    <message>
        <source>the base in 8 bits (%1 less, up to %2 tokens)</source>
        <extracomment>%1 is an amount of memory, %2 a number of tokens; a part of a list</extracomment>
        <translation>基座用 8 位（少 %1，最多 %2 个词元）</translation>
    </message>
    <message>
        <source>the base in 4 bits (%1 less, up to %2 tokens, but this model loses more by it than others do)</source>
        <translation>基座用 4 位（少 %1，最多 %2 个词元，但该模型因此的损失比其他模型大）</translation>
    </message>
    <message>
        <source>the base in 4 bits (%1 less, up to %2 tokens)</source>
        <translation>基座用 4 位（少 %1，最多 %2 个词元）</translation>
    </message>
    <message>
        <source>sequences of %1 tokens (%2 less)</source>
        <extracomment>%1 is a number of tokens, %2 an amount of memory; a part of a list</extracomment>
        <translation>%1 个词元的序列（少 %2）</translation>
    </message>
    <message>
        <source>an adapter of rank %1 (%2 less, up to %3 tokens)</source>
        <extracomment>%1 is a rank, %2 an amount of memory, %3 a number of tokens; a part of a list</extracomment>
        <translation>秩为 %1 的适配器（少 %2，最多 %3 个词元）</translation>
    </message>
    <message>
        <source>Activations of one sequence: %1 if they are kept, %2 if they are computed again.</source>
        <extracomment>Both are amounts of memory.</extracomment>
        <translation>一个序列的激活值：保留时为 %1，重新计算时为 %2。</translation>
    </message>
    <message>
        <source>What would save memory on %1, the most first: %2.</source>
        <extracomment>%1 is a machine, %2 a list such as the base in 4 bits (9.8 GiB less, up to 4,096 tokens)</extracomment>
        <translation>在 %1 上可节省内存的办法，最有效的在前：%2。</translation>
    </message>
</context>
<context>
    <name>motley::DataPreview</name>
    <message>
        <source>%1 is not an IDX file of the expected kind. Choose a folder with the published files.</source>
        <translation>%1 不是预期类型的 IDX 文件。请选择包含官方发布文件的文件夹。</translation>
    </message>
    <message>
        <source>There are %1 training images but %2 labels. The files do not belong together.</source>
        <translation>有 %1 张训练图像，却有 %2 个标签。这些文件不匹配。</translation>
    </message>
    <message>
        <source>Could not read %1.</source>
        <translation>无法读取 %1。</translation>
    </message>
    <message>
        <source>%1 has %2 lines, but %3 has %4: each line must be the translation of one of the other.</source>
        <translation>%1 有 %2 行，但 %3 有 %4 行：每一行都必须是另一个文件中一行的译文。</translation>
    </message>
    <message>
        <source>%1 is empty.</source>
        <translation>%1 是空的。</translation>
    </message>
    <message>
        <source>%1 has no sentence in it.</source>
        <translation>%1 中没有句子。</translation>
    </message>
    <message>
        <source>%1 has no tokenizer: neither vocab.txt nor tokenizer.json is there.</source>
        <translation>%1 没有分词器：既没有 vocab.txt，也没有 tokenizer.json。</translation>
    </message>
    <message>
        <source>%1 ends before its last image. It was not copied whole.</source>
        <translation>%1 在最后一张图像之前就结束了。它没有被完整复制。</translation>
    </message>
    <message>
        <source>%1 has no tag: each line needs a word and its tag.</source>
        <translation>%1：没有标记，每一行都需要一个词及其标记。</translation>
    </message>
    <message>
        <source>Line %1 of %2</source>
        <translation>%2 的第 %1 行</translation>
    </message>
    <message>
        <source>The last line of %1</source>
        <translation>%1 的最后一行</translation>
    </message>
    <message>
        <source>%1 has %2 names of entities, but %3 has %4 vectors: they do not belong together.</source>
        <translation>%1 有 %2 个实体名称，而 %3 有 %4 个向量：它们不属于一起。</translation>
    </message>
    <message>
        <source>%1 has no rows in it.</source>
        <translation>%1 中没有数据行。</translation>
    </message>
    <message>
        <source>The rows in %1 have %2 tokens, but the model takes %3.</source>
        <translation>%1 中的行有 %2 个词元，而模型只接受 %3 个。</translation>
    </message>
    <message>
        <source>“%2” in %1 is no volume: it needs slices, rows and columns.</source>
        <translation>%1 中的“%2”不是体数据：它需要切片、行和列。</translation>
    </message>
    <message>
        <source>“%2” in %1 claims more voxels than the file holds.</source>
        <translation>%1 中的“%2”声称的体素比文件中实有的多。</translation>
    </message>
    <message>
        <source>“%2” in %1 holds numbers of another type than it must.</source>
        <translation>%1 中的“%2”所含数字的类型不符合要求。</translation>
    </message>
    <message>
        <source>“%2” in %1 has another size than “raw”.</source>
        <translation>%1 中的“%2”与“raw”大小不同。</translation>
    </message>
    <message>
        <source>%1 needs a word alone, or a word, B or I, its mention and its entity, with tabs between them.</source>
        <translation>%1：应只有一个词，或依次为词、B 或 I、其提及和实体，以制表符分隔。</translation>
    </message>
    <message>
        <source>%1 is no text in UTF-8. Convert it, such as with iconv.</source>
        <translation>%1 不是 UTF-8 文本。请转换它，例如使用 iconv。</translation>
    </message>
    <message>
        <source>%1 is shorter than the %2 tokens that are needed.</source>
        <translation>%1 短于所需的 %2 个词元。</translation>
    </message>
    <message>
        <source>%1 has no tensor “%2”. Check the names of the tensors.</source>
        <translation>%1 中没有张量“%2”。请检查张量的名称。</translation>
    </message>
    <message>
        <source>“%2” in %1 claims more numbers than the file holds.</source>
        <translation>%1 中的“%2”声称的数字比文件中实有的多。</translation>
    </message>
    <message>
        <source>%1 is HDF5: name its data sets that the model is to be given.</source>
        <translation>%1 是 HDF5 文件：请指明要传给模型的数据集。</translation>
    </message>
    <message>
        <source>%1 holds no tensors.</source>
        <translation>%1 中没有张量。</translation>
    </message>
    <message>
        <source>The tensor “%2” in %1 holds no samples: its first dimension counts them.</source>
        <translation>%1 中的张量“%2”没有样本：其第一维是样本数。</translation>
    </message>
    <message>
        <source>“%2” in %1 holds %3 samples, but “%4” holds %5.</source>
        <translation>%1 中的“%2”有 %3 个样本，而“%4”有 %5 个。</translation>
    </message>
    <message>
        <source>%1 is no safetensors file that can be read.</source>
        <translation>%1 不是可读取的 safetensors 文件。</translation>
    </message>
    <message>
        <source>%1 is no TorchScript file, as torch.jit writes them.</source>
        <translation>%1 不是由 torch.jit 写出的 TorchScript 文件。</translation>
    </message>
</context>
<context>
    <name>motley::DataPreviewCard</name>
    <message>
        <source>The first samples</source>
        <translation>前几个样本</translation>
    </message>
    <message numerus="yes">
        <source>%Ln files, %1</source>
        <translation>
            <numerusform>%Ln 个文件，%1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>More than %Ln files, more than %1</source>
        <translation>
            <numerusform>超过 %Ln 个文件，超过 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 images to train, %2 to test, %3 × %4 pixels, %5</source>
        <translation>%1 张训练图像，%2 张测试图像，%3 × %4 像素，%5</translation>
    </message>
    <message>
        <source>The data cannot be used: %1</source>
        <translation>数据无法使用：%1</translation>
    </message>
</context>
<context>
    <name>motley::Deployed</name>
    <message>
        <source>The run %1 is still going on %2; stop it first.</source>
        <translation>运行 %1 仍在 %2 上进行；请先停止它。</translation>
    </message>
    <message>
        <source>Not everything in %1 on %2 could be removed.</source>
        <translation>%2 上 %1 中的内容未能全部删除。</translation>
    </message>
    <message>
        <source>%1 on %2 held other files before, so nothing is removed there. Remove what you do not want of its folders blobs, data, engine, runs and shared yourself.</source>
        <translation>%2 上的 %1 原先就有其他文件，因此不会删除其中任何内容。请自行删除其中 blobs、data、engine、runs 和 shared 文件夹里不需要的内容。</translation>
    </message>
    <message>
        <source>%1 on %2 is no folder of a run, so it stays.</source>
        <translation>%2 上的 %1 不是运行的文件夹，因此予以保留。</translation>
    </message>
</context>
<context>
    <name>motley::DeployedDialog</name>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Remove what is not needed</source>
        <translation>移除不需要的内容</translation>
    </message>
    <message>
        <source>Files of Motley on %1</source>
        <translation>%1 上的 Motley 文件</translation>
    </message>
    <message>
        <source>What</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Needed</source>
        <translation>需要</translation>
    </message>
    <message>
        <source>Last change</source>
        <translation>上次更改</translation>
    </message>
    <message>
        <source>Files of Motley on this machine</source>
        <translation>这台机器上的 Motley 文件</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Asking %1 what it holds.</source>
        <translation>正在查询 %1 上的内容。</translation>
    </message>
    <message>
        <source>Removing what is not needed on %1.</source>
        <translation>正在移除 %1 上不需要的内容。</translation>
    </message>
    <message>
        <source>What %1 holds is not known.</source>
        <translation>%1 上的内容不详。</translation>
    </message>
    <message>
        <source>%1 were freed.</source>
        <translation>已释放 %1。</translation>
    </message>
    <message>
        <source>Nothing of Motley is there.</source>
        <translation>那里没有 Motley 的任何内容。</translation>
    </message>
    <message>
        <source>All of it takes %1, and %2 are free. Equal files take their space once.</source>
        <translation>总共占用 %1，剩余 %2。相同的文件只占用一份空间。</translation>
    </message>
    <message>
        <source>by a run that goes on</source>
        <translation>正在进行的运行需要</translation>
    </message>
    <message>
        <source>Remove what is not needed on %1?</source>
        <translation>移除 %1 上不需要的内容？</translation>
    </message>
    <message>
        <source>Data and models that no run uses, all engines but the two newest, and runs that have ended and whose results are on the computer that started them. The next run sends again what it needs.</source>
        <translation>没有任何运行使用的数据和模型、除最新两个之外的所有引擎，以及已结束且其结果已在启动它们的计算机上的运行。下一次运行会重新发送它所需的内容。</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
</context>
<context>
    <name>motley::Deployment</name>
    <message>
        <source>The upload to %1 was disturbed again and again by another program; try again.</source>
        <translation>向 %1 的上传一再受到其他程序干扰；请重试。</translation>
    </message>
    <message>
        <source>A file with the name “%1” cannot be sent to %2; rename it.</source>
        <translation>名为“%1”的文件无法发送到 %2；请重命名。</translation>
    </message>
    <message>
        <source>%1 has too little disk space: %2 are needed in %3, but only %4 are free. Free some space there or choose another install folder.</source>
        <translation>%1 的磁盘空间不足：%3 中需要 %2，但仅剩 %4。请释放空间或选择其他安装文件夹。</translation>
    </message>
    <message>
        <source>%1 arrives damaged on %2, twice now; check that machine&apos;s disk and memory.</source>
        <translation>%1 到达 %2 时已损坏，这已是第二次；请检查那台机器的磁盘和内存。</translation>
    </message>
    <message>
        <source>Could not read %1.</source>
        <translation>无法读取 %1。</translation>
    </message>
    <message>
        <source>%1 changed while it was sent to %2; start again when it is finished.</source>
        <translation>%1 在发送到 %2 的过程中发生了变化；请等它写完后重新开始。</translation>
    </message>
    <message>
        <source>%1 does not let this account write to %2; choose another install folder for it.</source>
        <translation>%1 不允许此账户写入 %2；请为它选择其他安装文件夹。</translation>
    </message>
    <message>
        <source>%1 has none of the programs sha256sum, shasum and openssl; one is needed to verify what is sent.</source>
        <translation>%1 上没有 sha256sum、shasum 和 openssl 中的任何一个程序；校验发送的内容需要其中之一。</translation>
    </message>
    <message>
        <source>Writing to %2 on %1 failed, most likely because the disk or a quota is full: %3 were to be sent. Free some space there and start again.</source>
        <translation>写入 %1 上的 %2 失败，很可能是磁盘或配额已满：本应发送 %3。请在那里释放空间后重新开始。</translation>
    </message>
    <message>
        <source>Sending files to %1 failed (code %2).</source>
        <translation>向 %1 发送文件失败（代码 %2）。</translation>
    </message>
    <message>
        <source>%1 cannot run programs from %2, most likely because the file system there is mounted with “noexec”. Choose another install folder for it.</source>
        <translation>%1 无法从 %2 运行程序，很可能是因为那里的文件系统挂载时使用了“noexec”。请为它选择其他安装文件夹。</translation>
    </message>
</context>
<context>
    <name>motley::DesktopNotices</name>
    <message>
        <source>Show the run</source>
        <translation>显示该运行</translation>
    </message>
</context>
<context>
    <name>motley::DeviceChoice</name>
    <message>
        <source>“%1” is not a device; write cpu, gpu (all of them) or the UUID of a GPU.</source>
        <translation>“%1”不是设备；请写 cpu、gpu（全部）或某个 GPU 的 UUID。</translation>
    </message>
    <message>
        <source>%1 is named twice; join its devices with a plus sign: %1:cpu+gpu</source>
        <translation>%1 出现了两次；请用加号连接其设备：%1:cpu+gpu</translation>
    </message>
    <message>
        <source>No machine is named; write for example --machines local,box</source>
        <translation>未指定机器；例如可写：--machines local,box</translation>
    </message>
    <message>
        <source>There is no machine “%1”; “motley machines” lists them, “motley machines add” adds one.</source>
        <translation>没有机器“%1”；用“motley machines”列出全部，用“motley machines add”添加。</translation>
    </message>
</context>
<context>
    <name>motley::EventLogCopy</name>
    <message>
        <source>Could not read %1.</source>
        <translation>无法读取 %1。</translation>
    </message>
    <message>
        <source>Could not write %1.</source>
        <translation>无法写入 %1。</translation>
    </message>
    <message>
        <source>There is too little space for the events of this run in %1; free some and open the run again.</source>
        <translation>%1 中的空间不足以存放此次运行的事件；请腾出空间后重新打开该运行。</translation>
    </message>
</context>
<context>
    <name>motley::EventStream</name>
    <message>
        <source>It is too long.</source>
        <translation>该行过长。</translation>
    </message>
    <message>
        <source>It has the number %1 and follows number %2.</source>
        <translation>其序号为 %1，而前一个序号为 %2。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) of this run&apos;s events could not be read and were left out. The last one: %1</source>
        <translation>
            <numerusform>此运行的事件中有 %Ln 行无法读取，已略过。最后一行：%1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln event(s) before the end of this run are lost, as the disk of its first machine took nothing any more.</source>
        <translation>
            <numerusform>此运行结束前的 %Ln 个事件已丢失，因为其第一台机器的磁盘无法再写入。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::ExampleModel</name>
    <message>
        <source>Picture %1</source>
        <translation>图片 %1</translation>
    </message>
    <message>
        <source>Example</source>
        <translation>样例</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>期望</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
</context>
<context>
    <name>motley::ExampleWords</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>none</source>
        <extracomment>between two words with their tags</extracomment>
        <translation>无</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>right</source>
        <translation>正确</translation>
    </message>
    <message>
        <source>%1 right</source>
        <translation>%1 正确</translation>
    </message>
    <message>
        <source>wrong</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Expected:</source>
        <translation>期望：</translation>
    </message>
    <message>
        <source>Predicted:</source>
        <translation>预测：</translation>
    </message>
    <message>
        <source>%1: %2, expected %3</source>
        <translation>%1：%2，期望 %3</translation>
    </message>
    <message>
        <source>%1: %2 of %3 right, %4</source>
        <translation>%1：%3 个中 %2 个正确，%4</translation>
    </message>
    <message>
        <source>%1: %2 of %3 taken for %4, %5</source>
        <translation>%1：%3 个中 %2 个被当作 %4，%5</translation>
    </message>
</context>
<context>
    <name>motley::ExamplesView</name>
    <message>
        <source>Examples of the test</source>
        <translation>测试样例</translation>
    </message>
    <message>
        <source>Classes that are confused most</source>
        <translation>最常混淆的类别</translation>
    </message>
    <message>
        <source>The whole example</source>
        <translation>完整样例</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>期望</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Test %1 of %2, after step %3</source>
        <extracomment>the number of a test, how many there are, and the step after which it was made</extracomment>
        <translation>第 %1 次测试（共 %2 次），第 %3 步之后</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Down: expected. Across: predicted.</source>
        <translation>纵向：期望。横向：预测。</translation>
    </message>
</context>
<context>
    <name>motley::FieldWords</name>
    <message>
        <source>“%1” must be at least %2.</source>
        <translation>“%1”必须至少为 %2。</translation>
    </message>
    <message>
        <source>“%1” must be between %2 and %3.</source>
        <translation>“%1”必须介于 %2 和 %3 之间。</translation>
    </message>
    <message>
        <source>“%1” is missing. %2</source>
        <translation>缺少“%1”。%2</translation>
    </message>
    <message>
        <source>The name must have between 1 and 80 characters.</source>
        <translation>名称长度必须为 1 到 80 个字符。</translation>
    </message>
    <message>
        <source>Nesterov&apos;s method needs a momentum above 0.</source>
        <translation>Nesterov 方法需要大于 0 的动量。</translation>
    </message>
    <message>
        <source>The schedule must end after its warm-up, or with 0 at the end of the run.</source>
        <translation>调度必须在预热之后结束；0 表示在运行结束时结束。</translation>
    </message>
    <message>
        <source>The global batch must be a multiple of the groups that HetSeq&apos;s order keeps together.</source>
        <translation>全局批大小必须是 HetSeq 顺序中保持在一起的分组大小的整数倍。</translation>
    </message>
    <message>
        <source>Here samples of one length are put together, so there is no HetSeq order.</source>
        <translation>此处把长度相同的样本放在一起，因此没有 HetSeq 顺序。</translation>
    </message>
    <message>
        <source>With Adasum each device updates all parameters by itself, so the optimizer memory cannot always be split: choose another value here, or join by the sum of gradients.</source>
        <translation>使用 Adasum 时每个设备自行更新全部参数，因此不能总是拆分优化器内存：请在此选择其他值，或改用梯度求和。</translation>
    </message>
    <message>
        <source>“%1” must be names of layers with commas between them, such as q_proj, v_proj.</source>
        <translation>“%1”必须是用逗号分隔的层名，例如 q_proj, v_proj。</translation>
    </message>
    <message>
        <source>“%1” must be names of layers with their numbers, such as down_proj=32, 0.mlp.up_proj=8.</source>
        <translation>“%1”必须是层名及其数值，例如 down_proj=32, 0.mlp.up_proj=8。</translation>
    </message>
    <message>
        <source>An adapter belongs to a trained model: choose the folder to start from.</source>
        <translation>适配器属于一个训练好的模型：请选择起始文件夹。</translation>
    </message>
    <message>
        <source>“%1” must be a day such as 2026-11-28.</source>
        <translation>“%1”必须是一个日期，例如 2026-11-28。</translation>
    </message>
    <message>
        <source>Weights in fewer bits cannot be trained: choose an adapter rank, or weights as in their files.</source>
        <translation>位数较少的权重无法训练：请选择适配器的秩，或让权重与其文件相同。</translation>
    </message>
    <message>
        <source>Only the sums of an adapter&apos;s gradients can travel in 16 bits: choose an adapter rank and join by the sum of gradients, or choose 32 bits here.</source>
        <translation>只有适配器梯度的总和可以用 16 位传输：请选择适配器的秩并改用梯度求和，或在此选择 32 位。</translation>
    </message>
</context>
<context>
    <name>motley::FileCopying</name>
    <message>
        <source>%1 could not give its files to other machines.</source>
        <translation>%1 无法把自己的文件提供给其他机器。</translation>
    </message>
</context>
<context>
    <name>motley::Fleet</name>
    <message>
        <source>“%1” cannot be the name of a machine. Use up to %2 letters, digits and . _ - + @, and begin with a letter or digit.</source>
        <translation>“%1”不能作为机器名称。请使用最多 %2 个字母、数字和 . _ - + @，并以字母或数字开头。</translation>
    </message>
    <message>
        <source>There is a machine named %1 already. Choose another name.</source>
        <translation>已有名为 %1 的机器。请换一个名称。</translation>
    </message>
    <message>
        <source>There is no machine named %1.</source>
        <translation>没有名为 %1 的机器。</translation>
    </message>
    <message>
        <source>This computer is always in the list.</source>
        <translation>本机始终在列表中。</translation>
    </message>
    <message>
        <source>“%1” is not the address of a machine. Use a name of your SSH configuration, user@host, or user@host:port with a port from 1 to 65535.</source>
        <translation>“%1”不是机器地址。请使用 SSH 配置中的名称、user@host，或 user@host:port（端口为 1 到 65535）。</translation>
    </message>
</context>
<context>
    <name>motley::FleetModel</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1/%2</translation>
    </message>
    <message numerus="yes">
        <source>%1, %Ln processor(s)</source>
        <translation>
            <numerusform>%1，%Ln 个处理器</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>In use by %Ln process(es)</source>
        <translation>
            <numerusform>正被 %Ln 个进程使用</numerusform>
        </translation>
    </message>
    <message>
        <source>Free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Free memory</source>
        <translation>可用内存</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>驱动</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算能力</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功耗</translation>
    </message>
    <message>
        <source>Last seen</source>
        <translation>最近联系</translation>
    </message>
    <message>
        <source>Trains %1</source>
        <translation>正在训练 %1</translation>
    </message>
    <message>
        <source>In use by %1</source>
        <translation>%1 正在使用</translation>
    </message>
    <message>
        <source>%1 °C</source>
        <translation>%1°C</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>Heat</source>
        <translation>温度</translation>
    </message>
</context>
<context>
    <name>motley::Following</name>
    <message>
        <source>The folder of this run on %1 does not exist: %2. It was removed, or the training never began there. What is known of the run is what was copied here.</source>
        <translation>%1 上没有此运行的文件夹：%2。它已被删除，或者训练从未在那里开始。关于此运行，仅有已复制到本机的内容。</translation>
    </message>
    <message>
        <source>%1 asks a question before it lets you log in. Open the run again to watch it.</source>
        <translation>登录 %1 前需要先回答一个问题。请再次打开此运行以查看。</translation>
    </message>
    <message>
        <source>The training on %1 ended without any message: %2 The log there is %3.</source>
        <translation>%1 上的训练没有留下任何信息就结束了：%2 那里的日志是 %3。</translation>
    </message>
    <message>
        <source>The training on %1 ended without any message. The log there is %2.</source>
        <translation>%1 上的训练没有留下任何信息就结束了。那里的日志是 %2。</translation>
    </message>
    <message>
        <source>%1, which led the training, does not answer, and it has ended on %2.</source>
        <translation>主导训练的机器 %1 没有响应，%2 上的训练已结束。</translation>
    </message>
    <message>
        <source>%1, which led the training, does not answer, and it has ended on %2: %3</source>
        <translation>主导训练的机器 %1 没有响应，%2 上的训练已结束：%3</translation>
    </message>
</context>
<context>
    <name>motley::ForecastView</name>
    <message>
        <source>How long this job takes here is not known yet. Measuring takes a few seconds for each device; a machine without the engine or the data gets them first.</source>
        <translation>还不知道这个作业在这里需要多久。每个设备需测量几秒钟；会先向缺少引擎或数据的机器发送这些内容。</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>together</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>of their sum</source>
        <translation>占总和</translation>
    </message>
    <message>
        <source>whole job</source>
        <translation>整个作业</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Measure now</source>
        <translation>立即测量</translation>
    </message>
    <message>
        <source>Ending the measurement</source>
        <translation>正在结束测量</translation>
    </message>
    <message>
        <source>Leave out %1</source>
        <translation>不使用 %1</translation>
    </message>
    <message>
        <source>Why, and what would change it</source>
        <translation>原因以及可以改变它的做法</translation>
    </message>
    <message>
        <source>%1, give or take %2</source>
        <translation>%1，误差约 %2</translation>
    </message>
    <message>
        <source>Measuring each machine</source>
        <translation>正在测量每台机器</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Measured: %1</source>
        <translation>测量时间：%1</translation>
    </message>
    <message>
        <source>Once everything is ready, its time and cost are shown here.</source>
        <translation>一切就绪后，这里会显示时间和费用。</translation>
    </message>
</context>
<context>
    <name>motley::ForecastWords</name>
    <message>
        <source>A step takes about %1.</source>
        <translation>每步约需 %1。</translation>
    </message>
    <message>
        <source>A step takes about %1, %2 of it to exchange gradients.</source>
        <translation>每步约需 %1，其中交换梯度 %2。</translation>
    </message>
    <message>
        <source>%1 kWh</source>
        <translation>%1 kWh</translation>
    </message>
    <message>
        <source>It costs about %1 and uses %2 of energy.</source>
        <translation>费用约为 %1，耗电 %2。</translation>
    </message>
    <message>
        <source>It costs about %1.</source>
        <translation>费用约为 %1。</translation>
    </message>
    <message>
        <source>It uses about %1 of energy.</source>
        <translation>耗电约 %1。</translation>
    </message>
    <message>
        <source>About %1, which is %2 of the sum of what each device reaches alone.</source>
        <translation>约 %1，为所有设备单独速度之和的 %2。</translation>
    </message>
    <message>
        <source>The whole job takes about %1, perhaps %2 to %3, tests and checkpoints not counted.</source>
        <translation>整个作业约需 %1，可能为 %2～%3，不计测试和检查点。</translation>
    </message>
    <message>
        <source>%1 gains %2.</source>
        <translation>%1 带来 %2 的提升。</translation>
    </message>
    <message>
        <source>Without %1 the run would be %2 faster: leave it out.</source>
        <translation>不使用 %1 时运行会快 %2：请不要使用它。</translation>
    </message>
    <message>
        <source>%1 would have nothing to do; leave it out.</source>
        <translation>%1 将无事可做；请不要使用它。</translation>
    </message>
    <message>
        <source>The memory of %1, and not its speed, decides that it gets %2 of each batch.</source>
        <translation>%1 在每个批次中分到 %2，取决于其内存，而不是速度。</translation>
    </message>
    <message>
        <source>%1 of each step is spent on exchanging gradients; %2 has the slowest link.</source>
        <translation>每步有 %1 用于交换梯度；%2 的链路最慢。</translation>
    </message>
    <message>
        <source>Machines would be taken away faster than the work progresses.</source>
        <translation>机器被收回的速度会快于工作完成的速度。</translation>
    </message>
    <message>
        <source>Machines may be taken away, %1 times on average; it then takes about %2.</source>
        <translation>机器可能被收回，平均 %1 次：计入这一点，约需 %2。</translation>
    </message>
    <message>
        <source>It then costs about %1.</source>
        <translation>费用约为 %1。</translation>
    </message>
    <message numerus="yes">
        <source>Save a checkpoint about every %Ln step(s).</source>
        <translation>
            <numerusform>建议约每 %Ln 步保存一次检查点。</numerusform>
        </translation>
    </message>
    <message>
        <source>As earlier runs have shown, a run goes on after %1, and saving a checkpoint takes %2.</source>
        <translation>以往的运行表明，恢复运行需要 %1，保存一个检查点需要 %2。</translation>
    </message>
    <message>
        <source>Assumed: a run goes on after %1, and saving a checkpoint takes %2; runs on these machines will give the true values.</source>
        <translation>假定恢复运行需要 %1，保存一个检查点需要 %2；在这些机器上运行后便会知道实际数值。</translation>
    </message>
    <message>
        <source>How many steps this data makes is not known; a new measurement will show it.</source>
        <translation>尚不清楚这些数据共有多少步；重新测量即可得知。</translation>
    </message>
    <message numerus="yes">
        <source>With Adasum between %Ln group(s) of devices, another grouping gives another curve.</source>
        <translation>
            <numerusform>Adasum 在 %Ln 组设备之间进行，换一种分组会得到另一条曲线。</numerusform>
        </translation>
    </message>
    <message>
        <source>Without %1 the run would be %2 faster: leave them out.</source>
        <translation>不用 %1 时运行会快 %2：请不要选它们。</translation>
    </message>
    <message>
        <source>This may be off by %1: %2 was faster or slower than measured, in earlier runs or with a larger batch.</source>
        <translation>这可能有 %1 的偏差：在以前的运行中或使用更大的批次时，%2 比测量的更快或更慢。</translation>
    </message>
    <message>
        <source>less than %1</source>
        <translation>不到 %1</translation>
    </message>
    <message>
        <source>A step takes about %1, nearly all of it to exchange gradients.</source>
        <translation>每步大约用时 %1，几乎全部用于交换梯度。</translation>
    </message>
</context>
<context>
    <name>motley::Format</name>
    <message>
        <source>n/a</source>
        <translation>不详</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 小时 %2 分</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation>%1 天 %2 小时</translation>
    </message>
    <message>
        <source>%1 samples/s</source>
        <translation>%1 样本/秒</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>%1 W</source>
        <translation>%1 W</translation>
    </message>
    <message>
        <source>%1 of %2 W</source>
        <translation>%1/%2 W</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>刚刚</translation>
    </message>
    <message numerus="yes">
        <source>%Ln second(s) ago</source>
        <translation>
            <numerusform>%Ln 秒前</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln minute(s) ago</source>
        <translation>
            <numerusform>%Ln 分钟前</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 k</source>
        <translation>%1k</translation>
    </message>
    <message>
        <source>%1 M</source>
        <translation>%1M</translation>
    </message>
    <message>
        <source>%1 G</source>
        <translation>%1G</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <extracomment>two short things in one line; in Arabic a comma stands between them</extracomment>
        <translation>%1 · %2</translation>
    </message>
</context>
<context>
    <name>motley::HelpDialog</name>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>From machines to a model</source>
        <translation>从机器到模型</translation>
    </message>
    <message>
        <source>1. Machines: add what you can reach over SSH, and tick the devices that shall train.</source>
        <translation>1. 机器：添加可通过 SSH 访问的机器，并勾选参与训练的设备。</translation>
    </message>
    <message>
        <source>2. New run: choose a job; the plan shows how the work is shared. Press Start.</source>
        <translation>2. 新建运行：选择一个作业；计划会显示工作如何分配。点击“开始”。</translation>
    </message>
    <message>
        <source>3. Run: watch loss and throughput. You may close the window; the machines go on, and the next start shows the whole curve.</source>
        <translation>3. 运行：观察损失和吞吐量。您可以关闭窗口；机器会继续训练，下次启动时会显示完整曲线。</translation>
    </message>
    <message>
        <source>Machines, New run, Runs, the open run</source>
        <translation>机器、新建运行、运行记录、打开的运行</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Ask all machines again</source>
        <translation>重新查询所有机器</translation>
    </message>
    <message>
        <source>In a chart: move the crosshair</source>
        <translation>图表中：移动十字线</translation>
    </message>
    <message>
        <source>In a chart: zoom</source>
        <translation>图表中：缩放</translation>
    </message>
    <message>
        <source>In a chart: show everything</source>
        <translation>图表中：显示全部</translation>
    </message>
    <message>
        <source>In a chart: follow the newest step</source>
        <translation>图表中：跟随最新一步</translation>
    </message>
    <message>
        <source>In a chart: logarithmic axis</source>
        <translation>图表中：对数坐标轴</translation>
    </message>
    <message>
        <source>In a chart: show the numbers as a table</source>
        <translation>图表中：以表格显示数值</translation>
    </message>
    <message>
        <source>In a chart: export</source>
        <translation>图表中：导出</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>In a chart: maximise it</source>
        <translation>在图表中：放大图表</translation>
    </message>
    <message>
        <source>Close the details of a message, show all charts again</source>
        <translation>关闭消息详情，重新显示全部图表</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>拖动</translation>
    </message>
    <message>
        <source>In a chart: zoom in; with Shift to a box</source>
        <translation>图表中：放大；按住 Shift 则框选</translation>
    </message>
    <message>
        <source>Ctrl + wheel, + −</source>
        <translation>Ctrl + 滚轮、+ −</translation>
    </message>
    <message>
        <source>Middle button, Space + drag, Ctrl+← →</source>
        <translation>中键、空格 + 拖动、Ctrl+← →</translation>
    </message>
    <message>
        <source>In a chart: move what is seen</source>
        <translation>图表中：移动可见范围</translation>
    </message>
    <message>
        <source>In a chart: show values that lie far outside</source>
        <translation>图表中：显示远在图外的数值</translation>
    </message>
    <message>
        <source>In a chart: what the horizontal axis counts</source>
        <translation>图表中：横轴的含义</translation>
    </message>
    <message>
        <source>Double click, Alt + click, S</source>
        <translation>双击、Alt + 单击、S</translation>
    </message>
    <message>
        <source>In a legend: show this curve alone, then all again</source>
        <translation>图例中：只显示该曲线，再次则全部显示</translation>
    </message>
    <message>
        <source>In the list of runs: open, rename, note and tags, remove</source>
        <translation>在运行列表中：打开、重命名、备注和标签、移除</translation>
    </message>
    <message>
        <source>In the list of runs: select several, compare them</source>
        <translation>在运行列表中：选择多个，比较它们</translation>
    </message>
    <message>
        <source>Search what can be done, and do it</source>
        <translation>搜索可以做的事并执行</translation>
    </message>
</context>
<context>
    <name>motley::HostKeyDialog</name>
    <message>
        <source>Is this really %1?</source>
        <translation>这真的是 %1 吗？</translation>
    </message>
    <message>
        <source>Motley has never been connected to %1. Compare the fingerprint with the one that the machine&apos;s owner gives you; if they differ, somebody may be listening in between.</source>
        <translation>Motley 从未连接过 %1。请将指纹与机器所有者提供的指纹比对；如果不一致，可能有人在中间窃听。</translation>
    </message>
    <message>
        <source>Key type</source>
        <translation>密钥类型</translation>
    </message>
    <message>
        <source>Fingerprint</source>
        <translation>指纹</translation>
    </message>
    <message>
        <source>Picture of it</source>
        <translation>指纹图案</translation>
    </message>
    <message>
        <source>I compared the whole fingerprint</source>
        <translation>我已比对完整的指纹</translation>
    </message>
    <message>
        <source>Trust this machine</source>
        <translation>信任这台机器</translation>
    </message>
    <message>
        <source>Do not connect</source>
        <translation>不连接</translation>
    </message>
</context>
<context>
    <name>motley::HostWords</name>
    <message>
        <source>Not asked yet</source>
        <translation>尚未查询</translation>
    </message>
    <message>
        <source>Asking…</source>
        <translation>正在查询…</translation>
    </message>
    <message>
        <source>Not reachable</source>
        <translation>无法连接</translation>
    </message>
    <message>
        <source>Ready, GPU problem</source>
        <translation>就绪，GPU 有问题</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>There is an NVIDIA GPU but no driver. Ask for the NVIDIA driver to be installed.</source>
        <translation>有 NVIDIA GPU，但没有驱动。请联系管理员安装 NVIDIA 驱动。</translation>
    </message>
    <message>
        <source>The GPU driver was updated while it was in use. Restarting the machine puts it right.</source>
        <translation>GPU 驱动在使用期间被更新过。重启机器即可恢复。</translation>
    </message>
    <message>
        <source>The GPU driver does not answer. Restarting the machine usually helps.</source>
        <translation>GPU 驱动没有响应。重启机器通常可以解决。</translation>
    </message>
    <message>
        <source>What the GPU driver says could not be read. The CPU can be used; see the details.</source>
        <translation>无法解读 GPU 驱动的输出。可以使用 CPU；请查看详情。</translation>
    </message>
    <message>
        <source>Login needs your input</source>
        <translation>登录需要您操作</translation>
    </message>
    <message>
        <source>Login refused</source>
        <translation>登录被拒绝</translation>
    </message>
    <message>
        <source>Host key changed</source>
        <translation>主机密钥已更改</translation>
    </message>
    <message>
        <source>Host key not trusted</source>
        <translation>主机密钥不受信任</translation>
    </message>
    <message>
        <source>Could not be examined</source>
        <translation>无法检查</translation>
    </message>
    <message>
        <source>No common algorithm</source>
        <translation>没有共同的算法</translation>
    </message>
    <message>
        <source>Not asked lately</source>
        <translation>近期未查询</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source>Driver: %1</source>
        <translation>驱动：%1</translation>
    </message>
    <message>
        <source>Compute: %1</source>
        <translation>计算能力：%1</translation>
    </message>
</context>
<context>
    <name>motley::ImportSshHostsDialog</name>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Import from your SSH configuration</source>
        <translation>从 SSH 配置导入</translation>
    </message>
    <message>
        <source>Hosts of the SSH configuration</source>
        <translation>SSH 配置中的主机</translation>
    </message>
    <message>
        <source>Your SSH configuration is only read. User, port, keys and jump hosts are taken from it at each connection, so a later change there counts here too.</source>
        <translation>SSH 配置只会被读取。每次连接时都会从中获取用户、端口、密钥和跳板机，因此之后对它的修改在这里同样生效。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Already in the list</source>
        <translation>已在列表中</translation>
    </message>
    <message>
        <source>Your SSH configuration names no hosts. Close this and add a machine by its address.</source>
        <translation>SSH 配置中没有主机。请关闭此窗口，并通过地址添加机器。</translation>
    </message>
</context>
<context>
    <name>motley::Installation</name>
    <message>
        <source>There is no engine in %1 on %2 that could remove anything.</source>
        <translation>%2 上的 %1 中没有可以执行删除的引擎。</translation>
    </message>
    <message>
        <source>Not everything in %1 on %2 could be removed.</source>
        <translation>%2 上 %1 中的内容未能全部删除。</translation>
    </message>
</context>
<context>
    <name>motley::JobFileView</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Job file</source>
        <translation>作业文件</translation>
    </message>
    <message>
        <source>It follows each change above, and is what “Save job…” writes and “motley run” reads.</source>
        <translation>它随上方的每次更改而更新，也就是“保存作业…”写入、“motley run”读取的内容。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>motley::JobForm</name>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Tests and checkpoints</source>
        <translation>测试与检查点</translation>
    </message>
    <message>
        <source>Precision and memory</source>
        <translation>精度与内存</translation>
    </message>
    <message>
        <source>Adasum helps with large batches on many devices.</source>
        <translation>设备很多、批大小很大时，Adasum 会有帮助。</translation>
    </message>
    <message>
        <source>All settings</source>
        <translation>所有设置</translation>
    </message>
    <message>
        <source>Also the settings that most runs leave as they are. Those that are changed are always here.</source>
        <translation>包括大多数运行保持不变的设置。已更改的设置始终显示在此处。</translation>
    </message>
</context>
<context>
    <name>motley::LargeExample</name>
    <message>
        <source>As it is</source>
        <translation>原样</translation>
    </message>
    <message>
        <source>The example as it is</source>
        <translation>样例原样</translation>
    </message>
    <message>
        <source>The example with what is expected</source>
        <translation>标有期望结果的样例</translation>
    </message>
    <message>
        <source>The example with what was predicted</source>
        <translation>标有预测结果的样例</translation>
    </message>
</context>
<context>
    <name>motley::Launch</name>
    <message>
        <source>%1: the engine ended with code %2.</source>
        <translation>%1：引擎以代码 %2 结束。</translation>
    </message>
    <message>
        <source>The speed of %1 could not be measured</source>
        <translation>无法测量 %1 的速度</translation>
    </message>
    <message>
        <source>%1 did not answer with a speed.</source>
        <translation>%1 返回的结果不是速度值。</translation>
    </message>
    <message>
        <source>The training could not be started on %1</source>
        <translation>无法在 %1 上启动训练</translation>
    </message>
    <message>
        <source>The engine on %1 started, but its answer could not be read.</source>
        <translation>%1 上的引擎已启动，但无法解读其响应。</translation>
    </message>
    <message>
        <source>The run on %1 can no longer be followed</source>
        <translation>无法继续跟踪 %1 上的运行</translation>
    </message>
    <message>
        <source>The state of the run on %1 could not be read</source>
        <translation>无法读取 %1 上运行的状态</translation>
    </message>
    <message>
        <source>The run on %1 could not be stopped</source>
        <translation>无法停止 %1 上的运行</translation>
    </message>
    <message>
        <source>%1 could not listen for the other machines</source>
        <translation>%1 无法等待其他机器的连接</translation>
    </message>
    <message>
        <source>%1 did not say where it listens for other machines.</source>
        <translation>%1 没有说明它在何处等待其他机器的连接。</translation>
    </message>
    <message>
        <source>%1 could not check its links to the other machines</source>
        <translation>%1 无法检查其与其他机器的链路</translation>
    </message>
    <message>
        <source>%1 did not say which machines it reaches.</source>
        <translation>%1 没有说明它能连接到哪些机器。</translation>
    </message>
    <message>
        <source>The devices of %1 could not work together</source>
        <translation>%1 的设备无法协同工作</translation>
    </message>
    <message>
        <source>%1 did not say how fast its devices work together.</source>
        <translation>%1 没有说明其设备协同工作有多快。</translation>
    </message>
    <message>
        <source>The folder of this run on %1 does not exist any more: %2</source>
        <translation>%1 上此运行的文件夹已不存在：%2</translation>
    </message>
    <message>
        <source>The engine of this run on %1 does not exist any more: %2</source>
        <translation>%1 上此运行的引擎已不存在：%2</translation>
    </message>
    <message>
        <source>The engine could not take part in the run again on %1</source>
        <translation>%1 上的引擎无法重新参与运行</translation>
    </message>
    <message>
        <source>The run on %1 could not be asked for a checkpoint</source>
        <translation>无法让 %1 上的运行写入检查点</translation>
    </message>
</context>
<context>
    <name>motley::LeftOutWords</name>
    <message numerus="yes">
        <source>%Ln more message(s) like these are not shown.</source>
        <translation>
            <numerusform>另有 %Ln 条类似的消息未显示。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::LifeModel</name>
    <message>
        <source>Steps %1 to %2: not in the run.</source>
        <translation>第 %1 步至第 %2 步：不在运行中。</translation>
    </message>
    <message numerus="yes">
        <source>Steps %1 to %2: %3 of %Ln rank(s) trained.</source>
        <translation>
            <numerusform>第 %1 步至第 %2 步：%Ln 个 rank 中有 %3 个参与训练。</numerusform>
        </translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Steps %1 to %2</source>
        <translation>第 %1 步至第 %2 步</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>In words</source>
        <translation>文字说明</translation>
    </message>
</context>
<context>
    <name>motley::LifetimeText</name>
    <message>
        <source>Could not read %1.</source>
        <translation>无法读取 %1。</translation>
    </message>
    <message>
        <source>%1 is too large for a list of lifetimes.</source>
        <translation>%1 太大，不可能是存续时间列表。</translation>
    </message>
    <message>
        <source>Line %1 of %2 is not a lifetime: “%3”. Write hours, a comma, and “ended” if the machine was taken away then or “there” if it was not, such as 3.5,ended.</source>
        <translation>%2 的第 %1 行不是存续时间：“%3”。请写小时数、一个逗号，机器届时被收回则写“ended”，没有被收回则写“there”，例如 3.5,ended。</translation>
    </message>
    <message>
        <source>“%1” is not a point of a lifetime curve. Write hours, a colon and the part of the machines that was taken away by then, such as 6:0.5 or 6:50 %.</source>
        <translation>“%1”不是存续曲线上的点。请写小时数、一个冒号以及届时已被收回的机器比例，例如 6:0.5 或 6:50%。</translation>
    </message>
    <message>
        <source>A lifetime curve cannot fall, as after %1 does %2: later, no fewer machines have been taken away.</source>
        <translation>存续曲线不能下降，而 %1 之后是 %2：时间越晚，已被收回的机器只会更多，不会更少。</translation>
    </message>
    <message>
        <source>A lifetime curve has at most %1 points.</source>
        <translation>存续曲线最多有 %1 个点。</translation>
    </message>
    <message>
        <source>This lifetime curve takes no machine away; leave it empty for one that stays.</source>
        <translation>按这条存续曲线，没有机器会被收回；若机器会一直保留，请将其留空。</translation>
    </message>
    <message>
        <source>No machine in %1 was taken away, so it says nothing about when that happens.</source>
        <translation>%1 中没有机器被收回，因此无法得知何时会被收回。</translation>
    </message>
</context>
<context>
    <name>motley::LinkPicture</name>
    <message>
        <source>Links between the machines. Up and down choose the machine that sends, left and right the one that receives.</source>
        <translation>机器之间的链路。上下键选择发送的机器，左右键选择接收的机器。</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>无应答</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
</context>
<context>
    <name>motley::LinkStore</name>
    <message>
        <source>The measured links could not be written to %1: %2.</source>
        <translation>测得的链路无法写入 %1：%2。</translation>
    </message>
    <message>
        <source>The measured links in %1 are being written by another program.</source>
        <translation>%1 中测得的链路正被另一个程序写入。</translation>
    </message>
</context>
<context>
    <name>motley::LinkTable</name>
    <message>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>无应答</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>To</source>
        <translation>到</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>There and back</source>
        <translation>往返</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>测量时间</translation>
    </message>
</context>
<context>
    <name>motley::LinkWords</name>
    <message>
        <source>%1 Gbit/s</source>
        <translation>%1 Gbit/s</translation>
    </message>
    <message>
        <source>%1 Mbit/s</source>
        <translation>%1 Mbit/s</translation>
    </message>
    <message>
        <source>%1 kbit/s</source>
        <translation>%1 kbit/s</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>%1: not measured yet</source>
        <translation>%1：尚未测量</translation>
    </message>
    <message>
        <source>%1: no answer at %2 (%3)</source>
        <translation>%1：%2 没有应答（%3）</translation>
    </message>
    <message>
        <source>%1: %2, %3 there and back, at %4 (%5)</source>
        <translation>%1：%2，往返 %3，地址为 %4（%5）</translation>
    </message>
    <message>
        <source>%1 of %2 links are measured.</source>
        <translation>%2 条链路中已测量 %1 条。</translation>
    </message>
    <message>
        <source>The slowest is from %1 to %2: %3.</source>
        <translation>最慢的是从 %1 到 %2：%3。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln did not answer.</source>
        <translation>
            <numerusform>有 %Ln 条没有应答。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::LinksDialog</name>
    <message>
        <source>Links between the machines</source>
        <translation>机器之间的链路</translation>
    </message>
    <message>
        <source>Show as a table (T)</source>
        <translation>以表格显示 (T)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Add a second machine to see the link between them.</source>
        <translation>请添加第二台机器，以查看它们之间的链路。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Measure the links</source>
        <translation>测量链路</translation>
    </message>
    <message>
        <source>Point at a link to see all that is known of it.</source>
        <translation>指向一条链路即可查看其全部已知信息。</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>Each machine sends something to every other one for a moment. A run that is going on is slower meanwhile.</source>
        <translation>每台机器会向其他每台机器发送片刻数据。正在进行的运行会在此期间变慢。</translation>
    </message>
</context>
<context>
    <name>motley::LocalProcess</name>
    <message>
        <source>%1 could not be started on this computer.</source>
        <translation>无法在本机上启动 %1。</translation>
    </message>
</context>
<context>
    <name>motley::LocalSession</name>
    <message>
        <source>Stopped on this computer, as asked.</source>
        <translation>已按要求在本机上停止。</translation>
    </message>
    <message>
        <source>this computer</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>本机</translation>
    </message>
</context>
<context>
    <name>motley::LogModel</name>
    <message>
        <source>Started: %1 with %2 parameters, %3 steps of %4 samples</source>
        <translation>已启动：%1，%2 个参数，%3 步，每步 %4 个样本</translation>
    </message>
    <message numerus="yes">
        <source>Plan: %Ln rank(s) with shares of %1 samples</source>
        <translation>
            <numerusform>计划：%Ln 个 rank，样本份额为 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Checkpoint of step %1, %2</source>
        <translation>第 %1 步的检查点，%2</translation>
    </message>
    <message>
        <source>Rank %1 failed: %2</source>
        <translation>rank %1 失败：%2</translation>
    </message>
    <message>
        <source>Completed after step %1 and %2</source>
        <translation>在第 %1 步后完成，用时 %2</translation>
    </message>
    <message>
        <source>Stopped after step %1</source>
        <translation>在第 %1 步后停止</translation>
    </message>
    <message>
        <source>Failed after step %1: %2</source>
        <translation>在第 %1 步后失败：%2</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Test after step %1: %2</source>
        <translation>第 %1 步之后的测试：%2</translation>
    </message>
    <message>
        <source>It takes %1 times as long as before. From step %2 on, the shares of a batch are %3 samples: steps should take %4 less time</source>
        <translation>耗时是之前的 %1 倍。从第 %2 步起，批次的样本份额为 %3：预计每步用时减少 %4</translation>
    </message>
    <message>
        <source>From step %1 on, the shares of a batch are %2 samples: steps should take %3 less time</source>
        <translation>从第 %1 步起，批次的样本份额为 %2：预计每步用时减少 %3</translation>
    </message>
    <message>
        <source>Since step %1 steps take %2 less time; %3 was expected</source>
        <translation>从第 %1 步起，每步用时减少 %2；预计为 %3</translation>
    </message>
    <message>
        <source>Since step %1 steps take only %2 less time, and not %3 as was expected</source>
        <translation>从第 %1 步起，每步用时仅减少 %2，而不是预计的 %3</translation>
    </message>
    <message>
        <source>Since step %1 steps take %2 more time, and not %3 less as was expected</source>
        <translation>从第 %1 步起，每步用时增加 %2，而不是预计的减少 %3</translation>
    </message>
    <message numerus="yes">
        <source>The shares of step %1 were replaced after %Ln step(s), before it could be checked that steps take %2 less time</source>
        <translation>
            <numerusform>第 %1 步的份额在 %Ln 步后被替换，尚未能检验每步用时是否减少 %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The shares of step %1 were replaced after %Ln step(s), which took %2 less time; %3 was expected</source>
        <translation>
            <numerusform>第 %1 步的份额在 %Ln 步后被替换，这些步用时减少了 %2；预计为 %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The shares of step %1 were replaced after %Ln step(s), which took %2 more time, and not %3 less as was expected</source>
        <translation>
            <numerusform>第 %1 步的份额在 %Ln 步后被替换，这些步用时增加了 %2，而不是预计的减少 %3</numerusform>
        </translation>
    </message>
    <message>
        <source>Too few steps to tell whether steps take %2 less time since step %1, as was expected</source>
        <translation>步数太少，无法判断从第 %1 步起每步用时是否如预计减少 %2</translation>
    </message>
    <message>
        <source>From step %1 on, the shares of a batch are %2 samples, to try a rank that had no work</source>
        <translation>从第 %1 步起，一个批次的份额为 %2 个样本，以便尝试一个没有工作的 rank</translation>
    </message>
    <message>
        <source>Stopped after step %1: %2</source>
        <translation>在第 %1 步后停止：%2</translation>
    </message>
    <message>
        <source>No step for %1: the run waits for this machine, which gives no sign of life</source>
        <translation>没有新的步，已有 %1：运行在等待这台机器，它没有任何响应</translation>
    </message>
    <message>
        <source>No step for %1: the run waits for this machine</source>
        <translation>没有新的步，已有 %1：运行在等待这台机器</translation>
    </message>
    <message>
        <source>Paused after step %1</source>
        <translation>在第 %1 步之后暂停</translation>
    </message>
</context>
<context>
    <name>motley::MachineCheck</name>
    <message>
        <source>%1 has a processor of the kind %2, but this engine is built for %3. Train without it.</source>
        <translation>%1 的处理器为 %2，但此引擎是为 %3 构建的。请不要用它训练。</translation>
    </message>
    <message>
        <source>%1 has no folder that this account can write to and run programs from. Give it an install folder.</source>
        <translation>%1 上没有此账户可写入且可运行程序的文件夹。请为它指定安装文件夹。</translation>
    </message>
    <message>
        <source>an unknown system</source>
        <translation>未知系统</translation>
    </message>
    <message>
        <source>%1 runs %2, whose C library is not glibc; the engine needs glibc %3 or newer. Train without it.</source>
        <translation>%1 运行的是 %2，其 C 库不是 glibc；引擎需要 glibc %3 或更新版本。请不要用它训练。</translation>
    </message>
    <message>
        <source>%1 runs %2 with glibc %3; the engine needs glibc %4 or newer. Train without it.</source>
        <translation>%1 运行的是 %2，glibc 版本为 %3；引擎需要 glibc %4 或更新版本。请不要用它训练。</translation>
    </message>
</context>
<context>
    <name>motley::MachineDetails</name>
    <message>
        <source>%1 Mbit/s</source>
        <translation>%1 Mbit/s</translation>
    </message>
    <message numerus="yes">
        <source>%Ln processor(s)</source>
        <translation>
            <numerusform>%Ln 个处理器</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, limited to the time of %2</source>
        <translation>%1，限用相当于 %2 个处理器的时间</translation>
    </message>
    <message>
        <source>Agrees with this computer</source>
        <translation>与本机一致</translation>
    </message>
    <message>
        <source>%1 ahead of this computer</source>
        <translation>比本机快 %1</translation>
    </message>
    <message>
        <source>%1 behind this computer</source>
        <translation>比本机慢 %1</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>C library</source>
        <translation>C 库</translation>
    </message>
    <message>
        <source>not glibc</source>
        <translation>不是 glibc</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>May use</source>
        <translation>可使用</translation>
    </message>
    <message>
        <source>Host name</source>
        <translation>主机名</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Files go to</source>
        <translation>文件存放于</translation>
    </message>
    <message>
        <source>Free there</source>
        <translation>可用空间</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>重新查询</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>No machine is selected</source>
        <translation>未选择机器</translation>
    </message>
    <message>
        <source>Select a machine above to see its system, its disk and its network.</source>
        <translation>在上方选择一台机器，查看其系统、磁盘和网络。</translation>
    </message>
    <message>
        <source>Asking %1 what it is. This takes a few seconds.</source>
        <translation>正在查询 %1，需要几秒钟。</translation>
    </message>
    <message>
        <source>Data already there</source>
        <translation>已有的数据</translation>
    </message>
    <message>
        <source>Data folders</source>
        <translation>数据文件夹</translation>
    </message>
    <message>
        <source>Terms</source>
        <translation>使用条件</translation>
    </message>
    <message>
        <source>%1 asks a question before it lets you log in, for instance for a password. “%2” shows it.</source>
        <translation>登录 %1 前需要先回答一个问题，例如输入密码。“%2”会显示它。</translation>
    </message>
    <message>
        <source>On its GPUs</source>
        <translation>其 GPU 上</translation>
    </message>
    <message>
        <source>Last seen: %1</source>
        <translation>最近联系：%1</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
</context>
<context>
    <name>motley::MachineLines</name>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>份额</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Speed now</source>
        <translation>当前速度</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>另有 %Ln 台</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::MachineList</name>
    <message numerus="yes">
        <source>    %1, %Ln processor(s), memory %2, disk free %3</source>
        <translation>
            <numerusform>    %1，%Ln 个处理器，内存 %2，磁盘可用 %3</numerusform>
        </translation>
    </message>
    <message>
        <source>    The GPUs cannot be used: %1</source>
        <translation>    GPU 无法使用：%1</translation>
    </message>
    <message>
        <source>Added %1. See what it is: motley machines --probe</source>
        <translation>已添加 %1。查看其情况：motley machines --probe</translation>
    </message>
    <message>
        <source>    Data already there: %1</source>
        <translation>    已有的数据：%1</translation>
    </message>
    <message>
        <source>    Terms: %1</source>
        <translation>    使用条件：%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>motley::MachineOrder</name>
    <message numerus="yes">
        <source>%Ln GPU(s)</source>
        <translation>
            <numerusform>%Ln 个 GPU</numerusform>
        </translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Machines of this run, the first one coordinates</source>
        <translation>本次运行的机器，第一台负责协调</translation>
    </message>
    <message>
        <source>%1 · %2 · coordinates</source>
        <translation>%1 · %2 · 协调者</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
</context>
<context>
    <name>motley::MachineRows</name>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>另有 %Ln 台机器</numerusform>
        </translation>
    </message>
    <message>
        <source>has no work</source>
        <translation>没有工作</translation>
    </message>
    <message>
        <source>share %1</source>
        <translation>份额 %1</translation>
    </message>
    <message>
        <source>did %1, could do %2</source>
        <translation>实际 %1，可达到 %2</translation>
    </message>
    <message>
        <source>waits %1</source>
        <translation>等待 %1</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>Samples/s</source>
        <translation>样本/秒</translation>
    </message>
    <message>
        <source>did %1</source>
        <translation>实际 %1</translation>
    </message>
</context>
<context>
    <name>motley::MachineTermsDialog</name>
    <message>
        <source>Nothing</source>
        <translation>免费</translation>
    </message>
    <message>
        <source>It stays</source>
        <translation>不会收回</translation>
    </message>
    <message>
        <source>At once</source>
        <translation>立即</translation>
    </message>
    <message>
        <source>Terms of %1</source>
        <translation>%1 的使用条件</translation>
    </message>
    <message>
        <source>Forecasts use these: what a run costs, and how often it loses work because machines are taken away.</source>
        <translation>预测会据此估算一次运行的费用，以及因机器被收回而丢失进度的次数。</translation>
    </message>
    <message>
        <source>Price of an hour</source>
        <translation>每小时价格</translation>
    </message>
    <message>
        <source>Hours until it is taken away, on average</source>
        <translation>平均多少小时后被收回</translation>
    </message>
    <message>
        <source>Minutes until there is another</source>
        <translation>多少分钟后有另一台</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Or the part taken away by each hour</source>
        <translation>或到各小时为止被收回的比例</translation>
    </message>
    <message>
        <source>Hours, a colon and the part of such machines that is taken away by then. A file has a line for each machine that was seen: 3.5,ended or 24,there.</source>
        <translation>小时数、一个冒号以及届时已被收回的此类机器比例。文件中每台观察过的机器占一行：3.5,ended 或 24,there。</translation>
    </message>
    <message>
        <source>From a file…</source>
        <translation>从文件…</translation>
    </message>
    <message>
        <source>Choose a list of lifetimes</source>
        <translation>选择存续时间列表</translation>
    </message>
    <message>
        <source>Take it back by itself where a run has lost it</source>
        <translation>运行失去它后，自动让它重新参与</translation>
    </message>
    <message>
        <source>After a restart, let it start its part of the run by itself</source>
        <translation>机器重启后，允许它自行启动它在运行中的部分</translation>
    </message>
    <message>
        <source>Your account on the machine gets an entry in its systemd or crontab, which is removed with the run. So it takes part again also while this computer is off.</source>
        <translation>您在该机器上的账户会得到一个 systemd 或 crontab 条目，它会随运行一起移除。这样，即使本机已关机，它也会重新参与。</translation>
    </message>
    <message>
        <source>2:0.1 means that a tenth of such machines is taken away within two hours.</source>
        <translation>2:0.1 表示这类机器中有十分之一会在两小时内被收回。</translation>
    </message>
</context>
<context>
    <name>motley::MachinesPage</name>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>New run with these</source>
        <translation>用这些机器新建运行</translation>
    </message>
    <message>
        <source>Machines and their devices</source>
        <translation>机器及其设备</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Import from SSH</source>
        <translation>从 SSH 导入</translation>
    </message>
    <message>
        <source>Add machine</source>
        <translation>添加机器</translation>
    </message>
    <message>
        <source>Remove %1?</source>
        <translation>移除 %1？</translation>
    </message>
    <message>
        <source>Motley forgets %1. Nothing is changed on the machine itself, and runs on it go on.</source>
        <translation>Motley 将不再记住 %1。机器本身不会有任何改动，其上的运行会继续。</translation>
    </message>
    <message>
        <source>Tick the machines that shall train together.</source>
        <translation>请勾选要一起训练的机器。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln device(s)</source>
        <translation>
            <numerusform>%Ln 个设备</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln machine(s)</source>
        <translation>
            <numerusform>%Ln 台机器</numerusform>
        </translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Show only machines with these words</source>
        <translation>仅显示包含这些词的机器</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>%1 trains %2. Wait until that is over.</source>
        <translation>%1 正在训练 %2。请等待其结束。</translation>
    </message>
    <message>
        <source>%1 on %2 will train.</source>
        <translation>将参加训练：%1（%2）。</translation>
    </message>
    <message>
        <source>No machine is ready yet. “%1” asks all of them.</source>
        <translation>还没有机器就绪。“%1”会查询所有机器。</translation>
    </message>
</context>
<context>
    <name>motley::MainWindow</name>
    <message numerus="yes">
        <source>%1 of %Ln machine(s) ready</source>
        <translation>
            <numerusform>机器就绪：%1/%Ln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln active run(s)</source>
        <translation>
            <numerusform>%Ln 个进行中的运行</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>%1 was removed.</source>
        <translation>已移除 %1。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close the window and cancel %1?</source>
        <translation>关闭窗口并取消 %1？</translation>
    </message>
    <message>
        <source>This window is preparing the run, which ends with it. Once the training has begun, the machines go on without the window.</source>
        <translation>此窗口正在准备该运行，关闭窗口会结束运行。训练开始之后，机器无需窗口也会继续。</translation>
    </message>
    <message>
        <source>Cancel the run</source>
        <translation>取消运行</translation>
    </message>
</context>
<context>
    <name>motley::MembershipWords</name>
    <message>
        <source>Rank %1 on %2 is lost: %3</source>
        <translation>rank %1（%2）已失去：%3</translation>
    </message>
    <message>
        <source>Ranks %1 on %2 are lost: %3</source>
        <translation>rank %1（%2）均已失去：%3</translation>
    </message>
    <message>
        <source>The ranks connect to each other again.</source>
        <translation>各 rank 正在重新互相连接。</translation>
    </message>
    <message numerus="yes">
        <source>The run goes on with %Ln rank(s) from step %1.</source>
        <translation>
            <numerusform>运行从第 %1 步起以 %Ln 个 rank 继续。</numerusform>
        </translation>
    </message>
    <message>
        <source>The ranks are connected after %1, and hold the same state %2 later.</source>
        <translation>各 rank 连接用时 %1，此后统一状态用时 %2。</translation>
    </message>
    <message>
        <source>Lost after step %1: %2</source>
        <translation>在第 %1 步后失去：%2</translation>
    </message>
    <message>
        <source>rank %1 on %2</source>
        <translation>rank %1（%2）</translation>
    </message>
    <message>
        <source>%1 after step %2</source>
        <translation>%1（第 %2 步后）</translation>
    </message>
    <message>
        <source>Lost on the way: %1.</source>
        <translation>途中失去：%1。</translation>
    </message>
    <message>
        <source>not in the run</source>
        <translation>不在运行中</translation>
    </message>
    <message>
        <source>%1 takes part again.</source>
        <translation>%1 重新参与训练。</translation>
    </message>
    <message>
        <source>%1 after step %2, in the run again since step %3</source>
        <translation>%1（第 %2 步后，自第 %3 步起重新加入运行）</translation>
    </message>
</context>
<context>
    <name>motley::MemoryBar</name>
    <message>
        <source>adapter</source>
        <translation>适配器</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>base</source>
        <translation>基座</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>gradients and exchange</source>
        <translation>梯度与交换</translation>
    </message>
    <message>
        <source>logits</source>
        <translation>logits</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活值</translation>
    </message>
</context>
<context>
    <name>motley::MemoryWords</name>
    <message>
        <source>base %1</source>
        <extracomment>%1 in these is an amount of memory, and each is a part of a list</extracomment>
        <translation>基座 %1</translation>
    </message>
    <message>
        <source>adapter %1</source>
        <translation>适配器 %1</translation>
    </message>
    <message>
        <source>weights %1</source>
        <translation>权重 %1</translation>
    </message>
    <message>
        <source>optimizer %1</source>
        <translation>优化器 %1</translation>
    </message>
    <message>
        <source>gradients %1</source>
        <translation>梯度 %1</translation>
    </message>
    <message>
        <source>exchange %1</source>
        <translation>交换 %1</translation>
    </message>
    <message>
        <source>copy for checkpoints %1</source>
        <translation>检查点副本 %1</translation>
    </message>
    <message>
        <source>logits %1</source>
        <translation>logits %1</translation>
    </message>
    <message>
        <source>activations %1</source>
        <translation>激活值 %1</translation>
    </message>
    <message>
        <source>At most %1 of memory: %2.</source>
        <extracomment>%1 is an amount of memory, %2 a list such as base 900 MiB, adapter 12 MiB and activations 288 MiB</extracomment>
        <translation>最多占用 %1 内存：%2。</translation>
    </message>
    <message numerus="yes">
        <source>The memory is that of samples of %Ln token(s), as long as a row may be.</source>
        <translation>
            <numerusform>该内存对应每个样本 %Ln 个词元，即一行可达到的最大长度。</numerusform>
        </translation>
    </message>
    <message>
        <source>optimizer of others %1</source>
        <translation>其他设备的优化器 %1</translation>
    </message>
</context>
<context>
    <name>motley::MessageCard</name>
    <message>
        <source>Show the details</source>
        <translation>显示详情</translation>
    </message>
    <message>
        <source>Copy the message and its details</source>
        <translation>复制消息和详情</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
</context>
<context>
    <name>motley::MetricPlot</name>
    <message>
        <source>Choose a name that ends in .png, .svg, .pdf or .csv.</source>
        <translation>请选择以 .png、.svg、.pdf 或 .csv 结尾的名称。</translation>
    </message>
</context>
<context>
    <name>motley::MetricWords</name>
    <message>
        <source>accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>among the first five</source>
        <translation>前五命中率</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <extracomment>the name of what was measured and its value</extracomment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>loss %1</source>
        <translation>损失 %1</translation>
    </message>
    <message>
        <source>hidden words right</source>
        <translation>遮盖词正确率</translation>
    </message>
    <message>
        <source>next sentences right</source>
        <translation>下一句正确率</translation>
    </message>
    <message>
        <source>F1</source>
        <translation>F1</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>精确率</translation>
    </message>
    <message>
        <source>recall</source>
        <translation>召回率</translation>
    </message>
    <message>
        <source>perplexity</source>
        <translation>困惑度</translation>
    </message>
    <message>
        <source>correct moves</source>
        <translation>正确移动</translation>
    </message>
    <message>
        <source>missed moves</source>
        <translation>遗漏移动</translation>
    </message>
    <message>
        <source>spurious moves</source>
        <translation>错误移动</translation>
    </message>
    <message>
        <source>mentions linked right</source>
        <translation>提及链接正确率</translation>
    </message>
    <message>
        <source>, </source>
        <extracomment>between two results of a test</extracomment>
        <translation>，</translation>
    </message>
</context>
<context>
    <name>motley::ModelTrial</name>
    <message>
        <source>The engine ended without an answer.</source>
        <translation>引擎未作回答就结束了。</translation>
    </message>
</context>
<context>
    <name>motley::NavigationRail</name>
    <message>
        <source>Machines</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>新建运行</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行记录</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Open runs</source>
        <translation>打开的运行</translation>
    </message>
</context>
<context>
    <name>motley::NewRunPage</name>
    <message>
        <source>Choose machines</source>
        <translation>选择机器</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Open job…</source>
        <translation>打开作业…</translation>
    </message>
    <message>
        <source>Save job…</source>
        <translation>保存作业…</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>新建运行</translation>
    </message>
    <message>
        <source>Job templates</source>
        <translation>作业模板</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Job template</source>
        <translation>作业模板</translation>
    </message>
    <message>
        <source>Ranks on each ticked CPU</source>
        <translation>每个已勾选 CPU 上的 rank 数</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Ranks per CPU</source>
        <translation>每个 CPU 的 rank 数</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>计划</translation>
    </message>
    <message>
        <source>Choose at least one machine.</source>
        <translation>请至少选择一台机器。</translation>
    </message>
    <message>
        <source>Everything is ready.</source>
        <translation>一切就绪。</translation>
    </message>
    <message>
        <source>%1 could not be written.</source>
        <translation>无法写入 %1。</translation>
    </message>
    <message>
        <source>Open a job</source>
        <translation>打开作业</translation>
    </message>
    <message>
        <source>Jobs (*.json)</source>
        <translation>作业 (*.json)</translation>
    </message>
    <message>
        <source>Save this job</source>
        <translation>保存此作业</translation>
    </message>
    <message>
        <source>Looking at the data.</source>
        <translation>正在查看数据。</translation>
    </message>
    <message>
        <source>Forecast</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>There is no plan: %1</source>
        <translation>无法制定计划：%1</translation>
    </message>
    <message>
        <source>Another job</source>
        <translation>其他作业</translation>
    </message>
    <message>
        <source>%1 trains %2.</source>
        <translation>%1 正在训练 %2。</translation>
    </message>
    <message numerus="yes">
        <source>Other programs use %Ln GPU(s) of %1.</source>
        <translation>
            <numerusform>其他程序正在使用 %1 的 %Ln 个 GPU。</numerusform>
        </translation>
    </message>
    <message>
        <source>Start on machines that are busy?</source>
        <translation>要在繁忙的机器上启动吗？</translation>
    </message>
    <message>
        <source>Runs that share a machine slow each other, and may run out of memory.</source>
        <translation>共用一台机器的运行会互相拖慢，也可能耗尽内存。</translation>
    </message>
    <message>
        <source>No longer in the list of machines: %1</source>
        <translation>已不在机器列表中：%1</translation>
    </message>
    <message>
        <source>Job file</source>
        <translation>作业文件</translation>
    </message>
</context>
<context>
    <name>motley::NoticeLine</name>
    <message>
        <source>Show the details</source>
        <translation>显示详情</translation>
    </message>
    <message>
        <source>Copy the message and its details</source>
        <translation>复制消息和详情</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
</context>
<context>
    <name>motley::OpenFolder</name>
    <message>
        <source>There is no file manager</source>
        <translation>没有文件管理器</translation>
    </message>
    <message>
        <source>No program on this computer opens folders. This is the path:</source>
        <translation>本机上没有可以打开文件夹的程序。路径如下：</translation>
    </message>
</context>
<context>
    <name>motley::OverdueWords</name>
    <message>
        <source>The run waits for %1, which gives no sign of life.</source>
        <translation>运行在等待 %1，它没有任何响应。</translation>
    </message>
    <message>
        <source>The run waits for %1, which computes.</source>
        <translation>运行在等待 %1，它正在计算。</translation>
    </message>
    <message>
        <source>The run waits for %1, which tests the model.</source>
        <translation>运行在等待 %1，它正在测试模型。</translation>
    </message>
    <message>
        <source>The run waits for %1, which writes a checkpoint or the model.</source>
        <translation>运行在等待 %1，它正在写入检查点或模型。</translation>
    </message>
    <message>
        <source>The run waits for %1.</source>
        <translation>运行在等待 %1。</translation>
    </message>
</context>
<context>
    <name>motley::PathField</name>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>A folder…</source>
        <translation>文件夹…</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>选择文件夹</translation>
    </message>
    <message>
        <source>A file…</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>选择文件</translation>
    </message>
</context>
<context>
    <name>motley::PlanCommand</name>
    <message>
        <source>  %1: %2 of each batch</source>
        <translation>  %1：每个批次中占 %2</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>together</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>of their sum</source>
        <translation>占总和</translation>
    </message>
    <message>
        <source>a step</source>
        <translation>每步</translation>
    </message>
    <message>
        <source>the whole job</source>
        <translation>整个作业</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>%1 and %2 are one machine under two names, and use the same processors and memory: the forecast counts them twice. Leave one of them out.</source>
        <translation>%1 与 %2 是同一台机器的两个名称，使用相同的处理器和内存：预测把它们计算了两次。请不要使用其中一个。</translation>
    </message>
    <message>
        <source>%1 and %2 have the same GPU, %3. Use it on one of them.</source>
        <translation>%1 与 %2 拥有同一个 GPU：%3。请只在其中一台上使用它。</translation>
    </message>
</context>
<context>
    <name>motley::PlanWords</name>
    <message>
        <source>The GPUs exchange gradients over NCCL.</source>
        <translation>各 GPU 通过 NCCL 交换梯度。</translation>
    </message>
    <message>
        <source>The ranks exchange gradients over Gloo.</source>
        <translation>各 rank 通过 Gloo 交换梯度。</translation>
    </message>
    <message>
        <source>The shares follow what each device did alone: %1 samples/s.</source>
        <extracomment>%1 is a list such as 2,688 : 1,270</extracomment>
        <translation>份额按各设备单独运行时的速度分配：%1 样本/秒。</translation>
    </message>
    <message>
        <source>The shares follow what each device did alone: %1 tokens/s.</source>
        <extracomment>%1 is a list such as 2,688 : 1,270</extracomment>
        <translation>份额按各设备单独运行时的速度分配：%1 词元/秒。</translation>
    </message>
    <message>
        <source>The shares are the ones that were asked for.</source>
        <translation>份额按指定的数值分配。</translation>
    </message>
    <message>
        <source>Even shares, for not every device has been measured yet.</source>
        <translation>份额均分，因为尚未测量所有设备。</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message numerus="yes">
        <source>CPU, %Ln thread(s)</source>
        <translation>
            <numerusform>CPU，%Ln 个线程</numerusform>
        </translation>
    </message>
    <message>
        <source>The GPUs sum their gradients over NCCL, and one of them goes on with the processors over Gloo.</source>
        <translation>各 GPU 通过 NCCL 对梯度求和，其中一个再通过 Gloo 与处理器一起求和。</translation>
    </message>
    <message numerus="yes">
        <source>%1 takes %Ln sample(s) at once, as its memory holds no more.</source>
        <extracomment>%1 is a machine</extracomment>
        <translation>
            <numerusform>%1 一次处理 %Ln 个样本，因为其内存容不下更多。</numerusform>
        </translation>
    </message>
    <message>
        <source>Each device holds a part of the optimizer state and of the gradients: %1.</source>
        <extracomment>%1 is a list such as 70 % : 30 %</extracomment>
        <translation>每个设备保存优化器状态和梯度的一部分：%1。</translation>
    </message>
    <message>
        <source>%1 recomputes activations, as the job asks for it.</source>
        <translation>%1 按作业的要求重新计算激活值。</translation>
    </message>
    <message numerus="yes">
        <source>%1 recomputes activations and so keeps %2 less: without that, its memory would hold only %Ln sample(s) at once, which takes longer.</source>
        <extracomment>%1 is a machine, %2 an amount of memory</extracomment>
        <translation>
            <numerusform>%1 重新计算激活值，因此少占用 %2：否则其内存一次只能容纳 %Ln 个样本，耗时更长。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 recomputes activations: without that, its memory would not hold even one sample.</source>
        <translation>%1 重新计算激活值：否则其内存连一个样本也容纳不下。</translation>
    </message>
    <message>
        <source>%1 recomputes activations and so keeps %2 less: without that, its memory would not hold even one sample.</source>
        <extracomment>%1 is a machine, %2 an amount of memory</extracomment>
        <translation>%1 重新计算激活值，因此少占用 %2：否则其内存连一个样本也容纳不下。</translation>
    </message>
    <message>
        <source>%1 of %2 tokens</source>
        <translation>%1/%2 个词元</translation>
    </message>
    <message>
        <source>%1 of %2 samples</source>
        <translation>%1/%2 个样本</translation>
    </message>
    <message>
        <source>All devices form one group, so Adasum has nothing to join: their gradients are summed.</source>
        <translation>所有设备构成一组，因此 Adasum 没有可合并的内容，改为对其梯度求和。</translation>
    </message>
    <message>
        <source>The curve of the run depends on this grouping.</source>
        <translation>运行的曲线取决于这种分组。</translation>
    </message>
    <message numerus="yes">
        <source>Adasum joins the updates of %Ln group(s): %1.</source>
        <extracomment>%1 is a list of groups of machines such as box + old and new</extracomment>
        <translation>
            <numerusform>Adasum 合并 %Ln 组的更新：%1。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Each device updates by itself, and Adasum joins the %Ln update(s).</source>
        <translation>
            <numerusform>每个设备各自更新，由 Adasum 合并这 %Ln 个更新。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 has several devices: with Adasum between machines, these would sum their gradients first, and less would cross the network.</source>
        <translation>%1 有多个设备：若在机器之间使用 Adasum，它们会先对梯度求和，经过网络的数据更少。</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 词元/秒</translation>
    </message>
    <message>
        <source>%1 and %2 are one machine under two names. In a run they would use the same processors and memory; tick one of them.</source>
        <translation>%1 与 %2 是同一台机器的两个名称。在一次运行中，它们会共用其处理器和内存；请只勾选其中一个。</translation>
    </message>
    <message>
        <source>%1 and %2 have the same GPU, %3. Tick it on one of them.</source>
        <translation>%1 与 %2 拥有同一个 GPU：%3。请只在其中一台上勾选它。</translation>
    </message>
    <message>
        <source>No part is kept twice, as the memory of some device would not hold that. A lost machine takes the run back to its newest checkpoint.</source>
        <translation>没有任何部分保存两份，因为某个设备的内存放不下。失去一台机器时，运行会退回到最新的检查点。</translation>
    </message>
</context>
<context>
    <name>motley::PlotLegend</name>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Show only the curves with these words in the legend</source>
        <translation>图例中只显示含这些字的曲线</translation>
    </message>
</context>
<context>
    <name>motley::PlotPanel</name>
    <message>
        <source>Logarithmic axis (L)</source>
        <translation>对数坐标轴 (L)</translation>
    </message>
    <message>
        <source>Follow the newest step (F)</source>
        <translation>跟随最新一步 (F)</translation>
    </message>
    <message>
        <source>Show as a table (T)</source>
        <translation>以表格显示 (T)</translation>
    </message>
    <message>
        <source>Export (E)</source>
        <translation>导出 (E)</translation>
    </message>
    <message numerus="yes">
        <source>%Ln point(s) cannot be drawn</source>
        <translation>
            <numerusform>%Ln 个点无法绘制</numerusform>
        </translation>
    </message>
    <message>
        <source>Export this chart</source>
        <translation>导出此图表</translation>
    </message>
    <message>
        <source>Not exported</source>
        <translation>未导出</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>All values</source>
        <translation>全部数值</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Leave out what is far from nearly all others (O)</source>
        <translation>不使用远离绝大多数的数值 (O)</translation>
    </message>
    <message numerus="yes">
        <source>%Ln value(s) outside</source>
        <translation>
            <numerusform>%Ln 个数值在图外</numerusform>
        </translation>
    </message>
    <message>
        <source>Far from nearly all others. Show all values (O)</source>
        <translation>远离绝大多数数值。显示全部数值 (O)</translation>
    </message>
    <message>
        <source>%1 %2 to %3</source>
        <extracomment>the part of the x axis that a chart shows: its name, from, to</extracomment>
        <translation>%1 %2 至 %3</translation>
    </message>
    <message>
        <source>Zoomed in. Show everything (0)</source>
        <translation>已放大。显示全部 (0)</translation>
    </message>
    <message>
        <source>Numbers, a column for each curve (*.csv)</source>
        <translation>数值，每条曲线一列 (*.csv)</translation>
    </message>
    <message>
        <source>Pictures (*.png *.svg *.pdf)</source>
        <translation>图片 (*.png *.svg *.pdf)</translation>
    </message>
    <message>
        <source>Numbers, a row for each value (*.csv)</source>
        <translation>数值，每个值一行 (*.csv)</translation>
    </message>
</context>
<context>
    <name>motley::Preparation</name>
    <message>
        <source>Connecting</source>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>Looking at the machine</source>
        <translation>正在检查机器</translation>
    </message>
    <message>
        <source>%1 has no GPU that could be used; tick its processor instead.</source>
        <translation>%1 没有可用的 GPU；请改为勾选其处理器。</translation>
    </message>
    <message>
        <source>Checking what is there</source>
        <translation>正在检查已有文件</translation>
    </message>
    <message>
        <source>Sending the engine</source>
        <translation>正在发送引擎</translation>
    </message>
    <message>
        <source>Sending the data</source>
        <translation>正在发送数据</translation>
    </message>
    <message>
        <source>Measuring its speed</source>
        <translation>正在测量速度</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>Ending what was started</source>
        <translation>正在终止已启动的进程</translation>
    </message>
    <message>
        <source>Sending the checkpoint to continue from</source>
        <translation>正在发送要继续训练的检查点</translation>
    </message>
    <message>
        <source>%1 does not reach %2 at %3. Let the firewalls of both pass connections between them, connect them to one network, or train without one of them.</source>
        <translation>%1 无法通过 %3 连接到 %2。请让两台机器的防火墙放行它们之间的连接，或把它们接入同一个网络，或在训练时不使用其中一台。</translation>
    </message>
    <message>
        <source>Checking the links between the machines</source>
        <translation>正在检查机器之间的链路</translation>
    </message>
    <message>
        <source>CUDA&apos;s libraries, which GPUs need, could not be fetched (2 GiB): %1 What has come is kept. Try again, or tick processors only.</source>
        <translation>无法获取 GPU 所需的 CUDA 库（2 GiB）；已获取的部分会保留。请重试，或只勾选处理器。原因：%1</translation>
    </message>
    <message>
        <source>Fetching CUDA&apos;s libraries, once (2 GiB)</source>
        <translation>正在获取 CUDA 库，仅此一次（2 GiB）</translation>
    </message>
    <message>
        <source>The %1 of %2 has compute capability %3, but CUDA 13 needs %4 or newer (Turing, 2018). Leave it out.</source>
        <translation>%2 的 %1 计算能力为 %3，而 CUDA 13 需要 %4 或更高（Turing，2018 年）。请不要使用它。</translation>
    </message>
    <message>
        <source>The %1 of %2 has driver %3, but CUDA 13 needs %4 or newer. Update the driver there, or leave it out.</source>
        <translation>%2 的 %1 驱动版本为 %3，而 CUDA 13 需要 %4 或更高。请在那里更新驱动，或不要使用它。</translation>
    </message>
    <message>
        <source>No machine is ticked.</source>
        <translation>没有勾选机器。</translation>
    </message>
    <message>
        <source>Its speed is already known</source>
        <translation>其速度已知</translation>
    </message>
    <message>
        <source>Its speed is measured</source>
        <translation>其速度已测量</translation>
    </message>
    <message>
        <source>Copying the data from %1</source>
        <translation>正在从 %1 复制数据</translation>
    </message>
    <message>
        <source>%1 could not copy data from %2, so it gets them another way: %3</source>
        <translation>%1 无法从 %2 复制数据，将改由其他途径获取：%3</translation>
    </message>
    <message>
        <source>%1 and %2 are one machine under two names, and use the same processors and memory.</source>
        <translation>%1 与 %2 是同一台机器的两个名称，使用相同的处理器和内存。</translation>
    </message>
    <message>
        <source>%1 does not reach %2 at %3 with large packets, and does with small ones. A VPN or tunnel between them takes smaller ones than their networks: set a smaller MTU there on both, such as 1280.</source>
        <translation>%1 通过 %3 连接 %2 时只有小数据包能到达，大数据包不能。它们之间的 VPN 或隧道只接受比其网络更小的数据包：请在两台机器上为其设置更小的 MTU，例如 1280。</translation>
    </message>
</context>
<context>
    <name>motley::PreparationView</name>
    <message>
        <source>Preparing the machines</source>
        <translation>正在准备机器</translation>
    </message>
    <message>
        <source>Only what a machine lacks is sent, and only once. The first step follows.</source>
        <translation>只发送机器缺少的内容，且只发送一次。随后开始第一步。</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
</context>
<context>
    <name>motley::ProfileStore</name>
    <message>
        <source>The measured speeds could not be written to %1: %2.</source>
        <translation>测得的速度无法写入 %1：%2。</translation>
    </message>
    <message>
        <source>The measured speeds in %1 are being written by another program.</source>
        <translation>%1 中的测量速度正被另一个程序写入。</translation>
    </message>
</context>
<context>
    <name>motley::Program</name>
    <message>
        <source>There is no display for the window. Everything else works without one: motley --help</source>
        <translation>没有可显示窗口的屏幕。除窗口外，其余功能都不需要屏幕：motley --help</translation>
    </message>
</context>
<context>
    <name>motley::ProgressLine</name>
    <message>
        <source>Waiting for the first step</source>
        <translation>正在等待第一步</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>第 %1/%2 步</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>loss %1</source>
        <translation>损失 %1</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>%1 left (perhaps %2 to %3)</source>
        <translation>剩余 %1（可能为 %2～%3）</translation>
    </message>
</context>
<context>
    <name>motley::Question</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>motley::RailRunButton</name>
    <message>
        <source>Close, and let the machines go on (Ctrl+W)</source>
        <translation>关闭，机器继续 (Ctrl+W)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>motley::RemovalWords</name>
    <message>
        <source>%1 of %2</source>
        <translation>%2 的 %1</translation>
    </message>
    <message>
        <source>Remove %1 of %2?</source>
        <translation>移除 %2 的 %1？</translation>
    </message>
    <message>
        <source>Its curves and its model on this computer are deleted, and its files on its machines.</source>
        <translation>它在本机上的曲线和模型以及在各机器上的文件将被删除。</translation>
    </message>
    <message>
        <source>It has the only checkpoint from which these runs can go on: %1.</source>
        <translation>以下运行只能从它的检查点继续：%1。</translation>
    </message>
    <message>
        <source>This frees %1 here: %2.</source>
        <translation>这会在本机释放 %1：%2。</translation>
    </message>
    <message>
        <source>%1 of events, %2 of checkpoints, %3 of models, %4 of other files</source>
        <translation>事件 %1，检查点 %2，模型 %3，其他文件 %4</translation>
    </message>
</context>
<context>
    <name>motley::Report</name>
    <message numerus="yes">
        <source>Comparison of %Ln run(s)</source>
        <translation>
            <numerusform>%Ln 次运行的比较</numerusform>
        </translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Mean loss in nats</source>
        <translation>平均损失（nat）</translation>
    </message>
    <message>
        <source>Loss on the test set</source>
        <translation>测试集上的损失</translation>
    </message>
    <message>
        <source>Test: %1, percent</source>
        <translation>测试：%1，百分比</translation>
    </message>
    <message>
        <source>Test: %1</source>
        <translation>测试：%1</translation>
    </message>
    <message>
        <source>Tokens a second</source>
        <translation>每秒词元</translation>
    </message>
    <message>
        <source>Samples a second</source>
        <translation>每秒样本</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>What happened in %1</source>
        <translation>%1 中发生的事</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>发生的事</translation>
    </message>
    <message>
        <source>Job of %1</source>
        <translation>%1 的作业</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>作业</translation>
    </message>
    <message>
        <source>Written by Motley on %1</source>
        <translation>由 Motley 写于 %1</translation>
    </message>
    <message>
        <source>Differences are from %1.</source>
        <translation>差异是相对于 %1 的。</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Settings that differ</source>
        <translation>不同的设置</translation>
    </message>
    <message>
        <source>Could not write %1: choose another file.</source>
        <translation>无法写入 %1：请选择其他文件。</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1，%2：%3</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 after step %2</source>
        <translation>%1，第 %2 步后</translation>
    </message>
    <message>
        <source>%1, %2 parameters</source>
        <translation>%1，%2 个参数</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <source>Best test</source>
        <translation>最佳测试</translation>
    </message>
    <message>
        <source>Last loss</source>
        <translation>最后的损失</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>motley::Resumption</name>
    <message>
        <source>The run %1 still trains; stop it first.</source>
        <translation>运行 %1 仍在训练；请先停止它。</translation>
    </message>
    <message>
        <source>The run %1 was trained to its end.</source>
        <translation>运行 %1 已训练完成。</translation>
    </message>
    <message>
        <source>No checkpoint of the run %1 is on this computer, so it can only begin anew.</source>
        <translation>本机上没有运行 %1 的检查点，因此只能从头开始。</translation>
    </message>
    <message>
        <source>%1 took no part in that run.</source>
        <translation>%1 没有参与那次运行。</translation>
    </message>
    <message>
        <source>No machine of the run %1 would be left.</source>
        <translation>运行 %1 将没有机器可用。</translation>
    </message>
    <message>
        <source>The run %1 never began to train, so there is nothing to go on with.</source>
        <translation>运行 %1 从未开始训练，因此没有可继续的内容。</translation>
    </message>
</context>
<context>
    <name>motley::RowWords</name>
    <message numerus="yes">
        <source>%Ln row(s)</source>
        <translation>
            <numerusform>%Ln 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the first %Ln row(s)</source>
        <translation>
            <numerusform>前 %Ln 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln cut to %1 tokens</source>
        <translation>
            <numerusform>%Ln 行截短为 %1 个词元</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln left out without an answer</source>
        <translation>
            <numerusform>%Ln 行没有回答而略过</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln left out as unusable</source>
        <translation>
            <numerusform>%Ln 行无法使用而略过</numerusform>
        </translation>
    </message>
    <message>
        <source>Left out, first %1: %2</source>
        <translation>已略过，首个是 %1：%2</translation>
    </message>
    <message>
        <source>Row %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s), %1 of them learned</source>
        <translation>
            <numerusform>%Ln 个词元，其中学习 %1 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s) cut off</source>
        <translation>
            <numerusform>截去 %Ln 个词元</numerusform>
        </translation>
    </message>
    <message>
        <source>left out: it has no answer to learn</source>
        <translation>已略过：没有可学习的回答</translation>
    </message>
    <message>
        <source>left out: %1</source>
        <translation>已略过：%1</translation>
    </message>
    <message>
        <source>To train: %1.</source>
        <translation>用于训练：%1。</translation>
    </message>
    <message>
        <source>To test: %1.</source>
        <translation>用于测试：%1。</translation>
    </message>
</context>
<context>
    <name>motley::RowsReader</name>
    <message>
        <source>%1 could not be written.</source>
        <translation>无法写入 %1。</translation>
    </message>
</context>
<context>
    <name>motley::RunCharts</name>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation>梯度范数</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>The first test follows at the end of an epoch.</source>
        <translation>首次测试在一轮结束时进行。</translation>
    </message>
    <message>
        <source>each step</source>
        <translation>每一步</translation>
    </message>
    <message>
        <source>smoothed</source>
        <translation>平滑后</translation>
    </message>
    <message>
        <source>test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Mean loss in nats</source>
        <translation>平均损失（奈特）</translation>
    </message>
    <message>
        <source>total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>Tests</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Percent</source>
        <translation>百分比</translation>
    </message>
    <message>
        <source>On the test set</source>
        <translation>在测试集上</translation>
    </message>
    <message>
        <source>step %1 · %2</source>
        <translation>第 %1 步 · %2</translation>
    </message>
    <message>
        <source>This run ended before its first test.</source>
        <translation>此运行在首次测试前就已结束。</translation>
    </message>
    <message>
        <source>%1 could do</source>
        <translation>%1：可达到</translation>
    </message>
    <message>
        <source>%1 did</source>
        <translation>%1：实际</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>词元/秒</translation>
    </message>
    <message>
        <source>Samples/s</source>
        <translation>样本/秒</translation>
    </message>
    <message>
        <source>Maximise (M)</source>
        <translation>放大（M）</translation>
    </message>
    <message>
        <source>Show all charts (Esc)</source>
        <translation>显示全部图表（Esc）</translation>
    </message>
    <message>
        <source>Horizontal axis (X)</source>
        <translation>横轴 (X)</translation>
    </message>
    <message>
        <source>step %1, of the run before</source>
        <translation>第 %1 步，属于前一个运行</translation>
    </message>
    <message>
        <source>Parts of a step</source>
        <translation>每步的组成</translation>
    </message>
    <message>
        <source>Choose charts…</source>
        <translation>选择图表…</translation>
    </message>
    <message>
        <source>mean of %1 steps</source>
        <translation>%1 步的平均值</translation>
    </message>
</context>
<context>
    <name>motley::RunFailure</name>
    <message>
        <source>The memory of a rank ran out: %1</source>
        <translation>某个 rank 的内存不足：%1</translation>
    </message>
    <message>
        <source>A loss, a gradient or a weight was not finite: %1</source>
        <translation>某个损失、梯度或权重不是有限值：%1</translation>
    </message>
    <message>
        <source>The job, the model or the data cannot be used: %1</source>
        <translation>作业、模型或数据无法使用：%1</translation>
    </message>
    <message>
        <source>A device failed: %1</source>
        <translation>某个设备出现故障：%1</translation>
    </message>
    <message>
        <source>What the run writes could not be written: %1</source>
        <translation>本次运行要写入的内容无法写入：%1</translation>
    </message>
    <message>
        <source>A rank was ended by a signal: %1</source>
        <translation>某个 rank 被信号终止：%1</translation>
    </message>
    <message>
        <source>A rank gave no sign of life: %1</source>
        <translation>某个 rank 没有任何响应：%1</translation>
    </message>
</context>
<context>
    <name>motley::RunFigures</name>
    <message>
        <source>The events were not read to their end.</source>
        <translation>事件没有读到末尾。</translation>
    </message>
</context>
<context>
    <name>motley::RunHeader</name>
    <message>
        <source>Open model folder</source>
        <translation>打开模型文件夹</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop now</source>
        <translation>立即停止</translation>
    </message>
    <message>
        <source>Steps done</source>
        <translation>已完成步数</translation>
    </message>
    <message>
        <source>Finishes the step, writes a checkpoint and the model, then ends.</source>
        <translation>完成当前步，写入检查点和模型，然后结束。</translation>
    </message>
    <message>
        <source>Ends the training at once; what came after the last checkpoint is lost.</source>
        <translation>立即结束训练；最后一个检查点之后的内容将丢失。</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Elapsed</source>
        <translation>已用时间</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>剩余时间</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Stop now?</source>
        <translation>立即停止？</translation>
    </message>
    <message>
        <source>The machines are finishing the step. If you stop them now, what came after the last checkpoint is lost.</source>
        <translation>机器正在完成当前步。如果现在停止，最后一个检查点之后的内容将丢失。</translation>
    </message>
    <message>
        <source>The batch of this run is %1.</source>
        <translation>本次运行的批大小为 %1。</translation>
    </message>
    <message>
        <source>Perhaps %1 to %2: that is how far this run&apos;s steps were from the forecast.</source>
        <translation>可能为 %1～%2：本次运行各步用时与预测的偏差就有这么大。</translation>
    </message>
    <message>
        <source>Mean speed</source>
        <translation>平均速度</translation>
    </message>
    <message>
        <source>Checkpoint: step %1</source>
        <translation>检查点：第 %1 步</translation>
    </message>
    <message>
        <source>No checkpoint yet</source>
        <translation>尚无检查点</translation>
    </message>
    <message>
        <source>Step, after %1</source>
        <translation>步，已用 %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1～%2</translation>
    </message>
    <message>
        <source>Best test</source>
        <translation>最佳测试结果</translation>
    </message>
    <message>
        <source>Best test: %1</source>
        <translation>最佳测试结果：%1</translation>
    </message>
    <message>
        <source>Noise scale %1</source>
        <translation>噪声尺度 %1</translation>
    </message>
    <message>
        <source>%1, at %2</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Goes on from %1</source>
        <translation>接续 %1</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>试用</translation>
    </message>
    <message>
        <source>Checkpoint now</source>
        <translation>立即写入检查点</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Checkpoint now: writes one after this step, and training goes on.</source>
        <translation>立即写入检查点：在本步之后写入，训练继续。</translation>
    </message>
    <message>
        <source>Pause: writes a checkpoint after this step and ends. “Go on” continues from there.</source>
        <translation>暂停：在本步之后写入检查点并结束。“继续”将从那里接着训练。</translation>
    </message>
    <message>
        <source>Writes a checkpoint…</source>
        <translation>正在写入检查点…</translation>
    </message>
    <message>
        <source>No checkpoint</source>
        <translation>没有检查点</translation>
    </message>
    <message>
        <source>Training loss %1</source>
        <translation>训练损失 %1</translation>
    </message>
</context>
<context>
    <name>motley::RunHistory</name>
    <message>
        <source>The list of runs in %1 cannot be used: %2</source>
        <translation>%1 中的运行记录无法使用：%2</translation>
    </message>
    <message>
        <source>The list of runs in %1 was written by a newer Motley; use that one.</source>
        <translation>%1 中的运行记录由更新版本的 Motley 写入；请使用该版本。</translation>
    </message>
    <message>
        <source>The folder %1 cannot be made.</source>
        <translation>无法创建文件夹 %1。</translation>
    </message>
    <message>
        <source>Could not write %1.</source>
        <translation>无法写入 %1。</translation>
    </message>
    <message>
        <source>The run %1 is no longer in the list of runs.</source>
        <translation>运行 %1 已不在运行记录中。</translation>
    </message>
    <message>
        <source>There is no run “%1”; “motley runs” lists them.</source>
        <translation>没有运行“%1”；用“motley runs”列出全部。</translation>
    </message>
    <message>
        <source>The folder %1 could not be removed whole.</source>
        <translation>无法完全删除文件夹 %1。</translation>
    </message>
    <message>
        <source>“%1” may mean the run “%2” or “%3”: write more of its name.</source>
        <translation>“%1”可能指运行“%2”或“%3”：请多写几个字符。</translation>
    </message>
    <message>
        <source>The program that prepared this run ended before the training began.</source>
        <translation>准备此运行的程序在训练开始之前就结束了。</translation>
    </message>
</context>
<context>
    <name>motley::RunList</name>
    <message>
        <source>preparing</source>
        <translation>准备中</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>completed</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>No runs yet. Start one: motley run job.json --machines local</source>
        <translation>还没有运行。启动一个：motley run job.json --machines local</translation>
    </message>
    <message>
        <source>The run %1 never reached its machines; there is nothing to stop.</source>
        <translation>运行 %1 从未到达任何机器；没有可停止的内容。</translation>
    </message>
    <message>
        <source>Run %1 has ended. What it said: motley watch %1</source>
        <translation>运行 %1 已结束。查看其输出：motley watch %1</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Best test</source>
        <translation>最佳测试结果</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>The run %1 has already ended: %2.</source>
        <translation>运行 %1 此前已经结束：%2。</translation>
    </message>
    <message>
        <source>A window or another command is preparing the run %1; cancel it there.</source>
        <translation>另一个窗口或命令正在准备运行 %1；请在那里取消它。</translation>
    </message>
    <message>
        <source>The training of the run %1 has ended, but %2, which has what it saved last, does not answer. To go on from what is on this computer, leave that machine out: motley resume %1 --without %2</source>
        <translation>运行 %1 的训练已结束，但存有其最后保存内容的 %2 没有响应。要从本机已有的内容继续，请不使用那台机器：motley resume %1 --without %2</translation>
    </message>
    <message>
        <source>Run %1 has ended. %2, which has what it saved last, does not answer; once it does, this copies it: motley watch %1</source>
        <translation>运行 %1 已结束。存有其最后保存内容的 %2 没有响应；等它响应后，用此命令复制：motley watch %1</translation>
    </message>
    <message>
        <source>The run %1 is not over. Stop it first: motley stop %1</source>
        <translation>运行 %1 尚未结束。请先停止它：motley stop %1</translation>
    </message>
    <message>
        <source>Nothing was removed.</source>
        <translation>未移除任何内容。</translation>
    </message>
    <message>
        <source>It is not known whether the run %1 still trains: %2</source>
        <translation>不知道运行 %1 是否仍在训练：%2</translation>
    </message>
    <message>
        <source>It is not known whether the run %1 still trains.</source>
        <translation>不知道运行 %1 是否仍在训练。</translation>
    </message>
    <message>
        <source>Lost in that run: %1. To leave that out: motley resume %2 --without %3</source>
        <translation>该运行中失去了：%1。如要不使用：motley resume %2 --without %3</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>The run %1 writes a checkpoint after the step it is in. Watch it: motley watch %1</source>
        <translation>运行 %1 将在当前步之后写入检查点。查看：motley watch %1</translation>
    </message>
</context>
<context>
    <name>motley::RunMachineModel</name>
    <message>
        <source>%1 °C</source>
        <translation>%1°C</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Share of a batch</source>
        <translation>批次份额</translation>
    </message>
    <message>
        <source>Speed now</source>
        <translation>当前速度</translation>
    </message>
    <message>
        <source>Where its time goes</source>
        <translation>时间分布</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Memory used</source>
        <translation>已用内存</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>As expected</source>
        <translation>符合预期</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>Has no work</source>
        <translation>没有工作</translation>
    </message>
    <message>
        <source>It was so slow that the others are faster without it. From time to time it gets a little of a batch, which shows whether it has become faster.</source>
        <translation>它太慢，没有它其他机器会更快。它会不时得到一批中的一小部分，以便看出它是否变快了。</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>已失去</translation>
    </message>
    <message>
        <source>Lost a rank</source>
        <translation>失去一个 rank</translation>
    </message>
    <message>
        <source>data %1, forward %2, backward %3, waiting %4, exchange %5, optimizer %6, report %7</source>
        <translation>数据 %1、前向 %2、反向 %3、等待 %4、交换 %5、优化器 %6、报告 %7</translation>
    </message>
</context>
<context>
    <name>motley::RunNews</name>
    <message numerus="yes">
        <source>%Ln step(s) in %1.</source>
        <translation>
            <numerusform>%Ln 步，用时 %1。</numerusform>
        </translation>
    </message>
    <message>
        <source>Best test: %1.</source>
        <translation>最佳测试：%1。</translation>
    </message>
</context>
<context>
    <name>motley::RunNotice</name>
    <message>
        <source>The run failed after step %1: %2</source>
        <translation>运行在第 %1 步后失败：%2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Go on without %1</source>
        <translation>不使用 %1 继续</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Once the machines have saved what they have, another run goes on without %1.</source>
        <translation>待各机器保存现有进度后，会以新的运行继续，不再使用 %1。</translation>
    </message>
    <message>
        <source>This run has ended. There is no contact with its machines, so this is what was known last.</source>
        <translation>此运行已结束。无法联系它的机器，因此这里显示的是最后已知的情况。</translation>
    </message>
    <message>
        <source>This run has ended. %1 asks a question before it lets you log in, for instance for a password, so this is what was known last.</source>
        <translation>此运行已结束。登录 %1 前需要先回答一个问题，例如输入密码，因此这里显示的是最后已知的情况。</translation>
    </message>
    <message>
        <source>Log in</source>
        <translation>登录</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>This run has ended, and this is what was known last. %1</source>
        <translation>此运行已结束，这里显示的是最后已知的情况。%1</translation>
    </message>
    <message numerus="yes">
        <source>No checkpoint of it is on this computer: the work of %Ln step(s) is lost.</source>
        <translation>
            <numerusform>本机上没有它的检查点：%Ln 步的工作已丢失。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Its last checkpoint is of step %1: the work of %Ln step(s) since then is lost.</source>
        <translation>
            <numerusform>它的最后一个检查点在第 %1 步：此后 %Ln 步的工作已丢失。</numerusform>
        </translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>重新开始</translation>
    </message>
    <message>
        <source>Change and start</source>
        <translation>修改并开始</translation>
    </message>
    <message>
        <source>The run was stopped after step %1: %2</source>
        <translation>运行在第 %1 步后被停止：%2</translation>
    </message>
    <message>
        <source>%1 asks a question before it lets you log in, for instance for a password. Until then, this is what was known last.</source>
        <translation>登录 %1 前需要先回答一个问题，例如输入密码。在此之前，这里显示的是最后已知的情况。</translation>
    </message>
    <message>
        <source>This is what was known last. %1</source>
        <translation>这里显示的是最后已知的情况。%1</translation>
    </message>
    <message>
        <source>There is no contact with %1 at the moment, so this is what was known last. %2 says that the training goes on.</source>
        <translation>目前与 %1 失去联系，因此这里显示的是最后已知的情况。据 %2 报告，训练仍在继续。</translation>
    </message>
    <message>
        <source>There is no contact with %1 at the moment, so this is what was known last. %2 says that the training has ended.</source>
        <translation>目前与 %1 失去联系，因此这里显示的是最后已知的情况。据 %2 报告，训练已结束。</translation>
    </message>
    <message>
        <source>There is no contact with %1 at the moment, so this is what was known last.</source>
        <translation>目前与 %1 失去联系，因此这里显示的是最后已知的情况。</translation>
    </message>
    <message>
        <source>No step for %1; the last one took %2.</source>
        <translation>已有 %1 没有新的步；上一步用时 %2。</translation>
    </message>
    <message>
        <source>The machines are testing or saving, or wait for one of them.</source>
        <translation>机器正在测试或保存，或在等待其中一台。</translation>
    </message>
    <message>
        <source>Its checkpoint of step %1 was not copied here. Opening the run again copies it, if the run&apos;s first machine still has it.</source>
        <translation>第 %1 步的检查点未复制到本机。如果此运行的第一台机器上仍有它，再次打开此运行即可复制。</translation>
    </message>
    <message numerus="yes">
        <source>The %Ln rank(s) that are left connect to each other.</source>
        <translation>
            <numerusform>剩下的 %Ln 个 rank 正在互相连接。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The run goes on with %Ln rank(s).</source>
        <translation>
            <numerusform>运行以 %Ln 个 rank 继续。</numerusform>
        </translation>
    </message>
    <message>
        <source>Start again without %1</source>
        <translation>不使用 %1 重新开始</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>显示 %1</translation>
    </message>
    <message>
        <source>Another run goes on from here.</source>
        <translation>另一个运行从这里继续。</translation>
    </message>
    <message>
        <source>The run could not be stopped, and goes on. %1</source>
        <translation>无法停止此运行，它仍在继续。%1</translation>
    </message>
    <message>
        <source>Take back now</source>
        <translation>立即让其重新参与</translation>
    </message>
    <message>
        <source>Paused after step %1.</source>
        <translation>已在第 %1 步之后暂停。</translation>
    </message>
</context>
<context>
    <name>motley::RunPage</name>
    <message>
        <source>Machines</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Machines of this run</source>
        <translation>本次运行的机器</translation>
    </message>
    <message>
        <source>What happened in this run</source>
        <translation>本次运行中的事件</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Show only the lines with these words</source>
        <translation>只显示包含这些词的行</translation>
    </message>
    <message>
        <source>This run ended before its first step.</source>
        <translation>此运行在第一步之前就结束了。</translation>
    </message>
    <message>
        <source>Waiting for the first step. The machines are forming their group.</source>
        <translation>正在等待第一步。机器正在组建通信组。</translation>
    </message>
    <message>
        <source>The machines are being prepared; the curve begins with the first step.</source>
        <translation>正在准备机器；曲线从第一步开始。</translation>
    </message>
    <message>
        <source>What is known of this run is being read.</source>
        <translation>正在读取此运行的已知信息。</translation>
    </message>
    <message>
        <source>Another window or a command prepares this run; the curve begins with the first step.</source>
        <translation>另一个窗口或命令正在准备此运行；曲线从第一步开始。</translation>
    </message>
    <message>
        <source>Machines over time</source>
        <translation>机器时间线</translation>
    </message>
    <message>
        <source>When the machines trained</source>
        <translation>各机器的训练时间</translation>
    </message>
    <message>
        <source>Show machines and log</source>
        <translation>显示机器和日志</translation>
    </message>
    <message>
        <source>Hide machines and log</source>
        <translation>隐藏机器和日志</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>样例</translation>
    </message>
</context>
<context>
    <name>motley::RunProgress</name>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1, no step for %2</source>
        <translation>%1，没有新的步，已 %2</translation>
    </message>
    <message>
        <source>%1, %2 left</source>
        <translation>%1，剩余 %2</translation>
    </message>
    <message>
        <source>%1 - %2</source>
        <translation>%1 - %2</translation>
    </message>
</context>
<context>
    <name>motley::RunRemoval</name>
    <message>
        <source>The files of the run %1 stay on %2 until the next contact, which removes them: %3</source>
        <translation>运行 %1 的文件仍保留在 %2 上，下次联系到时会移除：%3</translation>
    </message>
</context>
<context>
    <name>motley::RunScreen</name>
    <message>
        <source>checkpoint of step %1</source>
        <translation>第 %1 步的检查点</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation>梯度范数</translation>
    </message>
    <message>
        <source>q: leave</source>
        <translation>q：离开</translation>
    </message>
    <message>
        <source>s: stop</source>
        <translation>s：停止</translation>
    </message>
    <message>
        <source>Tab: next curve</source>
        <translation>Tab：下一条曲线</translation>
    </message>
    <message>
        <source>Up, Down: log</source>
        <translation>上、下：日志</translation>
    </message>
    <message>
        <source>Stop the run after a checkpoint? y: stop it, any other key: go on</source>
        <translation>保存检查点后停止此运行？y：停止，其他键：继续</translation>
    </message>
    <message>
        <source>writes a checkpoint</source>
        <translation>正在写入检查点</translation>
    </message>
    <message>
        <source>p: pause</source>
        <translation>p：暂停</translation>
    </message>
    <message>
        <source>c: checkpoint</source>
        <translation>c：检查点</translation>
    </message>
    <message>
        <source>Pause the run after a checkpoint? y: pause it, any other key: go on</source>
        <translation>保存检查点后暂停此运行？y：暂停，其他键：继续</translation>
    </message>
</context>
<context>
    <name>motley::RunWatcher</name>
    <message>
        <source>No run was started on this computer yet; “motley run” starts one.</source>
        <translation>本机尚未启动过运行；用“motley run”启动。</translation>
    </message>
    <message>
        <source>Run %1</source>
        <translation>运行 %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Warning: %1</source>
        <translation>警告：%1</translation>
    </message>
    <message>
        <source>Rank %1 failed: %2</source>
        <translation>rank %1 失败：%2</translation>
    </message>
    <message>
        <source>Cancelling; what was started is ended, what was sent stays.</source>
        <translation>正在取消；已启动的会被终止，已发送的会保留。</translation>
    </message>
    <message>
        <source>Leaving; the training goes on. Press Ctrl-C again within three seconds to stop it instead.</source>
        <translation>即将退出；训练会继续。如要停止训练，请在三秒内再按一次 Ctrl-C。</translation>
    </message>
    <message>
        <source>The training goes on. Watch it: motley watch %1   Stop it: motley stop %1</source>
        <translation>训练仍在继续。查看：motley watch %1   停止：motley stop %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln step(s) in %1</source>
        <translation>
            <numerusform>%Ln 步，用时 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Model: %1</source>
        <translation>模型：%1</translation>
    </message>
    <message>
        <source>Epoch %1: %2 on the test set</source>
        <translation>第 %1 轮的测试集结果：%2</translation>
    </message>
    <message>
        <source>Best on the test set: %1 after epoch %2</source>
        <translation>测试集最佳结果：%1（第 %2 轮之后）</translation>
    </message>
    <message>
        <source>Since step %1 the ranks share a batch as %2.</source>
        <translation>从第 %1 步起，各 rank 按 %2 划分每个批次。</translation>
    </message>
    <message>
        <source>With --best a run takes only the machines that are fastest together.</source>
        <translation>使用 --best 时，运行只采用组合起来最快的机器。</translation>
    </message>
    <message>
        <source>A window or another command is preparing this run. Its training has not begun yet.</source>
        <translation>另一个窗口或命令正在准备此运行。训练尚未开始。</translation>
    </message>
    <message>
        <source>Copying the results here</source>
        <translation>正在将结果复制到本机</translation>
    </message>
    <message>
        <source>No contact; %1 says that the training goes on: %2</source>
        <translation>失去联系；据 %1 报告，训练仍在继续：%2</translation>
    </message>
    <message>
        <source>No contact; %1 says that the training has ended: %2</source>
        <translation>失去联系；据 %1 报告，训练已结束：%2</translation>
    </message>
    <message>
        <source>No contact: %1</source>
        <translation>失去联系：%1</translation>
    </message>
    <message>
        <source>Leaving. Press Ctrl-C again within three seconds to stop the training instead.</source>
        <translation>即将退出。如要停止训练，请在三秒内再按一次 Ctrl-C。</translation>
    </message>
    <message>
        <source>Watch the run: motley watch %1   Stop it: motley stop %1</source>
        <translation>查看此运行：motley watch %1   停止：motley stop %1</translation>
    </message>
    <message>
        <source>No step for %1.</source>
        <translation>没有新的步，已有 %1。</translation>
    </message>
    <message>
        <source>Asking the run to stop after its step, with a checkpoint. Ctrl-C once more stops at once.</source>
        <translation>正在请求运行在当前步之后停止，并写入检查点。再按一次 Ctrl-C 立即停止。</translation>
    </message>
    <message>
        <source>The training is over. Copy here what it has saved: motley watch %1</source>
        <translation>训练已结束。将其保存的内容复制到本机：motley watch %1</translation>
    </message>
</context>
<context>
    <name>motley::RunWords</name>
    <message>
        <source>Preparing</source>
        <translation>准备中</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Completed</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>Asking the machines</source>
        <translation>正在查询机器</translation>
    </message>
    <message>
        <source>Sending files</source>
        <translation>正在发送文件</translation>
    </message>
    <message>
        <source>Measuring speed</source>
        <translation>正在测量速度</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>Reconnecting, training goes on</source>
        <translation>正在重新连接，训练仍在继续</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>Login needs your input</source>
        <translation>登录需要您操作</translation>
    </message>
    <message>
        <source>Forming the group</source>
        <translation>正在组建通信组</translation>
    </message>
    <message>
        <source>Reconnecting</source>
        <translation>正在重新连接</translation>
    </message>
    <message>
        <source>Contact refused</source>
        <translation>连接被拒绝</translation>
    </message>
    <message>
        <source>Fetching the results</source>
        <translation>正在取回结果</translation>
    </message>
    <message>
        <source>Pausing</source>
        <translation>正在暂停</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
</context>
<context>
    <name>motley::RunsModel</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Last loss</source>
        <translation>最新损失</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Best test</source>
        <translation>最佳测试结果</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
</context>
<context>
    <name>motley::RunsPage</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行记录</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Show only the runs with these words</source>
        <translation>只显示包含这些词的运行</translation>
    </message>
    <message>
        <source>No runs yet</source>
        <translation>还没有运行</translation>
    </message>
    <message>
        <source>A job is ready: start it on this computer, and it trains a small network in a few minutes.</source>
        <translation>已备好一个作业：在本机启动它，几分钟即可训练一个小网络。</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>新建运行</translation>
    </message>
    <message>
        <source>For ten seconds this can be undone.</source>
        <translation>十秒之内可以撤销。</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>New run like this one</source>
        <translation>新建与此相同的运行</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Rename the run</source>
        <translation>重命名运行</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Show only the runs with this tag</source>
        <translation>只显示带此标签的运行</translation>
    </message>
    <message>
        <source>Select several runs to compare: Ctrl + click, Shift + ↓.</source>
        <translation>请选择多次运行来比较：Ctrl + 单击，Shift + ↓。</translation>
    </message>
    <message>
        <source>Save a report</source>
        <translation>保存报告</translation>
    </message>
    <message>
        <source>Pages (%1)</source>
        <translation>网页 (%1)</translation>
    </message>
    <message>
        <source>The report is in %1.</source>
        <translation>报告在 %1。</translation>
    </message>
    <message>
        <source>Note and tags…</source>
        <translation>备注和标签…</translation>
    </message>
    <message>
        <source>Save a report…</source>
        <translation>保存报告…</translation>
    </message>
    <message>
        <source>Baseline of comparisons</source>
        <translation>比较的基准</translation>
    </message>
    <message>
        <source>All tags</source>
        <translation>所有标签</translation>
    </message>
    <message>
        <source>Try the model…</source>
        <translation>试用模型…</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>%1 is being prepared: cancel it before you remove it.</source>
        <translation>%1 正在准备：移除之前请先取消。</translation>
    </message>
    <message>
        <source>%1 still trains: stop it before you remove it.</source>
        <translation>%1 仍在训练：移除之前请先停止。</translation>
    </message>
</context>
<context>
    <name>motley::SecretDialog</name>
    <message>
        <source>Unlock your key</source>
        <translation>解锁密钥</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>The machine asks</source>
        <translation>机器询问</translation>
    </message>
    <message>
        <source>The passphrase of %1</source>
        <translation>%1 的密码短语</translation>
    </message>
    <message>
        <source>To log in as %1</source>
        <translation>以 %1 的身份登录</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>That was not right. Attempt %1.</source>
        <translation>不正确。第 %1 次尝试。</translation>
    </message>
    <message>
        <source>Log in</source>
        <translation>登录</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>motley::SegmentDialog</name>
    <message>
        <source>Choose a volume…</source>
        <translation>选择体数据…</translation>
    </message>
    <message>
        <source>The slice as it is</source>
        <translation>原始切片</translation>
    </message>
    <message>
        <source>The segments of the slice</source>
        <translation>切片的分割结果</translation>
    </message>
    <message>
        <source>Segment</source>
        <translation>分割</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Try %1</source>
        <translation>试用 %1</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Size of the part that is segmented</source>
        <translation>要分割部分的大小</translation>
    </message>
    <message>
        <source>Rows and columns of the part that is segmented; a large part takes long.</source>
        <translation>要分割部分的行数和列数；部分越大，耗时越长。</translation>
    </message>
    <message>
        <source>As it is</source>
        <translation>原样</translation>
    </message>
    <message>
        <source>Segments</source>
        <translation>分割</translation>
    </message>
    <message>
        <source>Slice</source>
        <translation>切片</translation>
    </message>
    <message>
        <source>First row</source>
        <translation>首行</translation>
    </message>
    <message>
        <source>First column</source>
        <translation>首列</translation>
    </message>
    <message>
        <source>Counted from 0, as in the file</source>
        <translation>从 0 开始计数，与文件中一致</translation>
    </message>
    <message>
        <source>Choose a volume</source>
        <translation>选择体数据</translation>
    </message>
    <message>
        <source>Volumes (%1)</source>
        <translation>体数据 (%1)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Choose an HDF5 file with slices, or drop one here.</source>
        <translation>请选择含切片的 HDF5 文件，或将其拖放到此处。</translation>
    </message>
    <message>
        <source>%1: %2 slices of %3 × %4</source>
        <translation>%1：%2 张 %3 × %4 的切片</translation>
    </message>
    <message>
        <source>%1 is too small: the network sees %2 slices, rows and columns at once. Choose a larger volume.</source>
        <translation>%1 太小：网络一次查看 %2 张切片以及同样多的行和列。请选择更大的体数据。</translation>
    </message>
    <message>
        <source>Opening the model</source>
        <translation>正在打开模型</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 seeds tried, %Ln segments found</source>
        <extracomment>a seed is where the search for a segment begins</extracomment>
        <translation>
            <numerusform>已尝试 %1 个种子（共 %2 个），找到 %Ln 个分割</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing was found in slices %1 to %2. Try another place, or a run that was trained for longer.</source>
        <translation>在切片 %1 至 %2 中未找到任何内容。请换一个位置，或使用训练时间更长的运行。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln segments fill %1 of slices %2 to %3.</source>
        <translation>
            <numerusform>%Ln 个分割填充了切片 %2 至 %3 的 %1。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln segments in this slice</source>
        <translation>
            <numerusform>此切片中有 %Ln 个分割</numerusform>
        </translation>
    </message>
    <message>
        <source>Not segmented yet</source>
        <translation>尚未分割</translation>
    </message>
    <message>
        <source>Segmenting…</source>
        <translation>正在分割…</translation>
    </message>
</context>
<context>
    <name>motley::SettingsPage</name>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Settings are in</source>
        <translation>设置保存在</translation>
    </message>
    <message>
        <source>Runs and models are in</source>
        <translation>运行记录和模型保存在</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>High contrast, light</source>
        <translation>高对比度，浅色</translation>
    </message>
    <message>
        <source>High contrast, dark</source>
        <translation>高对比度，深色</translation>
    </message>
    <message>
        <source>Tell me on the desktop when a run ends, fails or becomes slow</source>
        <translation>运行结束、失败或变慢时在桌面上通知我</translation>
    </message>
    <message>
        <source>Never while you look at the window.</source>
        <translation>您正在看窗口时不会通知。</translation>
    </message>
</context>
<context>
    <name>motley::SharedFolder</name>
    <message>
        <source>“%1” is not the path of a folder. Write one that begins with /, or two of them as HERE=THERE, such as /home/ada/data=/mnt/data.</source>
        <translation>“%1”不是文件夹路径。请写一个以 / 开头的路径，或写成“本机路径=对方路径”的两个路径，例如 /home/ada/data=/mnt/data。</translation>
    </message>
</context>
<context>
    <name>motley::SharedFoldersDialog</name>
    <message>
        <source>Data on %1</source>
        <translation>%1 上的数据</translation>
    </message>
    <message>
        <source>Folders of data that this machine has too, such as a disk that all mount. A file in them is used where it lies if it is the same as here; anything else is sent.</source>
        <translation>这台机器上也有的数据文件夹，例如所有机器都挂载的磁盘。其中的文件若与本机相同，就在原处使用；其余的会发送过去。</translation>
    </message>
    <message>
        <source>A line each: the folder here, or the folder here = the folder there.</source>
        <translation>每行一个：本机的文件夹，或“本机文件夹=对方文件夹”。</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>motley::SlowdownWords</name>
    <message>
        <source>Slow: other processes</source>
        <translation>变慢：其他进程</translation>
    </message>
    <message>
        <source>Slow: processor limit</source>
        <translation>变慢：处理器限额</translation>
    </message>
    <message>
        <source>Slow: busy host</source>
        <translation>变慢：宿主机繁忙</translation>
    </message>
    <message>
        <source>Slow: too hot</source>
        <translation>变慢：过热</translation>
    </message>
    <message>
        <source>Slow: power limit</source>
        <translation>变慢：功率上限</translation>
    </message>
    <message>
        <source>Slow: GPU shared</source>
        <translation>变慢：GPU 被共用</translation>
    </message>
    <message>
        <source>Slow: low clock</source>
        <translation>变慢：频率低</translation>
    </message>
    <message>
        <source>Slow: swapping</source>
        <translation>变慢：内存换页</translation>
    </message>
    <message>
        <source>Slow: disk</source>
        <translation>变慢：磁盘</translation>
    </message>
    <message>
        <source>Slow: network</source>
        <translation>变慢：网络</translation>
    </message>
    <message>
        <source>Rank %1: %2</source>
        <translation>rank %1：%2</translation>
    </message>
    <message>
        <source>Slow: data</source>
        <translation>变慢：数据</translation>
    </message>
    <message>
        <source>Slow</source>
        <translation>变慢</translation>
    </message>
</context>
<context>
    <name>motley::SmoothingField</name>
    <message>
        <source>Smoothing, in percent of what is visible</source>
        <translation>平滑，占可见范围的百分比</translation>
    </message>
</context>
<context>
    <name>motley::SshLogin</name>
    <message>
        <source>The login on %1 did not come to an end: %2</source>
        <translation>在 %1 上的登录未能完成：%2</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1 closed the connection after too many refused keys or passwords. Name the right key with IdentityFile and IdentitiesOnly in your SSH configuration. (Tried: %2.)</source>
        <translation>被拒绝的密钥或密码过多，%1 关闭了连接。请在 SSH 配置中用 IdentityFile 和 IdentitiesOnly 指定正确的密钥。（已尝试：%2。）</translation>
    </message>
    <message>
        <source>%1 closed the connection during the login. Try again.</source>
        <translation>%1 在登录过程中关闭了连接。请重试。</translation>
    </message>
    <message>
        <source>The login on %1 was given up. %2</source>
        <translation>已放弃登录 %1。%2</translation>
    </message>
    <message>
        <source>(It offers: %1. Tried: %2.)</source>
        <translation>（它支持的方式：%1。已尝试：%2。）</translation>
    </message>
    <message>
        <source>%1 did not accept what was typed for the account %2. Check the password and the name of the account. %3</source>
        <translation>%1 不接受为账户 %2 输入的内容。请检查密码和账户名。%3</translation>
    </message>
    <message>
        <source>%1 accepted none of your keys for the account %2. CertificateFile %3 was not tried, as it is not for a key of IdentityFile that is here. %4</source>
        <translation>%1 未接受您用于账户 %2 的任何密钥。未尝试 CertificateFile %3，因为它不属于此处任何 IdentityFile 的密钥。%4</translation>
    </message>
    <message>
        <source>%1 accepted none of your keys for the account %2. Add a key to that account or check its name. %3</source>
        <translation>%1 未接受您用于账户 %2 的任何密钥。请为该账户添加密钥或检查账户名。%3</translation>
    </message>
    <message>
        <source>%1, whose permissions are too open (chmod 600 %1)</source>
        <translation>%1（权限过于开放：chmod 600 %1）</translation>
    </message>
    <message>
        <source>%1, which %2 of your SSH configuration leaves out</source>
        <translation>%1（被 SSH 配置中的 %2 排除）</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>(It offers: %1. Tried: %2. Not tried: %3.)</source>
        <translation>（它支持的方式：%1。已尝试：%2。未尝试：%3。）</translation>
    </message>
    <message>
        <source>%1 offers none of the ways to log in to the account %2 that PreferredAuthentications of your SSH configuration allows. %3</source>
        <translation>%1 不支持 SSH 配置中 PreferredAuthentications 允许账户 %2 使用的任何登录方式。%3</translation>
    </message>
    <message>
        <source>%1 accepted none of the keys that could be tried for the account %2. %3</source>
        <translation>%1 未接受可为账户 %2 尝试的任何密钥。%3</translation>
    </message>
</context>
<context>
    <name>motley::SshSession</name>
    <message>
        <source>%1 did not start a command: %2</source>
        <translation>%1 未能启动命令：%2</translation>
    </message>
    <message>
        <source>The connection to %1 was lost. Try again.</source>
        <translation>与 %1 的连接已断开。请重试。</translation>
    </message>
    <message>
        <source>%1 refused to start a command. Its SSH server may not allow this account to run any.</source>
        <translation>%1 拒绝启动命令。其 SSH 服务器可能不允许此账户运行命令。</translation>
    </message>
    <message>
        <source>Stopped on %1, as asked.</source>
        <translation>已按要求在 %1 上停止。</translation>
    </message>
    <message>
        <source>The login shell of %1 did not get to the command. Its start-up files must neither wait for input nor start another shell when nobody is at a terminal.</source>
        <translation>%1 的登录 shell 未能执行到命令。在没有终端时，其启动文件既不能等待输入，也不能启动另一个 shell。</translation>
    </message>
    <message>
        <source>The login shell of %1 ended without running the command. Check that the account may log in and run commands.</source>
        <translation>%1 的登录 shell 未执行命令就结束了。请确认该账户可以登录并运行命令。</translation>
    </message>
    <message>
        <source>The connection to %1 was lost: small packets still arrive there, and large ones do not. A VPN or tunnel on the way takes smaller ones than your network: set a smaller MTU there, such as 1280, and try again.</source>
        <translation>与 %1 的连接已断开：小数据包仍能到达，大数据包则不能。途中的 VPN 或隧道只接受比您的网络更小的数据包：请在那里设置更小的 MTU，例如 1280，然后重试。</translation>
    </message>
</context>
<context>
    <name>motley::SshTransport</name>
    <message>
        <source>Stopped, as asked.</source>
        <translation>已按要求停止。</translation>
    </message>
    <message numerus="yes">
        <source>no answer within %Ln second(s)</source>
        <translation>
            <numerusform>%Ln 秒内没有响应</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::StepTimeWords</name>
    <message>
        <source>A step took %1.</source>
        <translation>每步用时 %1。</translation>
    </message>
    <message>
        <source>Of it, computing took %1, the exchange %2 and waiting for data %3.</source>
        <translation>其中计算 %1，交换 %2，等待数据 %3。</translation>
    </message>
    <message>
        <source>Of it, computing took %1 (predicted: %2), the exchange %3 (predicted: %4) and waiting for data %5.</source>
        <translation>其中计算 %1（预测为 %2），交换 %3（预测为 %4），等待数据 %5。</translation>
    </message>
    <message>
        <source>Of it, computing took %1 (predicted: %2), the exchange %3 (predicted: %4), waiting for data %5, and reports and waiting for the slowest rank %6.</source>
        <translation>其中计算 %1（预测：%2），交换 %3（预测：%4），等待数据 %5，报告和等待最慢的 rank %6。</translation>
    </message>
    <message>
        <source>Of it, computing took %1, the exchange %2, waiting for data %3, and reports and waiting for the slowest rank %4.</source>
        <translation>其中计算 %1，交换 %2，等待数据 %3，报告和等待最慢的 rank %4。</translation>
    </message>
    <message>
        <source>A step took %1, as predicted.</source>
        <translation>每步用时 %1，与预测一致。</translation>
    </message>
    <message>
        <source>A step took %1, %2 more than the predicted %3.</source>
        <translation>每步用时 %1，比预测的 %3 多 %2。</translation>
    </message>
    <message>
        <source>A step took %1, %2 less than the predicted %3.</source>
        <translation>每步用时 %1，比预测的 %3 少 %2。</translation>
    </message>
</context>
<context>
    <name>motley::StragglerWords</name>
    <message numerus="yes">
        <source>%Ln of the last %1 steps waited for %2, %3 of the time</source>
        <translation>
            <numerusform>最近 %1 步中有 %Ln 步在等待 %2，占时间的 %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of the last %1 steps waited for %2, %3 of the time; without it %4 faster now</source>
        <translation>
            <numerusform>最近 %1 步中有 %Ln 步在等待 %2，占时间的 %3；不使用它现在会快 %4</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of the last %1 steps waited for %2, %3 of the time; without it %4 slower now</source>
        <translation>
            <numerusform>最近 %1 步中有 %Ln 步在等待 %2，占时间的 %3；不使用它现在会慢 %4</numerusform>
        </translation>
    </message>
    <message>
        <source>One rank trains, and waits for no other</source>
        <translation>只有一个 rank 在训练，不等待其他 rank</translation>
    </message>
    <message>
        <source>There are too few steps yet to say which machine the others wait for</source>
        <translation>步数还太少，无法判断其他机器在等待哪一台机器</translation>
    </message>
    <message numerus="yes">
        <source>In the last %Ln step(s) no machine waited for another</source>
        <translation>
            <numerusform>最近 %Ln 步中没有机器等待其他机器</numerusform>
        </translation>
    </message>
    <message>
        <source>There were too few steps to say which machine the others waited for</source>
        <translation>步数太少，无法判断其他机器等待的是哪一台机器</translation>
    </message>
    <message numerus="yes">
        <source>Mean of the last %Ln step(s): %1, forecast: %2</source>
        <translation>
            <numerusform>最近 %Ln 步的平均值：%1，预测：%2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::TelemetryChart</name>
    <message>
        <source>Percent</source>
        <translation>百分比</translation>
    </message>
</context>
<context>
    <name>motley::TerminalPrompter</name>
    <message>
        <source>The host key of %1 is not known yet. Compare its fingerprint with the one on that machine; if it is the same, add: --accept-host-key %2</source>
        <translation>%1 的主机密钥未知。请将其指纹与那台机器上的指纹比对；如果一致，请加上：--accept-host-key %2</translation>
    </message>
    <message>
        <source>
The host key of %1 (%2, %3) is not known yet. Its fingerprint:
%4
%5
Is it the one that this machine shows you? Type “yes” to go on: </source>
        <translation>
%1（%2，%3）的主机密钥未知。其指纹：
%4
%5
这与那台机器显示的指纹一致吗？输入“yes”继续：</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>yes</translation>
    </message>
    <message>
        <source>%1 asks for a password or passphrase (%2), and there is no terminal to ask on. Load the key into an ssh-agent, or run this in a terminal.</source>
        <translation>%1 要求输入密码或密码短语（%2），但没有可供输入的终端。请将密钥加载到 ssh-agent，或在终端中运行。</translation>
    </message>
    <message>
        <source>Passphrase for the key %1: </source>
        <translation>密钥 %1 的密码短语：</translation>
    </message>
    <message>
        <source>Password for %1: </source>
        <translation>%1 的密码：</translation>
    </message>
    <message>
        <source>There is no terminal to ask on. To say yes, add: --yes</source>
        <translation>没有可供询问的终端。如要同意，请添加：--yes</translation>
    </message>
    <message>
        <source>Type “yes” to go on: </source>
        <translation>输入“yes”以继续：</translation>
    </message>
</context>
<context>
    <name>motley::TermsWords</name>
    <message>
        <source>%1 are taken away within %2</source>
        <translation>%1 的机器存续不超过 %2</translation>
    </message>
    <message>
        <source>%1 stay</source>
        <translation>%1 的机器不会被收回</translation>
    </message>
    <message>
        <source>%1 an hour</source>
        <translation>每小时 %1</translation>
    </message>
    <message>
        <source>taken away after %1 on average</source>
        <translation>平均存续 %1</translation>
    </message>
    <message>
        <source>replaced within %1</source>
        <translation>替换用时不超过 %1</translation>
    </message>
    <message>
        <source>, </source>
        <extracomment>between two terms of a machine</extracomment>
        <translation>，</translation>
    </message>
    <message>
        <source>not taken back by itself</source>
        <translation>不自动重新参与</translation>
    </message>
    <message>
        <source>takes part again by itself after a restart</source>
        <translation>重启后会自行重新参与</translation>
    </message>
</context>
<context>
    <name>motley::TimeSplitView</name>
    <message>
        <source>data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>waiting for others</source>
        <translation>等待其他机器</translation>
    </message>
    <message>
        <source>exchange</source>
        <translation>交换</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>%1 a step</source>
        <translation>每步 %1</translation>
    </message>
    <message>
        <source>Parts of a step</source>
        <translation>每步的组成</translation>
    </message>
    <message>
        <source>report</source>
        <translation>报告</translation>
    </message>
</context>
<context>
    <name>motley::TimelineLanes</name>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>另有 %Ln 项</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::TimelineLegend</name>
    <message>
        <source>Forward and backward passes, with the part of the exchange that they hide.</source>
        <translation>前向与反向计算，包含被其掩盖的那部分交换。</translation>
    </message>
    <message>
        <source>The part of the exchange that computing does not hide.</source>
        <translation>计算未能掩盖的那部分交换。</translation>
    </message>
    <message>
        <source>What is left of the step: the report that ends it, and waiting in it.</source>
        <translation>步的其余部分：结束该步的报告，以及其中的等待。</translation>
    </message>
    <message>
        <source>forecast</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>How long a step was forecast to take.</source>
        <translation>预测的每步用时。</translation>
    </message>
    <message>
        <source>what it did</source>
        <translation>实际</translation>
    </message>
    <message>
        <source>what it could do without waiting</source>
        <translation>不等待时可达到</translation>
    </message>
    <message>
        <source>waiting, from %1 to %2 of the step</source>
        <translation>等待，占该步的 %1 到 %2</translation>
    </message>
    <message>
        <source>from 0 to the greatest</source>
        <translation>从 0 到最大值</translation>
    </message>
    <message>
        <source>failure</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>who trains</source>
        <translation>参与训练者变化</translation>
    </message>
    <message>
        <source>finding</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>shares</source>
        <translation>份额</translation>
    </message>
    <message>
        <source>test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>检查点</translation>
    </message>
</context>
<context>
    <name>motley::TimelineTable</name>
    <message>
        <source>Steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>事件</translation>
    </message>
</context>
<context>
    <name>motley::TimelineView</name>
    <message>
        <source>Show as a table (T)</source>
        <translation>以表格显示 (T)</translation>
    </message>
    <message>
        <source>What the time line shows</source>
        <translation>时间线显示的内容</translation>
    </message>
    <message>
        <source>Where the time goes</source>
        <translation>时间的分布</translation>
    </message>
    <message>
        <source>The time line as a table</source>
        <translation>以表格显示的时间线</translation>
    </message>
    <message>
        <source>Time line of the machines. Arrows choose a column and a machine, N and P a mark. %1</source>
        <translation>机器的时间线。方向键选择列和机器，N 和 P 选择标记。%1</translation>
    </message>
</context>
<context>
    <name>motley::TimelineWords</name>
    <message>
        <source>%1, waiting %2</source>
        <translation>%1，等待 %2</translation>
    </message>
    <message>
        <source>%1 a step: %2</source>
        <translation>每步 %1：%2</translation>
    </message>
    <message>
        <source>%1 °C</source>
        <translation>%1°C</translation>
    </message>
    <message>
        <source>%1 MHz</source>
        <translation>%1 MHz</translation>
    </message>
    <message>
        <source>did %1, could do %2</source>
        <translation>实际 %1，可达到 %2</translation>
    </message>
    <message>
        <source>computing</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>update</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>exchange</source>
        <translation>交换</translation>
    </message>
    <message>
        <source>waiting for others</source>
        <translation>等待其他机器</translation>
    </message>
    <message>
        <source>report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Time of a step</source>
        <translation>每步用时</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Share of a batch</source>
        <translation>批次份额</translation>
    </message>
    <message>
        <source>Processors</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Memory of GPUs</source>
        <translation>GPU 显存</translation>
    </message>
    <message>
        <source>Power of GPUs</source>
        <translation>GPU 功率</translation>
    </message>
    <message>
        <source>Temperature of GPUs</source>
        <translation>GPU 温度</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟频率</translation>
    </message>
    <message>
        <source>Other processes</source>
        <translation>其他进程</translation>
    </message>
    <message>
        <source>Stolen time</source>
        <translation>被占用的时间</translation>
    </message>
    <message>
        <source>Packets sent again</source>
        <translation>重传的数据包</translation>
    </message>
    <message numerus="yes">
        <source>Each column is the mean of %Ln step(s)</source>
        <translation>
            <numerusform>每列是 %Ln 步的平均值</numerusform>
        </translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>Steps %1 to %2</source>
        <translation>第 %1 步至第 %2 步</translation>
    </message>
    <message>
        <source>has no work</source>
        <translation>没有工作</translation>
    </message>
    <message>
        <source>Step %1: %2</source>
        <translation>第 %1 步：%2</translation>
    </message>
    <message>
        <source>Step %1, %2: %3</source>
        <translation>第 %1 步，%2：%3</translation>
    </message>
</context>
<context>
    <name>motley::TrainedRows</name>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Show less</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>Underlined in colour: the model learns to write this.</source>
        <translation>彩色下划线：模型学习写出这些内容。</translation>
    </message>
    <message>
        <source>The rest is given.</source>
        <translation>其余为给定内容。</translation>
    </message>
    <message>
        <source>As it is trained</source>
        <translation>训练时的样子</translation>
    </message>
    <message>
        <source>Reading the first rows…</source>
        <translation>正在读取前几行…</translation>
    </message>
    <message>
        <source>The rows that would be trained cannot be shown: %1</source>
        <translation>无法显示将用于训练的行：%1</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>… 还有 %1</translation>
    </message>
</context>
<context>
    <name>motley::TrainingRun</name>
    <message>
        <source>This run ended while it was prepared.</source>
        <translation>此运行在准备期间结束。</translation>
    </message>
    <message>
        <source>The run was cancelled before the training began.</source>
        <translation>运行在训练开始前被取消。</translation>
    </message>
    <message>
        <source>The training is done, but its model could not be copied here: %1</source>
        <translation>训练已完成，但模型无法复制到本机：%1</translation>
    </message>
    <message>
        <source>%1 has none that is whole.</source>
        <translation>%1 上没有完整的检查点。</translation>
    </message>
    <message>
        <source>%1 Its newest checkpoint could not be copied here: %2</source>
        <translation>%1 无法将其最新的检查点复制到这里：%2</translation>
    </message>
    <message>
        <source>An engine of another version wrote some events of this run, which are not shown. They are kept; a newer Motley shows them.</source>
        <translation>此运行的部分事件由其他版本的引擎写入，不会显示。它们会被保留；更新版本的 Motley 可以显示。</translation>
    </message>
</context>
<context>
    <name>motley::TransferWords</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>%1, %2/s, %3 left</source>
        <translation>%1，%2/秒，剩余 %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: %2 · %3</source>
        <translation>%1：%2 · %3</translation>
    </message>
</context>
<context>
    <name>motley::TryDialog</name>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Write on</source>
        <translation>续写</translation>
    </message>
    <message>
        <source>Say something. The model knows what was said before.</source>
        <translation>说点什么。模型记得之前的对话。</translation>
    </message>
    <message>
        <source>Begin a text, and the model writes on.</source>
        <translation>写个开头，模型会续写。</translation>
    </message>
    <message>
        <source>Write a sentence to be translated.</source>
        <translation>写一个要翻译的句子。</translation>
    </message>
    <message>
        <source>Write a sentence whose words the model tags.</source>
        <translation>写一个句子，模型会标注其中的词。</translation>
    </message>
    <message>
        <source>Choose a picture, or drop one here.</source>
        <translation>选择一张图片，或拖放到这里。</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Translate</source>
        <translation>翻译</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>标注</translation>
    </message>
    <message>
        <source>Choose a picture…</source>
        <translation>选择图片…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Try %1</source>
        <translation>试用 %1</translation>
    </message>
    <message>
        <source>What the model does</source>
        <translation>模型做什么</translation>
    </message>
    <message>
        <source>Beside what it began with: %1</source>
        <translation>与训练前的模型并排：%1</translation>
    </message>
    <message>
        <source>Both answer the same question; it takes the memory of both.</source>
        <translation>两者回答同一个问题；需要两者的内存。</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>训练前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>训练后</translation>
    </message>
    <message>
        <source>Choose a picture</source>
        <translation>选择图片</translation>
    </message>
    <message>
        <source>Pictures (%1)</source>
        <translation>图片 (%1)</translation>
    </message>
</context>
<context>
    <name>motley::UsageError</name>
    <message>
        <source>%1 is not understood. Did you mean %2?</source>
        <translation>无法理解 %1。您是指 %2 吗？</translation>
    </message>
    <message>
        <source>%1 is not understood.</source>
        <translation>无法理解 %1。</translation>
    </message>
    <message>
        <source>%1 is missing.</source>
        <translation>缺少 %1。</translation>
    </message>
    <message>
        <source>a command is missing.</source>
        <translation>缺少命令。</translation>
    </message>
    <message>
        <source>%1 and %2 cannot be given together.</source>
        <translation>%1 与 %2 不能同时使用。</translation>
    </message>
    <message>
        <source>%1 needs a value.</source>
        <translation>%1 需要一个值。</translation>
    </message>
    <message>
        <source>%1 cannot have this value.</source>
        <translation>%1 不能取这个值。</translation>
    </message>
    <message>
        <source>How to write it: %1</source>
        <translation>写法：%1</translation>
    </message>
</context>
<context>
    <name>motley::UserFolders</name>
    <message>
        <source>The environment variable HOME names no folder, and Motley keeps settings and runs there. Set it to your home folder.</source>
        <translation>环境变量 HOME 没有指向任何文件夹，而 Motley 要在那里保存设置和运行。请将它设为您的主文件夹。</translation>
    </message>
</context>
<context>
    <name>motley::VolumeLook</name>
    <message>
        <source>%1 cannot be read as a volume. Choose an HDF5 file whose data set “raw” has slices, rows and columns of bytes.</source>
        <translation>无法将 %1 作为体数据读取。请选择 HDF5 文件，其数据集“raw”应由字节组成，具有切片、行和列。</translation>
    </message>
</context>
<context>
    <name>motley::VolumeTrial</name>
    <message>
        <source>No folder for the segments could be made: %1</source>
        <translation>无法为分割结果创建文件夹：%1</translation>
    </message>
</context>
<context>
    <name>motley::XAxis</name>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>轮次</translation>
    </message>
</context>
<context>
    <name>motley::connectTcp</name>
    <message>
        <source>Stopped, as asked.</source>
        <translation>已按要求停止。</translation>
    </message>
    <message>
        <source>its name was not resolved in time</source>
        <translation>未能及时解析其名称</translation>
    </message>
    <message>
        <source>the name %1 is not known (%2)</source>
        <translation>名称 %1 未知（%2）</translation>
    </message>
</context>
<context>
    <name>motley::connectTo</name>
    <message>
        <source>%1 (on the way to %2)</source>
        <translation>%1（连接 %2 的途中）</translation>
    </message>
    <message numerus="yes">
        <source>The SSH configuration leads through more than %Ln jump host(s).</source>
        <translation>
            <numerusform>SSH 配置经过的跳板机超过 %Ln 台。</numerusform>
        </translation>
    </message>
    <message>
        <source>Could not connect to %1 at %2, port %3: %4. Check the address, and that the machine and its SSH server run.</source>
        <translation>无法连接 %1（%2，端口 %3）：%4。请检查地址，并确认机器及其 SSH 服务器正在运行。</translation>
    </message>
    <message>
        <source>The jump host could not reach %1 at %2, port %3. Check the address, and that the machine and its SSH server run.</source>
        <translation>跳板机无法连接 %1（%2，端口 %3）。请检查地址，并确认机器及其 SSH 服务器正在运行。</translation>
    </message>
</context>
<context>
    <name>motley::hostkeys</name>
    <message>
        <source>The list of known hosts %1 cannot be read, so no host key can be judged. Make it readable.</source>
        <translation>无法读取已知主机列表 %1，因此无法判断任何主机密钥。请使其可读。</translation>
    </message>
    <message>
        <source>The host key could not be added to %1.</source>
        <translation>无法将主机密钥添加到 %1。</translation>
    </message>
    <message>
        <source>RevokedHostKeys of your SSH configuration names %1, a list in the binary format (KRL). Only lists in text, a key in each line, are supported.</source>
        <translation>SSH 配置中的 RevokedHostKeys 指定了 %1，它是二进制格式的列表（KRL）。仅支持每行一个密钥的文本列表。</translation>
    </message>
    <message>
        <source>Line %1 of the revoked host keys %2 is not a key, so no host key can be trusted.</source>
        <translation>已吊销主机密钥列表 %2 的第 %1 行不是密钥，因此无法信任任何主机密钥。</translation>
    </message>
    <message>
        <source>RevokedHostKeys of your SSH configuration names %1, which cannot be read, so no host key can be trusted. Make it readable, or name no file.</source>
        <translation>SSH 配置中的 RevokedHostKeys 指定了 %1，该文件无法读取，因此无法信任任何主机密钥。请使其可读，或不指定文件。</translation>
    </message>
</context>
<context>
    <name>motley::installfolder</name>
    <message>
        <source>The install folder of %1 must be an absolute path, and not / itself.</source>
        <translation>%1 的安装文件夹必须是绝对路径，且不能是 / 本身。</translation>
    </message>
    <message>
        <source>Other people can change %1 on %2, or what is in it, so no files are put there or below. Run “chmod go-w” on it, or choose another install folder.</source>
        <translation>其他人可以更改 %2 上的 %1 或其中的内容，因此不会在该处及其下放置文件。请对其运行“chmod go-w”，或选择其他安装文件夹。</translation>
    </message>
</context>
<context>
    <name>motley::machines</name>
    <message>
        <source>The list of machines %1 cannot be used: %2. Repair the file or move it away; nothing was overwritten.</source>
        <translation>机器列表 %1 无法使用：%2。请修复或移走该文件；没有覆盖任何内容。</translation>
    </message>
    <message>
        <source>it is too large</source>
        <translation>文件过大</translation>
    </message>
    <message>
        <source>it is not a list of machines of this version</source>
        <translation>它不是此版本的机器列表</translation>
    </message>
    <message>
        <source>the name %1 is in it twice</source>
        <translation>名称 %1 在其中出现两次</translation>
    </message>
    <message>
        <source>The list of machines could not be written to %1: %2.</source>
        <translation>无法将机器列表写入 %1：%2。</translation>
    </message>
    <message>
        <source>a machine in it has no name, no address, an invalid folder or impossible terms</source>
        <translation>其中一台机器没有名称、没有地址、文件夹无效或使用条件无效</translation>
    </message>
    <message>
        <source>The list of machines %1 is being changed by another program. Try again.</source>
        <translation>另一个程序正在修改机器列表 %1。请重试。</translation>
    </message>
    <message>
        <source>it is not a file</source>
        <translation>它不是普通文件</translation>
    </message>
</context>
<context>
    <name>motley::probe</name>
    <message>
        <source>%1 could not be examined: %2</source>
        <translation>无法检查 %1：%2</translation>
    </message>
    <message>
        <source>The machine did not describe itself to the end.</source>
        <translation>机器未能完整描述自身。</translation>
    </message>
    <message>
        <source>The machine said too much about itself.</source>
        <translation>机器返回的描述过长。</translation>
    </message>
</context>
<context>
    <name>motley::sshalgorithms</name>
    <message>
        <source>%1 of your SSH configuration allows nothing for %2 that is supported. Allow one of these too: %3.</source>
        <translation>SSH 配置中的 %1 没有为 %2 允许任何受支持的算法。请同时允许以下之一：%3。</translation>
    </message>
    <message>
        <source>%1 and this computer have no algorithm in common: of %2 it offers only %3, which is not supported. Ask whoever runs that machine to allow others.</source>
        <translation>%1 与本机没有共同的算法：在 %2 中它只提供 %3，这不受支持。请联系该机器的管理者允许其他算法。</translation>
    </message>
    <message>
        <source>%1 and this computer have no algorithm in common: of %2 it offers only %3, which your SSH configuration does not allow. Allow %4 by %2 there, or ask whoever runs that machine to allow others.</source>
        <translation>%1 与本机没有共同的算法：在 %2 中它只提供 %3，而 SSH 配置不允许。请在其中通过 %2 允许 %4，或联系该机器的管理者允许其他算法。</translation>
    </message>
</context>
<context>
    <name>motley::sshconfig</name>
    <message>
        <source>“%1” is not an SSH address. Give an alias of your SSH configuration, user@host or ssh://user@host:port.</source>
        <translation>“%1”不是 SSH 地址。请填写 SSH 配置中的别名、user@host 或 ssh://user@host:port。</translation>
    </message>
    <message>
        <source>Your SSH configuration does not work for %1: %2</source>
        <translation>SSH 配置不适用于 %1：%2</translation>
    </message>
    <message>
        <source>The SSH configuration of this address names no host, user or valid port.</source>
        <translation>此地址的 SSH 配置缺少主机、用户或有效端口。</translation>
    </message>
    <message>
        <source>The SSH configuration of %1 uses %2, which is not supported. Remove it for this host; ProxyJump can take the place of ProxyCommand, and a known_hosts file that of KnownHostsCommand.</source>
        <translation>%1 的 SSH 配置使用了不受支持的 %2。请为该主机删除它；ProxyJump 可以代替 ProxyCommand，known_hosts 文件可以代替 KnownHostsCommand。</translation>
    </message>
    <message>
        <source>%1 has no value here, in “%2” of your SSH configuration.</source>
        <translation>SSH 配置的“%2”中，%1 没有值。</translation>
    </message>
    <message>
        <source>The program ssh, which reads your SSH configuration, is not on this computer. Install the package openssh-client.</source>
        <translation>本机没有 ssh 程序，无法读取您的 SSH 配置。请安装软件包 openssh-client。</translation>
    </message>
    <message>
        <source>it is too long</source>
        <translation>配置过长</translation>
    </message>
    <message>
        <source>%1 in your SSH configuration names “%2”. Relative paths are not supported there, nor blanks within a path that could stand between two.</source>
        <translation>SSH 配置中的 %1 写的是“%2”。那里不支持相对路径，也不支持路径中可能分隔两个路径的空格。</translation>
    </message>
    <message>
        <source>PreferredAuthentications of your SSH configuration allows %1 only, which is not supported. Add publickey.</source>
        <translation>SSH 配置中的 PreferredAuthentications 只允许 %1，这不受支持。请添加 publickey。</translation>
    </message>
</context>
<context>
    <name>motley::sshhandshake</name>
    <message>
        <source>%1 shows the host key %2, which %3 marks as revoked. Nothing was sent. Ask whoever runs that machine.</source>
        <translation>%1 出示的主机密钥 %2 已被 %3 标记为吊销。未发送任何内容。请联系该机器的管理者。</translation>
    </message>
    <message>
        <source>%1 shows another host key than before: now %2, known %3 (%4). Nothing was sent. Somebody may be in between; only if whoever runs that machine confirms the new key, remove that line.</source>
        <translation>%1 出示的主机密钥与之前不同：现为 %2，已知为 %3（%4）。未发送任何内容。可能存在中间人；只有在机器管理者确认新密钥后，才可删除那一行。</translation>
    </message>
    <message>
        <source>The host key %2 of %1 is not known, and your SSH configuration says StrictHostKeyChecking yes. Add the key to %3 first.</source>
        <translation>%1 的主机密钥 %2 未知，而 SSH 配置要求 StrictHostKeyChecking yes。请先将密钥添加到 %3。</translation>
    </message>
    <message>
        <source>The host key of %1 was not accepted, so nothing was sent.</source>
        <translation>%1 的主机密钥未被接受，因此未发送任何内容。</translation>
    </message>
    <message>
        <source>%1 showed no host key that could be read.</source>
        <translation>%1 没有出示可读取的主机密钥。</translation>
    </message>
    <message>
        <source>%1 did not greet as an SSH server: %2. Check the port.</source>
        <translation>%1 没有以 SSH 服务器的身份应答：%2。请检查端口。</translation>
    </message>
    <message>
        <source>No secure connection to %1 could be agreed on. Check that an SSH server listens on port %2.</source>
        <translation>无法与 %1 建立安全连接。请确认端口 %2 上有 SSH 服务器在监听。</translation>
    </message>
    <message>
        <source>%1 is trusted by a certificate of its host key (@cert-authority in %2), which is not supported. Ask whoever runs that machine for its host key itself, which is now %3, and add it to that file.</source>
        <translation>%1 通过其主机密钥的证书受信任（%2 中的 @cert-authority），这不受支持。请向该机器的管理者询问主机密钥本身（现在为 %3），并将其加入该文件。</translation>
    </message>
    <message>
        <source>The host key %3 of %1 is not known, and another key is revoked for it (@revoked in %2), which may be that of an authority: their certificates are not supported. Ask whoever runs that machine for its host key, and add it to that file.</source>
        <translation>%1 的主机密钥 %3 未知，而另一个密钥已被吊销（%2 中的 @revoked），它可能属于证书颁发机构，其证书不受支持。请向该机器的管理者询问主机密钥，并将其加入该文件。</translation>
    </message>
    <message>
        <source>%1 closed the connection before it greeted as an SSH server. Check that an SSH server listens on port %2. If logins from here have failed, it may let nobody in from here for a while: wait a few minutes and try again.</source>
        <translation>%1 在发出 SSH 服务器的问候之前就关闭了连接。请检查端口 %2 上是否有 SSH 服务器在监听。如果此前从本机登录失败过，它可能会暂时不接受来自本机的连接：请等待几分钟后重试。</translation>
    </message>
    <message>
        <source>%1 shows a host key of %2 bits, and your SSH configuration allows none below %3 (RequiredRSASize). Nothing was sent.</source>
        <translation>%1 出示的主机密钥只有 %2 位，而 SSH 配置不允许少于 %3 位（RequiredRSASize）。未发送任何内容。</translation>
    </message>
    <message>
        <source>%1 greeted as an SSH server, and then there was %2. It stands still, or large packets are lost on the way: where a VPN or tunnel takes smaller ones than your network, set a smaller MTU there, such as 1280.</source>
        <translation>%1 已以 SSH 服务器的身份应答，随后 %2。它可能停住了，也可能是大数据包在途中丢失：如果途中的 VPN 或隧道只接受比您的网络更小的数据包，请在那里设置更小的 MTU，例如 1280。</translation>
    </message>
</context>
</TS>
