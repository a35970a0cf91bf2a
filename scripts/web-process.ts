// One of several web processes on the same port, started by the app when WEB_PROCESSES is more than 1.

import { readConfig } from '../src/server/start/config.ts'
import { startWebProcess } from '../src/server/main.ts'
import { endWith } from './end-with.ts'

const log = (line: string) => console.error(line)
const instance = await startWebProcess(readConfig(), { log, variables: {} }).catch(endWith)
const stop = () => {
  instance.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  )
}
process.once('SIGTERM', stop)
// The app holds the other end of the pipe: when the app ends, this process ends.
process.stdin.once('end', stop).resume()
