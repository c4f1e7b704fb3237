// Declares globals of the bench's pages, and modules whose types exist only with the peers or the build.
declare var tf: any;
declare var peer: any;
declare var compiled: WebAssembly.Module;
declare module 'onnx-proto';
declare module '*/build/bench/engine/calib.mjs';
