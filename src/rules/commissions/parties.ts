// The two who make a commission.

export type Party = 'customer' | 'artist'

export function otherParty(party: Party): Party {
  return party === 'customer' ? 'artist' : 'customer'
}
