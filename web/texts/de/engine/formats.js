// German for the engine's messages about file formats: arrays, archives, pickles and tensors.
/** @type {Record<string, string>} */
export const formats = {
  '%s: byte %zu: %s': '%s: Byte %zu: %S',
  '%s: byte %d: %s': '%s: Byte %d: %S',

  // MATLAB.
  '%s: byte %zu of the data compressed in the element at byte %zu: %s':
    '%s: Byte %zu der Daten, die im Element bei Byte %zu gepackt sind: %S',
  'an element is truncated': 'ein Element ist abgeschnitten',
  'a small element of more than 4 bytes': 'ein kleines Element mit mehr als 4 Bytes',
  'an element is longer than the rest of the file': 'ein Element ist länger als der Rest der Datei',
  'an array without flags and dimensions': 'ein Array ohne Flags und Dimensionen',
  'not an array of real numbers': 'kein Array reeller Zahlen',
  'not an array of 2 to 4 dimensions': 'kein Array mit 2 bis 4 Dimensionen',
  'numbers of an unknown type': 'Zahlen eines unbekannten Typs',
  'a dimension is 0 or larger than the number of values': 'eine Dimension ist 0 oder größer als die Zahl der Werte',
  'fewer values than the dimensions need': 'weniger Werte, als die Dimensionen brauchen',
  'the number of values does not match the dimensions': 'die Zahl der Werte passt nicht zu den Dimensionen',
  '%s: byte %zu: %zu compressed bytes would unpack to %llu; at most %d times as many and %d MB more are read; save the file without compression':
    '%s: Byte %zu: %zu gepackte Bytes würden zu %llu; gelesen werden höchstens %d-mal so viele und %d MB mehr; bitte die Datei ungepackt speichern',
  'no data in a compressed element': 'keine Daten in einem gepackten Element',
  'a compressed element is not an array, or declares more bytes than it can hold':
    'ein gepacktes Element ist kein Array oder gibt mehr Bytes an, als es enthalten kann',
  'a compressed element holds fewer bytes than it declares': 'ein gepacktes Element enthält weniger Bytes, als es angibt',
  'a file of version 7.3, which is HDF5; save it with -v7': 'eine Datei der Version 7.3, also HDF5; bitte mit -v7 speichern',
  'not a little-endian MATLAB file of version 5': 'keine MATLAB-Datei der Version 5 in Little-Endian',
  'neither an array nor a compressed one': 'weder ein Array noch ein gepacktes',
  '%s: no array named %s': '%s: kein Array heißt %s',

  // NumPy.
  "its 'descr' is not one simple type": '„descr“ ist nicht ein einfacher Typ',
  "%s: words, of type '%s%d', cannot be read as numbers; save numbers as float32 or int32":
    '%s: Wörter, vom Typ „%s%d“, können nicht als Zahlen gelesen werden; bitte Zahlen als float32 oder int32 speichern',
  '%s: words must be an array [samples], each a label': '%s: Wörter müssen ein Array [samples] sein, für jedes Beispiel ein Label',
  "%s: numbers of type '%s' cannot be read; save them as float32 or int32":
    '%s: Zahlen vom Typ „%s“ werden nicht gelesen; bitte als float32 oder int32 speichern',
  "its 'shape' does not open with '('": '„shape“ beginnt nicht mit „(“',
  "its 'shape' is not a list of sizes": '„shape“ ist keine Liste von Größen',
  'more than 4 dimensions': 'mehr als 4 Dimensionen',
  'the sizes are too large': 'die Größen sind zu groß',
  "a ',' or ')' is missing": 'ein „,“ oder „)“ fehlt',
  "its header does not open with '{'": 'der Kopf beginnt nicht mit „{“',
  'its header is not a dictionary of descr, fortran_order and shape': 'der Kopf ist kein Dictionary mit descr, fortran_order und shape',
  'its header has an unknown or repeated key': 'der Kopf hat einen unbekannten oder doppelten Schlüssel',
  "its 'fortran_order' is not True or False": '„fortran_order“ ist nicht True oder False',
  "a ',' or '}' is missing": 'ein „,“ oder „}“ fehlt',
  'its header lacks descr, fortran_order or shape': 'im Kopf fehlt descr, fortran_order oder shape',
  '%s: not a .npy file: save the array with numpy.save': '%s: keine .npy-Datei: bitte das Array mit numpy.save speichern',
  '%s: version %d of the .npy format is unknown; versions 1 to 3 are read':
    '%s: die Version %d des .npy-Formats ist unbekannt; gelesen werden die Versionen 1 bis 3',
  '%s: byte 8: a header of %zu bytes is longer than the file of %zu bytes':
    '%s: Byte 8: ein Kopf von %zu Bytes ist länger als die Datei mit %zu Bytes',
  'unexpected text after the dictionary': 'Text nach dem Dictionary',
  '%s: byte %zu: the sizes are too large': '%s: Byte %zu: die Größen sind zu groß',
  '%s: byte %zu: its shape needs %zu bytes of %s, but %zu follow': '%s: Byte %zu: die Form braucht %zu Bytes von %s, aber es folgen %zu',
  '%s: its numbers are %s; they must be %s': '%s: die Zahlen sind %s; nötig ist: %s',
  "%s: its numbers are big-endian; save them with astype('<f4') or the like":
    "%s: die Zahlen sind in Big-Endian; bitte mit astype('<f4') oder ähnlich speichern",
  '%s: its rows and columns are in Fortran order; save it after numpy.ascontiguousarray':
    '%s: Zeilen und Spalten stehen in der Folge von Fortran; bitte nach numpy.ascontiguousarray speichern',
  '%s: row %zu is %g; labels are whole numbers': '%s: Zeile %zu ist %g; Labels sind ganze Zahlen',
  '%s: row %zu does not fit into 32 bits': '%s: Zeile %zu passt nicht in 32 Bits',

  // Pickles.
  'the pickle ends in the middle of something': 'der Pickle hört mittendrin auf',
  'the pickle takes more values than it has': 'der Pickle nimmt mehr Werte, als er hat',
  'the pickle goes back to a mark that does not exist': 'der Pickle geht zu einer Marke zurück, die es nicht gibt',
  'the pickle adds items to an object that is neither a list nor a dictionary':
    'der Pickle fügt einem Objekt etwas hinzu, das weder eine Liste noch ein Dictionary ist',
  '%s: byte %zu: the pickle wants %.*s %.*s, which is not opened: only numbers, texts, lists, dictionaries, tensors and NumPy arrays are':
    '%s: Byte %zu: der Pickle will %.*s %.*s, was nicht geöffnet wird: nur Zahlen, Texte, Listen, Dictionaries, Tensoren und NumPy-Arrays',
  'a line of the pickle has no end': 'eine Zeile des Pickles hat kein Ende',
  'the pickle calls what is not opened': 'der Pickle ruft auf, was nicht geöffnet wird',
  'the pickle refers to something else than a storage of PyTorch': 'der Pickle verweist auf etwas anderes als einen Speicher von PyTorch',
  'an array of the pickle is big-endian; little-endian is read': 'ein Array des Pickles ist Big-Endian; gelesen wird Little-Endian',
  'an array of the pickle is not built as NumPy does': 'ein Array des Pickles ist nicht so gebaut wie bei NumPy',
  'the pickle stores too many values in its memo': 'der Pickle legt zu viele Werte in seinem Memo ab',
  'the pickle reads a memo entry that it never stored': 'der Pickle liest im Memo, was er nie abgelegt hat',
  'the pickle fills what is not opened': 'der Pickle füllt, was nicht geöffnet wird',
  'the pickle has an instruction that is not supported': 'der Pickle hat einen Befehl, den das Lab nicht kennt',
  'the pickle has too many instructions': 'der Pickle hat zu viele Befehle',
  '%s: the pickle takes %zu bytes; at most %d are read': '%s: der Pickle hat %zu Bytes; gelesen werden höchstens %d',
  '%s: it holds more than %d arrays; save a network as .safetensors or .onnx':
    '%s: darin sind mehr als %d Arrays; ein Netz bitte als .safetensors oder .onnx speichern',

  // Safetensors.
  '%s: %s has shape [%s], the %s needs [%s]': '%1$s: %2$s hat die Form [%3$s], nötig ist [%5$s] (%4$S)',
  'a tensor is not described by an object': 'ein Tensor ist nicht durch ein Objekt beschrieben',
  'a value is missing': 'ein Wert fehlt',
  'its shape is not a list of sizes': 'die Form ist keine Liste von Größen',
  'its data_offsets are not two numbers': 'data_offsets sind nicht zwei Zahlen',
  'a key other than dtype, shape and data_offsets': 'ein anderer Schlüssel als dtype, shape und data_offsets',
  'dtype, shape or data_offsets is missing': 'dtype, shape oder data_offsets fehlt',
  'its data_offsets point outside the file': 'data_offsets zeigen aus der Datei hinaus',
  '%s: number %zu of %s is not a finite float': '%s: Zahl %zu von %s ist keine endliche Gleitkommazahl',
  '%s: %s has a type other than F16, BF16, F32 and F64': '%s: %s hat einen anderen Typ als F16, BF16, F32 und F64',
  'its data_offsets do not fit its shape': 'data_offsets passen nicht zur Form',
  'the header is not an object': 'der Kopf ist kein Objekt',
  'a key without a value': 'ein Schlüssel ohne Wert',
  "there is more text after the header's object": 'nach dem Objekt des Kopfs kommt noch Text',
  "%s: the %s has no tensor '%.*s'": '%1$s: einen Tensor „%3$.*s“ gibt es nicht (%2$S)',
  'a tensor is given twice': 'ein Tensor ist zweimal da',
  "%s: the %s's tensor %s is missing": '%1$s: der Tensor %3$s fehlt (%2$S)',
  network: 'Netz',
  run: 'Lauf',
  'the name of a tensor is too long': 'der Name eines Tensors ist zu lang',
  '%s: not a safetensors file, or cut short (%zu bytes)': '%s: keine safetensors-Datei, oder abgeschnitten (%zu Bytes)',
  '%s: byte 0: its header takes %llu bytes; at most %d are read': '%s: Byte 0: der Kopf hat %llu Bytes; gelesen werden höchstens %d',
  '%s: byte 8: the header is not JSON': '%s: Byte 8: der Kopf ist kein JSON',
  '%s: byte 8: its header has %d words and numbers, which is too many tensors; at most %d are read':
    '%s: Byte 8: der Kopf hat %d Wörter und Zahlen, also zu viele Tensoren; gelesen werden höchstens %d',

  // Archives.
  '%.200s/%.*s: %s': '%.200s/%.*s: %S',
  "%s: the archive's directory is damaged": '%s: das Verzeichnis des Archivs ist beschädigt',
  'it is encrypted': 'die Datei ist verschlüsselt',
  'it is packed in another way than deflate': 'die Datei ist anders als mit Deflate gepackt',
  'it is larger than 4 GB; give it as .npy': 'die Datei ist größer als 4 GB; bitte als .npy',
  "it is not where the archive's directory says": 'die Datei ist nicht dort, wo das Verzeichnis des Archivs sagt',
  'it is longer than the archive': 'die Datei ist länger als das Archiv',
  'its size is not that of its bytes': 'die Größe passt nicht zu den Bytes',
  'it claims to be larger than it can be': 'die Datei gibt an, größer zu sein, als sie sein kann',
  '%s: the archive has no directory, as if cut off': '%s: das Archiv hat kein Verzeichnis, als wäre es abgeschnitten',
  "%s: the archive's directory lies beyond its end": '%s: das Verzeichnis des Archivs liegt hinter seinem Ende',
  '%s: the archive has %zu files; at most %d are read': '%s: das Archiv hat %zu Dateien; gelesen werden höchstens %d',
  'it is shorter than the archive says': 'die Datei ist kürzer, als das Archiv sagt',
  'its checksum is wrong': 'die Prüfsumme stimmt nicht',

  // Networks.
  'the matching module of the file has no such tensor': 'das passende Modul der Datei hat keinen solchen Tensor',
  'no module of this shape is left in the file': 'in der Datei ist kein Modul dieser Form mehr übrig',
  "%s: its tensors have the network's shapes, but those under '%.80s' are not consecutive in the network: save them in the order of the layers":
    '%s: die Tensoren haben die Formen des Netzes, aber die unter „%.80s“ folgen im Netz nicht aufeinander: bitte in der Folge der Schichten speichern',
  '%s: %.80s has shape [%s], the network needs [%s]': '%s: %.80s hat die Form [%s], das Netz braucht [%s]',
  "%s: %d of the network's %d tensors are not in the file, and %d of the file's have no place in the network; the first is %s'%.80s' [%s]: %s":
    '%s: von den Tensoren des Netzes sind %d von %d nicht in der Datei, und %d der Datei haben im Netz keinen Platz; der erste ist %S„%.80s“ [%s]: %S',
  "the network's ": 'im Netz ',
  "%s: its metadata's %s is %.80s; it must be %s": '%s: in den Metadaten ist %s %.80s; nötig ist: %s',
  '%s: its format is %.40s, of another version of this program; this one reads %s and %s: take the program that wrote it':
    '%s: das Format ist %.40s, das einer anderen Version des Programms; diese liest %s und %s: bitte das Programm nehmen, das die Datei schrieb',
  '%s: its SHA-256 begins with %s, but the link starts from weights whose SHA-256 begins with %s: give that file':
    '%s: der SHA-256 beginnt mit %s, aber der Link verlangt Gewichte, deren SHA-256 mit %s beginnt: bitte diese Datei angeben',
  '%s: it has %d tensors; at most %d are allowed': '%s: die Datei hat %d Tensoren; erlaubt sind höchstens %d',
  '%s does not say which network it belongs to: name the model':
    '%s sagt nicht, zu welchem Netz die Datei gehört: bitte das Modell angeben',
  "%s does not say which inputs its network takes: give the input's size and the number of classes, or data":
    '%s sagt nicht, welche Eingaben das Netz nimmt: bitte die Größe der Eingabe und die Zahl der Klassen angeben, oder Daten',
  '%s has %d classes, but data %s has %d': '%s hat %d Klassen, aber data %s hat %d',
  '%s takes %d channels, but data %s has %d': '%s nimmt %d Kanäle, aber data %s hat %d',
  '%s does not say which network it belongs to, and no preset fits its tensors: name the model%s':
    '%s sagt nicht, zu welchem Netz die Datei gehört, und keines des Labs passt zu den Tensoren: bitte das Modell angeben%s',
  '%s does not say which network it belongs to, and its tensors fit %s: name the model%s':
    '%s sagt nicht, zu welchem Netz die Datei gehört, und die Tensoren passen zu %s: bitte das Modell angeben%s',
  '%s and %s take one number, or %d, one for each channel': '%s und %s haben eine Zahl, oder %d, eine für jeden Kanal',
  'the data of the network is unknown: name it in the link': 'niemand sagt, zu welchen Daten das Netz gehört: bitte im Link angeben',
  'samples of %dx%dx%d, and the network takes %dx%dx%d': 'Beispiele von %dx%dx%d, und das Netz nimmt %dx%dx%d',
  'the network divides its logits by the temperature %g, which a file of weights does not hold: take the one that it was exported from':
    'das Netz teilt seine Logits durch die Temperatur %g, die in einer Datei mit Gewichten nicht steht: bitte die nehmen, aus der es exportiert wurde',
  'the mean and the standard deviation that pixels are normalised with are not known: give them':
    'Mittelwert und Standardabweichung, mit denen Pixel normiert werden, sind unbekannt: bitte angeben',
  'neither the file nor the link says how pixels are normalised, and it is guessed by classes alone: say mean and std':
    'weder die Datei noch der Link sagt, wie Pixel normiert werden, und nur nach den Klassen wurde geraten: bitte mean und std angeben',
};
