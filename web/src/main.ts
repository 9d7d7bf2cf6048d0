import { mount } from 'svelte';
import App from './App.svelte';
import { register } from './lib/keeping';
import { line } from './lib/line.svelte';
import { router } from './lib/router.svelte';
import './generated/icons.css';
import './styles/fonts.css';
import './styles/base.css';
import './styles/pages.css';
import './styles/record.css';
import './styles/hours.css';
import './styles/pieces.css';
import './styles/table.css';
import './styles/canvas.css';
import './styles/motion.css';

line.watch('kept' in document.documentElement.dataset);

const target = document.getElementById('app');
if (target) mount(App, { target });

// A page opened before the house was renewed asks for parts that are gone: it opens itself anew, but not over and over.
const RENEWED = 'yokocho-renewed';
const SOON = 10_000; // ms
addEventListener('vite:preloadError', () => {
  const last = Number(sessionStorage.getItem(RENEWED));
  if (Date.now() - last < SOON) return;
  sessionStorage.setItem(RENEWED, String(Date.now()));
  location.reload();
});

if (import.meta.env.PROD) register(() => router.renew());
