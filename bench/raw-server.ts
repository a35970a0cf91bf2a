// A bare node:http server that responds with the bytes of another server's response: the least that any server can cost.
// `node bench/raw-server.ts FILE`, whose JSON is a `RawResponse`; prints its address.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { LoadRequest } from './load.ts'

type RawResponse = { contentType: string; base64: string }

if (import.meta.main) await serve(JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')))

async function serve({ contentType, base64 }: RawResponse): Promise<void> {
  const bytes = Buffer.from(base64, 'base64')
  const headers = { 'content-type': contentType, 'content-length': bytes.length }
  const server = createServer((request, reply) => {
    request.resume()
    request.on('end', () => reply.writeHead(200, headers).end(bytes))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Listening on a port, so the address is no path.
  const { port } = server.address() as AddressInfo
  console.log(`http://127.0.0.1:${port}`)
}

/** In a process of its own, like the app that it is compared with. */
export async function startRawServer(origin: string, example: LoadRequest, file: string) {
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
  const raw: RawResponse = {
    contentType: response.headers.get('content-type') ?? '',
    base64: bytes.toString('base64'),
  }
  await writeFile(file, JSON.stringify(raw))
  const program = fileURLToPath(import.meta.url)
  const child = spawn(process.execPath, [program, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  const [url] = (await once(lines, 'line')) as [string]
  return {
    url,
    pid: child.pid ?? 0,
    bytes: bytes.length,
    async close() {
      child.kill()
      await once(child, 'exit')
    },
  }
}
