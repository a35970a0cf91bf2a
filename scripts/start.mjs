// Entry point of the app: plain JavaScript, so that a Node too old for the rest can report that in a sentence.

const oldestNode = 26

if (Number(process.versions.node.split('.')[0]) < oldestNode) {
  console.error(
    `Undersong needs Node ${oldestNode}, this is ${process.version}: start it with "npm start", which brings its own where it was installed with "npm ci".`,
  )
  process.exitCode = 1
} else await import('./start.ts')
