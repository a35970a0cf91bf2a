/** When the focused button is removed, focuses `next`, or the page's main content if `next` is removed too. */
export function moveFocus(next: HTMLElement | null): void {
  const target = next?.isConnected ? next : document.querySelector('main')
  target?.focus()
}
