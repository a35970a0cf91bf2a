// Where a source text reads the time by itself, in TypeScript or in SQL.

const ownTime =
  /new Date\(\)|\bDate\.now\(\)|(?<![.\w])(?:now|clock_timestamp|current_timestamp)\(\)/g

export function ownTimesIn(source: string): string[] {
  return [...source.matchAll(ownTime)].map(([time]) => time)
}
