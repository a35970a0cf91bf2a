// One offer: what it is called, what it costs, how long it takes, and what it is for.

import { useState } from 'react'
import { deliveryChoices, problemWithCommissionPrice } from '#rules/artists/profile-limits.ts'
import { maxOfferDescriptionLength, maxOfferTitleLength } from '#rules/artists/offers.ts'
import { deliveryPromiseText } from '#rules/artists/time-words.ts'
import { CheckField, RadioCards, SelectField, TextArea, TextField } from '#web/forms/field.tsx'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useForm } from '#web/forms/use-form.ts'
import { toast } from '#web/ui/toasts/toast.ts'
import { PriceBreakdown } from '#web/uploads/details/price-breakdown.tsx'
import { offerMessages } from './offer-messages.ts'
import { withOffer, type SaveChange, type Saved, type TypedOffer } from './own-offers.ts'

export type OfferDialogProps = {
  /** Null for a new one. */
  offer: TypedOffer | null
  save: SaveChange
  onClose: () => void
}

const fitChoices = [
  { value: 'any', label: 'Any wish', hint: 'Singers find it in your price list.' },
  {
    value: 'another_key',
    label: 'A track of yours in another key',
    hint: 'Your tracks offer it as well, to a singer who has changed the key.',
  },
] as const

export default function OfferDialog({ offer, save, onClose }: OfferDialogProps) {
  const form = useOfferForm({ offer, save, onClose })
  const { required, optional } = form.fields
  const price = required('price')
  const [typedPrice, setTypedPrice] = useState(price.defaultValue ?? '')
  return (
    <FormDialog
      title={offer === null ? 'Add an Offer' : 'Edit Offer'}
      form={form}
      submit="Save offer"
      submitting="Saving…"
      onClose={onClose}
    >
      <TextField {...required('title')} label="Title" maxLength={maxOfferTitleLength} showCount />
      <TextArea
        {...optional('description')}
        label="Description"
        rows={3}
        maxLength={maxOfferDescriptionLength}
        showCount
      />
      <TextField
        {...price}
        label="Price in pounds"
        inputMode="decimal"
        autoComplete="off"
        hint="What you receive."
        onChange={(event) => setTypedPrice(event.target.value)}
      />
      <PriceBreakdown
        priceField={price.name}
        price={typedPrice}
        problemWith={problemWithCommissionPrice}
      />
      <SelectField
        {...form.fields.other('promiseDays')}
        defaultValue={textsOf(offer).promiseDays}
        required
        label="Delivery promise"
        options={deliveryChoices.map((days) => ({
          value: String(days),
          label: deliveryPromiseText(days),
        }))}
        placeholder="Please choose"
      />
      <RadioCards legend="What it is for" {...required('fits')} options={fitChoices} />
      <CheckField
        {...required('isOn')}
        required={false}
        label="Singers can ask for it"
        hint="Without this, only you see it."
      />
    </FormDialog>
  )
}

/** The form is one offer of the list that is sent. */
async function loadContract() {
  const { offerInputSchema, putOwnOffers } = await import('#contracts/artists/offers.ts')
  return { ...putOwnOffers, input: offerInputSchema }
}

function useOfferForm({ offer, save, onClose }: OfferDialogProps) {
  return useForm<Awaited<ReturnType<typeof loadContract>>>({
    contract: loadContract,
    constants: { id: offer?.id ?? null },
    initial: textsOf(offer),
    // A box that is not checked is missing in a form.
    read(form) {
      if (!form.has('isOn')) form.set('isOn', '')
      return form
    },
    send: async (fields) => atFields(await save((offers) => withOffer(offers, fields))),
    onDone() {
      toast.success(offerMessages.saved)
      onClose()
    },
  })
}

function textsOf(offer: TypedOffer | null) {
  return {
    title: offer?.title ?? '',
    description: offer?.description ?? '',
    price: offer?.price ?? '',
    promiseDays: offer === null ? '' : String(offer.promiseDays),
    fits: offer?.fits ?? 'any',
    isOn: offer === null || offer.isOn === true ? 'on' : '',
  }
}

/** The server names the fields of the whole list: 'offers', the place, the field. */
function atFields(saved: Saved): Saved {
  if (saved.ok || saved.issues === undefined) return saved
  const issues = saved.issues.map(({ path, message }) => ({ path: path.slice(2), message }))
  return { ...saved, issues }
}
