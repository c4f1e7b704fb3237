// German for the layers.
import { pixels } from './shared.js';

const channels = { help: 'Anzahl der Kanäle', unit: 'Kanäle' };
const kernel = pixels('Filtergröße');
const s = pixels('Schrittweite');
const p = pixels('Auffüllung am Rand');
const window = { n: pixels('Fenster'), s, p };
const b = { help: 'Bias' };
const d = pixels('Spreizung (dilation)');

export const layer = {
  ap: { label: 'Average-Pooling', help: 'Der Mittelwert jedes Fensters; aufgefüllter Rand zählt als null', params: window },
  att: {
    label: 'Self-Attention',
    help: 'Jedes Token wird zu einem Mittel der Werte aller Tokens, gewichtet danach, wie gut seine Anfrage zu ihren Schlüsseln passt, in mehreren Köpfen',
    params: { n: { help: 'Anzahl der Köpfe', unit: 'Köpfe' } },
  },
  bn: {
    label: 'Batch-Normalisierung',
    help: 'Bringt jeden Kanal über den Batch auf Mittelwert 0 und Varianz 1, skaliert und verschiebt ihn dann; in der Auswertung mit laufenden Statistiken',
  },
  c: {
    label: 'Faltung',
    help: 'Quadratische Filter, mit Nullen aufgefüllt; ohne Bias, wo Batch-Normalisierung folgt',
    params: { n: channels, k: kernel, s, b, d, g: { help: 'Anzahl der Gruppen', unit: 'Gruppen' }, p },
  },
  cat: { label: 'Dichte Verbindung', help: 'Hängt die Kanäle, die ihre Schichten berechnen, an die Eingangskanäle an' },
  cls: {
    label: 'Klassentoken',
    source: 'Devlin et al. 2019; Dosovitskiy et al. 2021, Eq. 1; class_token aus torchvision',
    help: 'Stellt ein gelerntes Token voran, aus dem das Netz die Klasse bestimmt',
  },
  drop: {
    help: 'Setzt im Training Werte auf null, die in jedem Schritt neu gezogen werden',
    params: { n: { help: 'Wahrscheinlichkeit, auf null gesetzt zu werden' } },
  },
  dw: {
    label: 'Kanalweise Faltung',
    source: 'Howard et al. 2017; torch.nn.Conv2d mit groups',
    help: 'Ein Filter für jeden Kanal; ohne Bias, wo Batch-Normalisierung folgt',
    params: { n: kernel, s, b, d, p },
  },
  emb: {
    label: 'Einbettung',
    help: 'Jedes Merkmal ist die Nummer eines Worts, ab 0, und wird zum gelernten Vektor dieses Worts: ein Bild, das ein Pixel hoch ist. Nummern außerhalb des Wortschatzes werden auf seine Grenzen gesetzt',
    params: { n: channels, v: { help: 'Wortschatz', unit: 'Wörter' } },
  },
  fc: {
    label: 'Voll verbunden',
    help: 'Verbindet jeden Ausgang mit jedem Eingang, bei Tokens für jedes Token einzeln; die letzte hat so viele Ausgänge, wie es Klassen gibt',
    params: { n: { help: 'Anzahl der Merkmale', unit: 'Merkmale' } },
  },
  first: { label: 'Erstes Token', help: 'Die Merkmale des ersten Tokens, nach cls also des Klassentokens' },
  gap: { label: 'Globales Average-Pooling', help: 'Der Mittelwert jedes Kanals' },
  gelu: { help: 'Eine glatte Variante von ReLU, in Transformern verwendet' },
  gmp: { label: 'Globales Max-Pooling', help: 'Der größte Wert jedes Kanals' },
  ln: {
    label: 'Layer-Normalisierung',
    source: 'Ba et al. 2016, Eq. 4; torch.nn.LayerNorm(c), auf Bildern torch.nn.GroupNorm(1, c)',
    help: 'Bringt die Merkmale jedes Beispiels oder Tokens oder alle Werte jedes Bilds auf Mittelwert 0 und Varianz 1, skaliert und verschiebt sie dann',
  },
  lrelu: {
    tex: 'y = x \\text{ für } x > 0, \\text{ sonst } \\tfrac{n}{100} x',
    help: 'Verkleinert negative Werte, statt sie auf null zu setzen',
    params: { n: { help: 'Steigung für negative Werte' } },
  },
  mean: { label: 'Mittleres Token', help: 'Das Mittel aller Tokens' },
  mp: { label: 'Max-Pooling', help: 'Der größte Wert jedes Fensters', params: window },
  pos: {
    label: 'Positionseinbettung',
    source: 'Dosovitskiy et al. 2021, Eq. 1; pos_embedding aus torchvision',
    help: 'Addiert zu jedem Token einen gelernten Vektor für seine Position: Ohne sie ist die Reihenfolge der Tokens gleichgültig',
  },
  r: { label: 'Residualblock', help: 'Addiert seinen Eingang zum Ausgang seiner Schichten' },
  rc: { label: 'Residualblock mit Faltung', help: 'Addiert eine 1x1-Faltung seines Eingangs zum Ausgang seiner Schichten' },
  relu: {
    help: 'Setzt negative Werte auf null; mit einer Zahl begrenzt sie Werte auf diese Zahl',
    params: { n: { help: 'größter Wert' } },
  },
  sigmoid: { help: 'Staucht Werte auf 0 bis 1' },
  silu: { help: 'Eine glatte Variante von ReLU, die unter null eintaucht' },
  tanh: { label: 'Tangens hyperbolicus', help: 'Staucht Werte auf -1 bis 1' },
  tokens: {
    help: 'Jedes Pixel wird ein Token mit den Kanälen des Pixels als Merkmalen, Zeile für Zeile; nach einer Faltung mit einer Schrittweite, die so groß wie ihr Filter ist, sind die Tokens Ausschnitte',
  },
};
