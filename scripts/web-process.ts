// One of several processes on the same port, started by the shop itself where WEB_PROCESSES is more than 1.

import { readConfig } from '../src/server/config.ts'
import { startWebProcess } from '../src/server/main.ts'
import { endWith } from './end-with.ts'

const log = (line: string) => console.error(line)
const site = await startWebProcess(readConfig(), { log, variables: {} }).catch(endWith)
const stop = () => {
  site.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  )
}
process.once('SIGTERM', stop)
// The shop holds the other end: when it is gone, so are we.
process.stdin.once('end', stop).resume()
