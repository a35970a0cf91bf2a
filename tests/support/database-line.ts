// The network between the shop and its database, which a test can cut or let stand still.

import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export async function openDatabaseLine() {
  const open = new Set<Socket>()
  let state: 'mended' | 'cut' | 'silent' = 'mended'
  let target: URL | undefined

  const server = createServer((site) => {
    open.add(site)
    site.on('error', () => site.destroy())
    site.on('close', () => open.delete(site))
    if (state === 'cut') return site.destroy()
    const database = connect(Number(target?.port), target?.hostname)
    open.add(database)
    database.on('close', () => site.destroy())
    database.on('error', () => site.destroy())
    site.on('close', () => database.destroy())
    // As with a stopped process: what is sent arrives in a buffer that nobody reads.
    site.on('data', (bytes) => state !== 'silent' && database.write(bytes))
    database.on('data', (bytes) => state !== 'silent' && site.write(bytes))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }

  return {
    /** The same database, by way of this line. */
    reach(databaseUrl: string): string {
      target = new URL(databaseUrl)
      const url = new URL(databaseUrl)
      url.host = `127.0.0.1:${port}`
      return url.href
    },
    cut() {
      state = 'cut'
      for (const socket of open) socket.destroy()
    },
    fallSilent: () => void (state = 'silent'),
    async [Symbol.asyncDispose]() {
      this.cut()
      server.close()
      await once(server, 'close')
    },
  }
}
