// German for the page's own messages about the engine, its workers and this browser.
/** @type {Record<string, string>} */
export const client = {
  '%s bytes are not %s pictures of %s x %s x %s': '%s Bytes sind nicht %s Bilder von %s x %s x %s',
  '%s: %s': '%s: %S', // a file, or a position in it, and its error
  'it takes shared memory, and %s': 'das braucht gemeinsamen Speicher, und %S',
  'the machine offers one': 'die Maschine bietet einen',
  '%s threads': '%s Threads',
  '1 thread: %s': '1 Thread: %S',
  'threads=%s is not a whole number from 1 to %s': 'threads=%s ist keine ganze Zahl von 1 bis %s',
  'fast=%s is not yes; without it results are the same bits everywhere':
    'fast=%s ist nicht yes; ohne das sind Ergebnisse überall bitgenau dieselben',
  'this browser has no WebAssembly, or it is switched off': 'dieser Browser hat kein WebAssembly, oder es ist abgeschaltet',
  'this browser has no WebAssembly SIMD; versions from 2023 or later have it':
    'dieser Browser hat kein WebAssembly SIMD; Versionen ab 2023 haben es',
  'this browser has no relaxed SIMD; Chrome and Edge 114 and later versions have it':
    'dieser Browser hat kein Relaxed SIMD; Chrome und Edge haben es ab Version 114',
  'this browser or processor multiplies and adds in two steps, so nothing would be faster':
    'dieser Browser oder Prozessor multipliziert und addiert in zwei Schritten; nichts würde also schneller',
  'the report was cancelled': 'der Bericht wurde abgebrochen',
  'the evaluation was canceled': 'die Auswertung wurde abgebrochen',
  'the probe was canceled': 'die Messung wurde abgebrochen',
  'this link needs no files': 'dieser Link braucht keine Dateien',
  'it was closed': 'es wurde geschlossen',
  'the page is served neither over https nor from localhost': 'die Seite kommt weder über https noch von localhost',
  'the iframe around the page has no allow="cross-origin-isolated"': 'dem iframe um die Seite fehlt allow="cross-origin-isolated"',
  'the page is embedded in another one that is not cross-origin isolated':
    'die Seite ist in eine andere eingebettet, die nicht cross-origin-isoliert ist',
  'the browser allows no service worker here (a private window?)': 'der Browser erlaubt hier keinen Service Worker (ein privates Fenster?)',
  'the browser lets the page store nothing': 'der Browser lässt die Seite nichts speichern',
  'the browser has no SharedArrayBuffer': 'der Browser hat keinen SharedArrayBuffer',
  'the page is not cross-origin isolated, even after a reload': 'die Seite ist auch nach dem Neuladen nicht cross-origin-isoliert',
  'the service worker did not start': 'der Service Worker ist nicht gestartet',
  'the browser refused the service worker': 'der Browser hat den Service Worker abgelehnt',
  'a file without a type': 'Datei ohne Typ',
  'the host of this page gives no answer for %s': 'der Host dieser Seite antwortet nicht auf %s',
  'the host of this page answers %s with status %s': 'der Host dieser Seite beantwortet %s mit Status %s',
  'the host of this page sends %s as %s, and it holds no WebAssembly':
    'der Host dieser Seite schickt %s als %S, und es enthält kein WebAssembly',
  'the host of this page sends %s as %s, and browsers need text/javascript':
    'der Host dieser Seite schickt %s als %S, und Browser brauchen text/javascript',
  'an ONNX model needs its input': 'ein ONNX-Modell braucht seine Eingabe',
  'the network gave no logits': 'das Netz gab keine Logits aus',
  'a message from the engine could not be read': 'eine Nachricht der Engine war nicht lesbar',
  'its script could not be loaded': 'ihr Skript konnte nicht geladen werden',
  'the engine crashed (%s)': 'die Engine ist abgestürzt (%S)',
  'the browser ended the engine': 'der Browser hat die Engine beendet',
  'the engine was closed': 'die Engine wurde geschlossen',
  'this link needs data that is not here: %s': 'dieser Link braucht Daten, die nicht hier sind: %s',
  'this link takes data that this browser keeps and nobody picked in this tab; a run of it asks first: %s':
    'dieser Link nimmt Daten, die in diesem Browser liegen und die in diesem Tab niemand ausgewählt hat; ein Lauf davon fragt zuerst: %s',
  'the threads did not start': 'die Threads sind nicht gestartet',
  'the engine did not start': 'die Engine ist nicht gestartet',
  'one of its threads ended': 'einer ihrer Threads endete',
  '%s is not an address of this site; only its own addresses are opened':
    '%s ist keine Adresse dieser Website; geöffnet werden nur ihre eigenen Adressen',
  'status %s': 'Status %s',
  'no answer': 'keine Antwort',
  '%s cannot be read (%s)': '%s ist nicht lesbar (%S)',
  'a smaller batch, model or data set needs less (%s)': 'ein kleinerer Batch, Datensatz oder ein kleineres Modell braucht weniger (%s)',
  'this run needs %s of memory, and a page can have %s; %s': 'dieser Lauf braucht %s Speicher, und eine Seite kann %s haben; %S',
  'this run needs %s of memory, and the browser refused it; closing other tabs may help, and %s':
    'dieser Lauf braucht %s Speicher, den der Browser nicht gibt; andere Tabs zu schließen kann helfen, und %S',
  'memory for the engine was refused': 'der Browser gibt der Engine keinen Speicher',
  'memory for %s bytes was refused': 'der Speicher reicht nicht (%s Bytes)',
  '%s needs %s of memory, and the browser refused it': '%s braucht %s Speicher, den der Browser nicht gibt',
  'the saved state could not be read; the browser may have dropped it':
    'der gespeicherte Zustand war nicht lesbar; vielleicht hat der Browser ihn gelöscht',
  'nothing was given': 'nichts wurde angegeben',
  'a data file could not be read; it may have been moved or changed':
    'eine Datendatei war nicht lesbar; vielleicht wurde sie verschoben oder geändert',
  'the network could not be read; it may have been moved or changed':
    'das Netz war nicht lesbar; vielleicht wurde die Datei verschoben oder geändert',
  '%s could not be read; it may have been moved or changed': '%s war nicht lesbar; vielleicht wurde die Datei verschoben oder geändert',
  'this data numbers its words, or scales its features, by its own training set: take pictures, or generated data':
    'diese Daten nummerieren Wörter oder skalieren Merkmale nach ihrer eigenen Trainingsmenge: bitte Bilder oder erzeugte Daten nehmen',
  'none of these is a file that the link needs (%s)': 'keine davon ist eine Datei, die der Link braucht (%S)',
  '%s; it needs %s': '%S; nötig: %s',
  '%s is not the expected file: its SHA-256 differs': '%s ist nicht die erwartete Datei: ihr SHA-256 ist ein anderer',
  'there is no file %s': 'es gibt keine Datei %s',
  '%s logits are not %s rows of %s': '%s Logits sind nicht %s Zeilen zu %s',
  '%s validation logits are not %s rows of %s': '%s Validierungs-Logits sind nicht %s Zeilen zu %s',
  '%s out-of-distribution logits are not rows of %s': '%s Out-of-Distribution-Logits sind keine Zeilen zu %s',
  '%s labels for %s rows of logits': '%s Labels für %s Zeilen Logits',
  '%s probabilities are not %s rows of %s': '%s Wahrscheinlichkeiten sind nicht %s Zeilen zu %s',
  '%s holds no logits': '%s enthält keine Logits',
  '%s holds no labels': '%s enthält keine Labels',

  // Networks in ONNX Runtime Web.
  'ONNX Runtime Web has no operator %s, which the model uses': 'ONNX Runtime Web hat den Operator %s nicht, den das Modell benutzt',
  'the memory for it was refused; a smaller batch may do': 'der Speicher dafür reicht nicht; vielleicht genügt ein kleinerer Batch',
  'the memory for it was refused': 'der Speicher dafür reicht nicht',
  'ONNX Runtime Web refused it: %s': 'ONNX Runtime Web lehnt es ab: %s',
  'an ONNX file has at most 2 GB, and this has %s': 'eine ONNX-Datei hat höchstens 2 GB, und diese hat %s',
  'it could not be read; it may have been moved or changed, or is too large for the memory that is left':
    'sie war nicht lesbar; vielleicht wurde sie verschoben oder geändert, oder sie ist zu groß für den Speicher, der übrig ist',
  'its weights are in another file, %s: give both files together, or save the model as one file (onnx.save(onnx.load(path), new_path))':
    'seine Gewichte sind in einer anderen Datei, %S: bitte beide Dateien zusammen geben oder das Modell als eine Datei speichern (onnx.save(onnx.load(path), new_path))',
  'its weights are in %s, outside of its folder, so they are not read':
    'seine Gewichte sind in %s, außerhalb des Ordners; deshalb werden sie nicht gelesen',
  "%s has %s bytes, and the model's weights need %s; it may be of another model":
    '%s hat %s Bytes, und die Gewichte des Modells brauchen %s; vielleicht gehört die Datei zu einem anderen Modell',
  'an ONNX file has at most 2 GB, and %s has %s': 'eine ONNX-Datei hat höchstens 2 GB, und %s hat %s',
  'another file': 'einer anderen Datei',
  'ONNX Runtime Web, which is served beside this page, could not be loaded':
    'ONNX Runtime Web, das neben dieser Seite liegt, konnte nicht geladen werden',
  'it has %s inputs; exactly one is allowed, the pictures': 'es hat %s Eingaben; erlaubt ist genau eine, die Bilder',
  'no tensor': 'keinen Tensor',
  'its input holds %s; float32, float16 and uint8 are allowed': 'seine Eingabe enthält %S; erlaubt sind float32, float16 und uint8',
  'it gives no tensor': 'es gibt keinen Tensor aus',
  'a single number': 'eine einzelne Zahl',
  '%s: its input is %s, and pictures have four dimensions': '%s: die Eingabe ist %S, und Bilder haben vier Dimensionen',
  '%s: for %s pictures it gives %s, and the data has %s classes': '%s: zu %s Bildern gibt es %S aus, und die Daten haben %s Klassen',
  'it is cut short, or not an ONNX model': 'es ist abgeschnitten oder kein ONNX-Modell',
};
