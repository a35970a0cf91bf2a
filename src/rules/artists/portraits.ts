// The drawn portraits of artists who have given no picture.

/** Raised with every change of the drawing, because browsers store portraits for a year. */
const drawing = 2

/** The address of the endpoint `drawPortrait`. */
export const portraitUrl = (artistId: string) =>
  `/public/users/${artistId}/portrait.svg?v=${drawing}`

/** What stands on a portrait: the first letter of the name. */
export function initialOf(name: string): string {
  const [first = ''] = name
  return first.toUpperCase()
}
