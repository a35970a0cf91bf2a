// Failpoints that do something: in tests, and in a process that was started for them (FAILPOINTS=1).

import type {
  ArmedFailpoints,
  Failpoint,
  FailpointMode,
} from '#server/clock-and-failpoints/failpoints.ts'

type Armed = {
  mode: FailpointMode
  reached: PromiseWithResolvers<void>
  /** The end of a pause. */
  ended: PromiseWithResolvers<void>
}

/** The end that a test has chosen for a call. */
class FailpointReached extends Error {}

export function openArmedFailpoints(): ArmedFailpoints {
  const armed = new Map<Failpoint, Armed>()
  const paused = new Map<Failpoint, Armed>()
  return {
    async reach(name) {
      const one = armed.get(name)
      if (one === undefined) return
      armed.delete(name)
      one.reached.resolve()
      if (one.mode === 'throw') throw new FailpointReached(`A test failed the call ${name}.`)
      if (one.mode === 'kill') process.kill(process.pid, 'SIGKILL')
      paused.set(name, one)
      await one.ended.promise
    },
    arm(name, mode) {
      const one: Armed = {
        mode,
        reached: Promise.withResolvers(),
        ended: Promise.withResolvers(),
      }
      armed.set(name, one)
      return one.reached.promise
    },
    disarm(name) {
      armed.delete(name)
      paused.get(name)?.ended.resolve()
      paused.delete(name)
    },
  }
}
