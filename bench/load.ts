// Asks for one address many times over 8 connections: `node bench/load.ts URL COUNT`. Any answer but 200 fails.

import { Agent, get } from 'node:http'

const [url = '', count = '0'] = process.argv.slice(2)
const connections = 8
const agent = new Agent({ keepAlive: true, maxSockets: connections })
let left = Number(count)

await Promise.all(
  Array.from({ length: connections }, async () => {
    while (left-- > 0) await request()
  }),
)
agent.destroy()

function request(): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`))
      response.resume()
      response.on('end', resolve)
    }).on('error', reject)
  })
}
