/** What the header's badge shows: 99+ above 99 (NAV-14). */
export function badgeText(items: number): string {
  return items > 99 ? '99+' : String(items)
}

/** The true count in words. */
export function countText(items: number): string {
  return items === 1 ? '1 item' : `${items} items`
}
