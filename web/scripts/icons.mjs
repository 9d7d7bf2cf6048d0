// Makes the names under which stylesheets and pieces find the drawings (`--icon-NAME`) and the shapes (`--shape-NAME`).
// Writes down the licences of what the built client contains. Puts drawings and fonts where the server finds them, for
// the pictures that it makes.

import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';

const web = join(dirname(fileURLToPath(import.meta.url)), '..');
const out = join(web, 'src/generated');

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const lines = ['icon', 'shape'].flatMap((kind) => {
  const folder = kind === 'icon' ? 'drawings' : 'shapes';
  const files = readdirSync(join(web, 'src', folder)).sort();
  return files.map((file) => `  --${kind}-${file.replace('.svg', '')}: url(../${folder}/${file});`);
});
writeFileSync(join(out, 'icons.css'), `:root {\n${lines.join('\n')}\n}\n`);

const parts = ['@fontsource/m-plus-rounded-1c', '@fontsource/yusei-magic', 'qrcode-generator', 'svelte'];
const licences = parts.map((name) => {
  const folder = join(web, 'node_modules', name);
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((found) => /^licen[cs]e/i.test(found));
  const words = file ? readFileSync(join(folder, file), 'utf8').trim() : '';
  return `${name} ${version} (${license})\n\n${words}`;
});
writeFileSync(join(web, 'public/licenses.txt'), `${licences.join('\n\n---\n\n')}\n`);

const given = join(web, 'public/generated');
rmSync(given, { recursive: true, force: true });
mkdirSync(given, { recursive: true });
for (const file of readdirSync(join(web, 'src/drawings'))) copyFileSync(join(web, 'src/drawings', file), join(given, file));
for (const [name, style] of [['m-plus-rounded-1c', '800'], ['yusei-magic', '400']]) {
  const file = readFileSync(join(web, 'node_modules/@fontsource', name, 'files', `${name}-latin-${style}-normal.woff`));
  writeFileSync(join(given, `${name}.ttf`), unpacked(file));
}

/** A font without the compression of the web. */
function unpacked(woff) {
  const count = woff.readUInt16BE(12);
  const power = 2 ** Math.floor(Math.log2(count));
  const head = Buffer.alloc(12 + 16 * count);
  head.writeUInt32BE(woff.readUInt32BE(4), 0);
  [count, power * 16, Math.log2(power), (count - power) * 16].forEach((n, i) => head.writeUInt16BE(n, 4 + 2 * i));
  const parts = [head];
  let at = head.length;
  for (let i = 0; i < count; i += 1) {
    const entry = 44 + 20 * i;
    const [tag, offset, packed, length, sum] = [0, 4, 8, 12, 16].map((by) => woff.readUInt32BE(entry + by));
    const data = woff.subarray(offset, offset + packed);
    const table = packed < length ? inflateSync(data) : data;
    [tag, sum, at, length].forEach((n, j) => head.writeUInt32BE(n, 12 + 16 * i + 4 * j));
    parts.push(table, Buffer.alloc(-length & 3));
    at += length + (-length & 3);
  }
  return Buffer.concat(parts);
}
