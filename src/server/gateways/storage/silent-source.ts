// Ends a body whose source has fallen silent. A reader may be as slow as it likes.
import { pipeline, Transform, type Readable } from 'node:stream'

export function endWhenSilent(source: Readable, idleMs: number): Readable {
  const watched = new Transform({
    transform(chunk, _encoding, done) {
      timer.refresh()
      done(null, chunk)
    },
  })
  const timer = setTimeout(() => {
    // The reader has not taken what has arrived: it is the reader that is slow, not the bucket.
    if (watched.readableLength > 0) timer.refresh()
    else watched.destroy(new Error(`The stored file stopped coming for ${idleMs} ms.`))
  }, idleMs)
  // Whichever of the two ends first ends the other.
  pipeline(source, watched, () => clearTimeout(timer))
  return watched
}
