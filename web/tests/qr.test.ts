import { describe, expect, it } from 'vitest';
import { qr } from '../src/lib/qr';

describe('a QR code', () => {
  it('has a size of the standard and its three finders', () => {
    const { size, path } = qr('http://localhost:8080/t/k7Qm2nXw?invite=abcdefghijklmnop');
    expect((size - 17) % 4).toBe(0);
    for (const [x, y] of [[0, 0], [size - 7, 0], [0, size - 7]]) expect(path).toContain(`M${x} ${y}h1v1h-1z`);
    expect(path).not.toContain(`M1 1h`);
  });
});
