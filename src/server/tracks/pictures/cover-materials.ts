// The woods and inlays that covers are made of.

export type Wood = { face: string; grain: string; light: string; accent: string; dark: string }

/** Spruce, cedar, mahogany, walnut and maple: far apart in lightness, so that small covers differ. */
export const woods: readonly [Wood, ...Wood[]] = [
  { face: '#E8C88F', grain: '#B9853F', light: '#F6E3BC', accent: '#A65A24', dark: '#5B2E17' },
  { face: '#C88A4F', grain: '#8A4E1F', light: '#EBC08B', accent: '#7A2F16', dark: '#3D1F10' },
  { face: '#8A4630', grain: '#562214', light: '#D69A78', accent: '#E0B063', dark: '#2B120B' },
  { face: '#5A4234', grain: '#33231A', light: '#B4937C', accent: '#CFA35A', dark: '#1E1410' },
  { face: '#F1E4C8', grain: '#CDB68C', light: '#FFF9EC', accent: '#3F6B57', dark: '#5C4A38' },
]

type Place = {
  radius: number
  width: number
  colour: string
  choose: { between: (from: number, to: number) => number }
}

type Inlay = (place: Place) => string

const herringbone: Inlay = ({ radius, width, colour, choose }) => {
  const teeth = Math.round(choose.between(18, 34))
  return radial(
    teeth,
    (angle, step) => {
      const inner = at(radius - width / 2, angle)
      const outer = at(radius + width / 2, angle + step / 2)
      const back = at(radius - width / 2, angle + step)
      return `M${inner}L${outer}L${back}`
    },
    `fill="none" stroke="${colour}" stroke-width="${round(width / 3.2)}"`,
  )
}

const rope: Inlay = ({ radius, width, colour, choose }) => {
  const strands = Math.round(choose.between(22, 44))
  return radial(
    strands,
    (angle, step) => {
      const inner = at(radius - width / 2, angle)
      const outer = at(radius + width / 2, angle + step * 0.9)
      return `M${inner}L${outer}`
    },
    `stroke="${colour}" stroke-width="${round(width / 2.6)}" stroke-linecap="round"`,
  )
}

/** Plates of shell in three tints. */
const abalone: Inlay = ({ radius, width, choose }) => {
  const plates = Math.round(choose.between(8, 16))
  const tints = ['#4FA39A', '#8E7CC3', '#7FB069']
  return tints
    .map((tint, place) =>
      radial(
        plates,
        (angle, step) => {
          const from = angle + (step * place) / tints.length
          const until = from + (step / tints.length) * 0.86
          return `M${at(radius, from)}A${round(radius)} ${round(radius)} 0 0 1 ${at(radius, until)}`
        },
        `fill="none" stroke="${tint}" stroke-width="${round(width)}"`,
      ),
    )
    .join('')
}

const dots: Inlay = ({ radius, width, colour, choose }) => {
  const count = Math.round(choose.between(12, 26))
  return radial(
    count,
    (angle) => `M${at(radius, angle)}h.01`,
    `stroke="${colour}" stroke-width="${round(width * 0.9)}" stroke-linecap="round"`,
  )
}

export const inlays: readonly [Inlay, ...Inlay[]] = [herringbone, rope, abalone, dots]

/** One path of `count` equal parts around the middle. */
function radial(
  count: number,
  part: (angle: number, step: number) => string,
  style: string,
): string {
  const step = (2 * Math.PI) / count
  const path = Array.from({ length: count }, (_, place) => part(place * step, step)).join('')
  return `<path d="${path}" ${style}/>`
}

/** A point on a circle around the middle. */
function at(radius: number, angle: number): string {
  return `${tenth(50 + radius * Math.cos(angle))} ${tenth(50 + radius * Math.sin(angle))}`
}

const tenth = (value: number) => Math.round(value * 10) / 10
export const round = (value: number) => Math.round(value * 100) / 100
