// Short messages that go by themselves. The code that shows them is fetched with the first one.

type Action = { label: string; onClick: () => void }
type Message = { kind: 'success' | 'error'; text: string; action?: Action }
type Show = (message: Message) => void

const waiting: Message[] = []
const hostWanted = new Set<() => void>()
let show: Show | null = null

/** Toasts stay for 4000 ms; what must not be missed stands on the page as well. */
export const toast = {
  success: (text: string, action?: Action) => send({ kind: 'success', text, action }),
  error: (text: string, action?: Action) => send({ kind: 'error', text, action }),
}

function send(message: Message) {
  if (show !== null) return show(message)
  waiting.push(message)
  for (const mount of hostWanted) mount()
}

/** The host is mounted only once a toast waits. */
export function onToastWanted(mount: () => void): () => void {
  hostWanted.add(mount)
  return () => hostWanted.delete(mount)
}

export function isToastWanted(): boolean {
  return show !== null || waiting.length > 0
}

/** From here on the mounted host shows every message, first of all those that waited for it. */
export function connectToastHost(next: Show): () => void {
  show = next
  for (const message of waiting.splice(0)) next(message)
  return () => {
    show = null
  }
}
