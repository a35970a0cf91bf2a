// Sends requests over 8 connections: `node bench/load.ts FILE`, whose JSON is a `Load`. Any response but 200 fails.
// Prints the duration in ms.

import { readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'

export type LoadRequest = {
  method: 'GET' | 'POST'
  path: string
  cookie?: string
  body?: string
}

/** The requests are repeated in turn until `count` are sent. */
export type Load = { origin: string; requests: LoadRequest[]; count: number }

if (import.meta.main) await sendAll(JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')))

async function sendAll({ origin, requests, count }: Load): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const startedAt = performance.now()
  let sent = 0
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (sent < count) {
        const next = requests[sent++ % requests.length]
        if (next) await send(agent, origin, next)
      }
    }),
  )
  console.log(performance.now() - startedAt)
  agent.destroy()
}

function send(agent: Agent, origin: string, { method, path, cookie, body }: LoadRequest) {
  const headers = {
    ...(cookie === undefined ? {} : { cookie }),
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  }
  return new Promise<void>((resolve, reject) => {
    const call = request(new URL(path, origin), { agent, method, headers }, (response) => {
      if (response.statusCode !== 200)
        reject(new Error(`${method} ${path} responded ${response.statusCode}`))
      response.resume()
      response.on('end', resolve)
    })
    call.on('error', reject)
    call.end(body)
  })
}
