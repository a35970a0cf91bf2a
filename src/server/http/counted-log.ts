// For lines that come by the thousand: the first is written at once, and those that follow within a minute are one line.

type Write = (count: number) => void

/**
 * Lines are alike if they have the same key, of which there may be few. `count` is how many requests a line stands for.
 */
export function openCountedLog(periodMs = 60_000): (key: string, write: Write) => void {
  const waiting = new Map<string, { count: number; write: Write }>()

  function writeNow(key: string, write: Write, count: number): void {
    write(count)
    waiting.set(key, { count: 0, write })
    setTimeout(() => {
      const later = waiting.get(key)
      if (later !== undefined && later.count > 0) writeNow(key, later.write, later.count)
      else waiting.delete(key)
    }, periodMs).unref()
  }

  return (key, write) => {
    const before = waiting.get(key)
    if (before === undefined) writeNow(key, write, 1)
    else waiting.set(key, { count: before.count + 1, write })
  }
}
