// Entry point of the app: plain JavaScript, so that a Node too old for the rest can report that in a sentence.

import module from 'node:module'
import { fileURLToPath } from 'node:url'

const oldestNode = 26

if (Number(process.versions.node.split('.')[0]) < oldestNode) {
  console.error(
    `Undersong needs Node ${oldestNode}, this is ${process.version}: start it with "npm start", which brings its own where it was installed with "npm ci".`,
  )
  process.exitCode = 1
} else {
  // Compiling the modules takes a third of a start: Node stores them for the next one, in a folder that it can write.
  const compiled = new URL('../node_modules/.cache/undersong/compiled', import.meta.url)
  // In the environment, because the processes that the app starts read it there.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(compiled)
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
  await import('./start.ts')
}
