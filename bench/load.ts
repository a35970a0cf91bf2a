// Asks for one address many times over 8 connections: `node bench/load.ts URL COUNT`. Any answer but 200 fails.

import { Agent, get } from 'node:http'

const [url = '', count = '0'] = process.argv.slice(2)
const connections = 8
const agent = new Agent({ keepAlive: true, maxSockets: connections })
let left = Number(count)

await Promise.all(
  Array.from({ length: connections }, async () => {
    while (left-- > 0) await ask()
  }),
)
agent.destroy()

function ask(): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`))
      answer.resume()
      answer.on('end', resolve)
    }).on('error', reject)
  })
}
