// What an artist asks for, promises and takes on at once, beside the commissions that follow from it.

import { useRevalidator } from 'react-router'
import type {
  CommissionSettings,
  putCommissionSettings,
} from '#contracts/artists/commission-settings.ts'
import { deliveryChoices } from '#rules/artists/profile-limits.ts'
import { deliveryPromiseText } from '#rules/artists/time-words.ts'
import { maxPlaces, maxIncludedRevisions } from '#rules/commissions/commission-limits.ts'
import { artistDashboardPath } from '#rules/artists/dashboard-paths.ts'
import { request } from '#web/api/browser.ts'
import { CheckField, SelectField, TextField } from '#web/forms/field.tsx'
import { FormBody } from '#web/forms/form-body.tsx'
import { useForm } from '#web/forms/use-form.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { toast } from '#web/ui/toasts/toast.ts'
import { commissionMessages } from '../commission-messages.ts'

export function CommissionSettingsPanel({ settings }: { settings: CommissionSettings }) {
  const form = useSettingsForm()
  const { openCommissions, commissionPlaces, isFullyBooked } = settings
  return (
    <Panel aria-labelledby="settings-heading" className="panel-stack">
      <h2 id="settings-heading">What you take on</h2>
      <p>
        {openCommissions} of your{' '}
        {commissionPlaces === 1 ? 'one place' : `${commissionPlaces} places`}{' '}
        {openCommissions === 1 ? 'is' : 'are'} taken.
        {isFullyBooked && ' Singers see that you are fully booked, until a place is free.'}
      </p>
      <form
        // The fields begin with what is stored now.
        key={`${form.round} ${JSON.stringify(textsOf(settings))}`}
        className="settings-form needs-script"
        aria-labelledby="settings-heading"
        {...form.formProps}
      >
        <FormBody
          form={form}
          submit="Save"
          submitting="Saving…"
          button={{ className: 'btn-start' }}
        >
          <SettingsFields fields={form.fields} settings={settings} />
        </FormBody>
      </form>
      <noscript>
        <Notice tone="info">Changing it needs JavaScript.</Notice>
      </noscript>
    </Panel>
  )
}

type FieldsProps = {
  fields: ReturnType<typeof useSettingsForm>['fields']
  settings: CommissionSettings
}

function SettingsFields({ fields, settings }: FieldsProps) {
  const texts = textsOf(settings)
  const field = (name: keyof typeof texts) => ({ ...fields.other(name), defaultValue: texts[name] })
  return (
    <>
      <TextField
        {...field('commissionPlaces')}
        required
        type="number"
        min={1}
        max={maxPlaces}
        label="Places"
        hint={`How many commissions you work on at once, from 1 to ${maxPlaces}.`}
      />
      <TextField
        {...field('includedRevisions')}
        required
        type="number"
        min={1}
        max={maxIncludedRevisions}
        label="Included revisions"
        hint={`How often a singer can ask for changes, from 1 to ${maxIncludedRevisions}. It holds for new requests.`}
      />
      <TextField
        {...field('commissionPrice')}
        inputMode="decimal"
        autoComplete="off"
        label="Price in pounds"
        hint="What you receive for a custom track."
      />
      <SelectField
        {...field('deliveryDays')}
        label="Delivery promise"
        options={deliveryChoices.map((days) => ({
          value: String(days),
          label: deliveryPromiseText(days),
        }))}
        placeholder={`${deliveryPromiseText(null)}, as usual`}
      />
      <CheckField
        {...field('availableForCommission')}
        label="I take commissions"
        hint={
          settings.canBePaid ? undefined : (
            <>
              Before that, finish your payment set-up in your{' '}
              <PageLink href={artistDashboardPath()}>Artist Dashboard</PageLink>.
            </>
          )
        }
      />
    </>
  )
}

function useSettingsForm() {
  const { revalidate } = useRevalidator()
  return useForm<typeof putCommissionSettings>({
    contract: async () =>
      (await import('#contracts/artists/commission-settings.ts')).putCommissionSettings,
    // A box that is not checked is missing in a form.
    read(form) {
      if (!form.has('availableForCommission')) form.set('availableForCommission', '')
      return form
    },
    fieldOfCode: {
      commission_setup_needed: 'availableForCommission',
      commission_price_needed: 'commissionPrice',
    },
    send: (fields) =>
      request<typeof putCommissionSettings>('PUT /api/artist/commission-settings', fields),
    async onDone() {
      toast.success(commissionMessages.settingsSaved)
      await revalidate()
    },
  })
}

function textsOf(settings: CommissionSettings) {
  const { commissionPricePence, deliveryDays } = settings
  return {
    commissionPlaces: String(settings.commissionPlaces),
    includedRevisions: String(settings.includedRevisions),
    commissionPrice: commissionPricePence === null ? '' : (commissionPricePence / 100).toFixed(2),
    deliveryDays: deliveryDays === null ? '' : String(deliveryDays),
    availableForCommission: settings.availableForCommission ? 'on' : '',
  }
}
