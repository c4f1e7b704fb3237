// Merges JSON values of one kind into a shape, and writes the shape as a TypeScript type.

/**
 * @typedef {object} Shape
 * @property {Set<'null' | 'boolean' | 'number' | 'string'>} plain types of the values that are neither lists
 * nor objects
 * @property {Set<string>} words words of the texts; more than MANY are not counted
 * @property {Set<number>} lengths lengths of the lists
 * @property {Shape | null} item items of the lists
 * @property {Map<string, {shape: Shape, seen: number}>} members members of the objects, and how many objects
 * have them
 * @property {number} objects number of objects
 */

const MANY = 24; // a text with more words is an arbitrary text

/** @returns {Shape} */
const nothing = () => ({ plain: new Set(), words: new Set(), lengths: new Set(), item: null, members: new Map(), objects: 0 });

/**
 * Adds a value to a shape.
 * @param {Shape} shape
 * @param {unknown} value
 * @returns {Shape}
 */
function add(shape, value) {
  if (value === null) shape.plain.add('null');
  else if (Array.isArray(value)) {
    shape.lengths.add(value.length);
    shape.item ??= nothing();
    for (const item of value) add(shape.item, item);
  } else if (typeof value === 'object') {
    shape.objects++;
    for (const [key, member] of Object.entries(/** @type {object} */ (value))) {
      const known = shape.members.get(key) ?? { shape: nothing(), seen: 0 };
      shape.members.set(key, known);
      known.seen++;
      add(known.shape, member);
    }
  } else {
    const type = typeof value;
    if (type !== 'boolean' && type !== 'number' && type !== 'string') throw new Error(`JSON holds no ${type}`);
    shape.plain.add(type);
    if (typeof value === 'string' && shape.words.size <= MANY) shape.words.add(value);
  }
  return shape;
}

/** Returns the shape of all values. @param {unknown[]} values */
export const shapeOf = (values) => values.reduce(add, nothing());

/**
 * Merges two shapes.
 * @param {Shape} into
 * @param {Shape} from
 * @returns {Shape}
 */
function join(into, from) {
  for (const plain of from.plain) into.plain.add(plain);
  for (const word of from.words) into.words.add(word);
  for (const length of from.lengths) into.lengths.add(length);
  if (from.item) into.item = join(into.item ?? nothing(), from.item);
  into.objects += from.objects;
  for (const [key, { shape, seen }] of from.members) {
    const known = into.members.get(key) ?? { shape: nothing(), seen: 0 };
    into.members.set(key, known);
    known.seen += seen;
    join(known.shape, shape);
  }
  return into;
}

/** @param {string} key */
const keyed = (key) => (/^[A-Za-z_]\w*$/.test(key) ? key : `'${key}'`);
/** @param {Iterable<string>} words */
export const union = (words) => [...words].map((word) => `'${word}'`).join(' | ');

const WIDTH = 110; // columns of a comment

/** Formats a comment, in several lines if it is long. @param {string} text */
export function commented(text) {
  if (text.length + 7 <= WIDTH) return `/** ${text} */`;
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last && last.length + word.length + 4 <= WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */`;
}

/**
 * @typedef {object} Rules
 * @property {Record<string, string>} named names of forms, by place
 * @property {Record<string, string>} fixed types, by place
 * @property {string[]} words places of texts that are one of a few
 * @property {Record<string, string[]>} more members of forms that no sample has
 * @property {string[]} open forms with an index signature for the members that only some samples have
 */

/**
 * Named forms, each declared once. A place is a path from a name: `Check.net`, `Network.layers[]`.
 * `Library.metrics.*` means that the object has arbitrary keys, and is the place of their values.
 */
export class Names {
  /** @param {Rules} rules */
  constructor(rules) {
    this.rules = rules;
    /** @type {Map<string, Shape>} */
    this.forms = new Map();
    /** @type {Set<string>} places that occurred */
    this.met = new Set();
  }

  /**
   * Names the form of values.
   * @param {string} name
   * @param {Shape} shape
   */
  take(name, shape) {
    this.forms.set(name, join(this.forms.get(name) ?? nothing(), shape));
    for (const [place, inner] of this.inside(name, shape)) this.visit(place, inner);
  }

  /** @param {string} place @param {Shape} shape */
  visit(place, shape) {
    const name = this.rules.named[place];
    this.met.add(place);
    if (this.rules.fixed[place]) return;
    if (!name) for (const [deeper, inner] of this.inside(place, shape)) this.visit(deeper, inner);
    else if (shape.objects || shape.item) this.take(name, shape);
  }

  /**
   * Returns the parts of a form, by place.
   * @param {string} at
   * @param {Shape} shape
   * @returns {[string, Shape][]}
   */
  inside(at, shape) {
    /** @type {[string, Shape][]} */
    const found = shape.item ? [[`${at}[]`, shape.item]] : [];
    for (const [key, member] of shape.members) found.push([this.isRecord(at) ? `${at}.*` : `${at}.${key}`, member.shape]);
    return found;
  }

  /** @param {string} at */
  isRecord(at) {
    return [this.rules.named, this.rules.fixed].some((places) => Object.keys(places).some((place) => place.startsWith(`${at}.*`)));
  }

  /**
   * Returns the type at a place.
   * @param {string} place
   * @param {Shape} shape
   * @returns {string}
   */
  typeAt(place, shape) {
    const fixed = this.rules.fixed[place];
    if (fixed) return fixed;
    const none = shape.plain.has('null') ? ' | null' : '';
    if (this.rules.words.includes(place)) return union([...shape.words].sort()) + none;
    const name = this.rules.named[place];
    return name ? name + none : this.type(place, shape);
  }

  /** @param {string} at @param {Shape} shape @returns {string} */
  type(at, shape) {
    const all = [...shape.plain]
      .filter((plain) => plain !== 'null')
      .sort()
      .map(String);
    if (shape.item) {
      const item = this.typeAt(`${at}[]`, shape.item) || 'never';
      all.push(/^\{[^{}]*\}$|^\w+$/.test(item) ? `${item}[]` : `(${item})[]`);
    }
    if (shape.objects) all.push(this.isRecord(at) ? `Record<string, ${this.any(at, shape)}>` : `{ ${this.members(at, shape).join('; ')} }`);
    if (shape.plain.has('null')) all.push('null');
    return all.join(' | ');
  }

  /**
   * Returns the type of all values of an object.
   * @param {string} at
   * @param {Shape} shape
   */
  any(at, shape) {
    return this.typeAt(
      `${at}.*`,
      [...shape.members.values()].reduce((all, member) => join(all, member.shape), nothing()),
    );
  }

  /** @param {string} at @param {Shape} shape @returns {string[]} */
  members(at, shape) {
    const open = this.rules.open.includes(at);
    const lines = [];
    for (const [key, { shape: member, seen }] of shape.members) {
      const always = seen === shape.objects;
      const place = this.rules.named[`${at}.*`] ? `${at}.*` : `${at}.${key}`;
      if (always || !open) lines.push(`${keyed(key)}${always ? '' : '?'}: ${this.typeAt(place, member)}`);
    }
    lines.push(...(this.rules.more[at] ?? []));
    if (open) lines.push(`[name: string]: ${this.any(at, shape)}`);
    return lines;
  }

  /**
   * Declares a form as an interface, or as a type alias if it is not a plain object.
   * @param {string} name
   * @param {string} says
   */
  declare(name, says) {
    const shape = this.forms.get(name);
    if (!shape) throw new Error(`types: no answer holds a ${name}`);
    const plain = shape.item || !shape.objects || (this.isRecord(name) && !this.rules.open.includes(name));
    if (plain || [...shape.plain].some((one) => one !== 'null'))
      return `${commented(says)}\nexport type ${name} = ${this.type(name, shape)};\n`;
    const lines = this.members(name, shape).map((line) => `  ${line};\n`);
    if (!lines.length) return `${commented(says)}\nexport type ${name} = Record<string, never>;\n`;
    return `${commented(says)}\nexport interface ${name} {\n${lines.join('')}}\n`;
  }
}
