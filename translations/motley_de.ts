<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>JobField</name>
    <message>
        <source>Small convolutional network</source>
        <translation>Kleines Faltungsnetz</translation>
    </message>
    <message>
        <source>ResNet-18</source>
        <translation>ResNet-18</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>Its shape.</source>
        <translation>Seine Form.</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Vary the images</source>
        <translation>Bilder variieren</translation>
    </message>
    <message>
        <source>Shifts and mirrors the training images at random.</source>
        <translation>Verschiebt und spiegelt die Trainingsbilder zufällig.</translation>
    </message>
    <message>
        <source>Start from</source>
        <translation>Beginnen mit</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Fresh heads</source>
        <translation>Neue Köpfe</translation>
    </message>
    <message>
        <source>The output layers begin anew even where the folder has them.</source>
        <translation>Die Ausgabeschichten beginnen neu, auch wenn der Ordner sie enthält.</translation>
    </message>
    <message>
        <source>The vocab.txt that the rows were made with; it is saved beside the trained model. Empty: that of the folder above.</source>
        <translation>Die vocab.txt, mit der die Zeilen erzeugt wurden; sie wird beim trainierten Modell gespeichert. Leer: die des Ordners oben.</translation>
    </message>
    <message>
        <source>Training rows</source>
        <translation>Trainingszeilen</translation>
    </message>
    <message>
        <source>An HDF5 file of rows as HetSeq and NVIDIA write them, or a folder of such.</source>
        <translation>Eine HDF5-Datei mit Zeilen, wie HetSeq und NVIDIA sie schreiben, oder ein Ordner davon.</translation>
    </message>
    <message>
        <source>Test rows</source>
        <translation>Testzeilen</translation>
    </message>
    <message>
        <source>The same for the test; empty: the files named valid or test in that folder.</source>
        <translation>Dasselbe für den Test; leer: die Dateien jenes Ordners mit valid oder test im Namen.</translation>
    </message>
    <message>
        <source>Files at most</source>
        <translation>Höchstzahl der Dateien</translation>
    </message>
    <message>
        <source>How many of the training files are used, in the order of their names; 0: all.</source>
        <translation>Wie viele der Trainingsdateien verwendet werden, nach Namen geordnet; 0: alle.</translation>
    </message>
    <message>
        <source>A Hugging Face folder of a BERT, with its tokenizer.</source>
        <translation>Ein Hugging-Face-Ordner eines BERT mit seinem Tokenizer.</translation>
    </message>
    <message>
        <source>Lower case</source>
        <translation>Kleinschreibung</translation>
    </message>
    <message>
        <source>As the folder says</source>
        <translation>Wie der Ordner es sagt</translation>
    </message>
    <message>
        <source>Whether words lose capitals and accents, as an uncased model wants it.</source>
        <translation>Ob Wörter Großbuchstaben und Akzente verlieren, wie es ein Uncased-Modell verlangt.</translation>
    </message>
    <message>
        <source>Training sentences</source>
        <translation>Trainingssätze</translation>
    </message>
    <message>
        <source>A CoNLL file: a word and its tag per line, a blank line between sentences.</source>
        <translation>Eine CoNLL-Datei: je Zeile ein Wort und sein Tag, zwischen Sätzen eine Leerzeile.</translation>
    </message>
    <message>
        <source>Test sentences</source>
        <translation>Testsätze</translation>
    </message>
    <message>
        <source>A CoNLL file that the model is tested on.</source>
        <translation>Eine CoNLL-Datei, mit der das Modell getestet wird.</translation>
    </message>
    <message>
        <source>Longest sentence</source>
        <translation>Längster Satz</translation>
    </message>
    <message>
        <source>In word pieces. Training cuts off the rest of a longer sentence; tests take it in parts.</source>
        <translation>In Wortstücken. Das Training schneidet den Rest eines längeren Satzes ab; Tests nehmen ihn in Teilen.</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>Tiefe</translation>
    </message>
    <message>
        <source>The number of residual pairs of convolutions, plus one; 12 in the original.</source>
        <translation>Die Anzahl der residualen Faltungspaare plus eins; 12 im Original.</translation>
    </message>
    <message>
        <source>Features</source>
        <translation>Merkmale</translation>
    </message>
    <message>
        <source>Channels of every convolution; 32 in the original.</source>
        <translation>Kanäle jeder Faltung; 32 im Original.</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Sichtfeld</translation>
    </message>
    <message>
        <source>Voxels along each side of what the network sees at once; an odd number.</source>
        <translation>Voxel je Seite dessen, was das Netz auf einmal sieht; eine ungerade Zahl.</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schrittweite</translation>
    </message>
    <message>
        <source>Voxels that it moves along an axis.</source>
        <translation>Voxel, um die es sich längs einer Achse bewegt.</translation>
    </message>
    <message>
        <source>Volume</source>
        <translation>Volumen</translation>
    </message>
    <message>
        <source>An HDF5 file with the data sets raw and labels, slices × rows × columns.</source>
        <translation>Eine HDF5-Datei mit den Datensätzen raw und labels, Schnitte × Zeilen × Spalten.</translation>
    </message>
    <message>
        <source>Part for the test</source>
        <translation>Anteil für den Test</translation>
    </message>
    <message>
        <source>The last of the slices: the network is tested on them and never trained on them.</source>
        <translation>Die letzten der Schnitte: Mit ihnen wird das Netz getestet, nie trainiert.</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>Of one epoch of training.</source>
        <translation>Einer Trainingsepoche.</translation>
    </message>
    <message>
        <source>Test examples</source>
        <translation>Testbeispiele</translation>
    </message>
    <message>
        <source>Of one test.</source>
        <translation>Eines Tests.</translation>
    </message>
    <message>
        <source>Smallest object</source>
        <translation>Kleinstes Objekt</translation>
    </message>
    <message>
        <source>In voxels; examples are not drawn from smaller ones.</source>
        <translation>In Voxeln; aus kleineren werden keine Beispiele gezogen.</translation>
    </message>
    <message>
        <source>Vary the volume</source>
        <translation>Volumen variieren</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittelwert</translation>
    </message>
    <message>
        <source>Of a voxel, taken away before training.</source>
        <translation>Eines Voxels, vor dem Training abgezogen.</translation>
    </message>
    <message>
        <source>Standard deviation</source>
        <translation>Standardabweichung</translation>
    </message>
    <message>
        <source>Of a voxel, which the rest is divided by.</source>
        <translation>Eines Voxels: Durch sie wird der Rest geteilt.</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>The network.</source>
        <translation>Das Netz.</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>What it learns from.</source>
        <translation>Woraus es lernt.</translation>
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
        <translation>Kanäle der ersten Stufe, 64 in den ursprünglichen ResNets; beim Vision Transformer eines Tokens.</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Of attention, in a Vision Transformer.</source>
        <translation>Der Attention, im Vision Transformer.</translation>
    </message>
    <message>
        <source>Patch</source>
        <translation>Patch</translation>
    </message>
    <message>
        <source>Pixels along a side of what is one token; divides the side of the image.</source>
        <translation>Pixel je Seite dessen, was ein Token ist; teilt die Seite des Bildes.</translation>
    </message>
    <message>
        <source>A folder of the four IDX files, or of the folders train and test with pictures in a folder for each class.</source>
        <translation>Ein Ordner mit den vier IDX-Dateien, oder mit den Ordnern train und test und darin Bildern in einem Ordner je Klasse.</translation>
    </message>
    <message>
        <source>Side</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Pixels: pictures are cut and scaled to such squares. IDX images stay as they are.</source>
        <translation>Pixel: Bilder werden auf solche Quadrate geschnitten und skaliert. IDX-Bilder bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>Small</source>
        <translation>Klein</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>Basis</translation>
    </message>
    <message>
        <source>Big</source>
        <translation>Groß</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Base and big are the original Transformers; small has 3 layers of 256.</source>
        <translation>Basis und Groß sind die ursprünglichen Transformer; Klein hat 3 Schichten zu 256.</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>The part of the activations that training leaves out.</source>
        <translation>Der Teil der Aktivierungen, den das Training auslässt.</translation>
    </message>
    <message>
        <source>Label smoothing</source>
        <translation>Label-Glättung</translation>
    </message>
    <message>
        <source>The part of the probability that the other tokens share.</source>
        <translation>Der Teil der Wahrscheinlichkeit, den sich die anderen Tokens teilen.</translation>
    </message>
    <message>
        <source>Beam</source>
        <translation>Beam-Breite</translation>
    </message>
    <message>
        <source>Hypotheses that a test keeps of each translation; 1: greedy.</source>
        <translation>Hypothesen, die ein Test von jeder Übersetzung behält; 1: greedy.</translation>
    </message>
    <message>
        <source>Length penalty</source>
        <translation>Längenstrafe</translation>
    </message>
    <message>
        <source>Scores are divided by the length to this power.</source>
        <translation>Bewertungen werden durch die Länge hoch diese Zahl geteilt.</translation>
    </message>
    <message>
        <source>A text in the language to translate from, a sentence per line.</source>
        <translation>Ein Text in der Ausgangssprache, ein Satz je Zeile.</translation>
    </message>
    <message>
        <source>Its translation, line by line.</source>
        <translation>Seine Übersetzung, Zeile für Zeile.</translation>
    </message>
    <message>
        <source>Training text</source>
        <translation>Trainingstext</translation>
    </message>
    <message>
        <source>Its translation</source>
        <translation>Seine Übersetzung</translation>
    </message>
    <message>
        <source>Test text</source>
        <translation>Testtext</translation>
    </message>
    <message>
        <source>Pieces</source>
        <translation>Wortstücke</translation>
    </message>
    <message>
        <source>A SentencePiece model; empty: learned from both training texts.</source>
        <translation>Ein SentencePiece-Modell; leer: aus beiden Trainingstexten gelernt.</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vokabular</translation>
    </message>
    <message>
        <source>How many pieces are learned, of both languages together.</source>
        <translation>Wie viele Wortstücke gelernt werden, für beide Sprachen zusammen.</translation>
    </message>
    <message>
        <source>Characters</source>
        <translation>Zeichen</translation>
    </message>
    <message>
        <source>Pieces learned from the text</source>
        <translation>Aus dem Text gelernte Wortstücke</translation>
    </message>
    <message>
        <source>Those of the model it starts from</source>
        <translation>Die des Modells, mit dem es beginnt</translation>
    </message>
    <message>
        <source>Of attention; the first GPT-2 has 12.</source>
        <translation>Der Attention; das erste GPT-2 hat 12.</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>Köpfe</translation>
    </message>
    <message>
        <source>Of each attention; a divisor of the width.</source>
        <translation>Jeder Attention-Schicht; ein Teiler der Breite.</translation>
    </message>
    <message>
        <source>Numbers that stand for a token; the first GPT-2 has 768.</source>
        <translation>Zahlen, die für ein Token stehen; das erste GPT-2 hat 768.</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Tokens that the model sees at once, and of a sample.</source>
        <translation>Tokens, die das Modell auf einmal sieht: die Länge eines Samples.</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>What the text is cut into. A model that the run begins with keeps its own.</source>
        <translation>In welche Einheiten der Text zerlegt wird. Ein Modell, mit dem der Lauf beginnt, behält seine eigenen.</translation>
    </message>
    <message>
        <source>How many pieces are learned.</source>
        <translation>Wie viele Wortstücke gelernt werden.</translation>
    </message>
    <message>
        <source>Model file</source>
        <translation>Modelldatei</translation>
    </message>
    <message>
        <source>A TorchScript file whose forward takes a batch and returns its loss. It is a program: take only files that you trust.</source>
        <translation>Eine TorchScript-Datei, deren forward einen Batch nimmt und seinen Loss zurückgibt. Sie ist ein Programm: Nehmen Sie nur Dateien, denen Sie vertrauen.</translation>
    </message>
    <message>
        <source>Training tensors</source>
        <translation>Trainingstensoren</translation>
    </message>
    <message>
        <source>A safetensors or HDF5 file; the first dimension of every tensor counts the samples.</source>
        <translation>Eine safetensors- oder HDF5-Datei; die erste Dimension jedes Tensors zählt die Samples.</translation>
    </message>
    <message>
        <source>Test tensors</source>
        <translation>Testtensoren</translation>
    </message>
    <message>
        <source>The same for the test; empty: nothing is tested.</source>
        <translation>Dasselbe für den Test; leer: Es wird nicht getestet.</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>Tensoren</translation>
    </message>
    <message>
        <source>What forward is given, in this order, with commas between; empty: all tensors by name.</source>
        <translation>Was forward bekommt, in dieser Reihenfolge, mit Kommas dazwischen; leer: alle Tensoren nach Namen.</translation>
    </message>
    <message>
        <source>32 bits (float32)</source>
        <translation>32 Bit (float32)</translation>
    </message>
    <message>
        <source>16 bits, wide range (bfloat16)</source>
        <translation>16 Bit, großer Bereich (bfloat16)</translation>
    </message>
    <message>
        <source>16 bits, fine steps (float16)</source>
        <translation>16 Bit, feine Stufen (float16)</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Rechengenauigkeit</translation>
    </message>
    <message>
        <source>The numbers of matrix products and convolutions; weights and sums stay float32.</source>
        <translation>Die der Matrixprodukte und Faltungen; Gewichte und Summen bleiben float32.</translation>
    </message>
    <message>
        <source>Allow TF32</source>
        <translation>TF32 erlauben</translation>
    </message>
    <message>
        <source>GPUs multiply float32 numbers less exactly, and faster.</source>
        <translation>GPUs multiplizieren float32-Zahlen ungenauer und schneller.</translation>
    </message>
    <message>
        <source>Loss scale</source>
        <translation>Loss-Skalierung</translation>
    </message>
    <message>
        <source>float16: what the loss is multiplied by at first; it adapts.</source>
        <translation>Bei float16: womit der Loss anfangs multipliziert wird; passt sich an.</translation>
    </message>
    <message>
        <source>Samples at once</source>
        <translation>Samples auf einmal</translation>
    </message>
    <message>
        <source>On each device, for less memory and the same result; 0: all of its share.</source>
        <translation>Auf jedem Gerät; weniger Speicher bei gleichem Ergebnis; 0: sein ganzer Anteil.</translation>
    </message>
    <message>
        <source>Recompute activations</source>
        <translation>Aktivierungen neu berechnen</translation>
    </message>
    <message>
        <source>Much less memory for a third more time and the same result, where the network can.</source>
        <translation>Viel weniger Speicher für ein Drittel mehr Zeit bei gleichem Ergebnis, wo das Netz es kann.</translation>
    </message>
    <message>
        <source>Patience</source>
        <translation>Geduld</translation>
    </message>
    <message>
        <source>The run ends after so many tests in a row that were no better; 0: it does not.</source>
        <translation>Der Lauf endet nach so vielen Tests in Folge, die nicht besser waren; 0: Er endet nicht.</translation>
    </message>
    <message>
        <source>Least gain</source>
        <translation>Mindestverbesserung</translation>
    </message>
    <message>
        <source>What a test must gain over the best one to be better.</source>
        <translation>Um wie viel ein Test den bisher besten übertreffen muss, um besser zu sein.</translation>
    </message>
    <message>
        <source>Continue from</source>
        <translation>Fortsetzen ab</translation>
    </message>
    <message>
        <source>A run, a checkpoint, a model folder or a file of weights; empty: begin anew.</source>
        <translation>Ein Lauf, ein Checkpoint, ein Modellordner oder eine Datei mit Gewichten; leer: neu beginnen.</translation>
    </message>
    <message>
        <source>Only its weights</source>
        <translation>Nur die Gewichte</translation>
    </message>
    <message>
        <source>Step, schedule and optimizer begin anew.</source>
        <translation>Schritt, Lernratenverlauf und Optimierer beginnen neu.</translation>
    </message>
    <message>
        <source>A file like AIDA-CoNLL-YAGO: a word per line; in a mention also B or I, the mention and its entity.</source>
        <translation>Eine Datei wie AIDA-CoNLL-YAGO: ein Wort je Zeile; in einer Erwähnung dazu B oder I, die Erwähnung und ihre Entität.</translation>
    </message>
    <message>
        <source>The same for the test.</source>
        <translation>Dasselbe für den Test.</translation>
    </message>
    <message>
        <source>Entities</source>
        <translation>Entitäten</translation>
    </message>
    <message>
        <source>A text file, a name per line; the first stands for what is unknown.</source>
        <translation>Eine Textdatei, ein Name je Zeile; der erste steht für Unbekanntes.</translation>
    </message>
    <message>
        <source>Vectors</source>
        <translation>Vektoren</translation>
    </message>
    <message>
        <source>A safetensors file, or one of torch.save: one tensor with a row for each entity.</source>
        <translation>Eine safetensors-Datei oder eine von torch.save: ein Tensor mit einer Zeile für jede Entität.</translation>
    </message>
    <message>
        <source>All of its share</source>
        <translation>Sein ganzer Anteil</translation>
    </message>
    <message>
        <source>Never ends early</source>
        <translation>Endet nie vorzeitig</translation>
    </message>
    <message>
        <source>Steps between checkpoints</source>
        <translation>Schritte zwischen Checkpoints</translation>
    </message>
    <message>
        <source>Only at the end</source>
        <translation>Nur am Ende</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>How many of the newest are kept.</source>
        <translation>Wie viele der neuesten behalten werden.</translation>
    </message>
    <message>
        <source>Keep the best too</source>
        <translation>Auch den besten behalten</translation>
    </message>
    <message>
        <source>The checkpoint of the best test, and its model.</source>
        <translation>Den Checkpoint des besten Tests und sein Modell.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>A name for this job.</source>
        <translation>Ein Name für diesen Auftrag.</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>The same seed gives the same run, whatever the machines.</source>
        <translation>Derselbe Seed ergibt denselben Lauf, gleich auf welchen Rechnern.</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>Globale Batchgröße</translation>
    </message>
    <message>
        <source>Samples of one step, over all machines together.</source>
        <translation>Samples eines Schritts, über alle Rechner zusammen.</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <source>How often every training sample is used.</source>
        <translation>Wie oft jedes Trainings-Sample verwendet wird.</translation>
    </message>
    <message>
        <source>Stop after step</source>
        <translation>Stoppen nach Schritt</translation>
    </message>
    <message>
        <source>Ends the run earlier than the epochs would; 0: it does not.</source>
        <translation>Beendet den Lauf früher, als es die Epochen täten; 0: nicht.</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>Keine Grenze</translation>
    </message>
    <message>
        <source>Clip gradient norm</source>
        <translation>Gradientennorm begrenzen</translation>
    </message>
    <message>
        <source>Largest norm of the whole gradient; 0: no clipping.</source>
        <translation>Größte Norm des ganzen Gradienten; 0: keine Begrenzung.</translation>
    </message>
    <message>
        <source>No clipping</source>
        <translation>Keine Begrenzung</translation>
    </message>
    <message>
        <source>Epochs between tests</source>
        <translation>Epochen zwischen Tests</translation>
    </message>
    <message>
        <source>Epochs between two looks at the test set.</source>
        <translation>Epochen zwischen zwei Durchgängen durch den Testdatensatz.</translation>
    </message>
    <message>
        <source>SGD with momentum</source>
        <translation>SGD mit Momentum</translation>
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
        <translation>Adam wie in HetSeq</translation>
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
        <translation>Verfahren</translation>
    </message>
    <message>
        <source>Its name.</source>
        <translation>Sein Name.</translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation>Momentum</translation>
    </message>
    <message>
        <source>SGD, RMSprop and Muon: the part of the previous update that is kept.</source>
        <translation>SGD, RMSprop und Muon: welcher Teil der vorigen Aktualisierung bleibt.</translation>
    </message>
    <message>
        <source>Nesterov</source>
        <translation>Nesterov</translation>
    </message>
    <message>
        <source>SGD and Muon: Nesterov momentum, which takes the gradient where the momentum leads.</source>
        <translation>SGD und Muon: Nesterov-Momentum, das den Gradienten dort nimmt, wohin das Momentum führt.</translation>
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
        <translation>Hält Schritte endlich, wo Gradienten verschwinden; ohne Angabe das beim Verfahren Übliche.</translation>
    </message>
    <message>
        <source>AMSGrad</source>
        <translation>AMSGrad</translation>
    </message>
    <message>
        <source>Adam and AdamW: divides by the largest mean square so far.</source>
        <translation>Bei Adam und AdamW: teilt durch das bisher größte mittlere Quadrat.</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>Weight Decay</translation>
    </message>
    <message>
        <source>Decoupled in AdamW, HetSeq&apos;s Adam, Adafactor, LAMB, Lion and Muon; added to the gradient in the others.</source>
        <translation>Entkoppelt bei AdamW, HetSeqs Adam, Adafactor, LAMB, Lion und Muon; bei den anderen zum Gradienten addiert.</translation>
    </message>
    <message>
        <source>Decay biases and norms too</source>
        <translation>Auch für Bias und Normierungen</translation>
    </message>
    <message>
        <source>Otherwise only parameters of two and more dimensions decay.</source>
        <translation>Sonst gilt Weight Decay nur für Parameter mit zwei und mehr Dimensionen.</translation>
    </message>
    <message>
        <source>Clip gradient entries</source>
        <translation>Gradienteneinträge begrenzen</translation>
    </message>
    <message>
        <source>Largest entry of a gradient, in either direction; 0: no clipping.</source>
        <translation>Größter Eintrag eines Gradienten, in beiden Richtungen; 0: keine Begrenzung.</translation>
    </message>
    <message>
        <source>Average of weights</source>
        <translation>Mittel der Gewichte</translation>
    </message>
    <message>
        <source>Decay of a moving average of the parameters, which is tested and saved; 0: none.</source>
        <translation>Abklingen eines gleitenden Mittels der Parameter, das getestet und gespeichert wird; 0: keines.</translation>
    </message>
    <message>
        <source>No average</source>
        <translation>Kein Mittel</translation>
    </message>
    <message>
        <source>Constant</source>
        <translation>Konstant</translation>
    </message>
    <message>
        <source>In steps</source>
        <translation>Stufenweise</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>Linear</translation>
    </message>
    <message>
        <source>Polynomial</source>
        <translation>Polynomiell</translation>
    </message>
    <message>
        <source>Inverse square root</source>
        <translation>Kehrwert der Wurzel</translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation>Kosinus</translation>
    </message>
    <message>
        <source>One cycle</source>
        <translation>Ein Zyklus</translation>
    </message>
    <message>
        <source>Triangular</source>
        <translation>Dreieck</translation>
    </message>
    <message>
        <source>Not at all</source>
        <translation>Gar nicht</translation>
    </message>
    <message>
        <source>In proportion</source>
        <translation>Im Verhältnis</translation>
    </message>
    <message>
        <source>With its square root</source>
        <translation>Mit ihrer Wurzel</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>The shape after the warm-up.</source>
        <translation>Die Form nach dem Aufwärmen.</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>Höchstwert</translation>
    </message>
    <message>
        <source>Learning rate after the warm-up.</source>
        <translation>Lernrate nach dem Aufwärmen.</translation>
    </message>
    <message>
        <source>Grows with the batch</source>
        <translation>Wächst mit der Batchgröße</translation>
    </message>
    <message>
        <source>How the peak follows the global batch.</source>
        <translation>Wie der Höchstwert der globalen Batchgröße folgt.</translation>
    </message>
    <message>
        <source>Found with a batch of</source>
        <translation>Gefunden mit Batchgröße</translation>
    </message>
    <message>
        <source>The global batch that the peak is right for.</source>
        <translation>Die globale Batchgröße, für die der Höchstwert passt.</translation>
    </message>
    <message>
        <source>Warm-up steps</source>
        <translation>Aufwärmschritte</translation>
    </message>
    <message>
        <source>Steps of linear growth to the peak; of one cycle: of its rise, 0: 30 % of the run.</source>
        <translation>Schritte des linearen Anstiegs zum Höchstwert; bei einem Zyklus: seines Anstiegs, 0: 30 % des Laufs.</translation>
    </message>
    <message>
        <source>Factor</source>
        <translation>Faktor</translation>
    </message>
    <message>
        <source>What the rate is multiplied by at each drop.</source>
        <translation>Womit die Rate bei jeder Stufe multipliziert wird.</translation>
    </message>
    <message>
        <source>Epochs between drops</source>
        <translation>Epochen zwischen Stufen</translation>
    </message>
    <message>
        <source>How many epochs pass from one drop to the next.</source>
        <translation>Wie viele Epochen von einer Stufe zur nächsten vergehen.</translation>
    </message>
    <message>
        <source>Ends after step</source>
        <translation>Endet nach Schritt</translation>
    </message>
    <message>
        <source>Steps until the rate is at its end, warm-up included; 0: those of the run.</source>
        <translation>Schritte, bis die Rate am Ende ist, mit Aufwärmen; 0: die des Laufs.</translation>
    </message>
    <message>
        <source>The whole run</source>
        <translation>Der ganze Lauf</translation>
    </message>
    <message>
        <source>Exponent</source>
        <translation>Exponent</translation>
    </message>
    <message>
        <source>1 is a line, 2 falls steeply first.</source>
        <translation>1 ist eine Gerade, 2 fällt anfangs steil.</translation>
    </message>
    <message>
        <source>Starts at</source>
        <translation>Beginnt bei</translation>
    </message>
    <message>
        <source>As a fraction of the peak.</source>
        <translation>Als Bruchteil des Höchstwerts.</translation>
    </message>
    <message>
        <source>Ends at</source>
        <translation>Endet bei</translation>
    </message>
    <message>
        <source>Steps of a cycle</source>
        <translation>Schritte eines Zyklus</translation>
    </message>
    <message>
        <source>Of a cosine: until it starts again; of a triangle: up and down. 0: once, over the run.</source>
        <translation>Bei Kosinus: bis er neu beginnt; bei Dreieck: auf und ab. 0: einmal, über den Lauf.</translation>
    </message>
    <message>
        <source>Length of the next cycle</source>
        <translation>Länge des nächsten Zyklus</translation>
    </message>
    <message>
        <source>In lengths of the one before.</source>
        <translation>In Längen des vorigen.</translation>
    </message>
    <message>
        <source>Height of the next cycle</source>
        <translation>Höhe des nächsten Zyklus</translation>
    </message>
    <message>
        <source>As a fraction of the one before.</source>
        <translation>Als Bruchteil des vorigen.</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nie</translation>
    </message>
    <message>
        <source>When a device is too small</source>
        <translation>Wenn ein Gerät zu klein ist</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>Immer</translation>
    </message>
    <message>
        <source>Memory limit</source>
        <translation>Speichergrenze</translation>
    </message>
    <message>
        <source>MiB that training may fill on each device; 0: all there is.</source>
        <translation>MiB, die das Training auf jedem Gerät füllen darf; 0: alles, was da ist.</translation>
    </message>
    <message>
        <source>All there is</source>
        <translation>Alles, was da ist</translation>
    </message>
    <message>
        <source>Split optimizer memory</source>
        <translation>Optimiererspeicher aufteilen</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Maßstab</translation>
    </message>
    <message>
        <source>So many voxels along each axis are averaged to one: the network then sees further for the same work.</source>
        <translation>So viele Voxel entlang jeder Achse werden zu einem gemittelt: Das Netz sieht dann bei gleicher Arbeit weiter.</translation>
    </message>
    <message>
        <source>Each device holds a part of the optimizer state and of the gradients, by its free memory. Same result.</source>
        <translation>Jedes Gerät hält je nach freiem Speicher einen Teil des Optimiererzustands und der Gradienten. Gleiches Ergebnis.</translation>
    </message>
    <message>
        <source>Voxels are cubes</source>
        <translation>Würfelförmige Voxel</translation>
    </message>
    <message>
        <source>As deep as they are wide: slices are exchanged with rows and columns too.</source>
        <translation>So tief wie breit: Auch Schnitte werden mit Zeilen und Spalten getauscht.</translation>
    </message>
    <message>
        <source>Softening</source>
        <translation>Aufweichung</translation>
    </message>
    <message>
        <source>How far from 0 and 1 the probabilities are that the network learns; with more it is less sure.</source>
        <translation>Wie weit die Wahrscheinlichkeiten, die das Netz lernt, von 0 und 1 entfernt sind; mit mehr ist es weniger sicher.</translation>
    </message>
    <message>
        <source>Weight of the object</source>
        <translation>Gewicht des Objekts</translation>
    </message>
    <message>
        <source>Of its voxels in the loss, where others count 1: with more the network misses less and runs over more.</source>
        <translation>Seiner Voxel im Loss, in dem andere mit 1 zählen: Mit mehr übersieht das Netz weniger und läuft öfter über den Rand.</translation>
    </message>
    <message>
        <source>At random, mirrors all axes, exchanges rows and columns, and begins to average at another voxel.</source>
        <translation>Spiegelt zufällig alle Achsen, tauscht Zeilen und Spalten und beginnt das Mitteln bei einem anderen Voxel.</translation>
    </message>
    <message>
        <source>Vary the grey</source>
        <translation>Grauwerte variieren</translation>
    </message>
    <message>
        <source>Contrast by up to this part of it, up or down, and brightness by as many standard deviations, in each example.</source>
        <translation>Den Kontrast um bis zu diesem Teil nach oben oder unten und die Helligkeit um ebenso viele Standardabweichungen, in jedem Beispiel.</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>Rauschen</translation>
    </message>
    <message>
        <source>Added to each voxel in training, in standard deviations of a voxel.</source>
        <translation>Kommt beim Training zu jedem Voxel hinzu, in Standardabweichungen eines Voxels.</translation>
    </message>
    <message>
        <source>Steps left out</source>
        <translation>Ausgelassene Schritte</translation>
    </message>
    <message>
        <source>So many steps in a row whose loss or gradient is not finite are left out; with one more the run goes back.</source>
        <translation>So viele Schritte in Folge, deren Loss oder Gradient nicht endlich ist, werden ausgelassen; bei einem weiteren geht der Lauf zurück.</translation>
    </message>
    <message>
        <source>Go back once</source>
        <translation>Einmal zurückgehen</translation>
    </message>
    <message>
        <source>To the newest checkpoint, where too many steps are not finite; after that, or without it, the run ends.</source>
        <translation>Zum neuesten Checkpoint, wenn zu viele Schritte nicht endlich sind; danach, oder ohne das, endet der Lauf.</translation>
    </message>
    <message>
        <source>Least learning rate</source>
        <translation>Kleinste Lernrate</translation>
    </message>
    <message>
        <source>The run ends with the epoch that ends with this rate or less; 0: it does not.</source>
        <translation>Der Lauf endet mit der Epoche, die mit dieser Rate oder weniger endet; 0: Er tut es nicht.</translation>
    </message>
    <message>
        <source>HetSeq&apos;s network for MNIST</source>
        <translation>HetSeqs Netz für MNIST</translation>
    </message>
    <message>
        <source>Sum of gradients</source>
        <translation>Summe der Gradienten</translation>
    </message>
    <message>
        <source>Adasum of updates</source>
        <translation>Adasum der Aktualisierungen</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräten</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>Rechnern</translation>
    </message>
    <message>
        <source>Join by</source>
        <translation>Zusammenführen durch</translation>
    </message>
    <message>
        <source>Adasum keeps large batches accurate: each group of devices updates by itself, and the updates are averaged where they agree and added where they do not. The run then depends on the grouping too.</source>
        <translation>Adasum hält große Batches genau: Jede Gruppe von Geräten aktualisiert das Modell für sich; wo die Aktualisierungen übereinstimmen, werden sie gemittelt, sonst addiert. Der Lauf hängt dann auch von der Gruppierung ab.</translation>
    </message>
    <message>
        <source>Adasum between</source>
        <translation>Adasum zwischen</translation>
    </message>
    <message>
        <source>Which of them update by themselves; inside one, gradients are summed. With other machines the grouping, and so the run, is another one.</source>
        <translation>Wer für sich aktualisiert; innerhalb werden Gradienten summiert. Mit anderen Rechnern ist die Gruppierung und damit der Lauf ein anderer.</translation>
    </message>
    <message>
        <source>Equally fast groups of machines</source>
        <translation>Gleich schnellen Gruppen von Rechnern</translation>
    </message>
    <message>
        <source>Decay of the mean gradient, where the method has one; Lion: the part that it has in an update.</source>
        <translation>Abklingen des mittleren Gradienten, wo das Verfahren einen hat; bei Lion: sein Anteil an einer Aktualisierung.</translation>
    </message>
    <message>
        <source>Decay of the mean square of the gradient, where the method has one; Lion: of the mean gradient.</source>
        <translation>Abklingen des mittleren quadrierten Gradienten, wo das Verfahren einen hat; bei Lion: des mittleren Gradienten.</translation>
    </message>
    <message>
        <source>A Hugging Face folder of a BERT to start from, or a file of weights together with the shape; empty: fresh weights.</source>
        <translation>Ein Hugging-Face-Ordner eines BERT, mit dem begonnen wird, oder eine Datei mit Gewichten zusammen mit der Form; leer: neue Gewichte.</translation>
    </message>
    <message>
        <source>The config.json of the BERT; empty: that of the folder above.</source>
        <translation>Die config.json des BERT; leer: die des Ordners darüber.</translation>
    </message>
    <message>
        <source>In tokens. Training leaves out pairs with a longer side; tests take every pair.</source>
        <translation>In Tokens. Das Training lässt Paare mit einer längeren Seite aus; Tests nehmen jedes Paar.</translation>
    </message>
    <message>
        <source>Steps between two checkpoints; 0: only at the end and at a stop. Without a number it is a tenth of the run, at most 500.</source>
        <translation>Schritte zwischen zwei Checkpoints; 0: nur am Ende und beim Stoppen. Ohne Zahl ist es ein Zehntel des Laufs, höchstens 500.</translation>
    </message>
    <message>
        <source>A tenth of the run</source>
        <translation>Ein Zehntel des Laufs</translation>
    </message>
    <message>
        <source>Train while one is written</source>
        <translation>Beim Schreiben weitertrainieren</translation>
    </message>
    <message>
        <source>A copy of weights and optimizer state is written, which takes as much memory again on the first machine. Otherwise training waits.</source>
        <translation>Geschrieben wird eine Kopie von Gewichten und Optimiererzustand, die auf dem ersten Rechner noch einmal so viel Speicher braucht. Sonst wartet das Training.</translation>
    </message>
    <message>
        <source>Go on with adapter</source>
        <translation>Adapter fortsetzen</translation>
    </message>
    <message>
        <source>A folder with a LoRA adapter of this model, as PEFT writes it; empty: a fresh one of the rank below, or none.</source>
        <translation>Ein Ordner mit einem LoRA-Adapter dieses Modells, wie PEFT ihn schreibt; leer: ein neuer mit dem Rang darunter, oder keiner.</translation>
    </message>
    <message>
        <source>Adapter rank</source>
        <translation>Rang des Adapters</translation>
    </message>
    <message>
        <source>LoRA: small matrices of this rank are trained beside the linear layers, and the model&apos;s own weights stay as they are.</source>
        <translation>LoRA: Neben den linearen Schichten werden kleine Matrizen dieses Rangs trainiert, und die Gewichte des Modells bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>all weights are trained</source>
        <translation>alle Gewichte werden trainiert</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>Alpha</translation>
    </message>
    <message>
        <source>What the adapter adds is multiplied by alpha / rank.</source>
        <translation>Was der Adapter addiert, wird mit Alpha / Rang multipliziert.</translation>
    </message>
    <message>
        <source>as the rank</source>
        <translation>wie der Rang</translation>
    </message>
    <message>
        <source>Rank-stabilised</source>
        <translation>Rangstabilisiert</translation>
    </message>
    <message>
        <source>Multiplies by alpha / √rank instead, for high ranks.</source>
        <translation>Multipliziert stattdessen mit Alpha / √Rang, für hohe Ränge.</translation>
    </message>
    <message>
        <source>Adapter dropout</source>
        <translation>Dropout des Adapters</translation>
    </message>
    <message>
        <source>The part of what an adapter gets that training leaves out.</source>
        <translation>Der Anteil dessen, was ein Adapter bekommt, den das Training weglässt.</translation>
    </message>
    <message>
        <source>Adapted layers</source>
        <translation>Angepasste Schichten</translation>
    </message>
    <message>
        <source>all-linear: all but the output layer; or names with commas between them, such as q_proj, v_proj.</source>
        <translation>all-linear: alle außer der Ausgabeschicht; oder Namen mit Kommas dazwischen, etwa q_proj, v_proj.</translation>
    </message>
    <message>
        <source>Other ranks</source>
        <translation>Andere Ränge</translation>
    </message>
    <message>
        <source>Layers of another rank, such as down_proj=32, 0.mlp.up_proj=8.</source>
        <translation>Schichten mit anderem Rang, etwa down_proj=32, 0.mlp.up_proj=8.</translation>
    </message>
    <message>
        <source>Other alphas</source>
        <translation>Andere Alphas</translation>
    </message>
    <message>
        <source>Layers of another alpha, such as down_proj=64.</source>
        <translation>Schichten mit anderem Alpha, etwa down_proj=64.</translation>
    </message>
    <message>
        <source>Trained as a whole</source>
        <translation>Ganz trainiert</translation>
    </message>
    <message>
        <source>Parts of the model that are trained beside the adapter, such as embed_tokens, lm_head.</source>
        <translation>Teile des Modells, die neben dem Adapter trainiert werden, etwa embed_tokens, lm_head.</translation>
    </message>
    <message>
        <source>One long text</source>
        <translation>Ein langer Text</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>Gespräche</translation>
    </message>
    <message>
        <source>The answers alone</source>
        <translation>Nur die Antworten</translation>
    </message>
    <message>
        <source>All of a conversation</source>
        <translation>Das ganze Gespräch</translation>
    </message>
    <message>
        <source>A Hugging Face folder of a GPT-2, Llama, Qwen, Gemma, Mistral or similar model; empty: a fresh GPT-2.</source>
        <translation>Ein Hugging-Face-Ordner eines GPT-2-, Llama-, Qwen-, Gemma-, Mistral- oder ähnlichen Modells; leer: ein frisches GPT-2.</translation>
    </message>
    <message>
        <source>Form of the data</source>
        <translation>Form der Daten</translation>
    </message>
    <message>
        <source>A text file in UTF-8; of conversations a JSONL or JSON file, or a folder of such files.</source>
        <translation>Eine Textdatei in UTF-8; bei Gesprächen eine JSONL- oder JSON-Datei oder ein Ordner mit solchen Dateien.</translation>
    </message>
    <message>
        <source>The same to test on; empty: a part of the training text is kept for that.</source>
        <translation>Dasselbe zum Testen; leer: Ein Teil des Trainingstexts wird dafür zurückgehalten.</translation>
    </message>
    <message>
        <source>The end of the training text, or conversations drawn from it: the model is tested on them and never trained on them.</source>
        <translation>Das Ende des Trainingstexts oder daraus gezogene Gespräche: Das Modell wird damit getestet und nie damit trainiert.</translation>
    </message>
    <message>
        <source>What is learned</source>
        <translation>Was gelernt wird</translation>
    </message>
    <message>
        <source>Of conversations: what the assistant says, or all of them.</source>
        <translation>Bei Gesprächen: was der Assistent sagt, oder alles.</translation>
    </message>
    <message>
        <source>Adapter</source>
        <translation>Adapter</translation>
    </message>
    <message>
        <source>What is trained instead of all weights of the model it starts from.</source>
        <translation>Was statt aller Gewichte des Ausgangsmodells trainiert wird.</translation>
    </message>
    <message>
        <source>One long text, or rows with messages, conversations, prompt and completion, instruction and output, or text.</source>
        <translation>Ein langer Text oder Zeilen mit messages, conversations, prompt und completion, instruction und output oder text.</translation>
    </message>
    <message>
        <source>Correct Mistral&apos;s tokenizer</source>
        <translation>Mistrals Tokenizer berichtigen</translation>
    </message>
    <message>
        <source>Older folders of Mistral&apos;s models cut text otherwise than these models were trained with; a warning of the run names such a folder. This cuts as in training.</source>
        <translation>Ältere Ordner von Mistrals Modellen zerlegen Text anders, als diese Modelle trainiert wurden; eine Warnung des Laufs nennt einen solchen Ordner. Dies zerlegt wie beim Training.</translation>
    </message>
    <message>
        <source>Chat template</source>
        <translation>Chat-Vorlage</translation>
    </message>
    <message>
        <source>A .jinja file, or the name of one of the templates that the model comes with; empty: its default.</source>
        <translation>Eine .jinja-Datei oder der Name einer der Vorlagen, die das Modell mitbringt; leer: seine Standardvorlage.</translation>
    </message>
    <message>
        <source>Date in the template</source>
        <translation>Datum in der Vorlage</translation>
    </message>
    <message>
        <source>What chat templates write as today&apos;s date, such as 2026-11-28; empty: the day on which the run is made.</source>
        <translation>Was Chat-Vorlagen als heutiges Datum schreiben, etwa 2026-11-28; leer: der Tag, an dem der Lauf angelegt wird.</translation>
    </message>
    <message>
        <source>As in its files</source>
        <translation>Wie in seinen Dateien</translation>
    </message>
    <message>
        <source>8 bits (int8)</source>
        <translation>8 Bit (int8)</translation>
    </message>
    <message>
        <source>4 bits (NF4)</source>
        <translation>4 Bit (NF4)</translation>
    </message>
    <message>
        <source>Bits of its weights</source>
        <translation>Bits seiner Gewichte</translation>
    </message>
    <message>
        <source>In how many bits the weights below an adapter are kept, the same on all machines. Fewer need less memory, and round more.</source>
        <translation>In wie vielen Bits die Gewichte unter einem Adapter gehalten werden, auf allen Rechnern gleich. Weniger brauchen weniger Speicher und runden stärker.</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>Prompts</translation>
    </message>
    <message>
        <source>A text file, a prompt on each line, that the model answers at each test, or writes on; empty: none.</source>
        <translation>Eine Textdatei mit einem Prompt je Zeile, die das Modell bei jedem Test beantwortet oder weiterschreibt; leer: keine.</translation>
    </message>
    <message>
        <source>Gradients travel in</source>
        <translation>Gradienten übertragen mit</translation>
    </message>
    <message>
        <source>Of an adapter: in 16 bits devices send each other half as much in a step, and the sums are rounded. For slow networks.</source>
        <translation>Die eines Adapters: Mit 16 Bit senden sich die Geräte je Schritt halb so viel, und die Summen werden gerundet. Für langsame Netze.</translation>
    </message>
    <message>
        <source>Keep each part twice</source>
        <translation>Jeden Teil zweimal halten</translation>
    </message>
    <message>
        <source>On a second machine too, where memory holds it: so a lost machine costs no step. Where it is off, the run goes back to its newest checkpoint.</source>
        <translation>Auch auf einem zweiten Rechner, wo der Speicher dafür reicht: So kostet ein verlorener Rechner keinen Schritt. Ist es aus, geht der Lauf zu seinem neuesten Checkpoint zurück.</translation>
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
        <translation>BERT-Vortraining</translation>
    </message>
    <message>
        <source>Names in text</source>
        <translation>Namen in Texten</translation>
    </message>
    <message>
        <source>Translation</source>
        <translation>Übersetzung</translation>
    </message>
    <message>
        <source>Text that goes on</source>
        <translation>Text, der weitergeht</translation>
    </message>
    <message>
        <source>Objects in a volume</source>
        <translation>Objekte in einem Volumen</translation>
    </message>
    <message>
        <source>Your own model</source>
        <translation>Ihr eigenes Modell</translation>
    </message>
    <message>
        <source>Entities in text</source>
        <translation>Entitäten im Text</translation>
    </message>
    <message>
        <source>Answers in conversations</source>
        <translation>Antworten in Gesprächen</translation>
    </message>
</context>
<context>
    <name>Slowdown</name>
    <message>
        <source>Its computing takes %1 times as long as measured before the run.</source>
        <translation>Das Rechnen dauert %1-mal so lange, wie vor dem Lauf gemessen wurde.</translation>
    </message>
    <message>
        <source>Since step %2 its computing takes %1 times as long as before.</source>
        <translation>Seit Schritt %2 dauert das Rechnen %1-mal so lange wie vorher.</translation>
    </message>
    <message>
        <source>It spends %1 of the time waiting for data.</source>
        <translation>Wartet während %1 der Zeit auf Daten.</translation>
    </message>
    <message>
        <source>Since step %2 it spends %1 of the time waiting for data.</source>
        <translation>Wartet seit Schritt %2 während %1 der Zeit auf Daten.</translation>
    </message>
    <message>
        <source>Since step %2 the exchange of gradients takes %1 times as long as before.</source>
        <translation>Seit Schritt %2 dauert der Austausch der Gradienten %1-mal so lange wie vorher.</translation>
    </message>
    <message>
        <source>Since step %2 the update of the model takes %1 times as long as before.</source>
        <translation>Seit Schritt %2 dauert die Aktualisierung des Modells %1-mal so lange wie vorher.</translation>
    </message>
    <message>
        <source>Data now arrives fast enough.</source>
        <translation>Die Daten kommen jetzt schnell genug.</translation>
    </message>
    <message>
        <source>The exchange of gradients is as fast as before again.</source>
        <translation>Der Austausch der Gradienten ist wieder so schnell wie vorher.</translation>
    </message>
    <message>
        <source>It is as fast as measured before the run.</source>
        <translation>Ist jetzt so schnell, wie vor dem Lauf gemessen wurde.</translation>
    </message>
    <message>
        <source>It is as fast as before again.</source>
        <translation>Ist wieder so schnell wie vorher.</translation>
    </message>
    <message>
        <source>Leave a processor free for preparing the data: train on one thread fewer there.</source>
        <translation>Lassen Sie einen Prozessor für das Vorbereiten der Daten frei: Trainieren Sie dort mit einem Thread weniger.</translation>
    </message>
    <message>
        <source>See what else uses this network.</source>
        <translation>Sehen Sie nach, was dieses Netzwerk sonst noch nutzt.</translation>
    </message>
    <message>
        <source>See what else runs there, or leave it out of the next run.</source>
        <translation>Sehen Sie nach, was dort sonst noch läuft, oder lassen Sie ihn beim nächsten Lauf weg.</translation>
    </message>
    <message>
        <source>End what else runs there.</source>
        <translation>Beenden Sie, was dort sonst noch läuft.</translation>
    </message>
    <message>
        <source>Raise the processor limit of its container or service.</source>
        <translation>Erhöhen Sie die Prozessorgrenze seines Containers oder Dienstes.</translation>
    </message>
    <message>
        <source>Take a virtual machine with processors of its own.</source>
        <translation>Nehmen Sie eine virtuelle Maschine mit eigenen Prozessoren.</translation>
    </message>
    <message>
        <source>Clean its fans and give it cooler air.</source>
        <translation>Reinigen Sie seine Lüfter und geben Sie ihm kühlere Luft.</translation>
    </message>
    <message>
        <source>Raise its limit with nvidia-smi -pl, if its power supply allows that.</source>
        <translation>Erhöhen Sie die Grenze mit nvidia-smi -pl, falls das Netzteil es zulässt.</translation>
    </message>
    <message>
        <source>End what else uses this GPU.</source>
        <translation>Beenden Sie, was diese GPU sonst noch nutzt.</translation>
    </message>
    <message>
        <source>Plug it in, or set its power mode to performance.</source>
        <translation>Schließen Sie ihn ans Stromnetz an, oder stellen Sie den Energiemodus auf Leistung.</translation>
    </message>
    <message>
        <source>Close other programs there, or give the job a smaller micro-batch.</source>
        <translation>Schließen Sie dort andere Programme, oder geben Sie dem Auftrag einen kleineren Mikro-Batch.</translation>
    </message>
    <message>
        <source>Put the data on a faster disk of this machine.</source>
        <translation>Legen Sie die Daten auf eine schnellere Festplatte dieses Rechners.</translation>
    </message>
    <message>
        <source>Check its network cable, its plug in the switch, or its Wi-Fi.</source>
        <translation>Prüfen Sie sein Netzwerkkabel, den Stecker im Switch oder sein WLAN.</translation>
    </message>
    <message>
        <source>Other processes use %1 of its processors.</source>
        <translation>Andere Prozesse nutzen %1 seiner Prozessoren.</translation>
    </message>
    <message>
        <source>A limit on processor time holds it back %1 of the time.</source>
        <translation>Eine Grenze für Prozessorzeit bremst ihn in %1 der Zeit.</translation>
    </message>
    <message>
        <source>The host of this virtual machine takes %1 of its processors.</source>
        <translation>Der Host dieser virtuellen Maschine nimmt ihr %1 der Prozessoren.</translation>
    </message>
    <message>
        <source>Its GPU is at %1 °C and clocks down.</source>
        <translation>Seine GPU hat %1 °C und taktet herunter.</translation>
    </message>
    <message>
        <source>Its processors are too hot and clock down.</source>
        <translation>Seine Prozessoren sind zu heiß und takten herunter.</translation>
    </message>
    <message>
        <source>Its GPU is at its power limit of %1.</source>
        <translation>Seine GPU ist an ihrer Leistungsgrenze von %1.</translation>
    </message>
    <message>
        <source>Other processes use its GPU (%1).</source>
        <translation>Andere Prozesse nutzen seine GPU (%1).</translation>
    </message>
    <message>
        <source>Its clock is down to %1 MHz.</source>
        <translation>Sein Takt ist auf %1 MHz gesunken.</translation>
    </message>
    <message>
        <source>Its memory is full: it moves %1 a second to the disk and back.</source>
        <translation>Sein Speicher ist voll: Er lagert %1 je Sekunde auf die Festplatte aus und wieder ein.</translation>
    </message>
    <message>
        <source>Its processors spend %1 of the time waiting for the disk.</source>
        <translation>Seine Prozessoren warten während %1 der Zeit auf die Festplatte.</translation>
    </message>
    <message>
        <source>Its network loses %1 of what it sends.</source>
        <translation>Sein Netzwerk verliert %1 dessen, was er sendet.</translation>
    </message>
    <message>
        <source>Its network link has become slower.</source>
        <translation>Seine Netzwerkverbindung ist langsamer geworden.</translation>
    </message>
    <message>
        <source>The shares of a batch follow by themselves.</source>
        <translation>Die Anteile am Batch passen sich von selbst an.</translation>
    </message>
    <message>
        <source>See what else runs there.</source>
        <translation>Sehen Sie nach, was dort sonst noch läuft.</translation>
    </message>
</context>
<context>
    <name>motley</name>
    <message>
        <source>There is no motley-engine at %1. Build it, or set MOTLEY_ENGINE to its path.</source>
        <translation>Unter %1 gibt es keine motley-engine. Bauen Sie sie oder setzen Sie MOTLEY_ENGINE auf ihren Pfad.</translation>
    </message>
</context>
<context>
    <name>motley::ActionPalette</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>What do you want to do?</source>
        <translation>Was möchten Sie tun?</translation>
    </message>
    <message>
        <source>Search what can be done here</source>
        <translation>Suchen, was hier möglich ist</translation>
    </message>
    <message>
        <source>What can be done</source>
        <translation>Was möglich ist</translation>
    </message>
</context>
<context>
    <name>motley::AddMachineDialog</name>
    <message>
        <source>Test</source>
        <translation>Testen</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Add a machine</source>
        <translation>Rechner hinzufügen</translation>
    </message>
    <message>
        <source>What happened so far</source>
        <translation>Was bisher geschah</translation>
    </message>
    <message>
        <source>What you would give to ssh: a name of your SSH configuration, user@host, user@host:port or ssh://user@host:port. Nothing has to be installed there.</source>
        <translation>Was Sie auch ssh angeben würden: ein Name aus Ihrer SSH-Konfiguration, user@host, user@host:port oder ssh://user@host:port. Dort muss nichts installiert sein.</translation>
    </message>
    <message>
        <source>A&amp;ddress</source>
        <translation>A&amp;dresse</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Connecting to %1</source>
        <translation>Verbindung zu %1 wird aufgebaut</translation>
    </message>
    <message>
        <source>Cancel the test</source>
        <translation>Test abbrechen</translation>
    </message>
    <message>
        <source>Logged in; it calls itself %1</source>
        <translation>Angemeldet; der Rechner nennt sich %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln processor(s)</source>
        <translation>
            <numerusform>%Ln Prozessor</numerusform>
            <numerusform>%Ln Prozessoren</numerusform>
        </translation>
    </message>
    <message>
        <source>GPU: %1, %2</source>
        <translation>GPU: %1, %2</translation>
    </message>
    <message>
        <source>No GPU was found; its processors can be used.</source>
        <translation>Keine GPU gefunden; die Prozessoren sind nutzbar.</translation>
    </message>
    <message>
        <source>Everything works.</source>
        <translation>Alles funktioniert.</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>Enter an address, then press Test to log in and to see what this machine is.</source>
        <translation>Geben Sie eine Adresse ein und drücken Sie „Testen“, um sich anzumelden und zu sehen, was dieser Rechner ist.</translation>
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
        <translation>In einem Durchgang fasst der Speicher aller Geräte zusammen %1 Samples; am wenigsten hat %2, für %3.</translation>
    </message>
    <message>
        <source>A larger share is taken in several passes, with the same result.</source>
        <translation>Ein größerer Anteil wird in mehreren Durchgängen genommen, mit demselben Ergebnis.</translation>
    </message>
    <message>
        <source>This model normalises over the whole batch, so a larger share does not fit.</source>
        <translation>Dieses Modell normalisiert über den ganzen Batch, daher passt ein größerer Anteil nicht.</translation>
    </message>
    <message>
        <source>The gradient-noise scale, as measured in a run, is %1: with a batch of %2, training needs %3 times the fewest samples and %4 times the fewest steps.</source>
        <translation>Die Rauschskala der Gradienten, in einem Lauf gemessen, ist %1: Mit Batchgröße %2 braucht das Training %3-mal so viele Samples wie mindestens nötig und %4-mal so viele Schritte.</translation>
    </message>
    <message>
        <source>These machines get to the same quality soonest with a batch of about %1.</source>
        <translation>Diese Rechner erreichen dieselbe Qualität am schnellsten mit einer Batchgröße von etwa %1.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln rank(s) together are no faster than one alone: the exchange costs more than they add.</source>
        <translation>
            <numerusform>%Ln Rang ist nicht schneller als einer allein: Der Austausch kostet mehr, als er bringt.</numerusform>
            <numerusform>%Ln Ränge zusammen sind nicht schneller als einer allein: Der Austausch kostet mehr, als sie bringen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln rank(s) together are %1 times as fast as one of them on average.</source>
        <translation>
            <numerusform>%Ln Rang ist %1-mal so schnell wie einer im Mittel.</numerusform>
            <numerusform>%Ln Ränge zusammen sind %1-mal so schnell wie einer von ihnen im Mittel.</numerusform>
        </translation>
    </message>
    <message>
        <source>The part that more ranks do not shorten is %1 of the computing time, so no number of ranks is more than %2 times as fast as one.</source>
        <translation>Der Teil, den weitere Ränge nicht verkürzen, beträgt %1 der Rechenzeit; daher ist keine Anzahl von Rängen mehr als %2-mal so schnell wie einer.</translation>
    </message>
    <message>
        <source>To reach %1 of the ideal speed, that part must be at most %2.</source>
        <translation>Um %1 der idealen Geschwindigkeit zu erreichen, darf dieser Teil höchstens %2 betragen.</translation>
    </message>
    <message>
        <source>Up to %1 ranks still reach %2 of the ideal speed.</source>
        <translation>Bis zu %1 Ränge erreichen noch %2 der idealen Geschwindigkeit.</translation>
    </message>
    <message>
        <source>The exchange of %1 of gradients hides behind the backward pass if the link of each machine carries %2.</source>
        <translation>Der Austausch von %1 an Gradienten verschwindet hinter dem Rückwärtsdurchgang, wenn die Verbindung jedes Rechners %2 trägt.</translation>
    </message>
    <message>
        <source>The slowest carries %1.</source>
        <translation>Die langsamste trägt %1.</translation>
    </message>
    <message>
        <source>The slowest carries %1, so %2 of each step is spent waiting for it.</source>
        <translation>Die langsamste trägt %1, daher vergehen %2 jedes Schritts mit dem Warten darauf.</translation>
    </message>
    <message>
        <source>The learning rate of %1 was found with a batch of %2.</source>
        <translation>Die Lernrate %1 wurde mit Batchgröße %2 gefunden.</translation>
    </message>
    <message>
        <source>For a batch of %1 this job makes it %2.</source>
        <translation>Für Batchgröße %1 macht dieser Auftrag daraus %2.</translation>
    </message>
    <message>
        <source>For %1, take %2 with SGD and a warm-up (linear rule), or %3 with Adam and its kin (square-root rule).</source>
        <translation>Für %1 nehmen Sie %2 mit SGD und Aufwärmen (lineare Regel) oder %3 mit Adam und Verwandten (Wurzelregel).</translation>
    </message>
    <message>
        <source>How much the gradients of single samples differ, said as a batch: far below it, twice the batch needs about half the steps; far beyond it, a larger batch saves hardly any.</source>
        <translation>Wie sehr sich die Gradienten einzelner Samples unterscheiden, als Batchgröße ausgedrückt: Weit darunter braucht ein doppelter Batch etwa halb so viele Schritte; weit darüber spart ein größerer kaum noch welche.</translation>
    </message>
    <message>
        <source>A larger batch would save steps at little cost.</source>
        <translation>Ein größerer Batch würde mit wenig Aufwand Schritte sparen.</translation>
    </message>
    <message>
        <source>Most of such a batch says the same thing twice; a smaller one learns as much.</source>
        <translation>Das meiste an einem solchen Batch sagt dasselbe doppelt; ein kleinerer lernt ebenso viel.</translation>
    </message>
</context>
<context>
    <name>motley::AnnotationDialog</name>
    <message>
        <source>Note and tags of %1</source>
        <translation>Notiz und Schlagwörter von %1</translation>
    </message>
    <message>
        <source>With commas between them</source>
        <translation>Mit Kommas dazwischen</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Schlagwörter</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>motley::Annotations</name>
    <message>
        <source>The note has %1 characters; at most %2 are kept: shorten it.</source>
        <translation>Die Notiz hat %1 Zeichen; höchstens %2 werden behalten: Kürzen Sie sie.</translation>
    </message>
    <message>
        <source>The tag “%1…” is longer than %2 characters: shorten it.</source>
        <translation>Das Schlagwort „%1…“ ist länger als %2 Zeichen: Kürzen Sie es.</translation>
    </message>
    <message>
        <source>There are %1 tags; a run can have %2: remove some.</source>
        <translation>Es sind %1 Schlagwörter; ein Lauf kann %2 haben: Entfernen Sie einige.</translation>
    </message>
</context>
<context>
    <name>motley::AnswerPane</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Antworten</translation>
    </message>
</context>
<context>
    <name>motley::AnswersView</name>
    <message>
        <source>Answers at each test</source>
        <translation>Antworten bei jedem Test</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>The whole answer</source>
        <translation>Die ganze Antwort</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Test loss</source>
        <translation>Test-Loss</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>(no words)</source>
        <translation>(keine Wörter)</translation>
    </message>
</context>
<context>
    <name>motley::AxisMenu</name>
    <message>
        <source>Logarithmic</source>
        <translation>Logarithmisch</translation>
    </message>
</context>
<context>
    <name>motley::ChartsDialog</name>
    <message>
        <source>Move up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Usual charts</source>
        <translation>Übliche Diagramme</translation>
    </message>
    <message>
        <source>Charts of a run</source>
        <translation>Diagramme eines Laufs</translation>
    </message>
    <message>
        <source>Ticked charts are shown below the time line, in this order. Drag a chart, or move it with Alt and the arrow keys.</source>
        <translation>Angekreuzte Diagramme stehen unter der Zeitlinie, in dieser Reihenfolge. Ziehen Sie ein Diagramm, oder verschieben Sie es mit Alt und den Pfeiltasten.</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>motley::Collection</name>
    <message>
        <source>%1 gave a list of files that cannot be right; nothing was copied from it.</source>
        <translation>%1 hat eine Dateiliste geliefert, die nicht stimmen kann; es wurde nichts kopiert.</translation>
    </message>
    <message>
        <source>The run&apos;s folder %1 on %2 could not be read.</source>
        <translation>Der Ordner %1 des Laufs auf %2 konnte nicht gelesen werden.</translation>
    </message>
    <message>
        <source>There is too little space in %1 for the trained model; free some and open the run again.</source>
        <translation>In %1 ist zu wenig Platz für das trainierte Modell; schaffen Sie Platz und öffnen Sie den Lauf erneut.</translation>
    </message>
    <message>
        <source>Could not write %1.</source>
        <translation>%1 konnte nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>%1 did not arrive whole from %2; open the run again to try once more.</source>
        <translation>%1 ist nicht vollständig von %2 angekommen; öffnen Sie den Lauf erneut, um es noch einmal zu versuchen.</translation>
    </message>
    <message>
        <source>Could not make the folder %1.</source>
        <translation>Der Ordner %1 konnte nicht angelegt werden.</translation>
    </message>
    <message>
        <source>The run&apos;s folder %1 on %2 could not be written to.</source>
        <translation>In den Ordner %1 des Laufs auf %2 konnte nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>There is too little space in %1 for a checkpoint of the run.</source>
        <translation>In %1 ist zu wenig Platz für einen Checkpoint des Laufs.</translation>
    </message>
    <message>
        <source>The checkpoint of step %1 on %2 is damaged or was removed.</source>
        <translation>Der Checkpoint von Schritt %1 auf %2 ist beschädigt oder wurde entfernt.</translation>
    </message>
</context>
<context>
    <name>motley::ComebackWords</name>
    <message>
        <source>%1 is lost, and its terms say that it is not taken back by itself.</source>
        <translation>%1 ist ausgefallen und wird nach seinen Bedingungen nicht von selbst zurückgeholt.</translation>
    </message>
    <message>
        <source>%1 is lost. It is not taken back by itself, as its ranks would fail again.</source>
        <translation>%1 ist ausgefallen. Der Rechner wird nicht von selbst zurückgeholt, da seine Ränge wieder scheitern würden.</translation>
    </message>
    <message>
        <source>%1 is lost. It is not taken back by itself, as it asks a question before it lets you log in.</source>
        <translation>%1 ist ausgefallen. Der Rechner wird nicht von selbst zurückgeholt, da er vor der Anmeldung eine Frage stellt.</translation>
    </message>
    <message>
        <source>%1 is lost, and is not taken back by itself: %2</source>
        <translation>%1 ist ausgefallen und wird nicht von selbst zurückgeholt: %2</translation>
    </message>
    <message>
        <source>%1 is reachable again and prepares to take part.</source>
        <translation>%1 ist wieder erreichbar und bereitet sich auf die Teilnahme vor.</translation>
    </message>
    <message>
        <source>%1 could not be taken back yet, and is tried again: %2</source>
        <translation>%1 konnte noch nicht zurückgeholt werden, es wird wieder versucht: %2</translation>
    </message>
    <message>
        <source>%1 is lost; it is taken back as soon as it can be reached.</source>
        <translation>%1 ist ausgefallen und wird zurückgeholt, sobald der Rechner erreichbar ist.</translation>
    </message>
</context>
<context>
    <name>motley::CommandLine</name>
    <message>
        <source>Options</source>
        <translation>Optionen</translation>
    </message>
    <message>
        <source>Print this help and exit</source>
        <translation>Diese Hilfe ausgeben und beenden</translation>
    </message>
    <message>
        <source>Print the version and exit</source>
        <translation>Version ausgeben und beenden</translation>
    </message>
    <message>
        <source>Usage</source>
        <translation>Aufruf</translation>
    </message>
    <message>
        <source>OPTIONS</source>
        <translation>OPTIONEN</translation>
    </message>
    <message>
        <source>COMMAND</source>
        <translation>BEFEHL</translation>
    </message>
    <message>
        <source>COMMANDS</source>
        <translation>BEFEHLE</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>(required)</source>
        <translation>(erforderlich)</translation>
    </message>
    <message>
        <source>TEXT</source>
        <translation>TEXT</translation>
    </message>
    <message>
        <source>Accept an unknown machine with this key, without asking (SHA256:...)</source>
        <translation>Einen unbekannten Rechner mit diesem Schlüssel ohne Rückfrage annehmen (SHA256:...)</translation>
    </message>
    <message>
        <source>One trainer out of many different machines. Without a command, the window opens.</source>
        <translation>Macht aus vielen verschiedenen Rechnern einen Trainer. Ohne Befehl öffnet sich das Fenster.</translation>
    </message>
    <message>
        <source>List the machines; add or remove one</source>
        <translation>Rechner auflisten, hinzufügen oder entfernen</translation>
    </message>
    <message>
        <source>Log in to each and find out what it is</source>
        <translation>Bei jedem anmelden und feststellen, was er ist</translation>
    </message>
    <message>
        <source>One JSON object per line</source>
        <translation>Ein JSON-Objekt je Zeile</translation>
    </message>
    <message>
        <source>Example: motley machines add box me@10.0.0.7 &amp;&amp; motley machines --probe</source>
        <translation>Beispiel: motley machines add box me@10.0.0.7 &amp;&amp; motley machines --probe</translation>
    </message>
    <message>
        <source>Add a machine that ssh can reach</source>
        <translation>Einen Rechner hinzufügen, den ssh erreicht</translation>
    </message>
    <message>
        <source>Your name for it</source>
        <translation>Ihr Name für ihn</translation>
    </message>
    <message>
        <source>What you would give to ssh: an alias, user@host or ssh://user@host:port</source>
        <translation>Was Sie auch ssh angeben würden: ein Alias, user@host oder ssh://user@host:port</translation>
    </message>
    <message>
        <source>Folder there for Motley&apos;s files, instead of the one that is found</source>
        <translation>Dortiger Ordner für Motleys Dateien anstelle des gefundenen</translation>
    </message>
    <message>
        <source>Forget a machine; nothing changes on it</source>
        <translation>Einen Rechner vergessen; auf ihm ändert sich nichts</translation>
    </message>
    <message>
        <source>Train: send what is needed, start, show the progress, fetch the model</source>
        <translation>Trainieren: Nötiges senden, starten, Fortschritt zeigen, Modell holen</translation>
    </message>
    <message>
        <source>job.json: what to train</source>
        <translation>job.json: was trainiert wird</translation>
    </message>
    <message>
        <source>Names, with devices if you like: local,box:cpu,big:gpu</source>
        <translation>Namen, wahlweise mit Geräten: local,box:cpu,big:gpu</translation>
    </message>
    <message>
        <source>Ranks on each CPU that takes part</source>
        <translation>Ränge auf jeder beteiligten CPU</translation>
    </message>
    <message>
        <source>Threads of each rank on a CPU; 0: as many as fit</source>
        <translation>Threads je Rang auf einer CPU; 0: so viele wie passen</translation>
    </message>
    <message>
        <source>Return as soon as the training is running</source>
        <translation>Zurückkehren, sobald das Training läuft</translation>
    </message>
    <message>
        <source>JSON lines on stdout: progress, then the run&apos;s events as they are</source>
        <translation>JSON-Zeilen auf stdout: Fortschritt, dann die Ereignisse des Laufs unverändert</translation>
    </message>
    <message>
        <source>Ctrl-C leaves and the training goes on; a second Ctrl-C within three seconds stops it.
Example: motley run job.json --machines local,box</source>
        <translation>Strg-C beendet nur Motley, das Training geht weiter; ein zweites Strg-C innerhalb von drei Sekunden stoppt es.
Beispiel: motley run job.json --machines local,box</translation>
    </message>
    <message>
        <source>Show a run that was started before, from its first step on</source>
        <translation>Einen früher gestarteten Lauf zeigen, ab seinem ersten Schritt</translation>
    </message>
    <message>
        <source>Its id or name, or how one begins; without it, the newest</source>
        <translation>Seine ID, sein Name oder deren Anfang; ohne Angabe der neueste</translation>
    </message>
    <message>
        <source>The run&apos;s events as they are</source>
        <translation>Die Ereignisse des Laufs unverändert</translation>
    </message>
    <message>
        <source>Stop a run after the step it is in, with a checkpoint</source>
        <translation>Einen Lauf nach dem aktuellen Schritt stoppen, mit einem Checkpoint</translation>
    </message>
    <message>
        <source>Its id or name, or how one begins</source>
        <translation>Seine ID, sein Name oder deren Anfang</translation>
    </message>
    <message>
        <source>At once, without a checkpoint</source>
        <translation>Sofort, ohne Checkpoint</translation>
    </message>
    <message>
        <source>List the runs that this computer remembers</source>
        <translation>Die Läufe auflisten, die dieser Computer kennt</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Say which folders of data a machine has too, so that nothing in them is sent</source>
        <translation>Sagen, welche Datenordner ein Rechner auch hat, damit nichts daraus gesendet wird</translation>
    </message>
    <message>
        <source>HERE=THERE, or one path that is the same on both; none: it has none of them any more</source>
        <translation>HIER=DORT, oder ein Pfad, der auf beiden derselbe ist; keiner: Er hat keinen davon mehr</translation>
    </message>
    <message>
        <source>What differs from the file here is sent all the same.
Example: motley machines data box /home/ada/data=/mnt/data</source>
        <translation>Was von der Datei hier abweicht, wird trotzdem gesendet.
Beispiel: motley machines data box /home/ada/data=/mnt/data</translation>
    </message>
    <message>
        <source>Say what a run would take, and which machines are worth it; nothing is started</source>
        <translation>Sagen, was ein Lauf brauchen würde und welche Rechner sich lohnen; es wird nichts gestartet</translation>
    </message>
    <message>
        <source>The same as one JSON object</source>
        <translation>Dasselbe als ein JSON-Objekt</translation>
    </message>
    <message>
        <source>Every device is measured for a few seconds, which needs the engine and the data there.
Example: motley plan job.json --machines local,box,big</source>
        <translation>Jedes Gerät wird einige Sekunden gemessen; dazu müssen Engine und Daten dort liegen.
Beispiel: motley plan job.json --machines local,box,big</translation>
    </message>
    <message>
        <source>Say what a machine costs and whether it may be taken away, for forecasts</source>
        <translation>Sagen, was ein Rechner kostet und ob er weggenommen werden kann, für Vorhersagen</translation>
    </message>
    <message>
        <source>Of an hour; 0: nothing</source>
        <translation>Für eine Stunde; 0: nichts</translation>
    </message>
    <message>
        <source>Hours until it is taken away, on average; 0: it stays</source>
        <translation>Stunden, bis er weggenommen wird, im Mittel; 0: Er bleibt</translation>
    </message>
    <message>
        <source>Minutes until there is another one in its place</source>
        <translation>Minuten, bis ein anderer an seiner Stelle ist</translation>
    </message>
    <message>
        <source>Instead, what part of such machines is taken away by which hour: 2:0.1,6:0.5,24:1</source>
        <translation>Stattdessen: welcher Teil solcher Rechner bis zu welcher Stunde weggenommen wird: 2:0.1,6:0.5,24:1</translation>
    </message>
    <message>
        <source>Instead, a file of lifetimes that were seen, a line each: 3.5,ended or 24,there</source>
        <translation>Stattdessen: eine Datei mit beobachteten Lebensdauern, je eine Zeile: 3.5,ended oder 24,there</translation>
    </message>
    <message>
        <source>Example: motley machines terms box --price 1.25 --lifetime 2:0.1,6:0.5,24:1</source>
        <translation>Beispiel: motley machines terms box --price 1.25 --lifetime 2:0.1,6:0.5,24:1</translation>
    </message>
    <message>
        <source>Continue, as another run, from the last checkpoint of one that was stopped or has failed</source>
        <translation>Als anderer Lauf ab dem letzten Checkpoint eines Laufs fortsetzen, der gestoppt wurde oder fehlgeschlagen ist</translation>
    </message>
    <message>
        <source>Names of its machines that no longer take part</source>
        <translation>Namen seiner Rechner, die nicht mehr teilnehmen</translation>
    </message>
    <message>
        <source>Example: motley resume fashion --without box</source>
        <translation>Beispiel: motley resume fashion --without box</translation>
    </message>
    <message>
        <source>Measure all of these machines first, and train on those that are fastest together</source>
        <translation>Erst alle diese Rechner messen, dann auf denen trainieren, die zusammen am schnellsten sind</translation>
    </message>
    <message>
        <source>Not all of the output could be written to stdout.</source>
        <translation>Nicht die ganze Ausgabe konnte auf stdout geschrieben werden.</translation>
    </message>
    <message>
        <source>Remove this run and its files</source>
        <translation>Diesen Lauf und seine Dateien entfernen</translation>
    </message>
    <message>
        <source>Do not ask whether to remove it</source>
        <translation>Vor dem Entfernen nicht nachfragen</translation>
    </message>
    <message>
        <source>Write what runs came to as one file, to show others</source>
        <translation>Schreibt, was Läufe ergeben haben, als eine Datei, um es anderen zu zeigen</translation>
    </message>
    <message>
        <source>The run; of several, the others are held against the first</source>
        <translation>Der Lauf; bei mehreren werden die anderen mit dem ersten verglichen</translation>
    </message>
    <message>
        <source>The file to write, a page for any browser</source>
        <translation>Die Datei, die geschrieben wird, eine Seite für jeden Browser</translation>
    </message>
    <message>
        <source>Example: motley report shakespeare --html report.html</source>
        <translation>Beispiel: motley report shakespeare --html report.html</translation>
    </message>
    <message>
        <source>Whether a run that loses it takes it back by itself</source>
        <translation>Ob ein Lauf, der ihn verliert, ihn von selbst zurückholt</translation>
    </message>
    <message>
        <source>One line that tells how far it is, as where there is no terminal, and not the whole screen</source>
        <translation>Eine Zeile, die sagt, wie weit er ist, wie ohne Terminal, und nicht der ganze Bildschirm</translation>
    </message>
    <message>
        <source>Exit codes: 0 done, 1 failed, 2 wrong usage, 3 the run failed, 4 the run was stopped or paused.</source>
        <translation>Rückgabewerte: 0 erledigt, 1 fehlgeschlagen, 2 falscher Aufruf, 3 der Lauf ist fehlgeschlagen, 4 der Lauf wurde gestoppt oder pausiert.</translation>
    </message>
    <message>
        <source>Whether it may also start its part of a run by itself after a restart, by an entry in its systemd or crontab</source>
        <translation>Ob er nach einem Neustart seinen Teil eines Laufs auch von selbst starten darf, durch einen Eintrag in systemd oder crontab</translation>
    </message>
    <message>
        <source>Stop a run after the step it is in, with a checkpoint to go on from: motley resume</source>
        <translation>Einen Lauf nach dem laufenden Schritt anhalten, mit einem Checkpoint zum Weitermachen: motley resume</translation>
    </message>
    <message>
        <source>Have a run write a checkpoint after the step it is in, and train on</source>
        <translation>Einen Lauf nach dem laufenden Schritt einen Checkpoint schreiben und weitertrainieren lassen</translation>
    </message>
</context>
<context>
    <name>motley::CommandStreams</name>
    <message>
        <source>A command on %1 took longer than it may and was ended.</source>
        <translation>Ein Befehl auf %1 brauchte länger, als er darf, und wurde beendet.</translation>
    </message>
    <message>
        <source>A command on %1 printed more than it may and was ended.</source>
        <translation>Ein Befehl auf %1 gab mehr aus, als er darf, und wurde beendet.</translation>
    </message>
    <message numerus="yes">
        <source>A command on %1 gave no sign of life for %Ln second(s) and was ended.</source>
        <translation>
            <numerusform>Ein Befehl auf %1 gab %Ln Sekunde lang kein Lebenszeichen und wurde beendet.</numerusform>
            <numerusform>Ein Befehl auf %1 gab %Ln Sekunden lang kein Lebenszeichen und wurde beendet.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::ComparePage</name>
    <message>
        <source>Use as baseline</source>
        <translation>Als Bezug nehmen</translation>
    </message>
    <message>
        <source>Save a report…</source>
        <translation>Bericht speichern …</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>None of these runs has such values.</source>
        <translation>Keiner dieser Läufe hat solche Werte.</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>What the chart shows</source>
        <translation>Was das Diagramm zeigt</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>Settings that differ</source>
        <translation>Unterschiedliche Einstellungen</translation>
    </message>
    <message numerus="yes">
        <source>%Ln run(s)</source>
        <translation>
            <numerusform>%Ln Lauf</numerusform>
            <numerusform>%Ln Läufe</numerusform>
        </translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>Loss of tests</source>
        <translation>Loss der Tests</translation>
    </message>
    <message>
        <source>Test: %1</source>
        <translation>Test: %1</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Save a report</source>
        <translation>Bericht speichern</translation>
    </message>
    <message>
        <source>Pages (%1)</source>
        <translation>Seiten (%1)</translation>
    </message>
    <message>
        <source>The report is in %1.</source>
        <translation>Der Bericht ist in %1.</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Best test</source>
        <translation>Bester Test</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>%1 (baseline)</source>
        <translation>%1 (Bezug)</translation>
    </message>
    <message>
        <source>Against baseline</source>
        <translation>Gegen Bezug</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
</context>
<context>
    <name>motley::Comparison</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 points</source>
        <extracomment>percentage points</extracomment>
        <translation>%1 Punkte</translation>
    </message>
</context>
<context>
    <name>motley::ConfusionView</name>
    <message>
        <source>Confusion matrix</source>
        <translation>Konfusionsmatrix</translation>
    </message>
</context>
<context>
    <name>motley::ContextWords</name>
    <message>
        <source>By its memory, sequences may have up to %1 tokens.</source>
        <translation>Vom Speicher her dürfen Sequenzen bis zu %1 Tokens haben.</translation>
    </message>
    <message>
        <source>By the memory of all devices, sequences may have up to %1 tokens: %2 holds the least.</source>
        <extracomment>%2 is a machine</extracomment>
        <translation>Vom Speicher aller Geräte her dürfen Sequenzen bis zu %1 Tokens haben: Am wenigsten fasst %2.</translation>
    </message>
    <message>
        <source>8 bits</source>
        <translation>8 Bit</translation>
    </message>
    <message>
        <source>4 bits</source>
        <translation>4 Bit</translation>
    </message>
    <message>
        <source>the bits of its files</source>
        <translation>den Bits seiner Dateien</translation>
    </message>
    <message>
        <source>All devices would also hold the base in %1, which rounds it less.</source>
        <extracomment>%1 is such as &quot;8 bits&quot;</extracomment>
        <translation>Alle Geräte fassen die Basis auch in %1, was sie weniger rundet.</translation>
    </message>
    <message>
        <source>%1 lacks %2 of memory to hold the base in %3.</source>
        <extracomment>%1 is a machine, %2 an amount of memory, %3 such as &quot;8 bits&quot;</extracomment>
        <translation>%1 fehlen %2 Speicher, um die Basis in %3 zu fassen.</translation>
    </message>
    <message>
        <source>activations that are computed again</source>
        <translation>neu berechnete Aktivierungen</translation>
    </message>
    <message>
        <source>the base in 8 bits (%1 less, up to %2 tokens)</source>
        <extracomment>%1 is an amount of memory, %2 a number of tokens; a part of a list</extracomment>
        <translation>die Basis in 8 Bit (%1 weniger, bis zu %2 Tokens)</translation>
    </message>
    <message>
        <source>the base in 4 bits (%1 less, up to %2 tokens, but this model loses more by it than others do)</source>
        <translation>die Basis in 4 Bit (%1 weniger, bis zu %2 Tokens, aber dieses Modell verliert dadurch mehr als andere)</translation>
    </message>
    <message>
        <source>the base in 4 bits (%1 less, up to %2 tokens)</source>
        <translation>die Basis in 4 Bit (%1 weniger, bis zu %2 Tokens)</translation>
    </message>
    <message>
        <source>sequences of %1 tokens (%2 less)</source>
        <extracomment>%1 is a number of tokens, %2 an amount of memory; a part of a list</extracomment>
        <translation>Sequenzen von %1 Tokens (%2 weniger)</translation>
    </message>
    <message>
        <source>an adapter of rank %1 (%2 less, up to %3 tokens)</source>
        <extracomment>%1 is a rank, %2 an amount of memory, %3 a number of tokens; a part of a list</extracomment>
        <translation>ein Adapter vom Rang %1 (%2 weniger, bis zu %3 Tokens)</translation>
    </message>
    <message>
        <source>Activations of one sequence: %1 if they are kept, %2 if they are computed again.</source>
        <extracomment>Both are amounts of memory.</extracomment>
        <translation>Aktivierungen einer Sequenz: %1, wenn sie behalten werden, %2, wenn sie neu berechnet werden.</translation>
    </message>
    <message>
        <source>What would save memory on %1, the most first: %2.</source>
        <extracomment>%1 is a machine, %2 a list such as the base in 4 bits (9.8 GiB less, up to 4,096 tokens)</extracomment>
        <translation>Was auf %1 Speicher sparen würde, das Wirksamste zuerst: %2.</translation>
    </message>
</context>
<context>
    <name>motley::DataPreview</name>
    <message>
        <source>%1 is not an IDX file of the expected kind. Choose a folder with the published files.</source>
        <translation>%1 ist keine IDX-Datei der erwarteten Art. Wählen Sie einen Ordner mit den veröffentlichten Dateien.</translation>
    </message>
    <message>
        <source>There are %1 training images but %2 labels. The files do not belong together.</source>
        <translation>Es gibt %1 Trainingsbilder, aber %2 Labels. Die Dateien gehören nicht zusammen.</translation>
    </message>
    <message>
        <source>Could not read %1.</source>
        <translation>%1 konnte nicht gelesen werden.</translation>
    </message>
    <message>
        <source>%1 has %2 lines, but %3 has %4: each line must be the translation of one of the other.</source>
        <translation>%1 hat %2 Zeilen, aber %3 hat %4: Jede Zeile muss die Übersetzung einer Zeile der anderen Datei sein.</translation>
    </message>
    <message>
        <source>%1 is empty.</source>
        <translation>%1 ist leer.</translation>
    </message>
    <message>
        <source>%1 has no sentence in it.</source>
        <translation>%1 enthält keinen Satz.</translation>
    </message>
    <message>
        <source>%1 has no tokenizer: neither vocab.txt nor tokenizer.json is there.</source>
        <translation>%1 hat keinen Tokenizer: Weder vocab.txt noch tokenizer.json ist dort.</translation>
    </message>
    <message>
        <source>%1 ends before its last image. It was not copied whole.</source>
        <translation>%1 endet vor seinem letzten Bild. Die Datei wurde nicht ganz kopiert.</translation>
    </message>
    <message>
        <source>%1 has no tag: each line needs a word and its tag.</source>
        <translation>%1 hat kein Tag: Jede Zeile braucht ein Wort und sein Tag.</translation>
    </message>
    <message>
        <source>Line %1 of %2</source>
        <translation>Zeile %1 von %2</translation>
    </message>
    <message>
        <source>The last line of %1</source>
        <translation>Die letzte Zeile von %1</translation>
    </message>
    <message>
        <source>%1 has %2 names of entities, but %3 has %4 vectors: they do not belong together.</source>
        <translation>%1 hat %2 Namen von Entitäten, %3 aber %4 Vektoren: Sie gehören nicht zusammen.</translation>
    </message>
    <message>
        <source>%1 has no rows in it.</source>
        <translation>%1 enthält keine Zeilen.</translation>
    </message>
    <message>
        <source>The rows in %1 have %2 tokens, but the model takes %3.</source>
        <translation>Die Zeilen in %1 haben %2 Tokens, das Modell nimmt aber nur %3.</translation>
    </message>
    <message>
        <source>“%2” in %1 is no volume: it needs slices, rows and columns.</source>
        <translation>„%2“ in %1 ist kein Volumen: Es braucht Schnitte, Zeilen und Spalten.</translation>
    </message>
    <message>
        <source>“%2” in %1 claims more voxels than the file holds.</source>
        <translation>„%2“ in %1 gibt mehr Voxel an, als die Datei enthält.</translation>
    </message>
    <message>
        <source>“%2” in %1 holds numbers of another type than it must.</source>
        <translation>„%2“ in %1 enthält Zahlen eines anderen Typs, als es muss.</translation>
    </message>
    <message>
        <source>“%2” in %1 has another size than “raw”.</source>
        <translation>„%2“ in %1 hat eine andere Größe als „raw“.</translation>
    </message>
    <message>
        <source>%1 needs a word alone, or a word, B or I, its mention and its entity, with tabs between them.</source>
        <translation>%1 braucht ein Wort allein oder ein Wort, B oder I, seine Erwähnung und deren Entität, mit Tabulatoren dazwischen.</translation>
    </message>
    <message>
        <source>%1 is no text in UTF-8. Convert it, such as with iconv.</source>
        <translation>%1 ist kein Text in UTF-8. Wandeln Sie die Datei um, etwa mit iconv.</translation>
    </message>
    <message>
        <source>%1 is shorter than the %2 tokens that are needed.</source>
        <translation>%1 ist kürzer als die %2 Token, die nötig sind.</translation>
    </message>
    <message>
        <source>%1 has no tensor “%2”. Check the names of the tensors.</source>
        <translation>%1 hat keinen Tensor „%2“. Prüfen Sie die Namen der Tensoren.</translation>
    </message>
    <message>
        <source>“%2” in %1 claims more numbers than the file holds.</source>
        <translation>„%2“ in %1 gibt mehr Zahlen an, als die Datei enthält.</translation>
    </message>
    <message>
        <source>%1 is HDF5: name its data sets that the model is to be given.</source>
        <translation>%1 ist HDF5: Nennen Sie die Datensätze daraus, die das Modell bekommen soll.</translation>
    </message>
    <message>
        <source>%1 holds no tensors.</source>
        <translation>%1 enthält keine Tensoren.</translation>
    </message>
    <message>
        <source>The tensor “%2” in %1 holds no samples: its first dimension counts them.</source>
        <translation>Der Tensor „%2“ in %1 enthält keine Samples: Seine erste Dimension zählt sie.</translation>
    </message>
    <message>
        <source>“%2” in %1 holds %3 samples, but “%4” holds %5.</source>
        <translation>„%2“ in %1 enthält %3 Samples, „%4“ aber %5.</translation>
    </message>
    <message>
        <source>%1 is no safetensors file that can be read.</source>
        <translation>%1 ist keine lesbare safetensors-Datei.</translation>
    </message>
    <message>
        <source>%1 is no TorchScript file, as torch.jit writes them.</source>
        <translation>%1 ist keine TorchScript-Datei, wie torch.jit sie schreibt.</translation>
    </message>
</context>
<context>
    <name>motley::DataPreviewCard</name>
    <message>
        <source>The first samples</source>
        <translation>Die ersten Samples</translation>
    </message>
    <message numerus="yes">
        <source>%Ln files, %1</source>
        <translation>
            <numerusform>%Ln Datei, %1</numerusform>
            <numerusform>%Ln Dateien, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>More than %Ln files, more than %1</source>
        <translation>
            <numerusform>Mehr als %Ln Datei, mehr als %1</numerusform>
            <numerusform>Mehr als %Ln Dateien, mehr als %1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 images to train, %2 to test, %3 × %4 pixels, %5</source>
        <translation>%1 Bilder zum Trainieren, %2 zum Testen, %3 × %4 Pixel, %5</translation>
    </message>
    <message>
        <source>The data cannot be used: %1</source>
        <translation>Die Daten sind nicht nutzbar: %1</translation>
    </message>
</context>
<context>
    <name>motley::Deployed</name>
    <message>
        <source>The run %1 is still going on %2; stop it first.</source>
        <translation>Der Lauf %1 läuft noch auf %2; stoppen Sie ihn zuerst.</translation>
    </message>
    <message>
        <source>Not everything in %1 on %2 could be removed.</source>
        <translation>Nicht alles in %1 auf %2 konnte entfernt werden.</translation>
    </message>
    <message>
        <source>%1 on %2 held other files before, so nothing is removed there. Remove what you do not want of its folders blobs, data, engine, runs and shared yourself.</source>
        <translation>%1 auf %2 enthielt schon andere Dateien, daher wird dort nichts entfernt. Entfernen Sie selbst, was Sie von den Ordnern blobs, data, engine, runs und shared darin nicht wollen.</translation>
    </message>
    <message>
        <source>%1 on %2 is no folder of a run, so it stays.</source>
        <translation>%1 auf %2 ist kein Ordner eines Laufs und bleibt daher.</translation>
    </message>
</context>
<context>
    <name>motley::DeployedDialog</name>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Remove what is not needed</source>
        <translation>Nicht Benötigtes entfernen</translation>
    </message>
    <message>
        <source>Files of Motley on %1</source>
        <translation>Dateien von Motley auf %1</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Needed</source>
        <translation>Benötigt</translation>
    </message>
    <message>
        <source>Last change</source>
        <translation>Letzte Änderung</translation>
    </message>
    <message>
        <source>Files of Motley on this machine</source>
        <translation>Dateien von Motley auf diesem Rechner</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Asking %1 what it holds.</source>
        <translation>%1 wird gefragt, was dort liegt.</translation>
    </message>
    <message>
        <source>Removing what is not needed on %1.</source>
        <translation>Nicht Benötigtes auf %1 wird entfernt.</translation>
    </message>
    <message>
        <source>What %1 holds is not known.</source>
        <translation>Was auf %1 liegt, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>%1 were freed.</source>
        <translation>%1 wurden frei.</translation>
    </message>
    <message>
        <source>Nothing of Motley is there.</source>
        <translation>Dort liegt nichts von Motley.</translation>
    </message>
    <message>
        <source>All of it takes %1, and %2 are free. Equal files take their space once.</source>
        <translation>Alles zusammen belegt %1, und %2 sind frei. Gleiche Dateien belegen ihren Platz nur einmal.</translation>
    </message>
    <message>
        <source>by a run that goes on</source>
        <translation>von einem Lauf, der noch trainiert</translation>
    </message>
    <message>
        <source>Remove what is not needed on %1?</source>
        <translation>Nicht Benötigtes auf %1 entfernen?</translation>
    </message>
    <message>
        <source>Data and models that no run uses, all engines but the two newest, and runs that have ended and whose results are on the computer that started them. The next run sends again what it needs.</source>
        <translation>Daten und Modelle, die kein Lauf benutzt, alle Engines außer den zwei neuesten und beendete Läufe, deren Ergebnisse auf dem Computer sind, der sie gestartet hat. Der nächste Lauf sendet wieder, was er braucht.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
</context>
<context>
    <name>motley::Deployment</name>
    <message>
        <source>The upload to %1 was disturbed again and again by another program; try again.</source>
        <translation>Das Senden an %1 wurde immer wieder von einem anderen Programm gestört; versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>A file with the name “%1” cannot be sent to %2; rename it.</source>
        <translation>Eine Datei mit dem Namen „%1“ kann nicht an %2 gesendet werden; benennen Sie sie um.</translation>
    </message>
    <message>
        <source>%1 has too little disk space: %2 are needed in %3, but only %4 are free. Free some space there or choose another install folder.</source>
        <translation>%1 hat zu wenig Speicherplatz: In %3 werden %2 benötigt, aber nur %4 sind frei. Schaffen Sie dort Platz oder wählen Sie einen anderen Installationsordner.</translation>
    </message>
    <message>
        <source>%1 arrives damaged on %2, twice now; check that machine&apos;s disk and memory.</source>
        <translation>%1 kommt auf %2 beschädigt an, nun schon zweimal; prüfen Sie Festplatte und Speicher dieses Rechners.</translation>
    </message>
    <message>
        <source>Could not read %1.</source>
        <translation>%1 konnte nicht gelesen werden.</translation>
    </message>
    <message>
        <source>%1 changed while it was sent to %2; start again when it is finished.</source>
        <translation>%1 hat sich geändert, während es an %2 gesendet wurde; starten Sie erneut, wenn es fertig ist.</translation>
    </message>
    <message>
        <source>%1 does not let this account write to %2; choose another install folder for it.</source>
        <translation>%1 lässt dieses Konto nicht in %2 schreiben; wählen Sie einen anderen Installationsordner für den Rechner.</translation>
    </message>
    <message>
        <source>%1 has none of the programs sha256sum, shasum and openssl; one is needed to verify what is sent.</source>
        <translation>%1 hat keines der Programme sha256sum, shasum und openssl; eines davon ist nötig, um das Gesendete zu prüfen.</translation>
    </message>
    <message>
        <source>Writing to %2 on %1 failed, most likely because the disk or a quota is full: %3 were to be sent. Free some space there and start again.</source>
        <translation>Das Schreiben in %2 auf %1 ist fehlgeschlagen, wahrscheinlich weil die Festplatte oder eine Quota voll ist: %3 sollten gesendet werden. Schaffen Sie dort Platz und starten Sie erneut.</translation>
    </message>
    <message>
        <source>Sending files to %1 failed (code %2).</source>
        <translation>Das Senden von Dateien an %1 ist fehlgeschlagen (Code %2).</translation>
    </message>
    <message>
        <source>%1 cannot run programs from %2, most likely because the file system there is mounted with “noexec”. Choose another install folder for it.</source>
        <translation>%1 kann aus %2 keine Programme ausführen, wahrscheinlich weil das Dateisystem dort mit „noexec“ eingehängt ist. Wählen Sie einen anderen Installationsordner für den Rechner.</translation>
    </message>
</context>
<context>
    <name>motley::DesktopNotices</name>
    <message>
        <source>Show the run</source>
        <translation>Lauf zeigen</translation>
    </message>
</context>
<context>
    <name>motley::DeviceChoice</name>
    <message>
        <source>“%1” is not a device; write cpu, gpu (all of them) or the UUID of a GPU.</source>
        <translation>„%1“ ist kein Gerät; schreiben Sie cpu, gpu (alle) oder die UUID einer GPU.</translation>
    </message>
    <message>
        <source>%1 is named twice; join its devices with a plus sign: %1:cpu+gpu</source>
        <translation>%1 ist zweimal genannt; verbinden Sie die Geräte mit einem Pluszeichen: %1:cpu+gpu</translation>
    </message>
    <message>
        <source>No machine is named; write for example --machines local,box</source>
        <translation>Kein Rechner ist genannt; schreiben Sie zum Beispiel --machines local,box</translation>
    </message>
    <message>
        <source>There is no machine “%1”; “motley machines” lists them, “motley machines add” adds one.</source>
        <translation>Es gibt keinen Rechner „%1“; „motley machines“ zeigt alle, „motley machines add“ fügt einen hinzu.</translation>
    </message>
</context>
<context>
    <name>motley::EventLogCopy</name>
    <message>
        <source>Could not read %1.</source>
        <translation>%1 konnte nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Could not write %1.</source>
        <translation>%1 konnte nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>There is too little space for the events of this run in %1; free some and open the run again.</source>
        <translation>In %1 ist zu wenig Platz für die Ereignisse dieses Laufs; schaffen Sie Platz und öffnen Sie den Lauf erneut.</translation>
    </message>
</context>
<context>
    <name>motley::EventStream</name>
    <message>
        <source>It is too long.</source>
        <translation>Sie ist zu lang.</translation>
    </message>
    <message>
        <source>It has the number %1 and follows number %2.</source>
        <translation>Sie hat die Nummer %1 und folgt auf Nummer %2.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) of this run&apos;s events could not be read and were left out. The last one: %1</source>
        <translation>
            <numerusform>%Ln Zeile der Ereignisse dieses Laufs konnte nicht gelesen werden und fehlt: %1</numerusform>
            <numerusform>%Ln Zeilen der Ereignisse dieses Laufs konnten nicht gelesen werden und fehlen. Die letzte: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln event(s) before the end of this run are lost, as the disk of its first machine took nothing any more.</source>
        <translation>
            <numerusform>%Ln Ereignis vor dem Ende dieses Laufs ist verloren, da die Festplatte seines ersten Rechners nichts mehr annahm.</numerusform>
            <numerusform>%Ln Ereignisse vor dem Ende dieses Laufs sind verloren, da die Festplatte seines ersten Rechners nichts mehr annahm.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::ExampleModel</name>
    <message>
        <source>Picture %1</source>
        <translation>Bild %1</translation>
    </message>
    <message>
        <source>Example</source>
        <translation>Beispiel</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>Erwartet</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>Vorhergesagt</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
</context>
<context>
    <name>motley::ExampleWords</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>none</source>
        <extracomment>between two words with their tags</extracomment>
        <translation>keine</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message>
        <source>right</source>
        <translation>richtig</translation>
    </message>
    <message>
        <source>%1 right</source>
        <translation>%1 richtig</translation>
    </message>
    <message>
        <source>wrong</source>
        <translation>falsch</translation>
    </message>
    <message>
        <source>Expected:</source>
        <translation>Erwartet:</translation>
    </message>
    <message>
        <source>Predicted:</source>
        <translation>Vorhergesagt:</translation>
    </message>
    <message>
        <source>%1: %2, expected %3</source>
        <translation>%1: %2, erwartet: %3</translation>
    </message>
    <message>
        <source>%1: %2 of %3 right, %4</source>
        <translation>%1: %2 von %3 richtig, %4</translation>
    </message>
    <message>
        <source>%1: %2 of %3 taken for %4, %5</source>
        <translation>%1: %2 von %3 für %4 gehalten, %5</translation>
    </message>
</context>
<context>
    <name>motley::ExamplesView</name>
    <message>
        <source>Examples of the test</source>
        <translation>Beispiele des Tests</translation>
    </message>
    <message>
        <source>Classes that are confused most</source>
        <translation>Am häufigsten verwechselte Klassen</translation>
    </message>
    <message>
        <source>The whole example</source>
        <translation>Das ganze Beispiel</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Test</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>Erwartet</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>Vorhergesagt</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Test %1 of %2, after step %3</source>
        <extracomment>the number of a test, how many there are, and the step after which it was made</extracomment>
        <translation>Test %1 von %2, nach Schritt %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Down: expected. Across: predicted.</source>
        <translation>Nach unten: erwartet. Nach rechts: vorhergesagt.</translation>
    </message>
</context>
<context>
    <name>motley::FieldWords</name>
    <message>
        <source>“%1” must be at least %2.</source>
        <translation>„%1“ muss mindestens %2 sein.</translation>
    </message>
    <message>
        <source>“%1” must be between %2 and %3.</source>
        <translation>„%1“ muss zwischen %2 und %3 liegen.</translation>
    </message>
    <message>
        <source>“%1” is missing. %2</source>
        <translation>„%1“ fehlt. %2</translation>
    </message>
    <message>
        <source>The name must have between 1 and 80 characters.</source>
        <translation>Der Name muss 1 bis 80 Zeichen haben.</translation>
    </message>
    <message>
        <source>Nesterov&apos;s method needs a momentum above 0.</source>
        <translation>Nesterovs Verfahren braucht ein Momentum über 0.</translation>
    </message>
    <message>
        <source>The schedule must end after its warm-up, or with 0 at the end of the run.</source>
        <translation>Der Verlauf muss nach dem Aufwärmen enden oder, mit 0, am Ende des Laufs.</translation>
    </message>
    <message>
        <source>The global batch must be a multiple of the groups that HetSeq&apos;s order keeps together.</source>
        <translation>Die globale Batchgröße muss ein Vielfaches der Gruppen sein, die HetSeqs Reihenfolge zusammenhält.</translation>
    </message>
    <message>
        <source>Here samples of one length are put together, so there is no HetSeq order.</source>
        <translation>Hier werden Samples gleicher Länge zusammengestellt, daher gibt es keine HetSeq-Reihenfolge.</translation>
    </message>
    <message>
        <source>With Adasum each device updates all parameters by itself, so the optimizer memory cannot always be split: choose another value here, or join by the sum of gradients.</source>
        <translation>Mit Adasum aktualisiert jedes Gerät alle Parameter selbst, daher lässt sich der Optimiererspeicher nicht immer aufteilen: Wählen Sie hier einen anderen Wert, oder führen Sie durch die Summe der Gradienten zusammen.</translation>
    </message>
    <message>
        <source>“%1” must be names of layers with commas between them, such as q_proj, v_proj.</source>
        <translation>In „%1“ müssen Namen von Schichten mit Kommas dazwischen stehen, etwa q_proj, v_proj.</translation>
    </message>
    <message>
        <source>“%1” must be names of layers with their numbers, such as down_proj=32, 0.mlp.up_proj=8.</source>
        <translation>In „%1“ müssen Namen von Schichten mit ihren Zahlen stehen, etwa down_proj=32, 0.mlp.up_proj=8.</translation>
    </message>
    <message>
        <source>An adapter belongs to a trained model: choose the folder to start from.</source>
        <translation>Ein Adapter gehört zu einem trainierten Modell: Wählen Sie den Ordner, von dem aus begonnen wird.</translation>
    </message>
    <message>
        <source>“%1” must be a day such as 2026-11-28.</source>
        <translation>„%1“ muss ein Tag wie 2026-11-28 sein.</translation>
    </message>
    <message>
        <source>Weights in fewer bits cannot be trained: choose an adapter rank, or weights as in their files.</source>
        <translation>Gewichte in weniger Bits lassen sich nicht trainieren: Wählen Sie einen Rang des Adapters oder Gewichte wie in ihren Dateien.</translation>
    </message>
    <message>
        <source>Only the sums of an adapter&apos;s gradients can travel in 16 bits: choose an adapter rank and join by the sum of gradients, or choose 32 bits here.</source>
        <translation>Nur die Summen der Gradienten eines Adapters lassen sich mit 16 Bit übertragen: Wählen Sie einen Rang des Adapters und führen Sie durch die Summe der Gradienten zusammen, oder wählen Sie hier 32 Bit.</translation>
    </message>
</context>
<context>
    <name>motley::FileCopying</name>
    <message>
        <source>%1 could not give its files to other machines.</source>
        <translation>%1 konnte seine Dateien nicht an andere Rechner weitergeben.</translation>
    </message>
</context>
<context>
    <name>motley::Fleet</name>
    <message>
        <source>“%1” cannot be the name of a machine. Use up to %2 letters, digits and . _ - + @, and begin with a letter or digit.</source>
        <translation>„%1“ kann kein Name eines Rechners sein. Nehmen Sie bis zu %2 Buchstaben, Ziffern und . _ - + @ und beginnen Sie mit einem Buchstaben oder einer Ziffer.</translation>
    </message>
    <message>
        <source>There is a machine named %1 already. Choose another name.</source>
        <translation>Es gibt bereits einen Rechner namens %1. Wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
        <source>There is no machine named %1.</source>
        <translation>Es gibt keinen Rechner namens %1.</translation>
    </message>
    <message>
        <source>This computer is always in the list.</source>
        <translation>Dieser Computer steht immer in der Liste.</translation>
    </message>
    <message>
        <source>“%1” is not the address of a machine. Use a name of your SSH configuration, user@host, or user@host:port with a port from 1 to 65535.</source>
        <translation>„%1“ ist keine Adresse eines Rechners. Nehmen Sie einen Namen Ihrer SSH-Konfiguration, user@host oder user@host:port mit einem Port von 1 bis 65535.</translation>
    </message>
</context>
<context>
    <name>motley::FleetModel</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message numerus="yes">
        <source>%1, %Ln processor(s)</source>
        <translation>
            <numerusform>%1, %Ln Prozessor</numerusform>
            <numerusform>%1, %Ln Prozessoren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>In use by %Ln process(es)</source>
        <translation>
            <numerusform>Von %Ln Prozess genutzt</numerusform>
            <numerusform>Von %Ln Prozessen genutzt</numerusform>
        </translation>
    </message>
    <message>
        <source>Free</source>
        <translation>Frei</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Free memory</source>
        <translation>Freier Speicher</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>Treiber</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>Compute</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Leistung</translation>
    </message>
    <message>
        <source>Last seen</source>
        <translation>Zuletzt gesehen</translation>
    </message>
    <message>
        <source>Trains %1</source>
        <translation>Trainiert %1</translation>
    </message>
    <message>
        <source>In use by %1</source>
        <translation>Belegt von %1</translation>
    </message>
    <message>
        <source>%1 °C</source>
        <translation>%1 °C</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Auslastung</translation>
    </message>
    <message>
        <source>Heat</source>
        <translation>Temperatur</translation>
    </message>
</context>
<context>
    <name>motley::Following</name>
    <message>
        <source>The folder of this run on %1 does not exist: %2. It was removed, or the training never began there. What is known of the run is what was copied here.</source>
        <translation>Den Ordner dieses Laufs auf %1 gibt es nicht: %2. Er wurde entfernt, oder das Training hat dort nie begonnen. Bekannt ist von dem Lauf, was hierher kopiert wurde.</translation>
    </message>
    <message>
        <source>%1 asks a question before it lets you log in. Open the run again to watch it.</source>
        <translation>%1 stellt vor der Anmeldung eine Frage. Öffnen Sie den Lauf erneut, um ihn zu sehen.</translation>
    </message>
    <message>
        <source>The training on %1 ended without any message: %2 The log there is %3.</source>
        <translation>Das Training auf %1 endete ohne jede Meldung: %2 Das Protokoll dort ist %3.</translation>
    </message>
    <message>
        <source>The training on %1 ended without any message. The log there is %2.</source>
        <translation>Das Training auf %1 endete ohne jede Meldung. Das Protokoll dort ist %2.</translation>
    </message>
    <message>
        <source>%1, which led the training, does not answer, and it has ended on %2.</source>
        <translation>%1, der Rechner, der das Training geleitet hat, antwortet nicht, und auf %2 ist es zu Ende.</translation>
    </message>
    <message>
        <source>%1, which led the training, does not answer, and it has ended on %2: %3</source>
        <translation>%1, der Rechner, der das Training geleitet hat, antwortet nicht, und auf %2 ist es zu Ende: %3</translation>
    </message>
</context>
<context>
    <name>motley::ForecastView</name>
    <message>
        <source>How long this job takes here is not known yet. Measuring takes a few seconds for each device; a machine without the engine or the data gets them first.</source>
        <translation>Wie lange dieser Auftrag hier dauert, ist noch nicht bekannt. Das Messen dauert einige Sekunden je Gerät; ein Rechner ohne Engine oder Daten bekommt sie vorher.</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>together</source>
        <translation>zusammen</translation>
    </message>
    <message>
        <source>of their sum</source>
        <translation>der Summe</translation>
    </message>
    <message>
        <source>whole job</source>
        <translation>Auftrag</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Measure now</source>
        <translation>Jetzt messen</translation>
    </message>
    <message>
        <source>Ending the measurement</source>
        <translation>Die Messung wird beendet</translation>
    </message>
    <message>
        <source>Leave out %1</source>
        <translation>%1 weglassen</translation>
    </message>
    <message>
        <source>Why, and what would change it</source>
        <translation>Warum, und was das ändern würde</translation>
    </message>
    <message>
        <source>%1, give or take %2</source>
        <translation>%1, plus oder minus %2</translation>
    </message>
    <message>
        <source>Measuring each machine</source>
        <translation>Jeder Rechner wird gemessen</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Measured: %1</source>
        <translation>Gemessen: %1</translation>
    </message>
    <message>
        <source>Once everything is ready, its time and cost are shown here.</source>
        <translation>Sobald alles bereit ist, stehen hier Dauer und Kosten.</translation>
    </message>
</context>
<context>
    <name>motley::ForecastWords</name>
    <message>
        <source>A step takes about %1.</source>
        <translation>Ein Schritt dauert etwa %1.</translation>
    </message>
    <message>
        <source>A step takes about %1, %2 of it to exchange gradients.</source>
        <translation>Ein Schritt dauert etwa %1, davon %2 für den Austausch der Gradienten.</translation>
    </message>
    <message>
        <source>%1 kWh</source>
        <translation>%1 kWh</translation>
    </message>
    <message>
        <source>It costs about %1 and uses %2 of energy.</source>
        <translation>Er kostet etwa %1 und verbraucht %2 Energie.</translation>
    </message>
    <message>
        <source>It costs about %1.</source>
        <translation>Er kostet etwa %1.</translation>
    </message>
    <message>
        <source>It uses about %1 of energy.</source>
        <translation>Er verbraucht etwa %1 Energie.</translation>
    </message>
    <message>
        <source>About %1, which is %2 of the sum of what each device reaches alone.</source>
        <translation>Etwa %1, das sind %2 der Summe dessen, was die Geräte einzeln erreichen.</translation>
    </message>
    <message>
        <source>The whole job takes about %1, perhaps %2 to %3, tests and checkpoints not counted.</source>
        <translation>Der ganze Auftrag dauert etwa %1, vielleicht %2 bis %3, ohne Tests und Checkpoints.</translation>
    </message>
    <message>
        <source>%1 gains %2.</source>
        <translation>%1 bringt %2 mehr.</translation>
    </message>
    <message>
        <source>Without %1 the run would be %2 faster: leave it out.</source>
        <translation>Ohne %1 wäre der Lauf %2 schneller: Lassen Sie diesen Rechner weg.</translation>
    </message>
    <message>
        <source>%1 would have nothing to do; leave it out.</source>
        <translation>%1 hätte nichts zu tun; lassen Sie diesen Rechner weg.</translation>
    </message>
    <message>
        <source>The memory of %1, and not its speed, decides that it gets %2 of each batch.</source>
        <translation>Nicht die Geschwindigkeit, sondern der Speicher von %1 entscheidet, dass dieser Rechner %2 von jedem Batch bekommt.</translation>
    </message>
    <message>
        <source>%1 of each step is spent on exchanging gradients; %2 has the slowest link.</source>
        <translation>%1 jedes Schritts vergehen mit dem Austausch der Gradienten; %2 hat die langsamste Verbindung.</translation>
    </message>
    <message>
        <source>Machines would be taken away faster than the work progresses.</source>
        <translation>Rechner würden schneller weggenommen, als die Arbeit vorankommt.</translation>
    </message>
    <message>
        <source>Machines may be taken away, %1 times on average; it then takes about %2.</source>
        <translation>Rechner können weggenommen werden, im Mittel %1-mal; dann dauert es etwa %2.</translation>
    </message>
    <message>
        <source>It then costs about %1.</source>
        <translation>Dann kostet es etwa %1.</translation>
    </message>
    <message numerus="yes">
        <source>Save a checkpoint about every %Ln step(s).</source>
        <translation>
            <numerusform>Nach etwa je %Ln Schritt einen Checkpoint speichern.</numerusform>
            <numerusform>Nach etwa je %Ln Schritten einen Checkpoint speichern.</numerusform>
        </translation>
    </message>
    <message>
        <source>As earlier runs have shown, a run goes on after %1, and saving a checkpoint takes %2.</source>
        <translation>Wie frühere Läufe gezeigt haben, geht ein Lauf nach %1 weiter, und einen Checkpoint zu speichern dauert %2.</translation>
    </message>
    <message>
        <source>Assumed: a run goes on after %1, and saving a checkpoint takes %2; runs on these machines will give the true values.</source>
        <translation>Angenommen: Ein Lauf geht nach %1 weiter, und einen Checkpoint zu speichern dauert %2; Läufe auf diesen Rechnern werden die wahren Werte liefern.</translation>
    </message>
    <message>
        <source>How many steps this data makes is not known; a new measurement will show it.</source>
        <translation>Wie viele Schritte diese Daten ergeben, ist nicht bekannt; eine neue Messung zeigt es.</translation>
    </message>
    <message numerus="yes">
        <source>With Adasum between %Ln group(s) of devices, another grouping gives another curve.</source>
        <translation>
            <numerusform>Mit Adasum zwischen %Ln Gruppe von Geräten ergibt eine andere Gruppierung eine andere Kurve.</numerusform>
            <numerusform>Mit Adasum zwischen %Ln Gruppen von Geräten ergibt eine andere Gruppierung eine andere Kurve.</numerusform>
        </translation>
    </message>
    <message>
        <source>Without %1 the run would be %2 faster: leave them out.</source>
        <translation>Ohne %1 wäre der Lauf %2 schneller: Lassen Sie diese Rechner weg.</translation>
    </message>
    <message>
        <source>This may be off by %1: %2 was faster or slower than measured, in earlier runs or with a larger batch.</source>
        <translation>Das kann um %1 abweichen: %2 war schneller oder langsamer als gemessen, in früheren Läufen oder mit einem größeren Batch.</translation>
    </message>
    <message>
        <source>less than %1</source>
        <translation>weniger als %1</translation>
    </message>
    <message>
        <source>A step takes about %1, nearly all of it to exchange gradients.</source>
        <translation>Ein Schritt dauert etwa %1, fast ganz für den Austausch der Gradienten.</translation>
    </message>
</context>
<context>
    <name>motley::Format</name>
    <message>
        <source>n/a</source>
        <translation>k. A.</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 min %2 s</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 h %2 min</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation>%1 d %2 h</translation>
    </message>
    <message>
        <source>%1 samples/s</source>
        <translation>%1 Samples/s</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 W</source>
        <translation>%1 W</translation>
    </message>
    <message>
        <source>%1 of %2 W</source>
        <translation>%1 von %2 W</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>gerade eben</translation>
    </message>
    <message numerus="yes">
        <source>%Ln second(s) ago</source>
        <translation>
            <numerusform>vor %Ln Sekunde</numerusform>
            <numerusform>vor %Ln Sekunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln minute(s) ago</source>
        <translation>
            <numerusform>vor %Ln Minute</numerusform>
            <numerusform>vor %Ln Minuten</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 k</source>
        <translation>%1 k</translation>
    </message>
    <message>
        <source>%1 M</source>
        <translation>%1 M</translation>
    </message>
    <message>
        <source>%1 G</source>
        <translation>%1 G</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 min</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 h</translation>
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
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>From machines to a model</source>
        <translation>Von Rechnern zum Modell</translation>
    </message>
    <message>
        <source>1. Machines: add what you can reach over SSH, and tick the devices that shall train.</source>
        <translation>1. Rechner: Fügen Sie hinzu, was Sie über SSH erreichen, und kreuzen Sie die Geräte an, die trainieren sollen.</translation>
    </message>
    <message>
        <source>2. New run: choose a job; the plan shows how the work is shared. Press Start.</source>
        <translation>2. Neuer Lauf: Wählen Sie einen Auftrag; der Plan zeigt, wie die Arbeit verteilt wird. Drücken Sie „Starten“.</translation>
    </message>
    <message>
        <source>3. Run: watch loss and throughput. You may close the window; the machines go on, and the next start shows the whole curve.</source>
        <translation>3. Lauf: Beobachten Sie Loss und Durchsatz. Sie können das Fenster schließen; die Rechner machen weiter, und beim nächsten Start sehen Sie die ganze Kurve.</translation>
    </message>
    <message>
        <source>Machines, New run, Runs, the open run</source>
        <translation>Rechner, Neuer Lauf, Läufe, der offene Lauf</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Ask all machines again</source>
        <translation>Alle Rechner neu abfragen</translation>
    </message>
    <message>
        <source>In a chart: move the crosshair</source>
        <translation>Im Diagramm: Fadenkreuz bewegen</translation>
    </message>
    <message>
        <source>In a chart: zoom</source>
        <translation>Im Diagramm: zoomen</translation>
    </message>
    <message>
        <source>In a chart: show everything</source>
        <translation>Im Diagramm: alles zeigen</translation>
    </message>
    <message>
        <source>In a chart: follow the newest step</source>
        <translation>Im Diagramm: dem neuesten Schritt folgen</translation>
    </message>
    <message>
        <source>In a chart: logarithmic axis</source>
        <translation>Im Diagramm: logarithmische Achse</translation>
    </message>
    <message>
        <source>In a chart: show the numbers as a table</source>
        <translation>Im Diagramm: Zahlen als Tabelle zeigen</translation>
    </message>
    <message>
        <source>In a chart: export</source>
        <translation>Im Diagramm: exportieren</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>In a chart: maximise it</source>
        <translation>In einem Diagramm: vergrößern</translation>
    </message>
    <message>
        <source>Close the details of a message, show all charts again</source>
        <translation>Details einer Meldung schließen, wieder alle Diagramme zeigen</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>Ziehen</translation>
    </message>
    <message>
        <source>In a chart: zoom in; with Shift to a box</source>
        <translation>Im Diagramm: hineinzoomen; mit Umschalt auf ein Rechteck</translation>
    </message>
    <message>
        <source>Ctrl + wheel, + −</source>
        <translation>Strg + Mausrad, + −</translation>
    </message>
    <message>
        <source>Middle button, Space + drag, Ctrl+← →</source>
        <translation>Mittlere Taste, Leertaste + Ziehen, Strg+← →</translation>
    </message>
    <message>
        <source>In a chart: move what is seen</source>
        <translation>Im Diagramm: den Ausschnitt verschieben</translation>
    </message>
    <message>
        <source>In a chart: show values that lie far outside</source>
        <translation>Im Diagramm: Werte zeigen, die weit außerhalb liegen</translation>
    </message>
    <message>
        <source>In a chart: what the horizontal axis counts</source>
        <translation>Im Diagramm: was die waagerechte Achse zählt</translation>
    </message>
    <message>
        <source>Double click, Alt + click, S</source>
        <translation>Doppelklick, Alt + Klick, S</translation>
    </message>
    <message>
        <source>In a legend: show this curve alone, then all again</source>
        <translation>In einer Legende: nur diese Kurve zeigen, dann wieder alle</translation>
    </message>
    <message>
        <source>In the list of runs: open, rename, note and tags, remove</source>
        <translation>In der Liste der Läufe: öffnen, umbenennen, Notiz und Schlagwörter, entfernen</translation>
    </message>
    <message>
        <source>In the list of runs: select several, compare them</source>
        <translation>In der Liste der Läufe: mehrere auswählen, sie vergleichen</translation>
    </message>
    <message>
        <source>Search what can be done, and do it</source>
        <translation>Suchen, was möglich ist, und es tun</translation>
    </message>
</context>
<context>
    <name>motley::HostKeyDialog</name>
    <message>
        <source>Is this really %1?</source>
        <translation>Ist das wirklich %1?</translation>
    </message>
    <message>
        <source>Motley has never been connected to %1. Compare the fingerprint with the one that the machine&apos;s owner gives you; if they differ, somebody may be listening in between.</source>
        <translation>Motley war noch nie mit %1 verbunden. Vergleichen Sie den Fingerabdruck mit dem, den Ihnen der Besitzer des Rechners nennt; weichen sie voneinander ab, hört womöglich jemand dazwischen mit.</translation>
    </message>
    <message>
        <source>Key type</source>
        <translation>Schlüsseltyp</translation>
    </message>
    <message>
        <source>Fingerprint</source>
        <translation>Fingerabdruck</translation>
    </message>
    <message>
        <source>Picture of it</source>
        <translation>Als Bild</translation>
    </message>
    <message>
        <source>I compared the whole fingerprint</source>
        <translation>Ich habe den ganzen Fingerabdruck verglichen</translation>
    </message>
    <message>
        <source>Trust this machine</source>
        <translation>Diesem Rechner vertrauen</translation>
    </message>
    <message>
        <source>Do not connect</source>
        <translation>Nicht verbinden</translation>
    </message>
</context>
<context>
    <name>motley::HostWords</name>
    <message>
        <source>Not asked yet</source>
        <translation>Noch nicht abgefragt</translation>
    </message>
    <message>
        <source>Asking…</source>
        <translation>Wird abgefragt …</translation>
    </message>
    <message>
        <source>Not reachable</source>
        <translation>Nicht erreichbar</translation>
    </message>
    <message>
        <source>Ready, GPU problem</source>
        <translation>Bereit, GPU-Problem</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>There is an NVIDIA GPU but no driver. Ask for the NVIDIA driver to be installed.</source>
        <translation>Es gibt eine NVIDIA-GPU, aber keinen Treiber. Lassen Sie den NVIDIA-Treiber installieren.</translation>
    </message>
    <message>
        <source>The GPU driver was updated while it was in use. Restarting the machine puts it right.</source>
        <translation>Der GPU-Treiber wurde im Betrieb aktualisiert. Ein Neustart des Rechners behebt das.</translation>
    </message>
    <message>
        <source>The GPU driver does not answer. Restarting the machine usually helps.</source>
        <translation>Der GPU-Treiber antwortet nicht. Meist hilft ein Neustart des Rechners.</translation>
    </message>
    <message>
        <source>What the GPU driver says could not be read. The CPU can be used; see the details.</source>
        <translation>Die Ausgabe des GPU-Treibers war nicht lesbar. Die CPU ist nutzbar; siehe Details.</translation>
    </message>
    <message>
        <source>Login needs your input</source>
        <translation>Anmeldung braucht Ihre Eingabe</translation>
    </message>
    <message>
        <source>Login refused</source>
        <translation>Anmeldung abgelehnt</translation>
    </message>
    <message>
        <source>Host key changed</source>
        <translation>Host-Schlüssel geändert</translation>
    </message>
    <message>
        <source>Host key not trusted</source>
        <translation>Host-Schlüssel unbestätigt</translation>
    </message>
    <message>
        <source>Could not be examined</source>
        <translation>Untersuchung fehlgeschlagen</translation>
    </message>
    <message>
        <source>No common algorithm</source>
        <translation>Kein gemeinsames Verfahren</translation>
    </message>
    <message>
        <source>Not asked lately</source>
        <translation>Länger nicht abgefragt</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1: %2, %3</translation>
    </message>
    <message>
        <source>Driver: %1</source>
        <translation>Treiber: %1</translation>
    </message>
    <message>
        <source>Compute: %1</source>
        <translation>Compute: %1</translation>
    </message>
</context>
<context>
    <name>motley::ImportSshHostsDialog</name>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>Import from your SSH configuration</source>
        <translation>Aus Ihrer SSH-Konfiguration importieren</translation>
    </message>
    <message>
        <source>Hosts of the SSH configuration</source>
        <translation>Hosts der SSH-Konfiguration</translation>
    </message>
    <message>
        <source>Your SSH configuration is only read. User, port, keys and jump hosts are taken from it at each connection, so a later change there counts here too.</source>
        <translation>Ihre SSH-Konfiguration wird nur gelesen. Benutzer, Port, Schlüssel und Jump-Hosts werden bei jeder Verbindung daraus übernommen; spätere Änderungen dort gelten also auch hier.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Already in the list</source>
        <translation>Bereits in der Liste</translation>
    </message>
    <message>
        <source>Your SSH configuration names no hosts. Close this and add a machine by its address.</source>
        <translation>Ihre SSH-Konfiguration nennt keine Hosts. Schließen Sie dieses Fenster und fügen Sie einen Rechner über seine Adresse hinzu.</translation>
    </message>
</context>
<context>
    <name>motley::Installation</name>
    <message>
        <source>There is no engine in %1 on %2 that could remove anything.</source>
        <translation>In %1 auf %2 gibt es keine Engine, die etwas entfernen könnte.</translation>
    </message>
    <message>
        <source>Not everything in %1 on %2 could be removed.</source>
        <translation>Nicht alles in %1 auf %2 konnte entfernt werden.</translation>
    </message>
</context>
<context>
    <name>motley::JobFileView</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Job file</source>
        <translation>Auftragsdatei</translation>
    </message>
    <message>
        <source>It follows each change above, and is what “Save job…” writes and “motley run” reads.</source>
        <translation>Sie folgt jeder Änderung oben; „Auftrag speichern …“ schreibt sie, und „motley run“ liest sie.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>motley::JobForm</name>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>Tests and checkpoints</source>
        <translation>Tests und Checkpoints</translation>
    </message>
    <message>
        <source>Precision and memory</source>
        <translation>Rechengenauigkeit und Speicher</translation>
    </message>
    <message>
        <source>Adasum helps with large batches on many devices.</source>
        <translation>Adasum hilft bei großen Batches auf vielen Geräten.</translation>
    </message>
    <message>
        <source>All settings</source>
        <translation>Alle Einstellungen</translation>
    </message>
    <message>
        <source>Also the settings that most runs leave as they are. Those that are changed are always here.</source>
        <translation>Auch die Einstellungen, die die meisten Läufe lassen, wie sie sind. Geänderte stehen immer hier.</translation>
    </message>
</context>
<context>
    <name>motley::LargeExample</name>
    <message>
        <source>As it is</source>
        <translation>Wie es ist</translation>
    </message>
    <message>
        <source>The example as it is</source>
        <translation>Das Beispiel, wie es ist</translation>
    </message>
    <message>
        <source>The example with what is expected</source>
        <translation>Das Beispiel mit dem Erwarteten</translation>
    </message>
    <message>
        <source>The example with what was predicted</source>
        <translation>Das Beispiel mit dem Vorhergesagten</translation>
    </message>
</context>
<context>
    <name>motley::Launch</name>
    <message>
        <source>%1: the engine ended with code %2.</source>
        <translation>%1: Die Engine endete mit Code %2.</translation>
    </message>
    <message>
        <source>The speed of %1 could not be measured</source>
        <translation>Die Geschwindigkeit von %1 konnte nicht gemessen werden</translation>
    </message>
    <message>
        <source>%1 did not answer with a speed.</source>
        <translation>%1 hat keine Geschwindigkeit geliefert.</translation>
    </message>
    <message>
        <source>The training could not be started on %1</source>
        <translation>Das Training konnte auf %1 nicht gestartet werden</translation>
    </message>
    <message>
        <source>The engine on %1 started, but its answer could not be read.</source>
        <translation>Die Engine auf %1 ist gestartet, aber ihre Antwort war nicht lesbar.</translation>
    </message>
    <message>
        <source>The run on %1 can no longer be followed</source>
        <translation>Der Lauf auf %1 kann nicht mehr verfolgt werden</translation>
    </message>
    <message>
        <source>The state of the run on %1 could not be read</source>
        <translation>Der Zustand des Laufs auf %1 konnte nicht gelesen werden</translation>
    </message>
    <message>
        <source>The run on %1 could not be stopped</source>
        <translation>Der Lauf auf %1 konnte nicht gestoppt werden</translation>
    </message>
    <message>
        <source>%1 could not listen for the other machines</source>
        <translation>%1 konnte keine Verbindungen der anderen Rechner annehmen</translation>
    </message>
    <message>
        <source>%1 did not say where it listens for other machines.</source>
        <translation>%1 hat nicht mitgeteilt, wo er auf Verbindungen anderer Rechner wartet.</translation>
    </message>
    <message>
        <source>%1 could not check its links to the other machines</source>
        <translation>%1 konnte die Verbindungen zu den anderen Rechnern nicht prüfen</translation>
    </message>
    <message>
        <source>%1 did not say which machines it reaches.</source>
        <translation>%1 hat nicht mitgeteilt, welche Rechner er erreicht.</translation>
    </message>
    <message>
        <source>The devices of %1 could not work together</source>
        <translation>Die Geräte von %1 konnten nicht zusammenarbeiten</translation>
    </message>
    <message>
        <source>%1 did not say how fast its devices work together.</source>
        <translation>%1 hat nicht mitgeteilt, wie schnell seine Geräte zusammenarbeiten.</translation>
    </message>
    <message>
        <source>The folder of this run on %1 does not exist any more: %2</source>
        <translation>Der Ordner dieses Laufs auf %1 existiert nicht mehr: %2</translation>
    </message>
    <message>
        <source>The engine of this run on %1 does not exist any more: %2</source>
        <translation>Die Engine dieses Laufs auf %1 existiert nicht mehr: %2</translation>
    </message>
    <message>
        <source>The engine could not take part in the run again on %1</source>
        <translation>Die Engine konnte auf %1 nicht wieder am Lauf teilnehmen</translation>
    </message>
    <message>
        <source>The run on %1 could not be asked for a checkpoint</source>
        <translation>Der Lauf auf %1 konnte nicht um einen Checkpoint gebeten werden</translation>
    </message>
</context>
<context>
    <name>motley::LeftOutWords</name>
    <message numerus="yes">
        <source>%Ln more message(s) like these are not shown.</source>
        <translation>
            <numerusform>%Ln weitere Meldung dieser Art wird nicht angezeigt.</numerusform>
            <numerusform>%Ln weitere Meldungen dieser Art werden nicht angezeigt.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::LifeModel</name>
    <message>
        <source>Steps %1 to %2: not in the run.</source>
        <translation>Schritte %1 bis %2: nicht im Lauf.</translation>
    </message>
    <message numerus="yes">
        <source>Steps %1 to %2: %3 of %Ln rank(s) trained.</source>
        <translation>
            <numerusform>Schritte %1 bis %2: %3 von %Ln Rang im Training.</numerusform>
            <numerusform>Schritte %1 bis %2: %3 von %Ln Rängen im Training.</numerusform>
        </translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Steps %1 to %2</source>
        <translation>Schritte %1 bis %2</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>In words</source>
        <translation>In Worten</translation>
    </message>
</context>
<context>
    <name>motley::LifetimeText</name>
    <message>
        <source>Could not read %1.</source>
        <translation>%1 konnte nicht gelesen werden.</translation>
    </message>
    <message>
        <source>%1 is too large for a list of lifetimes.</source>
        <translation>%1 ist zu groß für eine Liste von Lebensdauern.</translation>
    </message>
    <message>
        <source>Line %1 of %2 is not a lifetime: “%3”. Write hours, a comma, and “ended” if the machine was taken away then or “there” if it was not, such as 3.5,ended.</source>
        <translation>Zeile %1 von %2 ist keine Lebensdauer: „%3“. Schreiben Sie Stunden, ein Komma und „ended“, wenn der Rechner dann weggenommen wurde, oder „there“, wenn nicht, etwa 3.5,ended.</translation>
    </message>
    <message>
        <source>“%1” is not a point of a lifetime curve. Write hours, a colon and the part of the machines that was taken away by then, such as 6:0.5 or 6:50 %.</source>
        <translation>„%1“ ist kein Punkt einer Lebensdauerkurve. Schreiben Sie Stunden, einen Doppelpunkt und den Teil der Rechner, der bis dahin weggenommen wurde, etwa 6:0.5 oder 6:50 %.</translation>
    </message>
    <message>
        <source>A lifetime curve cannot fall, as after %1 does %2: later, no fewer machines have been taken away.</source>
        <translation>Eine Lebensdauerkurve kann nicht fallen, wie es nach %1 bei %2 der Fall ist: Später sind nicht weniger Rechner weggenommen.</translation>
    </message>
    <message>
        <source>A lifetime curve has at most %1 points.</source>
        <translation>Eine Lebensdauerkurve hat höchstens %1 Punkte.</translation>
    </message>
    <message>
        <source>This lifetime curve takes no machine away; leave it empty for one that stays.</source>
        <translation>Diese Lebensdauerkurve nimmt keinen Rechner weg; für einen, der bleibt, lassen Sie sie leer.</translation>
    </message>
    <message>
        <source>No machine in %1 was taken away, so it says nothing about when that happens.</source>
        <translation>In %1 wurde kein Rechner weggenommen; damit ist nichts darüber gesagt, wann das geschieht.</translation>
    </message>
</context>
<context>
    <name>motley::LinkPicture</name>
    <message>
        <source>Links between the machines. Up and down choose the machine that sends, left and right the one that receives.</source>
        <translation>Verbindungen zwischen den Rechnern. Auf und ab wählen den Rechner, der sendet, links und rechts den, der empfängt.</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>keine Antwort</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
</context>
<context>
    <name>motley::LinkStore</name>
    <message>
        <source>The measured links could not be written to %1: %2.</source>
        <translation>Die gemessenen Verbindungen konnten nicht nach %1 geschrieben werden: %2.</translation>
    </message>
    <message>
        <source>The measured links in %1 are being written by another program.</source>
        <translation>Die gemessenen Verbindungen in %1 werden gerade von einem anderen Programm geschrieben.</translation>
    </message>
</context>
<context>
    <name>motley::LinkTable</name>
    <message>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>keine Antwort</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Zu</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>There and back</source>
        <translation>Hin und zurück</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
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
        <translation>%1 zu %2</translation>
    </message>
    <message>
        <source>%1: not measured yet</source>
        <translation>%1: Noch nicht gemessen</translation>
    </message>
    <message>
        <source>%1: no answer at %2 (%3)</source>
        <translation>%1: Keine Antwort unter %2 (%3)</translation>
    </message>
    <message>
        <source>%1: %2, %3 there and back, at %4 (%5)</source>
        <translation>%1: %2, %3 hin und zurück, unter %4 (%5)</translation>
    </message>
    <message>
        <source>%1 of %2 links are measured.</source>
        <translation>%1 von %2 Verbindungen sind gemessen.</translation>
    </message>
    <message>
        <source>The slowest is from %1 to %2: %3.</source>
        <translation>Die langsamste führt von %1 zu %2: %3.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln did not answer.</source>
        <translation>
            <numerusform>%Ln antwortete nicht.</numerusform>
            <numerusform>%Ln antworteten nicht.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::LinksDialog</name>
    <message>
        <source>Links between the machines</source>
        <translation>Verbindungen zwischen den Rechnern</translation>
    </message>
    <message>
        <source>Show as a table (T)</source>
        <translation>Als Tabelle zeigen (T)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Add a second machine to see the link between them.</source>
        <translation>Fügen Sie einen zweiten Rechner hinzu, um die Verbindung zwischen beiden zu sehen.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Measure the links</source>
        <translation>Verbindungen messen</translation>
    </message>
    <message>
        <source>Point at a link to see all that is known of it.</source>
        <translation>Zeigen Sie auf eine Verbindung, um alles zu sehen, was über sie bekannt ist.</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>Verbindung wird aufgebaut</translation>
    </message>
    <message>
        <source>Each machine sends something to every other one for a moment. A run that is going on is slower meanwhile.</source>
        <translation>Jeder Rechner sendet einen Moment lang etwas an jeden anderen. Ein Lauf, der gerade trainiert, ist so lange langsamer.</translation>
    </message>
</context>
<context>
    <name>motley::LocalProcess</name>
    <message>
        <source>%1 could not be started on this computer.</source>
        <translation>%1 konnte auf diesem Computer nicht gestartet werden.</translation>
    </message>
</context>
<context>
    <name>motley::LocalSession</name>
    <message>
        <source>Stopped on this computer, as asked.</source>
        <translation>Auf diesem Computer wie gewünscht gestoppt.</translation>
    </message>
    <message>
        <source>this computer</source>
        <translation>„Dieser Computer“</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>Dieser Computer</translation>
    </message>
</context>
<context>
    <name>motley::LogModel</name>
    <message>
        <source>Started: %1 with %2 parameters, %3 steps of %4 samples</source>
        <translation>Gestartet: %1 mit %2 Parametern, %3 Schritte zu je %4 Samples</translation>
    </message>
    <message numerus="yes">
        <source>Plan: %Ln rank(s) with shares of %1 samples</source>
        <translation>
            <numerusform>Plan: %Ln Rang mit einem Anteil von %1 Samples</numerusform>
            <numerusform>Plan: %Ln Ränge mit Anteilen von %1 Samples</numerusform>
        </translation>
    </message>
    <message>
        <source>Checkpoint of step %1, %2</source>
        <translation>Checkpoint von Schritt %1, %2</translation>
    </message>
    <message>
        <source>Rank %1 failed: %2</source>
        <translation>Rang %1 ist fehlgeschlagen: %2</translation>
    </message>
    <message>
        <source>Completed after step %1 and %2</source>
        <translation>Abgeschlossen nach Schritt %1 und %2</translation>
    </message>
    <message>
        <source>Stopped after step %1</source>
        <translation>Gestoppt nach Schritt %1</translation>
    </message>
    <message>
        <source>Failed after step %1: %2</source>
        <translation>Fehlgeschlagen nach Schritt %1: %2</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>Was geschah</translation>
    </message>
    <message>
        <source>Test after step %1: %2</source>
        <translation>Test nach Schritt %1: %2</translation>
    </message>
    <message>
        <source>It takes %1 times as long as before. From step %2 on, the shares of a batch are %3 samples: steps should take %4 less time</source>
        <translation>Braucht %1-mal so lange wie zuvor. Ab Schritt %2 sind die Anteile am Batch %3 Samples: Schritte sollten %4 weniger Zeit brauchen</translation>
    </message>
    <message>
        <source>From step %1 on, the shares of a batch are %2 samples: steps should take %3 less time</source>
        <translation>Ab Schritt %1 sind die Anteile am Batch %2 Samples: Schritte sollten %3 weniger Zeit brauchen</translation>
    </message>
    <message>
        <source>Since step %1 steps take %2 less time; %3 was expected</source>
        <translation>Seit Schritt %1 brauchen Schritte %2 weniger Zeit; erwartet waren %3</translation>
    </message>
    <message>
        <source>Since step %1 steps take only %2 less time, and not %3 as was expected</source>
        <translation>Seit Schritt %1 brauchen Schritte nur %2 weniger Zeit und nicht %3, wie erwartet war</translation>
    </message>
    <message>
        <source>Since step %1 steps take %2 more time, and not %3 less as was expected</source>
        <translation>Seit Schritt %1 brauchen Schritte %2 mehr Zeit und nicht %3 weniger, wie erwartet war</translation>
    </message>
    <message numerus="yes">
        <source>The shares of step %1 were replaced after %Ln step(s), before it could be checked that steps take %2 less time</source>
        <translation>
            <numerusform>Die Anteile von Schritt %1 wurden nach %Ln Schritt ersetzt, bevor sich prüfen ließ, ob Schritte %2 weniger Zeit brauchen</numerusform>
            <numerusform>Die Anteile von Schritt %1 wurden nach %Ln Schritten ersetzt, bevor sich prüfen ließ, ob Schritte %2 weniger Zeit brauchen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The shares of step %1 were replaced after %Ln step(s), which took %2 less time; %3 was expected</source>
        <translation>
            <numerusform>Die Anteile von Schritt %1 wurden nach %Ln Schritt ersetzt, der %2 weniger Zeit brauchte; erwartet waren %3</numerusform>
            <numerusform>Die Anteile von Schritt %1 wurden nach %Ln Schritten ersetzt, die %2 weniger Zeit brauchten; erwartet waren %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The shares of step %1 were replaced after %Ln step(s), which took %2 more time, and not %3 less as was expected</source>
        <translation>
            <numerusform>Die Anteile von Schritt %1 wurden nach %Ln Schritt ersetzt, der %2 mehr Zeit brauchte und nicht %3 weniger, wie erwartet war</numerusform>
            <numerusform>Die Anteile von Schritt %1 wurden nach %Ln Schritten ersetzt, die %2 mehr Zeit brauchten und nicht %3 weniger, wie erwartet war</numerusform>
        </translation>
    </message>
    <message>
        <source>Too few steps to tell whether steps take %2 less time since step %1, as was expected</source>
        <translation>Zu wenige Schritte, um zu sagen, ob Schritte seit Schritt %1 wie erwartet %2 weniger Zeit brauchen</translation>
    </message>
    <message>
        <source>From step %1 on, the shares of a batch are %2 samples, to try a rank that had no work</source>
        <translation>Ab Schritt %1 sind die Anteile an einem Batch %2 Samples, um einen Rang zu erproben, der keine Arbeit hatte</translation>
    </message>
    <message>
        <source>Stopped after step %1: %2</source>
        <translation>Gestoppt nach Schritt %1: %2</translation>
    </message>
    <message>
        <source>No step for %1: the run waits for this machine, which gives no sign of life</source>
        <translation>Seit %1 kein Schritt: Der Lauf wartet auf diesen Rechner, der kein Lebenszeichen gibt</translation>
    </message>
    <message>
        <source>No step for %1: the run waits for this machine</source>
        <translation>Seit %1 kein Schritt: Der Lauf wartet auf diesen Rechner</translation>
    </message>
    <message>
        <source>Paused after step %1</source>
        <translation>Pausiert nach Schritt %1</translation>
    </message>
</context>
<context>
    <name>motley::MachineCheck</name>
    <message>
        <source>%1 has a processor of the kind %2, but this engine is built for %3. Train without it.</source>
        <translation>%1 hat einen Prozessor der Art %2, aber diese Engine ist für %3 gebaut. Trainieren Sie ohne diesen Rechner.</translation>
    </message>
    <message>
        <source>%1 has no folder that this account can write to and run programs from. Give it an install folder.</source>
        <translation>%1 hat keinen Ordner, in den dieses Konto schreiben und aus dem es Programme ausführen kann. Geben Sie einen Installationsordner an.</translation>
    </message>
    <message>
        <source>an unknown system</source>
        <translation>ein unbekanntes System</translation>
    </message>
    <message>
        <source>%1 runs %2, whose C library is not glibc; the engine needs glibc %3 or newer. Train without it.</source>
        <translation>Auf %1 läuft %2, dessen C-Bibliothek nicht glibc ist; die Engine braucht glibc %3 oder neuer. Trainieren Sie ohne diesen Rechner.</translation>
    </message>
    <message>
        <source>%1 runs %2 with glibc %3; the engine needs glibc %4 or newer. Train without it.</source>
        <translation>Auf %1 läuft %2 mit glibc %3; die Engine braucht glibc %4 oder neuer. Trainieren Sie ohne diesen Rechner.</translation>
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
            <numerusform>%Ln Prozessor</numerusform>
            <numerusform>%Ln Prozessoren</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, limited to the time of %2</source>
        <translation>%1, begrenzt auf die Zeit von %2</translation>
    </message>
    <message>
        <source>Agrees with this computer</source>
        <translation>Stimmt mit diesem Computer überein</translation>
    </message>
    <message>
        <source>%1 ahead of this computer</source>
        <translation>Geht %1 vor</translation>
    </message>
    <message>
        <source>%1 behind this computer</source>
        <translation>Geht %1 nach</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>C library</source>
        <translation>C-Bibliothek</translation>
    </message>
    <message>
        <source>not glibc</source>
        <translation>nicht glibc</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Prozessor</translation>
    </message>
    <message>
        <source>May use</source>
        <translation>Darf nutzen</translation>
    </message>
    <message>
        <source>Host name</source>
        <translation>Hostname</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netzwerk</translation>
    </message>
    <message>
        <source>Files go to</source>
        <translation>Dateien liegen in</translation>
    </message>
    <message>
        <source>Free there</source>
        <translation>Dort frei</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>Uhr</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>Neu abfragen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>No machine is selected</source>
        <translation>Kein Rechner ausgewählt</translation>
    </message>
    <message>
        <source>Select a machine above to see its system, its disk and its network.</source>
        <translation>Wählen Sie oben einen Rechner, um sein System, seine Festplatte und sein Netzwerk zu sehen.</translation>
    </message>
    <message>
        <source>Asking %1 what it is. This takes a few seconds.</source>
        <translation>%1 wird abgefragt. Das dauert einige Sekunden.</translation>
    </message>
    <message>
        <source>Data already there</source>
        <translation>Daten schon dort</translation>
    </message>
    <message>
        <source>Data folders</source>
        <translation>Datenordner</translation>
    </message>
    <message>
        <source>Terms</source>
        <translation>Bedingungen</translation>
    </message>
    <message>
        <source>%1 asks a question before it lets you log in, for instance for a password. “%2” shows it.</source>
        <translation>%1 stellt vor der Anmeldung eine Frage, etwa nach einem Passwort. „%2“ zeigt sie.</translation>
    </message>
    <message>
        <source>On its GPUs</source>
        <translation>Auf seinen GPUs</translation>
    </message>
    <message>
        <source>Last seen: %1</source>
        <translation>Zuletzt gesehen: %1</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
</context>
<context>
    <name>motley::MachineLines</name>
    <message>
        <source>Machine</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>Speed now</source>
        <translation>Geschwindigkeit jetzt</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Auslastung</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>und %Ln weitere</numerusform>
            <numerusform>und %Ln weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::MachineList</name>
    <message numerus="yes">
        <source>    %1, %Ln processor(s), memory %2, disk free %3</source>
        <translation>
            <numerusform>    %1, %Ln Prozessor, Speicher %2, Festplatte frei %3</numerusform>
            <numerusform>    %1, %Ln Prozessoren, Speicher %2, Festplatte frei %3</numerusform>
        </translation>
    </message>
    <message>
        <source>    The GPUs cannot be used: %1</source>
        <translation>    Die GPUs sind nicht nutzbar: %1</translation>
    </message>
    <message>
        <source>Added %1. See what it is: motley machines --probe</source>
        <translation>%1 wurde hinzugefügt. Näheres zeigt: motley machines --probe</translation>
    </message>
    <message>
        <source>    Data already there: %1</source>
        <translation>    Daten schon dort: %1</translation>
    </message>
    <message>
        <source>    Terms: %1</source>
        <translation>    Bedingungen: %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>motley::MachineOrder</name>
    <message numerus="yes">
        <source>%Ln GPU(s)</source>
        <translation>
            <numerusform>%Ln GPU</numerusform>
            <numerusform>%Ln GPUs</numerusform>
        </translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Machines of this run, the first one coordinates</source>
        <translation>Rechner dieses Laufs, der erste koordiniert</translation>
    </message>
    <message>
        <source>%1 · %2 · coordinates</source>
        <translation>%1 · %2 · koordiniert</translation>
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
            <numerusform>und %Ln weiterer</numerusform>
            <numerusform>und %Ln weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>has no work</source>
        <translation>hat keine Arbeit</translation>
    </message>
    <message>
        <source>share %1</source>
        <translation>Anteil %1</translation>
    </message>
    <message>
        <source>did %1, could do %2</source>
        <translation>erreicht %1, möglich %2</translation>
    </message>
    <message>
        <source>waits %1</source>
        <translation>wartet %1</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>Tokens/s</translation>
    </message>
    <message>
        <source>Samples/s</source>
        <translation>Samples/s</translation>
    </message>
    <message>
        <source>did %1</source>
        <translation>erreicht %1</translation>
    </message>
</context>
<context>
    <name>motley::MachineTermsDialog</name>
    <message>
        <source>Nothing</source>
        <translation>Nichts</translation>
    </message>
    <message>
        <source>It stays</source>
        <translation>Er bleibt</translation>
    </message>
    <message>
        <source>At once</source>
        <translation>Sofort</translation>
    </message>
    <message>
        <source>Terms of %1</source>
        <translation>Bedingungen von %1</translation>
    </message>
    <message>
        <source>Forecasts use these: what a run costs, and how often it loses work because machines are taken away.</source>
        <translation>Damit rechnen Vorhersagen: was ein Lauf kostet und wie oft ihn weggenommene Rechner zurückwerfen.</translation>
    </message>
    <message>
        <source>Price of an hour</source>
        <translation>Preis einer Stunde</translation>
    </message>
    <message>
        <source>Hours until it is taken away, on average</source>
        <translation>Stunden, bis er weggenommen wird, im Mittel</translation>
    </message>
    <message>
        <source>Minutes until there is another</source>
        <translation>Minuten, bis es einen anderen gibt</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Or the part taken away by each hour</source>
        <translation>Oder der Teil bis zu jeder Stunde</translation>
    </message>
    <message>
        <source>Hours, a colon and the part of such machines that is taken away by then. A file has a line for each machine that was seen: 3.5,ended or 24,there.</source>
        <translation>Stunden, ein Doppelpunkt und der Teil solcher Rechner, der bis dahin weggenommen wird. Eine Datei hat für jeden beobachteten Rechner eine Zeile: 3.5,ended oder 24,there.</translation>
    </message>
    <message>
        <source>From a file…</source>
        <translation>Aus einer Datei …</translation>
    </message>
    <message>
        <source>Choose a list of lifetimes</source>
        <translation>Liste von Lebensdauern wählen</translation>
    </message>
    <message>
        <source>Take it back by itself where a run has lost it</source>
        <translation>Von selbst zurückholen, wenn ein Lauf ihn verloren hat</translation>
    </message>
    <message>
        <source>After a restart, let it start its part of the run by itself</source>
        <translation>Nach einem Neustart darf er seinen Teil des Laufs von selbst starten</translation>
    </message>
    <message>
        <source>Your account on the machine gets an entry in its systemd or crontab, which is removed with the run. So it takes part again also while this computer is off.</source>
        <translation>Ihr Konto auf dem Rechner bekommt einen Eintrag in systemd oder crontab, der mit dem Lauf entfernt wird. So nimmt er auch dann wieder teil, wenn dieser Computer aus ist.</translation>
    </message>
    <message>
        <source>2:0.1 means that a tenth of such machines is taken away within two hours.</source>
        <translation>2:0.1 heißt, dass ein Zehntel solcher Rechner innerhalb von zwei Stunden weggenommen wird.</translation>
    </message>
</context>
<context>
    <name>motley::MachinesPage</name>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>New run with these</source>
        <translation>Neuer Lauf mit diesen</translation>
    </message>
    <message>
        <source>Machines and their devices</source>
        <translation>Rechner und ihre Geräte</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>Aktualisieren</translation>
    </message>
    <message>
        <source>Import from SSH</source>
        <translation>Aus SSH importieren</translation>
    </message>
    <message>
        <source>Add machine</source>
        <translation>Rechner hinzufügen</translation>
    </message>
    <message>
        <source>Remove %1?</source>
        <translation>%1 entfernen?</translation>
    </message>
    <message>
        <source>Motley forgets %1. Nothing is changed on the machine itself, and runs on it go on.</source>
        <translation>Motley vergisst %1. Auf dem Rechner selbst wird nichts geändert, und Läufe dort gehen weiter.</translation>
    </message>
    <message>
        <source>Tick the machines that shall train together.</source>
        <translation>Kreuzen Sie die Rechner an, die zusammen trainieren sollen.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln device(s)</source>
        <translation>
            <numerusform>%Ln Gerät</numerusform>
            <numerusform>%Ln Geräte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln machine(s)</source>
        <translation>
            <numerusform>%Ln Rechner</numerusform>
            <numerusform>%Ln Rechnern</numerusform>
        </translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filtern</translation>
    </message>
    <message>
        <source>Show only machines with these words</source>
        <translation>Nur Rechner mit diesen Wörtern zeigen</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Verbindungen</translation>
    </message>
    <message>
        <source>%1 trains %2. Wait until that is over.</source>
        <translation>%1 trainiert %2. Warten Sie, bis das beendet ist.</translation>
    </message>
    <message>
        <source>%1 on %2 will train.</source>
        <translation>Trainieren werden: %1 auf %2.</translation>
    </message>
    <message>
        <source>No machine is ready yet. “%1” asks all of them.</source>
        <translation>Noch ist kein Rechner bereit. „%1“ fragt alle.</translation>
    </message>
</context>
<context>
    <name>motley::MainWindow</name>
    <message numerus="yes">
        <source>%1 of %Ln machine(s) ready</source>
        <translation>
            <numerusform>%1 von %Ln Rechner bereit</numerusform>
            <numerusform>%1 von %Ln Rechnern bereit</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln active run(s)</source>
        <translation>
            <numerusform>%Ln aktiver Lauf</numerusform>
            <numerusform>%Ln aktive Läufe</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>%1 was removed.</source>
        <translation>%1 wurde entfernt.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close the window and cancel %1?</source>
        <translation>Fenster schließen und %1 abbrechen?</translation>
    </message>
    <message>
        <source>This window is preparing the run, which ends with it. Once the training has begun, the machines go on without the window.</source>
        <translation>Dieses Fenster bereitet den Lauf vor, der mit ihm endet. Sobald das Training begonnen hat, machen die Rechner ohne das Fenster weiter.</translation>
    </message>
    <message>
        <source>Cancel the run</source>
        <translation>Lauf abbrechen</translation>
    </message>
</context>
<context>
    <name>motley::MembershipWords</name>
    <message>
        <source>Rank %1 on %2 is lost: %3</source>
        <translation>Rang %1 auf %2 ist ausgefallen: %3</translation>
    </message>
    <message>
        <source>Ranks %1 on %2 are lost: %3</source>
        <translation>Die Ränge %1 auf %2 sind ausgefallen: %3</translation>
    </message>
    <message>
        <source>The ranks connect to each other again.</source>
        <translation>Die Ränge verbinden sich wieder miteinander.</translation>
    </message>
    <message numerus="yes">
        <source>The run goes on with %Ln rank(s) from step %1.</source>
        <translation>
            <numerusform>Der Lauf geht ab Schritt %1 mit %Ln Rang weiter.</numerusform>
            <numerusform>Der Lauf geht ab Schritt %1 mit %Ln Rängen weiter.</numerusform>
        </translation>
    </message>
    <message>
        <source>The ranks are connected after %1, and hold the same state %2 later.</source>
        <translation>Die Ränge sind nach %1 verbunden und haben %2 später denselben Stand.</translation>
    </message>
    <message>
        <source>Lost after step %1: %2</source>
        <translation>Ausgefallen nach Schritt %1: %2</translation>
    </message>
    <message>
        <source>rank %1 on %2</source>
        <translation>Rang %1 auf %2</translation>
    </message>
    <message>
        <source>%1 after step %2</source>
        <translation>%1 nach Schritt %2</translation>
    </message>
    <message>
        <source>Lost on the way: %1.</source>
        <translation>Unterwegs ausgefallen: %1.</translation>
    </message>
    <message>
        <source>not in the run</source>
        <translation>nicht im Lauf</translation>
    </message>
    <message>
        <source>%1 takes part again.</source>
        <translation>%1 nimmt wieder teil.</translation>
    </message>
    <message>
        <source>%1 after step %2, in the run again since step %3</source>
        <translation>%1 nach Schritt %2, seit Schritt %3 wieder im Lauf</translation>
    </message>
</context>
<context>
    <name>motley::MemoryBar</name>
    <message>
        <source>adapter</source>
        <translation>Adapter</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>base</source>
        <translation>Basis</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>gradients and exchange</source>
        <translation>Gradienten und Austausch</translation>
    </message>
    <message>
        <source>logits</source>
        <translation>Logits</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>Aktivierungen</translation>
    </message>
</context>
<context>
    <name>motley::MemoryWords</name>
    <message>
        <source>base %1</source>
        <extracomment>%1 in these is an amount of memory, and each is a part of a list</extracomment>
        <translation>Basis %1</translation>
    </message>
    <message>
        <source>adapter %1</source>
        <translation>Adapter %1</translation>
    </message>
    <message>
        <source>weights %1</source>
        <translation>Gewichte %1</translation>
    </message>
    <message>
        <source>optimizer %1</source>
        <translation>Optimierer %1</translation>
    </message>
    <message>
        <source>gradients %1</source>
        <translation>Gradienten %1</translation>
    </message>
    <message>
        <source>exchange %1</source>
        <translation>Austausch %1</translation>
    </message>
    <message>
        <source>copy for checkpoints %1</source>
        <translation>Kopie für Checkpoints %1</translation>
    </message>
    <message>
        <source>logits %1</source>
        <translation>Logits %1</translation>
    </message>
    <message>
        <source>activations %1</source>
        <translation>Aktivierungen %1</translation>
    </message>
    <message>
        <source>At most %1 of memory: %2.</source>
        <extracomment>%1 is an amount of memory, %2 a list such as base 900 MiB, adapter 12 MiB and activations 288 MiB</extracomment>
        <translation>Höchstens %1 Speicher: %2.</translation>
    </message>
    <message numerus="yes">
        <source>The memory is that of samples of %Ln token(s), as long as a row may be.</source>
        <translation>
            <numerusform>Der Speicher gilt für Samples von %Ln Token, so lang wie eine Zeile höchstens ist.</numerusform>
            <numerusform>Der Speicher gilt für Samples von %Ln Tokens, so lang wie eine Zeile höchstens ist.</numerusform>
        </translation>
    </message>
    <message>
        <source>optimizer of others %1</source>
        <translation>Optimierer anderer %1</translation>
    </message>
</context>
<context>
    <name>motley::MessageCard</name>
    <message>
        <source>Show the details</source>
        <translation>Details anzeigen</translation>
    </message>
    <message>
        <source>Copy the message and its details</source>
        <translation>Meldung und Details kopieren</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Details</translation>
    </message>
</context>
<context>
    <name>motley::MetricPlot</name>
    <message>
        <source>Choose a name that ends in .png, .svg, .pdf or .csv.</source>
        <translation>Wählen Sie einen Namen, der auf .png, .svg, .pdf oder .csv endet.</translation>
    </message>
</context>
<context>
    <name>motley::MetricWords</name>
    <message>
        <source>accuracy</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>among the first five</source>
        <translation>unter den ersten fünf</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <extracomment>the name of what was measured and its value</extracomment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>loss %1</source>
        <translation>Loss %1</translation>
    </message>
    <message>
        <source>hidden words right</source>
        <translation>verdeckte Wörter richtig</translation>
    </message>
    <message>
        <source>next sentences right</source>
        <translation>Folgesätze richtig</translation>
    </message>
    <message>
        <source>F1</source>
        <translation>F1</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>Präzision</translation>
    </message>
    <message>
        <source>recall</source>
        <translation>Trefferquote</translation>
    </message>
    <message>
        <source>perplexity</source>
        <translation>Perplexität</translation>
    </message>
    <message>
        <source>correct moves</source>
        <translation>richtige Bewegungen</translation>
    </message>
    <message>
        <source>missed moves</source>
        <translation>versäumte Bewegungen</translation>
    </message>
    <message>
        <source>spurious moves</source>
        <translation>falsche Bewegungen</translation>
    </message>
    <message>
        <source>mentions linked right</source>
        <translation>richtig verknüpfte Erwähnungen</translation>
    </message>
    <message>
        <source>, </source>
        <extracomment>between two results of a test</extracomment>
        <translation>, </translation>
    </message>
</context>
<context>
    <name>motley::ModelTrial</name>
    <message>
        <source>The engine ended without an answer.</source>
        <translation>Die Engine endete ohne eine Antwort.</translation>
    </message>
</context>
<context>
    <name>motley::NavigationRail</name>
    <message>
        <source>Machines</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>Neuer Lauf</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Open runs</source>
        <translation>Geöffnete Läufe</translation>
    </message>
</context>
<context>
    <name>motley::NewRunPage</name>
    <message>
        <source>Choose machines</source>
        <translation>Rechner wählen</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Open job…</source>
        <translation>Auftrag öffnen …</translation>
    </message>
    <message>
        <source>Save job…</source>
        <translation>Auftrag speichern …</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>Neuer Lauf</translation>
    </message>
    <message>
        <source>Job templates</source>
        <translation>Auftragsvorlagen</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Job template</source>
        <translation>Auftragsvorlage</translation>
    </message>
    <message>
        <source>Ranks on each ticked CPU</source>
        <translation>Ränge auf jeder angekreuzten CPU</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Ranks per CPU</source>
        <translation>Ränge je CPU</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>Choose at least one machine.</source>
        <translation>Wählen Sie mindestens einen Rechner.</translation>
    </message>
    <message>
        <source>Everything is ready.</source>
        <translation>Alles ist bereit.</translation>
    </message>
    <message>
        <source>%1 could not be written.</source>
        <translation>%1 konnte nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>Open a job</source>
        <translation>Auftrag öffnen</translation>
    </message>
    <message>
        <source>Jobs (*.json)</source>
        <translation>Aufträge (*.json)</translation>
    </message>
    <message>
        <source>Save this job</source>
        <translation>Diesen Auftrag speichern</translation>
    </message>
    <message>
        <source>Looking at the data.</source>
        <translation>Die Daten werden angesehen.</translation>
    </message>
    <message>
        <source>Forecast</source>
        <translation>Vorhersage</translation>
    </message>
    <message>
        <source>There is no plan: %1</source>
        <translation>Es gibt keinen Plan: %1</translation>
    </message>
    <message>
        <source>Another job</source>
        <translation>Ein anderer Auftrag</translation>
    </message>
    <message>
        <source>%1 trains %2.</source>
        <translation>%1 trainiert %2.</translation>
    </message>
    <message numerus="yes">
        <source>Other programs use %Ln GPU(s) of %1.</source>
        <translation>
            <numerusform>Andere Programme nutzen %Ln GPU von %1.</numerusform>
            <numerusform>Andere Programme nutzen %Ln GPUs von %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>Start on machines that are busy?</source>
        <translation>Auf Rechnern starten, die beschäftigt sind?</translation>
    </message>
    <message>
        <source>Runs that share a machine slow each other, and may run out of memory.</source>
        <translation>Läufe auf demselben Rechner bremsen einander, und der Speicher kann ausgehen.</translation>
    </message>
    <message>
        <source>No longer in the list of machines: %1</source>
        <translation>Nicht mehr in der Liste der Rechner: %1</translation>
    </message>
    <message>
        <source>Job file</source>
        <translation>Auftragsdatei</translation>
    </message>
</context>
<context>
    <name>motley::NoticeLine</name>
    <message>
        <source>Show the details</source>
        <translation>Details anzeigen</translation>
    </message>
    <message>
        <source>Copy the message and its details</source>
        <translation>Meldung und Details kopieren</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Details</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
</context>
<context>
    <name>motley::OpenFolder</name>
    <message>
        <source>There is no file manager</source>
        <translation>Es gibt keinen Dateimanager</translation>
    </message>
    <message>
        <source>No program on this computer opens folders. This is the path:</source>
        <translation>Kein Programm auf diesem Computer öffnet Ordner. Das ist der Pfad:</translation>
    </message>
</context>
<context>
    <name>motley::OverdueWords</name>
    <message>
        <source>The run waits for %1, which gives no sign of life.</source>
        <translation>Der Lauf wartet auf %1; von dort kommt kein Lebenszeichen.</translation>
    </message>
    <message>
        <source>The run waits for %1, which computes.</source>
        <translation>Der Lauf wartet auf %1; dort wird gerechnet.</translation>
    </message>
    <message>
        <source>The run waits for %1, which tests the model.</source>
        <translation>Der Lauf wartet auf %1; dort wird das Modell getestet.</translation>
    </message>
    <message>
        <source>The run waits for %1, which writes a checkpoint or the model.</source>
        <translation>Der Lauf wartet auf %1; dort wird ein Checkpoint oder das Modell geschrieben.</translation>
    </message>
    <message>
        <source>The run waits for %1.</source>
        <translation>Der Lauf wartet auf %1.</translation>
    </message>
</context>
<context>
    <name>motley::PathField</name>
    <message>
        <source>Browse…</source>
        <translation>Durchsuchen …</translation>
    </message>
    <message>
        <source>A folder…</source>
        <translation>Ein Ordner …</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Ordner wählen</translation>
    </message>
    <message>
        <source>A file…</source>
        <translation>Eine Datei …</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>Datei wählen</translation>
    </message>
</context>
<context>
    <name>motley::PlanCommand</name>
    <message>
        <source>  %1: %2 of each batch</source>
        <translation>  %1: %2 von jedem Batch</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>together</source>
        <translation>zusammen</translation>
    </message>
    <message>
        <source>of their sum</source>
        <translation>der Summe</translation>
    </message>
    <message>
        <source>a step</source>
        <translation>ein Schritt</translation>
    </message>
    <message>
        <source>the whole job</source>
        <translation>der ganze Auftrag</translation>
    </message>
    <message>
        <source>cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>%1 and %2 are one machine under two names, and use the same processors and memory: the forecast counts them twice. Leave one of them out.</source>
        <translation>%1 und %2 sind ein Rechner unter zwei Namen und nutzen dieselben Prozessoren und denselben Speicher: Die Vorhersage zählt sie doppelt. Lassen Sie einen davon weg.</translation>
    </message>
    <message>
        <source>%1 and %2 have the same GPU, %3. Use it on one of them.</source>
        <translation>%1 und %2 haben dieselbe GPU, %3. Verwenden Sie sie nur bei einem davon.</translation>
    </message>
</context>
<context>
    <name>motley::PlanWords</name>
    <message>
        <source>The GPUs exchange gradients over NCCL.</source>
        <translation>Die GPUs tauschen Gradienten über NCCL aus.</translation>
    </message>
    <message>
        <source>The ranks exchange gradients over Gloo.</source>
        <translation>Die Ränge tauschen Gradienten über Gloo aus.</translation>
    </message>
    <message>
        <source>The shares follow what each device did alone: %1 samples/s.</source>
        <extracomment>%1 is a list such as 2,688 : 1,270</extracomment>
        <translation>Die Anteile folgen dem, was jedes Gerät allein schaffte: %1 Samples/s.</translation>
    </message>
    <message>
        <source>The shares follow what each device did alone: %1 tokens/s.</source>
        <extracomment>%1 is a list such as 2,688 : 1,270</extracomment>
        <translation>Die Anteile folgen dem, was jedes Gerät allein schaffte: %1 Tokens/s.</translation>
    </message>
    <message>
        <source>The shares are the ones that were asked for.</source>
        <translation>Die Anteile sind die gewünschten.</translation>
    </message>
    <message>
        <source>Even shares, for not every device has been measured yet.</source>
        <translation>Gleiche Anteile, denn noch ist nicht jedes Gerät gemessen.</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message numerus="yes">
        <source>CPU, %Ln thread(s)</source>
        <translation>
            <numerusform>CPU, %Ln Thread</numerusform>
            <numerusform>CPU, %Ln Threads</numerusform>
        </translation>
    </message>
    <message>
        <source>The GPUs sum their gradients over NCCL, and one of them goes on with the processors over Gloo.</source>
        <translation>Die GPUs summieren ihre Gradienten über NCCL, und eine von ihnen macht mit den Prozessoren über Gloo weiter.</translation>
    </message>
    <message numerus="yes">
        <source>%1 takes %Ln sample(s) at once, as its memory holds no more.</source>
        <extracomment>%1 is a machine</extracomment>
        <translation>
            <numerusform>%1 nimmt %Ln Sample auf einmal, da mehr nicht in den Speicher passen.</numerusform>
            <numerusform>%1 nimmt %Ln Samples auf einmal, da mehr nicht in den Speicher passen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Each device holds a part of the optimizer state and of the gradients: %1.</source>
        <extracomment>%1 is a list such as 70 % : 30 %</extracomment>
        <translation>Jedes Gerät hält einen Teil des Optimiererzustands und der Gradienten: %1.</translation>
    </message>
    <message>
        <source>%1 recomputes activations, as the job asks for it.</source>
        <translation>%1 berechnet Aktivierungen neu, wie der Auftrag es verlangt.</translation>
    </message>
    <message numerus="yes">
        <source>%1 recomputes activations and so keeps %2 less: without that, its memory would hold only %Ln sample(s) at once, which takes longer.</source>
        <extracomment>%1 is a machine, %2 an amount of memory</extracomment>
        <translation>
            <numerusform>%1 berechnet Aktivierungen neu und behält so %2 weniger: Sonst fasste der Speicher nur %Ln Sample auf einmal, was länger dauert.</numerusform>
            <numerusform>%1 berechnet Aktivierungen neu und behält so %2 weniger: Sonst fasste der Speicher nur %Ln Samples auf einmal, was länger dauert.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 recomputes activations: without that, its memory would not hold even one sample.</source>
        <translation>%1 berechnet Aktivierungen neu: Sonst fasste der Speicher nicht einmal ein Sample.</translation>
    </message>
    <message>
        <source>%1 recomputes activations and so keeps %2 less: without that, its memory would not hold even one sample.</source>
        <extracomment>%1 is a machine, %2 an amount of memory</extracomment>
        <translation>%1 berechnet Aktivierungen neu und behält so %2 weniger: Sonst fasste der Speicher nicht einmal ein Sample.</translation>
    </message>
    <message>
        <source>%1 of %2 tokens</source>
        <translation>%1 von %2 Tokens</translation>
    </message>
    <message>
        <source>%1 of %2 samples</source>
        <translation>%1 von %2 Samples</translation>
    </message>
    <message>
        <source>All devices form one group, so Adasum has nothing to join: their gradients are summed.</source>
        <translation>Alle Geräte bilden eine Gruppe, daher hat Adasum nichts zusammenzuführen: Ihre Gradienten werden summiert.</translation>
    </message>
    <message>
        <source>The curve of the run depends on this grouping.</source>
        <translation>Die Kurve des Laufs hängt von dieser Gruppierung ab.</translation>
    </message>
    <message numerus="yes">
        <source>Adasum joins the updates of %Ln group(s): %1.</source>
        <extracomment>%1 is a list of groups of machines such as box + old and new</extracomment>
        <translation>
            <numerusform>Adasum führt die Aktualisierungen von %Ln Gruppe zusammen: %1.</numerusform>
            <numerusform>Adasum führt die Aktualisierungen von %Ln Gruppen zusammen: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Each device updates by itself, and Adasum joins the %Ln update(s).</source>
        <translation>
            <numerusform>Jedes Gerät aktualisiert für sich, und Adasum führt die %Ln Aktualisierung zusammen.</numerusform>
            <numerusform>Jedes Gerät aktualisiert für sich, und Adasum führt die %Ln Aktualisierungen zusammen.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 has several devices: with Adasum between machines, these would sum their gradients first, and less would cross the network.</source>
        <translation>%1 hat mehrere Geräte: Mit Adasum zwischen Rechnern würden diese zuerst ihre Gradienten summieren, und es ginge weniger über das Netzwerk.</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 Tokens/s</translation>
    </message>
    <message>
        <source>%1 and %2 are one machine under two names. In a run they would use the same processors and memory; tick one of them.</source>
        <translation>%1 und %2 sind ein Rechner unter zwei Namen. In einem Lauf würden sie sich seine Prozessoren und seinen Speicher teilen; kreuzen Sie nur einen davon an.</translation>
    </message>
    <message>
        <source>%1 and %2 have the same GPU, %3. Tick it on one of them.</source>
        <translation>%1 und %2 haben dieselbe GPU, %3. Kreuzen Sie sie nur bei einem davon an.</translation>
    </message>
    <message>
        <source>No part is kept twice, as the memory of some device would not hold that. A lost machine takes the run back to its newest checkpoint.</source>
        <translation>Kein Teil wird zweimal gehalten, da der Speicher eines Geräts dafür nicht reicht. Ein verlorener Rechner bringt den Lauf zu seinem neuesten Checkpoint zurück.</translation>
    </message>
</context>
<context>
    <name>motley::PlotLegend</name>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Show only the curves with these words in the legend</source>
        <translation>In der Legende nur Kurven mit diesen Wörtern zeigen</translation>
    </message>
</context>
<context>
    <name>motley::PlotPanel</name>
    <message>
        <source>Logarithmic axis (L)</source>
        <translation>Logarithmische Achse (L)</translation>
    </message>
    <message>
        <source>Follow the newest step (F)</source>
        <translation>Dem neuesten Schritt folgen (F)</translation>
    </message>
    <message>
        <source>Show as a table (T)</source>
        <translation>Als Tabelle zeigen (T)</translation>
    </message>
    <message>
        <source>Export (E)</source>
        <translation>Exportieren (E)</translation>
    </message>
    <message numerus="yes">
        <source>%Ln point(s) cannot be drawn</source>
        <translation>
            <numerusform>%Ln Punkt ist nicht darstellbar</numerusform>
            <numerusform>%Ln Punkte sind nicht darstellbar</numerusform>
        </translation>
    </message>
    <message>
        <source>Export this chart</source>
        <translation>Dieses Diagramm exportieren</translation>
    </message>
    <message>
        <source>Not exported</source>
        <translation>Nicht exportiert</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>All values</source>
        <translation>Alle Werte</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Leave out what is far from nearly all others (O)</source>
        <translation>Weglassen, was fern von fast allen anderen liegt (O)</translation>
    </message>
    <message numerus="yes">
        <source>%Ln value(s) outside</source>
        <translation>
            <numerusform>%Ln Wert außerhalb</numerusform>
            <numerusform>%Ln Werte außerhalb</numerusform>
        </translation>
    </message>
    <message>
        <source>Far from nearly all others. Show all values (O)</source>
        <translation>Fern von fast allen anderen. Alle Werte zeigen (O)</translation>
    </message>
    <message>
        <source>%1 %2 to %3</source>
        <extracomment>the part of the x axis that a chart shows: its name, from, to</extracomment>
        <translation>%1 %2 bis %3</translation>
    </message>
    <message>
        <source>Zoomed in. Show everything (0)</source>
        <translation>Hineingezoomt. Alles zeigen (0)</translation>
    </message>
    <message>
        <source>Numbers, a column for each curve (*.csv)</source>
        <translation>Zahlen, eine Spalte für jede Kurve (*.csv)</translation>
    </message>
    <message>
        <source>Pictures (*.png *.svg *.pdf)</source>
        <translation>Bilder (*.png *.svg *.pdf)</translation>
    </message>
    <message>
        <source>Numbers, a row for each value (*.csv)</source>
        <translation>Zahlen, eine Zeile für jeden Wert (*.csv)</translation>
    </message>
</context>
<context>
    <name>motley::Preparation</name>
    <message>
        <source>Connecting</source>
        <translation>Verbindung wird aufgebaut</translation>
    </message>
    <message>
        <source>Looking at the machine</source>
        <translation>Rechner wird untersucht</translation>
    </message>
    <message>
        <source>%1 has no GPU that could be used; tick its processor instead.</source>
        <translation>%1 hat keine nutzbare GPU; kreuzen Sie stattdessen den Prozessor an.</translation>
    </message>
    <message>
        <source>Checking what is there</source>
        <translation>Vorhandenes wird geprüft</translation>
    </message>
    <message>
        <source>Sending the engine</source>
        <translation>Engine wird gesendet</translation>
    </message>
    <message>
        <source>Sending the data</source>
        <translation>Daten werden gesendet</translation>
    </message>
    <message>
        <source>Measuring its speed</source>
        <translation>Geschwindigkeit wird gemessen</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Wird gestartet</translation>
    </message>
    <message>
        <source>Ending what was started</source>
        <translation>Gestartetes wird beendet</translation>
    </message>
    <message>
        <source>Sending the checkpoint to continue from</source>
        <translation>Checkpoint zum Fortsetzen wird gesendet</translation>
    </message>
    <message>
        <source>%1 does not reach %2 at %3. Let the firewalls of both pass connections between them, connect them to one network, or train without one of them.</source>
        <translation>%1 erreicht %2 unter %3 nicht. Lassen Sie die Firewalls beider Rechner Verbindungen zwischen ihnen durchlassen, verbinden Sie beide mit demselben Netzwerk, oder trainieren Sie ohne einen von ihnen.</translation>
    </message>
    <message>
        <source>Checking the links between the machines</source>
        <translation>Verbindungen zwischen den Rechnern werden geprüft</translation>
    </message>
    <message>
        <source>CUDA&apos;s libraries, which GPUs need, could not be fetched (2 GiB): %1 What has come is kept. Try again, or tick processors only.</source>
        <translation>Die CUDA-Bibliotheken, die GPUs brauchen, konnten nicht geholt werden (2 GiB): %1 Was schon da ist, bleibt erhalten. Versuchen Sie es erneut, oder kreuzen Sie nur Prozessoren an.</translation>
    </message>
    <message>
        <source>Fetching CUDA&apos;s libraries, once (2 GiB)</source>
        <translation>CUDA-Bibliotheken werden einmalig geholt (2 GiB)</translation>
    </message>
    <message>
        <source>The %1 of %2 has compute capability %3, but CUDA 13 needs %4 or newer (Turing, 2018). Leave it out.</source>
        <translation>Die %1 von %2 hat Compute Capability %3, aber CUDA 13 braucht mindestens %4 (Turing, 2018). Lassen Sie sie weg.</translation>
    </message>
    <message>
        <source>The %1 of %2 has driver %3, but CUDA 13 needs %4 or newer. Update the driver there, or leave it out.</source>
        <translation>Die %1 von %2 hat Treiber %3, aber CUDA 13 braucht mindestens %4. Aktualisieren Sie dort den Treiber, oder lassen Sie sie weg.</translation>
    </message>
    <message>
        <source>No machine is ticked.</source>
        <translation>Kein Rechner ist angekreuzt.</translation>
    </message>
    <message>
        <source>Its speed is already known</source>
        <translation>Seine Geschwindigkeit ist schon bekannt</translation>
    </message>
    <message>
        <source>Its speed is measured</source>
        <translation>Seine Geschwindigkeit ist gemessen</translation>
    </message>
    <message>
        <source>Copying the data from %1</source>
        <translation>Daten werden von %1 kopiert</translation>
    </message>
    <message>
        <source>%1 could not copy data from %2, so it gets them another way: %3</source>
        <translation>%1 konnte keine Daten von %2 kopieren und erhält sie auf anderem Weg: %3</translation>
    </message>
    <message>
        <source>%1 and %2 are one machine under two names, and use the same processors and memory.</source>
        <translation>%1 und %2 sind ein Rechner unter zwei Namen und nutzen dieselben Prozessoren und denselben Speicher.</translation>
    </message>
    <message>
        <source>%1 does not reach %2 at %3 with large packets, and does with small ones. A VPN or tunnel between them takes smaller ones than their networks: set a smaller MTU there on both, such as 1280.</source>
        <translation>%1 erreicht %2 unter %3 nur mit kleinen Paketen, mit großen nicht. Ein VPN oder Tunnel zwischen ihnen verlangt kleinere als ihre Netzwerke: Setzen Sie dort auf beiden eine kleinere MTU, etwa 1280.</translation>
    </message>
</context>
<context>
    <name>motley::PreparationView</name>
    <message>
        <source>Preparing the machines</source>
        <translation>Rechner werden vorbereitet</translation>
    </message>
    <message>
        <source>Only what a machine lacks is sent, and only once. The first step follows.</source>
        <translation>Gesendet wird nur, was einem Rechner fehlt, und nur einmal. Danach folgt der erste Schritt.</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Wartet</translation>
    </message>
</context>
<context>
    <name>motley::ProfileStore</name>
    <message>
        <source>The measured speeds could not be written to %1: %2.</source>
        <translation>Die gemessenen Geschwindigkeiten konnten nicht nach %1 geschrieben werden: %2.</translation>
    </message>
    <message>
        <source>The measured speeds in %1 are being written by another program.</source>
        <translation>Die gemessenen Geschwindigkeiten in %1 werden gerade von einem anderen Programm geschrieben.</translation>
    </message>
</context>
<context>
    <name>motley::Program</name>
    <message>
        <source>There is no display for the window. Everything else works without one: motley --help</source>
        <translation>Für das Fenster gibt es keinen Bildschirm. Alles andere geht auch ohne: motley --help</translation>
    </message>
</context>
<context>
    <name>motley::ProgressLine</name>
    <message>
        <source>Waiting for the first step</source>
        <translation>Warten auf den ersten Schritt</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>Schritt %1 von %2</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>loss %1</source>
        <translation>Loss %1</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>%1 left (perhaps %2 to %3)</source>
        <translation>noch %1 (vielleicht %2 bis %3)</translation>
    </message>
</context>
<context>
    <name>motley::Question</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>motley::RailRunButton</name>
    <message>
        <source>Close, and let the machines go on (Ctrl+W)</source>
        <translation>Schließen und die Rechner weitermachen lassen (Strg+W)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>motley::RemovalWords</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 vom %2</translation>
    </message>
    <message>
        <source>Remove %1 of %2?</source>
        <translation>%1 vom %2 entfernen?</translation>
    </message>
    <message>
        <source>Its curves and its model on this computer are deleted, and its files on its machines.</source>
        <translation>Seine Kurven und sein Modell auf diesem Computer werden gelöscht, ebenso seine Dateien auf seinen Rechnern.</translation>
    </message>
    <message>
        <source>It has the only checkpoint from which these runs can go on: %1.</source>
        <translation>Er hat den einzigen Checkpoint, von dem aus diese Läufe weitergehen können: %1.</translation>
    </message>
    <message>
        <source>This frees %1 here: %2.</source>
        <translation>Das gibt hier %1 frei: %2.</translation>
    </message>
    <message>
        <source>%1 of events, %2 of checkpoints, %3 of models, %4 of other files</source>
        <translation>%1 Ereignisse, %2 Checkpoints, %3 Modelle, %4 andere Dateien</translation>
    </message>
</context>
<context>
    <name>motley::Report</name>
    <message numerus="yes">
        <source>Comparison of %Ln run(s)</source>
        <translation>
            <numerusform>Vergleich von %Ln Lauf</numerusform>
            <numerusform>Vergleich von %Ln Läufen</numerusform>
        </translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Mean loss in nats</source>
        <translation>Mittlerer Loss in Nat</translation>
    </message>
    <message>
        <source>Loss on the test set</source>
        <translation>Loss auf den Testdaten</translation>
    </message>
    <message>
        <source>Test: %1, percent</source>
        <translation>Test: %1, Prozent</translation>
    </message>
    <message>
        <source>Test: %1</source>
        <translation>Test: %1</translation>
    </message>
    <message>
        <source>Tokens a second</source>
        <translation>Token je Sekunde</translation>
    </message>
    <message>
        <source>Samples a second</source>
        <translation>Samples je Sekunde</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>What happened in %1</source>
        <translation>Was in %1 geschah</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>Was geschah</translation>
    </message>
    <message>
        <source>Job of %1</source>
        <translation>Auftrag von %1</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>Auftrag</translation>
    </message>
    <message>
        <source>Written by Motley on %1</source>
        <translation>Von Motley geschrieben am %1</translation>
    </message>
    <message>
        <source>Differences are from %1.</source>
        <translation>Unterschiede sind die zu %1.</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>Settings that differ</source>
        <translation>Unterschiedliche Einstellungen</translation>
    </message>
    <message>
        <source>Could not write %1: choose another file.</source>
        <translation>%1 konnte nicht geschrieben werden: Wählen Sie eine andere Datei.</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1, %2: %3</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 after step %2</source>
        <translation>%1 nach Schritt %2</translation>
    </message>
    <message>
        <source>%1, %2 parameters</source>
        <translation>%1, %2 Parameter</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Gestartet</translation>
    </message>
    <message>
        <source>Best test</source>
        <translation>Bester Test</translation>
    </message>
    <message>
        <source>Last loss</source>
        <translation>Letzter Loss</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Schlagwörter</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>motley::Resumption</name>
    <message>
        <source>The run %1 still trains; stop it first.</source>
        <translation>Der Lauf %1 trainiert noch; stoppen Sie ihn zuerst.</translation>
    </message>
    <message>
        <source>The run %1 was trained to its end.</source>
        <translation>Der Lauf %1 ist zu Ende trainiert.</translation>
    </message>
    <message>
        <source>No checkpoint of the run %1 is on this computer, so it can only begin anew.</source>
        <translation>Auf diesem Computer liegt kein Checkpoint des Laufs %1; er kann nur von vorn beginnen.</translation>
    </message>
    <message>
        <source>%1 took no part in that run.</source>
        <translation>%1 hat an diesem Lauf nicht teilgenommen.</translation>
    </message>
    <message>
        <source>No machine of the run %1 would be left.</source>
        <translation>Von den Rechnern des Laufs %1 bliebe keiner übrig.</translation>
    </message>
    <message>
        <source>The run %1 never began to train, so there is nothing to go on with.</source>
        <translation>Der Lauf %1 hat nie zu trainieren begonnen; es gibt nichts, womit es weitergehen könnte.</translation>
    </message>
</context>
<context>
    <name>motley::RowWords</name>
    <message numerus="yes">
        <source>%Ln row(s)</source>
        <translation>
            <numerusform>%Ln Zeile</numerusform>
            <numerusform>%Ln Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the first %Ln row(s)</source>
        <translation>
            <numerusform>die erste %Ln Zeile</numerusform>
            <numerusform>die ersten %Ln Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln cut to %1 tokens</source>
        <translation>
            <numerusform>%Ln auf %1 Tokens gekürzt</numerusform>
            <numerusform>%Ln auf %1 Tokens gekürzt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln left out without an answer</source>
        <translation>
            <numerusform>%Ln ohne Antwort ausgelassen</numerusform>
            <numerusform>%Ln ohne Antwort ausgelassen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln left out as unusable</source>
        <translation>
            <numerusform>%Ln als unbrauchbar ausgelassen</numerusform>
            <numerusform>%Ln als unbrauchbar ausgelassen</numerusform>
        </translation>
    </message>
    <message>
        <source>Left out, first %1: %2</source>
        <translation>Ausgelassen, zuerst %1: %2</translation>
    </message>
    <message>
        <source>Row %1</source>
        <translation>Zeile %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s), %1 of them learned</source>
        <translation>
            <numerusform>%Ln Token, davon %1 gelernt</numerusform>
            <numerusform>%Ln Tokens, davon %1 gelernt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s) cut off</source>
        <translation>
            <numerusform>%Ln Token abgeschnitten</numerusform>
            <numerusform>%Ln Tokens abgeschnitten</numerusform>
        </translation>
    </message>
    <message>
        <source>left out: it has no answer to learn</source>
        <translation>ausgelassen: Sie hat keine Antwort zum Lernen</translation>
    </message>
    <message>
        <source>left out: %1</source>
        <translation>ausgelassen: %1</translation>
    </message>
    <message>
        <source>To train: %1.</source>
        <translation>Zum Trainieren: %1.</translation>
    </message>
    <message>
        <source>To test: %1.</source>
        <translation>Zum Testen: %1.</translation>
    </message>
</context>
<context>
    <name>motley::RowsReader</name>
    <message>
        <source>%1 could not be written.</source>
        <translation>%1 konnte nicht geschrieben werden.</translation>
    </message>
</context>
<context>
    <name>motley::RunCharts</name>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>Durchsatz</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation>Gradientennorm</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>Schrittdauer</translation>
    </message>
    <message>
        <source>The first test follows at the end of an epoch.</source>
        <translation>Der erste Test folgt am Ende einer Epoche.</translation>
    </message>
    <message>
        <source>each step</source>
        <translation>jeder Schritt</translation>
    </message>
    <message>
        <source>smoothed</source>
        <translation>geglättet</translation>
    </message>
    <message>
        <source>test</source>
        <translation>Test</translation>
    </message>
    <message>
        <source>Mean loss in nats</source>
        <translation>Mittlerer Loss in Nats</translation>
    </message>
    <message>
        <source>total</source>
        <translation>gesamt</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>Tests</source>
        <translation>Tests</translation>
    </message>
    <message>
        <source>Percent</source>
        <translation>Prozent</translation>
    </message>
    <message>
        <source>On the test set</source>
        <translation>Auf dem Testdatensatz</translation>
    </message>
    <message>
        <source>step %1 · %2</source>
        <translation>Schritt %1 · %2</translation>
    </message>
    <message>
        <source>This run ended before its first test.</source>
        <translation>Dieser Lauf endete vor seinem ersten Test.</translation>
    </message>
    <message>
        <source>%1 could do</source>
        <translation>%1: möglich</translation>
    </message>
    <message>
        <source>%1 did</source>
        <translation>%1: erreicht</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>Tokens/s</translation>
    </message>
    <message>
        <source>Samples/s</source>
        <translation>Samples/s</translation>
    </message>
    <message>
        <source>Maximise (M)</source>
        <translation>Vergrößern (M)</translation>
    </message>
    <message>
        <source>Show all charts (Esc)</source>
        <translation>Alle Diagramme zeigen (Esc)</translation>
    </message>
    <message>
        <source>Horizontal axis (X)</source>
        <translation>Waagerechte Achse (X)</translation>
    </message>
    <message>
        <source>step %1, of the run before</source>
        <translation>Schritt %1, des vorigen Laufs</translation>
    </message>
    <message>
        <source>Parts of a step</source>
        <translation>Teile eines Schritts</translation>
    </message>
    <message>
        <source>Choose charts…</source>
        <translation>Diagramme wählen …</translation>
    </message>
    <message>
        <source>mean of %1 steps</source>
        <translation>Mittel von %1 Schritten</translation>
    </message>
</context>
<context>
    <name>motley::RunFailure</name>
    <message>
        <source>The memory of a rank ran out: %1</source>
        <translation>Der Speicher eines Rangs reichte nicht: %1</translation>
    </message>
    <message>
        <source>A loss, a gradient or a weight was not finite: %1</source>
        <translation>Ein Loss, ein Gradient oder ein Gewicht war nicht endlich: %1</translation>
    </message>
    <message>
        <source>The job, the model or the data cannot be used: %1</source>
        <translation>Der Auftrag, das Modell oder die Daten sind nicht nutzbar: %1</translation>
    </message>
    <message>
        <source>A device failed: %1</source>
        <translation>Ein Gerät ist ausgefallen: %1</translation>
    </message>
    <message>
        <source>What the run writes could not be written: %1</source>
        <translation>Was der Lauf schreibt, ließ sich nicht schreiben: %1</translation>
    </message>
    <message>
        <source>A rank was ended by a signal: %1</source>
        <translation>Ein Rang wurde durch ein Signal beendet: %1</translation>
    </message>
    <message>
        <source>A rank gave no sign of life: %1</source>
        <translation>Ein Rang gab kein Lebenszeichen: %1</translation>
    </message>
</context>
<context>
    <name>motley::RunFigures</name>
    <message>
        <source>The events were not read to their end.</source>
        <translation>Die Ereignisse wurden nicht bis zum Ende gelesen.</translation>
    </message>
</context>
<context>
    <name>motley::RunHeader</name>
    <message>
        <source>Open model folder</source>
        <translation>Modellordner öffnen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stoppen</translation>
    </message>
    <message>
        <source>Stop now</source>
        <translation>Sofort stoppen</translation>
    </message>
    <message>
        <source>Steps done</source>
        <translation>Erledigte Schritte</translation>
    </message>
    <message>
        <source>Finishes the step, writes a checkpoint and the model, then ends.</source>
        <translation>Beendet den Schritt, schreibt einen Checkpoint und das Modell und hört dann auf.</translation>
    </message>
    <message>
        <source>Ends the training at once; what came after the last checkpoint is lost.</source>
        <translation>Beendet das Training sofort; was nach dem letzten Checkpoint kam, geht verloren.</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Elapsed</source>
        <translation>Vergangen</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Verbleibend</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Stop now?</source>
        <translation>Sofort stoppen?</translation>
    </message>
    <message>
        <source>The machines are finishing the step. If you stop them now, what came after the last checkpoint is lost.</source>
        <translation>Die Rechner beenden gerade den Schritt. Wenn Sie sie jetzt stoppen, geht verloren, was nach dem letzten Checkpoint kam.</translation>
    </message>
    <message>
        <source>The batch of this run is %1.</source>
        <translation>Die Batchgröße dieses Laufs ist %1.</translation>
    </message>
    <message>
        <source>Perhaps %1 to %2: that is how far this run&apos;s steps were from the forecast.</source>
        <translation>Vielleicht %1 bis %2: So weit wichen die Schritte dieses Laufs von der Vorhersage ab.</translation>
    </message>
    <message>
        <source>Mean speed</source>
        <translation>Mittlere Geschwindigkeit</translation>
    </message>
    <message>
        <source>Checkpoint: step %1</source>
        <translation>Checkpoint: Schritt %1</translation>
    </message>
    <message>
        <source>No checkpoint yet</source>
        <translation>Noch kein Checkpoint</translation>
    </message>
    <message>
        <source>Step, after %1</source>
        <translation>Schritt, nach %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>Best test</source>
        <translation>Bester Test</translation>
    </message>
    <message>
        <source>Best test: %1</source>
        <translation>Bester Test: %1</translation>
    </message>
    <message>
        <source>Noise scale %1</source>
        <translation>Rauschskala %1</translation>
    </message>
    <message>
        <source>%1, at %2</source>
        <translation>%1, um %2</translation>
    </message>
    <message>
        <source>Goes on from %1</source>
        <translation>Setzt %1 fort</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>Ausprobieren</translation>
    </message>
    <message>
        <source>Checkpoint now</source>
        <translation>Jetzt Checkpoint schreiben</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pausieren</translation>
    </message>
    <message>
        <source>Checkpoint now: writes one after this step, and training goes on.</source>
        <translation>Jetzt Checkpoint schreiben: Nach diesem Schritt wird einer geschrieben, das Training geht weiter.</translation>
    </message>
    <message>
        <source>Pause: writes a checkpoint after this step and ends. “Go on” continues from there.</source>
        <translation>Pausieren: Schreibt nach diesem Schritt einen Checkpoint und endet. „Weitermachen“ setzt dort fort.</translation>
    </message>
    <message>
        <source>Writes a checkpoint…</source>
        <translation>Schreibt einen Checkpoint…</translation>
    </message>
    <message>
        <source>No checkpoint</source>
        <translation>Kein Checkpoint</translation>
    </message>
    <message>
        <source>Training loss %1</source>
        <translation>Trainings-Loss %1</translation>
    </message>
</context>
<context>
    <name>motley::RunHistory</name>
    <message>
        <source>The list of runs in %1 cannot be used: %2</source>
        <translation>Die Liste der Läufe in %1 ist nicht nutzbar: %2</translation>
    </message>
    <message>
        <source>The list of runs in %1 was written by a newer Motley; use that one.</source>
        <translation>Die Liste der Läufe in %1 stammt von einem neueren Motley; verwenden Sie dieses.</translation>
    </message>
    <message>
        <source>The folder %1 cannot be made.</source>
        <translation>Der Ordner %1 kann nicht angelegt werden.</translation>
    </message>
    <message>
        <source>Could not write %1.</source>
        <translation>%1 konnte nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>The run %1 is no longer in the list of runs.</source>
        <translation>Der Lauf %1 steht nicht mehr in der Liste der Läufe.</translation>
    </message>
    <message>
        <source>There is no run “%1”; “motley runs” lists them.</source>
        <translation>Es gibt keinen Lauf „%1“; „motley runs“ zeigt alle.</translation>
    </message>
    <message>
        <source>The folder %1 could not be removed whole.</source>
        <translation>Der Ordner %1 konnte nicht vollständig entfernt werden.</translation>
    </message>
    <message>
        <source>“%1” may mean the run “%2” or “%3”: write more of its name.</source>
        <translation>„%1“ kann den Lauf „%2“ oder „%3“ meinen: Schreiben Sie mehr vom Namen.</translation>
    </message>
    <message>
        <source>The program that prepared this run ended before the training began.</source>
        <translation>Das Programm, das diesen Lauf vorbereitete, endete, bevor das Training begann.</translation>
    </message>
</context>
<context>
    <name>motley::RunList</name>
    <message>
        <source>preparing</source>
        <translation>wird vorbereitet</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>completed</source>
        <translation>abgeschlossen</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>gestoppt</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>No runs yet. Start one: motley run job.json --machines local</source>
        <translation>Noch keine Läufe. Starten Sie einen: motley run job.json --machines local</translation>
    </message>
    <message>
        <source>The run %1 never reached its machines; there is nothing to stop.</source>
        <translation>Der Lauf %1 hat seine Rechner nie erreicht; es gibt nichts zu stoppen.</translation>
    </message>
    <message>
        <source>Run %1 has ended. What it said: motley watch %1</source>
        <translation>Der Lauf %1 ist beendet. Was er gemeldet hat: motley watch %1</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Best test</source>
        <translation>Bester Test</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>The run %1 has already ended: %2.</source>
        <translation>Der Lauf %1 ist schon zu Ende: %2.</translation>
    </message>
    <message>
        <source>A window or another command is preparing the run %1; cancel it there.</source>
        <translation>Ein Fenster oder ein anderer Befehl bereitet den Lauf %1 vor; brechen Sie ihn dort ab.</translation>
    </message>
    <message>
        <source>The training of the run %1 has ended, but %2, which has what it saved last, does not answer. To go on from what is on this computer, leave that machine out: motley resume %1 --without %2</source>
        <translation>Das Training des Laufs %1 ist zu Ende, aber %2, auf dem liegt, was zuletzt gespeichert wurde, antwortet nicht. Um mit dem weiterzumachen, was auf diesem Computer ist, lassen Sie diesen Rechner weg: motley resume %1 --without %2</translation>
    </message>
    <message>
        <source>Run %1 has ended. %2, which has what it saved last, does not answer; once it does, this copies it: motley watch %1</source>
        <translation>Der Lauf %1 ist beendet. %2, auf dem liegt, was zuletzt gespeichert wurde, antwortet nicht; sobald er es tut, kopiert es dies: motley watch %1</translation>
    </message>
    <message>
        <source>The run %1 is not over. Stop it first: motley stop %1</source>
        <translation>Der Lauf %1 ist noch nicht zu Ende. Stoppen Sie ihn zuerst: motley stop %1</translation>
    </message>
    <message>
        <source>Nothing was removed.</source>
        <translation>Es wurde nichts entfernt.</translation>
    </message>
    <message>
        <source>It is not known whether the run %1 still trains: %2</source>
        <translation>Es ist nicht bekannt, ob der Lauf %1 noch trainiert: %2</translation>
    </message>
    <message>
        <source>It is not known whether the run %1 still trains.</source>
        <translation>Es ist nicht bekannt, ob der Lauf %1 noch trainiert.</translation>
    </message>
    <message>
        <source>Lost in that run: %1. To leave that out: motley resume %2 --without %3</source>
        <translation>In diesem Lauf ausgefallen: %1. So lassen Sie das weg: motley resume %2 --without %3</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>pausiert</translation>
    </message>
    <message>
        <source>The run %1 writes a checkpoint after the step it is in. Watch it: motley watch %1</source>
        <translation>Der Lauf %1 schreibt nach dem laufenden Schritt einen Checkpoint. Ansehen: motley watch %1</translation>
    </message>
</context>
<context>
    <name>motley::RunMachineModel</name>
    <message>
        <source>%1 °C</source>
        <translation>%1 °C</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Share of a batch</source>
        <translation>Anteil am Batch</translation>
    </message>
    <message>
        <source>Speed now</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>Where its time goes</source>
        <translation>Zeitaufteilung</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Memory used</source>
        <translation>Belegter Speicher</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>As expected</source>
        <translation>Wie erwartet</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Beendet</translation>
    </message>
    <message>
        <source>Has no work</source>
        <translation>Hat keine Arbeit</translation>
    </message>
    <message>
        <source>It was so slow that the others are faster without it. From time to time it gets a little of a batch, which shows whether it has become faster.</source>
        <translation>Er war so langsam, dass die anderen ohne ihn schneller sind. Von Zeit zu Zeit bekommt er ein wenig von einem Batch; das zeigt, ob er schneller geworden ist.</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>Ausgefallen</translation>
    </message>
    <message>
        <source>Lost a rank</source>
        <translation>Ein Rang ausgefallen</translation>
    </message>
    <message>
        <source>data %1, forward %2, backward %3, waiting %4, exchange %5, optimizer %6, report %7</source>
        <translation>Daten %1, vorwärts %2, rückwärts %3, Warten %4, Austausch %5, Optimierer %6, Bericht %7</translation>
    </message>
</context>
<context>
    <name>motley::RunNews</name>
    <message numerus="yes">
        <source>%Ln step(s) in %1.</source>
        <translation>
            <numerusform>%Ln Schritt in %1.</numerusform>
            <numerusform>%Ln Schritte in %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>Best test: %1.</source>
        <translation>Bester Test: %1.</translation>
    </message>
</context>
<context>
    <name>motley::RunNotice</name>
    <message>
        <source>The run failed after step %1: %2</source>
        <translation>Der Lauf ist nach Schritt %1 fehlgeschlagen: %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Go on without %1</source>
        <translation>Ohne %1 weitermachen</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Weitermachen</translation>
    </message>
    <message>
        <source>Once the machines have saved what they have, another run goes on without %1.</source>
        <translation>Sobald die Rechner gespeichert haben, was sie haben, geht ein anderer Lauf ohne %1 weiter.</translation>
    </message>
    <message>
        <source>This run has ended. There is no contact with its machines, so this is what was known last.</source>
        <translation>Dieser Lauf ist zu Ende. Zu seinen Rechnern besteht keine Verbindung; hier steht, was zuletzt bekannt war.</translation>
    </message>
    <message>
        <source>This run has ended. %1 asks a question before it lets you log in, for instance for a password, so this is what was known last.</source>
        <translation>Dieser Lauf ist zu Ende. %1 stellt vor der Anmeldung eine Frage, etwa nach einem Passwort; hier steht, was zuletzt bekannt war.</translation>
    </message>
    <message>
        <source>Log in</source>
        <translation>Anmelden</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>This run has ended, and this is what was known last. %1</source>
        <translation>Dieser Lauf ist zu Ende; hier steht, was zuletzt bekannt war. %1</translation>
    </message>
    <message numerus="yes">
        <source>No checkpoint of it is on this computer: the work of %Ln step(s) is lost.</source>
        <translation>
            <numerusform>Auf diesem Computer liegt kein Checkpoint davon: Die Arbeit von %Ln Schritt ist verloren.</numerusform>
            <numerusform>Auf diesem Computer liegt kein Checkpoint davon: Die Arbeit von %Ln Schritten ist verloren.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Its last checkpoint is of step %1: the work of %Ln step(s) since then is lost.</source>
        <translation>
            <numerusform>Sein letzter Checkpoint ist von Schritt %1: Die Arbeit von %Ln Schritt seitdem ist verloren.</numerusform>
            <numerusform>Sein letzter Checkpoint ist von Schritt %1: Die Arbeit von %Ln Schritten seitdem ist verloren.</numerusform>
        </translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>Neu starten</translation>
    </message>
    <message>
        <source>Change and start</source>
        <translation>Ändern und starten</translation>
    </message>
    <message>
        <source>The run was stopped after step %1: %2</source>
        <translation>Der Lauf wurde nach Schritt %1 gestoppt: %2</translation>
    </message>
    <message>
        <source>%1 asks a question before it lets you log in, for instance for a password. Until then, this is what was known last.</source>
        <translation>%1 stellt vor der Anmeldung eine Frage, etwa nach einem Passwort. Bis dahin steht hier, was zuletzt bekannt war.</translation>
    </message>
    <message>
        <source>This is what was known last. %1</source>
        <translation>Hier steht, was zuletzt bekannt war. %1</translation>
    </message>
    <message>
        <source>There is no contact with %1 at the moment, so this is what was known last. %2 says that the training goes on.</source>
        <translation>Zu %1 besteht zurzeit keine Verbindung; hier steht, was zuletzt bekannt war. %2 meldet, dass das Training weitergeht.</translation>
    </message>
    <message>
        <source>There is no contact with %1 at the moment, so this is what was known last. %2 says that the training has ended.</source>
        <translation>Zu %1 besteht zurzeit keine Verbindung; hier steht, was zuletzt bekannt war. %2 meldet, dass das Training zu Ende ist.</translation>
    </message>
    <message>
        <source>There is no contact with %1 at the moment, so this is what was known last.</source>
        <translation>Zu %1 besteht zurzeit keine Verbindung; hier steht, was zuletzt bekannt war.</translation>
    </message>
    <message>
        <source>No step for %1; the last one took %2.</source>
        <translation>Seit %1 kein Schritt; der letzte dauerte %2.</translation>
    </message>
    <message>
        <source>The machines are testing or saving, or wait for one of them.</source>
        <translation>Die Rechner testen oder speichern, oder sie warten auf einen von ihnen.</translation>
    </message>
    <message>
        <source>Its checkpoint of step %1 was not copied here. Opening the run again copies it, if the run&apos;s first machine still has it.</source>
        <translation>Sein Checkpoint von Schritt %1 wurde nicht hierher kopiert. Öffnen Sie den Lauf erneut, um ihn zu kopieren, falls der erste Rechner des Laufs ihn noch hat.</translation>
    </message>
    <message numerus="yes">
        <source>The %Ln rank(s) that are left connect to each other.</source>
        <translation>
            <numerusform>Der %Ln verbliebene Rang verbindet sich neu.</numerusform>
            <numerusform>Die %Ln verbliebenen Ränge verbinden sich miteinander.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The run goes on with %Ln rank(s).</source>
        <translation>
            <numerusform>Der Lauf geht mit %Ln Rang weiter.</numerusform>
            <numerusform>Der Lauf geht mit %Ln Rängen weiter.</numerusform>
        </translation>
    </message>
    <message>
        <source>Start again without %1</source>
        <translation>Ohne %1 neu starten</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>%1 zeigen</translation>
    </message>
    <message>
        <source>Another run goes on from here.</source>
        <translation>Ein anderer Lauf macht von hier aus weiter.</translation>
    </message>
    <message>
        <source>The run could not be stopped, and goes on. %1</source>
        <translation>Der Lauf konnte nicht gestoppt werden und geht weiter. %1</translation>
    </message>
    <message>
        <source>Take back now</source>
        <translation>Jetzt zurückholen</translation>
    </message>
    <message>
        <source>Paused after step %1.</source>
        <translation>Nach Schritt %1 pausiert.</translation>
    </message>
</context>
<context>
    <name>motley::RunPage</name>
    <message>
        <source>Machines</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Machines of this run</source>
        <translation>Rechner dieses Laufs</translation>
    </message>
    <message>
        <source>What happened in this run</source>
        <translation>Was in diesem Lauf geschah</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filtern</translation>
    </message>
    <message>
        <source>Show only the lines with these words</source>
        <translation>Nur Zeilen mit diesen Wörtern zeigen</translation>
    </message>
    <message>
        <source>This run ended before its first step.</source>
        <translation>Dieser Lauf endete vor seinem ersten Schritt.</translation>
    </message>
    <message>
        <source>Waiting for the first step. The machines are forming their group.</source>
        <translation>Warten auf den ersten Schritt. Die Rechner bilden ihre Gruppe.</translation>
    </message>
    <message>
        <source>The machines are being prepared; the curve begins with the first step.</source>
        <translation>Die Rechner werden vorbereitet; die Kurve beginnt mit dem ersten Schritt.</translation>
    </message>
    <message>
        <source>What is known of this run is being read.</source>
        <translation>Was über diesen Lauf bekannt ist, wird gelesen.</translation>
    </message>
    <message>
        <source>Another window or a command prepares this run; the curve begins with the first step.</source>
        <translation>Ein anderes Fenster oder ein Befehl bereitet diesen Lauf vor; die Kurve beginnt mit dem ersten Schritt.</translation>
    </message>
    <message>
        <source>Machines over time</source>
        <translation>Rechner im Verlauf</translation>
    </message>
    <message>
        <source>When the machines trained</source>
        <translation>Wann die Rechner trainiert haben</translation>
    </message>
    <message>
        <source>Show machines and log</source>
        <translation>Rechner und Protokoll zeigen</translation>
    </message>
    <message>
        <source>Hide machines and log</source>
        <translation>Rechner und Protokoll ausblenden</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Beispiele</translation>
    </message>
</context>
<context>
    <name>motley::RunProgress</name>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1, no step for %2</source>
        <translation>%1, kein Schritt seit %2</translation>
    </message>
    <message>
        <source>%1, %2 left</source>
        <translation>%1, noch %2</translation>
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
        <translation>Die Dateien des Laufs %1 bleiben auf %2, bis die nächste Verbindung dorthin sie entfernt: %3</translation>
    </message>
</context>
<context>
    <name>motley::RunScreen</name>
    <message>
        <source>checkpoint of step %1</source>
        <translation>Checkpoint von Schritt %1</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation>Gradientennorm</translation>
    </message>
    <message>
        <source>q: leave</source>
        <translation>q: Verlassen</translation>
    </message>
    <message>
        <source>s: stop</source>
        <translation>s: Stoppen</translation>
    </message>
    <message>
        <source>Tab: next curve</source>
        <translation>Tab: Nächste Kurve</translation>
    </message>
    <message>
        <source>Up, Down: log</source>
        <translation>Auf, Ab: Protokoll</translation>
    </message>
    <message>
        <source>Stop the run after a checkpoint? y: stop it, any other key: go on</source>
        <translation>Lauf nach einem Checkpoint stoppen? y: Stoppen, jede andere Taste: Weiter</translation>
    </message>
    <message>
        <source>writes a checkpoint</source>
        <translation>schreibt einen Checkpoint</translation>
    </message>
    <message>
        <source>p: pause</source>
        <translation>p: Pausieren</translation>
    </message>
    <message>
        <source>c: checkpoint</source>
        <translation>c: Checkpoint</translation>
    </message>
    <message>
        <source>Pause the run after a checkpoint? y: pause it, any other key: go on</source>
        <translation>Lauf nach einem Checkpoint pausieren? y: Pausieren, jede andere Taste: Weiter</translation>
    </message>
</context>
<context>
    <name>motley::RunWatcher</name>
    <message>
        <source>No run was started on this computer yet; “motley run” starts one.</source>
        <translation>Auf diesem Computer wurde noch kein Lauf gestartet; „motley run“ startet einen.</translation>
    </message>
    <message>
        <source>Run %1</source>
        <translation>Lauf %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Warning: %1</source>
        <translation>Warnung: %1</translation>
    </message>
    <message>
        <source>Rank %1 failed: %2</source>
        <translation>Rang %1 ist fehlgeschlagen: %2</translation>
    </message>
    <message>
        <source>Cancelling; what was started is ended, what was sent stays.</source>
        <translation>Wird abgebrochen; Gestartetes wird beendet, Gesendetes bleibt.</translation>
    </message>
    <message>
        <source>Leaving; the training goes on. Press Ctrl-C again within three seconds to stop it instead.</source>
        <translation>Motley beendet sich, das Training geht weiter. Drücken Sie innerhalb von drei Sekunden noch einmal Strg-C, um es stattdessen zu stoppen.</translation>
    </message>
    <message>
        <source>The training goes on. Watch it: motley watch %1   Stop it: motley stop %1</source>
        <translation>Das Training geht weiter. Beobachten: motley watch %1   Stoppen: motley stop %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln step(s) in %1</source>
        <translation>
            <numerusform>%Ln Schritt in %1</numerusform>
            <numerusform>%Ln Schritte in %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Model: %1</source>
        <translation>Modell: %1</translation>
    </message>
    <message>
        <source>Epoch %1: %2 on the test set</source>
        <translation>Epoche %1: %2 auf dem Testdatensatz</translation>
    </message>
    <message>
        <source>Best on the test set: %1 after epoch %2</source>
        <translation>Bestes Ergebnis auf dem Testdatensatz: %1 nach Epoche %2</translation>
    </message>
    <message>
        <source>Since step %1 the ranks share a batch as %2.</source>
        <translation>Seit Schritt %1 teilen sich die Ränge einen Batch als %2.</translation>
    </message>
    <message>
        <source>With --best a run takes only the machines that are fastest together.</source>
        <translation>Mit --best nimmt ein Lauf nur die Rechner, die zusammen am schnellsten sind.</translation>
    </message>
    <message>
        <source>A window or another command is preparing this run. Its training has not begun yet.</source>
        <translation>Ein Fenster oder ein anderer Befehl bereitet diesen Lauf vor. Sein Training hat noch nicht begonnen.</translation>
    </message>
    <message>
        <source>Copying the results here</source>
        <translation>Die Ergebnisse werden hierher kopiert</translation>
    </message>
    <message>
        <source>No contact; %1 says that the training goes on: %2</source>
        <translation>Keine Verbindung; %1 meldet, dass das Training weitergeht: %2</translation>
    </message>
    <message>
        <source>No contact; %1 says that the training has ended: %2</source>
        <translation>Keine Verbindung; %1 meldet, dass das Training zu Ende ist: %2</translation>
    </message>
    <message>
        <source>No contact: %1</source>
        <translation>Keine Verbindung: %1</translation>
    </message>
    <message>
        <source>Leaving. Press Ctrl-C again within three seconds to stop the training instead.</source>
        <translation>Motley beendet sich. Drücken Sie innerhalb von drei Sekunden noch einmal Strg-C, um stattdessen das Training zu stoppen.</translation>
    </message>
    <message>
        <source>Watch the run: motley watch %1   Stop it: motley stop %1</source>
        <translation>Den Lauf beobachten: motley watch %1   Stoppen: motley stop %1</translation>
    </message>
    <message>
        <source>No step for %1.</source>
        <translation>Seit %1 kein Schritt.</translation>
    </message>
    <message>
        <source>Asking the run to stop after its step, with a checkpoint. Ctrl-C once more stops at once.</source>
        <translation>Der Lauf wird gebeten, nach seinem Schritt mit einem Checkpoint zu stoppen. Noch einmal Strg-C stoppt sofort.</translation>
    </message>
    <message>
        <source>The training is over. Copy here what it has saved: motley watch %1</source>
        <translation>Das Training ist beendet. Was es gespeichert hat, hierher kopieren: motley watch %1</translation>
    </message>
</context>
<context>
    <name>motley::RunWords</name>
    <message>
        <source>Preparing</source>
        <translation>Wird vorbereitet</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Completed</source>
        <translation>Abgeschlossen</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Gestoppt</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>Wird gestoppt</translation>
    </message>
    <message>
        <source>Asking the machines</source>
        <translation>Rechner werden abgefragt</translation>
    </message>
    <message>
        <source>Sending files</source>
        <translation>Dateien werden gesendet</translation>
    </message>
    <message>
        <source>Measuring speed</source>
        <translation>Geschwindigkeit wird gemessen</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Wird gestartet</translation>
    </message>
    <message>
        <source>Reconnecting, training goes on</source>
        <translation>Verbindung wird wiederhergestellt, Training geht weiter</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>Verbindung wird aufgebaut</translation>
    </message>
    <message>
        <source>Login needs your input</source>
        <translation>Anmeldung braucht Ihre Eingabe</translation>
    </message>
    <message>
        <source>Forming the group</source>
        <translation>Bildet die Gruppe</translation>
    </message>
    <message>
        <source>Reconnecting</source>
        <translation>Verbindung wird neu aufgebaut</translation>
    </message>
    <message>
        <source>Contact refused</source>
        <translation>Verbindung abgelehnt</translation>
    </message>
    <message>
        <source>Fetching the results</source>
        <translation>Ergebnisse werden abgeholt</translation>
    </message>
    <message>
        <source>Pausing</source>
        <translation>Wird pausiert</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Pausiert</translation>
    </message>
</context>
<context>
    <name>motley::RunsModel</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Gestartet</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Last loss</source>
        <translation>Letzter Loss</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Best test</source>
        <translation>Bester Test</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Schlagwörter</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
</context>
<context>
    <name>motley::RunsPage</name>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filtern</translation>
    </message>
    <message>
        <source>Show only the runs with these words</source>
        <translation>Nur Läufe mit diesen Wörtern zeigen</translation>
    </message>
    <message>
        <source>No runs yet</source>
        <translation>Noch keine Läufe</translation>
    </message>
    <message>
        <source>A job is ready: start it on this computer, and it trains a small network in a few minutes.</source>
        <translation>Ein Auftrag liegt bereit: Starten Sie ihn auf diesem Computer, und er trainiert in wenigen Minuten ein kleines Netz.</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>Neuer Lauf</translation>
    </message>
    <message>
        <source>For ten seconds this can be undone.</source>
        <translation>Zehn Sekunden lang lässt sich das rückgängig machen.</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>New run like this one</source>
        <translation>Neuer Lauf wie dieser</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen …</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Rename the run</source>
        <translation>Lauf umbenennen</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Show only the runs with this tag</source>
        <translation>Nur die Läufe mit diesem Schlagwort zeigen</translation>
    </message>
    <message>
        <source>Select several runs to compare: Ctrl + click, Shift + ↓.</source>
        <translation>Wählen Sie mehrere Läufe zum Vergleichen: Strg + Klick, Umschalt + ↓.</translation>
    </message>
    <message>
        <source>Save a report</source>
        <translation>Bericht speichern</translation>
    </message>
    <message>
        <source>Pages (%1)</source>
        <translation>Seiten (%1)</translation>
    </message>
    <message>
        <source>The report is in %1.</source>
        <translation>Der Bericht ist in %1.</translation>
    </message>
    <message>
        <source>Note and tags…</source>
        <translation>Notiz und Schlagwörter …</translation>
    </message>
    <message>
        <source>Save a report…</source>
        <translation>Bericht speichern …</translation>
    </message>
    <message>
        <source>Baseline of comparisons</source>
        <translation>Bezugslauf für Vergleiche</translation>
    </message>
    <message>
        <source>All tags</source>
        <translation>Alle Schlagwörter</translation>
    </message>
    <message>
        <source>Try the model…</source>
        <translation>Modell ausprobieren …</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>%1 is being prepared: cancel it before you remove it.</source>
        <translation>%1 wird vorbereitet: Brechen Sie den Lauf ab, bevor Sie ihn entfernen.</translation>
    </message>
    <message>
        <source>%1 still trains: stop it before you remove it.</source>
        <translation>%1 trainiert noch: Halten Sie den Lauf an, bevor Sie ihn entfernen.</translation>
    </message>
</context>
<context>
    <name>motley::SecretDialog</name>
    <message>
        <source>Unlock your key</source>
        <translation>Schlüssel entsperren</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>Passwort</translation>
    </message>
    <message>
        <source>The machine asks</source>
        <translation>Der Rechner fragt</translation>
    </message>
    <message>
        <source>The passphrase of %1</source>
        <translation>Die Passphrase von %1</translation>
    </message>
    <message>
        <source>To log in as %1</source>
        <translation>Zur Anmeldung als %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>That was not right. Attempt %1.</source>
        <translation>Das war nicht richtig. Versuch %1.</translation>
    </message>
    <message>
        <source>Log in</source>
        <translation>Anmelden</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>motley::SegmentDialog</name>
    <message>
        <source>Choose a volume…</source>
        <translation>Volumen wählen …</translation>
    </message>
    <message>
        <source>The slice as it is</source>
        <translation>Der Schnitt, wie er ist</translation>
    </message>
    <message>
        <source>The segments of the slice</source>
        <translation>Die Segmente des Schnitts</translation>
    </message>
    <message>
        <source>Segment</source>
        <translation>Segmentieren</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Try %1</source>
        <translation>%1 ausprobieren</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Size of the part that is segmented</source>
        <translation>Größe des Teils, der segmentiert wird</translation>
    </message>
    <message>
        <source>Rows and columns of the part that is segmented; a large part takes long.</source>
        <translation>Zeilen und Spalten des Teils, der segmentiert wird; ein großer dauert lange.</translation>
    </message>
    <message>
        <source>As it is</source>
        <translation>Wie er ist</translation>
    </message>
    <message>
        <source>Segments</source>
        <translation>Segmente</translation>
    </message>
    <message>
        <source>Slice</source>
        <translation>Schnitt</translation>
    </message>
    <message>
        <source>First row</source>
        <translation>Erste Zeile</translation>
    </message>
    <message>
        <source>First column</source>
        <translation>Erste Spalte</translation>
    </message>
    <message>
        <source>Counted from 0, as in the file</source>
        <translation>Von 0 an gezählt, wie in der Datei</translation>
    </message>
    <message>
        <source>Choose a volume</source>
        <translation>Volumen wählen</translation>
    </message>
    <message>
        <source>Volumes (%1)</source>
        <translation>Volumen (%1)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Choose an HDF5 file with slices, or drop one here.</source>
        <translation>Wählen Sie eine HDF5-Datei mit Schnitten, oder legen Sie eine hier ab.</translation>
    </message>
    <message>
        <source>%1: %2 slices of %3 × %4</source>
        <translation>%1: %2 Schnitte von %3 × %4</translation>
    </message>
    <message>
        <source>%1 is too small: the network sees %2 slices, rows and columns at once. Choose a larger volume.</source>
        <translation>%1 ist zu klein: Das Netz sieht %2 Schnitte, Zeilen und Spalten auf einmal. Wählen Sie ein größeres Volumen.</translation>
    </message>
    <message>
        <source>Opening the model</source>
        <translation>Das Modell wird geöffnet</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 seeds tried, %Ln segments found</source>
        <extracomment>a seed is where the search for a segment begins</extracomment>
        <translation>
            <numerusform>%1 von %2 Startpunkten versucht, %Ln Segment gefunden</numerusform>
            <numerusform>%1 von %2 Startpunkten versucht, %Ln Segmente gefunden</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing was found in slices %1 to %2. Try another place, or a run that was trained for longer.</source>
        <translation>In den Schnitten %1 bis %2 wurde nichts gefunden. Versuchen Sie eine andere Stelle oder einen Lauf, der länger trainiert wurde.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln segments fill %1 of slices %2 to %3.</source>
        <translation>
            <numerusform>%Ln Segment füllt %1 der Schnitte %2 bis %3.</numerusform>
            <numerusform>%Ln Segmente füllen %1 der Schnitte %2 bis %3.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln segments in this slice</source>
        <translation>
            <numerusform>%Ln Segment in diesem Schnitt</numerusform>
            <numerusform>%Ln Segmente in diesem Schnitt</numerusform>
        </translation>
    </message>
    <message>
        <source>Not segmented yet</source>
        <translation>Noch nicht segmentiert</translation>
    </message>
    <message>
        <source>Segmenting…</source>
        <translation>Wird segmentiert …</translation>
    </message>
</context>
<context>
    <name>motley::SettingsPage</name>
    <message>
        <source>Theme</source>
        <translation>Farbschema</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Settings are in</source>
        <translation>Einstellungen liegen in</translation>
    </message>
    <message>
        <source>Runs and models are in</source>
        <translation>Läufe und Modelle liegen in</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>High contrast, light</source>
        <translation>Hoher Kontrast, hell</translation>
    </message>
    <message>
        <source>High contrast, dark</source>
        <translation>Hoher Kontrast, dunkel</translation>
    </message>
    <message>
        <source>Tell me on the desktop when a run ends, fails or becomes slow</source>
        <translation>Auf dem Desktop melden, wenn ein Lauf endet, fehlschlägt oder langsam wird</translation>
    </message>
    <message>
        <source>Never while you look at the window.</source>
        <translation>Nie, während Sie das Fenster ansehen.</translation>
    </message>
</context>
<context>
    <name>motley::SharedFolder</name>
    <message>
        <source>“%1” is not the path of a folder. Write one that begins with /, or two of them as HERE=THERE, such as /home/ada/data=/mnt/data.</source>
        <translation>„%1“ ist kein Pfad eines Ordners. Schreiben Sie einen, der mit / beginnt, oder zwei als HIER=DORT, etwa /home/ada/data=/mnt/data.</translation>
    </message>
</context>
<context>
    <name>motley::SharedFoldersDialog</name>
    <message>
        <source>Data on %1</source>
        <translation>Daten auf %1</translation>
    </message>
    <message>
        <source>Folders of data that this machine has too, such as a disk that all mount. A file in them is used where it lies if it is the same as here; anything else is sent.</source>
        <translation>Datenordner, die dieser Rechner auch hat, etwa eine Festplatte, die alle einhängen. Eine Datei darin wird dort benutzt, wo sie liegt, wenn sie dieselbe ist wie hier; alles andere wird gesendet.</translation>
    </message>
    <message>
        <source>A line each: the folder here, or the folder here = the folder there.</source>
        <translation>Je eine Zeile: der Ordner hier, oder der Ordner hier = der Ordner dort.</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>motley::SlowdownWords</name>
    <message>
        <source>Slow: other processes</source>
        <translation>Langsam: andere Prozesse</translation>
    </message>
    <message>
        <source>Slow: processor limit</source>
        <translation>Langsam: Prozessorgrenze</translation>
    </message>
    <message>
        <source>Slow: busy host</source>
        <translation>Langsam: Host ausgelastet</translation>
    </message>
    <message>
        <source>Slow: too hot</source>
        <translation>Langsam: zu heiß</translation>
    </message>
    <message>
        <source>Slow: power limit</source>
        <translation>Langsam: Leistungsgrenze</translation>
    </message>
    <message>
        <source>Slow: GPU shared</source>
        <translation>Langsam: GPU mitbenutzt</translation>
    </message>
    <message>
        <source>Slow: low clock</source>
        <translation>Langsam: niedriger Takt</translation>
    </message>
    <message>
        <source>Slow: swapping</source>
        <translation>Langsam: Auslagerung</translation>
    </message>
    <message>
        <source>Slow: disk</source>
        <translation>Langsam: Festplatte</translation>
    </message>
    <message>
        <source>Slow: network</source>
        <translation>Langsam: Netzwerk</translation>
    </message>
    <message>
        <source>Rank %1: %2</source>
        <translation>Rang %1: %2</translation>
    </message>
    <message>
        <source>Slow: data</source>
        <translation>Langsam: Daten</translation>
    </message>
    <message>
        <source>Slow</source>
        <translation>Langsam</translation>
    </message>
</context>
<context>
    <name>motley::SmoothingField</name>
    <message>
        <source>Smoothing, in percent of what is visible</source>
        <translation>Glättung, in Prozent dessen, was zu sehen ist</translation>
    </message>
</context>
<context>
    <name>motley::SshLogin</name>
    <message>
        <source>The login on %1 did not come to an end: %2</source>
        <translation>Die Anmeldung auf %1 kam nicht zum Ende: %2</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>%1 closed the connection after too many refused keys or passwords. Name the right key with IdentityFile and IdentitiesOnly in your SSH configuration. (Tried: %2.)</source>
        <translation>%1 hat die Verbindung nach zu vielen abgelehnten Schlüsseln oder Passwörtern geschlossen. Nennen Sie den richtigen Schlüssel mit IdentityFile und IdentitiesOnly in Ihrer SSH-Konfiguration. (Versucht: %2.)</translation>
    </message>
    <message>
        <source>%1 closed the connection during the login. Try again.</source>
        <translation>%1 hat die Verbindung während der Anmeldung geschlossen. Versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>The login on %1 was given up. %2</source>
        <translation>Die Anmeldung auf %1 wurde aufgegeben. %2</translation>
    </message>
    <message>
        <source>(It offers: %1. Tried: %2.)</source>
        <translation>(Angeboten: %1. Versucht: %2.)</translation>
    </message>
    <message>
        <source>%1 did not accept what was typed for the account %2. Check the password and the name of the account. %3</source>
        <translation>%1 hat die Eingabe für das Konto %2 nicht angenommen. Prüfen Sie Passwort und Kontonamen. %3</translation>
    </message>
    <message>
        <source>%1 accepted none of your keys for the account %2. CertificateFile %3 was not tried, as it is not for a key of IdentityFile that is here. %4</source>
        <translation>%1 nimmt für das Konto %2 keinen Ihrer Schlüssel an. CertificateFile %3 wurde nicht versucht, da es zu keinem Schlüssel von IdentityFile gehört, der hier liegt. %4</translation>
    </message>
    <message>
        <source>%1 accepted none of your keys for the account %2. Add a key to that account or check its name. %3</source>
        <translation>%1 nimmt für das Konto %2 keinen Ihrer Schlüssel an. Fügen Sie dem Konto einen Schlüssel hinzu oder prüfen Sie seinen Namen. %3</translation>
    </message>
    <message>
        <source>%1, whose permissions are too open (chmod 600 %1)</source>
        <translation>%1 (Zugriffsrechte zu offen: chmod 600 %1)</translation>
    </message>
    <message>
        <source>%1, which %2 of your SSH configuration leaves out</source>
        <translation>%1 (von %2 in Ihrer SSH-Konfiguration ausgeschlossen)</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1; %2</translation>
    </message>
    <message>
        <source>(It offers: %1. Tried: %2. Not tried: %3.)</source>
        <translation>(Angeboten: %1. Versucht: %2. Nicht versucht: %3.)</translation>
    </message>
    <message>
        <source>%1 offers none of the ways to log in to the account %2 that PreferredAuthentications of your SSH configuration allows. %3</source>
        <translation>%1 bietet für das Konto %2 keine der Arten der Anmeldung an, die PreferredAuthentications in Ihrer SSH-Konfiguration erlaubt. %3</translation>
    </message>
    <message>
        <source>%1 accepted none of the keys that could be tried for the account %2. %3</source>
        <translation>%1 nimmt für das Konto %2 keinen der Schlüssel an, die versucht werden konnten. %3</translation>
    </message>
</context>
<context>
    <name>motley::SshSession</name>
    <message>
        <source>%1 did not start a command: %2</source>
        <translation>%1 hat einen Befehl nicht gestartet: %2</translation>
    </message>
    <message>
        <source>The connection to %1 was lost. Try again.</source>
        <translation>Die Verbindung zu %1 ist abgebrochen. Versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>%1 refused to start a command. Its SSH server may not allow this account to run any.</source>
        <translation>%1 hat den Start eines Befehls verweigert. Vielleicht erlaubt der SSH-Server diesem Konto keine Befehle.</translation>
    </message>
    <message>
        <source>Stopped on %1, as asked.</source>
        <translation>Auf %1 wie gewünscht gestoppt.</translation>
    </message>
    <message>
        <source>The login shell of %1 did not get to the command. Its start-up files must neither wait for input nor start another shell when nobody is at a terminal.</source>
        <translation>Die Login-Shell von %1 kam nicht bis zum Befehl. Ihre Startdateien dürfen ohne Terminal weder auf Eingaben warten noch eine andere Shell starten.</translation>
    </message>
    <message>
        <source>The login shell of %1 ended without running the command. Check that the account may log in and run commands.</source>
        <translation>Die Login-Shell von %1 endete, ohne den Befehl auszuführen. Prüfen Sie, ob das Konto sich anmelden und Befehle ausführen darf.</translation>
    </message>
    <message>
        <source>The connection to %1 was lost: small packets still arrive there, and large ones do not. A VPN or tunnel on the way takes smaller ones than your network: set a smaller MTU there, such as 1280, and try again.</source>
        <translation>Die Verbindung zu %1 ist abgebrochen: Kleine Pakete kommen dort noch an, große nicht. Ein VPN oder Tunnel unterwegs verlangt kleinere als Ihr Netzwerk: Setzen Sie dort eine kleinere MTU, etwa 1280, und versuchen Sie es erneut.</translation>
    </message>
</context>
<context>
    <name>motley::SshTransport</name>
    <message>
        <source>Stopped, as asked.</source>
        <translation>Wie gewünscht gestoppt.</translation>
    </message>
    <message numerus="yes">
        <source>no answer within %Ln second(s)</source>
        <translation>
            <numerusform>keine Antwort innerhalb von %Ln Sekunde</numerusform>
            <numerusform>keine Antwort innerhalb von %Ln Sekunden</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::StepTimeWords</name>
    <message>
        <source>A step took %1.</source>
        <translation>Ein Schritt dauerte %1.</translation>
    </message>
    <message>
        <source>Of it, computing took %1, the exchange %2 and waiting for data %3.</source>
        <translation>Davon entfielen auf das Rechnen %1, auf den Austausch %2 und auf das Warten auf Daten %3.</translation>
    </message>
    <message>
        <source>Of it, computing took %1 (predicted: %2), the exchange %3 (predicted: %4) and waiting for data %5.</source>
        <translation>Davon entfielen auf das Rechnen %1 (vorhergesagt: %2), auf den Austausch %3 (vorhergesagt: %4) und auf das Warten auf Daten %5.</translation>
    </message>
    <message>
        <source>Of it, computing took %1 (predicted: %2), the exchange %3 (predicted: %4), waiting for data %5, and reports and waiting for the slowest rank %6.</source>
        <translation>Davon entfielen auf das Rechnen %1 (vorhergesagt: %2), auf den Austausch %3 (vorhergesagt: %4), auf das Warten auf Daten %5 und auf Berichte und das Warten auf den langsamsten Rang %6.</translation>
    </message>
    <message>
        <source>Of it, computing took %1, the exchange %2, waiting for data %3, and reports and waiting for the slowest rank %4.</source>
        <translation>Davon entfielen auf das Rechnen %1, auf den Austausch %2, auf das Warten auf Daten %3 und auf Berichte und das Warten auf den langsamsten Rang %4.</translation>
    </message>
    <message>
        <source>A step took %1, as predicted.</source>
        <translation>Ein Schritt dauerte %1, wie vorhergesagt.</translation>
    </message>
    <message>
        <source>A step took %1, %2 more than the predicted %3.</source>
        <translation>Ein Schritt dauerte %1, %2 mehr als die vorhergesagten %3.</translation>
    </message>
    <message>
        <source>A step took %1, %2 less than the predicted %3.</source>
        <translation>Ein Schritt dauerte %1, %2 weniger als die vorhergesagten %3.</translation>
    </message>
</context>
<context>
    <name>motley::StragglerWords</name>
    <message numerus="yes">
        <source>%Ln of the last %1 steps waited for %2, %3 of the time</source>
        <translation>
            <numerusform>%Ln der letzten %1 Schritte wartete auf %2, %3 der Zeit</numerusform>
            <numerusform>%Ln der letzten %1 Schritte warteten auf %2, %3 der Zeit</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of the last %1 steps waited for %2, %3 of the time; without it %4 faster now</source>
        <translation>
            <numerusform>%Ln der letzten %1 Schritte wartete auf %2, %3 der Zeit; ohne ihn jetzt %4 schneller</numerusform>
            <numerusform>%Ln der letzten %1 Schritte warteten auf %2, %3 der Zeit; ohne ihn jetzt %4 schneller</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of the last %1 steps waited for %2, %3 of the time; without it %4 slower now</source>
        <translation>
            <numerusform>%Ln der letzten %1 Schritte wartete auf %2, %3 der Zeit; ohne ihn jetzt %4 langsamer</numerusform>
            <numerusform>%Ln der letzten %1 Schritte warteten auf %2, %3 der Zeit; ohne ihn jetzt %4 langsamer</numerusform>
        </translation>
    </message>
    <message>
        <source>One rank trains, and waits for no other</source>
        <translation>Ein Rang trainiert und wartet auf keinen anderen</translation>
    </message>
    <message>
        <source>There are too few steps yet to say which machine the others wait for</source>
        <translation>Noch sind es zu wenige Schritte, um zu sagen, auf welchen Rechner die anderen warten</translation>
    </message>
    <message numerus="yes">
        <source>In the last %Ln step(s) no machine waited for another</source>
        <translation>
            <numerusform>Im letzten Schritt (%Ln) wartete kein Rechner auf einen anderen</numerusform>
            <numerusform>In den letzten %Ln Schritten wartete kein Rechner auf einen anderen</numerusform>
        </translation>
    </message>
    <message>
        <source>There were too few steps to say which machine the others waited for</source>
        <translation>Es waren zu wenige Schritte, um zu sagen, auf welchen Rechner die anderen warteten</translation>
    </message>
    <message numerus="yes">
        <source>Mean of the last %Ln step(s): %1, forecast: %2</source>
        <translation>
            <numerusform>Mittel des letzten %Ln Schritts: %1, Vorhersage: %2</numerusform>
            <numerusform>Mittel der letzten %Ln Schritte: %1, Vorhersage: %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::TelemetryChart</name>
    <message>
        <source>Percent</source>
        <translation>Prozent</translation>
    </message>
</context>
<context>
    <name>motley::TerminalPrompter</name>
    <message>
        <source>The host key of %1 is not known yet. Compare its fingerprint with the one on that machine; if it is the same, add: --accept-host-key %2</source>
        <translation>Der Host-Schlüssel von %1 ist noch nicht bekannt. Vergleichen Sie seinen Fingerabdruck mit dem auf jenem Rechner; ist er gleich, ergänzen Sie: --accept-host-key %2</translation>
    </message>
    <message>
        <source>
The host key of %1 (%2, %3) is not known yet. Its fingerprint:
%4
%5
Is it the one that this machine shows you? Type “yes” to go on: </source>
        <translation>
Der Host-Schlüssel von %1 (%2, %3) ist noch nicht bekannt. Sein Fingerabdruck:
%4
%5
Ist es der, den dieser Rechner Ihnen zeigt? Geben Sie „ja“ ein, um fortzufahren: </translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>%1 asks for a password or passphrase (%2), and there is no terminal to ask on. Load the key into an ssh-agent, or run this in a terminal.</source>
        <translation>%1 verlangt ein Passwort oder eine Passphrase (%2), und es gibt kein Terminal für die Frage. Laden Sie den Schlüssel in einen ssh-agent oder führen Sie dies in einem Terminal aus.</translation>
    </message>
    <message>
        <source>Passphrase for the key %1: </source>
        <translation>Passphrase für den Schlüssel %1: </translation>
    </message>
    <message>
        <source>Password for %1: </source>
        <translation>Passwort für %1: </translation>
    </message>
    <message>
        <source>There is no terminal to ask on. To say yes, add: --yes</source>
        <translation>Es gibt kein Terminal für die Rückfrage. Um zuzustimmen, ergänzen Sie: --yes</translation>
    </message>
    <message>
        <source>Type “yes” to go on: </source>
        <translation>Geben Sie „ja“ ein, um fortzufahren: </translation>
    </message>
</context>
<context>
    <name>motley::TermsWords</name>
    <message>
        <source>%1 are taken away within %2</source>
        <translation>%1 werden binnen %2 weggenommen</translation>
    </message>
    <message>
        <source>%1 stay</source>
        <translation>%1 bleiben</translation>
    </message>
    <message>
        <source>%1 an hour</source>
        <translation>%1 je Stunde</translation>
    </message>
    <message>
        <source>taken away after %1 on average</source>
        <translation>im Mittel nach %1 weggenommen</translation>
    </message>
    <message>
        <source>replaced within %1</source>
        <translation>binnen %1 ersetzt</translation>
    </message>
    <message>
        <source>, </source>
        <extracomment>between two terms of a machine</extracomment>
        <translation>, </translation>
    </message>
    <message>
        <source>not taken back by itself</source>
        <translation>wird nicht von selbst zurückgeholt</translation>
    </message>
    <message>
        <source>takes part again by itself after a restart</source>
        <translation>nimmt nach einem Neustart von selbst wieder teil</translation>
    </message>
</context>
<context>
    <name>motley::TimeSplitView</name>
    <message>
        <source>data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>vorwärts</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>rückwärts</translation>
    </message>
    <message>
        <source>waiting for others</source>
        <translation>Warten auf andere</translation>
    </message>
    <message>
        <source>exchange</source>
        <translation>Austausch</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>%1 a step</source>
        <translation>%1 je Schritt</translation>
    </message>
    <message>
        <source>Parts of a step</source>
        <translation>Teile eines Schritts</translation>
    </message>
    <message>
        <source>report</source>
        <translation>Bericht</translation>
    </message>
</context>
<context>
    <name>motley::TimelineLanes</name>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>und %Ln weiteres</numerusform>
            <numerusform>und %Ln weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>motley::TimelineLegend</name>
    <message>
        <source>Forward and backward passes, with the part of the exchange that they hide.</source>
        <translation>Vorwärts- und Rückwärtslauf, mit dem Teil des Austauschs, den sie verdecken.</translation>
    </message>
    <message>
        <source>The part of the exchange that computing does not hide.</source>
        <translation>Der Teil des Austauschs, den das Rechnen nicht verdeckt.</translation>
    </message>
    <message>
        <source>What is left of the step: the report that ends it, and waiting in it.</source>
        <translation>Was vom Schritt bleibt: der Bericht, der ihn beendet, und Warten darin.</translation>
    </message>
    <message>
        <source>forecast</source>
        <translation>Vorhersage</translation>
    </message>
    <message>
        <source>How long a step was forecast to take.</source>
        <translation>Wie lange ein Schritt laut Vorhersage dauert.</translation>
    </message>
    <message>
        <source>what it did</source>
        <translation>erreicht</translation>
    </message>
    <message>
        <source>what it could do without waiting</source>
        <translation>möglich ohne Warten</translation>
    </message>
    <message>
        <source>waiting, from %1 to %2 of the step</source>
        <translation>Warten, von %1 bis %2 des Schritts</translation>
    </message>
    <message>
        <source>from 0 to the greatest</source>
        <translation>von 0 bis zum größten</translation>
    </message>
    <message>
        <source>failure</source>
        <translation>Fehlschlag</translation>
    </message>
    <message>
        <source>who trains</source>
        <translation>wer trainiert</translation>
    </message>
    <message>
        <source>finding</source>
        <translation>Auffälligkeit</translation>
    </message>
    <message>
        <source>shares</source>
        <translation>Anteile</translation>
    </message>
    <message>
        <source>test</source>
        <translation>Test</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>Checkpoint</translation>
    </message>
</context>
<context>
    <name>motley::TimelineTable</name>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>Was geschah</translation>
    </message>
</context>
<context>
    <name>motley::TimelineView</name>
    <message>
        <source>Show as a table (T)</source>
        <translation>Als Tabelle zeigen (T)</translation>
    </message>
    <message>
        <source>What the time line shows</source>
        <translation>Was die Zeitlinie zeigt</translation>
    </message>
    <message>
        <source>Where the time goes</source>
        <translation>Wohin die Zeit geht</translation>
    </message>
    <message>
        <source>The time line as a table</source>
        <translation>Die Zeitlinie als Tabelle</translation>
    </message>
    <message>
        <source>Time line of the machines. Arrows choose a column and a machine, N and P a mark. %1</source>
        <translation>Zeitlinie der Rechner. Pfeile wählen eine Spalte und einen Rechner, N und P eine Marke. %1</translation>
    </message>
</context>
<context>
    <name>motley::TimelineWords</name>
    <message>
        <source>%1, waiting %2</source>
        <translation>%1, davon Warten %2</translation>
    </message>
    <message>
        <source>%1 a step: %2</source>
        <translation>%1 je Schritt: %2</translation>
    </message>
    <message>
        <source>%1 °C</source>
        <translation>%1 °C</translation>
    </message>
    <message>
        <source>%1 MHz</source>
        <translation>%1 MHz</translation>
    </message>
    <message>
        <source>did %1, could do %2</source>
        <translation>erreicht %1, möglich %2</translation>
    </message>
    <message>
        <source>computing</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>update</source>
        <translation>Aktualisierung</translation>
    </message>
    <message>
        <source>exchange</source>
        <translation>Austausch</translation>
    </message>
    <message>
        <source>waiting for others</source>
        <translation>Warten auf andere</translation>
    </message>
    <message>
        <source>report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>Time of a step</source>
        <translation>Zeit eines Schritts</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>Share of a batch</source>
        <translation>Anteil am Batch</translation>
    </message>
    <message>
        <source>Processors</source>
        <translation>Prozessoren</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Arbeitsspeicher</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>Memory of GPUs</source>
        <translation>Speicher der GPUs</translation>
    </message>
    <message>
        <source>Power of GPUs</source>
        <translation>Leistung der GPUs</translation>
    </message>
    <message>
        <source>Temperature of GPUs</source>
        <translation>Temperatur der GPUs</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>Takt</translation>
    </message>
    <message>
        <source>Other processes</source>
        <translation>Andere Prozesse</translation>
    </message>
    <message>
        <source>Stolen time</source>
        <translation>Gestohlene Zeit</translation>
    </message>
    <message>
        <source>Packets sent again</source>
        <translation>Erneut gesendete Pakete</translation>
    </message>
    <message numerus="yes">
        <source>Each column is the mean of %Ln step(s)</source>
        <translation>
            <numerusform>Jede Spalte ist %Ln Schritt</numerusform>
            <numerusform>Jede Spalte ist das Mittel von %Ln Schritten</numerusform>
        </translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>Steps %1 to %2</source>
        <translation>Schritte %1 bis %2</translation>
    </message>
    <message>
        <source>has no work</source>
        <translation>hat keine Arbeit</translation>
    </message>
    <message>
        <source>Step %1: %2</source>
        <translation>Schritt %1: %2</translation>
    </message>
    <message>
        <source>Step %1, %2: %3</source>
        <translation>Schritt %1, %2: %3</translation>
    </message>
</context>
<context>
    <name>motley::TrainedRows</name>
    <message>
        <source>Show all</source>
        <translation>Alles anzeigen</translation>
    </message>
    <message>
        <source>Show less</source>
        <translation>Weniger anzeigen</translation>
    </message>
    <message>
        <source>Underlined in colour: the model learns to write this.</source>
        <translation>Farbig unterstrichen: Das lernt das Modell zu schreiben.</translation>
    </message>
    <message>
        <source>The rest is given.</source>
        <translation>Der Rest ist vorgegeben.</translation>
    </message>
    <message>
        <source>As it is trained</source>
        <translation>So wird trainiert</translation>
    </message>
    <message>
        <source>Reading the first rows…</source>
        <translation>Die ersten Zeilen werden gelesen …</translation>
    </message>
    <message>
        <source>The rows that would be trained cannot be shown: %1</source>
        <translation>Die Zeilen, die trainiert würden, können nicht gezeigt werden: %1</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>… und %1 mehr</translation>
    </message>
</context>
<context>
    <name>motley::TrainingRun</name>
    <message>
        <source>This run ended while it was prepared.</source>
        <translation>Dieser Lauf endete während der Vorbereitung.</translation>
    </message>
    <message>
        <source>The run was cancelled before the training began.</source>
        <translation>Der Lauf wurde abgebrochen, bevor das Training begann.</translation>
    </message>
    <message>
        <source>The training is done, but its model could not be copied here: %1</source>
        <translation>Das Training ist fertig, aber das Modell konnte nicht hierher kopiert werden: %1</translation>
    </message>
    <message>
        <source>%1 has none that is whole.</source>
        <translation>Auf %1 ist keiner, der vollständig ist.</translation>
    </message>
    <message>
        <source>%1 Its newest checkpoint could not be copied here: %2</source>
        <translation>%1 Sein neuester Checkpoint konnte nicht hierher kopiert werden: %2</translation>
    </message>
    <message>
        <source>An engine of another version wrote some events of this run, which are not shown. They are kept; a newer Motley shows them.</source>
        <translation>Eine Engine einer anderen Version hat einige Ereignisse dieses Laufs geschrieben, die nicht angezeigt werden. Sie bleiben erhalten; ein neueres Motley zeigt sie an.</translation>
    </message>
</context>
<context>
    <name>motley::TransferWords</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1, %2/s, %3 left</source>
        <translation>%1, %2/s, noch %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1: %2 · %3</source>
        <translation>%1: %2 · %3</translation>
    </message>
</context>
<context>
    <name>motley::TryDialog</name>
    <message>
        <source>Conversation</source>
        <translation>Gespräch</translation>
    </message>
    <message>
        <source>Write on</source>
        <translation>Weiterschreiben</translation>
    </message>
    <message>
        <source>Say something. The model knows what was said before.</source>
        <translation>Sagen Sie etwas. Das Modell weiß, was vorher gesagt wurde.</translation>
    </message>
    <message>
        <source>Begin a text, and the model writes on.</source>
        <translation>Beginnen Sie einen Text, und das Modell schreibt weiter.</translation>
    </message>
    <message>
        <source>Write a sentence to be translated.</source>
        <translation>Schreiben Sie einen Satz, der übersetzt werden soll.</translation>
    </message>
    <message>
        <source>Write a sentence whose words the model tags.</source>
        <translation>Schreiben Sie einen Satz, dessen Wörter das Modell auszeichnet.</translation>
    </message>
    <message>
        <source>Choose a picture, or drop one here.</source>
        <translation>Wählen Sie ein Bild, oder ziehen Sie eines hierher.</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
    <message>
        <source>Translate</source>
        <translation>Übersetzen</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>Auszeichnen</translation>
    </message>
    <message>
        <source>Choose a picture…</source>
        <translation>Bild wählen…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Try %1</source>
        <translation>%1 ausprobieren</translation>
    </message>
    <message>
        <source>What the model does</source>
        <translation>Was das Modell tut</translation>
    </message>
    <message>
        <source>Beside what it began with: %1</source>
        <translation>Neben dem, womit es begann: %1</translation>
    </message>
    <message>
        <source>Both answer the same question; it takes the memory of both.</source>
        <translation>Beide beantworten dieselbe Frage; das braucht den Speicher von beiden.</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Nachher</translation>
    </message>
    <message>
        <source>Choose a picture</source>
        <translation>Bild wählen</translation>
    </message>
    <message>
        <source>Pictures (%1)</source>
        <translation>Bilder (%1)</translation>
    </message>
</context>
<context>
    <name>motley::UsageError</name>
    <message>
        <source>%1 is not understood. Did you mean %2?</source>
        <translation>%1 ist nicht verständlich. Meinten Sie %2?</translation>
    </message>
    <message>
        <source>%1 is not understood.</source>
        <translation>%1 ist nicht verständlich.</translation>
    </message>
    <message>
        <source>%1 is missing.</source>
        <translation>%1 fehlt.</translation>
    </message>
    <message>
        <source>a command is missing.</source>
        <translation>Ein Befehl fehlt.</translation>
    </message>
    <message>
        <source>%1 and %2 cannot be given together.</source>
        <translation>%1 und %2 schließen einander aus.</translation>
    </message>
    <message>
        <source>%1 needs a value.</source>
        <translation>%1 braucht einen Wert.</translation>
    </message>
    <message>
        <source>%1 cannot have this value.</source>
        <translation>%1 kann diesen Wert nicht haben.</translation>
    </message>
    <message>
        <source>How to write it: %1</source>
        <translation>So schreibt man es: %1</translation>
    </message>
</context>
<context>
    <name>motley::UserFolders</name>
    <message>
        <source>The environment variable HOME names no folder, and Motley keeps settings and runs there. Set it to your home folder.</source>
        <translation>Die Umgebungsvariable HOME nennt keinen Ordner, und Motley bewahrt dort Einstellungen und Läufe auf. Setzen Sie sie auf Ihren Home-Ordner.</translation>
    </message>
</context>
<context>
    <name>motley::VolumeLook</name>
    <message>
        <source>%1 cannot be read as a volume. Choose an HDF5 file whose data set “raw” has slices, rows and columns of bytes.</source>
        <translation>%1 lässt sich nicht als Volumen lesen. Wählen Sie eine HDF5-Datei, deren Datensatz „raw“ Schnitte, Zeilen und Spalten aus Bytes hat.</translation>
    </message>
</context>
<context>
    <name>motley::VolumeTrial</name>
    <message>
        <source>No folder for the segments could be made: %1</source>
        <translation>Für die Segmente ließ sich kein Ordner anlegen: %1</translation>
    </message>
</context>
<context>
    <name>motley::XAxis</name>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Samples</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>Epochen</translation>
    </message>
</context>
<context>
    <name>motley::connectTcp</name>
    <message>
        <source>Stopped, as asked.</source>
        <translation>Wie gewünscht gestoppt.</translation>
    </message>
    <message>
        <source>its name was not resolved in time</source>
        <translation>der Name wurde nicht rechtzeitig aufgelöst</translation>
    </message>
    <message>
        <source>the name %1 is not known (%2)</source>
        <translation>der Name %1 ist nicht bekannt (%2)</translation>
    </message>
</context>
<context>
    <name>motley::connectTo</name>
    <message>
        <source>%1 (on the way to %2)</source>
        <translation>%1 (auf dem Weg zu %2)</translation>
    </message>
    <message numerus="yes">
        <source>The SSH configuration leads through more than %Ln jump host(s).</source>
        <translation>
            <numerusform>Die SSH-Konfiguration führt über mehr als %Ln Jump-Host.</numerusform>
            <numerusform>Die SSH-Konfiguration führt über mehr als %Ln Jump-Hosts.</numerusform>
        </translation>
    </message>
    <message>
        <source>Could not connect to %1 at %2, port %3: %4. Check the address, and that the machine and its SSH server run.</source>
        <translation>Keine Verbindung zu %1 unter %2, Port %3: %4. Prüfen Sie die Adresse und ob der Rechner und sein SSH-Server laufen.</translation>
    </message>
    <message>
        <source>The jump host could not reach %1 at %2, port %3. Check the address, and that the machine and its SSH server run.</source>
        <translation>Der Jump-Host konnte %1 unter %2, Port %3 nicht erreichen. Prüfen Sie die Adresse und ob der Rechner und sein SSH-Server laufen.</translation>
    </message>
</context>
<context>
    <name>motley::hostkeys</name>
    <message>
        <source>The list of known hosts %1 cannot be read, so no host key can be judged. Make it readable.</source>
        <translation>Die Liste bekannter Hosts %1 ist nicht lesbar, deshalb kann kein Host-Schlüssel beurteilt werden. Machen Sie sie lesbar.</translation>
    </message>
    <message>
        <source>The host key could not be added to %1.</source>
        <translation>Der Host-Schlüssel konnte nicht in %1 eingetragen werden.</translation>
    </message>
    <message>
        <source>RevokedHostKeys of your SSH configuration names %1, a list in the binary format (KRL). Only lists in text, a key in each line, are supported.</source>
        <translation>RevokedHostKeys in Ihrer SSH-Konfiguration nennt %1, eine Liste im Binärformat (KRL). Nur Listen als Text mit einem Schlüssel je Zeile werden unterstützt.</translation>
    </message>
    <message>
        <source>Line %1 of the revoked host keys %2 is not a key, so no host key can be trusted.</source>
        <translation>Zeile %1 der widerrufenen Host-Schlüssel %2 ist kein Schlüssel, daher kann keinem Host-Schlüssel vertraut werden.</translation>
    </message>
    <message>
        <source>RevokedHostKeys of your SSH configuration names %1, which cannot be read, so no host key can be trusted. Make it readable, or name no file.</source>
        <translation>RevokedHostKeys in Ihrer SSH-Konfiguration nennt %1, das nicht gelesen werden kann, daher kann keinem Host-Schlüssel vertraut werden. Machen Sie die Datei lesbar, oder nennen Sie keine.</translation>
    </message>
</context>
<context>
    <name>motley::installfolder</name>
    <message>
        <source>The install folder of %1 must be an absolute path, and not / itself.</source>
        <translation>Der Installationsordner von %1 muss ein absoluter Pfad sein, und nicht / selbst.</translation>
    </message>
    <message>
        <source>Other people can change %1 on %2, or what is in it, so no files are put there or below. Run “chmod go-w” on it, or choose another install folder.</source>
        <translation>Andere Personen können %1 auf %2 oder seinen Inhalt ändern, daher werden dort und darunter keine Dateien abgelegt. Führen Sie „chmod go-w“ darauf aus, oder wählen Sie einen anderen Installationsordner.</translation>
    </message>
</context>
<context>
    <name>motley::machines</name>
    <message>
        <source>The list of machines %1 cannot be used: %2. Repair the file or move it away; nothing was overwritten.</source>
        <translation>Die Liste der Rechner %1 ist nicht nutzbar: %2. Reparieren Sie die Datei oder verschieben Sie sie; es wurde nichts überschrieben.</translation>
    </message>
    <message>
        <source>it is too large</source>
        <translation>sie ist zu groß</translation>
    </message>
    <message>
        <source>it is not a list of machines of this version</source>
        <translation>sie ist keine Rechnerliste dieser Version</translation>
    </message>
    <message>
        <source>the name %1 is in it twice</source>
        <translation>der Name %1 kommt darin zweimal vor</translation>
    </message>
    <message>
        <source>The list of machines could not be written to %1: %2.</source>
        <translation>Die Liste der Rechner konnte nicht in %1 geschrieben werden: %2.</translation>
    </message>
    <message>
        <source>a machine in it has no name, no address, an invalid folder or impossible terms</source>
        <translation>ein Rechner darin hat keinen Namen, keine Adresse, einen ungültigen Ordner oder unmögliche Bedingungen</translation>
    </message>
    <message>
        <source>The list of machines %1 is being changed by another program. Try again.</source>
        <translation>Die Liste der Rechner %1 wird gerade von einem anderen Programm geändert. Versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>it is not a file</source>
        <translation>sie ist keine Datei</translation>
    </message>
</context>
<context>
    <name>motley::probe</name>
    <message>
        <source>%1 could not be examined: %2</source>
        <translation>%1 konnte nicht untersucht werden: %2</translation>
    </message>
    <message>
        <source>The machine did not describe itself to the end.</source>
        <translation>Der Rechner hat seine Beschreibung nicht abgeschlossen.</translation>
    </message>
    <message>
        <source>The machine said too much about itself.</source>
        <translation>Die Beschreibung des Rechners ist zu lang.</translation>
    </message>
</context>
<context>
    <name>motley::sshalgorithms</name>
    <message>
        <source>%1 of your SSH configuration allows nothing for %2 that is supported. Allow one of these too: %3.</source>
        <translation>%1 in Ihrer SSH-Konfiguration erlaubt für %2 nichts, was unterstützt wird. Erlauben Sie auch eines von diesen: %3.</translation>
    </message>
    <message>
        <source>%1 and this computer have no algorithm in common: of %2 it offers only %3, which is not supported. Ask whoever runs that machine to allow others.</source>
        <translation>%1 und dieser Computer haben kein gemeinsames Verfahren: Von %2 bietet der Rechner nur %3 an; das wird nicht unterstützt. Bitten Sie den Betreiber des Rechners, andere zu erlauben.</translation>
    </message>
    <message>
        <source>%1 and this computer have no algorithm in common: of %2 it offers only %3, which your SSH configuration does not allow. Allow %4 by %2 there, or ask whoever runs that machine to allow others.</source>
        <translation>%1 und dieser Computer haben kein gemeinsames Verfahren: Von %2 bietet der Rechner nur %3 an, was Ihre SSH-Konfiguration nicht erlaubt. Erlauben Sie dort %4 mit %2, oder bitten Sie den Betreiber des Rechners, andere zu erlauben.</translation>
    </message>
</context>
<context>
    <name>motley::sshconfig</name>
    <message>
        <source>“%1” is not an SSH address. Give an alias of your SSH configuration, user@host or ssh://user@host:port.</source>
        <translation>„%1“ ist keine SSH-Adresse. Geben Sie einen Alias Ihrer SSH-Konfiguration, user@host oder ssh://user@host:port an.</translation>
    </message>
    <message>
        <source>Your SSH configuration does not work for %1: %2</source>
        <translation>Ihre SSH-Konfiguration funktioniert nicht für %1: %2</translation>
    </message>
    <message>
        <source>The SSH configuration of this address names no host, user or valid port.</source>
        <translation>Die SSH-Konfiguration dieser Adresse nennt keinen Host, keinen Benutzer oder keinen gültigen Port.</translation>
    </message>
    <message>
        <source>The SSH configuration of %1 uses %2, which is not supported. Remove it for this host; ProxyJump can take the place of ProxyCommand, and a known_hosts file that of KnownHostsCommand.</source>
        <translation>Die SSH-Konfiguration von %1 verwendet %2; das wird nicht unterstützt. Entfernen Sie es für diesen Host; ProxyJump kann an die Stelle von ProxyCommand treten und eine known_hosts-Datei an die von KnownHostsCommand.</translation>
    </message>
    <message>
        <source>%1 has no value here, in “%2” of your SSH configuration.</source>
        <translation>%1 hat hier keinen Wert, in „%2“ Ihrer SSH-Konfiguration.</translation>
    </message>
    <message>
        <source>The program ssh, which reads your SSH configuration, is not on this computer. Install the package openssh-client.</source>
        <translation>Das Programm ssh, das Ihre SSH-Konfiguration liest, fehlt auf diesem Computer. Installieren Sie das Paket openssh-client.</translation>
    </message>
    <message>
        <source>it is too long</source>
        <translation>sie ist zu lang</translation>
    </message>
    <message>
        <source>%1 in your SSH configuration names “%2”. Relative paths are not supported there, nor blanks within a path that could stand between two.</source>
        <translation>%1 in Ihrer SSH-Konfiguration nennt „%2“. Relative Pfade werden dort nicht unterstützt, auch keine Leerzeichen in einem Pfad, die zwischen zweien stehen könnten.</translation>
    </message>
    <message>
        <source>PreferredAuthentications of your SSH configuration allows %1 only, which is not supported. Add publickey.</source>
        <translation>PreferredAuthentications in Ihrer SSH-Konfiguration erlaubt nur %1; das wird nicht unterstützt. Fügen Sie publickey hinzu.</translation>
    </message>
</context>
<context>
    <name>motley::sshhandshake</name>
    <message>
        <source>%1 shows the host key %2, which %3 marks as revoked. Nothing was sent. Ask whoever runs that machine.</source>
        <translation>%1 zeigt den Host-Schlüssel %2, den %3 als widerrufen kennzeichnet. Es wurde nichts gesendet. Fragen Sie den Betreiber dieses Rechners.</translation>
    </message>
    <message>
        <source>%1 shows another host key than before: now %2, known %3 (%4). Nothing was sent. Somebody may be in between; only if whoever runs that machine confirms the new key, remove that line.</source>
        <translation>%1 zeigt einen anderen Host-Schlüssel als zuvor: jetzt %2, bekannt %3 (%4). Es wurde nichts gesendet. Vielleicht sitzt jemand dazwischen; entfernen Sie jene Zeile nur, wenn der Betreiber des Rechners den neuen Schlüssel bestätigt.</translation>
    </message>
    <message>
        <source>The host key %2 of %1 is not known, and your SSH configuration says StrictHostKeyChecking yes. Add the key to %3 first.</source>
        <translation>Der Host-Schlüssel %2 von %1 ist nicht bekannt, und Ihre SSH-Konfiguration verlangt StrictHostKeyChecking yes. Tragen Sie den Schlüssel zuerst in %3 ein.</translation>
    </message>
    <message>
        <source>The host key of %1 was not accepted, so nothing was sent.</source>
        <translation>Der Host-Schlüssel von %1 wurde nicht angenommen, deshalb wurde nichts gesendet.</translation>
    </message>
    <message>
        <source>%1 showed no host key that could be read.</source>
        <translation>%1 hat keinen lesbaren Host-Schlüssel gezeigt.</translation>
    </message>
    <message>
        <source>%1 did not greet as an SSH server: %2. Check the port.</source>
        <translation>%1 meldet sich nicht als SSH-Server: %2. Prüfen Sie den Port.</translation>
    </message>
    <message>
        <source>No secure connection to %1 could be agreed on. Check that an SSH server listens on port %2.</source>
        <translation>Mit %1 kam keine sichere Verbindung zustande. Prüfen Sie, ob an Port %2 ein SSH-Server lauscht.</translation>
    </message>
    <message>
        <source>%1 is trusted by a certificate of its host key (@cert-authority in %2), which is not supported. Ask whoever runs that machine for its host key itself, which is now %3, and add it to that file.</source>
        <translation>%1 wird durch ein Zertifikat seines Host-Schlüssels vertraut (@cert-authority in %2); das wird nicht unterstützt. Fragen Sie den Betreiber des Rechners nach dem Host-Schlüssel selbst, der jetzt %3 ist, und tragen Sie ihn in diese Datei ein.</translation>
    </message>
    <message>
        <source>The host key %3 of %1 is not known, and another key is revoked for it (@revoked in %2), which may be that of an authority: their certificates are not supported. Ask whoever runs that machine for its host key, and add it to that file.</source>
        <translation>Der Host-Schlüssel %3 von %1 ist nicht bekannt, und ein anderer ist dafür widerrufen (@revoked in %2); er kann der einer Zertifizierungsstelle sein, deren Zertifikate nicht unterstützt werden. Fragen Sie den Betreiber des Rechners nach dem Host-Schlüssel, und tragen Sie ihn in diese Datei ein.</translation>
    </message>
    <message>
        <source>%1 closed the connection before it greeted as an SSH server. Check that an SSH server listens on port %2. If logins from here have failed, it may let nobody in from here for a while: wait a few minutes and try again.</source>
        <translation>%1 hat die Verbindung geschlossen, ohne sich als SSH-Server zu melden. Prüfen Sie, ob an Port %2 ein SSH-Server lauscht. Wenn Anmeldungen von hier fehlgeschlagen sind, lässt er von hier womöglich eine Zeit lang niemanden hinein: Warten Sie einige Minuten, und versuchen Sie es dann erneut.</translation>
    </message>
    <message>
        <source>%1 shows a host key of %2 bits, and your SSH configuration allows none below %3 (RequiredRSASize). Nothing was sent.</source>
        <translation>%1 zeigt einen Host-Schlüssel von %2 Bit, und Ihre SSH-Konfiguration erlaubt keinen unter %3 (RequiredRSASize). Es wurde nichts gesendet.</translation>
    </message>
    <message>
        <source>%1 greeted as an SSH server, and then there was %2. It stands still, or large packets are lost on the way: where a VPN or tunnel takes smaller ones than your network, set a smaller MTU there, such as 1280.</source>
        <translation>%1 meldete sich als SSH-Server, und dann kam %2. Der Rechner steht still, oder große Pakete gehen unterwegs verloren: Wo ein VPN oder Tunnel kleinere verlangt als Ihr Netzwerk, setzen Sie dort eine kleinere MTU, etwa 1280.</translation>
    </message>
</context>
</TS>
