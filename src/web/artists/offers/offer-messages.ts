// The sentences about editing the own offers.

export const offerMessages = {
  saved: 'Offer saved',
  removed: 'Offer removed',
  isOff: 'Off: only you see it.',
} as const
