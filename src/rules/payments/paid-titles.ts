/** The name of a paid commission where money is shown: on the card provider's page and on the receipt. */
export function customTrackTitle(commissionName: string): string {
  return `Custom track: ${commissionName}`
}
