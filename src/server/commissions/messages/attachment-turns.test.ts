// When the recordings of messages are prepared.

import { stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { AudioEngine } from '#server/gateways/audio/audio-engine.ts'
import { sendExample } from '../../../../tests/support/artists/examples.ts'
import { cannedAudio } from '../../../../tests/support/canned-audio.ts'
import { studioIn, take } from '../../../../tests/support/commissions/delivering.ts'
import { sentMessage, voice } from '../../../../tests/support/commissions/messaging.ts'
import { upload } from '../../../../tests/support/uploading.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'

test('recordings of messages are prepared behind those of artists, and the later ones of an author behind the first one of another', async () => {
  const prepared: string[] = []
  const audio: AudioEngine = {
    ...cannedAudio,
    prepare(input) {
      prepared.push('a track')
      return cannedAudio.prepare(input)
    },
    makeExample(input) {
      prepared.push('an example')
      return cannedAudio.makeExample(input)
    },
    async makeListeningCopy(input) {
      const { size } = await stat(input.path)
      prepared.push(`${Math.round(size / voice(1).length)} s of a message`)
      return cannedAudio.makeListeningCopy(input)
    },
  }
  await using app = await createTestApp({ audio })
  const studio = await studioIn(app)
  const { mia, tom, store } = studio
  const { id } = await store('in_progress')
  const files = (...seconds: number[]) => seconds.map((length) => ({ bytes: voice(length) }))
  await sentMessage(app, mia, id, { files: files(1, 2) })
  await sentMessage(app, mia, id, { files: files(3) })
  await sentMessage(app, tom, id, { files: files(4) })
  expect((await sendExample(app, tom)).statusCode).toBe(200)
  expect((await upload(app, { as: tom, file: take })).statusCode).toBe(200)
  await app.work()
  expect(prepared).toEqual([
    'a track',
    'an example',
    ...[1, 4, 2, 3].map((seconds) => `${seconds} s of a message`),
  ])
})
