// A TCP proxy between the app and its database, which a test can cut or freeze.

import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export async function openDatabaseLine() {
  const sockets = new Set<Socket>()
  let state: 'open' | 'cut' | 'silent' = 'open'
  let target: URL | undefined

  const server = createServer((client) => {
    sockets.add(client)
    client.on('error', () => client.destroy())
    client.on('close', () => sockets.delete(client))
    if (state === 'cut') return client.destroy()
    const database = connect(Number(target?.port), target?.hostname)
    sockets.add(database)
    database.on('close', () => client.destroy())
    database.on('error', () => client.destroy())
    client.on('close', () => database.destroy())
    // As with a stopped process: the bytes arrive in a buffer that is never read.
    client.on('data', (bytes) => state !== 'silent' && database.write(bytes))
    database.on('data', (bytes) => state !== 'silent' && client.write(bytes))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }

  return {
    /** The URL of the same database through this proxy. */
    reach(databaseUrl: string): string {
      target = new URL(databaseUrl)
      const url = new URL(databaseUrl)
      url.host = `127.0.0.1:${port}`
      return url.href
    },
    cut() {
      state = 'cut'
      for (const socket of sockets) socket.destroy()
    },
    fallSilent: () => void (state = 'silent'),
    async [Symbol.asyncDispose]() {
      this.cut()
      server.close()
      await once(server, 'close')
    },
  }
}
