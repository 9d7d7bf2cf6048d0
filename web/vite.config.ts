import { svelte } from '@sveltejs/vite-plugin-svelte';
import { createHash } from 'node:crypto';
import { build, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const server = process.env['YOKOCHO'] ?? 'http://127.0.0.1:8123';

const PARTS = /^assets\/.+\.(js|css|svg|woff2)$/;

/** The service worker, made last: it knows its build, and the parts of it by name. */
function worker(): Plugin {
  let minify: boolean | 'esbuild' | 'terser' = 'esbuild';
  return {
    name: 'worker',
    apply: 'build',
    configResolved: ({ build }) => void ({ minify } = build),
    async writeBundle({ dir }, bundle) {
      const parts = Object.keys(bundle).filter((name) => PARTS.test(name)).sort().map((name) => `/${name}`);
      const front = bundle['index.html'];
      const said = JSON.stringify([parts, front?.type === 'asset' ? String(front.source) : '']);
      const name = createHash('sha256').update(said).digest('hex').slice(0, 12);
      await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        define: { __BUILD__: JSON.stringify(name), __PARTS__: JSON.stringify(parts) },
        build: { outDir: dir, emptyOutDir: false, target: 'es2022', minify, modulePreload: false, rollupOptions: { input: 'src/worker/sw.ts', output: { format: 'iife', entryFileNames: 'sw.js' } } },
      });
    },
  };
}

export default defineConfig({
  plugins: [svelte(), worker()],
  build: {
    outDir: '../src/yokocho/server/site',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
});
