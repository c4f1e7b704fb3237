// German for the models.

const features = (/** @type {string} */ help) => ({ help, unit: 'Merkmale' });
const percent = (/** @type {string} */ help) => ({ help, unit: 'Prozent' });
const layers = (/** @type {string} */ help) => ({ help, unit: 'Schichten' });
const width = (/** @type {string} */ channels) => ({ help: `vervielfacht die Anzahl der Kanäle, ${channels}` });

const stem = { help: 'erste Schichten: eine 3x3-Faltung für kleine Bilder oder zwei Halbierungen für solche aus ImageNet' };
const shortcut = {
  help: 'wie die Abkürzung ihre Form ändert: eine 1x1-Faltung mit Batch-Normalisierung oder Auffüllen mit Nullen',
};
const blocks = { help: 'Blöcke in jeder Stufe' };
const small = { width: width('16, 32 und 64'), shortcut };
const large = { width: width('64, 128, 256 und 512'), stages: blocks, stem, shortcut };
const vgg = {
  width: width('64, 128, 256, 512 und 512'),
  head: features('Merkmale jeder der beiden verborgenen Schichten am Ende; 0: keine'),
  drop: percent('Dropout nach jeder verborgenen, voll verbundenen Schicht'),
};
const residual = (/** @type {string} */ number) => `Residualblöcke mit 16, 32 und 64 Kanälen, ${number} in jeder Stufe`;

export const model = {
  'cnn-s': {
    label: 'Kleines CNN',
    source: 'dieses Labor, nach VGG (Simonyan and Zisserman 2015)',
    help: 'Vier Faltungen in zwei Stufen, 66 Tausend Parameter',
  },
  densenet: {
    help: 'Jede Schicht hängt ihre Kanäle an die an, die sie liest; DenseNet-121 ist stages=6/12/24/16,growth=32',
    params: {
      stages: { help: 'Schichten in jeder Stufe' },
      growth: { help: 'Kanäle, die eine Schicht hinzufügt', unit: 'Kanäle' },
      bottleneck: { help: 'Breite der 1x1-Faltung vor der 3x3-Faltung, als Vielfaches von growth; 0: keine' },
      compression: { help: 'Anteil der Kanäle, der zwischen zwei Stufen bleibt' },
      stem,
    },
  },
  gpcnn: {
    label: 'CNN mit globalem Pooling für Texte',
    source: 'Kumar et al. 2018; Mukhoti et al. 2020, in ihrem Code für 20 Newsgroups',
    help: 'Worteinbettung, drei Faltungen entlang des Textes und globales Max-Pooling; Texte brauchen mindestens 21 Wörter',
    params: {
      vocabulary: { help: 'Umfang des Wortschatzes', unit: 'Wörter' },
      dim: features('Breite der Wortvektoren'),
      width: width('128 in jeder Schicht'),
      drop: percent('Dropout vor der letzten Schicht'),
    },
  },
  layers: {
    label: 'Ihre eigenen Schichten',
    source: 'die Schichtensprache, siehe Referenz',
    help: 'Ein Netz in der Schichtensprache: c32-bn-relu-mp2-gap-fc',
    params: { text: { help: 'die Schichten, durch Bindestriche verbunden' }, shortcut },
  },
  lenet: {
    source: 'LeCun et al. 1998, Fig. 2; mit allen Verbindungen zwischen den Karten und einem linearen Ende',
    help: 'Zwei Faltungen mit Pooling und drei voll verbundene Schichten, gebaut, um Schecks zu lesen',
  },
  logistic: {
    label: 'Logistische Regression',
    help: 'Eine lineare Schicht: zu klein, um viel auswendig zu lernen, und deshalb meist gut kalibriert',
  },
  mlp: {
    label: 'Mehrschichtiges Perzeptron',
    source: 'Rumelhart et al. 1986; ReLU aus Nair and Hinton 2010',
    help: 'Voll verbundene Schichten: am schnellsten trainiert und am schnellsten zu sicher',
    params: { hidden: features('Breite jeder verborgenen Schicht') },
  },
  mobilenetv2: {
    help: 'Kanalweise Faltungen zwischen schmalen Schichten: wenige Parameter, wenige Multiplikationen',
    params: {
      width: width('16 bis 320'),
      stem,
      drop: percent('Dropout vor der letzten Schicht; torchvision nimmt 20'),
    },
  },
  resnet: {
    label: 'ResNet beliebiger Tiefe',
    help: 'Residualblöcke mit 16, 32 und 64 Kanälen, in jeder Stufe so viele, wie die Tiefe sagt',
    params: { depth: layers('Schichten mit Gewichten auf dem längsten Weg: 6 n + 2'), ...small },
  },
  resnet110: { help: residual('achtzehn'), params: small },
  resnet18: {
    help: 'Residualblöcke aus zwei Faltungen mit 64 bis 512 Kanälen; stages=3/4/6/3 ist ResNet-34',
    params: large,
  },
  resnet20: { help: residual('drei'), params: small },
  resnet50: {
    source: 'He et al. 2016, Table 1; die Schrittweite liegt in der 3x3-Faltung, wie in torchvision',
    help: 'Residualblöcke aus drei Faltungen mit 256 bis 2048 Kanälen; stages=3/4/23/3 ist ResNet-101',
    params: large,
  },
  resnet56: { help: residual('neun'), params: small },
  resnet8: { help: residual('einer'), params: small },
  vgg16: {
    source: 'Simonyan and Zisserman 2015, Table 1, D; mit Batch-Normalisierung',
    help: 'Zwei oder drei Faltungen in jeder von fünf Stufen',
    params: vgg,
  },
  vgg19: {
    source: 'Simonyan and Zisserman 2015, Table 1, E; mit Batch-Normalisierung',
    help: 'Zwei oder vier Faltungen in jeder von fünf Stufen',
    params: vgg,
  },
  vgg8: {
    source: 'Simonyan and Zisserman 2015, Table 1, flacher als A; mit Batch-Normalisierung',
    help: 'Eine Faltung in jeder von fünf Stufen, ein Viertel so breit wie die veröffentlichten',
    params: vgg,
  },
  vit: {
    label: 'Vision-Transformer',
    source: 'Dosovitskiy et al. 2021, Eq. 1 bis 4 und Table 1',
    help: 'Attention zwischen den Ausschnitten eines Bildes; ViT-B/16 ist patch=16,depth=12,heads=12,dim=768',
    params: {
      patch: { help: 'Seitenlänge eines Ausschnitts', unit: 'Pixel' },
      depth: { help: 'Anzahl der Blöcke, jeder aus Attention und zwei voll verbundenen Schichten', unit: 'Blöcke' },
      heads: { help: 'Anzahl der Attention-Köpfe' },
      dim: features('Breite eines Tokens'),
    },
  },
  wrn: {
    label: 'Breites ResNet',
    help: 'Wenige Residualblöcke mit vielen Kanälen; WRN-28-10 ist depth=28,width=10',
    params: {
      depth: layers('Schichten mit Gewichten auf dem längsten Weg: 6 n + 4, oder 6 n + 2 mit order=post'),
      width: width('16, 32 und 64'),
      order: {
        help: 'Batch-Normalisierung und ReLU vor einer Faltung oder nach ihr wie im Code von Mukhoti et al. 2020',
      },
      drop: percent('Dropout zwischen den Faltungen eines Blocks; der Artikel nimmt 30'),
    },
  },
};

export const head = {
  softmax: {
    help: 'Ein Beispiel hat ein Label aus k Klassen, deren Wahrscheinlichkeiten sich zu 1 addieren',
  },
  sigmoid: {
    label: 'Sigmoide',
    help: 'Mehrere Labels je Beispiel: Jedes ist da oder nicht, unabhängig von den anderen, mit einer eigenen Wahrscheinlichkeit. Bei Daten mit einem Label je Beispiel: jede Klasse gegen die übrigen',
    source: 'Cox 1958, ein logistisches Modell je Label',
  },
};
