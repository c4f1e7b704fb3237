// Tables of predictions as Parquet files, by two programs that other people wrote, and the same tables as text by one of them.
// In a folder of its own:
//   npm init -y && npm install @duckdb/node-api@1.5.6-r.1 parquet-wasm@0.8.0 apache-arrow@21.2.0 && node PATH/make.mjs PATH
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = resolve(process.argv[2] ?? '.');
const { resolve: find } = createRequire(join(process.cwd(), 'package.json'));
const from = (/** @type {string} */ name) => import(pathToFileURL(find(name)).href);
const { DuckDBInstance } = await from('@duckdb/node-api');
const db = await (await DuckDBInstance.create(':memory:')).connect();

// Numbers that look random, the same every time.
const u = (/** @type {string} */ seed) => `(((i * 7919 + ${seed}) * 104729) % 100003) / 100003.0`;
const rows = 'range(240) t(i)';
await db.run(`create table risks as select
  (${u('11')} < ${u('5')})::integer as died, ${u('5')}::double as risk,
  case i % 4 when 0 then 'north, "old"' when 1 then 'south' when 2 then 'east' else 'west' end as ward,
  (i // 2)::bigint as patient, (i % 7 = 0) as seen, date '2024-01-01' + (i % 30)::integer as day,
  case when i % 5 = 0 then null else ${u('3')}::float end as other from ${rows}`);
await db.run(`create table classes as select (i % 3)::tinyint as label,
  4 * ${u('1')}::double + (i % 3 = 0)::integer as cat, 4 * ${u('2')}::double + (i % 3 = 1)::integer as dog,
  4 * ${u('3')}::double + (i % 3 = 2)::integer as cow, i::bigint as __index_level_0__ from ${rows}`);
await db.run(`create table lists as select label, [cat, dog, cow] as logits from classes`);
await db.run(`create table questions as select i as id, (i % (2 + i % 3))::integer as answer,
  list_transform(range(2 + i % 3), lambda j: -3 * ((((i * 31 + j) * 7919) % 1009) / 1009.0)::double) as logprobs from ${rows}`);

/** @param {string} table @param {string} name @param {string} options */
const parquet = (table, name, options) => db.run(`copy ${table} to '${join(folder, name)}' (format parquet, ${options})`);
/** @param {string} query @param {string} name @param {string} format */
const text = (query, name, format) => db.run(`copy (${query}) to '${join(folder, name)}' (format ${format})`);

await parquet('risks', 'risks.parquet', 'compression snappy, row_group_size 2048');
await parquet('risks', 'risks-v2.parquet', 'compression zstd, parquet_version v2');
await text('from risks', 'risks.csv', 'csv, header');
await parquet('classes', 'classes.parquet', 'compression uncompressed');
await parquet('classes', 'classes-gzip.parquet', 'compression gzip');
await parquet('lists', 'lists.parquet', 'compression brotli');
await text('select label, cat as logits_0, dog as logits_1, cow as logits_2 from classes', 'lists.csv', 'csv, header');
await text('select label, cat, dog, cow from classes', 'classes.csv', 'csv, header');
await parquet('questions', 'questions.parquet', 'compression lz4_raw');
await text('from questions', 'questions.jsonl', 'json');

// The same table as a writer of Arrow's family has it: pages of version 2, several groups of rows, no missing values.
const arrow = await from('apache-arrow');
const writer = await from('parquet-wasm/node');
const [head, ...lines] = readFileSync(join(folder, 'risks.csv'), 'utf8').trim().split('\n');
const cells = lines.map((line) =>
  [...line.matchAll(/"((?:[^"]|"")*)"|([^,]+)|(?<=,)(?=,)|(?<=,)$/g)].map(
    ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '',
  ),
);
const column = (/** @type {string} */ name) => cells.map((row) => row[head?.split(',').indexOf(name) ?? 0] ?? '');
const table = arrow.tableFromArrays({
  died: Int8Array.from(column('died'), Number),
  risk: Float64Array.from(column('risk'), Number),
  ward: column('ward'),
  patient: BigInt64Array.from(column('patient'), BigInt),
});
const properties = new writer.WriterPropertiesBuilder()
  .setCompression(writer.Compression.SNAPPY)
  .setWriterVersion(writer.WriterVersion.V2)
  .setMaxRowGroupSize(100)
  .build();
const made = writer.writeParquet(writer.Table.fromIPCStream(arrow.tableToIPC(table, 'stream')), properties);
writeFileSync(join(folder, 'risks-arrow.parquet'), made);
