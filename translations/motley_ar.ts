<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ar" sourcelanguage="en">
<context>
    <name>JobField</name>
    <message>
        <source>Small convolutional network</source>
        <translation>شبكة التفافية صغيرة</translation>
    </message>
    <message>
        <source>ResNet-18</source>
        <translation>ResNet-18</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>الشبكة</translation>
    </message>
    <message>
        <source>Its shape.</source>
        <translation>شكلها.</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>العرض</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>الصور</translation>
    </message>
    <message>
        <source>Vary the images</source>
        <translation>تنويع الصور</translation>
    </message>
    <message>
        <source>Shifts and mirrors the training images at random.</source>
        <translation>يزيح صور التدريب ويعكسها عشوائيًا.</translation>
    </message>
    <message>
        <source>Start from</source>
        <translation>البدء من</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>الشكل</translation>
    </message>
    <message>
        <source>Fresh heads</source>
        <translation>رؤوس جديدة</translation>
    </message>
    <message>
        <source>The output layers begin anew even where the folder has them.</source>
        <translation>تبدأ طبقات الخرج من جديد حتى إن كانت في المجلد.</translation>
    </message>
    <message>
        <source>The vocab.txt that the rows were made with; it is saved beside the trained model. Empty: that of the folder above.</source>
        <translation>ملف vocab.txt الذي أُنشئت به الصفوف؛ يُحفظ بجانب النموذج المدرَّب. فارغ: ملف المجلد أعلاه.</translation>
    </message>
    <message>
        <source>Training rows</source>
        <translation>صفوف التدريب</translation>
    </message>
    <message>
        <source>An HDF5 file of rows as HetSeq and NVIDIA write them, or a folder of such.</source>
        <translation>ملف HDF5 بالصفوف كما يكتبها HetSeq وNVIDIA، أو مجلد منها.</translation>
    </message>
    <message>
        <source>Test rows</source>
        <translation>صفوف الاختبار</translation>
    </message>
    <message>
        <source>The same for the test; empty: the files named valid or test in that folder.</source>
        <translation>الشيء نفسه للاختبار؛ فارغ: ملفات ذلك المجلد التي في اسمها valid أو test.</translation>
    </message>
    <message>
        <source>Files at most</source>
        <translation>أقصى عدد للملفات</translation>
    </message>
    <message>
        <source>How many of the training files are used, in the order of their names; 0: all.</source>
        <translation>عدد ملفات التدريب المستخدمة بترتيب أسمائها؛ 0: كلها.</translation>
    </message>
    <message>
        <source>A Hugging Face folder of a BERT, with its tokenizer.</source>
        <translation>مجلد Hugging Face لنموذج BERT مع مجزّئه (tokenizer).</translation>
    </message>
    <message>
        <source>Lower case</source>
        <translation>أحرف صغيرة</translation>
    </message>
    <message>
        <source>As the folder says</source>
        <translation>كما يحدد المجلد</translation>
    </message>
    <message>
        <source>Whether words lose capitals and accents, as an uncased model wants it.</source>
        <translation>هل تفقد الكلمات الأحرف الكبيرة وعلامات النبر كما يتطلب نموذج غير حساس لحالة الأحرف.</translation>
    </message>
    <message>
        <source>Training sentences</source>
        <translation>جمل التدريب</translation>
    </message>
    <message>
        <source>A CoNLL file: a word and its tag per line, a blank line between sentences.</source>
        <translation>ملف CoNLL: كلمة ووسمها في كل سطر، وسطر فارغ بين الجمل.</translation>
    </message>
    <message>
        <source>Test sentences</source>
        <translation>جمل الاختبار</translation>
    </message>
    <message>
        <source>A CoNLL file that the model is tested on.</source>
        <translation>ملف CoNLL يُختبر عليه النموذج.</translation>
    </message>
    <message>
        <source>Longest sentence</source>
        <translation>أطول جملة</translation>
    </message>
    <message>
        <source>In word pieces. Training cuts off the rest of a longer sentence; tests take it in parts.</source>
        <translation>تُقاس بقطع الكلمات. يقتطع التدريب ما زاد من الجملة الأطول؛ وتأخذها الاختبارات أجزاءً.</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>العمق</translation>
    </message>
    <message>
        <source>The number of residual pairs of convolutions, plus one; 12 in the original.</source>
        <translation>عدد أزواج الالتفاف ذات الوصلات المتبقية زائد واحد؛ 12 في الأصل.</translation>
    </message>
    <message>
        <source>Features</source>
        <translation>السمات</translation>
    </message>
    <message>
        <source>Channels of every convolution; 32 in the original.</source>
        <translation>قنوات كل التفاف؛ 32 في الأصل.</translation>
    </message>
    <message>
        <source>View</source>
        <translation>مجال الرؤية</translation>
    </message>
    <message>
        <source>Voxels along each side of what the network sees at once; an odd number.</source>
        <translation>عدد الفوكسلات على كل ضلع مما تراه الشبكة في المرة الواحدة؛ عدد فردي.</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>الخطوة</translation>
    </message>
    <message>
        <source>Voxels that it moves along an axis.</source>
        <translation>عدد الفوكسلات التي تتحرك بها على طول المحور.</translation>
    </message>
    <message>
        <source>Volume</source>
        <translation>البيانات الحجمية</translation>
    </message>
    <message>
        <source>An HDF5 file with the data sets raw and labels, slices × rows × columns.</source>
        <translation>ملف HDF5 يحوي مجموعتي البيانات raw وlabels، شرائح × صفوف × أعمدة.</translation>
    </message>
    <message>
        <source>Part for the test</source>
        <translation>جزء الاختبار</translation>
    </message>
    <message>
        <source>The last of the slices: the network is tested on them and never trained on them.</source>
        <translation>الشرائح الأخيرة: تُختبر عليها الشبكة ولا تُدرَّب عليها أبدًا.</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>الأمثلة</translation>
    </message>
    <message>
        <source>Of one epoch of training.</source>
        <translation>في حقبة تدريب واحدة.</translation>
    </message>
    <message>
        <source>Test examples</source>
        <translation>أمثلة الاختبار</translation>
    </message>
    <message>
        <source>Of one test.</source>
        <translation>في اختبار واحد.</translation>
    </message>
    <message>
        <source>Smallest object</source>
        <translation>أصغر جسم</translation>
    </message>
    <message>
        <source>In voxels; examples are not drawn from smaller ones.</source>
        <translation>بالفوكسلات؛ لا تُؤخذ أمثلة من الأجسام الأصغر.</translation>
    </message>
    <message>
        <source>Vary the volume</source>
        <translation>تنويع البيانات الحجمية</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>المتوسط</translation>
    </message>
    <message>
        <source>Of a voxel, taken away before training.</source>
        <translation>متوسط قيم الفوكسلات، يُطرح قبل التدريب.</translation>
    </message>
    <message>
        <source>Standard deviation</source>
        <translation>الانحراف المعياري</translation>
    </message>
    <message>
        <source>Of a voxel, which the rest is divided by.</source>
        <translation>الانحراف المعياري لقيم الفوكسلات، ويُقسم عليه الباقي.</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>النموذج</translation>
    </message>
    <message>
        <source>The network.</source>
        <translation>الشبكة.</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>البيانات</translation>
    </message>
    <message>
        <source>What it learns from.</source>
        <translation>ما يتعلّم منه.</translation>
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
        <translation>قنوات المرحلة الأولى، 64 في شبكات ResNet الأصلية؛ وفي Vision Transformer قنوات الرمز.</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>الطبقات</translation>
    </message>
    <message>
        <source>Of attention, in a Vision Transformer.</source>
        <translation>طبقات الانتباه في Vision Transformer.</translation>
    </message>
    <message>
        <source>Patch</source>
        <translation>الرقعة</translation>
    </message>
    <message>
        <source>Pixels along a side of what is one token; divides the side of the image.</source>
        <translation>عدد البكسلات في ضلع الرمز الواحد؛ يجب أن يقبل ضلع الصورة القسمة عليه.</translation>
    </message>
    <message>
        <source>A folder of the four IDX files, or of the folders train and test with pictures in a folder for each class.</source>
        <translation>مجلد فيه ملفات IDX الأربعة، أو مجلدا train وtest وفيهما صور في مجلد لكل صنف.</translation>
    </message>
    <message>
        <source>Side</source>
        <translation>الضلع</translation>
    </message>
    <message>
        <source>Pixels: pictures are cut and scaled to such squares. IDX images stay as they are.</source>
        <translation>بالبكسل: تُقص الصور وتُحجَّم إلى مربعات بهذا الضلع. تبقى صور IDX كما هي.</translation>
    </message>
    <message>
        <source>Small</source>
        <translation>صغير</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>أساسي</translation>
    </message>
    <message>
        <source>Big</source>
        <translation>كبير</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>الحجم</translation>
    </message>
    <message>
        <source>Base and big are the original Transformers; small has 3 layers of 256.</source>
        <translation>الأساسي والكبير هما نموذجا Transformer الأصليان؛ وللصغير 3 طبقات بعرض 256.</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>الإسقاط العشوائي</translation>
    </message>
    <message>
        <source>The part of the activations that training leaves out.</source>
        <translation>جزء التنشيطات الذي يُسقطه التدريب.</translation>
    </message>
    <message>
        <source>Label smoothing</source>
        <translation>تنعيم الوسوم</translation>
    </message>
    <message>
        <source>The part of the probability that the other tokens share.</source>
        <translation>جزء الاحتمال الذي تتقاسمه الرموز الأخرى.</translation>
    </message>
    <message>
        <source>Beam</source>
        <translation>عرض الحزمة</translation>
    </message>
    <message>
        <source>Hypotheses that a test keeps of each translation; 1: greedy.</source>
        <translation>الفرضيات التي يحتفظ بها الاختبار لكل ترجمة؛ 1: بحث جشع.</translation>
    </message>
    <message>
        <source>Length penalty</source>
        <translation>عقوبة الطول</translation>
    </message>
    <message>
        <source>Scores are divided by the length to this power.</source>
        <translation>تُقسم الدرجات على الطول مرفوعًا إلى هذا الأس.</translation>
    </message>
    <message>
        <source>A text in the language to translate from, a sentence per line.</source>
        <translation>نص باللغة المترجَم منها، جملة في كل سطر.</translation>
    </message>
    <message>
        <source>Its translation, line by line.</source>
        <translation>ترجمته سطرًا بسطر.</translation>
    </message>
    <message>
        <source>Training text</source>
        <translation>نص التدريب</translation>
    </message>
    <message>
        <source>Its translation</source>
        <translation>ترجمته</translation>
    </message>
    <message>
        <source>Test text</source>
        <translation>نص الاختبار</translation>
    </message>
    <message>
        <source>Pieces</source>
        <translation>القطع</translation>
    </message>
    <message>
        <source>A SentencePiece model; empty: learned from both training texts.</source>
        <translation>نموذج SentencePiece؛ فارغ: يُتعلَّم من نصي التدريب.</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>المفردات</translation>
    </message>
    <message>
        <source>How many pieces are learned, of both languages together.</source>
        <translation>عدد القطع المتعلَّمة من اللغتين معًا.</translation>
    </message>
    <message>
        <source>Characters</source>
        <translation>الأحرف</translation>
    </message>
    <message>
        <source>Pieces learned from the text</source>
        <translation>قطع متعلَّمة من النص</translation>
    </message>
    <message>
        <source>Those of the model it starts from</source>
        <translation>رموز النموذج الذي يُبدأ منه</translation>
    </message>
    <message>
        <source>Of attention; the first GPT-2 has 12.</source>
        <translation>عدد طبقات الانتباه؛ 12 في أول GPT-2.</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>الرؤوس</translation>
    </message>
    <message>
        <source>Of each attention; a divisor of the width.</source>
        <translation>في كل طبقة انتباه؛ عدد يقسم العرض بلا باقٍ.</translation>
    </message>
    <message>
        <source>Numbers that stand for a token; the first GPT-2 has 768.</source>
        <translation>عدد القيم التي تمثل رمزًا؛ 768 في أول GPT-2.</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>السياق</translation>
    </message>
    <message>
        <source>Tokens that the model sees at once, and of a sample.</source>
        <translation>الرموز التي يراها النموذج في المرة الواحدة، وهي طول العينة.</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>الرموز</translation>
    </message>
    <message>
        <source>What the text is cut into. A model that the run begins with keeps its own.</source>
        <translation>ما يُقطَّع إليه النص. ويحتفظ النموذج الذي يبدأ به التشغيل بوحداته.</translation>
    </message>
    <message>
        <source>How many pieces are learned.</source>
        <translation>عدد القطع المتعلَّمة.</translation>
    </message>
    <message>
        <source>Model file</source>
        <translation>ملف النموذج</translation>
    </message>
    <message>
        <source>A TorchScript file whose forward takes a batch and returns its loss. It is a program: take only files that you trust.</source>
        <translation>ملف TorchScript تأخذ دالته forward دفعة وتعيد خسارتها. إنه برنامج: لا تستخدم إلا ملفات تثق بها.</translation>
    </message>
    <message>
        <source>Training tensors</source>
        <translation>موتّرات التدريب</translation>
    </message>
    <message>
        <source>A safetensors or HDF5 file; the first dimension of every tensor counts the samples.</source>
        <translation>ملف safetensors أو HDF5؛ البعد الأول لكل موتّر هو عدد العينات.</translation>
    </message>
    <message>
        <source>Test tensors</source>
        <translation>موتّرات الاختبار</translation>
    </message>
    <message>
        <source>The same for the test; empty: nothing is tested.</source>
        <translation>الشيء نفسه للاختبار؛ فارغ: لا اختبار.</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>الموتّرات</translation>
    </message>
    <message>
        <source>What forward is given, in this order, with commas between; empty: all tensors by name.</source>
        <translation>ما تُعطاه forward بهذا الترتيب وبينها فواصل؛ فارغ: كل الموتّرات بأسمائها.</translation>
    </message>
    <message>
        <source>32 bits (float32)</source>
        <translation>32 بت (float32)</translation>
    </message>
    <message>
        <source>16 bits, wide range (bfloat16)</source>
        <translation>16 بت، مدى واسع (bfloat16)</translation>
    </message>
    <message>
        <source>16 bits, fine steps (float16)</source>
        <translation>16 بت، خطوات دقيقة (float16)</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>دقة الأعداد</translation>
    </message>
    <message>
        <source>The numbers of matrix products and convolutions; weights and sums stay float32.</source>
        <translation>لأعداد جداءات المصفوفات والالتفافات؛ تبقى الأوزان والمجاميع float32.</translation>
    </message>
    <message>
        <source>Allow TF32</source>
        <translation>السماح بـ TF32</translation>
    </message>
    <message>
        <source>GPUs multiply float32 numbers less exactly, and faster.</source>
        <translation>تضرب وحدات GPU أعداد float32 بدقة أقل وسرعة أكبر.</translation>
    </message>
    <message>
        <source>Loss scale</source>
        <translation>مقياس الخسارة</translation>
    </message>
    <message>
        <source>float16: what the loss is multiplied by at first; it adapts.</source>
        <translation>في float16: ما تُضرب به الخسارة في البداية؛ ويتكيّف تلقائيًا.</translation>
    </message>
    <message>
        <source>Samples at once</source>
        <translation>العينات في كل مرة</translation>
    </message>
    <message>
        <source>On each device, for less memory and the same result; 0: all of its share.</source>
        <translation>على كل وحدة، لذاكرة أقل والنتيجة نفسها؛ 0: حصتها كلها.</translation>
    </message>
    <message>
        <source>Recompute activations</source>
        <translation>إعادة حساب التنشيطات</translation>
    </message>
    <message>
        <source>Much less memory for a third more time and the same result, where the network can.</source>
        <translation>ذاكرة أقل بكثير مقابل ثلث إضافي من الوقت والنتيجة نفسها، حيث تستطيع الشبكة ذلك.</translation>
    </message>
    <message>
        <source>Patience</source>
        <translation>الصبر</translation>
    </message>
    <message>
        <source>The run ends after so many tests in a row that were no better; 0: it does not.</source>
        <translation>ينتهي التشغيل بعد هذا العدد من الاختبارات المتتالية دون تحسّن؛ 0: لا ينتهي مبكرًا.</translation>
    </message>
    <message>
        <source>Least gain</source>
        <translation>أقل تحسّن</translation>
    </message>
    <message>
        <source>What a test must gain over the best one to be better.</source>
        <translation>ما يجب أن يزيد به الاختبار على أفضل اختبار ليُعدّ أفضل.</translation>
    </message>
    <message>
        <source>Continue from</source>
        <translation>المتابعة من</translation>
    </message>
    <message>
        <source>A run, a checkpoint, a model folder or a file of weights; empty: begin anew.</source>
        <translation>تشغيل أو نقطة حفظ أو مجلد نموذج أو ملف أوزان؛ فارغ: البدء من جديد.</translation>
    </message>
    <message>
        <source>Only its weights</source>
        <translation>أوزانه فقط</translation>
    </message>
    <message>
        <source>Step, schedule and optimizer begin anew.</source>
        <translation>تبدأ الخطوات والجدول والمحسِّن من جديد.</translation>
    </message>
    <message>
        <source>A file like AIDA-CoNLL-YAGO: a word per line; in a mention also B or I, the mention and its entity.</source>
        <translation>ملف مثل AIDA-CoNLL-YAGO: كلمة في كل سطر؛ وداخل الإشارة أيضًا B أو I ونص الإشارة وكيانها.</translation>
    </message>
    <message>
        <source>The same for the test.</source>
        <translation>الأمر نفسه للاختبار.</translation>
    </message>
    <message>
        <source>Entities</source>
        <translation>الكيانات</translation>
    </message>
    <message>
        <source>A text file, a name per line; the first stands for what is unknown.</source>
        <translation>ملف نصي، اسم في كل سطر؛ والأول يمثّل ما هو مجهول.</translation>
    </message>
    <message>
        <source>Vectors</source>
        <translation>المتجهات</translation>
    </message>
    <message>
        <source>A safetensors file, or one of torch.save: one tensor with a row for each entity.</source>
        <translation>ملف safetensors أو ملف من torch.save: موتّر واحد بصف لكل كيان.</translation>
    </message>
    <message>
        <source>All of its share</source>
        <translation>حصتها كلها</translation>
    </message>
    <message>
        <source>Never ends early</source>
        <translation>لا ينتهي مبكرًا أبدًا</translation>
    </message>
    <message>
        <source>Steps between checkpoints</source>
        <translation>الخطوات بين نقاط الحفظ</translation>
    </message>
    <message>
        <source>Only at the end</source>
        <translation>في النهاية فقط</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>الاحتفاظ بـ</translation>
    </message>
    <message>
        <source>How many of the newest are kept.</source>
        <translation>عدد نقاط الحفظ الأحدث التي يُحتفظ بها.</translation>
    </message>
    <message>
        <source>Keep the best too</source>
        <translation>الاحتفاظ بالأفضل أيضًا</translation>
    </message>
    <message>
        <source>The checkpoint of the best test, and its model.</source>
        <translation>نقطة حفظ أفضل اختبار ونموذجه.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>الاسم</translation>
    </message>
    <message>
        <source>A name for this job.</source>
        <translation>اسم لهذه المهمة.</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>البذرة</translation>
    </message>
    <message>
        <source>The same seed gives the same run, whatever the machines.</source>
        <translation>البذرة نفسها تعطي التشغيل نفسه أيًّا كانت الأجهزة.</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>الدفعة الكلية</translation>
    </message>
    <message>
        <source>Samples of one step, over all machines together.</source>
        <translation>عينات الخطوة الواحدة على كل الأجهزة معًا.</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>الحقب</translation>
    </message>
    <message>
        <source>How often every training sample is used.</source>
        <translation>عدد مرات استخدام كل عينة تدريب.</translation>
    </message>
    <message>
        <source>Stop after step</source>
        <translation>التوقف بعد الخطوة</translation>
    </message>
    <message>
        <source>Ends the run earlier than the epochs would; 0: it does not.</source>
        <translation>ينهي التشغيل قبل أن تنهيه الحقب؛ 0: لا ينهيه.</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>بلا حد</translation>
    </message>
    <message>
        <source>Clip gradient norm</source>
        <translation>اقتصاص معيار التدرّج</translation>
    </message>
    <message>
        <source>Largest norm of the whole gradient; 0: no clipping.</source>
        <translation>أكبر معيار للتدرّج كله؛ 0: بلا اقتصاص.</translation>
    </message>
    <message>
        <source>No clipping</source>
        <translation>بلا اقتصاص</translation>
    </message>
    <message>
        <source>Epochs between tests</source>
        <translation>الحقب بين الاختبارات</translation>
    </message>
    <message>
        <source>Epochs between two looks at the test set.</source>
        <translation>الحقب بين اختبارين متتاليين.</translation>
    </message>
    <message>
        <source>SGD with momentum</source>
        <translation>‏SGD مع الزخم</translation>
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
        <translation>‏Adam كما في HetSeq</translation>
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
        <translation>الطريقة</translation>
    </message>
    <message>
        <source>Its name.</source>
        <translation>اسمها.</translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation>الزخم</translation>
    </message>
    <message>
        <source>SGD, RMSprop and Muon: the part of the previous update that is kept.</source>
        <translation>‏SGD وRMSprop وMuon: الجزء الذي يبقى من التحديث السابق.</translation>
    </message>
    <message>
        <source>Nesterov</source>
        <translation>Nesterov</translation>
    </message>
    <message>
        <source>SGD and Muon: Nesterov momentum, which takes the gradient where the momentum leads.</source>
        <translation>‏SGD وMuon: زخم Nesterov الذي يأخذ التدرّج حيث يقود الزخم.</translation>
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
        <translation>يُبقي الخطوات محدودة حيث يتلاشى التدرّج؛ وعند عدم تحديده تُستخدم القيمة المعتادة للطريقة.</translation>
    </message>
    <message>
        <source>AMSGrad</source>
        <translation>AMSGrad</translation>
    </message>
    <message>
        <source>Adam and AdamW: divides by the largest mean square so far.</source>
        <translation>في Adam وAdamW: يقسم على أكبر متوسط مربعات حتى الآن.</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>اضمحلال الأوزان</translation>
    </message>
    <message>
        <source>Decoupled in AdamW, HetSeq&apos;s Adam, Adafactor, LAMB, Lion and Muon; added to the gradient in the others.</source>
        <translation>منفصل في AdamW وAdam الخاص بـ HetSeq وAdafactor وLAMB وLion وMuon؛ ويضاف إلى التدرّج في غيرها.</translation>
    </message>
    <message>
        <source>Decay biases and norms too</source>
        <translation>تطبيق الاضمحلال على الانحيازات ومعاملات التطبيع أيضًا</translation>
    </message>
    <message>
        <source>Otherwise only parameters of two and more dimensions decay.</source>
        <translation>وإلا فلا تضمحل إلا المعاملات ذات البعدين فأكثر.</translation>
    </message>
    <message>
        <source>Clip gradient entries</source>
        <translation>اقتصاص قيم التدرّج</translation>
    </message>
    <message>
        <source>Largest entry of a gradient, in either direction; 0: no clipping.</source>
        <translation>أكبر عنصر في التدرّج في أي اتجاه؛ 0: بلا اقتصاص.</translation>
    </message>
    <message>
        <source>Average of weights</source>
        <translation>متوسط الأوزان</translation>
    </message>
    <message>
        <source>Decay of a moving average of the parameters, which is tested and saved; 0: none.</source>
        <translation>اضمحلال متوسط متحرك للمعاملات يُختبر ويُحفظ؛ 0: لا متوسط.</translation>
    </message>
    <message>
        <source>No average</source>
        <translation>بلا متوسط</translation>
    </message>
    <message>
        <source>Constant</source>
        <translation>ثابت</translation>
    </message>
    <message>
        <source>In steps</source>
        <translation>على مراحل</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>خطي</translation>
    </message>
    <message>
        <source>Polynomial</source>
        <translation>متعدد حدود</translation>
    </message>
    <message>
        <source>Inverse square root</source>
        <translation>مقلوب الجذر التربيعي</translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation>جيب التمام</translation>
    </message>
    <message>
        <source>One cycle</source>
        <translation>دورة واحدة</translation>
    </message>
    <message>
        <source>Triangular</source>
        <translation>مثلثي</translation>
    </message>
    <message>
        <source>Not at all</source>
        <translation>لا يتغيّر</translation>
    </message>
    <message>
        <source>In proportion</source>
        <translation>بالتناسب</translation>
    </message>
    <message>
        <source>With its square root</source>
        <translation>مع جذرها التربيعي</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>الجدول</translation>
    </message>
    <message>
        <source>The shape after the warm-up.</source>
        <translation>الشكل بعد الإحماء.</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>الذروة</translation>
    </message>
    <message>
        <source>Learning rate after the warm-up.</source>
        <translation>معدل التعلّم بعد الإحماء.</translation>
    </message>
    <message>
        <source>Grows with the batch</source>
        <translation>يزداد مع الدفعة</translation>
    </message>
    <message>
        <source>How the peak follows the global batch.</source>
        <translation>كيف تتبع الذروة الدفعة الكلية.</translation>
    </message>
    <message>
        <source>Found with a batch of</source>
        <translation>وُجدت بدفعة حجمها</translation>
    </message>
    <message>
        <source>The global batch that the peak is right for.</source>
        <translation>الدفعة الكلية التي تناسبها الذروة.</translation>
    </message>
    <message>
        <source>Warm-up steps</source>
        <translation>خطوات الإحماء</translation>
    </message>
    <message>
        <source>Steps of linear growth to the peak; of one cycle: of its rise, 0: 30 % of the run.</source>
        <translation>خطوات النمو الخطي إلى الذروة؛ وفي الدورة الواحدة: خطوات صعودها، 0: 30٪ من التشغيل.</translation>
    </message>
    <message>
        <source>Factor</source>
        <translation>المعامل</translation>
    </message>
    <message>
        <source>What the rate is multiplied by at each drop.</source>
        <translation>ما يُضرب فيه المعدل عند كل هبوط.</translation>
    </message>
    <message>
        <source>Epochs between drops</source>
        <translation>الحقب بين هبوطين</translation>
    </message>
    <message>
        <source>How many epochs pass from one drop to the next.</source>
        <translation>عدد الحقب بين هبوط والذي يليه.</translation>
    </message>
    <message>
        <source>Ends after step</source>
        <translation>ينتهي بعد الخطوة</translation>
    </message>
    <message>
        <source>Steps until the rate is at its end, warm-up included; 0: those of the run.</source>
        <translation>الخطوات حتى يبلغ المعدل نهايته بما فيها الإحماء؛ 0: خطوات التشغيل.</translation>
    </message>
    <message>
        <source>The whole run</source>
        <translation>التشغيل كله</translation>
    </message>
    <message>
        <source>Exponent</source>
        <translation>الأس</translation>
    </message>
    <message>
        <source>1 is a line, 2 falls steeply first.</source>
        <translation>1 خط مستقيم، و2 يهبط بشدة أولًا.</translation>
    </message>
    <message>
        <source>Starts at</source>
        <translation>يبدأ عند</translation>
    </message>
    <message>
        <source>As a fraction of the peak.</source>
        <translation>كسر من الذروة.</translation>
    </message>
    <message>
        <source>Ends at</source>
        <translation>ينتهي عند</translation>
    </message>
    <message>
        <source>Steps of a cycle</source>
        <translation>خطوات الدورة</translation>
    </message>
    <message>
        <source>Of a cosine: until it starts again; of a triangle: up and down. 0: once, over the run.</source>
        <translation>في جيب التمام: حتى يبدأ من جديد؛ وفي المثلث: صعودًا وهبوطًا. 0: مرة واحدة طوال التشغيل.</translation>
    </message>
    <message>
        <source>Length of the next cycle</source>
        <translation>طول الدورة التالية</translation>
    </message>
    <message>
        <source>In lengths of the one before.</source>
        <translation>بأطوال الدورة السابقة.</translation>
    </message>
    <message>
        <source>Height of the next cycle</source>
        <translation>ارتفاع الدورة التالية</translation>
    </message>
    <message>
        <source>As a fraction of the one before.</source>
        <translation>كسر من ارتفاع الدورة السابقة.</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>أبدًا</translation>
    </message>
    <message>
        <source>When a device is too small</source>
        <translation>إن لم تتسع وحدة</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>دائمًا</translation>
    </message>
    <message>
        <source>Memory limit</source>
        <translation>حد الذاكرة</translation>
    </message>
    <message>
        <source>MiB that training may fill on each device; 0: all there is.</source>
        <translation>الذاكرة التي يجوز للتدريب ملؤها على كل وحدة، بـ MiB؛ 0: كل المتاح.</translation>
    </message>
    <message>
        <source>All there is</source>
        <translation>كل المتاح</translation>
    </message>
    <message>
        <source>Split optimizer memory</source>
        <translation>تقسيم ذاكرة المحسِّن</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>المقياس</translation>
    </message>
    <message>
        <source>So many voxels along each axis are averaged to one: the network then sees further for the same work.</source>
        <translation>يُحسب متوسط هذا العدد من الفوكسلات على كل محور كفوكسل واحد: ترى الشبكة عندها أبعد بالعمل نفسه.</translation>
    </message>
    <message>
        <source>Each device holds a part of the optimizer state and of the gradients, by its free memory. Same result.</source>
        <translation>تحتفظ كل وحدة بجزء من حالة المحسِّن ومن التدرّجات بحسب ذاكرتها الحرة. النتيجة نفسها.</translation>
    </message>
    <message>
        <source>Voxels are cubes</source>
        <translation>الفوكسلات مكعّبات</translation>
    </message>
    <message>
        <source>As deep as they are wide: slices are exchanged with rows and columns too.</source>
        <translation>عمقها كعرضها: تُبدَّل الشرائح أيضًا بالصفوف والأعمدة.</translation>
    </message>
    <message>
        <source>Softening</source>
        <translation>التليين</translation>
    </message>
    <message>
        <source>How far from 0 and 1 the probabilities are that the network learns; with more it is less sure.</source>
        <translation>بُعد الاحتمالات التي تتعلّمها الشبكة عن 0 و1؛ وكلما زاد قلّ يقينها.</translation>
    </message>
    <message>
        <source>Weight of the object</source>
        <translation>وزن الجسم</translation>
    </message>
    <message>
        <source>Of its voxels in the loss, where others count 1: with more the network misses less and runs over more.</source>
        <translation>وزن فوكسلاته في الخسارة، حيث يُحسب غيرها بوزن 1: كلما زاد قلّ ما تُغفله الشبكة وزاد ما تتجاوز فيه الحدود.</translation>
    </message>
    <message>
        <source>At random, mirrors all axes, exchanges rows and columns, and begins to average at another voxel.</source>
        <translation>يعكس كل المحاور عشوائيًا، ويبدّل الصفوف والأعمدة، ويبدأ حساب المتوسط من فوكسل آخر.</translation>
    </message>
    <message>
        <source>Vary the grey</source>
        <translation>تنويع الرمادي</translation>
    </message>
    <message>
        <source>Contrast by up to this part of it, up or down, and brightness by as many standard deviations, in each example.</source>
        <translation>في كل مثال: التباين حتى هذا الجزء منه زيادةً أو نقصًا، والسطوع بمثل ذلك من الانحرافات المعيارية.</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>الضوضاء</translation>
    </message>
    <message>
        <source>Added to each voxel in training, in standard deviations of a voxel.</source>
        <translation>تُضاف إلى كل فوكسل أثناء التدريب، مقيسةً بالانحراف المعياري للفوكسلات.</translation>
    </message>
    <message>
        <source>Steps left out</source>
        <translation>الخطوات المستبعدة</translation>
    </message>
    <message>
        <source>So many steps in a row whose loss or gradient is not finite are left out; with one more the run goes back.</source>
        <translation>يُستبعد هذا العدد من الخطوات المتتالية التي ليست خسارتها أو تدرّجها عددًا منتهيًا؛ وبخطوة أخرى يعود التشغيل إلى الوراء.</translation>
    </message>
    <message>
        <source>Go back once</source>
        <translation>العودة مرة واحدة</translation>
    </message>
    <message>
        <source>To the newest checkpoint, where too many steps are not finite; after that, or without it, the run ends.</source>
        <translation>إلى أحدث نقطة حفظ، عندما تكثر الخطوات التي ليست قيمها أعدادًا منتهية؛ وبعد ذلك، أو من دون هذا الخيار، ينتهي التشغيل.</translation>
    </message>
    <message>
        <source>Least learning rate</source>
        <translation>أقل معدل تعلّم</translation>
    </message>
    <message>
        <source>The run ends with the epoch that ends with this rate or less; 0: it does not.</source>
        <translation>ينتهي التشغيل مع الحقبة التي تنتهي بهذا المعدل أو أقل؛ 0: لا ينتهي.</translation>
    </message>
    <message>
        <source>HetSeq&apos;s network for MNIST</source>
        <translation>شبكة HetSeq لـ MNIST</translation>
    </message>
    <message>
        <source>Sum of gradients</source>
        <translation>مجموع التدرّجات</translation>
    </message>
    <message>
        <source>Adasum of updates</source>
        <translation>‏Adasum للتحديثات</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>الوحدات</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>الأجهزة</translation>
    </message>
    <message>
        <source>Join by</source>
        <translation>الدمج بواسطة</translation>
    </message>
    <message>
        <source>Adasum keeps large batches accurate: each group of devices updates by itself, and the updates are averaged where they agree and added where they do not. The run then depends on the grouping too.</source>
        <translation>يحافظ Adasum على دقة الدفعات الكبيرة: تُحدِّث كل مجموعة من الوحدات النموذج بمفردها، ثم يؤخذ متوسط التحديثات حيث تتفق وتُجمع حيث لا تتفق. ويعتمد التشغيل عندئذ على التقسيم إلى مجموعات أيضًا.</translation>
    </message>
    <message>
        <source>Adasum between</source>
        <translation>‏Adasum بين</translation>
    </message>
    <message>
        <source>Which of them update by themselves; inside one, gradients are summed. With other machines the grouping, and so the run, is another one.</source>
        <translation>ما يُحدِّث النموذج منها بمفرده؛ وداخل كلٍّ منها تُجمع التدرّجات. ومع أجهزة أخرى يختلف التقسيم إلى مجموعات، فيختلف التشغيل.</translation>
    </message>
    <message>
        <source>Equally fast groups of machines</source>
        <translation>مجموعات أجهزة متساوية السرعة</translation>
    </message>
    <message>
        <source>Decay of the mean gradient, where the method has one; Lion: the part that it has in an update.</source>
        <translation>اضمحلال متوسط التدرّج حيث تستخدمه الطريقة؛ في Lion: حصته من التحديث.</translation>
    </message>
    <message>
        <source>Decay of the mean square of the gradient, where the method has one; Lion: of the mean gradient.</source>
        <translation>اضمحلال متوسط مربع التدرّج حيث تستخدمه الطريقة؛ في Lion: اضمحلال متوسط التدرّج.</translation>
    </message>
    <message>
        <source>A Hugging Face folder of a BERT to start from, or a file of weights together with the shape; empty: fresh weights.</source>
        <translation>مجلد Hugging Face لنموذج BERT يُبدأ منه، أو ملف أوزان مع الشكل؛ فارغ: أوزان جديدة.</translation>
    </message>
    <message>
        <source>The config.json of the BERT; empty: that of the folder above.</source>
        <translation>ملف config.json لنموذج BERT؛ فارغ: ملف المجلد أعلاه.</translation>
    </message>
    <message>
        <source>In tokens. Training leaves out pairs with a longer side; tests take every pair.</source>
        <translation>بالرموز. يستبعد التدريب الأزواج التي يزيد أحد طرفيها على ذلك، وتأخذ الاختبارات كل الأزواج.</translation>
    </message>
    <message>
        <source>Steps between two checkpoints; 0: only at the end and at a stop. Without a number it is a tenth of the run, at most 500.</source>
        <translation>الخطوات بين نقطتي حفظ؛ 0: في النهاية وعند الإيقاف فقط. من دون عدد هو عُشر التشغيل، و500 على الأكثر.</translation>
    </message>
    <message>
        <source>A tenth of the run</source>
        <translation>عُشر التشغيل</translation>
    </message>
    <message>
        <source>Train while one is written</source>
        <translation>متابعة التدريب أثناء الكتابة</translation>
    </message>
    <message>
        <source>A copy of weights and optimizer state is written, which takes as much memory again on the first machine. Otherwise training waits.</source>
        <translation>تُكتب نسخة من الأوزان وحالة المحسِّن، وتحتاج إلى القدر نفسه من الذاكرة مرة أخرى على الجهاز الأول. وإلا ينتظر التدريب.</translation>
    </message>
    <message>
        <source>Go on with adapter</source>
        <translation>متابعة مُكيِّف</translation>
    </message>
    <message>
        <source>A folder with a LoRA adapter of this model, as PEFT writes it; empty: a fresh one of the rank below, or none.</source>
        <translation>مجلد فيه مُكيِّف LoRA لهذا النموذج كما تكتبه PEFT؛ فارغ: مُكيِّف جديد بالرتبة أدناه، أو بلا مُكيِّف.</translation>
    </message>
    <message>
        <source>Adapter rank</source>
        <translation>رتبة المُكيِّف</translation>
    </message>
    <message>
        <source>LoRA: small matrices of this rank are trained beside the linear layers, and the model&apos;s own weights stay as they are.</source>
        <translation>‏LoRA: تُدرَّب مصفوفات صغيرة بهذه الرتبة إلى جانب الطبقات الخطية، وتبقى أوزان النموذج نفسها كما هي.</translation>
    </message>
    <message>
        <source>all weights are trained</source>
        <translation>تُدرَّب جميع الأوزان</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>ألفا</translation>
    </message>
    <message>
        <source>What the adapter adds is multiplied by alpha / rank.</source>
        <translation>يُضرب ما يضيفه المُكيِّف في ألفا / الرتبة.</translation>
    </message>
    <message>
        <source>as the rank</source>
        <translation>مثل الرتبة</translation>
    </message>
    <message>
        <source>Rank-stabilised</source>
        <translation>مستقر بالنسبة إلى الرتبة</translation>
    </message>
    <message>
        <source>Multiplies by alpha / √rank instead, for high ranks.</source>
        <translation>يضرب بدلًا من ذلك في ألفا / √الرتبة، للرتب العالية.</translation>
    </message>
    <message>
        <source>Adapter dropout</source>
        <translation>إسقاط المُكيِّف (Dropout)</translation>
    </message>
    <message>
        <source>The part of what an adapter gets that training leaves out.</source>
        <translation>الجزء الذي يهمله التدريب مما يتلقاه المُكيِّف.</translation>
    </message>
    <message>
        <source>Adapted layers</source>
        <translation>الطبقات المكيَّفة</translation>
    </message>
    <message>
        <source>all-linear: all but the output layer; or names with commas between them, such as q_proj, v_proj.</source>
        <translation>‏all-linear: الكل عدا طبقة الإخراج؛ أو أسماء بينها فواصل، مثل q_proj, v_proj.</translation>
    </message>
    <message>
        <source>Other ranks</source>
        <translation>رتب أخرى</translation>
    </message>
    <message>
        <source>Layers of another rank, such as down_proj=32, 0.mlp.up_proj=8.</source>
        <translation>طبقات برتبة أخرى، مثل down_proj=32, 0.mlp.up_proj=8.</translation>
    </message>
    <message>
        <source>Other alphas</source>
        <translation>قيم ألفا أخرى</translation>
    </message>
    <message>
        <source>Layers of another alpha, such as down_proj=64.</source>
        <translation>طبقات بقيمة ألفا أخرى، مثل down_proj=64.</translation>
    </message>
    <message>
        <source>Trained as a whole</source>
        <translation>يُدرَّب كاملًا</translation>
    </message>
    <message>
        <source>Parts of the model that are trained beside the adapter, such as embed_tokens, lm_head.</source>
        <translation>أجزاء من النموذج تُدرَّب إلى جانب المُكيِّف، مثل embed_tokens, lm_head.</translation>
    </message>
    <message>
        <source>One long text</source>
        <translation>نص واحد طويل</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>محادثات</translation>
    </message>
    <message>
        <source>The answers alone</source>
        <translation>الإجابات وحدها</translation>
    </message>
    <message>
        <source>All of a conversation</source>
        <translation>المحادثة كلها</translation>
    </message>
    <message>
        <source>A Hugging Face folder of a GPT-2, Llama, Qwen, Gemma, Mistral or similar model; empty: a fresh GPT-2.</source>
        <translation>مجلد Hugging Face لنموذج GPT-2 أو Llama أو Qwen أو Gemma أو Mistral أو ما يشبهه؛ فارغ: نموذج GPT-2 جديد.</translation>
    </message>
    <message>
        <source>Form of the data</source>
        <translation>شكل البيانات</translation>
    </message>
    <message>
        <source>A text file in UTF-8; of conversations a JSONL or JSON file, or a folder of such files.</source>
        <translation>ملف نصي بترميز UTF-8؛ وللمحادثات ملف JSONL أو JSON، أو مجلد فيه ملفات كهذه.</translation>
    </message>
    <message>
        <source>The same to test on; empty: a part of the training text is kept for that.</source>
        <translation>مثله للاختبار؛ فارغ: يُحتفظ لذلك بجزء من نص التدريب.</translation>
    </message>
    <message>
        <source>The end of the training text, or conversations drawn from it: the model is tested on them and never trained on them.</source>
        <translation>نهاية نص التدريب، أو محادثات تُسحب منه: يُختبر النموذج عليها ولا يُدرَّب عليها أبدًا.</translation>
    </message>
    <message>
        <source>What is learned</source>
        <translation>ما يُتعلَّم</translation>
    </message>
    <message>
        <source>Of conversations: what the assistant says, or all of them.</source>
        <translation>من المحادثات: ما يقوله المساعد، أو كلها.</translation>
    </message>
    <message>
        <source>Adapter</source>
        <translation>المُكيِّف</translation>
    </message>
    <message>
        <source>What is trained instead of all weights of the model it starts from.</source>
        <translation>ما يُدرَّب بدلًا من جميع أوزان النموذج الذي يبدأ منه.</translation>
    </message>
    <message>
        <source>One long text, or rows with messages, conversations, prompt and completion, instruction and output, or text.</source>
        <translation>نص واحد طويل، أو صفوف فيها messages أو conversations أو prompt وcompletion أو instruction وoutput أو text.</translation>
    </message>
    <message>
        <source>Correct Mistral&apos;s tokenizer</source>
        <translation>تصحيح مُرمِّز Mistral</translation>
    </message>
    <message>
        <source>Older folders of Mistral&apos;s models cut text otherwise than these models were trained with; a warning of the run names such a folder. This cuts as in training.</source>
        <translation>مجلدات نماذج Mistral القديمة تقطّع النص بخلاف ما دُرِّبت عليه هذه النماذج؛ وتحذير من التشغيل يسمّي مجلدًا كهذا. هذا يقطّع كما في التدريب.</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>قالب المحادثة</translation>
    </message>
    <message>
        <source>A .jinja file, or the name of one of the templates that the model comes with; empty: its default.</source>
        <translation>ملف ‎.jinja أو اسم أحد القوالب التي تأتي مع النموذج؛ فارغ: قالبه الافتراضي.</translation>
    </message>
    <message>
        <source>Date in the template</source>
        <translation>التاريخ في القالب</translation>
    </message>
    <message>
        <source>What chat templates write as today&apos;s date, such as 2026-11-28; empty: the day on which the run is made.</source>
        <translation>ما تكتبه قوالب المحادثة تاريخًا لليوم، مثل 2026-11-28؛ فارغ: يوم إنشاء التشغيل.</translation>
    </message>
    <message>
        <source>As in its files</source>
        <translation>كما في ملفاته</translation>
    </message>
    <message>
        <source>8 bits (int8)</source>
        <translation>‏8 بتات (int8)</translation>
    </message>
    <message>
        <source>4 bits (NF4)</source>
        <translation>‏4 بتات (NF4)</translation>
    </message>
    <message>
        <source>Bits of its weights</source>
        <translation>عدد بتات أوزانه</translation>
    </message>
    <message>
        <source>In how many bits the weights below an adapter are kept, the same on all machines. Fewer need less memory, and round more.</source>
        <translation>عدد البتات التي تُحفظ بها الأوزان تحت المُكيِّف، وهو نفسه على جميع الأجهزة. كلما قلّت البتات قلّت الذاكرة المطلوبة وزاد التقريب.</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>المطالبات</translation>
    </message>
    <message>
        <source>A text file, a prompt on each line, that the model answers at each test, or writes on; empty: none.</source>
        <translation>ملف نصي في كل سطر منه مطالبة يجيب عنها النموذج أو يكملها في كل اختبار؛ فارغ: لا شيء.</translation>
    </message>
    <message>
        <source>Gradients travel in</source>
        <translation>نقل التدرّجات بصيغة</translation>
    </message>
    <message>
        <source>Of an adapter: in 16 bits devices send each other half as much in a step, and the sums are rounded. For slow networks.</source>
        <translation>تدرّجات المُكيِّف: بدقة 16 بت ترسل الوحدات بعضها إلى بعض نصف القدر في كل خطوة، وتُقرَّب المجاميع. لما هو بطيء من الشبكات.</translation>
    </message>
    <message>
        <source>Keep each part twice</source>
        <translation>حفظ كل جزء مرتين</translation>
    </message>
    <message>
        <source>On a second machine too, where memory holds it: so a lost machine costs no step. Where it is off, the run goes back to its newest checkpoint.</source>
        <translation>على جهاز ثانٍ أيضًا حيث تتسع له الذاكرة: فلا يكلّف فقدان جهاز أي خطوة. وحيث يكون معطّلًا يعود التشغيل إلى أحدث نقطة حفظ.</translation>
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
        <translation>التدريب المسبق لـ BERT</translation>
    </message>
    <message>
        <source>Names in text</source>
        <translation>الأسماء في النصوص</translation>
    </message>
    <message>
        <source>Translation</source>
        <translation>الترجمة</translation>
    </message>
    <message>
        <source>Text that goes on</source>
        <translation>إكمال النصوص</translation>
    </message>
    <message>
        <source>Objects in a volume</source>
        <translation>أجسام في بيانات حجمية</translation>
    </message>
    <message>
        <source>Your own model</source>
        <translation>نموذجك الخاص</translation>
    </message>
    <message>
        <source>Entities in text</source>
        <translation>الكيانات في النصوص</translation>
    </message>
    <message>
        <source>Answers in conversations</source>
        <translation>إجابات في محادثات</translation>
    </message>
</context>
<context>
    <name>Slowdown</name>
    <message>
        <source>Its computing takes %1 times as long as measured before the run.</source>
        <translation>يستغرق حسابه %1 أمثال ما قيس قبل التشغيل.</translation>
    </message>
    <message>
        <source>Since step %2 its computing takes %1 times as long as before.</source>
        <translation>منذ الخطوة %2 يستغرق حسابه %1 أمثال ما كان قبلها.</translation>
    </message>
    <message>
        <source>It spends %1 of the time waiting for data.</source>
        <translation>ينتظر البيانات في %1 من الوقت.</translation>
    </message>
    <message>
        <source>Since step %2 it spends %1 of the time waiting for data.</source>
        <translation>منذ الخطوة %2 ينتظر البيانات في %1 من الوقت.</translation>
    </message>
    <message>
        <source>Since step %2 the exchange of gradients takes %1 times as long as before.</source>
        <translation>منذ الخطوة %2 يستغرق تبادل التدرّجات %1 أمثال ما كان قبلها.</translation>
    </message>
    <message>
        <source>Since step %2 the update of the model takes %1 times as long as before.</source>
        <translation>منذ الخطوة %2 يستغرق تحديث النموذج %1 أمثال ما كان قبلها.</translation>
    </message>
    <message>
        <source>Data now arrives fast enough.</source>
        <translation>تصل البيانات الآن بسرعة كافية.</translation>
    </message>
    <message>
        <source>The exchange of gradients is as fast as before again.</source>
        <translation>عاد تبادل التدرّجات سريعًا كما كان.</translation>
    </message>
    <message>
        <source>It is as fast as measured before the run.</source>
        <translation>سرعته الآن كما قيست قبل التشغيل.</translation>
    </message>
    <message>
        <source>It is as fast as before again.</source>
        <translation>عاد سريعًا كما كان.</translation>
    </message>
    <message>
        <source>Leave a processor free for preparing the data: train on one thread fewer there.</source>
        <translation>اترك معالجًا متاحًا لتحضير البيانات: درّب هناك بعدد خيوط أقل بواحد.</translation>
    </message>
    <message>
        <source>See what else uses this network.</source>
        <translation>انظر ما الذي يستخدم هذه الشبكة غير التدريب.</translation>
    </message>
    <message>
        <source>See what else runs there, or leave it out of the next run.</source>
        <translation>انظر ما الذي يعمل هناك أيضًا، أو استبعد الجهاز من التشغيل التالي.</translation>
    </message>
    <message>
        <source>End what else runs there.</source>
        <translation>أنهِ ما يعمل هناك غير التدريب.</translation>
    </message>
    <message>
        <source>Raise the processor limit of its container or service.</source>
        <translation>ارفع حد المعالج لحاويته أو خدمته.</translation>
    </message>
    <message>
        <source>Take a virtual machine with processors of its own.</source>
        <translation>استخدم آلة افتراضية لها معالجات خاصة بها.</translation>
    </message>
    <message>
        <source>Clean its fans and give it cooler air.</source>
        <translation>نظّف مراوحه ووفّر له هواءً أبرد.</translation>
    </message>
    <message>
        <source>Raise its limit with nvidia-smi -pl, if its power supply allows that.</source>
        <translation>ارفع حده بالأمر nvidia-smi -pl إن سمح مزود الطاقة بذلك.</translation>
    </message>
    <message>
        <source>End what else uses this GPU.</source>
        <translation>أنهِ ما يستخدم وحدة GPU هذه غير التدريب.</translation>
    </message>
    <message>
        <source>Plug it in, or set its power mode to performance.</source>
        <translation>صِله بالكهرباء، أو اضبط وضع الطاقة على الأداء.</translation>
    </message>
    <message>
        <source>Close other programs there, or give the job a smaller micro-batch.</source>
        <translation>أغلق البرامج الأخرى هناك، أو اجعل الدفعة الجزئية للمهمة أصغر.</translation>
    </message>
    <message>
        <source>Put the data on a faster disk of this machine.</source>
        <translation>ضع البيانات على قرص أسرع في هذا الجهاز.</translation>
    </message>
    <message>
        <source>Check its network cable, its plug in the switch, or its Wi-Fi.</source>
        <translation>افحص كابل شبكته، أو قابسه في المبدّل، أو شبكته اللاسلكية.</translation>
    </message>
    <message>
        <source>Other processes use %1 of its processors.</source>
        <translation>تستخدم عمليات أخرى %1 من معالجاته.</translation>
    </message>
    <message>
        <source>A limit on processor time holds it back %1 of the time.</source>
        <translation>يكبحه حد لوقت المعالج في %1 من الوقت.</translation>
    </message>
    <message>
        <source>The host of this virtual machine takes %1 of its processors.</source>
        <translation>يأخذ مضيف هذه الآلة الافتراضية %1 من معالجاتها.</translation>
    </message>
    <message>
        <source>Its GPU is at %1 °C and clocks down.</source>
        <translation>حرارة وحدة GPU لديه %1 ‎°C وهي تخفض ترددها.</translation>
    </message>
    <message>
        <source>Its processors are too hot and clock down.</source>
        <translation>معالجاته ساخنة جدًا وتخفض ترددها.</translation>
    </message>
    <message>
        <source>Its GPU is at its power limit of %1.</source>
        <translation>بلغت وحدة GPU لديه حد طاقتها وهو %1.</translation>
    </message>
    <message>
        <source>Other processes use its GPU (%1).</source>
        <translation>تستخدم عمليات أخرى وحدة GPU لديه (%1).</translation>
    </message>
    <message>
        <source>Its clock is down to %1 MHz.</source>
        <translation>انخفض تردده إلى %1 MHz.</translation>
    </message>
    <message>
        <source>Its memory is full: it moves %1 a second to the disk and back.</source>
        <translation>ذاكرته ممتلئة: ينقل %1 في الثانية إلى القرص ومنه.</translation>
    </message>
    <message>
        <source>Its processors spend %1 of the time waiting for the disk.</source>
        <translation>تنتظر معالجاته القرص في %1 من الوقت.</translation>
    </message>
    <message>
        <source>Its network loses %1 of what it sends.</source>
        <translation>تفقد شبكته %1 مما يرسله.</translation>
    </message>
    <message>
        <source>Its network link has become slower.</source>
        <translation>صارت وصلته بالشبكة أبطأ.</translation>
    </message>
    <message>
        <source>The shares of a batch follow by themselves.</source>
        <translation>تتكيف حصص الدفعة من تلقاء نفسها.</translation>
    </message>
    <message>
        <source>See what else runs there.</source>
        <translation>تحقق مما يعمل عليه أيضًا.</translation>
    </message>
</context>
<context>
    <name>motley</name>
    <message>
        <source>There is no motley-engine at %1. Build it, or set MOTLEY_ENGINE to its path.</source>
        <translation>لا يوجد motley-engine في %1. ابنِه أو اضبط MOTLEY_ENGINE على مساره.</translation>
    </message>
</context>
<context>
    <name>motley::ActionPalette</name>
    <message>
        <source>%1: %2</source>
        <translation>‏%1: %2</translation>
    </message>
    <message>
        <source>What do you want to do?</source>
        <translation>ماذا تريد أن تفعل؟</translation>
    </message>
    <message>
        <source>Search what can be done here</source>
        <translation>البحث فيما يمكن فعله هنا</translation>
    </message>
    <message>
        <source>What can be done</source>
        <translation>ما يمكن فعله</translation>
    </message>
</context>
<context>
    <name>motley::AddMachineDialog</name>
    <message>
        <source>Test</source>
        <translation>اختبار</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>إضافة</translation>
    </message>
    <message>
        <source>Add a machine</source>
        <translation>إضافة جهاز</translation>
    </message>
    <message>
        <source>What happened so far</source>
        <translation>ما حدث حتى الآن</translation>
    </message>
    <message>
        <source>What you would give to ssh: a name of your SSH configuration, user@host, user@host:port or ssh://user@host:port. Nothing has to be installed there.</source>
        <translation>ما تعطيه لأمر ssh عادةً: ssh://user@host:port أو user@host:port أو user@host أو اسم من إعدادات SSH لديك. لا يلزم تثبيت أي شيء هناك.</translation>
    </message>
    <message>
        <source>A&amp;ddress</source>
        <translation>العنوا&amp;ن</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;الاسم</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>إلغاء</translation>
    </message>
    <message>
        <source>Connecting to %1</source>
        <translation>جارٍ الاتصال بـ %1</translation>
    </message>
    <message>
        <source>Cancel the test</source>
        <translation>إلغاء الاختبار</translation>
    </message>
    <message>
        <source>Logged in; it calls itself %1</source>
        <translation>تم تسجيل الدخول؛ يسمّي الجهاز نفسه %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln processor(s)</source>
        <translation>
            <numerusform>%Ln معالج</numerusform>
            <numerusform>معالج واحد</numerusform>
            <numerusform>معالجان</numerusform>
            <numerusform>%Ln معالجات</numerusform>
            <numerusform>%Ln معالجًا</numerusform>
            <numerusform>%Ln معالج</numerusform>
        </translation>
    </message>
    <message>
        <source>GPU: %1, %2</source>
        <translation>وحدة GPU: %1، %2</translation>
    </message>
    <message>
        <source>No GPU was found; its processors can be used.</source>
        <translation>لم يُعثر على وحدة GPU؛ يمكن استخدام معالجاته.</translation>
    </message>
    <message>
        <source>Everything works.</source>
        <translation>كل شيء يعمل.</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>أُلغي.</translation>
    </message>
    <message>
        <source>Enter an address, then press Test to log in and to see what this machine is.</source>
        <translation>أدخل عنوانًا ثم اضغط «اختبار» لتسجيل الدخول ومعرفة مواصفات هذا الجهاز.</translation>
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
        <translation>تتسع ذاكرة كل الوحدات معًا في المرور الواحد لـ %1 من العينات؛ وأقلها في %2 وتتسع لـ %3.</translation>
    </message>
    <message>
        <source>A larger share is taken in several passes, with the same result.</source>
        <translation>تؤخذ الحصة الأكبر على عدة مرات، والنتيجة نفسها.</translation>
    </message>
    <message>
        <source>This model normalises over the whole batch, so a larger share does not fit.</source>
        <translation>يطبّع هذا النموذج على الدفعة كلها، لذا لا تتسع الذاكرة لحصة أكبر.</translation>
    </message>
    <message>
        <source>The gradient-noise scale, as measured in a run, is %1: with a batch of %2, training needs %3 times the fewest samples and %4 times the fewest steps.</source>
        <translation>مقياس ضجيج التدرّجات، كما قيس في تشغيل، هو %1: بدفعة حجمها %2 يحتاج التدريب إلى %3 أمثال أقل عدد من العينات وإلى %4 أمثال أقل عدد من الخطوات.</translation>
    </message>
    <message>
        <source>These machines get to the same quality soonest with a batch of about %1.</source>
        <translation>تبلغ هذه الأجهزة الجودة نفسها بأسرع ما يمكن بدفعة حجمها نحو %1.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln rank(s) together are no faster than one alone: the exchange costs more than they add.</source>
        <translation>
            <numerusform>%Ln رتبة معًا ليست أسرع من واحدة وحدها: يكلّف التبادل أكثر مما تضيف.</numerusform>
            <numerusform>رتبة واحدة ليست أسرع من واحدة وحدها: يكلّف التبادل أكثر مما تضيف.</numerusform>
            <numerusform>رتبتان معًا ليستا أسرع من واحدة وحدها: يكلّف التبادل أكثر مما تضيفان.</numerusform>
            <numerusform>%Ln رتب معًا ليست أسرع من واحدة وحدها: يكلّف التبادل أكثر مما تضيف.</numerusform>
            <numerusform>%Ln رتبة معًا ليست أسرع من واحدة وحدها: يكلّف التبادل أكثر مما تضيف.</numerusform>
            <numerusform>%Ln رتبة معًا ليست أسرع من واحدة وحدها: يكلّف التبادل أكثر مما تضيف.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln rank(s) together are %1 times as fast as one of them on average.</source>
        <translation>
            <numerusform>سرعة %Ln رتبة معًا تعادل %1 أمثال سرعة إحداها في المتوسط.</numerusform>
            <numerusform>سرعة رتبة واحدة تعادل %1 أمثال سرعة واحدة في المتوسط.</numerusform>
            <numerusform>سرعة رتبتين معًا تعادل %1 أمثال سرعة إحداهما في المتوسط.</numerusform>
            <numerusform>سرعة %Ln رتب معًا تعادل %1 أمثال سرعة إحداها في المتوسط.</numerusform>
            <numerusform>سرعة %Ln رتبة معًا تعادل %1 أمثال سرعة إحداها في المتوسط.</numerusform>
            <numerusform>سرعة %Ln رتبة معًا تعادل %1 أمثال سرعة إحداها في المتوسط.</numerusform>
        </translation>
    </message>
    <message>
        <source>The part that more ranks do not shorten is %1 of the computing time, so no number of ranks is more than %2 times as fast as one.</source>
        <translation>الجزء الذي لا تقصّره زيادة الرتب هو %1 من زمن الحساب، لذا لا تتجاوز سرعة أي عدد من الرتب %2 أمثال سرعة رتبة واحدة.</translation>
    </message>
    <message>
        <source>To reach %1 of the ideal speed, that part must be at most %2.</source>
        <translation>لبلوغ %1 من السرعة المثالية يجب ألا يتجاوز هذا الجزء %2.</translation>
    </message>
    <message>
        <source>Up to %1 ranks still reach %2 of the ideal speed.</source>
        <translation>يمكن أن يصل عدد الرتب إلى %1 مع بلوغ %2 من السرعة المثالية.</translation>
    </message>
    <message>
        <source>The exchange of %1 of gradients hides behind the backward pass if the link of each machine carries %2.</source>
        <translation>يختفي تبادل %1 من التدرّجات خلف المرور الخلفي إذا حملت وصلة كل جهاز %2.</translation>
    </message>
    <message>
        <source>The slowest carries %1.</source>
        <translation>تحمل أبطأ وصلة %1.</translation>
    </message>
    <message>
        <source>The slowest carries %1, so %2 of each step is spent waiting for it.</source>
        <translation>تحمل أبطأ وصلة %1، لذا يمضي %2 من كل خطوة في انتظارها.</translation>
    </message>
    <message>
        <source>The learning rate of %1 was found with a batch of %2.</source>
        <translation>وُجد معدل التعلّم %1 بدفعة حجمها %2.</translation>
    </message>
    <message>
        <source>For a batch of %1 this job makes it %2.</source>
        <translation>تجعله هذه المهمة %2 لدفعة حجمها %1.</translation>
    </message>
    <message>
        <source>For %1, take %2 with SGD and a warm-up (linear rule), or %3 with Adam and its kin (square-root rule).</source>
        <translation>لدفعة حجمها %1 استخدم %2 مع SGD والإحماء (القاعدة الخطية)، أو %3 مع Adam وأمثاله (قاعدة الجذر التربيعي).</translation>
    </message>
    <message>
        <source>How much the gradients of single samples differ, said as a batch: far below it, twice the batch needs about half the steps; far beyond it, a larger batch saves hardly any.</source>
        <translation>مدى اختلاف تدرّجات العينات المفردة، معبَّرًا عنه بحجم دفعة: دونه بكثير تحتاج الدفعة المضاعفة إلى نحو نصف الخطوات؛ وفوقه بكثير لا تكاد الدفعة الأكبر توفر شيئًا منها.</translation>
    </message>
    <message>
        <source>A larger batch would save steps at little cost.</source>
        <translation>دفعة أكبر توفر خطوات بتكلفة قليلة.</translation>
    </message>
    <message>
        <source>Most of such a batch says the same thing twice; a smaller one learns as much.</source>
        <translation>معظم ما في هذه الدفعة مكرر؛ ودفعة أصغر تتعلّم القدر نفسه.</translation>
    </message>
</context>
<context>
    <name>motley::AnnotationDialog</name>
    <message>
        <source>Note and tags of %1</source>
        <translation>ملاحظة %1 ووسومه</translation>
    </message>
    <message>
        <source>With commas between them</source>
        <translation>تفصل بينها فواصل</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>الوسوم</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>ملاحظة</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>حفظ</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>إلغاء</translation>
    </message>
</context>
<context>
    <name>motley::Annotations</name>
    <message>
        <source>The note has %1 characters; at most %2 are kept: shorten it.</source>
        <translation>في الملاحظة %1 من المحارف، ويُحتفظ بما لا يزيد على %2: اختصرها.</translation>
    </message>
    <message>
        <source>The tag “%1…” is longer than %2 characters: shorten it.</source>
        <translation>الوسم «%1…» أطول من %2 من المحارف: اختصره.</translation>
    </message>
    <message>
        <source>There are %1 tags; a run can have %2: remove some.</source>
        <translation>عدد الوسوم %1، ويمكن أن يكون لكل تشغيل %2: أزل بعضها.</translation>
    </message>
</context>
<context>
    <name>motley::AnswerPane</name>
    <message>
        <source>%1: %2</source>
        <translation>‏%1: %2</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>الإجابات</translation>
    </message>
</context>
<context>
    <name>motley::AnswersView</name>
    <message>
        <source>Answers at each test</source>
        <translation>الإجابات عند كل اختبار</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>المطالبة</translation>
    </message>
    <message>
        <source>The whole answer</source>
        <translation>الإجابة كاملة</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>الخطوة</translation>
    </message>
    <message>
        <source>Test loss</source>
        <translation>خسارة الاختبار</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>الإجابة</translation>
    </message>
    <message>
        <source>(no words)</source>
        <translation>(لا كلمات)</translation>
    </message>
</context>
<context>
    <name>motley::AxisMenu</name>
    <message>
        <source>Logarithmic</source>
        <translation>لوغاريتمي</translation>
    </message>
</context>
<context>
    <name>motley::ChartsDialog</name>
    <message>
        <source>Move up</source>
        <translation>إلى الأعلى</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>إلى الأسفل</translation>
    </message>
    <message>
        <source>Usual charts</source>
        <translation>المخططات المعتادة</translation>
    </message>
    <message>
        <source>Charts of a run</source>
        <translation>مخططات التشغيل</translation>
    </message>
    <message>
        <source>Ticked charts are shown below the time line, in this order. Drag a chart, or move it with Alt and the arrow keys.</source>
        <translation>المخطط المؤشَّر يظهر أسفل الخط الزمني بهذا الترتيب. اسحب مخططًا، أو انقله بمفتاح Alt مع مفاتيح الأسهم.</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>المخططات</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
</context>
<context>
    <name>motley::Collection</name>
    <message>
        <source>%1 gave a list of files that cannot be right; nothing was copied from it.</source>
        <translation>أعطى %1 قائمة ملفات لا يمكن أن تكون صحيحة؛ لم يُنسخ منه شيء.</translation>
    </message>
    <message>
        <source>The run&apos;s folder %1 on %2 could not be read.</source>
        <translation>تعذّرت قراءة مجلد التشغيل %1 على %2.</translation>
    </message>
    <message>
        <source>There is too little space in %1 for the trained model; free some and open the run again.</source>
        <translation>المساحة في %1 لا تكفي للنموذج المدرَّب؛ حرّر بعض المساحة وافتح التشغيل مجددًا.</translation>
    </message>
    <message>
        <source>Could not write %1.</source>
        <translation>تعذّرت كتابة %1.</translation>
    </message>
    <message>
        <source>%1 did not arrive whole from %2; open the run again to try once more.</source>
        <translation>لم يصل %1 كاملًا من %2؛ افتح التشغيل مجددًا لإعادة المحاولة.</translation>
    </message>
    <message>
        <source>Could not make the folder %1.</source>
        <translation>تعذّر إنشاء المجلد %1.</translation>
    </message>
    <message>
        <source>The run&apos;s folder %1 on %2 could not be written to.</source>
        <translation>تعذّرت الكتابة في مجلد التشغيل %1 على %2.</translation>
    </message>
    <message>
        <source>There is too little space in %1 for a checkpoint of the run.</source>
        <translation>المساحة في %1 لا تكفي لنقطة حفظ من التشغيل.</translation>
    </message>
    <message>
        <source>The checkpoint of step %1 on %2 is damaged or was removed.</source>
        <translation>نقطة الحفظ للخطوة %1 على %2 تالفة أو أُزيلت.</translation>
    </message>
</context>
<context>
    <name>motley::ComebackWords</name>
    <message>
        <source>%1 is lost, and its terms say that it is not taken back by itself.</source>
        <translation>فُقد %1، وشروطه تقول إنه لا يُعاد تلقائيًا.</translation>
    </message>
    <message>
        <source>%1 is lost. It is not taken back by itself, as its ranks would fail again.</source>
        <translation>فُقد %1. ولا يُعاد تلقائيًا، لأن رتبه ستفشل من جديد.</translation>
    </message>
    <message>
        <source>%1 is lost. It is not taken back by itself, as it asks a question before it lets you log in.</source>
        <translation>فُقد %1. ولا يُعاد تلقائيًا، لأنه يطرح سؤالًا قبل السماح بتسجيل الدخول.</translation>
    </message>
    <message>
        <source>%1 is lost, and is not taken back by itself: %2</source>
        <translation>فُقد %1، ولا يُعاد تلقائيًا: %2</translation>
    </message>
    <message>
        <source>%1 is reachable again and prepares to take part.</source>
        <translation>‏%1 متاح من جديد ويستعد للمشاركة.</translation>
    </message>
    <message>
        <source>%1 could not be taken back yet, and is tried again: %2</source>
        <translation>تعذّرت إعادة %1 بعد، وستُعاد المحاولة: %2</translation>
    </message>
    <message>
        <source>%1 is lost; it is taken back as soon as it can be reached.</source>
        <translation>فُقد %1، وسيُعاد إلى التشغيل حالما يمكن الوصول إليه.</translation>
    </message>
</context>
<context>
    <name>motley::CommandLine</name>
    <message>
        <source>Options</source>
        <translation>الخيارات</translation>
    </message>
    <message>
        <source>Print this help and exit</source>
        <translation>عرض هذه المساعدة والخروج</translation>
    </message>
    <message>
        <source>Print the version and exit</source>
        <translation>عرض الإصدار والخروج</translation>
    </message>
    <message>
        <source>Usage</source>
        <translation>الاستخدام</translation>
    </message>
    <message>
        <source>OPTIONS</source>
        <translation>خيارات</translation>
    </message>
    <message>
        <source>COMMAND</source>
        <translation>أمر</translation>
    </message>
    <message>
        <source>COMMANDS</source>
        <translation>أوامر</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>الوسائط</translation>
    </message>
    <message>
        <source>(required)</source>
        <translation>(مطلوب)</translation>
    </message>
    <message>
        <source>TEXT</source>
        <translation>نص</translation>
    </message>
    <message>
        <source>Accept an unknown machine with this key, without asking (SHA256:...)</source>
        <translation>قبول جهاز غير معروف له هذا المفتاح دون سؤال (SHA256:...)</translation>
    </message>
    <message>
        <source>One trainer out of many different machines. Without a command, the window opens.</source>
        <translation>مدرِّب واحد من أجهزة كثيرة مختلفة. تُفتح النافذة إن لم يُعطَ أمر.</translation>
    </message>
    <message>
        <source>List the machines; add or remove one</source>
        <translation>عرض الأجهزة؛ إضافة جهاز أو إزالته</translation>
    </message>
    <message>
        <source>Log in to each and find out what it is</source>
        <translation>تسجيل الدخول إلى كل جهاز ومعرفة مواصفاته</translation>
    </message>
    <message>
        <source>One JSON object per line</source>
        <translation>كائن JSON واحد في كل سطر</translation>
    </message>
    <message>
        <source>Example: motley machines add box me@10.0.0.7 &amp;&amp; motley machines --probe</source>
        <translation>مثال: motley machines add box me@10.0.0.7 &amp;&amp; motley machines --probe</translation>
    </message>
    <message>
        <source>Add a machine that ssh can reach</source>
        <translation>إضافة جهاز يصل إليه ssh</translation>
    </message>
    <message>
        <source>Your name for it</source>
        <translation>اسم تختاره له</translation>
    </message>
    <message>
        <source>What you would give to ssh: an alias, user@host or ssh://user@host:port</source>
        <translation>ما تعطيه لأمر ssh عادةً: اسم مستعار أو user@host أو ssh://user@host:port</translation>
    </message>
    <message>
        <source>Folder there for Motley&apos;s files, instead of the one that is found</source>
        <translation>مجلد هناك لملفات Motley بدلًا من المجلد الذي يُعثر عليه</translation>
    </message>
    <message>
        <source>Forget a machine; nothing changes on it</source>
        <translation>نسيان جهاز؛ لا يتغيّر عليه شيء</translation>
    </message>
    <message>
        <source>Train: send what is needed, start, show the progress, fetch the model</source>
        <translation>التدريب: إرسال اللازم والبدء وعرض التقدم وجلب النموذج</translation>
    </message>
    <message>
        <source>job.json: what to train</source>
        <translation>‏job.json: ما سيُدرَّب</translation>
    </message>
    <message>
        <source>Names, with devices if you like: local,box:cpu,big:gpu</source>
        <translation>أسماء، مع الوحدات إن شئت: local,box:cpu,big:gpu</translation>
    </message>
    <message>
        <source>Ranks on each CPU that takes part</source>
        <translation>الرتب على كل CPU مشارك</translation>
    </message>
    <message>
        <source>Threads of each rank on a CPU; 0: as many as fit</source>
        <translation>خيوط كل رتبة على CPU؛ 0: بقدر ما يتسع</translation>
    </message>
    <message>
        <source>Return as soon as the training is running</source>
        <translation>العودة فور انطلاق التدريب</translation>
    </message>
    <message>
        <source>JSON lines on stdout: progress, then the run&apos;s events as they are</source>
        <translation>أسطر JSON على stdout: التقدم ثم أحداث التشغيل كما هي</translation>
    </message>
    <message>
        <source>Ctrl-C leaves and the training goes on; a second Ctrl-C within three seconds stops it.
Example: motley run job.json --machines local,box</source>
        <translation>يخرج Ctrl-C ويستمر التدريب؛ ويوقفه Ctrl-C ثانٍ خلال ثلاث ثوانٍ.
مثال: motley run job.json --machines local,box</translation>
    </message>
    <message>
        <source>Show a run that was started before, from its first step on</source>
        <translation>عرض تشغيل بدأ سابقًا من خطوته الأولى</translation>
    </message>
    <message>
        <source>Its id or name, or how one begins; without it, the newest</source>
        <translation>معرّفه أو اسمه أو بداية أحدهما؛ والأحدث إن لم يُذكر</translation>
    </message>
    <message>
        <source>The run&apos;s events as they are</source>
        <translation>أحداث التشغيل كما هي</translation>
    </message>
    <message>
        <source>Stop a run after the step it is in, with a checkpoint</source>
        <translation>إيقاف تشغيل بعد خطوته الحالية مع نقطة حفظ</translation>
    </message>
    <message>
        <source>Its id or name, or how one begins</source>
        <translation>معرّفه أو اسمه أو بداية أحدهما</translation>
    </message>
    <message>
        <source>At once, without a checkpoint</source>
        <translation>فورًا، بلا نقطة حفظ</translation>
    </message>
    <message>
        <source>List the runs that this computer remembers</source>
        <translation>عرض عمليات التشغيل التي يتذكرها هذا الحاسوب</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>الأوامر</translation>
    </message>
    <message>
        <source>Say which folders of data a machine has too, so that nothing in them is sent</source>
        <translation>تحديد مجلدات البيانات الموجودة أيضًا على جهاز، فلا يُرسل شيء منها</translation>
    </message>
    <message>
        <source>HERE=THERE, or one path that is the same on both; none: it has none of them any more</source>
        <translation>‏HERE=THERE، أو مسار واحد مشترك بين الجهازين؛ بلا مجلدات: لم يعد لديه أي منها</translation>
    </message>
    <message>
        <source>What differs from the file here is sent all the same.
Example: motley machines data box /home/ada/data=/mnt/data</source>
        <translation>ما يختلف عن الملف هنا يُرسل على أي حال.
مثال: motley machines data box /home/ada/data=/mnt/data</translation>
    </message>
    <message>
        <source>Say what a run would take, and which machines are worth it; nothing is started</source>
        <translation>بيان ما يتطلبه التشغيل وأي الأجهزة تستحق المشاركة؛ لا يبدأ شيء</translation>
    </message>
    <message>
        <source>The same as one JSON object</source>
        <translation>المحتوى نفسه ككائن JSON واحد</translation>
    </message>
    <message>
        <source>Every device is measured for a few seconds, which needs the engine and the data there.
Example: motley plan job.json --machines local,box,big</source>
        <translation>تُقاس سرعة كل وحدة بضع ثوانٍ، ويتطلب ذلك وجود المحرّك والبيانات هناك.
مثال: motley plan job.json --machines local,box,big</translation>
    </message>
    <message>
        <source>Say what a machine costs and whether it may be taken away, for forecasts</source>
        <translation>بيان تكلفة الجهاز وهل يمكن أن يُسحب، من أجل التوقعات</translation>
    </message>
    <message>
        <source>Of an hour; 0: nothing</source>
        <translation>للساعة؛ 0: مجانًا</translation>
    </message>
    <message>
        <source>Hours until it is taken away, on average; 0: it stays</source>
        <translation>الساعات حتى يُسحب، في المتوسط؛ 0: يبقى</translation>
    </message>
    <message>
        <source>Minutes until there is another one in its place</source>
        <translation>الدقائق حتى يحل جهاز آخر محله</translation>
    </message>
    <message>
        <source>Instead, what part of such machines is taken away by which hour: 2:0.1,6:0.5,24:1</source>
        <translation>بدلًا من ذلك: الجزء الذي يُسحب من هذه الأجهزة حتى كل ساعة: 2:0.1,6:0.5,24:1</translation>
    </message>
    <message>
        <source>Instead, a file of lifetimes that were seen, a line each: 3.5,ended or 24,there</source>
        <translation>بدلًا من ذلك: ملف بالأعمار المسجَّلة، سطر لكل منها: ‎3.5,ended‎ أو ‎24,there‎</translation>
    </message>
    <message>
        <source>Example: motley machines terms box --price 1.25 --lifetime 2:0.1,6:0.5,24:1</source>
        <translation>مثال: motley machines terms box --price 1.25 --lifetime 2:0.1,6:0.5,24:1</translation>
    </message>
    <message>
        <source>Continue, as another run, from the last checkpoint of one that was stopped or has failed</source>
        <translation>المتابعة في تشغيل آخر من آخر نقطة حفظ لتشغيل أُوقف أو فشل</translation>
    </message>
    <message>
        <source>Names of its machines that no longer take part</source>
        <translation>أسماء أجهزته التي لم تعد تشارك</translation>
    </message>
    <message>
        <source>Example: motley resume fashion --without box</source>
        <translation>مثال: motley resume fashion --without box</translation>
    </message>
    <message>
        <source>Measure all of these machines first, and train on those that are fastest together</source>
        <translation>قياس كل هذه الأجهزة أولًا، ثم التدريب على الأسرع منها معًا</translation>
    </message>
    <message>
        <source>Not all of the output could be written to stdout.</source>
        <translation>تعذّرت كتابة جزء من الخرج إلى stdout.</translation>
    </message>
    <message>
        <source>Remove this run and its files</source>
        <translation>إزالة هذا التشغيل وملفاته</translation>
    </message>
    <message>
        <source>Do not ask whether to remove it</source>
        <translation>عدم السؤال قبل الإزالة</translation>
    </message>
    <message>
        <source>Write what runs came to as one file, to show others</source>
        <translation>كتابة ما انتهت إليه عمليات التشغيل في ملف واحد لعرضه على الآخرين</translation>
    </message>
    <message>
        <source>The run; of several, the others are held against the first</source>
        <translation>التشغيل؛ وإن تعدّدت قورنت الأخرى بالأول</translation>
    </message>
    <message>
        <source>The file to write, a page for any browser</source>
        <translation>الملف الذي يُكتب، صفحة لأي متصفّح</translation>
    </message>
    <message>
        <source>Example: motley report shakespeare --html report.html</source>
        <translation>مثال: motley report shakespeare --html report.html</translation>
    </message>
    <message>
        <source>Whether a run that loses it takes it back by itself</source>
        <translation>هل يعيده التشغيل الذي يفقده تلقائيًا</translation>
    </message>
    <message>
        <source>One line that tells how far it is, as where there is no terminal, and not the whole screen</source>
        <translation>سطر واحد يبيّن مدى التقدم، كما في غياب الطرفية، بدل الشاشة كلها</translation>
    </message>
    <message>
        <source>Exit codes: 0 done, 1 failed, 2 wrong usage, 3 the run failed, 4 the run was stopped or paused.</source>
        <translation>رموز الخروج: 0 تم، 1 فشل، 2 استخدام خاطئ، 3 فشل التشغيل، 4 أُوقف التشغيل أو أُوقف مؤقتًا.</translation>
    </message>
    <message>
        <source>Whether it may also start its part of a run by itself after a restart, by an entry in its systemd or crontab</source>
        <translation>هل يجوز له أيضًا بعد إعادة تشغيله أن يبدأ حصته من التدريب تلقائيًا، عبر مدخل في systemd أو crontab</translation>
    </message>
    <message>
        <source>Stop a run after the step it is in, with a checkpoint to go on from: motley resume</source>
        <translation>إيقاف تشغيل بعد الخطوة الجارية مع نقطة حفظ يُستأنف منها: motley resume</translation>
    </message>
    <message>
        <source>Have a run write a checkpoint after the step it is in, and train on</source>
        <translation>جعل تشغيل يكتب نقطة حفظ بعد الخطوة الجارية ويواصل التدريب</translation>
    </message>
</context>
<context>
    <name>motley::CommandStreams</name>
    <message>
        <source>A command on %1 took longer than it may and was ended.</source>
        <translation>استغرق أمر على %1 أكثر مما يُسمح به فأُنهي.</translation>
    </message>
    <message>
        <source>A command on %1 printed more than it may and was ended.</source>
        <translation>أخرج أمر على %1 أكثر مما يُسمح به فأُنهي.</translation>
    </message>
    <message numerus="yes">
        <source>A command on %1 gave no sign of life for %Ln second(s) and was ended.</source>
        <translation>
            <numerusform>لم يستجب أمر على %1 مدة %Ln ثانية فأُنهي.</numerusform>
            <numerusform>لم يستجب أمر على %1 مدة ثانية واحدة فأُنهي.</numerusform>
            <numerusform>لم يستجب أمر على %1 مدة ثانيتين فأُنهي.</numerusform>
            <numerusform>لم يستجب أمر على %1 مدة %Ln ثوانٍ فأُنهي.</numerusform>
            <numerusform>لم يستجب أمر على %1 مدة %Ln ثانية فأُنهي.</numerusform>
            <numerusform>لم يستجب أمر على %1 مدة %Ln ثانية فأُنهي.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::ComparePage</name>
    <message>
        <source>Use as baseline</source>
        <translation>اتخاذه مرجعًا</translation>
    </message>
    <message>
        <source>Save a report…</source>
        <translation>حفظ تقرير…</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>المنحنيات</translation>
    </message>
    <message>
        <source>None of these runs has such values.</source>
        <translation>ليس لأي من عمليات التشغيل هذه قيم كهذه.</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>رجوع</translation>
    </message>
    <message>
        <source>What the chart shows</source>
        <translation>ما يعرضه المخطط</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>الأرقام</translation>
    </message>
    <message>
        <source>Settings that differ</source>
        <translation>الإعدادات المختلفة</translation>
    </message>
    <message numerus="yes">
        <source>%Ln run(s)</source>
        <translation>
            <numerusform>%Ln تشغيل</numerusform>
            <numerusform>تشغيل واحد</numerusform>
            <numerusform>تشغيلان</numerusform>
            <numerusform>%Ln عمليات تشغيل</numerusform>
            <numerusform>%Ln عملية تشغيل</numerusform>
            <numerusform>%Ln عملية تشغيل</numerusform>
        </translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>الخسارة</translation>
    </message>
    <message>
        <source>Loss of tests</source>
        <translation>خسارة الاختبارات</translation>
    </message>
    <message>
        <source>Test: %1</source>
        <translation>الاختبار: %1</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>السرعة</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>مقارنة</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>الخطوة</translation>
    </message>
    <message>
        <source>Save a report</source>
        <translation>حفظ تقرير</translation>
    </message>
    <message>
        <source>Pages (%1)</source>
        <translation>صفحات (%1)</translation>
    </message>
    <message>
        <source>The report is in %1.</source>
        <translation>التقرير في %1.</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>التشغيل</translation>
    </message>
    <message>
        <source>State</source>
        <translation>الحالة</translation>
    </message>
    <message>
        <source>Best test</source>
        <translation>أفضل اختبار</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>الوقت</translation>
    </message>
    <message>
        <source>%1 (baseline)</source>
        <translation>‏%1 (المرجع)</translation>
    </message>
    <message>
        <source>Against baseline</source>
        <translation>مقابل المرجع</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>الإعداد</translation>
    </message>
</context>
<context>
    <name>motley::Comparison</name>
    <message>
        <source>%1 %</source>
        <translation>‏%1٪</translation>
    </message>
    <message>
        <source>%1 points</source>
        <extracomment>percentage points</extracomment>
        <translation>‏%1 نقطة مئوية</translation>
    </message>
</context>
<context>
    <name>motley::ConfusionView</name>
    <message>
        <source>Confusion matrix</source>
        <translation>مصفوفة الالتباس</translation>
    </message>
</context>
<context>
    <name>motley::ContextWords</name>
    <message>
        <source>By its memory, sequences may have up to %1 tokens.</source>
        <translation>تسمح الذاكرة بتسلسلات من %1 رمز على الأكثر.</translation>
    </message>
    <message>
        <source>By the memory of all devices, sequences may have up to %1 tokens: %2 holds the least.</source>
        <extracomment>%2 is a machine</extracomment>
        <translation>تسمح ذاكرة جميع الوحدات بتسلسلات من %1 رمز على الأكثر: أقلها سعة %2.</translation>
    </message>
    <message>
        <source>8 bits</source>
        <translation>8 بتات</translation>
    </message>
    <message>
        <source>4 bits</source>
        <translation>4 بتات</translation>
    </message>
    <message>
        <source>the bits of its files</source>
        <translation>بتات ملفاته</translation>
    </message>
    <message>
        <source>All devices would also hold the base in %1, which rounds it less.</source>
        <extracomment>%1 is such as &quot;8 bits&quot;</extracomment>
        <translation>تتسع جميع الوحدات للأساس أيضًا في %1، وتقريبه عندئذ أقل.</translation>
    </message>
    <message>
        <source>%1 lacks %2 of memory to hold the base in %3.</source>
        <extracomment>%1 is a machine, %2 an amount of memory, %3 such as &quot;8 bits&quot;</extracomment>
        <translation>‏%1 ينقصه %2 من الذاكرة ليتسع للأساس في %3.</translation>
    </message>
    <message>
        <source>activations that are computed again</source>
        <translation>إعادة حساب التنشيطات</translation>
    </message>
    <message>
        <source>the base in 8 bits (%1 less, up to %2 tokens)</source>
        <extracomment>%1 is an amount of memory, %2 a number of tokens; a part of a list</extracomment>
        <translation>الأساس في 8 بتات (أقل بمقدار %1، حتى %2 رمز)</translation>
    </message>
    <message>
        <source>the base in 4 bits (%1 less, up to %2 tokens, but this model loses more by it than others do)</source>
        <translation>الأساس في 4 بتات (أقل بمقدار %1، حتى %2 رمز، لكن هذا النموذج يخسر بذلك أكثر من غيره)</translation>
    </message>
    <message>
        <source>the base in 4 bits (%1 less, up to %2 tokens)</source>
        <translation>الأساس في 4 بتات (أقل بمقدار %1، حتى %2 رمز)</translation>
    </message>
    <message>
        <source>sequences of %1 tokens (%2 less)</source>
        <extracomment>%1 is a number of tokens, %2 an amount of memory; a part of a list</extracomment>
        <translation>تسلسلات من %1 رمز (أقل بمقدار %2)</translation>
    </message>
    <message>
        <source>an adapter of rank %1 (%2 less, up to %3 tokens)</source>
        <extracomment>%1 is a rank, %2 an amount of memory, %3 a number of tokens; a part of a list</extracomment>
        <translation>مُكيِّف رتبته %1 (أقل بمقدار %2، حتى %3 رمز)</translation>
    </message>
    <message>
        <source>Activations of one sequence: %1 if they are kept, %2 if they are computed again.</source>
        <extracomment>Both are amounts of memory.</extracomment>
        <translation>تنشيطات تسلسل واحد: %1 إذا حُفظت، و%2 إذا أُعيد حسابها.</translation>
    </message>
    <message>
        <source>What would save memory on %1, the most first: %2.</source>
        <extracomment>%1 is a machine, %2 a list such as the base in 4 bits (9.8 GiB less, up to 4,096 tokens)</extracomment>
        <translation>ما يوفّر الذاكرة على %1، والأكثر توفيرًا أولًا: %2.</translation>
    </message>
</context>
<context>
    <name>motley::DataPreview</name>
    <message>
        <source>%1 is not an IDX file of the expected kind. Choose a folder with the published files.</source>
        <translation>‏%1 ليس ملف IDX من النوع المتوقع. اختر مجلدًا يحوي الملفات المنشورة.</translation>
    </message>
    <message>
        <source>There are %1 training images but %2 labels. The files do not belong together.</source>
        <translation>عدد صور التدريب %1 وعدد الوسوم %2، فالملفات لا ينتمي بعضها إلى بعض.</translation>
    </message>
    <message>
        <source>Could not read %1.</source>
        <translation>تعذّرت قراءة %1.</translation>
    </message>
    <message>
        <source>%1 has %2 lines, but %3 has %4: each line must be the translation of one of the other.</source>
        <translation>في %1 عدد %2 من الأسطر، لكن في %3 عدد %4: يجب أن يكون كل سطر ترجمة لسطر من الآخر.</translation>
    </message>
    <message>
        <source>%1 is empty.</source>
        <translation>الملف %1 فارغ.</translation>
    </message>
    <message>
        <source>%1 has no sentence in it.</source>
        <translation>لا جملة في %1.</translation>
    </message>
    <message>
        <source>%1 has no tokenizer: neither vocab.txt nor tokenizer.json is there.</source>
        <translation>لا مجزّئ في %1: لا vocab.txt ولا tokenizer.json هناك.</translation>
    </message>
    <message>
        <source>%1 ends before its last image. It was not copied whole.</source>
        <translation>ينتهي %1 قبل صورته الأخيرة. لم يُنسخ كاملًا.</translation>
    </message>
    <message>
        <source>%1 has no tag: each line needs a word and its tag.</source>
        <translation>لا وسم في %1: يحتاج كل سطر إلى كلمة ووسمها.</translation>
    </message>
    <message>
        <source>Line %1 of %2</source>
        <translation>السطر %1 من %2</translation>
    </message>
    <message>
        <source>The last line of %1</source>
        <translation>آخر سطر من %1</translation>
    </message>
    <message>
        <source>%1 has %2 names of entities, but %3 has %4 vectors: they do not belong together.</source>
        <translation>في %1 عدد %2 من أسماء الكيانات، لكن في %3 عدد %4 من المتجهات: لا ينتمي بعضها إلى بعض.</translation>
    </message>
    <message>
        <source>%1 has no rows in it.</source>
        <translation>لا صفوف في %1.</translation>
    </message>
    <message>
        <source>The rows in %1 have %2 tokens, but the model takes %3.</source>
        <translation>في صفوف %1 عدد %2 من الرموز، لكن النموذج لا يقبل إلا %3.</translation>
    </message>
    <message>
        <source>“%2” in %1 is no volume: it needs slices, rows and columns.</source>
        <translation>ليس «%2» في %1 حجمًا: يحتاج إلى شرائح وصفوف وأعمدة.</translation>
    </message>
    <message>
        <source>“%2” in %1 claims more voxels than the file holds.</source>
        <translation>يدّعي «%2» في %1 فوكسلات أكثر مما في الملف.</translation>
    </message>
    <message>
        <source>“%2” in %1 holds numbers of another type than it must.</source>
        <translation>في «%2» من %1 أعداد من نوع غير المطلوب.</translation>
    </message>
    <message>
        <source>“%2” in %1 has another size than “raw”.</source>
        <translation>حجم «%2» في %1 غير حجم «raw».</translation>
    </message>
    <message>
        <source>%1 needs a word alone, or a word, B or I, its mention and its entity, with tabs between them.</source>
        <translation>يحتاج %1 إلى كلمة وحدها، أو كلمة ثم B أو I ثم نص الإشارة ثم كيانها، وبينها علامات جدولة.</translation>
    </message>
    <message>
        <source>%1 is no text in UTF-8. Convert it, such as with iconv.</source>
        <translation>ليس %1 نصًا بترميز UTF-8. حوّله، مثلًا بأداة iconv.</translation>
    </message>
    <message>
        <source>%1 is shorter than the %2 tokens that are needed.</source>
        <translation>الملف %1 أقصر من الرموز المطلوبة، وهي %2.</translation>
    </message>
    <message>
        <source>%1 has no tensor “%2”. Check the names of the tensors.</source>
        <translation>لا موتّر «%2» في %1. تحقق من أسماء الموتّرات.</translation>
    </message>
    <message>
        <source>“%2” in %1 claims more numbers than the file holds.</source>
        <translation>يدّعي «%2» في %1 أعدادًا أكثر مما في الملف.</translation>
    </message>
    <message>
        <source>%1 is HDF5: name its data sets that the model is to be given.</source>
        <translation>الملف %1 من نوع HDF5: سمِّ مجموعات بياناته التي تُعطى للنموذج.</translation>
    </message>
    <message>
        <source>%1 holds no tensors.</source>
        <translation>لا موتّرات في %1.</translation>
    </message>
    <message>
        <source>The tensor “%2” in %1 holds no samples: its first dimension counts them.</source>
        <translation>لا عينات في الموتّر «%2» من %1: بعده الأول هو عددها.</translation>
    </message>
    <message>
        <source>“%2” in %1 holds %3 samples, but “%4” holds %5.</source>
        <translation>عدد العينات في «%2» من %1 هو %3، وفي «%4» هو %5.</translation>
    </message>
    <message>
        <source>%1 is no safetensors file that can be read.</source>
        <translation>ليس %1 ملف safetensors تمكن قراءته.</translation>
    </message>
    <message>
        <source>%1 is no TorchScript file, as torch.jit writes them.</source>
        <translation>ليس %1 ملف TorchScript مما تكتبه torch.jit.</translation>
    </message>
</context>
<context>
    <name>motley::DataPreviewCard</name>
    <message>
        <source>The first samples</source>
        <translation>العينات الأولى</translation>
    </message>
    <message numerus="yes">
        <source>%Ln files, %1</source>
        <translation>
            <numerusform>%Ln ملف، %1</numerusform>
            <numerusform>ملف واحد، %1</numerusform>
            <numerusform>ملفان، %1</numerusform>
            <numerusform>%Ln ملفات، %1</numerusform>
            <numerusform>%Ln ملفًا، %1</numerusform>
            <numerusform>%Ln ملف، %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>More than %Ln files, more than %1</source>
        <translation>
            <numerusform>أكثر من %Ln ملف، أكثر من %1</numerusform>
            <numerusform>أكثر من ملف واحد، أكثر من %1</numerusform>
            <numerusform>أكثر من ملفين، أكثر من %1</numerusform>
            <numerusform>أكثر من %Ln ملفات، أكثر من %1</numerusform>
            <numerusform>أكثر من %Ln ملفًا، أكثر من %1</numerusform>
            <numerusform>أكثر من %Ln ملف، أكثر من %1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 images to train, %2 to test, %3 × %4 pixels, %5</source>
        <translation>‏%1 صورة للتدريب، %2 للاختبار، %3 × %4 بكسل، %5</translation>
    </message>
    <message>
        <source>The data cannot be used: %1</source>
        <translation>لا يمكن استخدام البيانات: %1</translation>
    </message>
</context>
<context>
    <name>motley::Deployed</name>
    <message>
        <source>The run %1 is still going on %2; stop it first.</source>
        <translation>التشغيل %1 ما زال جاريًا على %2؛ أوقفه أولًا.</translation>
    </message>
    <message>
        <source>Not everything in %1 on %2 could be removed.</source>
        <translation>تعذّرت إزالة كل ما في %1 على %2.</translation>
    </message>
    <message>
        <source>%1 on %2 held other files before, so nothing is removed there. Remove what you do not want of its folders blobs, data, engine, runs and shared yourself.</source>
        <translation>كان في %1 على %2 ملفات أخرى من قبل، فلا يُزال منه شيء. أزل بنفسك ما لا تريده من مجلداته blobs وdata وengine وruns وshared.</translation>
    </message>
    <message>
        <source>%1 on %2 is no folder of a run, so it stays.</source>
        <translation>ليس %1 على %2 مجلد تشغيل، لذلك يبقى.</translation>
    </message>
</context>
<context>
    <name>motley::DeployedDialog</name>
    <message>
        <source>Engine</source>
        <translation>محرّك</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>بيانات</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>نموذج</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>تشغيل</translation>
    </message>
    <message>
        <source>Remove what is not needed</source>
        <translation>إزالة ما لا يلزم</translation>
    </message>
    <message>
        <source>Files of Motley on %1</source>
        <translation>ملفات Motley على %1</translation>
    </message>
    <message>
        <source>What</source>
        <translation>النوع</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>الاسم</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>الحجم</translation>
    </message>
    <message>
        <source>Needed</source>
        <translation>الحاجة</translation>
    </message>
    <message>
        <source>Last change</source>
        <translation>آخر تغيير</translation>
    </message>
    <message>
        <source>Files of Motley on this machine</source>
        <translation>ملفات Motley على هذا الجهاز</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>Asking %1 what it holds.</source>
        <translation>جارٍ سؤال %1 عمّا لديه.</translation>
    </message>
    <message>
        <source>Removing what is not needed on %1.</source>
        <translation>جارٍ إزالة ما لا يلزم على %1.</translation>
    </message>
    <message>
        <source>What %1 holds is not known.</source>
        <translation>لا يُعرف ما لدى %1.</translation>
    </message>
    <message>
        <source>%1 were freed.</source>
        <translation>حُرّر %1.</translation>
    </message>
    <message>
        <source>Nothing of Motley is there.</source>
        <translation>لا شيء من Motley هناك.</translation>
    </message>
    <message>
        <source>All of it takes %1, and %2 are free. Equal files take their space once.</source>
        <translation>يشغل كل ذلك %1، والمتاح %2. لا تشغل الملفات المتطابقة مكانها إلا مرة واحدة.</translation>
    </message>
    <message>
        <source>by a run that goes on</source>
        <translation>يحتاج إليه تشغيل جارٍ</translation>
    </message>
    <message>
        <source>Remove what is not needed on %1?</source>
        <translation>هل تريد إزالة ما لا يلزم على %1؟</translation>
    </message>
    <message>
        <source>Data and models that no run uses, all engines but the two newest, and runs that have ended and whose results are on the computer that started them. The next run sends again what it needs.</source>
        <translation>البيانات والنماذج التي لا يستخدمها أي تشغيل، وكل محرّك عدا أحدث اثنين، وكل تشغيل انتهى ونتائجه على الحاسوب الذي بدأه. يرسل التشغيل التالي ما يلزمه من جديد.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>إزالة</translation>
    </message>
</context>
<context>
    <name>motley::Deployment</name>
    <message>
        <source>The upload to %1 was disturbed again and again by another program; try again.</source>
        <translation>عطّل برنامج آخر الرفع إلى %1 مرة بعد مرة؛ أعد المحاولة.</translation>
    </message>
    <message>
        <source>A file with the name “%1” cannot be sent to %2; rename it.</source>
        <translation>لا يمكن إرسال ملف باسم «%1» إلى %2؛ أعد تسميته.</translation>
    </message>
    <message>
        <source>%1 has too little disk space: %2 are needed in %3, but only %4 are free. Free some space there or choose another install folder.</source>
        <translation>مساحة القرص في %1 لا تكفي: يلزم %2 في %3 والمتاح %4 فقط. حرّر مساحة هناك أو اختر مجلد تثبيت آخر.</translation>
    </message>
    <message>
        <source>%1 arrives damaged on %2, twice now; check that machine&apos;s disk and memory.</source>
        <translation>وصل %1 تالفًا إلى %2 مرتين؛ افحص قرص ذلك الجهاز وذاكرته.</translation>
    </message>
    <message>
        <source>Could not read %1.</source>
        <translation>تعذّرت قراءة %1.</translation>
    </message>
    <message>
        <source>%1 changed while it was sent to %2; start again when it is finished.</source>
        <translation>تغيّر %1 أثناء إرساله إلى %2؛ ابدأ من جديد عند اكتماله.</translation>
    </message>
    <message>
        <source>%1 does not let this account write to %2; choose another install folder for it.</source>
        <translation>لا يسمح %1 لهذا الحساب بالكتابة في %2؛ اختر له مجلد تثبيت آخر.</translation>
    </message>
    <message>
        <source>%1 has none of the programs sha256sum, shasum and openssl; one is needed to verify what is sent.</source>
        <translation>لا يوجد على %1 أي من البرامج sha256sum وshasum وopenssl؛ يلزم أحدها للتحقق مما يُرسل.</translation>
    </message>
    <message>
        <source>Writing to %2 on %1 failed, most likely because the disk or a quota is full: %3 were to be sent. Free some space there and start again.</source>
        <translation>فشلت الكتابة في %2 على %1، والأرجح أن القرص أو الحصة المخصصة ممتلئة: كان المطلوب إرسال %3. حرّر مساحة هناك وابدأ من جديد.</translation>
    </message>
    <message>
        <source>Sending files to %1 failed (code %2).</source>
        <translation>فشل إرسال الملفات إلى %1 (الرمز %2).</translation>
    </message>
    <message>
        <source>%1 cannot run programs from %2, most likely because the file system there is mounted with “noexec”. Choose another install folder for it.</source>
        <translation>لا يمكن أن يشغّل %1 برامج من %2، والأرجح أن نظام الملفات هناك موصول بالخيار «noexec». اختر له مجلد تثبيت آخر.</translation>
    </message>
</context>
<context>
    <name>motley::DesktopNotices</name>
    <message>
        <source>Show the run</source>
        <translation>إظهار التشغيل</translation>
    </message>
</context>
<context>
    <name>motley::DeviceChoice</name>
    <message>
        <source>“%1” is not a device; write cpu, gpu (all of them) or the UUID of a GPU.</source>
        <translation>‏«%1» ليست وحدة؛ اكتب cpu أو gpu (كلها) أو UUID لإحدى وحدات GPU.</translation>
    </message>
    <message>
        <source>%1 is named twice; join its devices with a plus sign: %1:cpu+gpu</source>
        <translation>ذُكر %1 مرتين؛ اجمع وحداته بعلامة زائد: %1:cpu+gpu</translation>
    </message>
    <message>
        <source>No machine is named; write for example --machines local,box</source>
        <translation>لم يُذكر أي جهاز؛ اكتب مثلًا: ‎--machines local,box</translation>
    </message>
    <message>
        <source>There is no machine “%1”; “motley machines” lists them, “motley machines add” adds one.</source>
        <translation>لا يوجد جهاز «%1»؛ يعرض الأمر «motley machines» الأجهزة، ويضيف «motley machines add» جهازًا.</translation>
    </message>
</context>
<context>
    <name>motley::EventLogCopy</name>
    <message>
        <source>Could not read %1.</source>
        <translation>تعذّرت قراءة %1.</translation>
    </message>
    <message>
        <source>Could not write %1.</source>
        <translation>تعذّرت كتابة %1.</translation>
    </message>
    <message>
        <source>There is too little space for the events of this run in %1; free some and open the run again.</source>
        <translation>لا تكفي المساحة في %1 لأحداث هذا التشغيل؛ حرّر بعض المساحة ثم افتح التشغيل من جديد.</translation>
    </message>
</context>
<context>
    <name>motley::EventStream</name>
    <message>
        <source>It is too long.</source>
        <translation>السطر أطول مما يُسمح به.</translation>
    </message>
    <message>
        <source>It has the number %1 and follows number %2.</source>
        <translation>رقمه %1 وهو يلي الرقم %2.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) of this run&apos;s events could not be read and were left out. The last one: %1</source>
        <translation>
            <numerusform>تعذّرت قراءة %Ln سطر من أحداث هذا التشغيل فتُركت. آخرها: %1</numerusform>
            <numerusform>تعذّرت قراءة سطر واحد من أحداث هذا التشغيل فتُرك: %1</numerusform>
            <numerusform>تعذّرت قراءة سطرين من أحداث هذا التشغيل فتُركا. آخرهما: %1</numerusform>
            <numerusform>تعذّرت قراءة %Ln أسطر من أحداث هذا التشغيل فتُركت. آخرها: %1</numerusform>
            <numerusform>تعذّرت قراءة %Ln سطرًا من أحداث هذا التشغيل فتُركت. آخرها: %1</numerusform>
            <numerusform>تعذّرت قراءة %Ln سطر من أحداث هذا التشغيل فتُركت. آخرها: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln event(s) before the end of this run are lost, as the disk of its first machine took nothing any more.</source>
        <translation>
            <numerusform>ضاع %Ln حدث قبل نهاية هذا التشغيل، لأن قرص جهازه الأول لم يعد يقبل شيئًا.</numerusform>
            <numerusform>ضاع حدث واحد قبل نهاية هذا التشغيل، لأن قرص جهازه الأول لم يعد يقبل شيئًا.</numerusform>
            <numerusform>ضاع حدثان قبل نهاية هذا التشغيل، لأن قرص جهازه الأول لم يعد يقبل شيئًا.</numerusform>
            <numerusform>ضاعت %Ln أحداث قبل نهاية هذا التشغيل، لأن قرص جهازه الأول لم يعد يقبل شيئًا.</numerusform>
            <numerusform>ضاع %Ln حدثًا قبل نهاية هذا التشغيل، لأن قرص جهازه الأول لم يعد يقبل شيئًا.</numerusform>
            <numerusform>ضاع %Ln حدث قبل نهاية هذا التشغيل، لأن قرص جهازه الأول لم يعد يقبل شيئًا.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::ExampleModel</name>
    <message>
        <source>Picture %1</source>
        <translation>الصورة %1</translation>
    </message>
    <message>
        <source>Example</source>
        <translation>مثال</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>المتوقَّع</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>المتنبَّأ به</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>النتيجة</translation>
    </message>
</context>
<context>
    <name>motley::ExampleWords</name>
    <message>
        <source>%1: %2</source>
        <translation>‏%1: %2</translation>
    </message>
    <message>
        <source>none</source>
        <extracomment>between two words with their tags</extracomment>
        <translation>لا شيء</translation>
    </message>
    <message>
        <source>, </source>
        <translation>، </translation>
    </message>
    <message>
        <source>right</source>
        <translation>صحيح</translation>
    </message>
    <message>
        <source>%1 right</source>
        <translation>‏%1 صحيح</translation>
    </message>
    <message>
        <source>wrong</source>
        <translation>خطأ</translation>
    </message>
    <message>
        <source>Expected:</source>
        <translation>المتوقَّع:</translation>
    </message>
    <message>
        <source>Predicted:</source>
        <translation>المتنبَّأ به:</translation>
    </message>
    <message>
        <source>%1: %2, expected %3</source>
        <translation>‏%1: %2، والمتوقَّع %3</translation>
    </message>
    <message>
        <source>%1: %2 of %3 right, %4</source>
        <translation>‏%1: %2 من %3 صحيحة، %4</translation>
    </message>
    <message>
        <source>%1: %2 of %3 taken for %4, %5</source>
        <translation>‏%1: %2 من %3 حُسبت %4، %5</translation>
    </message>
</context>
<context>
    <name>motley::ExamplesView</name>
    <message>
        <source>Examples of the test</source>
        <translation>أمثلة الاختبار</translation>
    </message>
    <message>
        <source>Classes that are confused most</source>
        <translation>الأصناف الأكثر التباسًا</translation>
    </message>
    <message>
        <source>The whole example</source>
        <translation>المثال كاملًا</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>اختبار</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>المتوقَّع</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>المتنبَّأ به</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>عدد المرات</translation>
    </message>
    <message>
        <source>Test %1 of %2, after step %3</source>
        <extracomment>the number of a test, how many there are, and the step after which it was made</extracomment>
        <translation>الاختبار %1 من %2، بعد الخطوة %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>‏%1: %2</translation>
    </message>
    <message>
        <source>Down: expected. Across: predicted.</source>
        <translation>من الأعلى إلى الأسفل: المتوقع صوابًا. ومن اليسار إلى اليمين: ما قاله النموذج.</translation>
    </message>
</context>
<context>
    <name>motley::FieldWords</name>
    <message>
        <source>“%1” must be at least %2.</source>
        <translation>يجب ألا تقل قيمة «%1» عن %2.</translation>
    </message>
    <message>
        <source>“%1” must be between %2 and %3.</source>
        <translation>يجب أن تقع قيمة «%1» بين %2 و%3.</translation>
    </message>
    <message>
        <source>“%1” is missing. %2</source>
        <translation>‏«%1» غير محدد. %2</translation>
    </message>
    <message>
        <source>The name must have between 1 and 80 characters.</source>
        <translation>يجب أن يتراوح طول الاسم بين 1 و80 حرفًا.</translation>
    </message>
    <message>
        <source>Nesterov&apos;s method needs a momentum above 0.</source>
        <translation>تحتاج طريقة Nesterov إلى زخم أكبر من 0.</translation>
    </message>
    <message>
        <source>The schedule must end after its warm-up, or with 0 at the end of the run.</source>
        <translation>يجب أن ينتهي الجدول بعد الإحماء، أو مع 0 في نهاية التشغيل.</translation>
    </message>
    <message>
        <source>The global batch must be a multiple of the groups that HetSeq&apos;s order keeps together.</source>
        <translation>يجب أن تكون الدفعة الكلية من مضاعفات المجموعات التي يُبقيها ترتيب HetSeq معًا.</translation>
    </message>
    <message>
        <source>Here samples of one length are put together, so there is no HetSeq order.</source>
        <translation>تُجمع هنا العينات ذات الطول الواحد معًا، لذلك لا يوجد ترتيب HetSeq.</translation>
    </message>
    <message>
        <source>With Adasum each device updates all parameters by itself, so the optimizer memory cannot always be split: choose another value here, or join by the sum of gradients.</source>
        <translation>مع Adasum تُحدِّث كل وحدة جميع المعاملات بنفسها، فلا يمكن تقسيم ذاكرة المحسِّن دائمًا: اختر قيمة أخرى هنا، أو ادمج بمجموع التدرّجات.</translation>
    </message>
    <message>
        <source>“%1” must be names of layers with commas between them, such as q_proj, v_proj.</source>
        <translation>يجب أن يحوي «%1» أسماء طبقات بينها فواصل، مثل q_proj, v_proj.</translation>
    </message>
    <message>
        <source>“%1” must be names of layers with their numbers, such as down_proj=32, 0.mlp.up_proj=8.</source>
        <translation>يجب أن يحوي «%1» أسماء طبقات مع أعدادها، مثل down_proj=32, 0.mlp.up_proj=8.</translation>
    </message>
    <message>
        <source>An adapter belongs to a trained model: choose the folder to start from.</source>
        <translation>المُكيِّف يخص نموذجًا مدرَّبًا: اختر المجلد الذي يبدأ منه.</translation>
    </message>
    <message>
        <source>“%1” must be a day such as 2026-11-28.</source>
        <translation>يجب أن يكون «%1» يومًا مثل 2026-11-28.</translation>
    </message>
    <message>
        <source>Weights in fewer bits cannot be trained: choose an adapter rank, or weights as in their files.</source>
        <translation>لا يمكن تدريب الأوزان المحفوظة بعدد أقل من البتات: اختر رتبة للمُكيِّف، أو أوزانًا كما في ملفاتها.</translation>
    </message>
    <message>
        <source>Only the sums of an adapter&apos;s gradients can travel in 16 bits: choose an adapter rank and join by the sum of gradients, or choose 32 bits here.</source>
        <translation>لا يمكن نقل سوى مجاميع تدرّجات مُكيِّف بدقة 16 بت: اختر رتبة للمُكيِّف وادمج بمجموع التدرّجات، أو اختر 32 بت هنا.</translation>
    </message>
</context>
<context>
    <name>motley::FileCopying</name>
    <message>
        <source>%1 could not give its files to other machines.</source>
        <translation>‏%1 لم يتمكّن من تقديم ملفاته إلى الأجهزة الأخرى.</translation>
    </message>
</context>
<context>
    <name>motley::Fleet</name>
    <message>
        <source>“%1” cannot be the name of a machine. Use up to %2 letters, digits and . _ - + @, and begin with a letter or digit.</source>
        <translation>لا يصلح «%1» اسمًا لجهاز. استخدم حتى %2 من الحروف والأرقام و . _ - + @ وابدأ بحرف أو رقم.</translation>
    </message>
    <message>
        <source>There is a machine named %1 already. Choose another name.</source>
        <translation>يوجد جهاز باسم %1 مسبقًا. اختر اسمًا آخر.</translation>
    </message>
    <message>
        <source>There is no machine named %1.</source>
        <translation>لا يوجد جهاز باسم %1.</translation>
    </message>
    <message>
        <source>This computer is always in the list.</source>
        <translation>هذا الحاسوب موجود دائمًا في القائمة.</translation>
    </message>
    <message>
        <source>“%1” is not the address of a machine. Use a name of your SSH configuration, user@host, or user@host:port with a port from 1 to 65535.</source>
        <translation>ليس «%1» عنوان جهاز. استخدم اسمًا من إعدادات SSH لديك أو user@host أو user@host:port بمنفذ من 1 إلى 65535.</translation>
    </message>
</context>
<context>
    <name>motley::FleetModel</name>
    <message>
        <source>%1 of %2</source>
        <translation>‏%1 من %2</translation>
    </message>
    <message numerus="yes">
        <source>%1, %Ln processor(s)</source>
        <translation>
            <numerusform>‏%1، %Ln معالج</numerusform>
            <numerusform>‏%1، معالج واحد</numerusform>
            <numerusform>‏%1، معالجان</numerusform>
            <numerusform>‏%1، %Ln معالجات</numerusform>
            <numerusform>‏%1، %Ln معالجًا</numerusform>
            <numerusform>‏%1، %Ln معالج</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>In use by %Ln process(es)</source>
        <translation>
            <numerusform>تستخدمها %Ln عملية</numerusform>
            <numerusform>تستخدمها عملية واحدة</numerusform>
            <numerusform>تستخدمها عمليتان</numerusform>
            <numerusform>تستخدمها %Ln عمليات</numerusform>
            <numerusform>تستخدمها %Ln عملية</numerusform>
            <numerusform>تستخدمها %Ln عملية</numerusform>
        </translation>
    </message>
    <message>
        <source>Free</source>
        <translation>متاحة</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>الجهاز</translation>
    </message>
    <message>
        <source>State</source>
        <translation>الحالة</translation>
    </message>
    <message>
        <source>Free memory</source>
        <translation>الذاكرة الحرة</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>برنامج التشغيل</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>القدرة الحسابية</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>الطاقة</translation>
    </message>
    <message>
        <source>Last seen</source>
        <translation>آخر اتصال</translation>
    </message>
    <message>
        <source>Trains %1</source>
        <translation>يدرّب %1</translation>
    </message>
    <message>
        <source>In use by %1</source>
        <translation>يستخدمها %1</translation>
    </message>
    <message>
        <source>%1 °C</source>
        <translation>%1 ‎°C</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>الحمل</translation>
    </message>
    <message>
        <source>Heat</source>
        <translation>الحرارة</translation>
    </message>
</context>
<context>
    <name>motley::Following</name>
    <message>
        <source>The folder of this run on %1 does not exist: %2. It was removed, or the training never began there. What is known of the run is what was copied here.</source>
        <translation>مجلد هذا التشغيل على %1 غير موجود: %2. إما أنه أُزيل أو أن التدريب لم يبدأ هناك قط. المعروف عن التشغيل هو ما نُسخ إلى هنا.</translation>
    </message>
    <message>
        <source>%1 asks a question before it lets you log in. Open the run again to watch it.</source>
        <translation>يطرح %1 سؤالًا قبل السماح بتسجيل الدخول. افتح التشغيل مرة أخرى لمشاهدته.</translation>
    </message>
    <message>
        <source>The training on %1 ended without any message: %2 The log there is %3.</source>
        <translation>انتهى التدريب على %1 دون أي رسالة: %2 السجل هناك هو %3.</translation>
    </message>
    <message>
        <source>The training on %1 ended without any message. The log there is %2.</source>
        <translation>انتهى التدريب على %1 دون أي رسالة. السجل هناك هو %2.</translation>
    </message>
    <message>
        <source>%1, which led the training, does not answer, and it has ended on %2.</source>
        <translation>الجهاز %1 الذي كان يقود التدريب لا يستجيب، وقد انتهى التدريب على %2.</translation>
    </message>
    <message>
        <source>%1, which led the training, does not answer, and it has ended on %2: %3</source>
        <translation>الجهاز %1 الذي كان يقود التدريب لا يستجيب، وقد انتهى التدريب على %2: %3</translation>
    </message>
</context>
<context>
    <name>motley::ForecastView</name>
    <message>
        <source>How long this job takes here is not known yet. Measuring takes a few seconds for each device; a machine without the engine or the data gets them first.</source>
        <translation>لا يُعرف بعد كم تستغرق هذه المهمة هنا. يستغرق القياس بضع ثوانٍ لكل وحدة، ويُرسل المحرّك أو البيانات أولًا إلى الجهاز الذي تنقصه.</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>الأجهزة</translation>
    </message>
    <message>
        <source>together</source>
        <translation>معًا</translation>
    </message>
    <message>
        <source>of their sum</source>
        <translation>من مجموعها</translation>
    </message>
    <message>
        <source>whole job</source>
        <translation>المهمة كلها</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>إلغاء</translation>
    </message>
    <message>
        <source>Measure now</source>
        <translation>القياس الآن</translation>
    </message>
    <message>
        <source>Ending the measurement</source>
        <translation>جارٍ إنهاء القياس</translation>
    </message>
    <message>
        <source>Leave out %1</source>
        <translation>استبعاد %1</translation>
    </message>
    <message>
        <source>Why, and what would change it</source>
        <translation>لماذا، وما الذي قد يغيّر ذلك</translation>
    </message>
    <message>
        <source>%1, give or take %2</source>
        <translation>‏%1، بزيادة أو نقصان %2</translation>
    </message>
    <message>
        <source>Measuring each machine</source>
        <translation>جارٍ قياس كل جهاز</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>في الانتظار</translation>
    </message>
    <message>
        <source>Measured: %1</source>
        <translation>وقت القياس: %1</translation>
    </message>
    <message>
        <source>Once everything is ready, its time and cost are shown here.</source>
        <translation>عندما يصبح كل شيء جاهزًا، يظهر هنا الزمن والتكلفة.</translation>
    </message>
</context>
<context>
    <name>motley::ForecastWords</name>
    <message>
        <source>A step takes about %1.</source>
        <translation>تستغرق الخطوة نحو %1.</translation>
    </message>
    <message>
        <source>A step takes about %1, %2 of it to exchange gradients.</source>
        <translation>تستغرق الخطوة نحو %1، منها %2 لتبادل التدرّجات.</translation>
    </message>
    <message>
        <source>%1 kWh</source>
        <translation>%1 kWh</translation>
    </message>
    <message>
        <source>It costs about %1 and uses %2 of energy.</source>
        <translation>تبلغ التكلفة نحو %1 واستهلاك الطاقة %2.</translation>
    </message>
    <message>
        <source>It costs about %1.</source>
        <translation>تبلغ التكلفة نحو %1.</translation>
    </message>
    <message>
        <source>It uses about %1 of energy.</source>
        <translation>يبلغ استهلاك الطاقة نحو %1.</translation>
    </message>
    <message>
        <source>About %1, which is %2 of the sum of what each device reaches alone.</source>
        <translation>نحو %1، أي %2 من مجموع ما تبلغه الوحدات كلٌّ وحدها.</translation>
    </message>
    <message>
        <source>The whole job takes about %1, perhaps %2 to %3, tests and checkpoints not counted.</source>
        <translation>تستغرق المهمة كلها نحو %1، وربما من %2 إلى %3، دون حساب الاختبارات ونقاط الحفظ.</translation>
    </message>
    <message>
        <source>%1 gains %2.</source>
        <translation>يضيف %1 نسبة %2.</translation>
    </message>
    <message>
        <source>Without %1 the run would be %2 faster: leave it out.</source>
        <translation>من دون %1 يكون التشغيل أسرع بنسبة %2: استبعده.</translation>
    </message>
    <message>
        <source>%1 would have nothing to do; leave it out.</source>
        <translation>لن يكون لدى %1 ما يفعله؛ استبعده.</translation>
    </message>
    <message>
        <source>The memory of %1, and not its speed, decides that it gets %2 of each batch.</source>
        <translation>ذاكرة %1 لا سرعته هي التي تحدد أنه يحصل على %2 من عينات كل دفعة.</translation>
    </message>
    <message>
        <source>%1 of each step is spent on exchanging gradients; %2 has the slowest link.</source>
        <translation>يمضي %1 من كل خطوة في تبادل التدرّجات؛ ولدى %2 أبطأ وصلة.</translation>
    </message>
    <message>
        <source>Machines would be taken away faster than the work progresses.</source>
        <translation>ستُسحب الأجهزة أسرع مما يتقدم العمل.</translation>
    </message>
    <message>
        <source>Machines may be taken away, %1 times on average; it then takes about %2.</source>
        <translation>قد تُسحب الأجهزة، %1 مرة في المتوسط؛ يستغرق التشغيل عندها نحو %2.</translation>
    </message>
    <message>
        <source>It then costs about %1.</source>
        <translation>وتبلغ التكلفة عندها نحو %1.</translation>
    </message>
    <message numerus="yes">
        <source>Save a checkpoint about every %Ln step(s).</source>
        <translation>
            <numerusform>الأفضل حفظ نقطة كل %Ln خطوة تقريبًا.</numerusform>
            <numerusform>الأفضل حفظ نقطة كل خطوة واحدة تقريبًا.</numerusform>
            <numerusform>الأفضل حفظ نقطة كل خطوتين تقريبًا.</numerusform>
            <numerusform>الأفضل حفظ نقطة كل %Ln خطوات تقريبًا.</numerusform>
            <numerusform>الأفضل حفظ نقطة كل %Ln خطوة تقريبًا.</numerusform>
            <numerusform>الأفضل حفظ نقطة كل %Ln خطوة تقريبًا.</numerusform>
        </translation>
    </message>
    <message>
        <source>As earlier runs have shown, a run goes on after %1, and saving a checkpoint takes %2.</source>
        <translation>كما أظهرت عمليات تشغيل سابقة، يُستأنف التشغيل بعد %1، ويستغرق حفظ نقطة %2.</translation>
    </message>
    <message>
        <source>Assumed: a run goes on after %1, and saving a checkpoint takes %2; runs on these machines will give the true values.</source>
        <translation>يُفترض أن يُستأنف التشغيل بعد %1 وأن يستغرق حفظ نقطة %2؛ وستُظهر عمليات التشغيل على هذه الأجهزة القيم الفعلية.</translation>
    </message>
    <message>
        <source>How many steps this data makes is not known; a new measurement will show it.</source>
        <translation>لا يُعرف عدد الخطوات التي تتكون منها هذه البيانات؛ سيُظهره قياس جديد.</translation>
    </message>
    <message numerus="yes">
        <source>With Adasum between %Ln group(s) of devices, another grouping gives another curve.</source>
        <translation>
            <numerusform>مع Adasum بين %Ln مجموعة من الوحدات، يعطي تقسيم آخر منحنى آخر.</numerusform>
            <numerusform>مع Adasum بين مجموعة واحدة من الوحدات، يعطي تقسيم آخر منحنى آخر.</numerusform>
            <numerusform>مع Adasum بين مجموعتين من الوحدات، يعطي تقسيم آخر منحنى آخر.</numerusform>
            <numerusform>مع Adasum بين %Ln مجموعات من الوحدات، يعطي تقسيم آخر منحنى آخر.</numerusform>
            <numerusform>مع Adasum بين %Ln مجموعة من الوحدات، يعطي تقسيم آخر منحنى آخر.</numerusform>
            <numerusform>مع Adasum بين %Ln مجموعة من الوحدات، يعطي تقسيم آخر منحنى آخر.</numerusform>
        </translation>
    </message>
    <message>
        <source>Without %1 the run would be %2 faster: leave them out.</source>
        <translation>من دون %1 يكون التشغيل أسرع بنسبة %2: استبعدها.</translation>
    </message>
    <message>
        <source>This may be off by %1: %2 was faster or slower than measured, in earlier runs or with a larger batch.</source>
        <translation>قد يختلف هذا بمقدار %1: كان %2 أسرع أو أبطأ مما قيس، في تشغيلات سابقة أو مع دفعة أكبر.</translation>
    </message>
    <message>
        <source>less than %1</source>
        <translation>أقل من %1</translation>
    </message>
    <message>
        <source>A step takes about %1, nearly all of it to exchange gradients.</source>
        <translation>تستغرق الخطوة نحو %1، يذهب معظمها لتبادل التدرّجات.</translation>
    </message>
</context>
<context>
    <name>motley::Format</name>
    <message>
        <source>n/a</source>
        <translation>غير متاح</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>‏%1 ث</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>‏%1 ملي ث</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>‏%1 د %2 ث</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>‏%1 س %2 د</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation>‏%1 ي %2 س</translation>
    </message>
    <message>
        <source>%1 samples/s</source>
        <translation>‏%1 عينة/ث</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>‏%1٪</translation>
    </message>
    <message>
        <source>%1 W</source>
        <translation>%1 W</translation>
    </message>
    <message>
        <source>%1 of %2 W</source>
        <translation>‏%1 من %2 W</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>الآن</translation>
    </message>
    <message numerus="yes">
        <source>%Ln second(s) ago</source>
        <translation>
            <numerusform>قبل %Ln ثانية</numerusform>
            <numerusform>قبل ثانية واحدة</numerusform>
            <numerusform>قبل ثانيتين</numerusform>
            <numerusform>قبل %Ln ثوانٍ</numerusform>
            <numerusform>قبل %Ln ثانية</numerusform>
            <numerusform>قبل %Ln ثانية</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln minute(s) ago</source>
        <translation>
            <numerusform>قبل %Ln دقيقة</numerusform>
            <numerusform>قبل دقيقة واحدة</numerusform>
            <numerusform>قبل دقيقتين</numerusform>
            <numerusform>قبل %Ln دقائق</numerusform>
            <numerusform>قبل %Ln دقيقة</numerusform>
            <numerusform>قبل %Ln دقيقة</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 k</source>
        <translation>‏%1 ألف</translation>
    </message>
    <message>
        <source>%1 M</source>
        <translation>‏%1 مليون</translation>
    </message>
    <message>
        <source>%1 G</source>
        <translation>‏%1 مليار</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>‏%1 د</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>‏%1 س</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <extracomment>two short things in one line; in Arabic a comma stands between them</extracomment>
        <translation>‏%1، %2</translation>
    </message>
</context>
<context>
    <name>motley::HelpDialog</name>
    <message>
        <source>Help</source>
        <translation>مساعدة</translation>
    </message>
    <message>
        <source>From machines to a model</source>
        <translation>من الأجهزة إلى النموذج</translation>
    </message>
    <message>
        <source>1. Machines: add what you can reach over SSH, and tick the devices that shall train.</source>
        <translation>1. الأجهزة: أضف ما يمكنك الوصول إليه عبر SSH، وأشّر على الوحدات التي ستشارك في التدريب.</translation>
    </message>
    <message>
        <source>2. New run: choose a job; the plan shows how the work is shared. Press Start.</source>
        <translation>2. تشغيل جديد: اختر مهمة؛ تعرض الخطة كيفية توزيع العمل. اضغط «بدء».</translation>
    </message>
    <message>
        <source>3. Run: watch loss and throughput. You may close the window; the machines go on, and the next start shows the whole curve.</source>
        <translation>3. التشغيل: راقب الخسارة ومعدل المعالجة. يمكنك إغلاق النافذة؛ تواصل الأجهزة العمل، ويعرض الفتح التالي المنحنى كاملًا.</translation>
    </message>
    <message>
        <source>Machines, New run, Runs, the open run</source>
        <translation>الأجهزة، تشغيل جديد، عمليات التشغيل، التشغيل المفتوح</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>الإعدادات</translation>
    </message>
    <message>
        <source>Ask all machines again</source>
        <translation>الاستعلام من كل الأجهزة مجددًا</translation>
    </message>
    <message>
        <source>In a chart: move the crosshair</source>
        <translation>في الرسم البياني: تحريك مؤشر التقاطع</translation>
    </message>
    <message>
        <source>In a chart: zoom</source>
        <translation>في الرسم البياني: تكبير وتصغير</translation>
    </message>
    <message>
        <source>In a chart: show everything</source>
        <translation>في الرسم البياني: إظهار الكل</translation>
    </message>
    <message>
        <source>In a chart: follow the newest step</source>
        <translation>في الرسم البياني: تتبّع أحدث خطوة</translation>
    </message>
    <message>
        <source>In a chart: logarithmic axis</source>
        <translation>في الرسم البياني: محور لوغاريتمي</translation>
    </message>
    <message>
        <source>In a chart: show the numbers as a table</source>
        <translation>في الرسم البياني: عرض الأرقام في جدول</translation>
    </message>
    <message>
        <source>In a chart: export</source>
        <translation>في الرسم البياني: تصدير</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>In a chart: maximise it</source>
        <translation>في مخطط: تكبيره</translation>
    </message>
    <message>
        <source>Close the details of a message, show all charts again</source>
        <translation>إغلاق تفاصيل رسالة، وعرض كل المخططات من جديد</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>السحب</translation>
    </message>
    <message>
        <source>In a chart: zoom in; with Shift to a box</source>
        <translation>في مخطط: تكبير؛ ومع Shift إلى مستطيل</translation>
    </message>
    <message>
        <source>Ctrl + wheel, + −</source>
        <translation>‏Ctrl + العجلة، + −</translation>
    </message>
    <message>
        <source>Middle button, Space + drag, Ctrl+← →</source>
        <translation>الزر الأوسط، المسافة + السحب، Ctrl+← →</translation>
    </message>
    <message>
        <source>In a chart: move what is seen</source>
        <translation>في مخطط: تحريك ما هو ظاهر</translation>
    </message>
    <message>
        <source>In a chart: show values that lie far outside</source>
        <translation>في مخطط: إظهار القيم البعيدة خارجه</translation>
    </message>
    <message>
        <source>In a chart: what the horizontal axis counts</source>
        <translation>في مخطط: ما يعدّه المحور الأفقي</translation>
    </message>
    <message>
        <source>Double click, Alt + click, S</source>
        <translation>نقر مزدوج، Alt + نقر، S</translation>
    </message>
    <message>
        <source>In a legend: show this curve alone, then all again</source>
        <translation>في وسيلة الإيضاح: إظهار هذا المنحنى وحده، ثم الكل مجددًا</translation>
    </message>
    <message>
        <source>In the list of runs: open, rename, note and tags, remove</source>
        <translation>في قائمة عمليات التشغيل: فتح، إعادة تسمية، ملاحظة ووسوم، إزالة</translation>
    </message>
    <message>
        <source>In the list of runs: select several, compare them</source>
        <translation>في قائمة عمليات التشغيل: تحديد أكثر من واحد، مقارنتها</translation>
    </message>
    <message>
        <source>Search what can be done, and do it</source>
        <translation>البحث فيما يمكن فعله وتنفيذه</translation>
    </message>
</context>
<context>
    <name>motley::HostKeyDialog</name>
    <message>
        <source>Is this really %1?</source>
        <translation>هل هذا هو %1 فعلًا؟</translation>
    </message>
    <message>
        <source>Motley has never been connected to %1. Compare the fingerprint with the one that the machine&apos;s owner gives you; if they differ, somebody may be listening in between.</source>
        <translation>لم يتصل Motley بـ %1 من قبل. قارن البصمة بالبصمة التي يعطيك إياها مالك الجهاز؛ فإن اختلفتا فقد يكون هناك من يتنصّت على الاتصال.</translation>
    </message>
    <message>
        <source>Key type</source>
        <translation>نوع المفتاح</translation>
    </message>
    <message>
        <source>Fingerprint</source>
        <translation>البصمة</translation>
    </message>
    <message>
        <source>Picture of it</source>
        <translation>صورتها</translation>
    </message>
    <message>
        <source>I compared the whole fingerprint</source>
        <translation>قارنتُ البصمة كاملةً</translation>
    </message>
    <message>
        <source>Trust this machine</source>
        <translation>الوثوق بهذا الجهاز</translation>
    </message>
    <message>
        <source>Do not connect</source>
        <translation>عدم الاتصال</translation>
    </message>
</context>
<context>
    <name>motley::HostWords</name>
    <message>
        <source>Not asked yet</source>
        <translation>لم يُستعلم منه بعد</translation>
    </message>
    <message>
        <source>Asking…</source>
        <translation>جارٍ الاستعلام…</translation>
    </message>
    <message>
        <source>Not reachable</source>
        <translation>يتعذّر الوصول إليه</translation>
    </message>
    <message>
        <source>Ready, GPU problem</source>
        <translation>جاهز، مشكلة في وحدة GPU</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>جاهز</translation>
    </message>
    <message>
        <source>There is an NVIDIA GPU but no driver. Ask for the NVIDIA driver to be installed.</source>
        <translation>توجد وحدة GPU من NVIDIA دون برنامج تشغيل. اطلب تثبيت برنامج تشغيل NVIDIA.</translation>
    </message>
    <message>
        <source>The GPU driver was updated while it was in use. Restarting the machine puts it right.</source>
        <translation>حُدّث برنامج تشغيل GPU أثناء استخدامه. إعادة تشغيل الجهاز تصلح ذلك.</translation>
    </message>
    <message>
        <source>The GPU driver does not answer. Restarting the machine usually helps.</source>
        <translation>برنامج تشغيل GPU لا يستجيب. تفيد إعادة تشغيل الجهاز عادةً.</translation>
    </message>
    <message>
        <source>What the GPU driver says could not be read. The CPU can be used; see the details.</source>
        <translation>تعذّرت قراءة ما يقوله برنامج تشغيل GPU. يمكن استخدام CPU؛ انظر التفاصيل.</translation>
    </message>
    <message>
        <source>Login needs your input</source>
        <translation>تسجيل الدخول ينتظر إدخالك</translation>
    </message>
    <message>
        <source>Login refused</source>
        <translation>رُفض تسجيل الدخول</translation>
    </message>
    <message>
        <source>Host key changed</source>
        <translation>تغيّر مفتاح المضيف</translation>
    </message>
    <message>
        <source>Host key not trusted</source>
        <translation>مفتاح المضيف غير موثوق</translation>
    </message>
    <message>
        <source>Could not be examined</source>
        <translation>تعذّر فحصه</translation>
    </message>
    <message>
        <source>No common algorithm</source>
        <translation>لا توجد خوارزمية مشتركة</translation>
    </message>
    <message>
        <source>Not asked lately</source>
        <translation>لم يُسأل مؤخرًا</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>‏%1: %2، %3</translation>
    </message>
    <message>
        <source>Driver: %1</source>
        <translation>برنامج التشغيل: %1</translation>
    </message>
    <message>
        <source>Compute: %1</source>
        <translation>القدرة الحسابية: %1</translation>
    </message>
</context>
<context>
    <name>motley::ImportSshHostsDialog</name>
    <message>
        <source>Import</source>
        <translation>استيراد</translation>
    </message>
    <message>
        <source>Import from your SSH configuration</source>
        <translation>استيراد من إعدادات SSH</translation>
    </message>
    <message>
        <source>Hosts of the SSH configuration</source>
        <translation>المضيفون في إعدادات SSH</translation>
    </message>
    <message>
        <source>Your SSH configuration is only read. User, port, keys and jump hosts are taken from it at each connection, so a later change there counts here too.</source>
        <translation>تُقرأ إعدادات SSH فقط. يؤخذ منها المستخدم والمنفذ والمفاتيح ومضيفو العبور عند كل اتصال، لذا يسري أي تغيير لاحق فيها هنا أيضًا.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>إلغاء</translation>
    </message>
    <message>
        <source>Already in the list</source>
        <translation>موجود في القائمة بالفعل</translation>
    </message>
    <message>
        <source>Your SSH configuration names no hosts. Close this and add a machine by its address.</source>
        <translation>لا تذكر إعدادات SSH أي مضيف. أغلق هذه النافذة وأضف جهازًا بعنوانه.</translation>
    </message>
</context>
<context>
    <name>motley::Installation</name>
    <message>
        <source>There is no engine in %1 on %2 that could remove anything.</source>
        <translation>لا يوجد في %1 على %2 محرّك يمكنه إزالة شيء.</translation>
    </message>
    <message>
        <source>Not everything in %1 on %2 could be removed.</source>
        <translation>تعذّرت إزالة كل ما في %1 على %2.</translation>
    </message>
</context>
<context>
    <name>motley::JobFileView</name>
    <message>
        <source>Copy</source>
        <translation>نسخ</translation>
    </message>
    <message>
        <source>Job file</source>
        <translation>ملف المهمة</translation>
    </message>
    <message>
        <source>It follows each change above, and is what “Save job…” writes and “motley run” reads.</source>
        <translation>يتبع كل تغيير أعلاه، وهو ما يكتبه «حفظ المهمة…» ويقرؤه «motley run».</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
</context>
<context>
    <name>motley::JobForm</name>
    <message>
        <source>Training</source>
        <translation>التدريب</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>النموذج</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>المحسِّن</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>معدل التعلّم</translation>
    </message>
    <message>
        <source>Tests and checkpoints</source>
        <translation>الاختبارات ونقاط الحفظ</translation>
    </message>
    <message>
        <source>Precision and memory</source>
        <translation>دقة الأعداد والذاكرة</translation>
    </message>
    <message>
        <source>Adasum helps with large batches on many devices.</source>
        <translation>يفيد Adasum مع الدفعات الكبيرة على وحدات كثيرة.</translation>
    </message>
    <message>
        <source>All settings</source>
        <translation>كل الإعدادات</translation>
    </message>
    <message>
        <source>Also the settings that most runs leave as they are. Those that are changed are always here.</source>
        <translation>أيضًا الإعدادات التي تتركها معظم عمليات التشغيل كما هي. أما ما غُيّر منها فيظهر هنا دائمًا.</translation>
    </message>
</context>
<context>
    <name>motley::LargeExample</name>
    <message>
        <source>As it is</source>
        <translation>كما هو</translation>
    </message>
    <message>
        <source>The example as it is</source>
        <translation>المثال كما هو</translation>
    </message>
    <message>
        <source>The example with what is expected</source>
        <translation>المثال مع المتوقَّع</translation>
    </message>
    <message>
        <source>The example with what was predicted</source>
        <translation>المثال مع المتنبَّأ به</translation>
    </message>
</context>
<context>
    <name>motley::Launch</name>
    <message>
        <source>%1: the engine ended with code %2.</source>
        <translation>‏%1: انتهى المحرّك بالرمز %2.</translation>
    </message>
    <message>
        <source>The speed of %1 could not be measured</source>
        <translation>تعذّر قياس سرعة %1</translation>
    </message>
    <message>
        <source>%1 did not answer with a speed.</source>
        <translation>جواب %1 ليس قيمة سرعة.</translation>
    </message>
    <message>
        <source>The training could not be started on %1</source>
        <translation>تعذّر بدء التدريب على %1</translation>
    </message>
    <message>
        <source>The engine on %1 started, but its answer could not be read.</source>
        <translation>بدأ المحرّك على %1 لكن تعذّرت قراءة جوابه.</translation>
    </message>
    <message>
        <source>The run on %1 can no longer be followed</source>
        <translation>لم يعد ممكنًا تتبّع التشغيل على %1</translation>
    </message>
    <message>
        <source>The state of the run on %1 could not be read</source>
        <translation>تعذّرت قراءة حالة التشغيل على %1</translation>
    </message>
    <message>
        <source>The run on %1 could not be stopped</source>
        <translation>تعذّر إيقاف التشغيل على %1</translation>
    </message>
    <message>
        <source>%1 could not listen for the other machines</source>
        <translation>تعذّر على %1 انتظار اتصالات الأجهزة الأخرى</translation>
    </message>
    <message>
        <source>%1 did not say where it listens for other machines.</source>
        <translation>لم يذكر %1 أين ينتظر اتصالات الأجهزة الأخرى.</translation>
    </message>
    <message>
        <source>%1 could not check its links to the other machines</source>
        <translation>تعذّر على %1 فحص وصلاته بالأجهزة الأخرى</translation>
    </message>
    <message>
        <source>%1 did not say which machines it reaches.</source>
        <translation>لم يذكر %1 الأجهزة التي يصل إليها.</translation>
    </message>
    <message>
        <source>The devices of %1 could not work together</source>
        <translation>لم تتمكن وحدات %1 من العمل معًا</translation>
    </message>
    <message>
        <source>%1 did not say how fast its devices work together.</source>
        <translation>لم يذكر %1 سرعة عمل وحداته معًا.</translation>
    </message>
    <message>
        <source>The folder of this run on %1 does not exist any more: %2</source>
        <translation>لم يعد مجلد هذا التشغيل على %1 موجودًا: %2</translation>
    </message>
    <message>
        <source>The engine of this run on %1 does not exist any more: %2</source>
        <translation>لم يعد محرّك هذا التشغيل على %1 موجودًا: %2</translation>
    </message>
    <message>
        <source>The engine could not take part in the run again on %1</source>
        <translation>تعذّر على المحرّك أن يشارك في التشغيل من جديد على %1</translation>
    </message>
    <message>
        <source>The run on %1 could not be asked for a checkpoint</source>
        <translation>تعذّر طلب نقطة حفظ من التشغيل على %1</translation>
    </message>
</context>
<context>
    <name>motley::LeftOutWords</name>
    <message numerus="yes">
        <source>%Ln more message(s) like these are not shown.</source>
        <translation>
            <numerusform>لا تُعرض %Ln رسالة أخرى مماثلة.</numerusform>
            <numerusform>لا تُعرض رسالة واحدة أخرى مماثلة.</numerusform>
            <numerusform>لا تُعرض رسالتان أخريان مماثلتان.</numerusform>
            <numerusform>لا تُعرض %Ln رسائل أخرى مماثلة.</numerusform>
            <numerusform>لا تُعرض %Ln رسالة أخرى مماثلة.</numerusform>
            <numerusform>لا تُعرض %Ln رسالة أخرى مماثلة.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::LifeModel</name>
    <message>
        <source>Steps %1 to %2: not in the run.</source>
        <translation>الخطوات %1 إلى %2: ليس في التشغيل.</translation>
    </message>
    <message numerus="yes">
        <source>Steps %1 to %2: %3 of %Ln rank(s) trained.</source>
        <translation>
            <numerusform>الخطوات %1 إلى %2: تدرّبت %3 من %Ln رتبة.</numerusform>
            <numerusform>الخطوات %1 إلى %2: تدرّبت %3 من رتبة واحدة.</numerusform>
            <numerusform>الخطوات %1 إلى %2: تدرّبت %3 من رتبتين.</numerusform>
            <numerusform>الخطوات %1 إلى %2: تدرّبت %3 من %Ln رتب.</numerusform>
            <numerusform>الخطوات %1 إلى %2: تدرّبت %3 من %Ln رتبة.</numerusform>
            <numerusform>الخطوات %1 إلى %2: تدرّبت %3 من %Ln رتبة.</numerusform>
        </translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>الجهاز</translation>
    </message>
    <message>
        <source>Steps %1 to %2</source>
        <translation>الخطوات %1 إلى %2</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>الخطوات</translation>
    </message>
    <message>
        <source>In words</source>
        <translation>بالكلمات</translation>
    </message>
</context>
<context>
    <name>motley::LifetimeText</name>
    <message>
        <source>Could not read %1.</source>
        <translation>تعذّرت قراءة %1.</translation>
    </message>
    <message>
        <source>%1 is too large for a list of lifetimes.</source>
        <translation>‏%1 أكبر من أن يكون قائمة أعمار.</translation>
    </message>
    <message>
        <source>Line %1 of %2 is not a lifetime: “%3”. Write hours, a comma, and “ended” if the machine was taken away then or “there” if it was not, such as 3.5,ended.</source>
        <translation>السطر %1 من %2 ليس عمرًا: «%3». اكتب الساعات ثم فاصلة ثم «ended» إن سُحب الجهاز عندها أو «there» إن لم يُسحب، مثل ‎3.5,ended‎.</translation>
    </message>
    <message>
        <source>“%1” is not a point of a lifetime curve. Write hours, a colon and the part of the machines that was taken away by then, such as 6:0.5 or 6:50 %.</source>
        <translation>‏«%1» ليست نقطة على منحنى الأعمار. اكتب الساعات ثم نقطتين رأسيتين ثم الجزء الذي سُحب من الأجهزة حتى ذلك الحين، مثل 6:0.5 أو ‎6:50 %‎.</translation>
    </message>
    <message>
        <source>A lifetime curve cannot fall, as after %1 does %2: later, no fewer machines have been taken away.</source>
        <translation>لا يمكن أن ينخفض منحنى الأعمار كما تفعل %2 بعد %1: فلا يقل عدد الأجهزة المسحوبة مع مرور الوقت.</translation>
    </message>
    <message>
        <source>A lifetime curve has at most %1 points.</source>
        <translation>لا تزيد نقاط منحنى الأعمار على %1.</translation>
    </message>
    <message>
        <source>This lifetime curve takes no machine away; leave it empty for one that stays.</source>
        <translation>هذا المنحنى لا يسحب أي جهاز؛ اتركه فارغًا لجهاز يبقى.</translation>
    </message>
    <message>
        <source>No machine in %1 was taken away, so it says nothing about when that happens.</source>
        <translation>لم يُسحب أي جهاز في %1، فهو لا يقول شيئًا عن وقت حدوث ذلك.</translation>
    </message>
</context>
<context>
    <name>motley::LinkPicture</name>
    <message>
        <source>Links between the machines. Up and down choose the machine that sends, left and right the one that receives.</source>
        <translation>الوصلات بين الأجهزة. يختار السهمان الأعلى والأسفل الجهاز المرسِل، والأيمن والأيسر الجهاز المستقبِل.</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>لا رد</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>لم تُقس</translation>
    </message>
</context>
<context>
    <name>motley::LinkStore</name>
    <message>
        <source>The measured links could not be written to %1: %2.</source>
        <translation>تعذّرت كتابة الوصلات المقيسة في %1: %2.</translation>
    </message>
    <message>
        <source>The measured links in %1 are being written by another program.</source>
        <translation>يكتب برنامج آخر الوصلات المقيسة في %1 الآن.</translation>
    </message>
</context>
<context>
    <name>motley::LinkTable</name>
    <message>
        <source>not measured</source>
        <translation>لم تُقس</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>لا رد</translation>
    </message>
    <message>
        <source>From</source>
        <translation>من</translation>
    </message>
    <message>
        <source>To</source>
        <translation>إلى</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>السرعة</translation>
    </message>
    <message>
        <source>There and back</source>
        <translation>ذهابًا وإيابًا</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>العنوان</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>وقت القياس</translation>
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
        <translation>‏%1 إلى %2</translation>
    </message>
    <message>
        <source>%1: not measured yet</source>
        <translation>‏%1: لم تُقس بعد</translation>
    </message>
    <message>
        <source>%1: no answer at %2 (%3)</source>
        <translation>‏%1: لا رد من %2 (%3)</translation>
    </message>
    <message>
        <source>%1: %2, %3 there and back, at %4 (%5)</source>
        <translation>‏%1: %2، و%3 ذهابًا وإيابًا، على %4 (%5)</translation>
    </message>
    <message>
        <source>%1 of %2 links are measured.</source>
        <translation>قيست %1 من %2 من الوصلات.</translation>
    </message>
    <message>
        <source>The slowest is from %1 to %2: %3.</source>
        <translation>أبطأ وصلة من %1 إلى %2: %3.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln did not answer.</source>
        <translation>
            <numerusform>لم تُجب %Ln منها.</numerusform>
            <numerusform>لم تُجب واحدة منها.</numerusform>
            <numerusform>لم تُجب اثنتان منها.</numerusform>
            <numerusform>لم تُجب %Ln منها.</numerusform>
            <numerusform>لم تُجب %Ln منها.</numerusform>
            <numerusform>لم تُجب %Ln منها.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::LinksDialog</name>
    <message>
        <source>Links between the machines</source>
        <translation>الوصلات بين الأجهزة</translation>
    </message>
    <message>
        <source>Show as a table (T)</source>
        <translation>عرض في جدول (T)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>Add a second machine to see the link between them.</source>
        <translation>أضف جهازًا ثانيًا لترى الوصلة بينهما.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>إلغاء</translation>
    </message>
    <message>
        <source>Measure the links</source>
        <translation>قياس الوصلات</translation>
    </message>
    <message>
        <source>Point at a link to see all that is known of it.</source>
        <translation>أشر إلى وصلة لترى كل ما يُعرف عنها.</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>جارٍ الاتصال</translation>
    </message>
    <message>
        <source>Each machine sends something to every other one for a moment. A run that is going on is slower meanwhile.</source>
        <translation>يرسل كل جهاز شيئًا إلى كل جهاز آخر للحظة. ويبطؤ في هذه الأثناء أي تشغيل جارٍ.</translation>
    </message>
</context>
<context>
    <name>motley::LocalProcess</name>
    <message>
        <source>%1 could not be started on this computer.</source>
        <translation>تعذّر بدء %1 على هذا الحاسوب.</translation>
    </message>
</context>
<context>
    <name>motley::LocalSession</name>
    <message>
        <source>Stopped on this computer, as asked.</source>
        <translation>أُوقف على هذا الحاسوب كما طُلب.</translation>
    </message>
    <message>
        <source>this computer</source>
        <translation>هذا الحاسوب</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>هذا الحاسوب</translation>
    </message>
</context>
<context>
    <name>motley::LogModel</name>
    <message>
        <source>Started: %1 with %2 parameters, %3 steps of %4 samples</source>
        <translation>بدأ: %1 بعدد معاملات %2، وعدد خطوات %3، في كل منها %4 عينة</translation>
    </message>
    <message numerus="yes">
        <source>Plan: %Ln rank(s) with shares of %1 samples</source>
        <translation>
            <numerusform>الخطة: %Ln رتبة بحصص %1 عينة</numerusform>
            <numerusform>الخطة: رتبة واحدة بحصة %1 عينة</numerusform>
            <numerusform>الخطة: رتبتان بحصص %1 عينة</numerusform>
            <numerusform>الخطة: %Ln رتب بحصص %1 عينة</numerusform>
            <numerusform>الخطة: %Ln رتبة بحصص %1 عينة</numerusform>
            <numerusform>الخطة: %Ln رتبة بحصص %1 عينة</numerusform>
        </translation>
    </message>
    <message>
        <source>Checkpoint of step %1, %2</source>
        <translation>نقطة حفظ الخطوة %1، %2</translation>
    </message>
    <message>
        <source>Rank %1 failed: %2</source>
        <translation>فشلت الرتبة %1: %2</translation>
    </message>
    <message>
        <source>Completed after step %1 and %2</source>
        <translation>اكتمل بعد الخطوة %1 خلال %2</translation>
    </message>
    <message>
        <source>Stopped after step %1</source>
        <translation>توقف بعد الخطوة %1</translation>
    </message>
    <message>
        <source>Failed after step %1: %2</source>
        <translation>فشل بعد الخطوة %1: %2</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>ملاحظة</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>تحذير</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>خطأ</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>الوقت</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>النوع</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>الجهاز</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>ما حدث</translation>
    </message>
    <message>
        <source>Test after step %1: %2</source>
        <translation>اختبار بعد الخطوة %1: %2</translation>
    </message>
    <message>
        <source>It takes %1 times as long as before. From step %2 on, the shares of a batch are %3 samples: steps should take %4 less time</source>
        <translation>يستغرق %1 أمثال ما كان. من الخطوة %2 تصبح حصص الدفعة %3 عينة: يُفترض أن تستغرق الخطوات وقتًا أقل بنسبة %4</translation>
    </message>
    <message>
        <source>From step %1 on, the shares of a batch are %2 samples: steps should take %3 less time</source>
        <translation>من الخطوة %1 تصبح حصص الدفعة %2 عينة: يُفترض أن تستغرق الخطوات وقتًا أقل بنسبة %3</translation>
    </message>
    <message>
        <source>Since step %1 steps take %2 less time; %3 was expected</source>
        <translation>منذ الخطوة %1 تستغرق الخطوات وقتًا أقل بنسبة %2، وكان المتوقع %3</translation>
    </message>
    <message>
        <source>Since step %1 steps take only %2 less time, and not %3 as was expected</source>
        <translation>منذ الخطوة %1 تستغرق الخطوات وقتًا أقل بنسبة %2 فقط، لا %3 كما كان متوقعًا</translation>
    </message>
    <message>
        <source>Since step %1 steps take %2 more time, and not %3 less as was expected</source>
        <translation>منذ الخطوة %1 تستغرق الخطوات وقتًا أطول بنسبة %2، لا أقل بنسبة %3 كما كان متوقعًا</translation>
    </message>
    <message numerus="yes">
        <source>The shares of step %1 were replaced after %Ln step(s), before it could be checked that steps take %2 less time</source>
        <translation>
            <numerusform>استُبدلت حصص الخطوة %1 بعد %Ln خطوة، قبل التحقق من أن الخطوات تستغرق وقتًا أقل بنسبة %2</numerusform>
            <numerusform>استُبدلت حصص الخطوة %1 بعد خطوة واحدة، قبل التحقق من أن الخطوات تستغرق وقتًا أقل بنسبة %2</numerusform>
            <numerusform>استُبدلت حصص الخطوة %1 بعد خطوتين، قبل التحقق من أن الخطوات تستغرق وقتًا أقل بنسبة %2</numerusform>
            <numerusform>استُبدلت حصص الخطوة %1 بعد %Ln خطوات، قبل التحقق من أن الخطوات تستغرق وقتًا أقل بنسبة %2</numerusform>
            <numerusform>استُبدلت حصص الخطوة %1 بعد %Ln خطوة، قبل التحقق من أن الخطوات تستغرق وقتًا أقل بنسبة %2</numerusform>
            <numerusform>استُبدلت حصص الخطوة %1 بعد %Ln خطوة، قبل التحقق من أن الخطوات تستغرق وقتًا أقل بنسبة %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The shares of step %1 were replaced after %Ln step(s), which took %2 less time; %3 was expected</source>
        <translation>
            <numerusform>استُبدلت حصص الخطوة %1 بعد %Ln خطوة استغرقت وقتًا أقل بنسبة %2؛ وكان المتوقع %3</numerusform>
            <numerusform>استُبدلت حصص الخطوة %1 بعد خطوة واحدة استغرقت وقتًا أقل بنسبة %2؛ وكان المتوقع %3</numerusform>
            <numerusform>استُبدلت حصص الخطوة %1 بعد خطوتين استغرقت وقتًا أقل بنسبة %2؛ وكان المتوقع %3</numerusform>
            <numerusform>استُبدلت حصص الخطوة %1 بعد %Ln خطوات استغرقت وقتًا أقل بنسبة %2؛ وكان المتوقع %3</numerusform>
            <numerusform>استُبدلت حصص الخطوة %1 بعد %Ln خطوة استغرقت وقتًا أقل بنسبة %2؛ وكان المتوقع %3</numerusform>
            <numerusform>استُبدلت حصص الخطوة %1 بعد %Ln خطوة استغرقت وقتًا أقل بنسبة %2؛ وكان المتوقع %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The shares of step %1 were replaced after %Ln step(s), which took %2 more time, and not %3 less as was expected</source>
        <translation>
            <numerusform>استُبدلت حصص الخطوة %1 بعد %Ln خطوة استغرقت وقتًا أطول بنسبة %2، لا أقل بنسبة %3 كما كان متوقعًا</numerusform>
            <numerusform>استُبدلت حصص الخطوة %1 بعد خطوة واحدة استغرقت وقتًا أطول بنسبة %2، لا أقل بنسبة %3 كما كان متوقعًا</numerusform>
            <numerusform>استُبدلت حصص الخطوة %1 بعد خطوتين استغرقت وقتًا أطول بنسبة %2، لا أقل بنسبة %3 كما كان متوقعًا</numerusform>
            <numerusform>استُبدلت حصص الخطوة %1 بعد %Ln خطوات استغرقت وقتًا أطول بنسبة %2، لا أقل بنسبة %3 كما كان متوقعًا</numerusform>
            <numerusform>استُبدلت حصص الخطوة %1 بعد %Ln خطوة استغرقت وقتًا أطول بنسبة %2، لا أقل بنسبة %3 كما كان متوقعًا</numerusform>
            <numerusform>استُبدلت حصص الخطوة %1 بعد %Ln خطوة استغرقت وقتًا أطول بنسبة %2، لا أقل بنسبة %3 كما كان متوقعًا</numerusform>
        </translation>
    </message>
    <message>
        <source>Too few steps to tell whether steps take %2 less time since step %1, as was expected</source>
        <translation>عدد الخطوات أقل من أن يُعرف منه ما إذا كانت الخطوات تستغرق منذ الخطوة %1 وقتًا أقل بنسبة %2 كما كان متوقعًا</translation>
    </message>
    <message>
        <source>From step %1 on, the shares of a batch are %2 samples, to try a rank that had no work</source>
        <translation>ابتداءً من الخطوة %1 تكون حصص الدفعة %2 عينة، لتجربة رتبة كانت بلا عمل</translation>
    </message>
    <message>
        <source>Stopped after step %1: %2</source>
        <translation>توقف بعد الخطوة %1: %2</translation>
    </message>
    <message>
        <source>No step for %1: the run waits for this machine, which gives no sign of life</source>
        <translation>لا خطوة منذ %1: ينتظر التشغيل هذا الجهاز الذي لا يبدي أي علامة حياة</translation>
    </message>
    <message>
        <source>No step for %1: the run waits for this machine</source>
        <translation>لا خطوة منذ %1: ينتظر التشغيل هذا الجهاز</translation>
    </message>
    <message>
        <source>Paused after step %1</source>
        <translation>توقف مؤقتًا بعد الخطوة %1</translation>
    </message>
</context>
<context>
    <name>motley::MachineCheck</name>
    <message>
        <source>%1 has a processor of the kind %2, but this engine is built for %3. Train without it.</source>
        <translation>معالج %1 من نوع %2 لكن هذا المحرّك مبني لـ %3. درّب من دونه.</translation>
    </message>
    <message>
        <source>%1 has no folder that this account can write to and run programs from. Give it an install folder.</source>
        <translation>لا يوجد على %1 مجلد يستطيع هذا الحساب الكتابة فيه وتشغيل البرامج منه. حدّد له مجلد تثبيت.</translation>
    </message>
    <message>
        <source>an unknown system</source>
        <translation>نظام غير معروف</translation>
    </message>
    <message>
        <source>%1 runs %2, whose C library is not glibc; the engine needs glibc %3 or newer. Train without it.</source>
        <translation>يعمل %1 بنظام %2 الذي لا يستخدم مكتبة glibc؛ يحتاج المحرّك إلى glibc %3 أو أحدث. درّب من دونه.</translation>
    </message>
    <message>
        <source>%1 runs %2 with glibc %3; the engine needs glibc %4 or newer. Train without it.</source>
        <translation>يعمل %1 بنظام %2 مع glibc %3؛ يحتاج المحرّك إلى glibc %4 أو أحدث. درّب من دونه.</translation>
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
            <numerusform>%Ln معالج</numerusform>
            <numerusform>معالج واحد</numerusform>
            <numerusform>معالجان</numerusform>
            <numerusform>%Ln معالجات</numerusform>
            <numerusform>%Ln معالجًا</numerusform>
            <numerusform>%Ln معالج</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, limited to the time of %2</source>
        <translation>‏%1، بحدود زمن %2 من معالجاته</translation>
    </message>
    <message>
        <source>Agrees with this computer</source>
        <translation>متوافقة مع هذا الحاسوب</translation>
    </message>
    <message>
        <source>%1 ahead of this computer</source>
        <translation>متقدمة %1 على هذا الحاسوب</translation>
    </message>
    <message>
        <source>%1 behind this computer</source>
        <translation>متأخرة %1 عن هذا الحاسوب</translation>
    </message>
    <message>
        <source>System</source>
        <translation>النظام</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>النواة</translation>
    </message>
    <message>
        <source>C library</source>
        <translation>مكتبة C</translation>
    </message>
    <message>
        <source>not glibc</source>
        <translation>ليست glibc</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>المعالج</translation>
    </message>
    <message>
        <source>May use</source>
        <translation>المسموح به</translation>
    </message>
    <message>
        <source>Host name</source>
        <translation>اسم المضيف</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>الشبكة</translation>
    </message>
    <message>
        <source>Files go to</source>
        <translation>مكان الملفات</translation>
    </message>
    <message>
        <source>Free there</source>
        <translation>المساحة الحرة</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>الساعة</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>إعادة الاستعلام</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>إلغاء</translation>
    </message>
    <message>
        <source>No machine is selected</source>
        <translation>لم يُحدَّد جهاز</translation>
    </message>
    <message>
        <source>Select a machine above to see its system, its disk and its network.</source>
        <translation>حدّد جهازًا أعلاه لعرض نظامه وقرصه وشبكته.</translation>
    </message>
    <message>
        <source>Asking %1 what it is. This takes a few seconds.</source>
        <translation>جارٍ الاستعلام من %1. يستغرق ذلك بضع ثوانٍ.</translation>
    </message>
    <message>
        <source>Data already there</source>
        <translation>بيانات موجودة لديه</translation>
    </message>
    <message>
        <source>Data folders</source>
        <translation>مجلدات البيانات</translation>
    </message>
    <message>
        <source>Terms</source>
        <translation>الشروط</translation>
    </message>
    <message>
        <source>%1 asks a question before it lets you log in, for instance for a password. “%2” shows it.</source>
        <translation>يطرح %1 سؤالًا قبل السماح بتسجيل الدخول، عن كلمة مرور مثلًا. يعرضه «%2».</translation>
    </message>
    <message>
        <source>On its GPUs</source>
        <translation>على وحدات GPU لديه</translation>
    </message>
    <message>
        <source>Last seen: %1</source>
        <translation>آخر اتصال: %1</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>الملفات</translation>
    </message>
</context>
<context>
    <name>motley::MachineLines</name>
    <message>
        <source>Machine</source>
        <translation>الجهاز</translation>
    </message>
    <message>
        <source>State</source>
        <translation>الحالة</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>الحصة</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>السرعة</translation>
    </message>
    <message>
        <source>Speed now</source>
        <translation>السرعة الآن</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>في الانتظار</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>الحمل</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>الذاكرة</translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>و%Ln أخرى</numerusform>
            <numerusform>وواحد آخر</numerusform>
            <numerusform>واثنان آخران</numerusform>
            <numerusform>و%Ln أخرى</numerusform>
            <numerusform>و%Ln أخرى</numerusform>
            <numerusform>و%Ln أخرى</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::MachineList</name>
    <message numerus="yes">
        <source>    %1, %Ln processor(s), memory %2, disk free %3</source>
        <translation>
            <numerusform>    ‏%1، %Ln معالج، الذاكرة %2، المتاح على القرص %3</numerusform>
            <numerusform>    ‏%1، معالج واحد، الذاكرة %2، المتاح على القرص %3</numerusform>
            <numerusform>    ‏%1، معالجان، الذاكرة %2، المتاح على القرص %3</numerusform>
            <numerusform>    ‏%1، %Ln معالجات، الذاكرة %2، المتاح على القرص %3</numerusform>
            <numerusform>    ‏%1، %Ln معالجًا، الذاكرة %2، المتاح على القرص %3</numerusform>
            <numerusform>    ‏%1، %Ln معالج، الذاكرة %2، المتاح على القرص %3</numerusform>
        </translation>
    </message>
    <message>
        <source>    The GPUs cannot be used: %1</source>
        <translation>    لا يمكن استخدام وحدات GPU: %1</translation>
    </message>
    <message>
        <source>Added %1. See what it is: motley machines --probe</source>
        <translation>أُضيف %1. لمعرفة مواصفاته: motley machines --probe</translation>
    </message>
    <message>
        <source>    Data already there: %1</source>
        <translation>    بيانات موجودة لديه: %1</translation>
    </message>
    <message>
        <source>    Terms: %1</source>
        <translation>    الشروط: %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>‏%1: %2</translation>
    </message>
</context>
<context>
    <name>motley::MachineOrder</name>
    <message numerus="yes">
        <source>%Ln GPU(s)</source>
        <translation>
            <numerusform>%Ln وحدة GPU</numerusform>
            <numerusform>وحدة GPU واحدة</numerusform>
            <numerusform>وحدتا GPU</numerusform>
            <numerusform>%Ln وحدات GPU</numerusform>
            <numerusform>%Ln وحدة GPU</numerusform>
            <numerusform>%Ln وحدة GPU</numerusform>
        </translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>نقل لأعلى</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>نقل لأسفل</translation>
    </message>
    <message>
        <source>Machines of this run, the first one coordinates</source>
        <translation>أجهزة هذا التشغيل، أولها هو المنسّق</translation>
    </message>
    <message>
        <source>%1 · %2 · coordinates</source>
        <translation>‏%1 · %2 · المنسّق</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>‏%1 · %2</translation>
    </message>
</context>
<context>
    <name>motley::MachineRows</name>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>ولا أجهزة أخرى</numerusform>
            <numerusform>وجهاز آخر</numerusform>
            <numerusform>وجهازان آخران</numerusform>
            <numerusform>و%Ln أجهزة أخرى</numerusform>
            <numerusform>و%Ln جهازًا آخر</numerusform>
            <numerusform>و%Ln جهاز آخر</numerusform>
        </translation>
    </message>
    <message>
        <source>has no work</source>
        <translation>بلا عمل</translation>
    </message>
    <message>
        <source>share %1</source>
        <translation>الحصة %1</translation>
    </message>
    <message>
        <source>did %1, could do %2</source>
        <translation>المنجز %1، الممكن %2</translation>
    </message>
    <message>
        <source>waits %1</source>
        <translation>ينتظر %1</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>الأجهزة</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>رمز/ث</translation>
    </message>
    <message>
        <source>Samples/s</source>
        <translation>عينة/ث</translation>
    </message>
    <message>
        <source>did %1</source>
        <translation>المنجز %1</translation>
    </message>
</context>
<context>
    <name>motley::MachineTermsDialog</name>
    <message>
        <source>Nothing</source>
        <translation>مجانًا</translation>
    </message>
    <message>
        <source>It stays</source>
        <translation>يبقى</translation>
    </message>
    <message>
        <source>At once</source>
        <translation>فورًا</translation>
    </message>
    <message>
        <source>Terms of %1</source>
        <translation>شروط %1</translation>
    </message>
    <message>
        <source>Forecasts use these: what a run costs, and how often it loses work because machines are taken away.</source>
        <translation>تستخدم التوقعات هذه القيم: تكلفة التشغيل، وعدد المرات التي يضيع فيها عمل لأن أجهزة تُسحب.</translation>
    </message>
    <message>
        <source>Price of an hour</source>
        <translation>سعر الساعة</translation>
    </message>
    <message>
        <source>Hours until it is taken away, on average</source>
        <translation>الساعات حتى يُسحب، في المتوسط</translation>
    </message>
    <message>
        <source>Minutes until there is another</source>
        <translation>الدقائق حتى يتوفر جهاز آخر</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>حفظ</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>إلغاء</translation>
    </message>
    <message>
        <source>Or the part taken away by each hour</source>
        <translation>أو الجزء المسحوب حتى كل ساعة</translation>
    </message>
    <message>
        <source>Hours, a colon and the part of such machines that is taken away by then. A file has a line for each machine that was seen: 3.5,ended or 24,there.</source>
        <translation>الساعات ثم نقطتان رأسيتان ثم الجزء الذي يُسحب من هذه الأجهزة حتى ذلك الحين. في الملف سطر لكل جهاز سُجّل: ‎3.5,ended‎ أو ‎24,there‎.</translation>
    </message>
    <message>
        <source>From a file…</source>
        <translation>من ملف…</translation>
    </message>
    <message>
        <source>Choose a list of lifetimes</source>
        <translation>اختر قائمة أعمار</translation>
    </message>
    <message>
        <source>Take it back by itself where a run has lost it</source>
        <translation>إعادته تلقائيًا إذا فقده تشغيل</translation>
    </message>
    <message>
        <source>After a restart, let it start its part of the run by itself</source>
        <translation>السماح له بعد إعادة تشغيله بأن يبدأ حصته من التدريب تلقائيًا</translation>
    </message>
    <message>
        <source>Your account on the machine gets an entry in its systemd or crontab, which is removed with the run. So it takes part again also while this computer is off.</source>
        <translation>يحصل حسابك على الجهاز على مدخل في systemd أو crontab يُزال مع التشغيل، فيشارك من جديد حتى عندما يكون هذا الحاسوب مطفأً.</translation>
    </message>
    <message>
        <source>2:0.1 means that a tenth of such machines is taken away within two hours.</source>
        <translation>‏2:0.1 يعني أن عُشر هذه الأجهزة يُسحب خلال ساعتين.</translation>
    </message>
</context>
<context>
    <name>motley::MachinesPage</name>
    <message>
        <source>Remove</source>
        <translation>إزالة</translation>
    </message>
    <message>
        <source>New run with these</source>
        <translation>تشغيل جديد بهذه الأجهزة</translation>
    </message>
    <message>
        <source>Machines and their devices</source>
        <translation>الأجهزة ووحداتها</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>الأجهزة</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>تحديث</translation>
    </message>
    <message>
        <source>Import from SSH</source>
        <translation>استيراد من SSH</translation>
    </message>
    <message>
        <source>Add machine</source>
        <translation>إضافة جهاز</translation>
    </message>
    <message>
        <source>Remove %1?</source>
        <translation>هل تريد إزالة %1؟</translation>
    </message>
    <message>
        <source>Motley forgets %1. Nothing is changed on the machine itself, and runs on it go on.</source>
        <translation>سينسى Motley الجهاز %1. لا يتغيّر شيء على الجهاز نفسه، وتستمر عمليات التشغيل عليه.</translation>
    </message>
    <message>
        <source>Tick the machines that shall train together.</source>
        <translation>أشّر على الأجهزة التي ستشارك معًا في التدريب.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln device(s)</source>
        <translation>
            <numerusform>%Ln وحدة</numerusform>
            <numerusform>وحدة واحدة</numerusform>
            <numerusform>وحدتان</numerusform>
            <numerusform>%Ln وحدات</numerusform>
            <numerusform>%Ln وحدة</numerusform>
            <numerusform>%Ln وحدة</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln machine(s)</source>
        <translation>
            <numerusform>%Ln جهاز</numerusform>
            <numerusform>جهاز واحد</numerusform>
            <numerusform>جهازين</numerusform>
            <numerusform>%Ln أجهزة</numerusform>
            <numerusform>%Ln جهازًا</numerusform>
            <numerusform>%Ln جهاز</numerusform>
        </translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>تصفية</translation>
    </message>
    <message>
        <source>Show only machines with these words</source>
        <translation>عرض الأجهزة التي فيها هذه الكلمات فقط</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>الوصلات</translation>
    </message>
    <message>
        <source>%1 trains %2. Wait until that is over.</source>
        <translation>يدرّب %1 الآن %2. انتظر حتى ينتهي ذلك.</translation>
    </message>
    <message>
        <source>%1 on %2 will train.</source>
        <translation>ستشارك في التدريب: %1 على %2.</translation>
    </message>
    <message>
        <source>No machine is ready yet. “%1” asks all of them.</source>
        <translation>لا جهاز جاهز بعد. «%1» يستعلم منها جميعًا.</translation>
    </message>
</context>
<context>
    <name>motley::MainWindow</name>
    <message numerus="yes">
        <source>%1 of %Ln machine(s) ready</source>
        <translation>
            <numerusform>الأجهزة الجاهزة: %1 من %Ln</numerusform>
            <numerusform>الأجهزة الجاهزة: %1 من %Ln</numerusform>
            <numerusform>الأجهزة الجاهزة: %1 من %Ln</numerusform>
            <numerusform>الأجهزة الجاهزة: %1 من %Ln</numerusform>
            <numerusform>الأجهزة الجاهزة: %1 من %Ln</numerusform>
            <numerusform>الأجهزة الجاهزة: %1 من %Ln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln active run(s)</source>
        <translation>
            <numerusform>لا توجد عمليات تشغيل جارية</numerusform>
            <numerusform>عملية تشغيل واحدة جارية</numerusform>
            <numerusform>عمليتا تشغيل جاريتان</numerusform>
            <numerusform>%Ln عمليات تشغيل جارية</numerusform>
            <numerusform>%Ln عملية تشغيل جارية</numerusform>
            <numerusform>%Ln عملية تشغيل جارية</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>تراجع</translation>
    </message>
    <message>
        <source>%1 was removed.</source>
        <translation>أُزيل %1.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>Close the window and cancel %1?</source>
        <translation>هل تريد إغلاق النافذة وإلغاء %1؟</translation>
    </message>
    <message>
        <source>This window is preparing the run, which ends with it. Once the training has begun, the machines go on without the window.</source>
        <translation>تجهّز هذه النافذة التشغيل، وينتهي معها. وبعد أن يبدأ التدريب تواصل الأجهزة العمل من دون النافذة.</translation>
    </message>
    <message>
        <source>Cancel the run</source>
        <translation>إلغاء التشغيل</translation>
    </message>
</context>
<context>
    <name>motley::MembershipWords</name>
    <message>
        <source>Rank %1 on %2 is lost: %3</source>
        <translation>فُقدت الرتبة %1 على %2: %3</translation>
    </message>
    <message>
        <source>Ranks %1 on %2 are lost: %3</source>
        <translation>فُقدت الرتب %1 على %2: %3</translation>
    </message>
    <message>
        <source>The ranks connect to each other again.</source>
        <translation>تعيد الرتب الاتصال بعضها ببعض.</translation>
    </message>
    <message numerus="yes">
        <source>The run goes on with %Ln rank(s) from step %1.</source>
        <translation>
            <numerusform>يستمر التشغيل بعدد %Ln رتبة من الخطوة %1.</numerusform>
            <numerusform>يستمر التشغيل برتبة واحدة من الخطوة %1.</numerusform>
            <numerusform>يستمر التشغيل برتبتين من الخطوة %1.</numerusform>
            <numerusform>يستمر التشغيل بعدد %Ln رتب من الخطوة %1.</numerusform>
            <numerusform>يستمر التشغيل بعدد %Ln رتبة من الخطوة %1.</numerusform>
            <numerusform>يستمر التشغيل بعدد %Ln رتبة من الخطوة %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>The ranks are connected after %1, and hold the same state %2 later.</source>
        <translation>اتصلت الرتب بعد %1، وصارت على الحالة نفسها بعد %2 أخرى.</translation>
    </message>
    <message>
        <source>Lost after step %1: %2</source>
        <translation>فُقد بعد الخطوة %1: %2</translation>
    </message>
    <message>
        <source>rank %1 on %2</source>
        <translation>الرتبة %1 على %2</translation>
    </message>
    <message>
        <source>%1 after step %2</source>
        <translation>‏%1 بعد الخطوة %2</translation>
    </message>
    <message>
        <source>Lost on the way: %1.</source>
        <translation>فُقد في الطريق: %1.</translation>
    </message>
    <message>
        <source>not in the run</source>
        <translation>ليس في التشغيل</translation>
    </message>
    <message>
        <source>%1 takes part again.</source>
        <translation>عاد %1 إلى المشاركة.</translation>
    </message>
    <message>
        <source>%1 after step %2, in the run again since step %3</source>
        <translation>‏%1 بعد الخطوة %2، وقد عاد إلى التشغيل منذ الخطوة %3</translation>
    </message>
</context>
<context>
    <name>motley::MemoryBar</name>
    <message>
        <source>adapter</source>
        <translation>المُكيِّف</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>الأوزان</translation>
    </message>
    <message>
        <source>base</source>
        <translation>الأساس</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>المحسِّن</translation>
    </message>
    <message>
        <source>gradients and exchange</source>
        <translation>التدرّجات والتبادل</translation>
    </message>
    <message>
        <source>logits</source>
        <translation>اللوجيتات</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>التنشيطات</translation>
    </message>
</context>
<context>
    <name>motley::MemoryWords</name>
    <message>
        <source>base %1</source>
        <extracomment>%1 in these is an amount of memory, and each is a part of a list</extracomment>
        <translation>الأساس %1</translation>
    </message>
    <message>
        <source>adapter %1</source>
        <translation>المُكيِّف %1</translation>
    </message>
    <message>
        <source>weights %1</source>
        <translation>الأوزان %1</translation>
    </message>
    <message>
        <source>optimizer %1</source>
        <translation>المحسِّن %1</translation>
    </message>
    <message>
        <source>gradients %1</source>
        <translation>التدرّجات %1</translation>
    </message>
    <message>
        <source>exchange %1</source>
        <translation>التبادل %1</translation>
    </message>
    <message>
        <source>copy for checkpoints %1</source>
        <translation>نسخة لنقاط الحفظ %1</translation>
    </message>
    <message>
        <source>logits %1</source>
        <translation>اللوجيتات %1</translation>
    </message>
    <message>
        <source>activations %1</source>
        <translation>التنشيطات %1</translation>
    </message>
    <message>
        <source>At most %1 of memory: %2.</source>
        <extracomment>%1 is an amount of memory, %2 a list such as base 900 MiB, adapter 12 MiB and activations 288 MiB</extracomment>
        <translation>‏%1 من الذاكرة على الأكثر: %2.</translation>
    </message>
    <message numerus="yes">
        <source>The memory is that of samples of %Ln token(s), as long as a row may be.</source>
        <translation>
            <numerusform>الذاكرة هي لعينات من %Ln رمز، وهو أقصى طول لصف.</numerusform>
            <numerusform>الذاكرة هي لعينات من رمز واحد، وهو أقصى طول لصف.</numerusform>
            <numerusform>الذاكرة هي لعينات من رمزين، وهو أقصى طول لصف.</numerusform>
            <numerusform>الذاكرة هي لعينات من %Ln رموز، وهو أقصى طول لصف.</numerusform>
            <numerusform>الذاكرة هي لعينات من %Ln رمزًا، وهو أقصى طول لصف.</numerusform>
            <numerusform>الذاكرة هي لعينات من %Ln رمز، وهو أقصى طول لصف.</numerusform>
        </translation>
    </message>
    <message>
        <source>optimizer of others %1</source>
        <translation>محسِّن الآخرين %1</translation>
    </message>
</context>
<context>
    <name>motley::MessageCard</name>
    <message>
        <source>Show the details</source>
        <translation>عرض التفاصيل</translation>
    </message>
    <message>
        <source>Copy the message and its details</source>
        <translation>نسخ الرسالة وتفاصيلها</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>التفاصيل</translation>
    </message>
</context>
<context>
    <name>motley::MetricPlot</name>
    <message>
        <source>Choose a name that ends in .png, .svg, .pdf or .csv.</source>
        <translation>اختر اسمًا ينتهي بـ ‎.png أو ‎.svg أو ‎.pdf أو ‎.csv.</translation>
    </message>
</context>
<context>
    <name>motley::MetricWords</name>
    <message>
        <source>accuracy</source>
        <translation>الدقة</translation>
    </message>
    <message>
        <source>among the first five</source>
        <translation>ضمن الخمسة الأوائل</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <extracomment>the name of what was measured and its value</extracomment>
        <translation>‏%1 %2</translation>
    </message>
    <message>
        <source>loss %1</source>
        <translation>الخسارة %1</translation>
    </message>
    <message>
        <source>hidden words right</source>
        <translation>صحة الكلمات المخفية</translation>
    </message>
    <message>
        <source>next sentences right</source>
        <translation>صحة الجمل التالية</translation>
    </message>
    <message>
        <source>F1</source>
        <translation>F1</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>الضبط</translation>
    </message>
    <message>
        <source>recall</source>
        <translation>الاستدعاء</translation>
    </message>
    <message>
        <source>perplexity</source>
        <translation>الحيرة</translation>
    </message>
    <message>
        <source>correct moves</source>
        <translation>حركات صحيحة</translation>
    </message>
    <message>
        <source>missed moves</source>
        <translation>حركات فائتة</translation>
    </message>
    <message>
        <source>spurious moves</source>
        <translation>حركات زائفة</translation>
    </message>
    <message>
        <source>mentions linked right</source>
        <translation>إشارات مربوطة بشكل صحيح</translation>
    </message>
    <message>
        <source>, </source>
        <extracomment>between two results of a test</extracomment>
        <translation>، </translation>
    </message>
</context>
<context>
    <name>motley::ModelTrial</name>
    <message>
        <source>The engine ended without an answer.</source>
        <translation>انتهى المحرّك دون إجابة.</translation>
    </message>
</context>
<context>
    <name>motley::NavigationRail</name>
    <message>
        <source>Machines</source>
        <translation>الأجهزة</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>تشغيل جديد</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>عمليات التشغيل</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>الإعدادات</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>مساعدة</translation>
    </message>
    <message>
        <source>Open runs</source>
        <translation>عمليات التشغيل المفتوحة</translation>
    </message>
</context>
<context>
    <name>motley::NewRunPage</name>
    <message>
        <source>Choose machines</source>
        <translation>اختيار الأجهزة</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>بدء</translation>
    </message>
    <message>
        <source>Open job…</source>
        <translation>فتح مهمة…</translation>
    </message>
    <message>
        <source>Save job…</source>
        <translation>حفظ المهمة…</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>تشغيل جديد</translation>
    </message>
    <message>
        <source>Job templates</source>
        <translation>قوالب المهام</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>البيانات</translation>
    </message>
    <message>
        <source>Job template</source>
        <translation>قالب مهمة</translation>
    </message>
    <message>
        <source>Ranks on each ticked CPU</source>
        <translation>الرتب على كل CPU مؤشَّر عليه</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>الأجهزة</translation>
    </message>
    <message>
        <source>Ranks per CPU</source>
        <translation>الرتب لكل CPU</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>الخطة</translation>
    </message>
    <message>
        <source>Choose at least one machine.</source>
        <translation>اختر جهازًا واحدًا على الأقل.</translation>
    </message>
    <message>
        <source>Everything is ready.</source>
        <translation>كل شيء جاهز.</translation>
    </message>
    <message>
        <source>%1 could not be written.</source>
        <translation>تعذّرت كتابة %1.</translation>
    </message>
    <message>
        <source>Open a job</source>
        <translation>فتح مهمة</translation>
    </message>
    <message>
        <source>Jobs (*.json)</source>
        <translation>المهام (*.json)</translation>
    </message>
    <message>
        <source>Save this job</source>
        <translation>حفظ هذه المهمة</translation>
    </message>
    <message>
        <source>Looking at the data.</source>
        <translation>جارٍ فحص البيانات.</translation>
    </message>
    <message>
        <source>Forecast</source>
        <translation>التوقع</translation>
    </message>
    <message>
        <source>There is no plan: %1</source>
        <translation>لا توجد خطة: %1</translation>
    </message>
    <message>
        <source>Another job</source>
        <translation>مهمة أخرى</translation>
    </message>
    <message>
        <source>%1 trains %2.</source>
        <translation>يدرّب %1 الآن %2.</translation>
    </message>
    <message numerus="yes">
        <source>Other programs use %Ln GPU(s) of %1.</source>
        <translation>
            <numerusform>تستخدم برامج أخرى %Ln وحدة GPU في %1.</numerusform>
            <numerusform>تستخدم برامج أخرى وحدة GPU واحدة في %1.</numerusform>
            <numerusform>تستخدم برامج أخرى وحدتي GPU في %1.</numerusform>
            <numerusform>تستخدم برامج أخرى %Ln وحدات GPU في %1.</numerusform>
            <numerusform>تستخدم برامج أخرى %Ln وحدة GPU في %1.</numerusform>
            <numerusform>تستخدم برامج أخرى %Ln وحدة GPU في %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>Start on machines that are busy?</source>
        <translation>هل تريد البدء على أجهزة مشغولة؟</translation>
    </message>
    <message>
        <source>Runs that share a machine slow each other, and may run out of memory.</source>
        <translation>عمليات التشغيل التي تتقاسم جهازًا يبطئ بعضها بعضًا، وقد تنفد الذاكرة.</translation>
    </message>
    <message>
        <source>No longer in the list of machines: %1</source>
        <translation>لم يعد في قائمة الأجهزة: %1</translation>
    </message>
    <message>
        <source>Job file</source>
        <translation>ملف المهمة</translation>
    </message>
</context>
<context>
    <name>motley::NoticeLine</name>
    <message>
        <source>Show the details</source>
        <translation>عرض التفاصيل</translation>
    </message>
    <message>
        <source>Copy the message and its details</source>
        <translation>نسخ الرسالة وتفاصيلها</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>التفاصيل</translation>
    </message>
    <message>
        <source>More</source>
        <translation>المزيد</translation>
    </message>
</context>
<context>
    <name>motley::OpenFolder</name>
    <message>
        <source>There is no file manager</source>
        <translation>لا يوجد مدير ملفات</translation>
    </message>
    <message>
        <source>No program on this computer opens folders. This is the path:</source>
        <translation>لا يوجد على هذا الحاسوب برنامج يفتح المجلدات. هذا هو المسار:</translation>
    </message>
</context>
<context>
    <name>motley::OverdueWords</name>
    <message>
        <source>The run waits for %1, which gives no sign of life.</source>
        <translation>ينتظر التشغيل %1 الذي لا يبدي أي علامة حياة.</translation>
    </message>
    <message>
        <source>The run waits for %1, which computes.</source>
        <translation>ينتظر التشغيل %1 الذي يحسب.</translation>
    </message>
    <message>
        <source>The run waits for %1, which tests the model.</source>
        <translation>ينتظر التشغيل %1 الذي يختبر النموذج.</translation>
    </message>
    <message>
        <source>The run waits for %1, which writes a checkpoint or the model.</source>
        <translation>ينتظر التشغيل %1 الذي يكتب نقطة حفظ أو النموذج.</translation>
    </message>
    <message>
        <source>The run waits for %1.</source>
        <translation>ينتظر التشغيل %1.</translation>
    </message>
</context>
<context>
    <name>motley::PathField</name>
    <message>
        <source>Browse…</source>
        <translation>استعراض…</translation>
    </message>
    <message>
        <source>A folder…</source>
        <translation>مجلد…</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>اختر مجلدًا</translation>
    </message>
    <message>
        <source>A file…</source>
        <translation>ملف…</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>اختر ملفًا</translation>
    </message>
</context>
<context>
    <name>motley::PlanCommand</name>
    <message>
        <source>  %1: %2 of each batch</source>
        <translation>  ‏%1: %2 من كل دفعة</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>الأجهزة</translation>
    </message>
    <message>
        <source>together</source>
        <translation>معًا</translation>
    </message>
    <message>
        <source>of their sum</source>
        <translation>من مجموعها</translation>
    </message>
    <message>
        <source>a step</source>
        <translation>الخطوة</translation>
    </message>
    <message>
        <source>the whole job</source>
        <translation>المهمة كلها</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>التكلفة</translation>
    </message>
    <message>
        <source>%1 and %2 are one machine under two names, and use the same processors and memory: the forecast counts them twice. Leave one of them out.</source>
        <translation>‏%1 و%2 اسمان لجهاز واحد، ويستخدمان المعالجات والذاكرة نفسها: التوقع يحسبها مرتين. استبعد أحدهما.</translation>
    </message>
    <message>
        <source>%1 and %2 have the same GPU, %3. Use it on one of them.</source>
        <translation>لدى %1 و%2 وحدة GPU نفسها، %3. استخدمها في أحدهما فقط.</translation>
    </message>
</context>
<context>
    <name>motley::PlanWords</name>
    <message>
        <source>The GPUs exchange gradients over NCCL.</source>
        <translation>تتبادل وحدات GPU التدرّجات عبر NCCL.</translation>
    </message>
    <message>
        <source>The ranks exchange gradients over Gloo.</source>
        <translation>تتبادل الرتب التدرّجات عبر Gloo.</translation>
    </message>
    <message>
        <source>The shares follow what each device did alone: %1 samples/s.</source>
        <extracomment>%1 is a list such as 2,688 : 1,270</extracomment>
        <translation>تتبع الحصص ما أنجزته كل وحدة بمفردها: %1 عينة/ث.</translation>
    </message>
    <message>
        <source>The shares follow what each device did alone: %1 tokens/s.</source>
        <extracomment>%1 is a list such as 2,688 : 1,270</extracomment>
        <translation>تتبع الحصص ما أنجزته كل وحدة بمفردها: %1 رمز/ث.</translation>
    </message>
    <message>
        <source>The shares are the ones that were asked for.</source>
        <translation>الحصص كما طُلبت.</translation>
    </message>
    <message>
        <source>Even shares, for not every device has been measured yet.</source>
        <translation>حصص متساوية، إذ لم تُقَس كل الوحدات بعد.</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message numerus="yes">
        <source>CPU, %Ln thread(s)</source>
        <translation>
            <numerusform>‏CPU، %Ln خيط</numerusform>
            <numerusform>‏CPU، خيط واحد</numerusform>
            <numerusform>‏CPU، خيطان</numerusform>
            <numerusform>‏CPU، %Ln خيوط</numerusform>
            <numerusform>‏CPU، %Ln خيطًا</numerusform>
            <numerusform>‏CPU، %Ln خيط</numerusform>
        </translation>
    </message>
    <message>
        <source>The GPUs sum their gradients over NCCL, and one of them goes on with the processors over Gloo.</source>
        <translation>تجمع وحدات GPU تدرّجاتها عبر NCCL، ثم تتابع واحدة منها مع المعالجات عبر Gloo.</translation>
    </message>
    <message numerus="yes">
        <source>%1 takes %Ln sample(s) at once, as its memory holds no more.</source>
        <extracomment>%1 is a machine</extracomment>
        <translation>
            <numerusform>يأخذ %1 في كل مرة %Ln عينة، لأن ذاكرته لا تتسع لأكثر.</numerusform>
            <numerusform>يأخذ %1 في كل مرة عينة واحدة، لأن ذاكرته لا تتسع لأكثر.</numerusform>
            <numerusform>يأخذ %1 في كل مرة عينتين، لأن ذاكرته لا تتسع لأكثر.</numerusform>
            <numerusform>يأخذ %1 في كل مرة %Ln عينات، لأن ذاكرته لا تتسع لأكثر.</numerusform>
            <numerusform>يأخذ %1 في كل مرة %Ln عينة، لأن ذاكرته لا تتسع لأكثر.</numerusform>
            <numerusform>يأخذ %1 في كل مرة %Ln عينة، لأن ذاكرته لا تتسع لأكثر.</numerusform>
        </translation>
    </message>
    <message>
        <source>Each device holds a part of the optimizer state and of the gradients: %1.</source>
        <extracomment>%1 is a list such as 70 % : 30 %</extracomment>
        <translation>تحتفظ كل وحدة بجزء من حالة المحسِّن ومن التدرّجات: %1.</translation>
    </message>
    <message>
        <source>%1 recomputes activations, as the job asks for it.</source>
        <translation>يعيد %1 حساب التنشيطات، كما تطلب المهمة.</translation>
    </message>
    <message numerus="yes">
        <source>%1 recomputes activations and so keeps %2 less: without that, its memory would hold only %Ln sample(s) at once, which takes longer.</source>
        <extracomment>%1 is a machine, %2 an amount of memory</extracomment>
        <translation>
            <numerusform>يعيد %1 حساب التنشيطات فيحتفظ بمقدار أقل بـ %2: ولولا ذلك لما اتسعت ذاكرته إلا لـ %Ln عينة في كل مرة، وهذا يستغرق وقتًا أطول.</numerusform>
            <numerusform>يعيد %1 حساب التنشيطات فيحتفظ بمقدار أقل بـ %2: ولولا ذلك لما اتسعت ذاكرته إلا لعينة واحدة في كل مرة، وهذا يستغرق وقتًا أطول.</numerusform>
            <numerusform>يعيد %1 حساب التنشيطات فيحتفظ بمقدار أقل بـ %2: ولولا ذلك لما اتسعت ذاكرته إلا لعينتين في كل مرة، وهذا يستغرق وقتًا أطول.</numerusform>
            <numerusform>يعيد %1 حساب التنشيطات فيحتفظ بمقدار أقل بـ %2: ولولا ذلك لما اتسعت ذاكرته إلا لـ %Ln عينات في كل مرة، وهذا يستغرق وقتًا أطول.</numerusform>
            <numerusform>يعيد %1 حساب التنشيطات فيحتفظ بمقدار أقل بـ %2: ولولا ذلك لما اتسعت ذاكرته إلا لـ %Ln عينة في كل مرة، وهذا يستغرق وقتًا أطول.</numerusform>
            <numerusform>يعيد %1 حساب التنشيطات فيحتفظ بمقدار أقل بـ %2: ولولا ذلك لما اتسعت ذاكرته إلا لـ %Ln عينة في كل مرة، وهذا يستغرق وقتًا أطول.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 recomputes activations: without that, its memory would not hold even one sample.</source>
        <translation>يعيد %1 حساب التنشيطات: ولولا ذلك لما اتسعت ذاكرته حتى لعينة واحدة.</translation>
    </message>
    <message>
        <source>%1 recomputes activations and so keeps %2 less: without that, its memory would not hold even one sample.</source>
        <extracomment>%1 is a machine, %2 an amount of memory</extracomment>
        <translation>يعيد %1 حساب التنشيطات فيحتفظ بمقدار أقل بـ %2: ولولا ذلك لما اتسعت ذاكرته حتى لعينة واحدة.</translation>
    </message>
    <message>
        <source>%1 of %2 tokens</source>
        <translation>‏%1 من %2 رمز</translation>
    </message>
    <message>
        <source>%1 of %2 samples</source>
        <translation>‏%1 من %2 عينة</translation>
    </message>
    <message>
        <source>All devices form one group, so Adasum has nothing to join: their gradients are summed.</source>
        <translation>تشكّل كل الوحدات مجموعة واحدة، فليس أمام Adasum ما يدمجه: تُجمع تدرّجاتها.</translation>
    </message>
    <message>
        <source>The curve of the run depends on this grouping.</source>
        <translation>يعتمد منحنى التشغيل على هذا التقسيم.</translation>
    </message>
    <message numerus="yes">
        <source>Adasum joins the updates of %Ln group(s): %1.</source>
        <extracomment>%1 is a list of groups of machines such as box + old and new</extracomment>
        <translation>
            <numerusform>يدمج Adasum تحديثات %Ln مجموعة: %1.</numerusform>
            <numerusform>يدمج Adasum تحديثات مجموعة واحدة: %1.</numerusform>
            <numerusform>يدمج Adasum تحديثات مجموعتين: %1.</numerusform>
            <numerusform>يدمج Adasum تحديثات %Ln مجموعات: %1.</numerusform>
            <numerusform>يدمج Adasum تحديثات %Ln مجموعة: %1.</numerusform>
            <numerusform>يدمج Adasum تحديثات %Ln مجموعة: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Each device updates by itself, and Adasum joins the %Ln update(s).</source>
        <translation>
            <numerusform>تُحدِّث كل وحدة النموذج بمفردها، ويدمج Adasum %Ln تحديث.</numerusform>
            <numerusform>تُحدِّث كل وحدة النموذج بمفردها، ويدمج Adasum تحديثًا واحدًا.</numerusform>
            <numerusform>تُحدِّث كل وحدة النموذج بمفردها، ويدمج Adasum تحديثين.</numerusform>
            <numerusform>تُحدِّث كل وحدة النموذج بمفردها، ويدمج Adasum %Ln تحديثات.</numerusform>
            <numerusform>تُحدِّث كل وحدة النموذج بمفردها، ويدمج Adasum %Ln تحديثًا.</numerusform>
            <numerusform>تُحدِّث كل وحدة النموذج بمفردها، ويدمج Adasum %Ln تحديث.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 has several devices: with Adasum between machines, these would sum their gradients first, and less would cross the network.</source>
        <translation>في %1 عدة وحدات: مع Adasum بين الأجهزة تجمع هذه تدرّجاتها أولًا، ويعبر الشبكةَ قدرٌ أقل.</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>‏%1 رمز/ث</translation>
    </message>
    <message>
        <source>%1 and %2 are one machine under two names. In a run they would use the same processors and memory; tick one of them.</source>
        <translation>‏%1 و%2 اسمان لجهاز واحد. في التشغيل سيتقاسمان معالجاته وذاكرته؛ أشّر على أحدهما فقط.</translation>
    </message>
    <message>
        <source>%1 and %2 have the same GPU, %3. Tick it on one of them.</source>
        <translation>لدى %1 و%2 وحدة GPU نفسها، %3. أشّر عليها في أحدهما فقط.</translation>
    </message>
    <message>
        <source>No part is kept twice, as the memory of some device would not hold that. A lost machine takes the run back to its newest checkpoint.</source>
        <translation>لا يُحفظ أي جزء مرتين، لأن ذاكرة إحدى الوحدات لا تتسع لذلك. فقدان جهاز يعيد التشغيل إلى أحدث نقطة حفظ.</translation>
    </message>
</context>
<context>
    <name>motley::PlotLegend</name>
    <message>
        <source>Search</source>
        <translation>بحث</translation>
    </message>
    <message>
        <source>Show only the curves with these words in the legend</source>
        <translation>أظهر في وسيلة الإيضاح المنحنيات التي فيها هذه الكلمات فقط</translation>
    </message>
</context>
<context>
    <name>motley::PlotPanel</name>
    <message>
        <source>Logarithmic axis (L)</source>
        <translation>محور لوغاريتمي (L)</translation>
    </message>
    <message>
        <source>Follow the newest step (F)</source>
        <translation>تتبّع أحدث خطوة (F)</translation>
    </message>
    <message>
        <source>Show as a table (T)</source>
        <translation>عرض في جدول (T)</translation>
    </message>
    <message>
        <source>Export (E)</source>
        <translation>تصدير (E)</translation>
    </message>
    <message numerus="yes">
        <source>%Ln point(s) cannot be drawn</source>
        <translation>
            <numerusform>%Ln نقطة يتعذّر رسمها</numerusform>
            <numerusform>نقطة واحدة يتعذّر رسمها</numerusform>
            <numerusform>نقطتان يتعذّر رسمهما</numerusform>
            <numerusform>%Ln نقاط يتعذّر رسمها</numerusform>
            <numerusform>%Ln نقطة يتعذّر رسمها</numerusform>
            <numerusform>%Ln نقطة يتعذّر رسمها</numerusform>
        </translation>
    </message>
    <message>
        <source>Export this chart</source>
        <translation>تصدير هذا الرسم البياني</translation>
    </message>
    <message>
        <source>Not exported</source>
        <translation>لم يُصدَّر</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>‏%1: %2</translation>
    </message>
    <message>
        <source>All values</source>
        <translation>كل القيم</translation>
    </message>
    <message>
        <source>All</source>
        <translation>الكل</translation>
    </message>
    <message>
        <source>Leave out what is far from nearly all others (O)</source>
        <translation>استبعد ما هو بعيد عن معظم القيم (O)</translation>
    </message>
    <message numerus="yes">
        <source>%Ln value(s) outside</source>
        <translation>
            <numerusform>لا قيمة خارج المخطط</numerusform>
            <numerusform>قيمة واحدة خارج المخطط</numerusform>
            <numerusform>قيمتان خارج المخطط</numerusform>
            <numerusform>%Ln قيم خارج المخطط</numerusform>
            <numerusform>%Ln قيمة خارج المخطط</numerusform>
            <numerusform>%Ln قيمة خارج المخطط</numerusform>
        </translation>
    </message>
    <message>
        <source>Far from nearly all others. Show all values (O)</source>
        <translation>بعيدة عن معظم القيم. أظهر كل القيم (O)</translation>
    </message>
    <message>
        <source>%1 %2 to %3</source>
        <extracomment>the part of the x axis that a chart shows: its name, from, to</extracomment>
        <translation>‏%1 من %2 إلى %3</translation>
    </message>
    <message>
        <source>Zoomed in. Show everything (0)</source>
        <translation>مكبَّر. أظهر الكل (0)</translation>
    </message>
    <message>
        <source>Numbers, a column for each curve (*.csv)</source>
        <translation>أرقام، عمود لكل منحنى (*.csv)</translation>
    </message>
    <message>
        <source>Pictures (*.png *.svg *.pdf)</source>
        <translation>صور (*.png *.svg *.pdf)</translation>
    </message>
    <message>
        <source>Numbers, a row for each value (*.csv)</source>
        <translation>أرقام، صف لكل قيمة (*.csv)</translation>
    </message>
</context>
<context>
    <name>motley::Preparation</name>
    <message>
        <source>Connecting</source>
        <translation>جارٍ الاتصال</translation>
    </message>
    <message>
        <source>Looking at the machine</source>
        <translation>جارٍ فحص الجهاز</translation>
    </message>
    <message>
        <source>%1 has no GPU that could be used; tick its processor instead.</source>
        <translation>ليس في %1 وحدة GPU صالحة للاستخدام؛ أشّر على معالجه بدلًا منها.</translation>
    </message>
    <message>
        <source>Checking what is there</source>
        <translation>جارٍ التحقق من الموجود</translation>
    </message>
    <message>
        <source>Sending the engine</source>
        <translation>جارٍ إرسال المحرّك</translation>
    </message>
    <message>
        <source>Sending the data</source>
        <translation>جارٍ إرسال البيانات</translation>
    </message>
    <message>
        <source>Measuring its speed</source>
        <translation>جارٍ قياس سرعته</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>جارٍ البدء</translation>
    </message>
    <message>
        <source>Ending what was started</source>
        <translation>جارٍ إنهاء ما بدأ</translation>
    </message>
    <message>
        <source>Sending the checkpoint to continue from</source>
        <translation>جارٍ إرسال نقطة الحفظ للمتابعة منها</translation>
    </message>
    <message>
        <source>%1 does not reach %2 at %3. Let the firewalls of both pass connections between them, connect them to one network, or train without one of them.</source>
        <translation>لا يصل %1 إلى %2 عبر %3. اسمح في جداري حماية الجهازين بالاتصالات بينهما، أو صِلهما بشبكة واحدة، أو درّب من دون أحدهما.</translation>
    </message>
    <message>
        <source>Checking the links between the machines</source>
        <translation>جارٍ فحص الوصلات بين الأجهزة</translation>
    </message>
    <message>
        <source>CUDA&apos;s libraries, which GPUs need, could not be fetched (2 GiB): %1 What has come is kept. Try again, or tick processors only.</source>
        <translation>تعذّر جلب مكتبات CUDA التي تحتاج إليها وحدات GPU (2 GiB): %1 ما جُلب محفوظ. أعد المحاولة، أو أشّر على المعالجات وحدها.</translation>
    </message>
    <message>
        <source>Fetching CUDA&apos;s libraries, once (2 GiB)</source>
        <translation>جارٍ جلب مكتبات CUDA لمرة واحدة (2 GiB)</translation>
    </message>
    <message>
        <source>The %1 of %2 has compute capability %3, but CUDA 13 needs %4 or newer (Turing, 2018). Leave it out.</source>
        <translation>القدرة الحسابية لـ %1 في %2 هي %3، لكنّ CUDA 13 يحتاج إلى %4 أو أحدث (Turing، ‏2018). استبعدها.</translation>
    </message>
    <message>
        <source>The %1 of %2 has driver %3, but CUDA 13 needs %4 or newer. Update the driver there, or leave it out.</source>
        <translation>برنامج تشغيل %1 في %2 هو %3، لكنّ CUDA 13 يحتاج إلى %4 أو أحدث. حدّثه هناك أو استبعد هذه الوحدة.</translation>
    </message>
    <message>
        <source>No machine is ticked.</source>
        <translation>لم يؤشَّر على أي جهاز.</translation>
    </message>
    <message>
        <source>Its speed is already known</source>
        <translation>سرعته معروفة من قبل</translation>
    </message>
    <message>
        <source>Its speed is measured</source>
        <translation>قيست سرعته</translation>
    </message>
    <message>
        <source>Copying the data from %1</source>
        <translation>جارٍ نسخ البيانات من %1</translation>
    </message>
    <message>
        <source>%1 could not copy data from %2, so it gets them another way: %3</source>
        <translation>‏%1 لم يتمكّن من نسخ البيانات من %2، لذا سيحصل عليها بطريقة أخرى: %3</translation>
    </message>
    <message>
        <source>%1 and %2 are one machine under two names, and use the same processors and memory.</source>
        <translation>‏%1 و%2 اسمان لجهاز واحد، ويستخدمان المعالجات والذاكرة نفسها.</translation>
    </message>
    <message>
        <source>%1 does not reach %2 at %3 with large packets, and does with small ones. A VPN or tunnel between them takes smaller ones than their networks: set a smaller MTU there on both, such as 1280.</source>
        <translation>يصل %1 إلى %2 عبر %3 بالحزم الصغيرة فقط، لا بالكبيرة. تقبل شبكة VPN أو نفق بينهما حزمًا أصغر من شبكتيهما: اضبط هناك في الجهازين قيمة MTU أصغر، مثل 1280.</translation>
    </message>
</context>
<context>
    <name>motley::PreparationView</name>
    <message>
        <source>Preparing the machines</source>
        <translation>جارٍ تجهيز الأجهزة</translation>
    </message>
    <message>
        <source>Only what a machine lacks is sent, and only once. The first step follows.</source>
        <translation>لا يُرسل إلا ما ينقص الجهاز، ومرة واحدة فقط. ثم تبدأ الخطوة الأولى.</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>في الانتظار</translation>
    </message>
</context>
<context>
    <name>motley::ProfileStore</name>
    <message>
        <source>The measured speeds could not be written to %1: %2.</source>
        <translation>تعذّرت كتابة السرعات المقيسة في %1: %2.</translation>
    </message>
    <message>
        <source>The measured speeds in %1 are being written by another program.</source>
        <translation>يكتب برنامج آخر السرعات المقيسة في %1 الآن.</translation>
    </message>
</context>
<context>
    <name>motley::Program</name>
    <message>
        <source>There is no display for the window. Everything else works without one: motley --help</source>
        <translation>لا توجد شاشة لعرض النافذة. كل ما سواها يعمل من دون شاشة: motley --help</translation>
    </message>
</context>
<context>
    <name>motley::ProgressLine</name>
    <message>
        <source>Waiting for the first step</source>
        <translation>بانتظار الخطوة الأولى</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>الخطوة %1 من %2</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>الخطوة %1</translation>
    </message>
    <message>
        <source>loss %1</source>
        <translation>الخسارة %1</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>المتبقي %1</translation>
    </message>
    <message>
        <source>%1 left (perhaps %2 to %3)</source>
        <translation>المتبقي %1 (ربما من %2 إلى %3)</translation>
    </message>
</context>
<context>
    <name>motley::Question</name>
    <message>
        <source>Cancel</source>
        <translation>إلغاء</translation>
    </message>
</context>
<context>
    <name>motley::RailRunButton</name>
    <message>
        <source>Close, and let the machines go on (Ctrl+W)</source>
        <translation>إغلاق، وتواصل الأجهزة العمل (Ctrl+W)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>‏%1: %2</translation>
    </message>
</context>
<context>
    <name>motley::RemovalWords</name>
    <message>
        <source>%1 of %2</source>
        <translation>‏%1 بتاريخ %2</translation>
    </message>
    <message>
        <source>Remove %1 of %2?</source>
        <translation>هل تريد إزالة %1 بتاريخ %2؟</translation>
    </message>
    <message>
        <source>Its curves and its model on this computer are deleted, and its files on its machines.</source>
        <translation>تُحذف منحنياته ونموذجه من هذا الحاسوب، وملفاته من أجهزته.</translation>
    </message>
    <message>
        <source>It has the only checkpoint from which these runs can go on: %1.</source>
        <translation>فيه نقطة الحفظ الوحيدة التي يمكن أن تتابع منها عمليات التشغيل هذه: %1.</translation>
    </message>
    <message>
        <source>This frees %1 here: %2.</source>
        <translation>يحرّر هذا %1 هنا: %2.</translation>
    </message>
    <message>
        <source>%1 of events, %2 of checkpoints, %3 of models, %4 of other files</source>
        <translation>‏%1 للأحداث، %2 لنقاط الحفظ، %3 للنماذج، %4 لملفات أخرى</translation>
    </message>
</context>
<context>
    <name>motley::Report</name>
    <message numerus="yes">
        <source>Comparison of %Ln run(s)</source>
        <translation>
            <numerusform>مقارنة %Ln تشغيل</numerusform>
            <numerusform>مقارنة تشغيل واحد</numerusform>
            <numerusform>مقارنة تشغيلين</numerusform>
            <numerusform>مقارنة %Ln عمليات تشغيل</numerusform>
            <numerusform>مقارنة %Ln عملية تشغيل</numerusform>
            <numerusform>مقارنة %Ln عملية تشغيل</numerusform>
        </translation>
    </message>
    <message>
        <source>Step</source>
        <translation>الخطوة</translation>
    </message>
    <message>
        <source>Mean loss in nats</source>
        <translation>متوسط الخسارة بوحدة nat</translation>
    </message>
    <message>
        <source>Loss on the test set</source>
        <translation>الخسارة على مجموعة الاختبار</translation>
    </message>
    <message>
        <source>Test: %1, percent</source>
        <translation>الاختبار: %1، بالمئة</translation>
    </message>
    <message>
        <source>Test: %1</source>
        <translation>الاختبار: %1</translation>
    </message>
    <message>
        <source>Tokens a second</source>
        <translation>الرموز في الثانية</translation>
    </message>
    <message>
        <source>Samples a second</source>
        <translation>العينات في الثانية</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>الخطوة %1</translation>
    </message>
    <message>
        <source>What happened in %1</source>
        <translation>ما حدث في %1</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>ما حدث</translation>
    </message>
    <message>
        <source>Job of %1</source>
        <translation>مهمة %1</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>المهمة</translation>
    </message>
    <message>
        <source>Written by Motley on %1</source>
        <translation>كتبه Motley في %1</translation>
    </message>
    <message>
        <source>Differences are from %1.</source>
        <translation>الفروق عن %1.</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>الأرقام</translation>
    </message>
    <message>
        <source>Settings that differ</source>
        <translation>الإعدادات المختلفة</translation>
    </message>
    <message>
        <source>Could not write %1: choose another file.</source>
        <translation>تعذّرت كتابة %1: اختر ملفًا آخر.</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <translation>‏%1، %2: %3</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>‏%1 (%2)</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>‏%1 من %2</translation>
    </message>
    <message>
        <source>%1 after step %2</source>
        <translation>‏%1 بعد الخطوة %2</translation>
    </message>
    <message>
        <source>%1, %2 parameters</source>
        <translation>‏%1، %2 من المعاملات</translation>
    </message>
    <message>
        <source>State</source>
        <translation>الحالة</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>بدأ</translation>
    </message>
    <message>
        <source>Best test</source>
        <translation>أفضل اختبار</translation>
    </message>
    <message>
        <source>Last loss</source>
        <translation>آخر خسارة</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>الوقت</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>السرعة</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>الخطوات</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>النموذج</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>الأجهزة</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>الوسوم</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>ملاحظة</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>‏%1: %2</translation>
    </message>
</context>
<context>
    <name>motley::Resumption</name>
    <message>
        <source>The run %1 still trains; stop it first.</source>
        <translation>ما زال تدريب التشغيل %1 جاريًا؛ أوقفه أولًا.</translation>
    </message>
    <message>
        <source>The run %1 was trained to its end.</source>
        <translation>اكتمل تدريب التشغيل %1 إلى نهايته.</translation>
    </message>
    <message>
        <source>No checkpoint of the run %1 is on this computer, so it can only begin anew.</source>
        <translation>لا توجد على هذا الحاسوب نقطة حفظ للتشغيل %1، فلا يمكن إلا البدء من جديد.</translation>
    </message>
    <message>
        <source>%1 took no part in that run.</source>
        <translation>لم يشارك %1 في ذلك التشغيل.</translation>
    </message>
    <message>
        <source>No machine of the run %1 would be left.</source>
        <translation>لن يبقى أي جهاز من أجهزة التشغيل %1.</translation>
    </message>
    <message>
        <source>The run %1 never began to train, so there is nothing to go on with.</source>
        <translation>لم يبدأ التشغيل %1 التدريب قط، فليس فيه ما تمكن المتابعة منه.</translation>
    </message>
</context>
<context>
    <name>motley::RowWords</name>
    <message numerus="yes">
        <source>%Ln row(s)</source>
        <translation>
            <numerusform>%Ln صف</numerusform>
            <numerusform>صف واحد</numerusform>
            <numerusform>صفّان</numerusform>
            <numerusform>%Ln صفوف</numerusform>
            <numerusform>%Ln صفًا</numerusform>
            <numerusform>%Ln صف</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the first %Ln row(s)</source>
        <translation>
            <numerusform>أول %Ln صف</numerusform>
            <numerusform>أول صف واحد</numerusform>
            <numerusform>أول صفّين</numerusform>
            <numerusform>أول %Ln صفوف</numerusform>
            <numerusform>أول %Ln صفًا</numerusform>
            <numerusform>أول %Ln صف</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln cut to %1 tokens</source>
        <translation>
            <numerusform>%Ln منها مقصوص إلى %1 من الرموز</numerusform>
            <numerusform>واحد منها مقصوص إلى %1 من الرموز</numerusform>
            <numerusform>اثنان منها مقصوصان إلى %1 من الرموز</numerusform>
            <numerusform>%Ln منها مقصوصة إلى %1 من الرموز</numerusform>
            <numerusform>%Ln منها مقصوصًا إلى %1 من الرموز</numerusform>
            <numerusform>%Ln منها مقصوص إلى %1 من الرموز</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln left out without an answer</source>
        <translation>
            <numerusform>%Ln مستبعد لخلوّه من إجابة</numerusform>
            <numerusform>واحد مستبعد لخلوّه من إجابة</numerusform>
            <numerusform>اثنان مستبعدان لخلوّهما من إجابة</numerusform>
            <numerusform>%Ln مستبعدة لخلوّها من إجابة</numerusform>
            <numerusform>%Ln مستبعدًا لخلوّها من إجابة</numerusform>
            <numerusform>%Ln مستبعد لخلوّها من إجابة</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln left out as unusable</source>
        <translation>
            <numerusform>%Ln مستبعد لأنه غير صالح</numerusform>
            <numerusform>واحد مستبعد لأنه غير صالح</numerusform>
            <numerusform>اثنان مستبعدان لأنهما غير صالحين</numerusform>
            <numerusform>%Ln مستبعدة لأنها غير صالحة</numerusform>
            <numerusform>%Ln مستبعدًا لأنها غير صالحة</numerusform>
            <numerusform>%Ln مستبعد لأنها غير صالحة</numerusform>
        </translation>
    </message>
    <message>
        <source>Left out, first %1: %2</source>
        <translation>المستبعد، وأوله %1: %2</translation>
    </message>
    <message>
        <source>Row %1</source>
        <translation>الصف %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s), %1 of them learned</source>
        <translation>
            <numerusform>%Ln رمز، يُتعلَّم منها %1</numerusform>
            <numerusform>رمز واحد، يُتعلَّم منه %1</numerusform>
            <numerusform>رمزان، يُتعلَّم منهما %1</numerusform>
            <numerusform>%Ln رموز، يُتعلَّم منها %1</numerusform>
            <numerusform>%Ln رمزًا، يُتعلَّم منها %1</numerusform>
            <numerusform>%Ln رمز، يُتعلَّم منها %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s) cut off</source>
        <translation>
            <numerusform>قُصّ %Ln رمز</numerusform>
            <numerusform>قُصّ رمز واحد</numerusform>
            <numerusform>قُصّ رمزان</numerusform>
            <numerusform>قُصّت %Ln رموز</numerusform>
            <numerusform>قُصّ %Ln رمزًا</numerusform>
            <numerusform>قُصّ %Ln رمز</numerusform>
        </translation>
    </message>
    <message>
        <source>left out: it has no answer to learn</source>
        <translation>مستبعد: لا إجابة فيه للتعلّم</translation>
    </message>
    <message>
        <source>left out: %1</source>
        <translation>مستبعد: %1</translation>
    </message>
    <message>
        <source>To train: %1.</source>
        <translation>للتدريب: %1.</translation>
    </message>
    <message>
        <source>To test: %1.</source>
        <translation>للاختبار: %1.</translation>
    </message>
</context>
<context>
    <name>motley::RowsReader</name>
    <message>
        <source>%1 could not be written.</source>
        <translation>تعذّرت كتابة %1.</translation>
    </message>
</context>
<context>
    <name>motley::RunCharts</name>
    <message>
        <source>Loss</source>
        <translation>الخسارة</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>معدل المعالجة</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>معدل التعلّم</translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation>معيار التدرّج</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>زمن الخطوة</translation>
    </message>
    <message>
        <source>The first test follows at the end of an epoch.</source>
        <translation>يأتي الاختبار الأول في نهاية حقبة.</translation>
    </message>
    <message>
        <source>each step</source>
        <translation>كل خطوة</translation>
    </message>
    <message>
        <source>smoothed</source>
        <translation>منعّمة</translation>
    </message>
    <message>
        <source>test</source>
        <translation>اختبار</translation>
    </message>
    <message>
        <source>Mean loss in nats</source>
        <translation>متوسط الخسارة (nat)</translation>
    </message>
    <message>
        <source>total</source>
        <translation>الإجمالي</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>ثوانٍ</translation>
    </message>
    <message>
        <source>Tests</source>
        <translation>الاختبارات</translation>
    </message>
    <message>
        <source>Percent</source>
        <translation>النسبة المئوية</translation>
    </message>
    <message>
        <source>On the test set</source>
        <translation>على مجموعة الاختبار</translation>
    </message>
    <message>
        <source>step %1 · %2</source>
        <translation>الخطوة %1، %2</translation>
    </message>
    <message>
        <source>This run ended before its first test.</source>
        <translation>انتهى هذا التشغيل قبل اختباره الأول.</translation>
    </message>
    <message>
        <source>%1 could do</source>
        <translation>‏%1: الممكن</translation>
    </message>
    <message>
        <source>%1 did</source>
        <translation>‏%1: المنجز</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>رمز/ث</translation>
    </message>
    <message>
        <source>Samples/s</source>
        <translation>عينة/ث</translation>
    </message>
    <message>
        <source>Maximise (M)</source>
        <translation>تكبير (M)</translation>
    </message>
    <message>
        <source>Show all charts (Esc)</source>
        <translation>عرض كل المخططات (Esc)</translation>
    </message>
    <message>
        <source>Horizontal axis (X)</source>
        <translation>المحور الأفقي (X)</translation>
    </message>
    <message>
        <source>step %1, of the run before</source>
        <translation>الخطوة %1، من التشغيل السابق</translation>
    </message>
    <message>
        <source>Parts of a step</source>
        <translation>أجزاء الخطوة</translation>
    </message>
    <message>
        <source>Choose charts…</source>
        <translation>اختيار المخططات…</translation>
    </message>
    <message>
        <source>mean of %1 steps</source>
        <translation>متوسط %1 خطوة</translation>
    </message>
</context>
<context>
    <name>motley::RunFailure</name>
    <message>
        <source>The memory of a rank ran out: %1</source>
        <translation>نفدت ذاكرة إحدى الرتب: %1</translation>
    </message>
    <message>
        <source>A loss, a gradient or a weight was not finite: %1</source>
        <translation>خسارة أو تدرّج أو وزن ليس عددًا منتهيًا: %1</translation>
    </message>
    <message>
        <source>The job, the model or the data cannot be used: %1</source>
        <translation>لا يمكن استخدام المهمة أو النموذج أو البيانات: %1</translation>
    </message>
    <message>
        <source>A device failed: %1</source>
        <translation>تعطّلت إحدى الوحدات: %1</translation>
    </message>
    <message>
        <source>What the run writes could not be written: %1</source>
        <translation>تعذّرت كتابة ما يكتبه التشغيل: %1</translation>
    </message>
    <message>
        <source>A rank was ended by a signal: %1</source>
        <translation>أُنهيت إحدى الرتب بإشارة: %1</translation>
    </message>
    <message>
        <source>A rank gave no sign of life: %1</source>
        <translation>لم تُبدِ إحدى الرتب أي علامة حياة: %1</translation>
    </message>
</context>
<context>
    <name>motley::RunFigures</name>
    <message>
        <source>The events were not read to their end.</source>
        <translation>لم تُقرأ الأحداث حتى نهايتها.</translation>
    </message>
</context>
<context>
    <name>motley::RunHeader</name>
    <message>
        <source>Open model folder</source>
        <translation>فتح مجلد النموذج</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>إيقاف</translation>
    </message>
    <message>
        <source>Stop now</source>
        <translation>إيقاف فوري</translation>
    </message>
    <message>
        <source>Steps done</source>
        <translation>الخطوات المنجزة</translation>
    </message>
    <message>
        <source>Finishes the step, writes a checkpoint and the model, then ends.</source>
        <translation>يُتمّ الخطوة ويكتب نقطة حفظ والنموذج ثم ينتهي.</translation>
    </message>
    <message>
        <source>Ends the training at once; what came after the last checkpoint is lost.</source>
        <translation>ينهي التدريب فورًا؛ ويضيع ما جاء بعد آخر نقطة حفظ.</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>الخطوة</translation>
    </message>
    <message>
        <source>Elapsed</source>
        <translation>المنقضي</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>المتبقي</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>السرعة</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <translation>‏%1 / %2</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>إلغاء</translation>
    </message>
    <message>
        <source>Stop now?</source>
        <translation>هل تريد الإيقاف الآن؟</translation>
    </message>
    <message>
        <source>The machines are finishing the step. If you stop them now, what came after the last checkpoint is lost.</source>
        <translation>الأجهزة تُتمّ الخطوة الآن. إن أوقفتها حالًا ضاع ما جاء بعد آخر نقطة حفظ.</translation>
    </message>
    <message>
        <source>The batch of this run is %1.</source>
        <translation>حجم الدفعة في هذا التشغيل %1.</translation>
    </message>
    <message>
        <source>Perhaps %1 to %2: that is how far this run&apos;s steps were from the forecast.</source>
        <translation>ربما من %1 إلى %2: بهذا القدر ابتعدت خطوات هذا التشغيل عن التوقع.</translation>
    </message>
    <message>
        <source>Mean speed</source>
        <translation>متوسط السرعة</translation>
    </message>
    <message>
        <source>Checkpoint: step %1</source>
        <translation>نقطة حفظ: الخطوة %1</translation>
    </message>
    <message>
        <source>No checkpoint yet</source>
        <translation>لا نقطة حفظ بعد</translation>
    </message>
    <message>
        <source>Step, after %1</source>
        <translation>الخطوة، بعد %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>من %1 إلى %2</translation>
    </message>
    <message>
        <source>Best test</source>
        <translation>أفضل اختبار</translation>
    </message>
    <message>
        <source>Best test: %1</source>
        <translation>أفضل اختبار: %1</translation>
    </message>
    <message>
        <source>Noise scale %1</source>
        <translation>مقياس الضجيج %1</translation>
    </message>
    <message>
        <source>%1, at %2</source>
        <translation>‏%1، عند %2</translation>
    </message>
    <message>
        <source>Goes on from %1</source>
        <translation>يواصل من %1</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>تجربة</translation>
    </message>
    <message>
        <source>Checkpoint now</source>
        <translation>نقطة حفظ الآن</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>إيقاف مؤقت</translation>
    </message>
    <message>
        <source>Checkpoint now: writes one after this step, and training goes on.</source>
        <translation>نقطة حفظ الآن: تُكتب بعد هذه الخطوة ويستمر التدريب.</translation>
    </message>
    <message>
        <source>Pause: writes a checkpoint after this step and ends. “Go on” continues from there.</source>
        <translation>إيقاف مؤقت: يكتب نقطة حفظ بعد هذه الخطوة وينتهي. «متابعة» تكمل من هناك.</translation>
    </message>
    <message>
        <source>Writes a checkpoint…</source>
        <translation>يكتب نقطة حفظ…</translation>
    </message>
    <message>
        <source>No checkpoint</source>
        <translation>لا نقطة حفظ</translation>
    </message>
    <message>
        <source>Training loss %1</source>
        <translation>خسارة التدريب %1</translation>
    </message>
</context>
<context>
    <name>motley::RunHistory</name>
    <message>
        <source>The list of runs in %1 cannot be used: %2</source>
        <translation>لا يمكن استخدام قائمة عمليات التشغيل في %1: %2</translation>
    </message>
    <message>
        <source>The list of runs in %1 was written by a newer Motley; use that one.</source>
        <translation>كُتبت قائمة عمليات التشغيل في %1 بإصدار أحدث من Motley؛ استخدم ذلك الإصدار.</translation>
    </message>
    <message>
        <source>The folder %1 cannot be made.</source>
        <translation>يتعذّر إنشاء المجلد %1.</translation>
    </message>
    <message>
        <source>Could not write %1.</source>
        <translation>تعذّرت كتابة %1.</translation>
    </message>
    <message>
        <source>The run %1 is no longer in the list of runs.</source>
        <translation>لم يعد التشغيل %1 في قائمة عمليات التشغيل.</translation>
    </message>
    <message>
        <source>There is no run “%1”; “motley runs” lists them.</source>
        <translation>لا يوجد تشغيل باسم «%1»؛ يعرض الأمر «motley runs» عمليات التشغيل.</translation>
    </message>
    <message>
        <source>The folder %1 could not be removed whole.</source>
        <translation>تعذّرت إزالة المجلد %1 كاملًا.</translation>
    </message>
    <message>
        <source>“%1” may mean the run “%2” or “%3”: write more of its name.</source>
        <translation>قد يعني «%1» التشغيل «%2» أو «%3»: اكتب المزيد من اسمه.</translation>
    </message>
    <message>
        <source>The program that prepared this run ended before the training began.</source>
        <translation>انتهى البرنامج الذي كان يجهّز هذا التشغيل قبل أن يبدأ التدريب.</translation>
    </message>
</context>
<context>
    <name>motley::RunList</name>
    <message>
        <source>preparing</source>
        <translation>قيد التجهيز</translation>
    </message>
    <message>
        <source>running</source>
        <translation>جارٍ</translation>
    </message>
    <message>
        <source>completed</source>
        <translation>مكتمل</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>متوقف</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>فشل</translation>
    </message>
    <message>
        <source>No runs yet. Start one: motley run job.json --machines local</source>
        <translation>لا توجد عمليات تشغيل بعد. ابدأ واحدة: motley run job.json --machines local</translation>
    </message>
    <message>
        <source>The run %1 never reached its machines; there is nothing to stop.</source>
        <translation>لم يصل التشغيل %1 إلى أجهزته قط؛ لا شيء لإيقافه.</translation>
    </message>
    <message>
        <source>Run %1 has ended. What it said: motley watch %1</source>
        <translation>انتهى التشغيل %1. لعرض ما سجّله: motley watch %1</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>التشغيل</translation>
    </message>
    <message>
        <source>State</source>
        <translation>الحالة</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>الاسم</translation>
    </message>
    <message>
        <source>Best test</source>
        <translation>أفضل اختبار</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>الرسالة</translation>
    </message>
    <message>
        <source>The run %1 has already ended: %2.</source>
        <translation>انتهى التشغيل %1 من قبل: %2.</translation>
    </message>
    <message>
        <source>A window or another command is preparing the run %1; cancel it there.</source>
        <translation>تجهّز نافذة أو أمر آخر التشغيل %1؛ ألغه هناك.</translation>
    </message>
    <message>
        <source>The training of the run %1 has ended, but %2, which has what it saved last, does not answer. To go on from what is on this computer, leave that machine out: motley resume %1 --without %2</source>
        <translation>انتهى تدريب التشغيل %1، لكن %2 الذي عليه آخر ما حُفظ لا يستجيب. للمتابعة مما هو على هذا الحاسوب، استبعد ذلك الجهاز: motley resume %1 --without %2</translation>
    </message>
    <message>
        <source>Run %1 has ended. %2, which has what it saved last, does not answer; once it does, this copies it: motley watch %1</source>
        <translation>انتهى التشغيل %1. لا يستجيب %2 الذي عليه آخر ما حُفظ؛ وحين يستجيب يُنسخ بهذا الأمر: motley watch %1</translation>
    </message>
    <message>
        <source>The run %1 is not over. Stop it first: motley stop %1</source>
        <translation>لم ينتهِ التشغيل %1. أوقفه أولًا: motley stop %1</translation>
    </message>
    <message>
        <source>Nothing was removed.</source>
        <translation>لم يُزَل شيء.</translation>
    </message>
    <message>
        <source>It is not known whether the run %1 still trains: %2</source>
        <translation>لا يُعرف هل التشغيل %1 ما زال يتدرب: %2</translation>
    </message>
    <message>
        <source>It is not known whether the run %1 still trains.</source>
        <translation>لا يُعرف هل التشغيل %1 ما زال يتدرب.</translation>
    </message>
    <message>
        <source>Lost in that run: %1. To leave that out: motley resume %2 --without %3</source>
        <translation>فُقد في ذلك التشغيل: %1. لاستبعاد ذلك: motley resume %2 --without %3</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>متوقف مؤقتًا</translation>
    </message>
    <message>
        <source>The run %1 writes a checkpoint after the step it is in. Watch it: motley watch %1</source>
        <translation>يكتب التشغيل %1 نقطة حفظ بعد الخطوة الجارية. لمتابعته: motley watch %1</translation>
    </message>
</context>
<context>
    <name>motley::RunMachineModel</name>
    <message>
        <source>%1 °C</source>
        <translation>%1 ‎°C</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>‏%1 من %2</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>الجهاز</translation>
    </message>
    <message>
        <source>Share of a batch</source>
        <translation>الحصة من الدفعة</translation>
    </message>
    <message>
        <source>Speed now</source>
        <translation>السرعة الآن</translation>
    </message>
    <message>
        <source>Where its time goes</source>
        <translation>توزيع وقته</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Memory used</source>
        <translation>الذاكرة المستخدمة</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>وحدات GPU</translation>
    </message>
    <message>
        <source>As expected</source>
        <translation>كما هو متوقع</translation>
    </message>
    <message>
        <source>State</source>
        <translation>الحالة</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>فشل</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>انتهى</translation>
    </message>
    <message>
        <source>Has no work</source>
        <translation>بلا عمل</translation>
    </message>
    <message>
        <source>It was so slow that the others are faster without it. From time to time it gets a little of a batch, which shows whether it has become faster.</source>
        <translation>وُجد أنه بطيء إلى حد أن الأجهزة الأخرى أسرع من دونه. ويتلقى من حين لآخر جزءًا صغيرًا من دفعة يبيّن هل صار أسرع.</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>السرعة</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>مفقود</translation>
    </message>
    <message>
        <source>Lost a rank</source>
        <translation>فُقدت رتبة</translation>
    </message>
    <message>
        <source>data %1, forward %2, backward %3, waiting %4, exchange %5, optimizer %6, report %7</source>
        <translation>البيانات %1، المرور الأمامي %2، المرور الخلفي %3، الانتظار %4، التبادل %5، المحسِّن %6، التقرير %7</translation>
    </message>
</context>
<context>
    <name>motley::RunNews</name>
    <message numerus="yes">
        <source>%Ln step(s) in %1.</source>
        <translation>
            <numerusform>لا خطوات خلال %1.</numerusform>
            <numerusform>خطوة واحدة خلال %1.</numerusform>
            <numerusform>خطوتان خلال %1.</numerusform>
            <numerusform>%Ln خطوات خلال %1.</numerusform>
            <numerusform>%Ln خطوة خلال %1.</numerusform>
            <numerusform>%Ln خطوة خلال %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>Best test: %1.</source>
        <translation>أفضل اختبار: %1.</translation>
    </message>
</context>
<context>
    <name>motley::RunNotice</name>
    <message>
        <source>The run failed after step %1: %2</source>
        <translation>فشل التشغيل بعد الخطوة %1: %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>‏%1: %2</translation>
    </message>
    <message>
        <source>Go on without %1</source>
        <translation>المتابعة من دون %1</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>متابعة</translation>
    </message>
    <message>
        <source>Once the machines have saved what they have, another run goes on without %1.</source>
        <translation>بعد أن تحفظ الأجهزة ما لديها، يتابع تشغيل آخر من دون %1.</translation>
    </message>
    <message>
        <source>This run has ended. There is no contact with its machines, so this is what was known last.</source>
        <translation>انتهى هذا التشغيل. لا اتصال بأجهزته، وهذا آخر ما عُرف.</translation>
    </message>
    <message>
        <source>This run has ended. %1 asks a question before it lets you log in, for instance for a password, so this is what was known last.</source>
        <translation>انتهى هذا التشغيل. يطرح %1 سؤالًا قبل السماح بتسجيل الدخول، عن كلمة مرور مثلًا، فهذا آخر ما عُرف.</translation>
    </message>
    <message>
        <source>Log in</source>
        <translation>تسجيل الدخول</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>إعادة المحاولة</translation>
    </message>
    <message>
        <source>This run has ended, and this is what was known last. %1</source>
        <translation>انتهى هذا التشغيل، وهذا آخر ما عُرف عنه. %1</translation>
    </message>
    <message numerus="yes">
        <source>No checkpoint of it is on this computer: the work of %Ln step(s) is lost.</source>
        <translation>
            <numerusform>لا نقطة حفظ له على هذا الحاسوب: لم يضع عمل أي خطوة.</numerusform>
            <numerusform>لا نقطة حفظ له على هذا الحاسوب: ضاع عمل خطوة واحدة.</numerusform>
            <numerusform>لا نقطة حفظ له على هذا الحاسوب: ضاع عمل خطوتين.</numerusform>
            <numerusform>لا نقطة حفظ له على هذا الحاسوب: ضاع عمل %Ln خطوات.</numerusform>
            <numerusform>لا نقطة حفظ له على هذا الحاسوب: ضاع عمل %Ln خطوة.</numerusform>
            <numerusform>لا نقطة حفظ له على هذا الحاسوب: ضاع عمل %Ln خطوة.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Its last checkpoint is of step %1: the work of %Ln step(s) since then is lost.</source>
        <translation>
            <numerusform>آخر نقطة حفظ له عند الخطوة %1: لم يضع بعدها عمل أي خطوة.</numerusform>
            <numerusform>آخر نقطة حفظ له عند الخطوة %1: ضاع بعدها عمل خطوة واحدة.</numerusform>
            <numerusform>آخر نقطة حفظ له عند الخطوة %1: ضاع بعدها عمل خطوتين.</numerusform>
            <numerusform>آخر نقطة حفظ له عند الخطوة %1: ضاع بعدها عمل %Ln خطوات.</numerusform>
            <numerusform>آخر نقطة حفظ له عند الخطوة %1: ضاع بعدها عمل %Ln خطوة.</numerusform>
            <numerusform>آخر نقطة حفظ له عند الخطوة %1: ضاع بعدها عمل %Ln خطوة.</numerusform>
        </translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>البدء من جديد</translation>
    </message>
    <message>
        <source>Change and start</source>
        <translation>تعديل وبدء</translation>
    </message>
    <message>
        <source>The run was stopped after step %1: %2</source>
        <translation>أُوقف التشغيل بعد الخطوة %1: %2</translation>
    </message>
    <message>
        <source>%1 asks a question before it lets you log in, for instance for a password. Until then, this is what was known last.</source>
        <translation>يطرح %1 سؤالًا قبل السماح بتسجيل الدخول، عن كلمة مرور مثلًا. وإلى ذلك الحين هذا آخر ما عُرف.</translation>
    </message>
    <message>
        <source>This is what was known last. %1</source>
        <translation>هذا آخر ما عُرف. %1</translation>
    </message>
    <message>
        <source>There is no contact with %1 at the moment, so this is what was known last. %2 says that the training goes on.</source>
        <translation>لا اتصال حاليًا مع %1، وهذا آخر ما عُرف. ويفيد %2 بأن التدريب مستمر.</translation>
    </message>
    <message>
        <source>There is no contact with %1 at the moment, so this is what was known last. %2 says that the training has ended.</source>
        <translation>لا اتصال حاليًا مع %1، وهذا آخر ما عُرف. ويفيد %2 بأن التدريب انتهى.</translation>
    </message>
    <message>
        <source>There is no contact with %1 at the moment, so this is what was known last.</source>
        <translation>لا اتصال حاليًا مع %1، وهذا آخر ما عُرف.</translation>
    </message>
    <message>
        <source>No step for %1; the last one took %2.</source>
        <translation>لا خطوة منذ %1؛ استغرقت الأخيرة %2.</translation>
    </message>
    <message>
        <source>The machines are testing or saving, or wait for one of them.</source>
        <translation>الأجهزة تختبر أو تحفظ، أو تنتظر أحدها.</translation>
    </message>
    <message>
        <source>Its checkpoint of step %1 was not copied here. Opening the run again copies it, if the run&apos;s first machine still has it.</source>
        <translation>لم تُنسخ إلى هنا نقطة حفظ الخطوة %1. فتح التشغيل مرة أخرى ينسخها، إن كانت ما زالت على جهازه الأول.</translation>
    </message>
    <message numerus="yes">
        <source>The %Ln rank(s) that are left connect to each other.</source>
        <translation>
            <numerusform>تتصل %Ln رتبة باقية بعضها ببعض.</numerusform>
            <numerusform>تتصل الرتبة الباقية من جديد.</numerusform>
            <numerusform>تتصل الرتبتان الباقيتان إحداهما بالأخرى.</numerusform>
            <numerusform>تتصل %Ln رتب باقية بعضها ببعض.</numerusform>
            <numerusform>تتصل %Ln رتبة باقية بعضها ببعض.</numerusform>
            <numerusform>تتصل %Ln رتبة باقية بعضها ببعض.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The run goes on with %Ln rank(s).</source>
        <translation>
            <numerusform>يستمر التشغيل بعدد %Ln رتبة.</numerusform>
            <numerusform>يستمر التشغيل برتبة واحدة.</numerusform>
            <numerusform>يستمر التشغيل برتبتين.</numerusform>
            <numerusform>يستمر التشغيل بعدد %Ln رتب.</numerusform>
            <numerusform>يستمر التشغيل بعدد %Ln رتبة.</numerusform>
            <numerusform>يستمر التشغيل بعدد %Ln رتبة.</numerusform>
        </translation>
    </message>
    <message>
        <source>Start again without %1</source>
        <translation>البدء من جديد من دون %1</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>إظهار %1</translation>
    </message>
    <message>
        <source>Another run goes on from here.</source>
        <translation>يواصل تشغيل آخر من هنا.</translation>
    </message>
    <message>
        <source>The run could not be stopped, and goes on. %1</source>
        <translation>تعذّر إيقاف التشغيل، وهو مستمر. %1</translation>
    </message>
    <message>
        <source>Take back now</source>
        <translation>إعادته الآن</translation>
    </message>
    <message>
        <source>Paused after step %1.</source>
        <translation>توقف مؤقتًا بعد الخطوة %1.</translation>
    </message>
</context>
<context>
    <name>motley::RunPage</name>
    <message>
        <source>Machines</source>
        <translation>الأجهزة</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>السجل</translation>
    </message>
    <message>
        <source>Machines of this run</source>
        <translation>أجهزة هذا التشغيل</translation>
    </message>
    <message>
        <source>What happened in this run</source>
        <translation>ما حدث في هذا التشغيل</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>تصفية</translation>
    </message>
    <message>
        <source>Show only the lines with these words</source>
        <translation>إظهار الأسطر التي تحوي هذه الكلمات فقط</translation>
    </message>
    <message>
        <source>This run ended before its first step.</source>
        <translation>انتهى هذا التشغيل قبل خطوته الأولى.</translation>
    </message>
    <message>
        <source>Waiting for the first step. The machines are forming their group.</source>
        <translation>بانتظار الخطوة الأولى. الأجهزة تكوّن مجموعتها.</translation>
    </message>
    <message>
        <source>The machines are being prepared; the curve begins with the first step.</source>
        <translation>يجري تجهيز الأجهزة؛ يبدأ المنحنى مع الخطوة الأولى.</translation>
    </message>
    <message>
        <source>What is known of this run is being read.</source>
        <translation>تجري قراءة ما هو معروف عن هذا التشغيل.</translation>
    </message>
    <message>
        <source>Another window or a command prepares this run; the curve begins with the first step.</source>
        <translation>تجهّز نافذة أخرى أو أمر هذا التشغيل؛ يبدأ المنحنى مع الخطوة الأولى.</translation>
    </message>
    <message>
        <source>Machines over time</source>
        <translation>الأجهزة عبر الزمن</translation>
    </message>
    <message>
        <source>When the machines trained</source>
        <translation>متى تدرّبت الأجهزة</translation>
    </message>
    <message>
        <source>Show machines and log</source>
        <translation>عرض الأجهزة والسجل</translation>
    </message>
    <message>
        <source>Hide machines and log</source>
        <translation>إخفاء الأجهزة والسجل</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>الإجابات</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>أمثلة</translation>
    </message>
</context>
<context>
    <name>motley::RunProgress</name>
    <message>
        <source>%1, %2</source>
        <translation>‏%1، %2</translation>
    </message>
    <message>
        <source>%1, no step for %2</source>
        <translation>‏%1، لا خطوة منذ %2</translation>
    </message>
    <message>
        <source>%1, %2 left</source>
        <translation>‏%1، تبقّى %2</translation>
    </message>
    <message>
        <source>%1 - %2</source>
        <translation>‏%1 - %2</translation>
    </message>
</context>
<context>
    <name>motley::RunRemoval</name>
    <message>
        <source>The files of the run %1 stay on %2 until the next contact, which removes them: %3</source>
        <translation>تبقى ملفات التشغيل %1 على %2 حتى الاتصال التالي الذي يزيلها: %3</translation>
    </message>
</context>
<context>
    <name>motley::RunScreen</name>
    <message>
        <source>checkpoint of step %1</source>
        <translation>نقطة حفظ الخطوة %1</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>الخسارة</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>السرعة</translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation>معيار التدرّج</translation>
    </message>
    <message>
        <source>q: leave</source>
        <translation>‏q: مغادرة</translation>
    </message>
    <message>
        <source>s: stop</source>
        <translation>‏s: إيقاف</translation>
    </message>
    <message>
        <source>Tab: next curve</source>
        <translation>‏Tab: المنحنى التالي</translation>
    </message>
    <message>
        <source>Up, Down: log</source>
        <translation>أعلى، أسفل: السجل</translation>
    </message>
    <message>
        <source>Stop the run after a checkpoint? y: stop it, any other key: go on</source>
        <translation>إيقاف التشغيل بعد نقطة حفظ؟ y: إيقاف، أي مفتاح آخر: متابعة</translation>
    </message>
    <message>
        <source>writes a checkpoint</source>
        <translation>يكتب نقطة حفظ</translation>
    </message>
    <message>
        <source>p: pause</source>
        <translation>‏p: إيقاف مؤقت</translation>
    </message>
    <message>
        <source>c: checkpoint</source>
        <translation>‏c: نقطة حفظ</translation>
    </message>
    <message>
        <source>Pause the run after a checkpoint? y: pause it, any other key: go on</source>
        <translation>إيقاف التشغيل مؤقتًا بعد نقطة حفظ؟ y: إيقاف مؤقت، أي مفتاح آخر: متابعة</translation>
    </message>
</context>
<context>
    <name>motley::RunWatcher</name>
    <message>
        <source>No run was started on this computer yet; “motley run” starts one.</source>
        <translation>لم يُبدأ أي تشغيل على هذا الحاسوب بعد؛ يبدؤه الأمر «motley run».</translation>
    </message>
    <message>
        <source>Run %1</source>
        <translation>التشغيل %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>‏%1: %2</translation>
    </message>
    <message>
        <source>Warning: %1</source>
        <translation>تحذير: %1</translation>
    </message>
    <message>
        <source>Rank %1 failed: %2</source>
        <translation>فشلت الرتبة %1: %2</translation>
    </message>
    <message>
        <source>Cancelling; what was started is ended, what was sent stays.</source>
        <translation>جارٍ الإلغاء؛ يُنهى ما بدأ، ويبقى ما أُرسل.</translation>
    </message>
    <message>
        <source>Leaving; the training goes on. Press Ctrl-C again within three seconds to stop it instead.</source>
        <translation>جارٍ الخروج؛ التدريب مستمر. اضغط Ctrl-C مجددًا خلال ثلاث ثوانٍ لإيقافه بدلًا من ذلك.</translation>
    </message>
    <message>
        <source>The training goes on. Watch it: motley watch %1   Stop it: motley stop %1</source>
        <translation>التدريب مستمر. لمشاهدته: motley watch %1   لإيقافه: motley stop %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln step(s) in %1</source>
        <translation>
            <numerusform>%Ln خطوة خلال %1</numerusform>
            <numerusform>خطوة واحدة خلال %1</numerusform>
            <numerusform>خطوتان خلال %1</numerusform>
            <numerusform>%Ln خطوات خلال %1</numerusform>
            <numerusform>%Ln خطوة خلال %1</numerusform>
            <numerusform>%Ln خطوة خلال %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Model: %1</source>
        <translation>النموذج: %1</translation>
    </message>
    <message>
        <source>Epoch %1: %2 on the test set</source>
        <translation>الحقبة %1: %2 على مجموعة الاختبار</translation>
    </message>
    <message>
        <source>Best on the test set: %1 after epoch %2</source>
        <translation>أفضل نتيجة على مجموعة الاختبار: %1 بعد الحقبة %2</translation>
    </message>
    <message>
        <source>Since step %1 the ranks share a batch as %2.</source>
        <translation>منذ الخطوة %1 تتقاسم الرتب الدفعة هكذا: %2.</translation>
    </message>
    <message>
        <source>With --best a run takes only the machines that are fastest together.</source>
        <translation>مع الخيار ‎--best لا يأخذ التشغيل إلا الأجهزة الأسرع معًا.</translation>
    </message>
    <message>
        <source>A window or another command is preparing this run. Its training has not begun yet.</source>
        <translation>تجهّز نافذة أو أمر آخر هذا التشغيل. لم يبدأ تدريبه بعد.</translation>
    </message>
    <message>
        <source>Copying the results here</source>
        <translation>جارٍ نسخ النتائج إلى هنا</translation>
    </message>
    <message>
        <source>No contact; %1 says that the training goes on: %2</source>
        <translation>لا اتصال؛ يفيد %1 بأن التدريب مستمر: %2</translation>
    </message>
    <message>
        <source>No contact; %1 says that the training has ended: %2</source>
        <translation>لا اتصال؛ يفيد %1 بأن التدريب انتهى: %2</translation>
    </message>
    <message>
        <source>No contact: %1</source>
        <translation>لا اتصال: %1</translation>
    </message>
    <message>
        <source>Leaving. Press Ctrl-C again within three seconds to stop the training instead.</source>
        <translation>جارٍ الخروج. اضغط Ctrl-C مجددًا خلال ثلاث ثوانٍ لإيقاف التدريب بدلًا من ذلك.</translation>
    </message>
    <message>
        <source>Watch the run: motley watch %1   Stop it: motley stop %1</source>
        <translation>لمشاهدة التشغيل: motley watch %1   لإيقافه: motley stop %1</translation>
    </message>
    <message>
        <source>No step for %1.</source>
        <translation>لا خطوة منذ %1.</translation>
    </message>
    <message>
        <source>Asking the run to stop after its step, with a checkpoint. Ctrl-C once more stops at once.</source>
        <translation>يُطلب من التشغيل أن يتوقف بعد خطوته مع نقطة حفظ. اضغط Ctrl-C مرة أخرى لإيقافه فورًا.</translation>
    </message>
    <message>
        <source>The training is over. Copy here what it has saved: motley watch %1</source>
        <translation>انتهى التدريب. انسخ إلى هنا ما حفظه: motley watch %1</translation>
    </message>
</context>
<context>
    <name>motley::RunWords</name>
    <message>
        <source>Preparing</source>
        <translation>قيد التجهيز</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>جارٍ</translation>
    </message>
    <message>
        <source>Completed</source>
        <translation>مكتمل</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>متوقف</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>فشل</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>جارٍ الإيقاف</translation>
    </message>
    <message>
        <source>Asking the machines</source>
        <translation>جارٍ الاستعلام من الأجهزة</translation>
    </message>
    <message>
        <source>Sending files</source>
        <translation>جارٍ إرسال الملفات</translation>
    </message>
    <message>
        <source>Measuring speed</source>
        <translation>جارٍ قياس السرعة</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>جارٍ البدء</translation>
    </message>
    <message>
        <source>Reconnecting, training goes on</source>
        <translation>جارٍ إعادة الاتصال، التدريب مستمر</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>جارٍ الاتصال</translation>
    </message>
    <message>
        <source>Login needs your input</source>
        <translation>تسجيل الدخول ينتظر إدخالك</translation>
    </message>
    <message>
        <source>Forming the group</source>
        <translation>تكوين المجموعة</translation>
    </message>
    <message>
        <source>Reconnecting</source>
        <translation>جارٍ إعادة الاتصال</translation>
    </message>
    <message>
        <source>Contact refused</source>
        <translation>رُفض الاتصال</translation>
    </message>
    <message>
        <source>Fetching the results</source>
        <translation>جارٍ جلب النتائج</translation>
    </message>
    <message>
        <source>Pausing</source>
        <translation>جارٍ الإيقاف المؤقت</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>متوقف مؤقتًا</translation>
    </message>
</context>
<context>
    <name>motley::RunsModel</name>
    <message>
        <source>Name</source>
        <translation>الاسم</translation>
    </message>
    <message>
        <source>State</source>
        <translation>الحالة</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>البدء</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>المدة</translation>
    </message>
    <message>
        <source>Last loss</source>
        <translation>آخر خسارة</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>الأجهزة</translation>
    </message>
    <message>
        <source>Best test</source>
        <translation>أفضل اختبار</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>الحجم</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>الوسوم</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>ملاحظة</translation>
    </message>
</context>
<context>
    <name>motley::RunsPage</name>
    <message>
        <source>Open</source>
        <translation>فتح</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>إزالة</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>عمليات التشغيل</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>تصفية</translation>
    </message>
    <message>
        <source>Show only the runs with these words</source>
        <translation>إظهار عمليات التشغيل التي تحوي هذه الكلمات فقط</translation>
    </message>
    <message>
        <source>No runs yet</source>
        <translation>لا توجد عمليات تشغيل بعد</translation>
    </message>
    <message>
        <source>A job is ready: start it on this computer, and it trains a small network in a few minutes.</source>
        <translation>هناك مهمة جاهزة: ابدأها على هذا الحاسوب فتدرّب شبكة صغيرة في بضع دقائق.</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>تشغيل جديد</translation>
    </message>
    <message>
        <source>For ten seconds this can be undone.</source>
        <translation>يمكن التراجع عن ذلك خلال عشر ثوانٍ.</translation>
    </message>
    <message>
        <source>More</source>
        <translation>المزيد</translation>
    </message>
    <message>
        <source>New run like this one</source>
        <translation>تشغيل جديد مثل هذا</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>إعادة التسمية…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>Rename the run</source>
        <translation>إعادة تسمية التشغيل</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>الاسم</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>مقارنة</translation>
    </message>
    <message>
        <source>Show only the runs with this tag</source>
        <translation>إظهار عمليات التشغيل التي تحمل هذا الوسم فقط</translation>
    </message>
    <message>
        <source>Select several runs to compare: Ctrl + click, Shift + ↓.</source>
        <translation>حدّد أكثر من تشغيل للمقارنة: Ctrl + نقرة، Shift + ↓.</translation>
    </message>
    <message>
        <source>Save a report</source>
        <translation>حفظ تقرير</translation>
    </message>
    <message>
        <source>Pages (%1)</source>
        <translation>صفحات (%1)</translation>
    </message>
    <message>
        <source>The report is in %1.</source>
        <translation>التقرير في %1.</translation>
    </message>
    <message>
        <source>Note and tags…</source>
        <translation>ملاحظة ووسوم…</translation>
    </message>
    <message>
        <source>Save a report…</source>
        <translation>حفظ تقرير…</translation>
    </message>
    <message>
        <source>Baseline of comparisons</source>
        <translation>مرجع المقارنات</translation>
    </message>
    <message>
        <source>All tags</source>
        <translation>كل الوسوم</translation>
    </message>
    <message>
        <source>Try the model…</source>
        <translation>تجربة النموذج…</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>إعادة التسمية</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>إلغاء</translation>
    </message>
    <message>
        <source>%1 is being prepared: cancel it before you remove it.</source>
        <translation>‏%1 قيد التحضير: ألغه قبل أن تزيله.</translation>
    </message>
    <message>
        <source>%1 still trains: stop it before you remove it.</source>
        <translation>‏%1 ما زال يتدرب: أوقفه قبل أن تزيله.</translation>
    </message>
</context>
<context>
    <name>motley::SecretDialog</name>
    <message>
        <source>Unlock your key</source>
        <translation>فتح قفل المفتاح</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>كلمة المرور</translation>
    </message>
    <message>
        <source>The machine asks</source>
        <translation>الجهاز يسأل</translation>
    </message>
    <message>
        <source>The passphrase of %1</source>
        <translation>عبارة مرور %1</translation>
    </message>
    <message>
        <source>To log in as %1</source>
        <translation>لتسجيل الدخول باسم %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>‏%1: %2</translation>
    </message>
    <message>
        <source>That was not right. Attempt %1.</source>
        <translation>لم يكن ذلك صحيحًا. المحاولة %1.</translation>
    </message>
    <message>
        <source>Log in</source>
        <translation>تسجيل الدخول</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>إلغاء</translation>
    </message>
</context>
<context>
    <name>motley::SegmentDialog</name>
    <message>
        <source>Choose a volume…</source>
        <translation>اختيار بيانات حجمية…</translation>
    </message>
    <message>
        <source>The slice as it is</source>
        <translation>الشريحة كما هي</translation>
    </message>
    <message>
        <source>The segments of the slice</source>
        <translation>مقاطع الشريحة</translation>
    </message>
    <message>
        <source>Segment</source>
        <translation>تقطيع</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>إيقاف</translation>
    </message>
    <message>
        <source>Try %1</source>
        <translation>تجربة %1</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>التقدّم</translation>
    </message>
    <message>
        <source>Size of the part that is segmented</source>
        <translation>حجم الجزء الذي يُقطَّع</translation>
    </message>
    <message>
        <source>Rows and columns of the part that is segmented; a large part takes long.</source>
        <translation>صفوف وأعمدة الجزء الذي يُقطَّع؛ الجزء الكبير يستغرق وقتًا طويلًا.</translation>
    </message>
    <message>
        <source>As it is</source>
        <translation>كما هي</translation>
    </message>
    <message>
        <source>Segments</source>
        <translation>المقاطع</translation>
    </message>
    <message>
        <source>Slice</source>
        <translation>الشريحة</translation>
    </message>
    <message>
        <source>First row</source>
        <translation>أول صف</translation>
    </message>
    <message>
        <source>First column</source>
        <translation>أول عمود</translation>
    </message>
    <message>
        <source>Counted from 0, as in the file</source>
        <translation>العدّ من 0، كما في الملف</translation>
    </message>
    <message>
        <source>Choose a volume</source>
        <translation>اختيار بيانات حجمية</translation>
    </message>
    <message>
        <source>Volumes (%1)</source>
        <translation>بيانات حجمية (%1)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>كل الملفات (*)</translation>
    </message>
    <message>
        <source>Choose an HDF5 file with slices, or drop one here.</source>
        <translation>اختر ملف HDF5 فيه شرائح، أو أفلت واحدًا هنا.</translation>
    </message>
    <message>
        <source>%1: %2 slices of %3 × %4</source>
        <translation>‏%1: عدد الشرائح %2 بحجم %3 × %4</translation>
    </message>
    <message>
        <source>%1 is too small: the network sees %2 slices, rows and columns at once. Choose a larger volume.</source>
        <translation>‏%1 أصغر من اللازم: ترى الشبكة %2 من الشرائح والصفوف والأعمدة دفعة واحدة. اختر بيانات حجمية أكبر.</translation>
    </message>
    <message>
        <source>Opening the model</source>
        <translation>يجري فتح النموذج</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 seeds tried, %Ln segments found</source>
        <extracomment>a seed is where the search for a segment begins</extracomment>
        <translation>
            <numerusform>جُرّبت %1 من %2 من البذور، وعُثر على %Ln مقطع</numerusform>
            <numerusform>جُرّبت %1 من %2 من البذور، وعُثر على مقطع واحد</numerusform>
            <numerusform>جُرّبت %1 من %2 من البذور، وعُثر على مقطعين</numerusform>
            <numerusform>جُرّبت %1 من %2 من البذور، وعُثر على %Ln مقاطع</numerusform>
            <numerusform>جُرّبت %1 من %2 من البذور، وعُثر على %Ln مقطعًا</numerusform>
            <numerusform>جُرّبت %1 من %2 من البذور، وعُثر على %Ln مقطع</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing was found in slices %1 to %2. Try another place, or a run that was trained for longer.</source>
        <translation>لم يُعثر على شيء في الشرائح من %1 إلى %2. جرّب موضعًا آخر، أو تشغيلًا دُرِّب مدة أطول.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln segments fill %1 of slices %2 to %3.</source>
        <translation>
            <numerusform>%Ln مقطع يملأ %1 من الشرائح %2 إلى %3.</numerusform>
            <numerusform>مقطع واحد يملأ %1 من الشرائح %2 إلى %3.</numerusform>
            <numerusform>مقطعان يملآن %1 من الشرائح %2 إلى %3.</numerusform>
            <numerusform>%Ln مقاطع تملأ %1 من الشرائح %2 إلى %3.</numerusform>
            <numerusform>%Ln مقطعًا تملأ %1 من الشرائح %2 إلى %3.</numerusform>
            <numerusform>%Ln مقطع تملأ %1 من الشرائح %2 إلى %3.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln segments in this slice</source>
        <translation>
            <numerusform>%Ln مقطع في هذه الشريحة</numerusform>
            <numerusform>مقطع واحد في هذه الشريحة</numerusform>
            <numerusform>مقطعان في هذه الشريحة</numerusform>
            <numerusform>%Ln مقاطع في هذه الشريحة</numerusform>
            <numerusform>%Ln مقطعًا في هذه الشريحة</numerusform>
            <numerusform>%Ln مقطع في هذه الشريحة</numerusform>
        </translation>
    </message>
    <message>
        <source>Not segmented yet</source>
        <translation>لم تُقطَّع بعد</translation>
    </message>
    <message>
        <source>Segmenting…</source>
        <translation>جارٍ التقطيع…</translation>
    </message>
</context>
<context>
    <name>motley::SettingsPage</name>
    <message>
        <source>Theme</source>
        <translation>السمة</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>اللغة</translation>
    </message>
    <message>
        <source>Settings are in</source>
        <translation>مكان الإعدادات</translation>
    </message>
    <message>
        <source>Runs and models are in</source>
        <translation>مكان عمليات التشغيل والنماذج</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>الإعدادات</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>حسب النظام</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>فاتحة</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>داكنة</translation>
    </message>
    <message>
        <source>High contrast, light</source>
        <translation>تباين عالٍ، فاتحة</translation>
    </message>
    <message>
        <source>High contrast, dark</source>
        <translation>تباين عالٍ، داكنة</translation>
    </message>
    <message>
        <source>Tell me on the desktop when a run ends, fails or becomes slow</source>
        <translation>أبلغني على سطح المكتب عندما ينتهي تشغيل أو يفشل أو يصبح بطيء السير</translation>
    </message>
    <message>
        <source>Never while you look at the window.</source>
        <translation>ليس أثناء نظرك إلى النافذة.</translation>
    </message>
</context>
<context>
    <name>motley::SharedFolder</name>
    <message>
        <source>“%1” is not the path of a folder. Write one that begins with /, or two of them as HERE=THERE, such as /home/ada/data=/mnt/data.</source>
        <translation>‏«%1» ليس مسار مجلد. اكتب مسارًا يبدأ بـ / أو مسارين بالشكل HERE=THERE، مثل ‎/home/ada/data=/mnt/data‎.</translation>
    </message>
</context>
<context>
    <name>motley::SharedFoldersDialog</name>
    <message>
        <source>Data on %1</source>
        <translation>البيانات على %1</translation>
    </message>
    <message>
        <source>Folders of data that this machine has too, such as a disk that all mount. A file in them is used where it lies if it is the same as here; anything else is sent.</source>
        <translation>مجلدات بيانات موجودة على هذا الجهاز أيضًا، مثل قرص تشترك فيه كل الأجهزة. يُستخدم الملف في مكانه إن طابق الملف هنا؛ وما عدا ذلك يُرسل.</translation>
    </message>
    <message>
        <source>A line each: the folder here, or the folder here = the folder there.</source>
        <translation>مجلد في كل سطر: المجلد هنا، أو المجلد هنا = المجلد هناك.</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>المجلدات</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>حفظ</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>إلغاء</translation>
    </message>
</context>
<context>
    <name>motley::SlowdownWords</name>
    <message>
        <source>Slow: other processes</source>
        <translation>بطيء: عمليات أخرى</translation>
    </message>
    <message>
        <source>Slow: processor limit</source>
        <translation>بطيء: حد المعالج</translation>
    </message>
    <message>
        <source>Slow: busy host</source>
        <translation>بطيء: المضيف مشغول</translation>
    </message>
    <message>
        <source>Slow: too hot</source>
        <translation>بطيء: حرارة زائدة</translation>
    </message>
    <message>
        <source>Slow: power limit</source>
        <translation>بطيء: حد الطاقة</translation>
    </message>
    <message>
        <source>Slow: GPU shared</source>
        <translation>بطيء: GPU مشتركة</translation>
    </message>
    <message>
        <source>Slow: low clock</source>
        <translation>بطيء: تردد منخفض</translation>
    </message>
    <message>
        <source>Slow: swapping</source>
        <translation>بطيء: تبديل الذاكرة</translation>
    </message>
    <message>
        <source>Slow: disk</source>
        <translation>بطيء: القرص</translation>
    </message>
    <message>
        <source>Slow: network</source>
        <translation>بطيء: الشبكة</translation>
    </message>
    <message>
        <source>Rank %1: %2</source>
        <translation>الرتبة %1: %2</translation>
    </message>
    <message>
        <source>Slow: data</source>
        <translation>بطيء: البيانات</translation>
    </message>
    <message>
        <source>Slow</source>
        <translation>بطيء</translation>
    </message>
</context>
<context>
    <name>motley::SmoothingField</name>
    <message>
        <source>Smoothing, in percent of what is visible</source>
        <translation>التنعيم، بالنسبة المئوية مما هو ظاهر</translation>
    </message>
</context>
<context>
    <name>motley::SshLogin</name>
    <message>
        <source>The login on %1 did not come to an end: %2</source>
        <translation>لم يكتمل تسجيل الدخول إلى %1: %2</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>لا شيء</translation>
    </message>
    <message>
        <source>%1 closed the connection after too many refused keys or passwords. Name the right key with IdentityFile and IdentitiesOnly in your SSH configuration. (Tried: %2.)</source>
        <translation>أغلق %1 الاتصال بعد رفض مفاتيح أو كلمات مرور كثيرة. حدّد المفتاح الصحيح بـ IdentityFile وIdentitiesOnly في إعدادات SSH. (جُرّب: %2.)</translation>
    </message>
    <message>
        <source>%1 closed the connection during the login. Try again.</source>
        <translation>أغلق %1 الاتصال أثناء تسجيل الدخول. أعد المحاولة.</translation>
    </message>
    <message>
        <source>The login on %1 was given up. %2</source>
        <translation>تُرك تسجيل الدخول إلى %1. %2</translation>
    </message>
    <message>
        <source>(It offers: %1. Tried: %2.)</source>
        <translation>(يعرض: %1. جُرّب: %2.)</translation>
    </message>
    <message>
        <source>%1 did not accept what was typed for the account %2. Check the password and the name of the account. %3</source>
        <translation>لم يقبل %1 ما كُتب للحساب %2. تحقق من كلمة المرور واسم الحساب. %3</translation>
    </message>
    <message>
        <source>%1 accepted none of your keys for the account %2. CertificateFile %3 was not tried, as it is not for a key of IdentityFile that is here. %4</source>
        <translation>لم يقبل %1 أيًّا من مفاتيحك للحساب %2. لم يُجرَّب CertificateFile %3 لأنه لا يخص أي مفتاح من IdentityFile موجود هنا. %4</translation>
    </message>
    <message>
        <source>%1 accepted none of your keys for the account %2. Add a key to that account or check its name. %3</source>
        <translation>لم يقبل %1 أيًّا من مفاتيحك للحساب %2. أضف مفتاحًا إلى ذلك الحساب أو تحقق من اسمه. %3</translation>
    </message>
    <message>
        <source>%1, whose permissions are too open (chmod 600 %1)</source>
        <translation>الملف %1 (صلاحياته مفتوحة أكثر مما ينبغي: chmod 600 %1)</translation>
    </message>
    <message>
        <source>%1, which %2 of your SSH configuration leaves out</source>
        <translation>الملف %1 (يستبعده %2 في إعدادات SSH لديك)</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>‏%1؛ %2</translation>
    </message>
    <message>
        <source>(It offers: %1. Tried: %2. Not tried: %3.)</source>
        <translation>(يعرض: %1. جُرّب: %2. لم يُجرَّب: %3.)</translation>
    </message>
    <message>
        <source>%1 offers none of the ways to log in to the account %2 that PreferredAuthentications of your SSH configuration allows. %3</source>
        <translation>لا يعرض %1 للحساب %2 أيًّا من طرق تسجيل الدخول التي يسمح بها PreferredAuthentications في إعدادات SSH لديك. %3</translation>
    </message>
    <message>
        <source>%1 accepted none of the keys that could be tried for the account %2. %3</source>
        <translation>لم يقبل %1 أيًّا من المفاتيح التي أمكن تجربتها للحساب %2. %3</translation>
    </message>
</context>
<context>
    <name>motley::SshSession</name>
    <message>
        <source>%1 did not start a command: %2</source>
        <translation>لم يبدأ %1 أمرًا: %2</translation>
    </message>
    <message>
        <source>The connection to %1 was lost. Try again.</source>
        <translation>انقطع الاتصال بـ %1. أعد المحاولة.</translation>
    </message>
    <message>
        <source>%1 refused to start a command. Its SSH server may not allow this account to run any.</source>
        <translation>رفض %1 بدء أمر. قد لا يسمح خادم SSH فيه لهذا الحساب بتنفيذ أي أمر.</translation>
    </message>
    <message>
        <source>Stopped on %1, as asked.</source>
        <translation>أُوقف على %1 كما طُلب.</translation>
    </message>
    <message>
        <source>The login shell of %1 did not get to the command. Its start-up files must neither wait for input nor start another shell when nobody is at a terminal.</source>
        <translation>لم تصل صدفة الدخول في %1 إلى الأمر. يجب ألّا تنتظر ملفات بدئها إدخالًا وألّا تبدأ صدفة أخرى عند غياب الطرفية.</translation>
    </message>
    <message>
        <source>The login shell of %1 ended without running the command. Check that the account may log in and run commands.</source>
        <translation>انتهت صدفة الدخول في %1 دون تنفيذ الأمر. تحقق من أن الحساب يستطيع الدخول وتنفيذ الأوامر.</translation>
    </message>
    <message>
        <source>The connection to %1 was lost: small packets still arrive there, and large ones do not. A VPN or tunnel on the way takes smaller ones than your network: set a smaller MTU there, such as 1280, and try again.</source>
        <translation>انقطع الاتصال بـ %1: ما زالت الحزم الصغيرة تصل إليه، أما الكبيرة فلا. تقبل شبكة VPN أو نفق في الطريق حزمًا أصغر من شبكتك: اضبط هناك قيمة MTU أصغر، مثل 1280، ثم أعد المحاولة.</translation>
    </message>
</context>
<context>
    <name>motley::SshTransport</name>
    <message>
        <source>Stopped, as asked.</source>
        <translation>أُوقف كما طُلب.</translation>
    </message>
    <message numerus="yes">
        <source>no answer within %Ln second(s)</source>
        <translation>
            <numerusform>لا جواب خلال %Ln ثانية</numerusform>
            <numerusform>لا جواب خلال ثانية واحدة</numerusform>
            <numerusform>لا جواب خلال ثانيتين</numerusform>
            <numerusform>لا جواب خلال %Ln ثوانٍ</numerusform>
            <numerusform>لا جواب خلال %Ln ثانية</numerusform>
            <numerusform>لا جواب خلال %Ln ثانية</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::StepTimeWords</name>
    <message>
        <source>A step took %1.</source>
        <translation>استغرقت الخطوة %1.</translation>
    </message>
    <message>
        <source>Of it, computing took %1, the exchange %2 and waiting for data %3.</source>
        <translation>منها %1 للحساب و%2 للتبادل و%3 لانتظار البيانات.</translation>
    </message>
    <message>
        <source>Of it, computing took %1 (predicted: %2), the exchange %3 (predicted: %4) and waiting for data %5.</source>
        <translation>منها %1 للحساب (المتوقع: %2) و%3 للتبادل (المتوقع: %4) و%5 لانتظار البيانات.</translation>
    </message>
    <message>
        <source>Of it, computing took %1 (predicted: %2), the exchange %3 (predicted: %4), waiting for data %5, and reports and waiting for the slowest rank %6.</source>
        <translation>منها %1 للحساب (المتوقع: %2) و%3 للتبادل (المتوقع: %4) و%5 لانتظار البيانات و%6 للتقارير وانتظار أبطأ رتبة.</translation>
    </message>
    <message>
        <source>Of it, computing took %1, the exchange %2, waiting for data %3, and reports and waiting for the slowest rank %4.</source>
        <translation>منها %1 للحساب و%2 للتبادل و%3 لانتظار البيانات و%4 للتقارير وانتظار أبطأ رتبة.</translation>
    </message>
    <message>
        <source>A step took %1, as predicted.</source>
        <translation>استغرقت الخطوة %1، كما كان متوقعًا.</translation>
    </message>
    <message>
        <source>A step took %1, %2 more than the predicted %3.</source>
        <translation>استغرقت الخطوة %1، بزيادة %2 عن المتوقع وهو %3.</translation>
    </message>
    <message>
        <source>A step took %1, %2 less than the predicted %3.</source>
        <translation>استغرقت الخطوة %1، بنقصان %2 عن المتوقع وهو %3.</translation>
    </message>
</context>
<context>
    <name>motley::StragglerWords</name>
    <message numerus="yes">
        <source>%Ln of the last %1 steps waited for %2, %3 of the time</source>
        <translation>
            <numerusform>‏لم تنتظر أي خطوة من آخر %1 خطوة %2، %3 من الوقت</numerusform>
            <numerusform>‏خطوة واحدة من آخر %1 خطوة انتظرت %2، %3 من الوقت</numerusform>
            <numerusform>‏خطوتان من آخر %1 خطوة انتظرتا %2، %3 من الوقت</numerusform>
            <numerusform>‏%Ln خطوات من آخر %1 خطوة انتظرت %2، %3 من الوقت</numerusform>
            <numerusform>‏%Ln خطوة من آخر %1 خطوة انتظرت %2، %3 من الوقت</numerusform>
            <numerusform>‏%Ln خطوة من آخر %1 خطوة انتظرت %2، %3 من الوقت</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of the last %1 steps waited for %2, %3 of the time; without it %4 faster now</source>
        <translation>
            <numerusform>‏لم تنتظر أي خطوة من آخر %1 خطوة %2، %3 من الوقت؛ وبدونه أسرع الآن بنسبة %4</numerusform>
            <numerusform>‏خطوة واحدة من آخر %1 خطوة انتظرت %2، %3 من الوقت؛ وبدونه أسرع الآن بنسبة %4</numerusform>
            <numerusform>‏خطوتان من آخر %1 خطوة انتظرتا %2، %3 من الوقت؛ وبدونه أسرع الآن بنسبة %4</numerusform>
            <numerusform>‏%Ln خطوات من آخر %1 خطوة انتظرت %2، %3 من الوقت؛ وبدونه أسرع الآن بنسبة %4</numerusform>
            <numerusform>‏%Ln خطوة من آخر %1 خطوة انتظرت %2، %3 من الوقت؛ وبدونه أسرع الآن بنسبة %4</numerusform>
            <numerusform>‏%Ln خطوة من آخر %1 خطوة انتظرت %2، %3 من الوقت؛ وبدونه أسرع الآن بنسبة %4</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of the last %1 steps waited for %2, %3 of the time; without it %4 slower now</source>
        <translation>
            <numerusform>‏لم تنتظر أي خطوة من آخر %1 خطوة %2، %3 من الوقت؛ وبدونه أبطأ الآن بنسبة %4</numerusform>
            <numerusform>‏خطوة واحدة من آخر %1 خطوة انتظرت %2، %3 من الوقت؛ وبدونه أبطأ الآن بنسبة %4</numerusform>
            <numerusform>‏خطوتان من آخر %1 خطوة انتظرتا %2، %3 من الوقت؛ وبدونه أبطأ الآن بنسبة %4</numerusform>
            <numerusform>‏%Ln خطوات من آخر %1 خطوة انتظرت %2، %3 من الوقت؛ وبدونه أبطأ الآن بنسبة %4</numerusform>
            <numerusform>‏%Ln خطوة من آخر %1 خطوة انتظرت %2، %3 من الوقت؛ وبدونه أبطأ الآن بنسبة %4</numerusform>
            <numerusform>‏%Ln خطوة من آخر %1 خطوة انتظرت %2، %3 من الوقت؛ وبدونه أبطأ الآن بنسبة %4</numerusform>
        </translation>
    </message>
    <message>
        <source>One rank trains, and waits for no other</source>
        <translation>رتبة واحدة تتدرب ولا تنتظر غيرها</translation>
    </message>
    <message>
        <source>There are too few steps yet to say which machine the others wait for</source>
        <translation>الخطوات قليلة بعدُ لمعرفة الجهاز الذي تنتظره الأجهزة الأخرى</translation>
    </message>
    <message numerus="yes">
        <source>In the last %Ln step(s) no machine waited for another</source>
        <translation>
            <numerusform>لم ينتظر أي جهاز غيره في أي خطوة</numerusform>
            <numerusform>لم ينتظر أي جهاز غيره في آخر خطوة</numerusform>
            <numerusform>لم ينتظر أي جهاز غيره في آخر خطوتين</numerusform>
            <numerusform>لم ينتظر أي جهاز غيره في آخر %Ln خطوات</numerusform>
            <numerusform>لم ينتظر أي جهاز غيره في آخر %Ln خطوة</numerusform>
            <numerusform>لم ينتظر أي جهاز غيره في آخر %Ln خطوة</numerusform>
        </translation>
    </message>
    <message>
        <source>There were too few steps to say which machine the others waited for</source>
        <translation>كانت الخطوات أقل من أن يُعرف الجهاز الذي انتظرته الأجهزة الأخرى</translation>
    </message>
    <message numerus="yes">
        <source>Mean of the last %Ln step(s): %1, forecast: %2</source>
        <translation>
            <numerusform>متوسط آخر %Ln خطوة: %1، والتوقع: %2</numerusform>
            <numerusform>متوسط آخر خطوة: %1، والتوقع: %2</numerusform>
            <numerusform>متوسط آخر خطوتين: %1، والتوقع: %2</numerusform>
            <numerusform>متوسط آخر %Ln خطوات: %1، والتوقع: %2</numerusform>
            <numerusform>متوسط آخر %Ln خطوة: %1، والتوقع: %2</numerusform>
            <numerusform>متوسط آخر %Ln خطوة: %1، والتوقع: %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::TelemetryChart</name>
    <message>
        <source>Percent</source>
        <translation>النسبة المئوية</translation>
    </message>
</context>
<context>
    <name>motley::TerminalPrompter</name>
    <message>
        <source>The host key of %1 is not known yet. Compare its fingerprint with the one on that machine; if it is the same, add: --accept-host-key %2</source>
        <translation>مفتاح المضيف %1 غير معروف بعد. قارن بصمته بالبصمة على ذلك الجهاز؛ فإن تطابقتا فأضف: ‎--accept-host-key %2</translation>
    </message>
    <message>
        <source>
The host key of %1 (%2, %3) is not known yet. Its fingerprint:
%4
%5
Is it the one that this machine shows you? Type “yes” to go on: </source>
        <translation>
مفتاح المضيف %1 (%2، %3) غير معروف بعد. بصمته:
%4
%5
هل هي البصمة التي يعرضها لك هذا الجهاز؟ اكتب «نعم» للمتابعة: </translation>
    </message>
    <message>
        <source>yes</source>
        <translation>نعم</translation>
    </message>
    <message>
        <source>%1 asks for a password or passphrase (%2), and there is no terminal to ask on. Load the key into an ssh-agent, or run this in a terminal.</source>
        <translation>يطلب %1 كلمة مرور أو عبارة مرور (%2) ولا توجد طرفية للسؤال. حمّل المفتاح في ssh-agent أو نفّذ هذا في طرفية.</translation>
    </message>
    <message>
        <source>Passphrase for the key %1: </source>
        <translation>عبارة المرور للمفتاح %1: </translation>
    </message>
    <message>
        <source>Password for %1: </source>
        <translation>كلمة المرور لـ %1: </translation>
    </message>
    <message>
        <source>There is no terminal to ask on. To say yes, add: --yes</source>
        <translation>لا توجد طرفية للسؤال. للموافقة أضف: ‎--yes</translation>
    </message>
    <message>
        <source>Type “yes” to go on: </source>
        <translation>اكتب «نعم» للمتابعة: </translation>
    </message>
</context>
<context>
    <name>motley::TermsWords</name>
    <message>
        <source>%1 are taken away within %2</source>
        <translation>يُسحب %1 منها خلال %2</translation>
    </message>
    <message>
        <source>%1 stay</source>
        <translation>ويبقى %1</translation>
    </message>
    <message>
        <source>%1 an hour</source>
        <translation>‏%1 للساعة</translation>
    </message>
    <message>
        <source>taken away after %1 on average</source>
        <translation>يُسحب بعد %1 في المتوسط</translation>
    </message>
    <message>
        <source>replaced within %1</source>
        <translation>يُستبدل خلال %1</translation>
    </message>
    <message>
        <source>, </source>
        <extracomment>between two terms of a machine</extracomment>
        <translation>، </translation>
    </message>
    <message>
        <source>not taken back by itself</source>
        <translation>لا يُعاد تلقائيًا</translation>
    </message>
    <message>
        <source>takes part again by itself after a restart</source>
        <translation>يشارك من جديد تلقائيًا بعد إعادة تشغيله</translation>
    </message>
</context>
<context>
    <name>motley::TimeSplitView</name>
    <message>
        <source>data</source>
        <translation>البيانات</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>المرور الأمامي</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>المرور الخلفي</translation>
    </message>
    <message>
        <source>waiting for others</source>
        <translation>انتظار الآخرين</translation>
    </message>
    <message>
        <source>exchange</source>
        <translation>التبادل</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>المحسِّن</translation>
    </message>
    <message>
        <source>%1 a step</source>
        <translation>‏%1 لكل خطوة</translation>
    </message>
    <message>
        <source>Parts of a step</source>
        <translation>أجزاء الخطوة</translation>
    </message>
    <message>
        <source>report</source>
        <translation>التقرير</translation>
    </message>
</context>
<context>
    <name>motley::TimelineLanes</name>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>ولا غيرها</numerusform>
            <numerusform>وواحد آخر</numerusform>
            <numerusform>واثنان آخران</numerusform>
            <numerusform>و%Ln أخرى</numerusform>
            <numerusform>و%Ln أخرى</numerusform>
            <numerusform>و%Ln أخرى</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::TimelineLegend</name>
    <message>
        <source>Forward and backward passes, with the part of the exchange that they hide.</source>
        <translation>المرور الأمامي والخلفي، مع الجزء من التبادل الذي يخفيانه.</translation>
    </message>
    <message>
        <source>The part of the exchange that computing does not hide.</source>
        <translation>الجزء من التبادل الذي لا يخفيه الحساب.</translation>
    </message>
    <message>
        <source>What is left of the step: the report that ends it, and waiting in it.</source>
        <translation>ما يبقى من الخطوة: التقرير الذي ينهيها والانتظار فيه.</translation>
    </message>
    <message>
        <source>forecast</source>
        <translation>التوقع</translation>
    </message>
    <message>
        <source>How long a step was forecast to take.</source>
        <translation>الزمن المتوقع للخطوة.</translation>
    </message>
    <message>
        <source>what it did</source>
        <translation>المنجز</translation>
    </message>
    <message>
        <source>what it could do without waiting</source>
        <translation>الممكن دون انتظار</translation>
    </message>
    <message>
        <source>waiting, from %1 to %2 of the step</source>
        <translation>الانتظار، من %1 إلى %2 من الخطوة</translation>
    </message>
    <message>
        <source>from 0 to the greatest</source>
        <translation>من 0 إلى الأكبر</translation>
    </message>
    <message>
        <source>failure</source>
        <translation>فشل</translation>
    </message>
    <message>
        <source>who trains</source>
        <translation>من يتدرّب</translation>
    </message>
    <message>
        <source>finding</source>
        <translation>ملاحظة</translation>
    </message>
    <message>
        <source>shares</source>
        <translation>الحصص</translation>
    </message>
    <message>
        <source>test</source>
        <translation>اختبار</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>نقطة حفظ</translation>
    </message>
</context>
<context>
    <name>motley::TimelineTable</name>
    <message>
        <source>Steps</source>
        <translation>الخطوات</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>ما حدث</translation>
    </message>
</context>
<context>
    <name>motley::TimelineView</name>
    <message>
        <source>Show as a table (T)</source>
        <translation>عرض في جدول (T)</translation>
    </message>
    <message>
        <source>What the time line shows</source>
        <translation>ما يعرضه الخط الزمني</translation>
    </message>
    <message>
        <source>Where the time goes</source>
        <translation>توزيع الزمن</translation>
    </message>
    <message>
        <source>The time line as a table</source>
        <translation>الخط الزمني في جدول</translation>
    </message>
    <message>
        <source>Time line of the machines. Arrows choose a column and a machine, N and P a mark. %1</source>
        <translation>الخط الزمني للأجهزة. تختار الأسهم عمودًا وجهازًا، وتختار N وP علامة. %1</translation>
    </message>
</context>
<context>
    <name>motley::TimelineWords</name>
    <message>
        <source>%1, waiting %2</source>
        <translation>‏%1، منها انتظار %2</translation>
    </message>
    <message>
        <source>%1 a step: %2</source>
        <translation>‏%1 لكل خطوة: %2</translation>
    </message>
    <message>
        <source>%1 °C</source>
        <translation>‏%1 °C</translation>
    </message>
    <message>
        <source>%1 MHz</source>
        <translation>‏%1 MHz</translation>
    </message>
    <message>
        <source>did %1, could do %2</source>
        <translation>المنجز %1، الممكن %2</translation>
    </message>
    <message>
        <source>computing</source>
        <translation>الحساب</translation>
    </message>
    <message>
        <source>data</source>
        <translation>البيانات</translation>
    </message>
    <message>
        <source>update</source>
        <translation>التحديث</translation>
    </message>
    <message>
        <source>exchange</source>
        <translation>التبادل</translation>
    </message>
    <message>
        <source>waiting for others</source>
        <translation>انتظار الآخرين</translation>
    </message>
    <message>
        <source>report</source>
        <translation>التقرير</translation>
    </message>
    <message>
        <source>Time of a step</source>
        <translation>زمن الخطوة</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>السرعة</translation>
    </message>
    <message>
        <source>Share of a batch</source>
        <translation>الحصة من الدفعة</translation>
    </message>
    <message>
        <source>Processors</source>
        <translation>المعالجات</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>الذاكرة</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>وحدات GPU</translation>
    </message>
    <message>
        <source>Memory of GPUs</source>
        <translation>ذاكرة وحدات GPU</translation>
    </message>
    <message>
        <source>Power of GPUs</source>
        <translation>قدرة وحدات GPU</translation>
    </message>
    <message>
        <source>Temperature of GPUs</source>
        <translation>حرارة وحدات GPU</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>تردد الساعة</translation>
    </message>
    <message>
        <source>Other processes</source>
        <translation>عمليات أخرى</translation>
    </message>
    <message>
        <source>Stolen time</source>
        <translation>الوقت المسلوب</translation>
    </message>
    <message>
        <source>Packets sent again</source>
        <translation>الحزم المعاد إرسالها</translation>
    </message>
    <message numerus="yes">
        <source>Each column is the mean of %Ln step(s)</source>
        <translation>
            <numerusform>لا خطوات في العمود</numerusform>
            <numerusform>كل عمود خطوة واحدة</numerusform>
            <numerusform>كل عمود متوسط خطوتين</numerusform>
            <numerusform>كل عمود متوسط %Ln خطوات</numerusform>
            <numerusform>كل عمود متوسط %Ln خطوة</numerusform>
            <numerusform>كل عمود متوسط %Ln خطوة</numerusform>
        </translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>الخطوة %1</translation>
    </message>
    <message>
        <source>Steps %1 to %2</source>
        <translation>الخطوات %1 إلى %2</translation>
    </message>
    <message>
        <source>has no work</source>
        <translation>بلا عمل</translation>
    </message>
    <message>
        <source>Step %1: %2</source>
        <translation>الخطوة %1: %2</translation>
    </message>
    <message>
        <source>Step %1, %2: %3</source>
        <translation>الخطوة %1، %2: %3</translation>
    </message>
</context>
<context>
    <name>motley::TrainedRows</name>
    <message>
        <source>Show all</source>
        <translation>عرض الكل</translation>
    </message>
    <message>
        <source>Show less</source>
        <translation>عرض أقل</translation>
    </message>
    <message>
        <source>Underlined in colour: the model learns to write this.</source>
        <translation>مسطَّر بلون: يتعلّم النموذج كتابة هذا.</translation>
    </message>
    <message>
        <source>The rest is given.</source>
        <translation>والباقي معطى.</translation>
    </message>
    <message>
        <source>As it is trained</source>
        <translation>كما يُدرَّب عليه</translation>
    </message>
    <message>
        <source>Reading the first rows…</source>
        <translation>تُقرأ الصفوف الأولى…</translation>
    </message>
    <message>
        <source>The rows that would be trained cannot be shown: %1</source>
        <translation>تعذّر عرض الصفوف التي سيُدرَّب عليها: %1</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>… و%1 أخرى</translation>
    </message>
</context>
<context>
    <name>motley::TrainingRun</name>
    <message>
        <source>This run ended while it was prepared.</source>
        <translation>انتهى هذا التشغيل أثناء تجهيزه.</translation>
    </message>
    <message>
        <source>The run was cancelled before the training began.</source>
        <translation>أُلغي التشغيل قبل بدء التدريب.</translation>
    </message>
    <message>
        <source>The training is done, but its model could not be copied here: %1</source>
        <translation>اكتمل التدريب لكن تعذّر نسخ نموذجه إلى هنا: %1</translation>
    </message>
    <message>
        <source>%1 has none that is whole.</source>
        <translation>‏%1 ليس عليه واحدة كاملة.</translation>
    </message>
    <message>
        <source>%1 Its newest checkpoint could not be copied here: %2</source>
        <translation>‏%1 تعذّر نسخ أحدث نقطة حفظ له إلى هنا: %2</translation>
    </message>
    <message>
        <source>An engine of another version wrote some events of this run, which are not shown. They are kept; a newer Motley shows them.</source>
        <translation>كتب محرّك من إصدار آخر بعض أحداث هذا التشغيل، وهي لا تُعرض. تبقى محفوظة، ويعرضها إصدار أحدث من Motley.</translation>
    </message>
</context>
<context>
    <name>motley::TransferWords</name>
    <message>
        <source>%1 of %2</source>
        <translation>‏%1 من %2</translation>
    </message>
    <message>
        <source>%1, %2/s, %3 left</source>
        <translation>‏%1، %2/s، المتبقي %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>‏%1: %2</translation>
    </message>
    <message>
        <source>%1: %2 · %3</source>
        <translation>‏%1: %2، %3</translation>
    </message>
</context>
<context>
    <name>motley::TryDialog</name>
    <message>
        <source>Conversation</source>
        <translation>محادثة</translation>
    </message>
    <message>
        <source>Write on</source>
        <translation>متابعة الكتابة</translation>
    </message>
    <message>
        <source>Say something. The model knows what was said before.</source>
        <translation>قل شيئًا. يعرف النموذج ما قيل من قبل.</translation>
    </message>
    <message>
        <source>Begin a text, and the model writes on.</source>
        <translation>ابدأ نصًا، وسيتابع النموذج كتابته.</translation>
    </message>
    <message>
        <source>Write a sentence to be translated.</source>
        <translation>اكتب جملة لتُترجم.</translation>
    </message>
    <message>
        <source>Write a sentence whose words the model tags.</source>
        <translation>اكتب جملة يصنّف النموذج كلماتها.</translation>
    </message>
    <message>
        <source>Choose a picture, or drop one here.</source>
        <translation>اختر صورة، أو أفلت واحدة هنا.</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>إرسال</translation>
    </message>
    <message>
        <source>Translate</source>
        <translation>ترجمة</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>تصنيف</translation>
    </message>
    <message>
        <source>Choose a picture…</source>
        <translation>اختيار صورة…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>إيقاف</translation>
    </message>
    <message>
        <source>Try %1</source>
        <translation>تجربة %1</translation>
    </message>
    <message>
        <source>What the model does</source>
        <translation>ما يفعله النموذج</translation>
    </message>
    <message>
        <source>Beside what it began with: %1</source>
        <translation>إلى جانب ما بدأ به: %1</translation>
    </message>
    <message>
        <source>Both answer the same question; it takes the memory of both.</source>
        <translation>كلاهما يجيب عن السؤال نفسه، ويلزم لذلك ذاكرة الاثنين.</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>قبل التدريب</translation>
    </message>
    <message>
        <source>After</source>
        <translation>بعد التدريب</translation>
    </message>
    <message>
        <source>Choose a picture</source>
        <translation>اختيار صورة</translation>
    </message>
    <message>
        <source>Pictures (%1)</source>
        <translation>صور (%1)</translation>
    </message>
</context>
<context>
    <name>motley::UsageError</name>
    <message>
        <source>%1 is not understood. Did you mean %2?</source>
        <translation>‏%1 غير مفهوم. هل تقصد %2؟</translation>
    </message>
    <message>
        <source>%1 is not understood.</source>
        <translation>‏%1 غير مفهوم.</translation>
    </message>
    <message>
        <source>%1 is missing.</source>
        <translation>‏%1 ناقص.</translation>
    </message>
    <message>
        <source>a command is missing.</source>
        <translation>ينقص أمر.</translation>
    </message>
    <message>
        <source>%1 and %2 cannot be given together.</source>
        <translation>لا يمكن استخدام %1 و%2 معًا.</translation>
    </message>
    <message>
        <source>%1 needs a value.</source>
        <translation>‏%1 يحتاج إلى قيمة.</translation>
    </message>
    <message>
        <source>%1 cannot have this value.</source>
        <translation>لا يمكن أن تكون هذه قيمة %1.</translation>
    </message>
    <message>
        <source>How to write it: %1</source>
        <translation>طريقة الكتابة: %1</translation>
    </message>
</context>
<context>
    <name>motley::UserFolders</name>
    <message>
        <source>The environment variable HOME names no folder, and Motley keeps settings and runs there. Set it to your home folder.</source>
        <translation>متغير البيئة HOME لا يسمّي مجلدًا، وفيه يحفظ Motley الإعدادات وعمليات التشغيل. اجعله مجلدك الرئيسي.</translation>
    </message>
</context>
<context>
    <name>motley::VolumeLook</name>
    <message>
        <source>%1 cannot be read as a volume. Choose an HDF5 file whose data set “raw” has slices, rows and columns of bytes.</source>
        <translation>تعذّرت قراءة %1 كبيانات حجمية. اختر ملف HDF5 تحوي مجموعة بياناته «raw» شرائح وصفوفًا وأعمدة من البايتات.</translation>
    </message>
</context>
<context>
    <name>motley::VolumeTrial</name>
    <message>
        <source>No folder for the segments could be made: %1</source>
        <translation>تعذّر إنشاء مجلد للمقاطع: %1</translation>
    </message>
</context>
<context>
    <name>motley::XAxis</name>
    <message>
        <source>Step</source>
        <translation>الخطوة</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>العينات</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>الوقت</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>الحقب</translation>
    </message>
</context>
<context>
    <name>motley::connectTcp</name>
    <message>
        <source>Stopped, as asked.</source>
        <translation>أُوقف كما طُلب.</translation>
    </message>
    <message>
        <source>its name was not resolved in time</source>
        <translation>لم يُحلّ اسمه في الوقت المحدد</translation>
    </message>
    <message>
        <source>the name %1 is not known (%2)</source>
        <translation>الاسم %1 غير معروف (%2)</translation>
    </message>
</context>
<context>
    <name>motley::connectTo</name>
    <message>
        <source>%1 (on the way to %2)</source>
        <translation>‏%1 (في الطريق إلى %2)</translation>
    </message>
    <message numerus="yes">
        <source>The SSH configuration leads through more than %Ln jump host(s).</source>
        <translation>
            <numerusform>تمر إعدادات SSH بأكثر من %Ln مضيف عبور.</numerusform>
            <numerusform>تمر إعدادات SSH بأكثر من مضيف عبور واحد.</numerusform>
            <numerusform>تمر إعدادات SSH بأكثر من مضيفَي عبور.</numerusform>
            <numerusform>تمر إعدادات SSH بأكثر من %Ln مضيفي عبور.</numerusform>
            <numerusform>تمر إعدادات SSH بأكثر من %Ln مضيف عبور.</numerusform>
            <numerusform>تمر إعدادات SSH بأكثر من %Ln مضيف عبور.</numerusform>
        </translation>
    </message>
    <message>
        <source>Could not connect to %1 at %2, port %3: %4. Check the address, and that the machine and its SSH server run.</source>
        <translation>تعذّر الاتصال بـ %1 على %2، المنفذ %3: %4. تحقق من العنوان ومن أن الجهاز وخادم SSH فيه يعملان.</translation>
    </message>
    <message>
        <source>The jump host could not reach %1 at %2, port %3. Check the address, and that the machine and its SSH server run.</source>
        <translation>لم يتمكن مضيف العبور من الوصول إلى %1 على %2، المنفذ %3. تحقق من العنوان ومن أن الجهاز وخادم SSH فيه يعملان.</translation>
    </message>
</context>
<context>
    <name>motley::hostkeys</name>
    <message>
        <source>The list of known hosts %1 cannot be read, so no host key can be judged. Make it readable.</source>
        <translation>تتعذّر قراءة قائمة المضيفين المعروفين %1، فلا يمكن الحكم على أي مفتاح مضيف. اجعلها قابلة للقراءة.</translation>
    </message>
    <message>
        <source>The host key could not be added to %1.</source>
        <translation>تعذّرت إضافة مفتاح المضيف إلى %1.</translation>
    </message>
    <message>
        <source>RevokedHostKeys of your SSH configuration names %1, a list in the binary format (KRL). Only lists in text, a key in each line, are supported.</source>
        <translation>يسمّي RevokedHostKeys في إعدادات SSH لديك %1، وهي قائمة بالصيغة الثنائية (KRL). لا تُدعم إلا القوائم النصية، مفتاح في كل سطر.</translation>
    </message>
    <message>
        <source>Line %1 of the revoked host keys %2 is not a key, so no host key can be trusted.</source>
        <translation>السطر %1 من مفاتيح المضيف الملغاة %2 ليس مفتاحًا، فلا يمكن الوثوق بأي مفتاح مضيف.</translation>
    </message>
    <message>
        <source>RevokedHostKeys of your SSH configuration names %1, which cannot be read, so no host key can be trusted. Make it readable, or name no file.</source>
        <translation>يسمّي RevokedHostKeys في إعدادات SSH لديك %1، ولا يمكن قراءته، فلا يمكن الوثوق بأي مفتاح مضيف. اجعله مقروءًا أو لا تسمِّ ملفًا.</translation>
    </message>
</context>
<context>
    <name>motley::installfolder</name>
    <message>
        <source>The install folder of %1 must be an absolute path, and not / itself.</source>
        <translation>يجب أن يكون مجلد التثبيت في %1 مسارًا مطلقًا، وليس / نفسه.</translation>
    </message>
    <message>
        <source>Other people can change %1 on %2, or what is in it, so no files are put there or below. Run “chmod go-w” on it, or choose another install folder.</source>
        <translation>يستطيع آخرون تغيير %1 على %2 أو ما فيه، فلا توضع ملفات هناك ولا تحته. نفّذ «chmod go-w» عليه أو اختر مجلد تثبيت آخر.</translation>
    </message>
</context>
<context>
    <name>motley::machines</name>
    <message>
        <source>The list of machines %1 cannot be used: %2. Repair the file or move it away; nothing was overwritten.</source>
        <translation>لا يمكن استخدام قائمة الأجهزة %1: %2. أصلح الملف أو انقله؛ لم يُستبدل شيء.</translation>
    </message>
    <message>
        <source>it is too large</source>
        <translation>حجمها كبير جدًا</translation>
    </message>
    <message>
        <source>it is not a list of machines of this version</source>
        <translation>ليست قائمة أجهزة من هذا الإصدار</translation>
    </message>
    <message>
        <source>the name %1 is in it twice</source>
        <translation>يرد الاسم %1 فيها مرتين</translation>
    </message>
    <message>
        <source>The list of machines could not be written to %1: %2.</source>
        <translation>تعذّرت كتابة قائمة الأجهزة في %1: %2.</translation>
    </message>
    <message>
        <source>a machine in it has no name, no address, an invalid folder or impossible terms</source>
        <translation>فيها جهاز بلا اسم أو بلا عنوان أو بمجلد غير صالح أو بشروط غير ممكنة</translation>
    </message>
    <message>
        <source>The list of machines %1 is being changed by another program. Try again.</source>
        <translation>يغيّر برنامج آخر قائمة الأجهزة %1 الآن. أعد المحاولة.</translation>
    </message>
    <message>
        <source>it is not a file</source>
        <translation>ليست ملفًا</translation>
    </message>
</context>
<context>
    <name>motley::probe</name>
    <message>
        <source>%1 could not be examined: %2</source>
        <translation>تعذّر فحص %1: %2</translation>
    </message>
    <message>
        <source>The machine did not describe itself to the end.</source>
        <translation>لم يُكمل الجهاز وصف نفسه.</translation>
    </message>
    <message>
        <source>The machine said too much about itself.</source>
        <translation>وصف الجهاز لنفسه أطول من اللازم.</translation>
    </message>
</context>
<context>
    <name>motley::sshalgorithms</name>
    <message>
        <source>%1 of your SSH configuration allows nothing for %2 that is supported. Allow one of these too: %3.</source>
        <translation>لا يسمح %1 في إعدادات SSH لديك لـ %2 بأي شيء مدعوم. اسمح بأحد هذه أيضًا: %3.</translation>
    </message>
    <message>
        <source>%1 and this computer have no algorithm in common: of %2 it offers only %3, which is not supported. Ask whoever runs that machine to allow others.</source>
        <translation>لا توجد خوارزمية مشتركة بين %1 وهذا الحاسوب: لا يعرض من %2 إلا %3، وهو غير مدعوم. اطلب ممن يدير ذلك الجهاز أن يسمح بغيره.</translation>
    </message>
    <message>
        <source>%1 and this computer have no algorithm in common: of %2 it offers only %3, which your SSH configuration does not allow. Allow %4 by %2 there, or ask whoever runs that machine to allow others.</source>
        <translation>لا توجد خوارزمية مشتركة بين %1 وهذا الحاسوب: لا يعرض من %2 إلا %3، وإعدادات SSH لديك لا تسمح به. اسمح فيها بـ %4 عبر %2، أو اطلب ممن يدير ذلك الجهاز أن يسمح بغيره.</translation>
    </message>
</context>
<context>
    <name>motley::sshconfig</name>
    <message>
        <source>“%1” is not an SSH address. Give an alias of your SSH configuration, user@host or ssh://user@host:port.</source>
        <translation>‏«%1» ليس عنوان SSH. اكتب اسمًا مستعارًا من إعدادات SSH أو user@host أو ssh://user@host:port.</translation>
    </message>
    <message>
        <source>Your SSH configuration does not work for %1: %2</source>
        <translation>إعدادات SSH لا تصلح لـ %1: %2</translation>
    </message>
    <message>
        <source>The SSH configuration of this address names no host, user or valid port.</source>
        <translation>لا تذكر إعدادات SSH لهذا العنوان مضيفًا أو مستخدمًا أو منفذًا صالحًا.</translation>
    </message>
    <message>
        <source>The SSH configuration of %1 uses %2, which is not supported. Remove it for this host; ProxyJump can take the place of ProxyCommand, and a known_hosts file that of KnownHostsCommand.</source>
        <translation>تستخدم إعدادات SSH الخاصة بـ %1 الخيار %2، وهو غير مدعوم. أزله لهذا المضيف؛ يمكن أن يحل ProxyJump محل ProxyCommand وملف known_hosts محل KnownHostsCommand.</translation>
    </message>
    <message>
        <source>%1 has no value here, in “%2” of your SSH configuration.</source>
        <translation>ليس لـ %1 قيمة هنا، في «%2» من إعدادات SSH لديك.</translation>
    </message>
    <message>
        <source>The program ssh, which reads your SSH configuration, is not on this computer. Install the package openssh-client.</source>
        <translation>برنامج ssh الذي يقرأ إعدادات SSH لديك غير موجود على هذا الحاسوب. ثبّت الحزمة openssh-client.</translation>
    </message>
    <message>
        <source>it is too long</source>
        <translation>هي أطول مما ينبغي</translation>
    </message>
    <message>
        <source>%1 in your SSH configuration names “%2”. Relative paths are not supported there, nor blanks within a path that could stand between two.</source>
        <translation>يسمّي %1 في إعدادات SSH لديك «%2». لا تُدعم هناك المسارات النسبية، ولا الفراغات داخل مسار إن كان يمكن أن تفصل بين مسارين.</translation>
    </message>
    <message>
        <source>PreferredAuthentications of your SSH configuration allows %1 only, which is not supported. Add publickey.</source>
        <translation>لا يسمح PreferredAuthentications في إعدادات SSH لديك إلا بـ %1، وهو غير مدعوم. أضف publickey.</translation>
    </message>
</context>
<context>
    <name>motley::sshhandshake</name>
    <message>
        <source>%1 shows the host key %2, which %3 marks as revoked. Nothing was sent. Ask whoever runs that machine.</source>
        <translation>يعرض %1 مفتاح المضيف %2 الذي يصفه %3 بأنه ملغى. لم يُرسل شيء. اسأل من يدير ذلك الجهاز.</translation>
    </message>
    <message>
        <source>%1 shows another host key than before: now %2, known %3 (%4). Nothing was sent. Somebody may be in between; only if whoever runs that machine confirms the new key, remove that line.</source>
        <translation>يعرض %1 مفتاح مضيف غير السابق: الآن %2 والمعروف %3 (%4). لم يُرسل شيء. قد يكون هناك من يتوسّط بينكما؛ لا تحذف ذلك السطر إلا إذا أكّد مدير الجهاز المفتاح الجديد.</translation>
    </message>
    <message>
        <source>The host key %2 of %1 is not known, and your SSH configuration says StrictHostKeyChecking yes. Add the key to %3 first.</source>
        <translation>مفتاح المضيف %2 الخاص بـ %1 غير معروف، وإعدادات SSH تنص على StrictHostKeyChecking yes. أضف المفتاح إلى %3 أولًا.</translation>
    </message>
    <message>
        <source>The host key of %1 was not accepted, so nothing was sent.</source>
        <translation>لم يُقبل مفتاح المضيف %1، لذا لم يُرسل شيء.</translation>
    </message>
    <message>
        <source>%1 showed no host key that could be read.</source>
        <translation>لم يعرض %1 مفتاح مضيف قابلًا للقراءة.</translation>
    </message>
    <message>
        <source>%1 did not greet as an SSH server: %2. Check the port.</source>
        <translation>لم يُجب %1 بوصفه خادم SSH: %2. تحقق من المنفذ.</translation>
    </message>
    <message>
        <source>No secure connection to %1 could be agreed on. Check that an SSH server listens on port %2.</source>
        <translation>تعذّر الاتفاق على اتصال آمن مع %1. تحقق من أن خادم SSH يستمع على المنفذ %2.</translation>
    </message>
    <message>
        <source>%1 is trusted by a certificate of its host key (@cert-authority in %2), which is not supported. Ask whoever runs that machine for its host key itself, which is now %3, and add it to that file.</source>
        <translation>يوثق بـ %1 عبر شهادة لمفتاح المضيف (@cert-authority في %2)، وهذا غير مدعوم. اسأل من يدير ذلك الجهاز عن مفتاح المضيف نفسه، وهو الآن %3، وأضفه إلى ذلك الملف.</translation>
    </message>
    <message>
        <source>The host key %3 of %1 is not known, and another key is revoked for it (@revoked in %2), which may be that of an authority: their certificates are not supported. Ask whoever runs that machine for its host key, and add it to that file.</source>
        <translation>مفتاح المضيف %3 الخاص بـ %1 غير معروف، وقد أُلغي له مفتاح آخر (@revoked في %2) قد يكون لسلطة شهادات لا تُدعم شهاداتها. اسأل من يدير ذلك الجهاز عن مفتاح المضيف وأضفه إلى ذلك الملف.</translation>
    </message>
    <message>
        <source>%1 closed the connection before it greeted as an SSH server. Check that an SSH server listens on port %2. If logins from here have failed, it may let nobody in from here for a while: wait a few minutes and try again.</source>
        <translation>أغلق %1 الاتصال قبل أن يعرّف نفسه خادمَ SSH. تأكد من وجود خادم SSH يستمع على المنفذ %2. وإن فشلت محاولات تسجيل دخول من هنا، فقد لا يسمح لأحد بالدخول من هنا لبعض الوقت: انتظر بضع دقائق ثم حاول مجددًا.</translation>
    </message>
    <message>
        <source>%1 shows a host key of %2 bits, and your SSH configuration allows none below %3 (RequiredRSASize). Nothing was sent.</source>
        <translation>يعرض %1 مفتاح مضيف من %2 بت، وإعدادات SSH لديك لا تسمح بما دون %3 (RequiredRSASize). لم يُرسل شيء.</translation>
    </message>
    <message>
        <source>%1 greeted as an SSH server, and then there was %2. It stands still, or large packets are lost on the way: where a VPN or tunnel takes smaller ones than your network, set a smaller MTU there, such as 1280.</source>
        <translation>أجاب %1 بوصفه خادم SSH، ثم كانت النتيجة: %2. إما أنه متوقف عن العمل، أو أن الحزم الكبيرة تضيع في الطريق: حيث تقبل شبكة VPN أو نفق حزمًا أصغر من شبكتك، اضبط هناك قيمة MTU أصغر، مثل 1280.</translation>
    </message>
</context>
</TS>
