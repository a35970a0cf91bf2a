// A server that a hostile file names: whatever reaches it was sent by the app.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Records every request that a file causes the server to send. */
export async function openListener() {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.end('ftyp')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    requests,
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
