// QR codes, loaded only when one is shown.
export { encodeQR } from 'qr';
