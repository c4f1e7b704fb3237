// What reads Parquet files, fetched where somebody brings one; the build bundles this file from npm.
export { parquetMetadata, parquetRead, parquetSchema } from 'hyparquet';
