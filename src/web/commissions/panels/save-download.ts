// Saves a file under the name that the server gives it.

/** Returns whether it was saved. */
export async function saveDownload(path: string, nameWithoutOne: string): Promise<boolean> {
  try {
    const response = await fetch(path, { credentials: 'same-origin' })
    if (!response.ok) return false
    const blob = await response.blob()
    save(blob, fileNameIn(response.headers.get('content-disposition')) ?? nameWithoutOne)
    return true
  } catch {
    // No connection, or one that was lost on the way.
    return false
  }
}

/** Long enough for the browser to have begun to read the file. */
const keptMs = 60_000

function save(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), keptMs)
}

/** Of a Content-Disposition header: `filename*` (RFC 5987) goes before `filename`. Null without a name. */
export function fileNameIn(disposition: string | null): string | null {
  const [, encoded] = /;\s*filename\*\s*=\s*utf-8''([^;\s]+)/i.exec(disposition ?? '') ?? []
  const decoded = encoded === undefined ? null : decodedOrNull(encoded)
  if (decoded !== null) return decoded
  const [, quoted, plain] =
    /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s"]+))/i.exec(disposition ?? '') ?? []
  const name = quoted?.replaceAll(/\\(.)/g, '$1') ?? plain
  return name === undefined || name === '' ? null : name
}

function decodedOrNull(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
