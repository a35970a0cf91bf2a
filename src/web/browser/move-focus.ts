/** A button that goes away takes the focus along: `next` has it then, or the page once that is gone too. */
export function moveFocus(next: HTMLElement | null): void {
  const heir = next?.isConnected ? next : document.querySelector('main')
  heir?.focus()
}
