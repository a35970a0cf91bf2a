import { expect, test } from 'vitest'
import { refuseUnusableFfmpeg } from './ffmpeg-program.ts'

test('an ffmpeg that cannot be run is named in the error; without FFMPEG_PATH nothing is checked', async () => {
  await expect(refuseUnusableFfmpeg({ ffmpegPath: '/nope' })).rejects.toThrow(
    'FFMPEG_PATH /nope cannot be run (ENOENT)',
  )
  await refuseUnusableFfmpeg({ ffmpegPath: '/bin/echo' })
  await refuseUnusableFfmpeg({ ffmpegPath: undefined })
})
