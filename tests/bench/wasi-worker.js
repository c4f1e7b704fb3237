// Runs the WASI command line in a browser's worker, for measurements: arguments, a clock and standard output, no files.
// message {wasm, args} -> message {status, out, err}

const ERRNO = { success: 0, badf: 8 };

class Exit extends Error {
  constructor(status) {
    super(`exit ${status}`);
    this.status = status;
  }
}

/** The calls of preview 1 that the program makes. @param {string[]} args @param {string[]} said by descriptor */
function preview1(args, said, memory) {
  const view = () => new DataView(memory().buffer);
  const encoded = args.map((text) => new TextEncoder().encode(`${text}\0`));
  const calls = {
    args_sizes_get(count, size) {
      view().setUint32(count, encoded.length, true);
      view().setUint32(size, encoded.reduce((sum, { length }) => sum + length, 0), true);
      return ERRNO.success;
    },
    args_get(pointers, at) {
      for (const bytes of encoded) {
        view().setUint32(pointers, at, true);
        new Uint8Array(memory().buffer, at).set(bytes);
        pointers += 4;
        at += bytes.length;
      }
      return ERRNO.success;
    },
    clock_time_get(_id, _precision, out) {
      view().setBigUint64(out, BigInt(Math.round(performance.now() * 1e6)), true);
      return ERRNO.success;
    },
    fd_write(fd, vectors, count, written) {
      let total = 0;
      for (let i = 0; i < count; i++) {
        const [at, length] = [view().getUint32(vectors + 8 * i, true), view().getUint32(vectors + 8 * i + 4, true)];
        said[fd] += new TextDecoder().decode(new Uint8Array(memory().buffer, at, length).slice());
        total += length;
      }
      view().setUint32(written, total, true);
      return ERRNO.success;
    },
    fd_fdstat_get(_fd, out) {
      new Uint8Array(memory().buffer, out, 24).fill(0);
      return ERRNO.success;
    },
    proc_exit(status) {
      throw new Exit(status);
    },
  };
  // No descriptor leads to a file, and the program copes with that.
  return new Proxy(calls, { get: (known, name) => known[name] ?? (() => ERRNO.badf) });
}

self.onmessage = async ({ data: { wasm, args } }) => {
  const said = ['', '', ''];
  const module = await WebAssembly.compile(wasm);
  const imports = preview1(args, said, () => instance.exports.memory);
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: imports });
  let status = 0;
  try {
    instance.exports._start();
  } catch (thrown) {
    if (!(thrown instanceof Exit)) throw thrown;
    status = thrown.status;
  }
  self.postMessage({ status, out: said[1], err: said[2] });
};
self.addEventListener('unhandledrejection', ({ reason }) => self.postMessage({ status: 1, out: '', err: String(reason) }));
