// Sends requests over many connections without a pause: `node bench/attack.ts FILE`, whose JSON is an `Attack`.
// Prints how many responses had each status.

import { readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'

export type Attack = { origin: string; paths: string[]; connections: number; durationMs: number }

await attack(JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')))

async function attack({ origin, paths, connections, durationMs }: Attack): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const statuses: Record<string, number> = {}
  const endsAt = performance.now() + durationMs
  let sent = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < endsAt) {
        const status = await statusOf(agent, new URL(paths[sent++ % paths.length] ?? '/', origin))
        statuses[status] = (statuses[status] ?? 0) + 1
      }
    }),
  )
  agent.destroy()
  console.log(JSON.stringify(statuses))
}

function statusOf(agent: Agent, url: URL): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(url, { agent }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    call.on('error', reject)
    call.end()
  })
}
