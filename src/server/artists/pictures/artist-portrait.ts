// Draws the portrait of an artist who has given no picture: a maker's medallion in wood, framed by the band that all covers
// of the artist have. Pages write the first letter of the name on it, in their own font.

import { choicesOf, type Choices } from '#server/tracks/pictures/choices.ts'
import { inlays, round, woods, type Wood } from '#server/tracks/pictures/cover-materials.ts'
import { artistBand, circle, grain } from '#server/tracks/pictures/track-cover.ts'

/** Felts and lacquers. A cream letter has a contrast of at least 5 on each. */
export const medallionColours: readonly [string, ...string[]] = [
  '#2C5B43',
  '#8F3A1C',
  '#24506B',
  '#6B2737',
  '#4B3B6B',
  '#7A4A12',
  '#1F5A5A',
  '#3F3A34',
  '#55551F',
  '#7A2F4F',
]

/** An SVG document of 400 × 400, 3 to 6 KB; equal ids have equal portraits. */
export function artistPortrait(artistId: string): string {
  // Not the choices of the band, which the same id decides.
  const choose = choicesOf(`portrait ${artistId}`)
  const wood = choose.one(woods)
  const parts = [
    `<rect width="100" height="100" fill="${wood.face}"/>`,
    grain(choose, wood),
    artistBand(artistId),
    frame(choose, wood),
    medallion(choose, wood),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="0 0 100 100">${parts.join('')}</svg>`
}

/** One inlaid ring between two lines. */
function frame(choose: Choices, wood: Wood): string {
  const [line = wood.dark, ring = wood.accent, inlaid = wood.light] = choose.shuffled([
    wood.dark,
    wood.accent,
    wood.light,
    '#F4EBDA',
  ])
  const inlay = choose.one(inlays)({ radius: 36.6, width: 4.4, colour: inlaid, choose })
  return `<g fill="none">${circle(40.2, 1, line)}${circle(36.6, 5.2, ring)}${inlay}${circle(33, 1, line)}</g>`
}

/** What the letter stands on, with a line of brass at the same distance from its edge everywhere. */
function medallion(choose: Choices, wood: Wood): string {
  const colour = choose.one(medallionColours)
  const edge = choose.one(outlines)(28)
  const line = (stroke: string, width: number) =>
    `<path d="${edge}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linejoin="round"/>`
  const inside = `<path d="${edge}" fill="${colour}"/>${line('#D9B96C', 6.8)}${line(colour, 5.2)}`
  return `<clipPath id="edge"><path d="${edge}"/></clipPath><g clip-path="url(#edge)">${inside}</g>${line(wood.dark, 3)}`
}

/** A path around the middle that reaches as far as the radius. */
type Outline = (radius: number) => string

const disc: Outline = (radius) =>
  `M${round(50 - radius)} 50a${radius} ${radius} 0 1 1 ${2 * radius} 0a${radius} ${radius} 0 1 1 ${-2 * radius} 0z`

/** As wide as a pick, its point below. */
const plectrum: Outline = (radius) => {
  const [left, right] = [round(50 - radius * 0.9), round(50 + radius * 0.9)]
  const shoulder = round(50 - radius * 0.62)
  const cheek = round(50 + radius * 0.3)
  return `M${left} ${shoulder}Q50 ${round(50 - radius * 1.22)} ${right} ${shoulder}Q${round(50 + radius * 1.02)} ${cheek} 50 ${round(50 + radius * 1.06)}Q${round(50 - radius * 1.02)} ${cheek} ${left} ${shoulder}z`
}

/** Lobes of equal size, like the leaves of a lute's rose. */
function foil(lobes: number, depth: number): Outline {
  return (radius) => {
    const inner = radius * (1 - depth)
    const lobe = round(inner * Math.sin(Math.PI / lobes) * 1.06)
    const corner = (at: number) => onCircle(inner, (2 * Math.PI * (at - 0.5)) / lobes - Math.PI / 2)
    const arcs = Array.from(
      { length: lobes },
      (_, at) => `A${lobe} ${lobe} 0 0 1 ${corner(at + 1)}`,
    )
    return `M${corner(0)}${arcs.join('')}z`
  }
}

/** A square with sides that bulge and corners that are round, turned by an angle. */
function cushion(turn: number): Outline {
  const power = 3.2
  const points = 120
  return (radius) => {
    const path = Array.from({ length: points }, (_, at) => {
      const angle = (2 * Math.PI * at) / points
      const bulge =
        (Math.abs(Math.cos(angle)) ** power + Math.abs(Math.sin(angle)) ** power) ** (-1 / power)
      return onCircle(radius * 0.95 * bulge, angle + turn)
    })
    return `M${path.join('L')}z`
  }
}

function onCircle(radius: number, angle: number): string {
  const tenth = (value: number) => Math.round(value * 10) / 10
  return `${tenth(50 + radius * Math.cos(angle))} ${tenth(50 + radius * Math.sin(angle))}`
}

const outlines: readonly [Outline, ...Outline[]] = [
  disc,
  plectrum,
  foil(4, 0.24),
  foil(6, 0.15),
  foil(8, 0.11),
  foil(12, 0.08),
  cushion(0),
  cushion(Math.PI / 4),
]
