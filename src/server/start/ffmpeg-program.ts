// Checks a configured ffmpeg before anything is started: otherwise it would first fail at the first upload.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Config } from '#server/start/config.ts'
import { codeOf, StartProblem } from './start-problem.ts'

const timeoutMs = 10_000

/** @throws StartProblem */
export async function refuseUnusableFfmpeg({
  ffmpegPath,
}: Pick<Config, 'ffmpegPath'>): Promise<void> {
  if (ffmpegPath === undefined) return
  try {
    // As the audio engine runs it: in another folder, and with an empty environment.
    await promisify(execFile)(ffmpegPath, ['-version'], { cwd: '/', env: {}, timeout: timeoutMs })
  } catch (cause) {
    throw new StartProblem(
      `FFMPEG_PATH ${ffmpegPath} cannot be run (${codeOf(cause) || 'it did not end'}): name an ffmpeg, or leave it out.`,
      { cause },
    )
  }
}
