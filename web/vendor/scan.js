// Reads QR codes in pictures of a camera, loaded only when somebody scans one.
export { decodeQR } from 'qr/decode.js';
