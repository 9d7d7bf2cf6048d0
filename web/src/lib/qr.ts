// A QR code as one SVG path.

import qrcode from 'qrcode-generator';

export interface Qr {
  size: number;
  path: string;
}

export function qr(text: string): Qr {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  let path = '';
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      if (code.isDark(y, x)) path += `M${x} ${y}h1v1h-1z`;
    }
  }
  return { size, path };
}
