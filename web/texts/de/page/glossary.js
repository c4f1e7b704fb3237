// German glossary and notes of the help dialog.

/** @type {typeof import('../../en/glossary.js').glossary} */
export const glossary = {
  title: 'Begriffe',
  terms: [
    ['Konfidenz', 'Die Wahrscheinlichkeit, die das Netz seiner eigenen Antwort gibt.'],
    ['Trefferquote', 'Der Anteil der Antworten, die richtig sind.'],
    ['Zu sicher', 'Die mittlere Konfidenz ist höher als die Trefferquote.'],
    ['Zu unsicher', 'Die mittlere Konfidenz ist niedriger als die Trefferquote.'],
    ['ECE', 'Erwarteter Kalibrierungsfehler: der mittlere Abstand von Konfidenz und Trefferquote über Bins mit ähnlicher Konfidenz.'],
    ['NLL', 'Negative Log-Likelihood: ein Verlust, der niedrig ist, wenn die richtigen Antworten hohe Wahrscheinlichkeiten bekommen.'],
    ['Temperatur', 'Eine Zahl, die die Logits teilt: Über 1 senkt sie die Konfidenz, unter 1 hebt sie sie, und jede Antwort bleibt.'],
    ['Zufall allein', 'Der Kalibrierungsfehler, den ein kalibriertes Netz auf so vielen Beispielen zeigen würde.'],
    ['Streifen', 'Der Teil eines Balkens, um den das Netz zu sicher ist.'],
    ['Punkte', 'Der Teil eines Balkens, um den das Netz zu unsicher ist.'],
    ['Blass', 'Der Teil eines Abstands, den der Zufall allein erklärt.'],
    ['Beleg', 'Die Ergebnisse, die ein Link verspricht; die Seite trainiert den Lauf neu und vergleicht sie.'],
  ],
  present: 'Vorführen',
  presentNote:
    'P drücken: Die Zeichnung füllt den Bildschirm, groß genug für die letzte Reihe. Pfeiltasten oder eine Fernbedienung gehen von Ansicht zu Ansicht, Escape führt zurück.',
  documents: 'Dokumente (auf Englisch)',
  pages: [
    ['using', 'Was die Seite kann'],
    ['teaching', 'Für Lehrkräfte'],
    ['reference', 'Nachschlagen: alle Definitionen, Links und Dateien'],
    ['command-line', 'Kommandozeile'],
    ['networks', 'Die trainierten Netze'],
    ['papers', 'Studien: Versuche und Urteile'],
    ['embedding', 'Einbetten'],
    ['security', 'Sicherheit und Datenschutz'],
  ],
};
