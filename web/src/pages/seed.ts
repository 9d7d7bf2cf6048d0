// The seed was sealed by its hash before the match; once it is over, anybody can check it.

import type { Table } from '../lib/types';

export async function checkSeed(table: Pick<Table, 'seed' | 'commitment'>): Promise<string> {
  if (!table.seed || !table.commitment) return 'The seed is told once the match is over.';
  const bytes = new Uint8Array((table.seed.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
  const [{ sha256 }, { bytesToHex }] = await Promise.all([import('@noble/hashes/sha2.js'), import('@noble/hashes/utils.js')]);
  return bytesToHex(sha256(bytes)) === table.commitment ? 'The seed is the one that was sealed before the match.' : 'The seed does not fit its seal!';
}
