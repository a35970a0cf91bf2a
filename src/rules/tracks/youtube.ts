// Recognises the addresses of YouTube videos. A player's address is built from the id only.

const videoId = /^[A-Za-z0-9_-]{11}$/
const hosts = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
])
const pathsWithId = new Set(['shorts', 'embed', 'live', 'v'])

/** The origin that players are loaded from: it sets no cookies before the video plays. */
export const youtubePlayerOrigin = 'https://www.youtube-nocookie.com'

/** Returns null for every other address. */
export function youtubeVideoId(address: string): string | null {
  const url = URL.parse(address)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return null
  const [first = '', second = null] = url.pathname.split('/').slice(1)
  const found = idIn(url, { first, second })
  return found !== null && videoId.test(found) ? found : null
}

function idIn(
  url: URL,
  { first, second }: { first: string; second: string | null },
): string | null {
  if (url.hostname === 'youtu.be') return first
  if (!hosts.has(url.hostname)) return null
  if (first === 'watch') return url.searchParams.get('v')
  return pathsWithId.has(first) ? second : null
}

/** The address of the video with a known id. */
export function youtubePlayerUrl(id: string): string {
  return `${youtubePlayerOrigin}/embed/${id}?autoplay=1`
}
