import { mount } from 'svelte';
import App from './App.svelte';
import './generated/icons.css';
import './styles/fonts.css';
import './styles/base.css';
import './styles/pages.css';
import './styles/pieces.css';
import './styles/table.css';
import './styles/canvas.css';

const target = document.getElementById('app');
if (target) mount(App, { target });

if ('serviceWorker' in navigator && import.meta.env.PROD) {
  navigator.serviceWorker.register('/sw.js').catch(() => undefined);
}
