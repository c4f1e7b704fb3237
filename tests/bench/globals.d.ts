// What pages of the bench have, and modules whose types are only there when the peers or the build are.
declare var tf: any;
declare var peer: any;
declare var compiled: WebAssembly.Module;
declare module 'onnx-proto';
declare module '*/build/bench/engine/calib.mjs';
