// Made by scripts/messages.py from what the house reads: do not edit.

export type Message =
  | { type: 'move'; id?: string | null; move?: string | number; number?: number | null }
  | { type: 'undo'; id?: string | null; number?: number | null }
  | { type: 'redo'; id?: string | null; number?: number | null }
  | { type: 'ask'; id?: string | null; kind?: 'abort' | 'undo' }
  | { type: 'answer'; id?: string | null; yes?: boolean }
  | { type: 'concede'; id?: string | null }
  | { type: 'away'; id?: string | null }
  | { type: 'back'; id?: string | null }
  | { type: 'chat'; id?: string | null; text?: string; room?: 'gallery' | 'table' | null }
  | { type: 'look'; id?: string | null; seat?: number }
  | { type: 'sync'; id?: string | null; since?: number | null }
  | { type: 'hint'; id?: string | null }
  | { type: 'coach'; id?: string | null }
  | { type: 'why'; id?: string | null; action?: number | null; piece?: string }
  | { type: 'preview'; id?: string | null; move?: number; then?: number[] }
  | { type: 'ping'; id?: string | null };
