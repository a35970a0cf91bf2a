// The form of a request, in its dialog and on its page: checked, sent once for each press, and what a failure says.

import { useState } from 'react'
import type { requestCommission } from '#contracts/commissions/commissions.ts'
import { foldedRequirements, type RequestTexts } from '#rules/commissions/request-texts.ts'
import { showsSomething } from '#rules/plain-text.ts'
import { requireLoginAgain } from '#web/accounts/login-again.ts'
import { request } from '#web/api/browser.ts'
import type { Refused } from '#web/api/result.ts'
import { formText } from '#web/forms/form-text.ts'
import { useForm } from '#web/forms/use-form.ts'
import { toast } from '#web/ui/toasts/toast.ts'
import { commissionMessages } from '../commission-messages.ts'
import { createRequestKeys } from '../request-keys.ts'
import { storeCommissionIntent } from './commission-intent.ts'

/** Of the hidden field with the price that is shown for a choice; '' is the plain price. */
const shownField = 'shown-'
export const shownPriceField = (offerId: string) => `${shownField}${offerId}`

/** The form shows what is not so any more. */
const isOutdated = new Set<string>(['offer_not_available', 'commission_price_changed'])

type RequestFormOptions = {
  artistId: string
  initial: RequestTexts
  /** Of the form's own page, to come back to after another log-in. */
  path: string
  /** Shows the offers and prices of now, and leaves what was typed. */
  onOutdated: () => Promise<void>
  onSent: (commissionId: string) => void | Promise<void>
}

export function useRequestForm(options: RequestFormOptions) {
  const { artistId, initial, path, onOutdated, onSent } = options
  const [keyOf] = useState(createRequestKeys)
  const form = useForm<typeof requestCommission>({
    contract: async () => (await import('#contracts/commissions/commissions.ts')).requestCommission,
    constants: { artist: artistId },
    initial,
    read: foldRequest,
    async send(fields) {
      const sent = await request<typeof requestCommission>('POST /api/commission/request', {
        ...fields,
        requestKey: keyOf(fields),
      })
      if (!sent.ok && isOutdated.has(sent.code)) await onOutdated()
      if (sent.ok || sent.status !== 401) return sent
      storeCommissionIntent(path)
      requireLoginAgain(path)
      return null
    },
    async onDone({ id }) {
      toast.success(commissionMessages.requested)
      await onSent(id)
    },
  })
  return { ...form, refused: form.refused && withReason(form.refused) }
}

/** The fields that the contract has. */
export function foldRequest(form: FormData): FormData {
  const written = {
    requirements: formText(form, 'requirements'),
    wishedKey: formText(form, 'wishedKey'),
    voice: formText(form, 'voice'),
  }
  form.set('requirements', foldedRequirements(written))
  form.set('shownPricePence', formText(form, shownPriceField(formText(form, 'offerId'))))
  for (const name of new Set(form.keys()))
    if (name === 'wishedKey' || name === 'voice' || name.startsWith(shownField)) form.delete(name)
  return form
}

/** False while the name or the requirements are blank (COM-08). */
export function isReady(form: FormData): boolean {
  return isFilled({ name: formText(form, 'name'), requirements: formText(form, 'requirements') })
}

export function isFilled({ name = '', requirements = '' }: RequestTexts): boolean {
  return showsSomething(name) && showsSomething(requirements)
}

/** The server's reason, or a sentence of ours where it has given none (COM-14). */
export function withReason<Failure extends Refused>(refused: Failure): Failure {
  if (refused.code === 'network') return { ...refused, message: commissionMessages.requestFailed }
  if (refused.code === 'unknown') return { ...refused, message: commissionMessages.requestRefused }
  return refused
}
