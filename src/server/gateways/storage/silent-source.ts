// Ends a body whose source sends nothing for `idleMs`. The reader may be slow.
import { pipeline, Transform, type Readable } from 'node:stream'

export function endWhenSilent(source: Readable, idleMs: number): Readable {
  const watched = new Transform({
    transform(chunk, _encoding, done) {
      timer.refresh()
      done(null, chunk)
    },
  })
  const timer = setTimeout(() => {
    // Unread data is buffered: the reader is slow, not the bucket.
    if (watched.readableLength > 0) timer.refresh()
    else watched.destroy(new Error(`The stored file stopped coming for ${idleMs} ms.`))
  }, idleMs)
  // When one of the two ends, `pipeline` ends the other.
  pipeline(source, watched, () => clearTimeout(timer))
  return watched
}
