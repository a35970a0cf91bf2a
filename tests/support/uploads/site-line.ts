// A TCP proxy between the browser and the app, which breaks off after a number of bytes.

import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export async function openSiteLine(port: number) {
  const sockets = new Set<Socket>()
  let sentBytes = 0
  let breaksAfter = Number.POSITIVE_INFINITY
  let isCut = false

  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((client) => {
    if (isCut) return client.destroy()
    const app = connect(port, '127.0.0.1')
    for (const [socket, other] of [
      [client, app],
      [app, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    client.on('data', ({ length }) => {
      sentBytes += length
      if (sentBytes > breaksAfter && !isCut) cut()
    })
    client.pipe(app)
    app.pipe(client)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const ownPort = typeof address === 'object' ? address?.port : undefined

  return {
    url: `http://127.0.0.1:${ownPort}`,
    /** From the browser to the app. */
    sentBytes: () => sentBytes,
    isCut: () => isCut,
    breakAfter: (bytes: number) => void (breaksAfter = bytes),
    mend() {
      breaksAfter = Number.POSITIVE_INFINITY
      isCut = false
    },
    async [Symbol.asyncDispose]() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
