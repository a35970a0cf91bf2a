// Pictures of artists: which files are accepted, in which sizes they are stored, and their addresses.

/** Not SVG, which can contain scripts. Some systems give files no media type: then the ending of the name counts. */
export const avatarFileTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  '.jpg',
  '.jpeg',
  '.png',
  '.webp',
] as const
export const avatarFormats = 'JPEG, PNG or WebP'
export const maxAvatarMegabytes = 5
export const maxAvatarBytes = maxAvatarMegabytes * 1024 * 1024
/** A small file can contain pixels for many gigabytes. */
export const maxAvatarMegapixels = 50

/** The sides of the stored squares, in pixels. */
export const avatarSizes = [64, 192, 512] as const
export type AvatarSize = (typeof avatarSizes)[number]

/** What lists show. */
const usualSize: AvatarSize = 192

const address = /^\/public\/avatars\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(?:64|192|512)$/

/** Another picture has another id: the address always shows the same one. */
export function avatarUrl(id: string, size: AvatarSize = usualSize): string {
  return `/public/avatars/${id}/${size}`
}

/** Returns null for any other address. */
export function avatarId(url: string): string | null {
  return address.exec(url)?.[1] ?? null
}

/** The address of the same picture for a square of `side` CSS pixels, on a screen with two device pixels for each. */
export function avatarForSide(url: string | null, side: number): string | null {
  const id = url === null ? null : avatarId(url)
  if (id === null) return url
  return avatarUrl(id, avatarSizes.find((size) => size >= 2 * side) ?? 512)
}
