// Bundles the icons and shapes that stylesheets name: `--icon-NAME` is Fluent Emoji flat, `--shape-NAME` is ours.
// Writes down the licences of what the built client contains.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const web = join(dirname(fileURLToPath(import.meta.url)), '..');
const games = join(web, '../src/yokocho/games');
const out = join(web, 'src/generated');
const emoji = JSON.parse(readFileSync(join(web, 'node_modules/@iconify-json/fluent-emoji-flat/icons.json'), 'utf8'));

function* sources() {
  for (const folder of ['styles', 'pages', 'table', 'shell']) {
    for (const file of readdirSync(join(web, 'src', folder))) yield join(web, 'src', folder, file);
  }
  for (const game of readdirSync(games)) yield join(games, game, 'table.css');
}

const text = [...sources()]
  .map((path) => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return ''; // a game without a look of its own
    }
  })
  .join('\n');

rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, 'icons'), { recursive: true });

const used = [...new Set([...text.matchAll(/--icon-([a-z0-9-]+)/g)].map((found) => found[1]))].sort();
const lines = [];
for (const name of used) {
  const icon = emoji.icons[name] ?? emoji.icons[emoji.aliases?.[name]?.parent];
  if (!icon) throw new Error(`there is no Fluent emoji ${name}`);
  const [w, h] = [icon.width ?? emoji.width, icon.height ?? emoji.height];
  writeFileSync(join(out, 'icons', `${name}.svg`), `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}">${icon.body}</svg>\n`);
  lines.push(`  --icon-${name}: url(./icons/${name}.svg);`);
}
for (const file of readdirSync(join(web, 'src/shapes')).sort()) {
  lines.push(`  --shape-${file.replace('.svg', '')}: url(../shapes/${file});`);
}
writeFileSync(join(out, 'icons.css'), `:root {\n${lines.join('\n')}\n}\n`);

const parts = ['@fontsource/m-plus-rounded-1c', '@fontsource/yusei-magic', '@iconify-json/fluent-emoji-flat', 'qrcode-generator', 'svelte'];
const licences = parts.map((name) => {
  const folder = join(web, 'node_modules', name);
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((found) => /^licen[cs]e/i.test(found));
  const words = file ? readFileSync(join(folder, file), 'utf8').trim() : '';
  return `${name} ${version} (${license})\n\n${words}`;
});
writeFileSync(join(web, 'public/licenses.txt'), `${licences.join('\n\n---\n\n')}\n`);
