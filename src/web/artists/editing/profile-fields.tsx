// The fields of the own profile.

import { useState } from 'react'
import type { editProfile } from '#contracts/artists/profile.ts'
import {
  deliveryChoices,
  displayNameLength,
  maxAboutLength,
  maxInstrumentLength,
  problemWithCommissionPrice,
} from '#rules/artists/profile-limits.ts'
import { deliveryPromiseText } from '#rules/artists/time-words.ts'
import { artistDashboardPath } from '#rules/artists/dashboard-paths.ts'
import { CheckField, SelectField, TextArea, TextField } from '#web/forms/field.tsx'
import type { FormFields } from '#web/forms/form-fields.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { PriceBreakdown } from '#web/uploads/details/price-breakdown.tsx'

type ProfileFieldsProps = {
  fields: FormFields<typeof editProfile>
  username: string
  /** The payment set-up is finished. */
  canBePaid: boolean
}

export function ProfileFields({ fields, username, canBePaid }: ProfileFieldsProps) {
  const { optional } = fields
  return (
    <div className="fields">
      <div className="profile-pair">
        <TextField
          {...optional('displayName')}
          label="Display name"
          autoComplete="off"
          hint={`Shown everywhere. Without one, others see your username, ${username}.`}
          maxLength={displayNameLength.longest}
          showCount
        />
        <TextField
          {...optional('artistInstrument')}
          label="Instrument"
          autoComplete="off"
          hint="What you play, like Acoustic guitar, fingerpicked."
          maxLength={maxInstrumentLength}
          showCount
        />
      </div>
      <TextArea
        {...optional('about')}
        label="About"
        hint="How you play, and for whom."
        maxLength={maxAboutLength}
        showCount
      />
      <TextField
        {...optional('artistYoutubeLink')}
        label="YouTube link"
        type="url"
        inputMode="url"
        autoComplete="off"
        hint="A video of you, shown in your profile."
      />
      <CommissionFields fields={fields} canBePaid={canBePaid} />
    </div>
  )
}

function CommissionFields({ fields, canBePaid }: Omit<ProfileFieldsProps, 'username'>) {
  const field = fields.optional('commissionPrice')
  const [price, setPrice] = useState(field.defaultValue ?? '')
  return (
    <fieldset className="fields">
      <legend className="profile-legend">Commissions</legend>
      <div className="profile-pair">
        <TextField
          {...field}
          label="Price in pounds"
          inputMode="decimal"
          autoComplete="off"
          hint="What you receive for a custom track."
          onChange={(event) => setPrice(event.target.value)}
        />
        <PriceBreakdown
          priceField={field.name}
          price={price}
          problemWith={problemWithCommissionPrice}
        />
      </div>
      <SelectField
        {...fields.optional('deliveryDays')}
        label="Delivery promise"
        hint="The longest time that you take for a commission."
        options={deliveryChoices.map((days) => ({
          value: String(days),
          label: deliveryPromiseText(days),
        }))}
        placeholder={`${deliveryPromiseText(null)}, as usual`}
      />
      <CheckField
        {...fields.optional('availableForCommission')}
        label="I take commissions"
        hint={
          canBePaid ? (
            'Singers can order a custom track from you once you have a price.'
          ) : (
            <>
              Before you take commissions, finish your payment set-up in your{' '}
              <PageLink href={artistDashboardPath()}>Artist Dashboard</PageLink>.
            </>
          )
        }
      />
    </fieldset>
  )
}
