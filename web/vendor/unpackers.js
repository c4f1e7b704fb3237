// What unpacks the Parquet files that are packed in rarer ways, fetched with the first one of them.
export { decompressBrotli, decompressLz4, decompressLz4Raw, decompressZstd } from 'hyparquet-compressors';
