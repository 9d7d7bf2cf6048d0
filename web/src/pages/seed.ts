// The seed was sealed by its hash before the match; once it is over, anybody can check it.

import type { Table } from '../lib/types';

export async function checkSeed(table: Pick<Table, 'seed' | 'commitment'>): Promise<string> {
  if (!table.seed || !table.commitment) return 'The seed is told once the match is over.';
  const bytes = new Uint8Array((table.seed.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const hex = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex === table.commitment ? 'The seed is the one that was sealed before the match.' : 'The seed does not fit its seal!';
}
