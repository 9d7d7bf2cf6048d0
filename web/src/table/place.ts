// Puts a small box beside an element, inside the window.

const GAP = 8;

export function placed(box: HTMLElement, anchor: HTMLElement): { update: (anchor: HTMLElement) => void } {
  const put = (beside: HTMLElement): void => {
    const at = beside.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = box;
    const room = document.documentElement;
    const above = at.top - height - GAP;
    const below = at.bottom + GAP;
    const top = above >= GAP ? above : below + height <= room.clientHeight ? below : Math.max(GAP, room.clientHeight - height - GAP);
    const left = Math.min(Math.max(GAP, at.left + at.width / 2 - width / 2), room.clientWidth - width - GAP);
    box.style.left = `${left}px`;
    box.style.top = `${top}px`;
  };
  put(anchor);
  return { update: put };
}
