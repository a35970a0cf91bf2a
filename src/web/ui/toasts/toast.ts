// Short messages that disappear by themselves. The code that shows them is loaded with the first one.

import { createStore } from 'zustand/vanilla'

type Action = { label: string; onClick: () => void }
type Message = { kind: 'success' | 'error' | 'info'; text: string; action?: Action }
type Show = (message: Message) => void

const queue: Message[] = []
let show: Show | null = null

/** True from the first toast on: the host is mounted then. */
export const isToastHostWanted = createStore(() => false)

/** Toasts stay for 4000 ms; important messages must be shown on the page as well. */
export const toast = {
  success: (text: string, action?: Action) => send({ kind: 'success', text, action }),
  error: (text: string, action?: Action) => send({ kind: 'error', text, action }),
  /** For a request that was not needed, such as adding a track that is in the cart already. */
  info: (text: string, action?: Action) => send({ kind: 'info', text, action }),
}

/** How long a toast is shown, with or without animations. */
export const toastDurationMs = 4000

function send(message: Message) {
  if (show !== null) return show(message)
  queue.push(message)
  isToastHostWanted.setState(true, true)
}

/** From now on the mounted host shows every message, first the queued ones. */
export function connectToastHost(next: Show): () => void {
  show = next
  for (const message of queue.splice(0)) next(message)
  return () => {
    show = null
  }
}
