// Puts a small box beside an element, inside the window; again when the box grows.

const GAP = 8;

export function placed(box: HTMLElement, anchor: HTMLElement): { update: (anchor: HTMLElement) => void; destroy: () => void } {
  let at = anchor;
  const put = (): void => {
    const rect = at.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = box;
    const room = document.documentElement;
    const above = rect.top - height - GAP;
    const below = rect.bottom + GAP;
    const top = above >= GAP ? above : below + height <= room.clientHeight ? below : Math.max(GAP, room.clientHeight - height - GAP);
    const left = Math.min(Math.max(GAP, rect.left + rect.width / 2 - width / 2), room.clientWidth - width - GAP);
    box.style.left = `${left}px`;
    box.style.top = `${top}px`;
  };
  put();
  const grown = new ResizeObserver(put);
  grown.observe(box);
  return {
    update: (beside) => {
      at = beside;
      put();
    },
    destroy: () => grown.disconnect(),
  };
}
