// Vocal ranges, and the gender key each belongs to.

const femaleRanges = ['Soprano', 'Mezzo-Soprano', 'Alto', 'Contralto'] as const
const maleRanges = ['Countertenor', 'Tenor', 'Baritone', 'Bass'] as const
export const vocalRanges = [...femaleRanges, ...maleRanges] as const
export type VocalRange = (typeof vocalRanges)[number]
export const vocalGenders = ['female', 'male'] as const
export type VocalGender = (typeof vocalGenders)[number]

export function vocalGenderOf(range: VocalRange | null): VocalGender | null {
  if (range === null) return null
  return femaleRanges.some((female) => female === range) ? 'female' : 'male'
}

/** 'Female Key' or 'Male Key'; null without a gender. */
export function genderKeyLabel(gender: VocalGender | null): string | null {
  if (gender === null) return null
  return gender === 'female' ? 'Female Key' : 'Male Key'
}
