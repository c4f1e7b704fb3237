// German for parameters that several registries share.

export const bins = { help: 'Anzahl der Konfidenz-Bins', unit: 'Bins' };
export const edges = {
  help: 'Zu welchem Bin eine Grenze gehört: zum unteren, zum oberen oder zum oberen, wobei die Konfidenz 1 ein eigenes Bin bekommt',
};
export const confident = { help: 'Konfidenz, ab der ein Beispiel zählt' };
export const oodScore = {
  help: 'Score, der für Beispiele aus fremden Daten größer ist: Entropie der Wahrscheinlichkeiten, 1 - Konfidenz, Energie der Logits oder das Negative des größten Logits',
};
export const certainty = {
  help: 'Score, der die Beispiele ordnet, die sichersten zuerst: Konfidenz, kleine Entropie, Abstand der beiden größten Wahrscheinlichkeiten, Energie der Logits oder eine Spalte der Tabelle',
};
export const answeredRisk = { help: 'Größter Fehler der beantworteten Beispiele' };
export const kernel = { help: 'An 0 und 1 gespiegelt, sodass jedes Beispiel seine Masse behält, oder wie im Paket relplot' };
export const severity = { help: 'von 1, am schwächsten, bis 5, am stärksten' };
export const noiseSeed = { help: 'Startwert des Rauschens' };
export const pixels = (/** @type {string} */ help) => ({ help, unit: 'Pixel' });

/** Parameters of the penalty of ranks. */
export const rankPenalty = {
  lambda: {
    help: 'Strafterm je Rang über kreg hinaus; von mehreren Werten der mit den kleinsten Mengen auf der ersten Hälfte der Validierung',
  },
  kreg: {
    help: 'Ränge ohne Strafterm; 0: die kleinste Zahl, die 1 - alpha der wahren Klassen der ersten Hälfte der Validierung enthält',
    unit: 'Klassen',
  },
};
