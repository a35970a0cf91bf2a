// Runs the system's ffmpeg binary: twice as fast, but isolated only by the process's limits.
import { spawnSync } from 'node:child_process'
import { AudioRefused } from './audio-refusal.ts'
import type { Ffmpeg } from './ffmpeg.ts'

const maxLogBytes = 16 * 1024 * 1024
const diskFull = 'No space left on device'

/** `program` is the binary's path; it runs inside `outDir`, so outputs are plain file names. */
export function openCliFfmpeg(program: string, input: string, outDir: string): Ffmpeg {
  return {
    input,
    run(argumentList) {
      const ended = spawnSync(program, argumentList, {
        cwd: outDir,
        env: {},
        stdio: ['ignore', 'ignore', 'pipe'],
        encoding: 'utf8',
        maxBuffer: maxLogBytes,
      })
      const { status, signal, stderr: log, error } = ended
      checkCrash(signal, log, error)
      if (status !== 0 && log.includes(diskFull)) throw new Error(diskFull)
      return { status: status ?? 1, log }
    },
  }
}

function checkCrash(
  signal: NodeJS.Signals | null,
  log: string,
  error: NodeJS.ErrnoException | undefined,
): void {
  const loggedWithoutEnd = error?.code === 'ENOBUFS'
  if (error !== undefined && !loggedWithoutEnd) throw error
  // FFmpeg catches SIGXCPU, the processor time limit, and exits normally, logging the signal's number.
  if (signal === 'SIGXCPU' || log.includes('received signal 24')) {
    throw new AudioRefused('audio_took_too_long')
  }
  if (signal !== null) throw new AudioRefused('audio_broken', { cause: error })
}
