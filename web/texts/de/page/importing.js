// German for errors of files that were dropped or picked as data.
/** @type {Record<string, string>} */
export const importing = {
  '%s: %s arrays that could be the %s; give one': '%s: %s Arrays, die die %P sein könnten; bitte eines geben',
  pictures: 'Bilder',
  'test pictures': 'Testbilder',
  'test labels': 'Testlabels',
  '%s has %s labels for the %s pictures of %s': '%s hat %s Labels für die %s Bilder von %s',
  '%s holds %s numbers of type %s: neither pictures nor labels': '%s enthält %s Zahlen vom Typ %s: weder Bilder noch Labels',
  '%s holds %s numbers: neither pictures nor labels': '%s enthält %s Zahlen: weder Bilder noch Labels',
  '%s has MNIST\'s form, and its name says neither "train" nor "test" (or t10k); rename it':
    '%s hat die Form von MNIST, und der Name sagt weder "train" noch "test" (oder t10k); bitte umbenennen',
  'no arrays': 'keine Arrays',
  '%s holds %s; SVHN has X (32 x 32 x 3 x n) and y': '%s enthält %S; SVHN hat X (32 x 32 x 3 x n) und y',
  "%s has SVHN's form with %s pictures; name it train_32x32.mat or test_32x32.mat":
    '%s hat die Form von SVHN mit %s Bildern; bitte train_32x32.mat oder test_32x32.mat nennen',
  '%s: it has %s %s for %s pictures': '%s: %s Zahlen in %s für %s Bilder',
  '%s: number %s of its %s is not a whole number from 0 to %s': '%s: Nummer %s in %s ist keine ganze Zahl von 0 bis %s',
  '%s: its %s are not a list of whole numbers': '%s: %s ist keine Liste ganzer Zahlen',
  '%s: it has %s %s; CIFAR has 60,000 pictures': '%s: %s Zahlen in %s; CIFAR hat 60.000 Bilder',
  '%s: its data are not an array of rows of %s bytes': '%s: die Daten sind kein Array mit Zeilen von %s Bytes',
  "%s: its pickle is not a dictionary of CIFAR's": '%s: der Pickle ist kein Dictionary wie das von CIFAR',
  "%s: its pickle has neither CIFAR's pictures nor CIFAR-10N's labels":
    '%s: der Pickle hat weder die Bilder von CIFAR noch die Labels von CIFAR-10N',
  "%s has CIFAR's form and does not say which batch it is; name it as the official one":
    '%s hat die Form von CIFAR und sagt nicht, welcher Batch es ist; bitte wie den offiziellen nennen',
  '%s cannot be read, or its compressed bytes are not intact': '%s ist nicht lesbar, oder die gepackten Bytes sind beschädigt',
  '%s: the path %s leads out of the archive, so nothing of it is opened':
    '%s: der Pfad %s führt aus dem Archiv hinaus; deshalb wird nichts davon geöffnet',
  '%s expands to more than %s': '%s hat ausgepackt mehr als %s',
  '%s has more than %s files': '%s hat mehr als %s Dateien',
  'it is not a complete tar archive, or its compressed bytes are not intact':
    'kein vollständiges tar-Archiv, oder die gepackten Bytes sind beschädigt',
  '%s has a file of %s; at most %s are read of one': '%s hat eine Datei von %s; gelesen werden von einer höchstens %s',
  '%s changed while it was read': '%s hat sich beim Lesen geändert',
  '%s has two files of the path %s; pack it again without one': '%s hat zwei Dateien mit dem Pfad %s; bitte ohne eine davon neu packen',
  '%s expands to more than %s; unpack it, and give the folder': '%s hat ausgepackt mehr als %s; bitte auspacken und den Ordner geben',
  '%s files were given; at most %s are read': '%s Dateien wurden gegeben; gelesen werden höchstens %s',
  '%s cannot be read; it may have been moved or changed': '%s ist nicht lesbar; vielleicht wurde die Datei verschoben oder geändert',
  '%s has %s; at most %s are read': '%s hat %s; gelesen werden höchstens %s',
  '%s has more than %s': '%s hat mehr als %s',
  'there are %s class folders; at most %s are read': 'es gibt %s Klassenordner; gelesen werden höchstens %s',
  '%s pictures of %s x %s': '%s Bilder von %s x %s',
  'none of the pictures could be decoded: %s': 'keines der Bilder ließ sich decodieren: %S',
  '%s lies in no class folders: give a folder with one folder per class':
    '%s liegt in keinem Klassenordner: bitte einen Ordner mit einem Ordner je Klasse geben',
  '%s and %s more pictures lie in no class folders: give a folder with one folder per class':
    '%s und %s weitere Bilder liegen in keinen Klassenordnern: bitte einen Ordner mit einem Ordner je Klasse geben',
  '%s has %s labels; at most %s are read': '%s hat %s Labels; gelesen werden höchstens %s',
  '%s has two columns named %s': '%s hat zwei Spalten namens %s',
  '%s: column %s has no name and is not read': '%s: Spalte %s hat keinen Namen und wird nicht gelesen',
  '%s: row %s has %s for %s, and a label is 1, 0, -1 (uncertain) or empty (missing)':
    '%s: in Zeile %s steht %s für %s, und ein Label ist 1, 0, -1 (unsicher) oder leer (fehlend)',
  '%s: row %s names %s, and several pictures end so': '%s: Zeile %s nennt %s, und mehrere Bilder enden so',
  '%s: rows %s and %s both name %s': '%s: die Zeilen %s und %s nennen beide %s',
  '%s: %s of %s rows name no picture that is here; the others are used':
    '%s: %s von %s Zeilen nennen kein Bild, das hier ist; die anderen werden verwendet',
  '%s pictures': '%s Bilder',
  '%s folders': '%s Ordner',
  '%s texts': '%s Texte',
  'the texts take more than %s': 'die Texte nehmen mehr als %s ein',
  '%s is an archive within an archive; unpack the outer one, and give what is in it':
    '%s ist ein Archiv in einem Archiv; bitte das äußere auspacken und geben, was darin ist',
  'it holds Python objects, not numbers': 'darin sind Python-Objekte, keine Zahlen',
  'its values are of type %s; numbers are read': 'die Werte sind vom Typ %s; gelesen werden Zahlen',
  'its numbers are big-endian; little-endian is read': 'die Zahlen sind Big-Endian; gelesen wird Little-Endian',
  'it ends where %s more bytes of its array belong': 'zu Ende, wo noch %s Bytes des Arrays hingehören',
  '%s is empty': '%s ist leer',
  '%s is an HDF5 file, as MATLAB 7.3 writes them; save it as version 5 or as .npy':
    '%s ist eine HDF5-Datei, wie MATLAB 7.3 sie schreibt; bitte als Version 5 oder als .npy speichern',
  '%s is a Parquet file; save it as CSV or .npy': '%s ist eine Parquet-Datei; bitte als CSV oder .npy speichern',
  'a marker of the JPEG is missing': 'ein Marker des JPEGs fehlt',
  'the JPEG ends before it says its size': 'das JPEG endet, bevor es seine Größe angibt',
  'the PNG ends before it says its size': 'das PNG endet, bevor es seine Größe angibt',
  '%s has %s bytes, too many for a picture': '%s hat %s Bytes, zu viele für ein Bild',
  '%s says that it is %s x %s pixels; at most %s million are decoded': '%s gibt %s x %s Pixel an; decodiert werden höchstens %s Millionen',
  '%s is not a picture that this browser can decode, or it is cut off':
    '%s ist kein Bild, das dieser Browser decodieren kann, oder es ist abgeschnitten',
  '%s is %s x %s pixels; at most %s million are read': '%s hat %s x %s Pixel; gelesen werden höchstens %s Millionen',
  'the pictures': 'die Bilder',
  '%s could both be %s; give one of them': '%s: beide könnten %s sein; bitte eine davon geben',
  '%s could all be %s; give one of them': '%s: alle könnten %s sein; bitte eine davon geben',
  '%s has no format that is read here': '%s hat kein Format, das hier gelesen wird',
  '%s is a text, but not a table, and lies in no class folders': '%s ist ein Text, aber keine Tabelle, und liegt in keinem Klassenordner',
  '%s is not a table: its rows need the same number of columns, at least two':
    '%s ist keine Tabelle: die Zeilen brauchen gleich viele Spalten, mindestens zwei',
};
