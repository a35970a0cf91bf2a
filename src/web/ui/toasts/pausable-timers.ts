// Timers that stand still while the user looks at what they would remove.

type Timer = { remainingMs: number; startedAt: number; handle: ReturnType<typeof setTimeout> }

export function createPausableTimers() {
  const timers = new Map<string | number, Timer & { run: () => void }>()
  let isPaused = false

  function begin(id: string | number, remainingMs: number, run: () => void): void {
    const handle = setTimeout(() => {
      timers.delete(id)
      run()
    }, remainingMs)
    if (isPaused) clearTimeout(handle)
    timers.set(id, { remainingMs, startedAt: performance.now(), handle, run })
  }

  return {
    start: begin,

    cancel(id: string | number): void {
      clearTimeout(timers.get(id)?.handle)
      timers.delete(id)
    },

    clear(): void {
      for (const { handle } of timers.values()) clearTimeout(handle)
      timers.clear()
    },

    pause(): void {
      if (isPaused) return
      isPaused = true
      for (const timer of timers.values()) {
        clearTimeout(timer.handle)
        timer.remainingMs -= performance.now() - timer.startedAt
      }
    },

    resume(): void {
      if (!isPaused) return
      isPaused = false
      for (const [id, { remainingMs, run }] of timers) begin(id, Math.max(0, remainingMs), run)
    },
  }
}
