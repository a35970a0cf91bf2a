// Made once: `toLocaleString` makes a new one each time, which takes longer than a card takes to render.
const whole = new Intl.NumberFormat('en-GB')

/** '1,400' */
export function wholeNumber(count: number): string {
  return whole.format(count)
}
