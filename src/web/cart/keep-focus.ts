/** A removed row takes its focused button along: the list has the focus next, or the page once the list is gone too. */
export function keepFocus(list: HTMLElement | null): void {
  const next = list?.isConnected ? list : document.querySelector('main')
  next?.focus()
}
