import { keyLabel } from '#rules/music/musical-key.ts'

/** Said where a preview is heard in another key than the recording's. */
export function boughtKeyText(keySignature: string | null): string {
  const label = keyLabel(keySignature)
  const bought = label === null ? 'in its original key' : `in ${label}`
  return `The recording you buy is ${bought}. My Tracks plays it in any key.`
}
