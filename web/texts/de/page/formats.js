// German for messages of the page's own file readers: archives, arrays, pickles, Parquet tables and JSON.
/** @type {Record<string, string>} */
export const formats = {
  '%s: %s, at byte offset %s': '%S: %S, bei Byte %s',
  '%s would take %s; at most %s are read of a file': '%S: das wären %s; gelesen werden höchstens %s einer Datei',
  '%s: the browser refused %s of memory': '%S: der Browser gibt keine %s Speicher',
  '%s: with it there are more than %s files in all; give fewer at once':
    '%s: damit sind es insgesamt mehr als %s Dateien; bitte weniger auf einmal geben',
  '%s: with it more than %s would have to be unpacked in all; give fewer files at once':
    '%s: damit wäre insgesamt mehr als %s auszupacken; bitte weniger Dateien auf einmal geben',
  'it cannot be read, or its compressed bytes are not intact': 'nicht lesbar, oder die gepackten Bytes sind beschädigt',
  'it ends where %s more bytes belong': 'zu Ende, wo noch %s Bytes hingehören',

  // MATLAB and NumPy.
  'an element of %s bytes where at most %s belong': 'ein Element von %s Bytes, wo höchstens %s hingehören',
  'a matrix without its flags': 'eine Matrix ohne Flags',
  'it ends within its header': 'zu Ende mitten im Kopf',
  'it is big-endian; little-endian is read': 'Big-Endian; gelesen wird Little-Endian',
  'it ends within an element': 'zu Ende mitten in einem Element',
  'it ends where an element of %s bytes belongs': 'zu Ende, wo ein Element von %s Bytes hingehört',
  'the element at %s': 'das Element bei %s',
  'it is not a .npy file': 'keine .npy-Datei',
  'its header takes %s bytes': 'der Kopf hat %s Bytes',
  'its header does not describe a plain array': 'der Kopf beschreibt kein einfaches Array',
  'its shape is impossible': 'die Form ist unmöglich',

  // Parquet.
  '%s is an encrypted Parquet file; save it without encryption':
    '%s ist eine verschlüsselte Parquet-Datei; bitte unverschlüsselt speichern',
  'the Parquet file does not end as one, as if cut off': 'die Parquet-Datei endet nicht wie eine, als wäre sie abgeschnitten',
  "the Parquet file's description would take %s bytes": 'die Beschreibung der Parquet-Datei hätte %s Bytes',
  'the Parquet file has no columns': 'die Parquet-Datei hat keine Spalten',
  'the Parquet file has more than %s columns': 'die Parquet-Datei hat mehr als %s Spalten',
  'the Parquet file has decimals of too many digits': 'die Parquet-Datei hat Dezimalzahlen mit zu vielen Stellen',
  '%s: a packed page holds more than it says': '%s: eine gepackte Seite enthält mehr, als sie angibt',
  "%s: it is packed by %s; snappy, gzip, zstd, brotli, lz4 and none are read: to_parquet(..., compression='snappy')":
    "%s: gepackt mit %s; gelesen werden snappy, gzip, zstd, brotli, lz4 und none: to_parquet(..., compression='snappy')",
  '%s: its columns take more than %s': '%s: die Spalten nehmen mehr als %s ein',
  '%s in its column %s': '%S in der Spalte %s',
  '%s bytes are claimed that are not there,': '%s Bytes werden angegeben, die nicht da sind,',
  'there are %s values for %s rows': '%s Werte für %s Zeilen',
  'a page is damaged': 'eine Seite ist beschädigt',
  'a page claims %s values of %s': 'eine Seite gibt %s Werte von %s an',
  'a page claims %s bytes in %s': 'eine Seite gibt %s Bytes in %s an',
  'a page has %s bytes, not the %s that it says': 'eine Seite hat %s Bytes, nicht die %s, die sie angibt',
  'number %s': 'Nummer %s',
  'values are encoded as %s, which is not read,': 'Werte sind als %S codiert, was nicht gelesen wird,',
  '%s; write it without column_encoding (pyarrow: pq.write_table(table, path)), or save it as CSV':
    '%S; bitte ohne column_encoding schreiben (pyarrow: pq.write_table(table, path)) oder als CSV speichern',
  'there are %s of %s values': '%s von %s Werten',
  '%s: as text its table takes more than %s': '%s: als Text nimmt die Tabelle mehr als %s ein',
  '%s: two of its columns have the same name': '%s: zwei Spalten haben denselben Namen',
  '%s: it has no column of values': '%s: keine Spalte mit Werten',
  '%s: it claims %s rows, and its groups of rows have others; it is damaged':
    '%s: angegeben sind %s Zeilen, und die Zeilengruppen haben andere; die Datei ist beschädigt',
  '%s: it has no rows': '%s: keine Zeilen',
  '%s: it does not say how many values its columns have; it is damaged':
    '%s: es steht nicht da, wie viele Werte die Spalten haben; die Datei ist beschädigt',
  '%s: it claims %s values; at most %s are read of a Parquet file of %s':
    '%s: angegeben sind %s Werte; gelesen werden höchstens %s einer Parquet-Datei von %s',
  '%s: a group of its rows lacks %s': '%s: einer Zeilengruppe fehlt %s',
  '%s: its column %s does not have the %s values that it claims; it is damaged':
    '%s: die Spalte %s hat nicht die %s Werte, die sie angibt; die Datei ist beschädigt',
  '%s takes %s; at most %s are read of a file': '%s hat %s; gelesen werden höchstens %s einer Datei',
  "%s: the Parquet file is damaged, or of a kind that is not read; save it with pandas' to_parquet, or as CSV":
    '%s: die Parquet-Datei ist beschädigt oder von einer Art, die nicht gelesen wird; bitte mit to_parquet von pandas oder als CSV speichern',
  'a packed page ends in the middle of something': 'eine gepackte Seite endet mitten in etwas',
  'a packed page does not begin with its size': 'eine gepackte Seite beginnt nicht mit ihrer Größe',
  'a packed page holds more than it says': 'eine gepackte Seite enthält mehr, als sie angibt',
  'a packed page copies what it does not have': 'eine gepackte Seite kopiert, was sie nicht hat',
  'a packed page holds %s bytes, not the %s that it says': 'eine gepackte Seite enthält %s Bytes, nicht die %s, die sie angibt',
  'a header of the Parquet file ends in the middle of something': 'ein Kopf der Parquet-Datei endet mitten in etwas',
  'a number of a header of the Parquet file has no end': 'eine Zahl in einem Kopf der Parquet-Datei hat kein Ende',
  'a number of a header of the Parquet file is too large': 'eine Zahl in einem Kopf der Parquet-Datei ist zu groß',
  'a header of the Parquet file claims more than there is': 'ein Kopf der Parquet-Datei gibt mehr an, als da ist',
  'a header of the Parquet file has a value of the type %s, which Parquet does not use':
    'ein Kopf der Parquet-Datei hat einen Wert vom Typ %s, den Parquet nicht benutzt',
  'a list of a header of the Parquet file claims more than there is': 'eine Liste in einem Kopf der Parquet-Datei gibt mehr an, als da ist',
  'the headers of the Parquet file are nested too deeply': 'die Köpfe der Parquet-Datei stehen zu tief ineinander',

  // Pickles.
  'the pickle takes more steps than any pickle of CIFAR': 'der Pickle braucht mehr Schritte als jeder von CIFAR',
  'a text of the pickle is not UTF-8': 'ein Text des Pickles ist kein UTF-8',
  'the stack of the pickle is too deep': 'der Stapel des Pickles ist zu tief',
  'the pickle appends to what is not a list': 'der Pickle hängt an etwas an, das keine Liste ist',
  'a list of the pickle is too long': 'eine Liste des Pickles ist zu lang',
  'the pickle fills what is not a dictionary': 'der Pickle füllt etwas, das kein Dictionary ist',
  'the pickle wants %s, which is not opened: only numbers, texts, lists and NumPy arrays are':
    'der Pickle will %s, was nicht geöffnet wird: nur Zahlen, Texte, Listen und NumPy-Arrays',
  'the pickle calls without arguments': 'der Pickle ruft ohne Argumente auf',
  'an array of the pickle does not hold plain numbers': 'ein Array des Pickles enthält keine einfachen Zahlen',
  'a text of the pickle is not bytes, or too long': 'ein Text des Pickles besteht nicht aus Bytes oder ist zu lang',
  'an array of %s takes %s bytes, and the pickle has %s': 'ein Array von %s braucht %s Bytes, und der Pickle hat %s',
  'the pickle has the instruction 0x%s, which is not supported': 'der Pickle hat die Anweisung 0x%s, die es hier nicht gibt',
  'a number of the pickle is not a number': 'eine Zahl des Pickles ist keine Zahl',
  'it is not a pickle of protocol 2 to 5': 'kein Pickle der Protokolle 2 bis 5',

  // PyTorch.
  '%s: its tensors take more than %s': '%s: die Tensoren nehmen mehr als %s ein',

  // Archives of arrays, and JSON.
  'it holds %s arrays; at most %s are read': 'sie enthält %s Arrays; gelesen werden höchstens %s',
  'there is no array in it': 'darin ist kein Array',
  'its arrays take more than %s MB': 'die Arrays nehmen mehr als %s MB ein',
  '%s is a list of numbers that are not whole; labels are whole numbers, and outputs are rows with one number per class':
    '%s ist eine Liste von Zahlen, die nicht ganz sind; Labels sind ganze Zahlen, und Ausgaben sind Zeilen mit einer Zahl je Klasse',
  '%s, row %s is not a row of %s numbers': '%s, Zeile %s ist keine Zeile mit %S Zahlen',
  some: 'einigen',
  'a list': 'eine Liste',
  'entry %s of its list is %s; a sample is an object with "logits" (or "probabilities") and "label"':
    'Eintrag %s der Liste ist %S; ein Beispiel ist ein Objekt mit "logits" (oder "probabilities") und "label"',
  'its samples have no "logits" (or "probabilities") and "label"':
    'die Beispiele haben kein "logits" (oder "probabilities") und kein "label"',
  'its objects are more than three deep': 'die Objekte stehen mehr als drei tief ineinander',
  'it has more than %s MB; .npy and .npz may be larger': 'sie hat mehr als %s MB; .npy und .npz dürfen größer sein',
  'it is not JSON: %s': 'das ist kein JSON: %s',
  'there are no "logits" and "labels" in it': 'darin sind kein "logits" und kein "labels"',

  // Zip.
  'its end names no 64-bit directory': 'das Ende nennt kein 64-Bit-Verzeichnis',
  'there is no 64-bit directory where its end says': 'wo das Ende es angibt, ist kein 64-Bit-Verzeichnis',
  'it has no directory, as if cut off': 'ohne Verzeichnis, als wäre es abgeschnitten',
  'method %s': 'Methode %s',
  'it is packed by %s; only deflate is read': 'gepackt mit %S; gelesen wird nur deflate',
  'there is no file where the directory says': 'wo das Verzeichnis sie angibt, ist keine Datei',
  'its %s bytes overlap what follows it': 'die %s Bytes überlappen, was folgt',
  'it expands to more than the %s bytes that the directory says': 'ausgepackt sind es mehr als die %s Bytes, die das Verzeichnis angibt',
  'it has %s of the %s bytes that the directory says': '%s der %s Bytes, die das Verzeichnis angibt',
  'it has two files of the path %s; pack it again without one': 'zwei Dateien haben den Pfad %s; bitte ohne eine davon neu packen',
  'it expands to %s in all; at most %s are read of %s': 'ausgepackt sind es insgesamt %s; gelesen werden höchstens %s von %s',
  'what follows it': 'was folgt',
  'its %s bytes overlap %s': 'die %s Bytes überlappen %S',
  'it has %s files; at most %s are read': 'es sind %s Dateien; gelesen werden höchstens %s',
  'its directory takes %s; at most %s are read': 'das Verzeichnis hat %s; gelesen werden höchstens %s',
  'its directory of %s bytes lies beyond the end': 'das Verzeichnis von %s Bytes liegt hinter dem Ende',
  'entry %s of its directory is damaged': 'Eintrag %s des Verzeichnisses ist beschädigt',
  'entry %s of its directory is longer than the directory': 'Eintrag %s des Verzeichnisses ist länger als das Verzeichnis',
  'it says that its %s bytes expand to %s, which cannot be': 'aus %s Bytes sollen %s werden, was nicht sein kann',
  'it expands to %s; at most %s are read of a file': 'ausgepackt sind es %s; gelesen werden höchstens %s einer Datei',
};
