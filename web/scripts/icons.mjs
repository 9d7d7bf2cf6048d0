// Makes the names under which stylesheets and pieces find the drawings (`--icon-NAME`) and the shapes (`--shape-NAME`).
// Writes down the licences of what the built client contains.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

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
