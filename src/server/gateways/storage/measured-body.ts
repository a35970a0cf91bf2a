// Counts and hashes a body while it is stored, and stops one that is too large.
import { createHash } from 'node:crypto'
import { FileTooLarge, type StoredFile } from './storage.ts'

/** Pass `chunks` to the store; once all are consumed, `result` returns their size and hash. */
export function measureBody(body: AsyncIterable<Uint8Array>, maxBytes: number) {
  const hash = createHash('sha256')
  let bytes = 0

  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new FileTooLarge(maxBytes)
      hash.update(chunk)
      yield chunk
    }
  }

  return {
    chunks: chunks(),
    result: (): StoredFile => ({ bytes, sha256: hash.digest('hex') }),
  }
}
