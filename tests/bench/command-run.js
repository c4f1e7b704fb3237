// Runs one command of the command line made of the page's own objects, in a worker of Node or of a browser.

/**
 * @param {(options: object) => Promise<any>} create the module's factory
 * @param {{args: string[], threads: number, compiled: WebAssembly.Module}} order
 * @returns {Promise<{status: number, out: string, err: string}>}
 */
export async function runCommand(create, { args, threads, compiled }) {
  const printed = { out: '', err: '' };
  const module = await create({
    threads,
    print: (/** @type {string} */ text) => (printed.out += `${text}\n`),
    printErr: (/** @type {string} */ text) => (printed.err += `${text}\n`),
    instantiateWasm(/** @type {WebAssembly.Imports} */ imports, /** @type {(...made: any[]) => void} */ receive) {
      WebAssembly.instantiate(compiled, imports).then((instance) => receive(instance, compiled));
      return {};
    },
  });
  return { status: module.callMain(args), ...printed };
}
