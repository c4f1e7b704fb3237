// make docs: writes the lists in the documents that follow from registries, from `calib describe` and the
// networks' cards. A list is between `<!-- made by make docs: NAME -->` and `<!-- end -->`; everything else
// is written by hand.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { claimsTable, studiesTable } from '../models/papers/table.mjs';
import { cards, tableOf } from '../models/zoo.mjs';
import { root } from '../tests/support/paths.mjs';

export const FILES = ['src/cli/README.md', 'src/reference.md', 'src/ad/ops.md', 'models/README.md', 'models/papers/README.md'];

/** @param {string[]} args */
const calib = (...args) => JSON.parse(execFileSync(root('build/native/calib'), args, { encoding: 'utf8', maxBuffer: 1 << 26 }));

const code = (/** @type {string} */ text) => `\`${text}\``;
/** @param {string[]} head @param {string[][]} rows */
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n');

const MANY = 8; // a table lists at most this many choices

/**
 * Returns the values of a parameter, its default first.
 * @param {any} param
 * @returns {string[]}
 */
function chosen({ choices, default: preset }) {
  const all = [preset, ...choices.filter((/** @type {string} */ choice) => choice !== preset)];
  return all.length > MANY ? [...all.slice(0, 3), '...'] : all;
}

/** Formats a parameter with its choices, or its default. @param {any} param */
function parameter(param) {
  const { name, choices, default: preset } = param;
  return code(choices ? `${name}=${chosen(param).join('/')}` : preset === '' ? name : `${name}=${preset}`);
}
/** @param {any[]} params */
const parameters = (params) => params.map(parameter).join(', ');

/**
 * Makes the table of a registry.
 * @param {string} what
 * @param {any[]} entries
 */
const registry = (what, entries) =>
  table(
    [what, 'what it does', 'parameters', 'source'],
    entries.map(({ id, help, params, source }) => [code(id), help, parameters(params), source]),
  );

// The number of bins is a parameter of nearly every metric; a variant changes the definition.
const variants = (/** @type {any[]} */ params) =>
  params.filter(({ name }) => name !== 'bins').map((param) => (param.choices ? parameter(param) : code(param.name)));

/** @param {any[]} entries */
const metrics = (entries) =>
  table(
    ['metric', 'what it is', 'variants', 'source'],
    entries.map(({ id, help, params, source }) => [code(id), help, variants(params).join(', '), source]),
  );

/**
 * A data set's specific parameters are those that not all sets have, or not all single-label sets.
 * @param {any[]} entries
 */
function data(entries) {
  const everywhere = (/** @type {string} */ name) => entries.every(({ params, several }) => several || params.some((/** @type {any} */ param) => param.name === name));
  return table(
    ['data', 'what it is', 'classes', 'sample', 'parameters of its own', 'source'],
    entries.map(({ id, help, classes, shape, params, source }) => [
      code(id),
      help,
      String(classes),
      shape.join('x'),
      parameters(params.filter((/** @type {any} */ param) => !everywhere(param.name))),
      source,
    ]),
  );
}

/**
 * Groups values of a parameter that need the same files: "labels=aggregate/worse".
 * @param {{with: Record<string, string>}[]} same
 */
const chosenWith = (same) =>
  Object.keys(same[0].with)
    .map((name) => code(`${name}=${same.map((variant) => variant.with[name]).join('/')}`))
    .join(', ');

/**
 * Lists the files of a data set, and those that its parameters add or replace.
 * @param {{with: Record<string, string>, files: string[]}[]} variants
 */
function reads([{ files }, ...variants]) {
  /** @type {Map<string, typeof variants>} */
  const groups = new Map();
  for (const variant of variants) {
    const key = JSON.stringify([Object.keys(variant.with), variant.files]);
    groups.set(key, [...(groups.get(key) ?? []), variant]);
  }
  const others = [...groups.values()].map((same) => {
    const more = same[0].files.filter((name) => !files.includes(name)).map(code);
    const omitted = files.filter((name) => !same[0].files.includes(name)).map(code);
    return `with ${chosenWith(same)} ${omitted.length ? `${more.join(', ')} in place of ${omitted.join(', ')}` : `also ${more.join(', ')}`}`;
  });
  return [files.map(code).join(', '), ...others].join('; ');
}
/** @param {any[]} entries */
const files = (entries) =>
  table(
    ['data', 'files'],
    entries.filter(({ needs_files }) => needs_files).map(({ id, files }) => [code(id), reads(files)]),
  );

// Untrained, on little data of each kind: columns and facts depend only on the probe.
const PROBED = ['data=moons:train=9,val=9,test=9&model=mlp:hidden=2', 'data=shapes10:train=9,val=9,test=9&model=cnn-s'];
/** Makes the table of probes with their columns and facts. @param {any[]} entries */
const tables = (entries) =>
  table(
    ['probe', 'columns of a row', 'facts'],
    entries.map(({ id }) => {
      const { columns, facts } = calib('probe', id, PROBED[Number(['gradcam', 'normalisation'].includes(id))], '--epoch', '0', '--format', 'json');
      const classes = columns.filter((/** @type {any} */ { id }) => /^\D0$/.test(id)).length;
      const shown = columns.filter((/** @type {any} */ { id }) => !/^\D[1-9]$/.test(id)).map((/** @type {any} */ column) => code(column.id));
      return [code(id), `${shown.join(', ')}${classes ? ' ...' : ''}`, Object.keys(facts).map(code).join(', ')];
    }),
  );

/**
 * Formats a letter of a token with its meaning. One that its layer chooses, or that is required, has no
 * default.
 * @param {any} param
 */
const letter = ({ name, help, default: preset, min, max }) =>
  `${code(preset >= min && preset <= max ? `${name}=${preset}` : name)} ${help}`;
/** @param {any[]} entries */
const layers = (entries) =>
  table(
    ['token', 'layer', 'what it does', 'letters', 'source'],
    entries.map(({ id, label, help, params, source }) => [code(id), label, help, params.map(letter).join(', '), source]),
  );

/** Formats the values of a key. @param {any} param */
function range(param) {
  const { choices, type, min, max, kind } = param;
  if (choices) return chosen(param).map(code).join(', ');
  return kind ? `epoch:${kind}` : min === null ? type : `${min} to ${max}`;
}
/** @param {any[]} params */
const keys = (params) =>
  table(
    ['key', 'default', 'values', 'what it is'],
    params.map((param) => [code(param.name), code(String(param.default)), range(param), `${param.help}${param.unit ? ` (${param.unit})` : ''}`]),
  );

const LONGEST = 200; // a table shows layer texts up to this many characters
const grouped = (/** @type {number} */ value) => value.toLocaleString('en');

/**
 * Makes the table of presets as they are named, on the first data set that each fits.
 * @param {any[]} entries
 */
const models = (entries) =>
  table(
    ['link', 'layer text', 'parameters', 'multiply-adds'],
    entries
      .filter(({ id }) => id !== 'layers')
      .map(({ id, layers }) => {
        const { net } = calib('model', id, '--data', layers.startsWith('emb') ? 'words' : 'shapes10', '--format', 'json');
        return [code(`model=${id}`), layers.length <= LONGEST ? code(layers) : '', grouped(net.parameters), grouped(net.multiply_adds)];
      }),
  );

/** @param {any} command */
const usage = ({ name, operand, second }) => ['calib', name, operand, second].filter((word) => word).join(' ');
/** @param {any[]} all */
const commands = (all) =>
  table(
    ['', 'command', 'what it does'],
    all.map((command, i) => [command.group === all[i - 1]?.group ? '' : command.group, code(usage(command)), command.summary]),
  );

/** @param {any} option */
const option = ({ name, value, help, repeats, required }) => {
  const rules = [required && 'required', repeats && 'any number of times'].filter(Boolean).join('; ');
  return `- ${code(value ? `${name} ${value}` : name)}${rules && ` (${rules})`}: ${help}`;
};
/** @param {any[]} all */
const options = (all) =>
  all.map((command) => `**${code(usage(command))}** ${command.summary}\n\n${command.options.map(option).join('\n')}`.trim()).join('\n\n');

/**
 * Lists the structural ops and their makers from the files that define them, as src/ad/op/gather.awk does.
 */
function ops() {
  const rows = readdirSync(root('src/ad/op'))
    .filter((name) => name.endsWith('.c'))
    .sort()
    .map((name) => [name, readFileSync(root(`src/ad/op/${name}`), 'utf8')])
    .map(([name, text]) => [
      code(name),
      [...text.matchAll(/^const cal_op cal_op_([a-z0-9_]+) = /gm)].map(([, op]) => op.toUpperCase()).join(', '),
      [...text.matchAll(/^cal_node cal_graph_([a-z0-9_]+)\(/gm)].map(([, constructor]) => code(constructor)).join(', '),
    ]);
  return table(
    ['file', 'structural ops', 'constructors, `cal_graph_...`'],
    rows.filter(([, all, constructors]) => all || constructors),
  );
}

/** Returns every list, by its name. @returns {Record<string, () => string>} */
function lists() {
  const all = calib('describe');
  const every = calib('describe', '--commands');
  return {
    commands: () => commands(every),
    options: () => options(every),
    run: () => keys(all.run),
    data: () => data(all.data),
    files: () => files(all.data),
    layers: () => layers(all.layer),
    models: () => models(all.model),
    heads: () => registry('head', all.head),
    losses: () => registry('loss', all.loss),
    metrics: () => metrics(all.metric),
    penalties: () => registry('penalty', all.penalty),
    optimizers: () => registry('optimizer', all.optimizer),
    schedules: () => registry('schedule', all.schedule),
    augments: () => registry('augment', all.augment),
    corruptions: () => registry('corruption', all.corruption),
    calibrators: () => registry('calibrator', all.calibrator),
    conformities: () => registry('conformity', all.conformity),
    views: () => registry('view', all.view),
    probes: () => registry('probe', all.probe),
    'probe-tables': () => tables(all.probe),
    networks: () => tableOf(cards()),
    ops,
    claims: claimsTable,
    studies: studiesTable,
  };
}

const MADE = /<!-- made by make docs: (\S+) -->\n[\s\S]*?<!-- end -->/g;

/**
 * Returns a file's text with its lists made again.
 * @param {string} path
 * @param {Record<string, () => string>} lists
 */
function remade(path, lists) {
  const names = new Set();
  const text = readFileSync(root(path), 'utf8').replace(MADE, (_, name) => {
    if (!lists[name]) throw new Error(`${path}: make docs has no list '${name}'; there are ${Object.keys(lists).join(', ')}`);
    names.add(name);
    return `<!-- made by make docs: ${name} -->\n\n${lists[name]()}\n\n<!-- end -->`;
  });
  return { text, names };
}

/** Returns each file's path, its text as it should be, and its lists. */
export function docs() {
  const made = lists();
  return { known: Object.keys(made), files: FILES.map((path) => ({ path, ...remade(path, made) })) };
}

function main() {
  for (const { path, text } of docs().files) {
    if (text === readFileSync(root(path), 'utf8')) continue;
    writeFileSync(root(path), text);
    console.log(path);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) main();
