// Formats numbers in the page's language: narrow no-break space before %, true minus, en dash in ranges, the
// language's decimal point and digit groups. Output for programs has a point in every language
// (`forPrograms`).

const thin = '\u202f';
const minus = '\u2212';

/** Number formats of the languages; from: smallest number with digit groups. */
const ways = {
  en: { point: '.', group: ',', from: 1e3, dates: 'en-GB' },
  de: { point: ',', group: thin, from: 1e4, dates: 'de-DE' },
};
let way = ways.en;

/** The current number format. Caches of formatted text compare it to know if they are stale. */
export const writing = () => way;

/** Sets the language of all numbers formatted from now on. @param {keyof typeof ways} language */
export const setNumberLanguage = (language) => void (way = ways[language]);

/**
 * Formats text for a program, or for pasting into another language: numbers are written as in English.
 * @template T
 * @param {() => T} write
 * @returns {T}
 */
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
 * A fraction's percentage. Ties round to even, so that an error and its accuracy always add up to 100.
 * @param {number} fraction
 * @param {number} digits
 */
function hundredths(fraction, digits) {
  const units = fraction * 100 * 10 ** digits; // counts the last digit
  const tie = Math.abs(Math.abs(units % 1) - 0.5) < 1e-9;
  return tie ? ((2 * Math.round(units / 2)) / 10 ** digits).toFixed(digits) : (100 * fraction).toFixed(digits);
}

/** Formats a fraction as percent. @param {number} fraction @param {number} [digits] */
export function percent(fraction, digits = 1) {
  return isNumber(fraction) ? `${signed(hundredths(fraction, digits))}${thin}%` : '–';
}

/** Gives typed text the same space before % as `percent`. @param {string} text */
export const typeset = (text) => text.replace(/(\d)[ \u00a0]%/g, `$1${thin}%`);

/**
 * Formats a difference of two fractions in percentage points, without its sign.
 * @param {number} difference
 * @param {number} [digits]
 */
export const points = (difference, digits = 1) => signed(Math.abs(difference * 100).toFixed(digits));

/** Formats a difference of two fractions in percentage points, with its sign. @param {number} difference */
export const signedPoints = (difference) => `${difference >= 0 ? '+' : minus}${points(difference)}`;

/** Formats a change of a count, with its sign. @param {number} n */
export const signedCount = (n) => `${n < 0 ? minus : '+'}${count(Math.abs(n))}`;

/** Formats a day and time. @param {number} time ms since 1970 */
export const moment = (time) =>
  new Date(time).toLocaleString(way.dates, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

/** A day of a year, and a time of it. @param {number} time ms since 1970 */
export const momentOfYear = (time) =>
  new Date(time).toLocaleString(way.dates, { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' });

/**
 * @param {number} value
 * @param {number} [digits]
 */
export function decimal(value, digits = 3) {
  if (value === Infinity) return '∞';
  if (!isNumber(value)) return '–';
  return signed(Math.abs(value) < 1e5 ? value.toFixed(digits) : value.toExponential(1));
}

/** Fewest decimals, from one to four, at which different numbers look different. @param {number[]} values */
export const decimalsApart = (values) =>
  [1, 2, 3].find((digits) => new Set(values.map((value) => value.toFixed(digits))).size === new Set(values).size) ?? 4;

/**
 * Value of a report's metric. JSON has no infinity: a count of samples with probability 0 stands for it.
 * @param {{value: number | null, impossible?: number}} figure
 */
export const numberOf = ({ value, impossible }) => (impossible ? Infinity : value);

/** @param {number} value */
export const count = (value) =>
  Math.round(value)
    .toLocaleString('en-US')
    .replaceAll(',', Math.abs(value) < way.from ? '' : way.group);

/** @param {string} low @param {string} high */
export const range = (low, high) => `${low}–${high}`;

/**
 * Formats a metric like `figure`, but without its unit, which a heading or axis has.
 * @param {number} value
 * @param {string} unit
 * @param {number} digits of a percentage
 * @param {number} [plain] of other numbers
 */
export const unitless = (value, unit, digits, plain = 3) =>
  unit === '%' && isNumber(value) ? signed(hundredths(value, digits)) : decimal(value, plain);

/**
 * A column head in percent.
 * @param {string} label
 * @param {string} [space] a plain space in tables that are saved as text
 */
export const inPercent = (label, space = thin) => `${label}${space}%`;

/**
 * Formats a fraction as an axis label in percent: only the last one has the unit.
 * @param {number} fraction
 */
export const tick = (fraction) => (fraction === 1 ? percent(1, 0) : String(Math.round(100 * fraction)));

/**
 * Formats the numbers of a link, a field or a scale: "0.05" becomes "0,05" in German. Text that is not a
 * number is returned unchanged.
 * @param {unknown} value
 */
export function inWords(value) {
  const text = String(value);
  return way !== ways.en && /^[-\u2212]?(\d{1,3}(,\d{3})+|\d+|(?=\.))(\.\d+)?$/.test(text) ? signed(text.replaceAll(',', '')) : text;
}

/**
 * Writes a number for a link or a number field: seven significant digits, no trailing zeros.
 * @param {number} value
 */
export const typed = (value) => String(Number(value.toPrecision(7)));

/** @param {number} bytes */
export function bytes(bytes) {
  if (bytes < 1e6) return `${Math.max(1, Math.round(bytes / 1e3))} kB`;
  if (bytes < 1e9) return `${Math.round(bytes / 1e6)} MB`;
  return `${signed((bytes / 1e9).toFixed(1))} GB`;
}

/** Formats file sizes for errors, rounded up. @param {number} bytes */
export const megabytes = (bytes) => `${Math.ceil(bytes / 1e6).toLocaleString('en-US')} MB`;

/** Formats memory sizes; rounded up below one gigabyte. @param {number} bytes */
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
 * Formats a metric in the unit of its catalog entry.
 * @param {number} value
 * @param {string} unit '%' for fractions, '' or a word for plain numbers
 * @param {number} [digits]
 */
export const figure = (value, unit, digits) => (unit === '%' ? percent(value, digits ?? 1) : decimal(value, digits ?? 3));

/** Formats a power of ten. @param {number} exponent */
export const power = (exponent) => `10${[...String(exponent)].map((c) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(c)] ?? '⁻').join('')}`;

/** The first four of a list of names, and the number of all. @param {string[]} names */
export const firstFew = (names) => (names.length > 5 ? `${names.slice(0, 4).join(', ')}, … (${names.length})` : names.join(', '));
