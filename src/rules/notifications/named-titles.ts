// How a sentence names one or several titles.

const maxTitles = 3

export function namedTitles(all: readonly string[]): string {
  const named = all.slice(0, maxTitles).map(quoted)
  const others = all.length - named.length
  if (others > 0) named.push(others === 1 ? '1 other track' : `${others} other tracks`)
  return new Intl.ListFormat('en-GB').format(named)
}

export function quoted(text: string): string {
  return `“${text}”`
}
