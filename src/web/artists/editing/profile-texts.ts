// A profile as the texts of its form, and what others will see of texts that are not saved yet.

import type { OwnProfile } from '#contracts/artists/profile.ts'
import { problemWithCommissionPrice } from '#rules/artists/profile-limits.ts'
import { deliveryPromiseText } from '#rules/artists/time-words.ts'
import { oneLine } from '#rules/plain-text.ts'
import { customerPricePence, parsePounds } from '#rules/price.ts'
import { changedTexts } from '#web/forms/changed-texts.ts'
import type { FormTexts } from '#web/forms/form-fields.ts'
import { storedDraft } from '#web/forms/stored-draft.ts'

/** What is typed and not saved. */
export const profileDrafts = storedDraft('profile-draft')

/** By the names of the contract. */
export function textsOf(profile: OwnProfile) {
  const { commissionPricePence: pence } = profile
  return {
    displayName: profile.displayName,
    artistInstrument: profile.artistInstrument ?? '',
    about: profile.about ?? '',
    artistYoutubeLink: profile.artistYoutubeLink ?? '',
    commissionPrice: pence === null ? '' : (pence / 100).toFixed(2),
    deliveryDays: String(profile.deliveryDays ?? ''),
    availableForCommission: profile.availableForCommission ? 'on' : '',
  }
}
type ProfileTexts = ReturnType<typeof textsOf>

export function changesOf(form: FormData, initial: ProfileTexts): FormData {
  const changed = changedTexts(form, initial)
  const price = changed.get('commissionPrice')
  // '£4' and '4.00' are the same price.
  if (
    typeof price === 'string' &&
    parsePounds(price) === parsePounds(initial.commissionPrice) &&
    price.trim() !== ''
  )
    changed.delete('commissionPrice')
  return changed
}

/** A text that the server would refuse changes nothing of what is shown. */
export function withTyped(profile: OwnProfile, typed: FormTexts): OwnProfile {
  const { displayName, artistInstrument, about, commissionPrice, deliveryDays } = typed
  return {
    ...profile,
    displayName:
      displayName === undefined ? profile.displayName : oneLine(displayName) || profile.username,
    artistInstrument:
      artistInstrument === undefined ? profile.artistInstrument : oneLine(artistInstrument) || null,
    about: about === undefined ? profile.about : about.trim() || null,
    customerCommissionPricePence: shownPrice(profile, commissionPrice),
    maxTimeTakenForCommission:
      deliveryDays === undefined
        ? profile.maxTimeTakenForCommission
        : deliveryPromiseText(deliveryDays === '' ? null : Number(deliveryDays)),
    availableForCommission:
      typed['availableForCommission'] === undefined
        ? profile.availableForCommission
        : typed['availableForCommission'] === 'on',
  }
}

function shownPrice(profile: OwnProfile, typed: string | undefined): number | null {
  if (typed === undefined) return profile.customerCommissionPricePence
  if (typed.trim() === '') return null
  const pence = parsePounds(typed)
  return pence === null || problemWithCommissionPrice(typed) !== null
    ? profile.customerCommissionPricePence
    : customerPricePence(pence)
}
