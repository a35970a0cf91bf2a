// Messages whose files take long to arrive.

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { codeOf } from '../../../../tests/support/access/code-of.ts'
import { studioIn } from '../../../../tests/support/commissions/delivering.ts'
import {
  attachedKeys,
  encodedForm,
  messagesOf,
  pdf,
  sendEncoded,
} from '../../../../tests/support/commissions/messaging.ts'
import type { TestApp } from '../../../../tests/support/test-app.ts'
import { inHalves } from '../../../../tests/support/uploading.ts'
import { emptiedTestApp } from '../../../../tests/support/shared-app.ts'
import { cannedAudio } from '../../../../tests/support/canned-audio.ts'

const emptyApp = emptiedTestApp({ audio: cannedAudio })

/** Resolves once a file is stored. */
function firstStored(app: TestApp): Promise<void> {
  const stored = Promise.withResolvers<void>()
  const { put } = app.storage
  app.storage.put = async (...file) => {
    const result = await put(...file)
    stored.resolve()
    return result
  }
  return stored.promise
}

test.each([
  [49, 'done'],
  [51, 'upload_interrupted'],
])(
  'a message whose files take %d minutes to arrive is %s: after an hour the first of them could be swept',
  async (minutes, code) => {
    const studio = await studioIn(await emptyApp())
    const { app, mia, store } = studio
    const { id } = await store('in_progress')
    const large = Buffer.concat([pdf, Buffer.alloc(100_000)])
    const { type, body } = await encodedForm({
      text: 'Listen',
      requestKey: randomUUID(),
      files: [{ bytes: pdf }, { bytes: large }],
    })
    const later = firstStored(app).then(() => app.clock.move({ minutes }))
    const answer = await sendEncoded(app, mia, id, { type, body: inHalves(body, later) })
    expect(codeOf(answer)).toBe(code)
    const kept = code === 'done' ? 2 : 0
    expect(await attachedKeys(app)).toHaveLength(kept)
    expect((await messagesOf(app, mia, id)).messages).toHaveLength(kept / 2)
  },
)
