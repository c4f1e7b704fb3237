// The form of JSON values that belong together: merged from many of them, and written as TypeScript.

/**
 * @typedef {object} Shape
 * @property {Set<'null' | 'boolean' | 'number' | 'string'>} plain what the values were that are neither lists nor objects
 * @property {Set<string>} words those of the texts; more than MANY are not counted
 * @property {Set<number>} lengths of the lists
 * @property {Shape | null} item what lists hold
 * @property {Map<string, {shape: Shape, seen: number}>} members what objects hold, and how many of them
 * @property {number} objects how many there were
 */

const MANY = 24; // words beyond which a text is any text

/** @returns {Shape} */
const nothing = () => ({ plain: new Set(), words: new Set(), lengths: new Set(), item: null, members: new Map(), objects: 0 });

/** Takes a value in. @param {Shape} shape @param {unknown} value @returns {Shape} */
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

/** The form of all of these. @param {unknown[]} values */
export const shapeOf = (values) => values.reduce(add, nothing());

/** Two forms as one. @param {Shape} into @param {Shape} from @returns {Shape} */
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

/**
 * @typedef {object} Rules
 * @property {Record<string, string>} named names of forms, by place
 * @property {Record<string, string>} fixed types, by place
 * @property {string[]} words places of texts that are one of a few
 * @property {Record<string, string[]>} more members of forms that no sample has
 * @property {string[]} open names of forms with more members than the samples show: what not all of them have stands for any key
 */

/**
 * Forms with names, written once each. A place is a name and the way from there: `Check.net`, `Network.layers[]`; `Library.metrics.*` says that
 * the object has any keys, and what each of them holds.
 */
export class Names {
  /** @param {Rules} rules */
  constructor(rules) {
    this.rules = rules;
    /** @type {Map<string, Shape>} */
    this.forms = new Map();
    /** @type {Set<string>} places that were met */
    this.met = new Set();
  }

  /** Gives values a name. @param {string} name @param {Shape} shape */
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

  /** What a form holds, by place. @param {string} at @param {Shape} shape @returns {[string, Shape][]} */
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

  /** The type of what stands at a place. @param {string} place @param {Shape} shape @returns {string} */
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
    const all = [...shape.plain].filter((plain) => plain !== 'null').sort().map(String);
    if (shape.item) {
      const item = this.typeAt(`${at}[]`, shape.item) || 'never';
      all.push(/^\{[^{}]*\}$|^\w+$/.test(item) ? `${item}[]` : `(${item})[]`);
    }
    if (shape.objects) all.push(this.isRecord(at) ? `Record<string, ${this.any(at, shape)}>` : `{ ${this.members(at, shape).join('; ')} }`);
    if (shape.plain.has('null')) all.push('null');
    return all.join(' | ');
  }

  /** What any key of an object holds. @param {string} at @param {Shape} shape */
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

  /** A form as an interface, or as another name where it is no object alone. @param {string} name @param {string} says */
  declare(name, says) {
    const shape = this.forms.get(name);
    if (!shape) throw new Error(`types: no answer holds a ${name}`);
    const plain = shape.item || !shape.objects || (this.isRecord(name) && !this.rules.open.includes(name));
    if (plain || [...shape.plain].some((one) => one !== 'null')) return `/** ${says} */\nexport type ${name} = ${this.type(name, shape)};\n`;
    const lines = this.members(name, shape).map((line) => `  ${line};\n`);
    if (!lines.length) return `/** ${says} */\nexport type ${name} = Record<string, never>;\n`;
    return `/** ${says} */\nexport interface ${name} {\n${lines.join('')}}\n`;
  }
}
