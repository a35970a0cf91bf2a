/** The text of the header's badge: 99+ above 99 (NAV-14). */
export function badgeText(items: number): string {
  return items > 99 ? '99+' : String(items)
}

/** The exact count as text. */
export function countText(items: number): string {
  return items === 1 ? '1 item' : `${items} items`
}
