// Made once: `toLocaleString` makes a new one each time, which takes longer than a card takes to render.
const whole = new Intl.NumberFormat('en-GB')

/** '1,400' */
export function wholeNumber(count: number): string {
  return whole.format(count)
}
/** Of a badge in the header: 99+ above 99 (NAV-14). The accessible name of its button has the true count. */
export function badgeText(count: number): string {
  return count > 99 ? '99+' : String(count)
}
