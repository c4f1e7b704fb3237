// German for the engine's messages about links, choices and networks written as text, by the English format
// in its source.
/** @type {Record<string, string>} */
export const link = {
  // Choices and their parameters.
  '%s%s=%.*s is not a %s %s %.10g %s %.10g': '%s%s=%.*s ist keine %P %P %.10g %P %.10g',
  'whole number': 'ganze Zahl',
  number: 'Zahl',
  above: 'über',
  from: 'von',
  to: 'bis',
  'and up to': 'und höchstens',
  '%s%s has more than %d numbers: give fewer': '%s%s hat mehr als %d Zahlen: bitte weniger angeben',
  '%s%s=%.*s is not one of %s': '%s%s=%.*s gibt es nicht; zur Wahl stehen %S',
  'its choices': 'seine Werte',
  '%s%s=%.*s is not 1 to 16 hexadecimal digits': '%s%s=%.*s hat nicht 1 bis 16 hexadezimale Ziffern',
  '%sits %s must have 1 to %d characters, not %d': '%sSein Wert %s muss 1 bis %d Zeichen haben, nicht %d',
  "%s: no '%.*s'; there %s %s": '%1$s: „%2$.*s“ gibt es nicht; es %3$S %4$S',
  is: 'gibt',
  are: 'gibt',
  "%sno parameter '%.*s'; it has none": '%skein Parameter „%.*s“; es gibt hier keine',
  "%sno parameter '%.*s'; it has %s": '%skein Parameter „%.*s“; es gibt %s',
  '%s%s has no value; write %s=...': '%s%s hat keinen Wert; richtig wäre %s=...',
  '%s%s is given twice': '%s%s ist zweimal angegeben',
  '%swrite its %s after a colon': '%sder Wert %s steht nach einem Doppelpunkt',
  "%s: '&' is not allowed here; give one %s by itself": '%s: „&“ ist hier nicht erlaubt; bitte nur %s angeben',

  // Whole links.
  '%s: %zu bytes are too many for a file with a link': '%s: %zu Bytes sind zu viele für eine Datei mit einem Link',
  '%s: not a JSON object, or cut short': '%s: kein JSON-Objekt, oder abgeschnitten',
  '%s: it has no "link"': '%s: darin fehlt "link"',
  'link: %zu characters are too many; at most %d are allowed': 'link: %zu Zeichen sind zu viele; erlaubt sind höchstens %d',
  "link: character %zu is '%%' without two hexadecimal digits after it":
    'link: Zeichen %zu ist „%%“, ohne zwei hexadezimale Ziffern danach',
  "link: character %zu, '%c', is not allowed in a link": 'link: Zeichen %zu, „%c“, ist in einem Link nicht erlaubt',
  'link: character %zu (byte 0x%02x) is not allowed in a link': 'link: Zeichen %zu (Byte 0x%02x) ist in einem Link nicht erlaubt',
  'link: character %d of a place (byte 0x%02x) is not allowed there': 'link: Zeichen %d einer Stelle (Byte 0x%02x) ist dort nicht erlaubt',
  '%.*s: %.*s has no parameters': '%.*s: %.*s hat keine Parameter',
  '%.*s: %s %s has no such parameter': '%.*s: %s %s hat keinen solchen Parameter',
  '%.*s: a value of more than %d characters is not allowed': '%.*s: ein Wert mit mehr als %d Zeichen ist nicht erlaubt',
  '%.*s: character %d of the value (byte 0x%02x) is not allowed there': '%.*s: Zeichen %d des Werts (Byte 0x%02x) ist dort nicht erlaubt',
  '%.*s has no value': '%.*s hat keinen Wert',
  'link: %d characters are too many; at most %d are allowed': 'link: %d Zeichen sind zu viele; erlaubt sind höchstens %d',
  'link: v=%.*s is a version that this lab does not know; it knows v=1: a newer lab made the link, or it is damaged':
    'link: die Version v=%.*s kennt dieses Lab nicht; es kennt v=1: Der Link kommt von einem neueren Lab oder ist beschädigt',
  "link: no key '%.*s'; the keys are %sfrom, digest, receipt, v and the page's own":
    'link: den Schlüssel „%.*s“ gibt es nicht; es gibt %sfrom, digest, receipt, v und die der Seite',
  'switch=%.*s is not an epoch and a loss: write switch=10:focal:gamma=3, or switch=none':
    'switch=%.*s ist keine Epoche mit einem Verlust: richtig wäre switch=10:focal:gamma=3 oder switch=none',
  'switch=%.*s: the epoch is not a whole number from %g to %g': 'switch=%.*s: die Epoche ist keine ganze Zahl von %g bis %g',
  'switch: %s': 'switch: %S',
  'link: digest and receipt both promise a result; give one of them':
    'link: digest und receipt versprechen beide ein Ergebnis; bitte nur eines angeben',
  '%s: %d characters are too many; at most %d are allowed': '%s: %d Zeichen sind zu viele; erlaubt sind höchstens %d',
  "link: a part is empty, or has no key before '='": 'link: ein Teil ist leer oder hat keinen Schlüssel vor „=“',
  '%.*s has no value; write %.*s=...': '%.*s hat keinen Wert; richtig wäre %.*s=...',
  '%.*s is given twice': '%.*s ist zweimal angegeben',
  "link: '%.*s' was added after the link was shared: the checksum does not cover it":
    'link: „%.*s“ kam hinzu, nachdem der Link geteilt wurde: Die Prüfziffern gelten nicht dafür',
  'link: its checksum, sum=%.*s, is %s': 'link: seine Prüfziffern, sum=%.*s, sind %S',
  damaged: 'beschädigt',
  'all that is left of it': 'alles, was davon übrig ist',
  'link: it is cut short: the checksum covers %d parts, and only %d are here':
    'link: er ist abgeschnitten: Die Prüfziffern gelten für %d Teile, und hier sind nur %d',
  "link: its checksum, sum=%.*s, is damaged in the digits for '%.*s'":
    'link: seine Prüfziffern, sum=%.*s, sind dort beschädigt, wo sie für „%.*s“ stehen',
  "link: it is cut short in '%.*s', part %d of %d": 'link: er ist in „%.*s“ abgeschnitten, Teil %d von %d',
  "link: '%.*s' is not what was shared%s: its checksum differs":
    'link: „%.*s“ ist nicht, was geteilt wurde%S: Die Prüfziffern passen nicht',
  ', or cut short': ', oder abgeschnitten',
  'link: each part matches the checksum sum=%.*s, but all together do not: the link or the checksum was changed':
    'link: jeder Teil passt zu den Prüfziffern sum=%.*s, aber alle zusammen nicht: Der Link oder die Prüfziffern wurden verändert',
  'its character %d is not allowed in a link': 'sein Zeichen %d ist in einem Link nicht erlaubt',
  'its checksum differs': 'seine Prüfziffern passen nicht',

  // Links with a result.
  "receipt=%.*s: the engine's version must be digits and dots, as in 1.1.0 or 1.1.0-fused":
    'receipt=%.*s: die Version der Engine besteht aus Ziffern und Punkten, wie in 1.1.0 oder 1.1.0-fused',
  '%s=%.*s is not 16 lower-case hexadecimal digits': '%s=%.*s hat nicht 16 hexadezimale Ziffern in Kleinbuchstaben',
  'receipt: %s is given twice': 'receipt: %s ist zweimal angegeben',
  'receipt: %s=%.*s is not a number': 'receipt: %s=%.*s ist keine Zahl',
  "receipt: no '%.*s'; its parts are data, weights, digest, error, nll, brier, ece and mce":
    'receipt: „%.*s“ gibt es nicht; die Teile sind data, weights, digest, error, nll, brier, ece und mce',
  "receipt: '%.*s' has no value": 'receipt: „%.*s“ hat keinen Wert',
  'receipt: %s is missing; the receipt was cut short': 'receipt: %s fehlt; der Beleg wurde abgeschnitten',

  // Networks as text.
  "layer %s '%.*s': %s": 'layer %s „%.*s“: %S',
  'no such layer; the layers are%s': 'diese Schicht gibt es nicht; es gibt%s',
  'the %s is given twice': '%s ist zweimal angegeben',
  'the %s %d is not from %d to %d': '%s: %d ist nicht von %d bis %d',
  'it needs layers in brackets': 'hier fehlen Schichten in Klammern',
  'blocks are nested too deeply': 'Blöcke sind zu tief verschachtelt',
  'its bracket is not closed': 'die Klammer ist nicht geschlossen',
  "an unexpected '%.16s' follows": 'danach ist „%.16s“ nicht erlaubt',
  'its output would have %lld values a sample; at most %lld are allowed':
    'die Ausgabe hätte %lld Werte pro Beispiel; erlaubt sind höchstens %lld',
  'the layer text has more than %d layers, which is the most allowed': 'das Netz hat mehr als %d Schichten; mehr sind nicht erlaubt',
  "the layer text has an unexpected '%.16s' at character %d": 'im Text des Netzes ist „%.16s“ bei Zeichen %d nicht erlaubt',
  'the network ends in %d %s, and the data has %d classes: end it with %sfc':
    'das Netz endet mit %d (%S), und die Daten haben %d Klassen: am Ende muss %sfc stehen',
  features: 'Merkmale',
  channels: 'Kanäle',
  tokens: 'Tokens',
  'the network has %lld parameters; at most %lld are allowed': 'das Netz hat %lld Parameter; erlaubt sind höchstens %lld',
  'the layer text is empty': 'der Text des Netzes ist leer',
  '%d heads do not divide the %d features of a token': '%d Köpfe teilen die %d Merkmale eines Tokens nicht',
  "it joins images, but its input or its body's output is %s":
    'sie verbindet Bilder, aber ihr Eingang oder der Ausgang ihres Inneren ist: %S',
  'the body turns %d x %d into %d x %d; only images of equal size can be joined':
    'das Innere macht aus %d x %d %d x %d; nur gleich große Bilder lassen sich verbinden',
  '%d and %d channels are more than %d': '%d und %d Kanäle sind mehr als %d',
  'its input must be features that are word indices, not %s': 'der Eingang müssen Nummern von Wörtern sein, nicht: %S',
  'shortcut=pad cannot turn %d channels into %d': 'shortcut=pad kann aus %d Kanälen nicht %d machen',
  "an even kernel has no 'same' padding: give its own, as in c8k4p0":
    'zu einem geraden Kern gibt es keinen gleich bleibenden Rand: bitte einen angeben, wie in c8k4p0',
  'the kernel covers %d pixels, but the image has only %d x %d': 'der Kern reicht über %d Pixel, aber das Bild hat nur %d x %d',
  '%d groups do not divide the %d input and %d output channels': '%d Gruppen teilen die %d Eingangs- und %d Ausgangskanäle nicht',
  'the input of a convolution must be an image, not %s': 'der Eingang einer Faltung muss ein Bild sein, nicht: %S',
  'its input must be tokens, not %s': 'der Eingang müssen Tokens sein, nicht: %S',
  'plain features': 'einfache Merkmale',
  'an image': 'ein Bild',
  'the body must return an output that the skip can be added to': 'das Innere muss etwas ausgeben, wozu sich die Abkürzung addieren lässt',
  'the body turns %d x %d into %d x %d, which no strided skip can do':
    'das Innere macht aus %d x %d %d x %d, was keine Abkürzung mit Schrittweite kann',
  'the input of pooling must be an image, not %s': 'der Eingang von Pooling muss ein Bild sein, nicht: %S',
  'the padding %d is more than half of the window': 'der Rand %d ist mehr als die Hälfte des Fensters',
  'the window is larger than the %d x %d image': 'das Fenster ist größer als das Bild mit %d x %d',
  'the input of global pooling must be an image, not %s': 'der Eingang von globalem Pooling muss ein Bild sein, nicht: %S',
  'its input must be an image, not %s': 'der Eingang muss ein Bild sein, nicht: %S',
};
