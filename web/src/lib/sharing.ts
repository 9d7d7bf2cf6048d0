// A finished match for others: by the system's own sheet on phones, else a link to paste.

import { copy } from './clipboard';
import { linkTo } from './links';
import type { Table } from './types';

const onPhone = (): boolean => 'share' in navigator && window.matchMedia('(pointer: coarse)').matches;

export async function sharing(table: Table, path: string, invite: string | null, text: string): Promise<void> {
  const url = await linkTo(table.id, path, invite);
  if (!onPhone()) return copy(url, 'Link copied: whoever has it may look.');
  try {
    await navigator.share({ title: table.title, text: `${table.title}: ${text}`, url });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copy(url, 'Link copied: whoever has it may look.');
  }
}
