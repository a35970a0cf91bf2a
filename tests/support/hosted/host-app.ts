// The program of hosted-app.ts: runs apps one after another, at the message of the process that started it. Only the loaded
// modules are the same.

import { z } from 'zod'
import { openApp } from './open-app.ts'

const request = z.object({ open: z.record(z.string(), z.string()).optional() })

let open: AsyncDisposableStack | null = null

process.on('message', (message) => {
  answer(request.parse(message).open).then(
    () => process.send?.({ done: true }),
    (error: unknown) => process.send?.({ failure: String(error) }),
  )
})
// The worker of the tests has ended.
process.on('disconnect', () => {
  close().then(
    () => process.exit(0),
    () => process.exit(1),
  )
})

async function answer(variables: Record<string, string> | undefined): Promise<void> {
  // A file of tests that failed may have left its app open.
  await close()
  if (variables === undefined) return
  open = await openApp(variables)
}

async function close(): Promise<void> {
  const closing = open
  open = null
  await closing?.disposeAsync()
}
