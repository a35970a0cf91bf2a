import { useState } from 'react'
import type { Commission } from '#contracts/commissions/commission.ts'
import { customerPricePence, formatPence, parsePounds } from '#rules/price.ts'
import { TextField } from '#web/forms/field.tsx'

type PartFieldProps = {
  name: string
  error?: string | undefined
  commission: Pick<Commission, 'commissionPricePence' | 'customerCommissionPricePence'>
}

/** The artist's part, and what the customer gets back with it. */
export function PartField({ name, error, commission }: PartFieldProps) {
  const { commissionPricePence, customerCommissionPricePence } = commission
  const [typed, setTyped] = useState('')
  const pence = parsePounds(typed)
  const isPart = pence !== null && pence > 0 && pence < commissionPricePence
  return (
    <>
      <TextField
        name={name}
        required
        label="The artist’s part in pounds"
        inputMode="decimal"
        autoComplete="off"
        hint={`More than nothing, and less than ${formatPence(commissionPricePence)}.`}
        onChange={(event) => setTyped(event.target.value)}
        {...(error === undefined ? {} : { error })}
      />
      <output htmlFor={name}>
        {isPart &&
          `${formatPence(pence)} goes to the artist, ${formatPence(customerCommissionPricePence - customerPricePence(pence))} back to the customer.`}
      </output>
    </>
  )
}
