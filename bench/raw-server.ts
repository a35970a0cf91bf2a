// A bare node:http server that responds with the bytes of another server's response: the least that any server can cost.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LoadRequest } from './load.ts'

export async function serveRaw(origin: string, example: LoadRequest | undefined) {
  if (example === undefined) throw new Error('There is no request to imitate.')
  const { method, path, cookie, body } = example
  const response = await fetch(new URL(path, origin), {
    method,
    headers: {
      'accept-encoding': 'identity',
      ...(cookie === undefined ? {} : { cookie }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  })
  if (!response.ok) throw new Error(`${method} ${path} responded ${response.status}`)
  const bytes = Buffer.from(await response.arrayBuffer())
  const headers = {
    'content-type': response.headers.get('content-type') ?? '',
    'content-length': bytes.length,
  }
  const server = createServer((request, reply) => {
    request.resume()
    request.on('end', () => reply.writeHead(200, headers).end(bytes))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Listening on a port, so the address is no path.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    bytes: bytes.length,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
