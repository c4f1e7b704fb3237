// Numbers as words: narrow space before % (one that does not break), a true minus, en dash in ranges; the decimal point and groups of
// thousands as the language has them. What a program reads has a point in every language (`forPrograms`).

const thin = '\u202f';
const minus = '\u2212';

/** How a language writes a number; from: the least that is written in groups of thousands. */
const ways = {
  en: { point: '.', group: ',', from: 1e3, dates: 'en-GB' },
  de: { point: ',', group: thin, from: 1e4, dates: 'de-DE' },
};
let way = ways.en;

/** How numbers are written now: what was made of them is made anew where this is another. */
export const writing = () => way;

/** From here on numbers are written in this language. @param {keyof typeof ways} language */
export const speak = (language) => void (way = ways[language]);

/** Text that a program reads, or that is pasted into another language: its numbers are written as in English. @template T @param {() => T} write @returns {T} */
export function forPrograms(write) {
  const before = way;
  way = ways.en;
  try {
    return write();
  } finally {
    way = before;
  }
}

/** @param {string} digits */
const signed = (digits) => digits.replace(/^-/, minus).replace('.', way.point);

/** @param {number} value */
export const isNumber = (value) => typeof value === 'number' && Number.isFinite(value);

/**
 * A fraction as percent.
 * @param {number} fraction
 * @param {number} [digits]
 */
export function percent(fraction, digits = 1) {
  return isNumber(fraction) ? `${signed((fraction * 100).toFixed(digits))}${thin}%` : '–';
}

/**
 * A sentence that somebody typed, with the space before a % as `percent` has it.
 * @param {string} text
 */
export const typeset = (text) => text.replace(/(\d)[ \u00a0]%/g, `$1${thin}%`);

/**
 * A difference of two fractions, in percentage points, without its sign.
 * @param {number} difference
 * @param {number} [digits]
 */
export const points = (difference, digits = 1) => signed(Math.abs(difference * 100).toFixed(digits));

/** The same with its sign. @param {number} difference */
export const signedPoints = (difference) => `${difference >= 0 ? '+' : minus}${points(difference)}`;

/** By how many something has changed. @param {number} n */
export const signedCount = (n) => `${n < 0 ? minus : '+'}${count(Math.abs(n))}`;

/** A day and a time of it. @param {number} time ms since 1970 */
export const moment = (time) =>
  new Date(time).toLocaleString(way.dates, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

/**
 * @param {number} value
 * @param {number} [digits]
 */
export function decimal(value, digits = 3) {
  if (value === Infinity) return '∞';
  if (!isNumber(value)) return '–';
  return signed(Math.abs(value) < 1e5 ? value.toFixed(digits) : value.toExponential(1));
}

/** The decimals, one to four, with which no two of some numbers look alike that are not. @param {number[]} values */
export const decimalsApart = (values) =>
  [1, 2, 3].find((digits) => new Set(values.map((value) => value.toFixed(digits))).size === new Set(values).size) ?? 4;

/** A report's figure; JSON has no infinity, but a count of the samples that make it so. @param {{value: number | null, impossible?: number}} figure */
export const numberOf = ({ value, impossible }) => (impossible ? Infinity : value);

/** @param {number} value */
export const count = (value) =>
  Math.round(value)
    .toLocaleString('en-US')
    .replaceAll(',', Math.abs(value) < way.from ? '' : way.group);

/** @param {string} low @param {string} high */
export const range = (low, high) => `${low}–${high}`;

/**
 * The same where a heading or an axis has the unit.
 * @param {number} value
 * @param {string} unit
 * @param {number} digits of a percentage
 * @param {number} [plain] digits of another number
 */
export const withoutUnit = (value, unit, digits, plain = 3) => (unit === '%' ? decimal(100 * value, digits) : decimal(value, plain));

/** The head of a column in percent. @param {string} label @param {string} [space] a plain one in tables that are saved as text */
export const inPercent = (label, space = thin) => `${label}${space}%`;

/** A fraction at an axis, in percent: only the last one has the unit. @param {number} fraction */
export const tick = (fraction) => (fraction === 1 ? percent(1, 0) : String(Math.round(100 * fraction)));

/** A number as a link, a field or a scale has it, in words: "0.05" is "0,05" in German; what is no number stays. @param {unknown} value */
export function inWords(value) {
  const text = String(value);
  return way !== ways.en && /^[-\u2212]?(\d{1,3}(,\d{3})+|\d+|(?=\.))(\.\d+)?$/.test(text) ? signed(text.replaceAll(',', '')) : text;
}

/** As a field for numbers and a link take it: seven significant digits, no zeros at the end. @param {number} value */
export const typed = (value) => String(Number(value.toPrecision(7)));

/** @param {number} bytes */
export function bytes(bytes) {
  if (bytes < 1e6) return `${Math.max(1, Math.round(bytes / 1e3))} kB`;
  if (bytes < 1e9) return `${Math.round(bytes / 1e6)} MB`;
  return `${signed((bytes / 1e9).toFixed(1))} GB`;
}

/** Sizes of files in errors: never less than it is. @param {number} bytes */
export const megabytes = (bytes) => `${Math.ceil(bytes / 1e6).toLocaleString('en-US')} MB`;

/** Memory that something needs: of less than a gigabyte never less than it is. @param {number} bytes */
export const memorySize = (bytes) => (bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`);

/** @param {number} seconds */
export function duration(seconds) {
  const whole = Math.max(1, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return whole % 60 && minutes < 10 ? `${minutes} min ${whole % 60} s` : `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/**
 * A metric in the unit that its registry entry names.
 * @param {number} value
 * @param {string} unit '%' for fractions, '' or a word for plain numbers
 * @param {number} [digits]
 */
export const figure = (value, unit, digits) => (unit === '%' ? percent(value, digits ?? 1) : decimal(value, digits ?? 3));

/** A power of ten. @param {number} exponent */
export const power = (exponent) => `10${[...String(exponent)].map((c) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(c)] ?? '⁻').join('')}`;
