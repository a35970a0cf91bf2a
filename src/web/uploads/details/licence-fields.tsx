// A track's licence: whether one is needed, who gave it, and the document that proves it.

import { useState, type ReactNode } from 'react'
import {
  licenceStatuses,
  trackTextLimits,
  type LicenceStatus,
} from '#rules/tracks/track-options.ts'
import { SelectField, TextField } from '#web/forms/field.tsx'
import type { DetailFields } from './detail-fields.ts'

const statusText: Record<LicenceStatus, string> = {
  not_required: 'Not required',
  licensed: 'Licensed',
  unlicensed: 'Unlicensed',
}

type LicenceFieldsProps = { fields: DetailFields; document: ReactNode }

export function LicenceFields({ fields, document }: LicenceFieldsProps) {
  const field = fields.optional('licenseStatus')
  const [status, setStatus] = useState(field.defaultValue ?? licenceStatuses[0])
  const isLicensed = status === 'licensed'
  return (
    <>
      <div className="field-pair">
        <SelectField
          {...field}
          required
          label="License status"
          options={licenceStatuses.map((value) => ({ value, label: statusText[value] }))}
          hint="Songs in the public domain and your own need no license."
          onChange={(event) => setStatus(event.target.value)}
        />
        <TextField
          {...fields.optional('licensedFrom')}
          required={isLicensed}
          disabled={!isLicensed}
          label="Licensed from"
          maxLength={trackTextLimits.licensedFrom}
          hint={isLicensed ? 'The publisher or agency that gave it.' : 'Only for a licensed song.'}
        />
      </div>
      {document}
    </>
  )
}
