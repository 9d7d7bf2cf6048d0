// Short messages at the edge of the page, also read aloud.

export interface Toast {
  id: number;
  text: string;
  bad: boolean;
}

class Toasts {
  list = $state<Toast[]>([]);
  private count = 0;

  say(text: string, bad = false): void {
    if (this.list.some((toast) => toast.text === text)) return;
    const id = ++this.count;
    this.list.push({ id, text, bad });
    window.setTimeout(() => this.drop(id), bad ? 6000 : 3500);
  }

  fail(error: unknown): void {
    this.say(error instanceof Error ? error.message : String(error), true);
  }

  drop(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
  }
}

export const toasts = new Toasts();
