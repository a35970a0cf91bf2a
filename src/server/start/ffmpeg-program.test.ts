import { expect, test } from 'vitest'
import { refuseUnusableFfmpeg } from './ffmpeg-program.ts'

test('a program that cannot be run is named; without one there is nothing to try', async () => {
  await expect(refuseUnusableFfmpeg({ ffmpegPath: '/nope' })).rejects.toThrow(
    'FFMPEG_PATH /nope cannot be run (ENOENT)',
  )
  await refuseUnusableFfmpeg({ ffmpegPath: '/bin/echo' })
  await refuseUnusableFfmpeg({ ffmpegPath: undefined })
})
