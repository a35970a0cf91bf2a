// Addresses by which an attacker could look for a recording beside those that the API has.

/** URLs under which an attacker could look for the original. */
export function guesses(id: string): string[] {
  const files = [
    `originals/${id}`,
    `originals%2F${id}`,
    `files/originals/${id}`,
    `data/files/originals/${id}`,
    `arriving/${id}`,
    `files/arriving/${id}`,
    `renditions/${id}.mp3`,
    `files/renditions/${id}.mp3`,
  ]
  const traversals = [
    '',
    '/..',
    '/../..',
    '/..%2f..',
    '/%2e%2e/%2e%2e',
    '/....//....',
    '/..%5c..',
    '/%252e%252e',
    '/.%00.',
  ]
  const inside = [
    'preview.wav',
    'preview.mp3.wav',
    'preview.mp3/',
    'preview.mp3?full=1',
    'preview.mp3?key=originals',
    'original',
    'original.wav',
    'download',
    'file',
    'full.mp3',
    'peaks',
    'waveform',
    'cover.svg?key=originals',
  ]
  return [
    ...files.flatMap((file) =>
      ['/public', '/public/tracks', '/assets', '/api/proxy/tracks/download', '/files', ''].flatMap(
        (base) => traversals.map((traversal) => `${base}${traversal}/${file}`),
      ),
    ),
    ...inside.map((name) => `/public/tracks/${id}/${name}`),
    `/public/tracks/${id}%2f..%2f..%2foriginals%2f${id}/preview.mp3`,
    `/public/tracks/../originals/${id}/preview.mp3`,
    `/public/tracks/originals%2f${id}/preview.mp3`,
    `/public/tracks/${id}%00/preview.mp3`,
    `/public/tracks/${id.toUpperCase()}/preview.mp3`,
    `/api/proxy/tracks/download/${id}?userId=${id}`,
    `/api/proxy/tracks/download/${id}/`,
    `/api/proxy/tracks/download//${id}`,
    `/api/proxy/tracks/download/%20${id}`,
    `/API/PROXY/tracks/download/${id}`,
  ]
}

/** Addresses by which an attacker could get around the check, or at the stored file itself. */
export function tricks(id: string, keys: string[]): string[] {
  const stream = `/api/proxy/my-tracks/${id}/stream`
  return [
    `${stream}/`,
    `${stream}//`,
    `${stream}/..`,
    `${stream}%00`,
    `${stream}%2f`,
    `${stream}?format=original&format=mp3`,
    `${stream}?format[]=mp3`,
    `${stream}?format=../originals/${id}`,
    `${stream};format=mp3`,
    `/api/proxy//my-tracks/${id}/stream`,
    `/api/proxy/my-tracks//${id}/stream`,
    `/api/proxy/my-tracks/%20${id}/stream`,
    `/api/proxy/my-tracks/${id.toUpperCase()}/stream`,
    `/api/proxy/my-tracks/${id}%2fstream`,
    `/API/proxy/my-tracks/${id}/stream`,
    `/api/proxy/my-tracks/zip/${id}`,
    `/api/proxy/my-tracks/zip/../${id}/stream`,
    `/api/proxy/my-tracks/${id}/renditions/..%2fstream`,
    `/api/proxy/my-tracks/${id}/renditions/original`,
    `/api/proxy/my-tracks/${id}/renditions/mp3/../../stream`,
    ...keys.flatMap((key) =>
      ['', '/files', '/public', '/assets', '/public/tracks', '/api/proxy/tracks/download'].flatMap(
        (base) => [
          `${base}/${key}`,
          `${base}/${encodeURIComponent(key)}`,
          `${base}/..%2f${key}`,
          `${base}/%2e%2e/%2e%2e/${key}`,
          `${base}/..%5c${key}`,
        ],
      ),
    ),
    ...keys.map((key) => `/public/tracks/..%2f..%2f${encodeURIComponent(key)}/preview.mp3`),
  ]
}
