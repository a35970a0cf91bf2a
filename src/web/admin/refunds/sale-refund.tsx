// Gives back a sale: first the amount is chosen, then its consequences are read and decided. It works without a script.

import { Form } from 'react-router'
import type { SaleRefund, refundSale } from '#contracts/admin/refunds.ts'
import { adminSalePath } from '#rules/admin/admin-paths.ts'
import { refundErrors } from '#rules/errors/refund-errors.ts'
import { formatPence } from '#rules/price.ts'
import type { Refused } from '#web/api/result.ts'
import { TextField } from '#web/forms/field.tsx'
import { FormBody } from '#web/forms/form-body.tsx'
import { formFields, type FormTexts } from '#web/forms/form-fields.ts'
import { Disputed, RefundConsequences, Unassigned } from './refund-consequences.tsx'
import { ToldFields } from '../told-fields.tsx'

export type SaleRefundProps = {
  sale: SaleRefund
  /** An amount that cannot be given back, as it was typed, and why. */
  wrong: { amount: string; refused: Refused } | null
  actionData: { refused: Refused; typed?: FormTexts | undefined } | undefined
  /** The consequences of another amount are on their way. */
  isAsking: boolean
  isPending: boolean
}

export function SaleRefundForms({ sale, wrong, isAsking, ...form }: SaleRefundProps) {
  const { refund, isDisputed, unassignedRefund } = sale
  if (refund === null) return <p>{refundErrors.nothing_to_give_back.message}</p>
  if (isDisputed) return <Disputed />
  if (unassignedRefund !== null) return <Unassigned id={unassignedRefund} />
  const typed = { amount: wrong?.amount ?? pounds(refund.pence) }
  const fields = formFields<typeof refundSale>(wrong?.refused, typed)
  return (
    <>
      <section aria-labelledby="amount-title" className="page-column">
        <h2 id="amount-title">How much?</h2>
        <Form action={adminSalePath(sale.id)} className="panel panel-stack">
          <FormBody
            form={{ refused: wrong?.refused, isPending: isAsking }}
            submit="Show what it does"
            submitting="One moment…"
            button={{ variant: 'ghost' }}
          >
            <TextField
              {...fields.required('amount')}
              label="Amount in pounds"
              hint={`At most ${formatPence(sale.leftPence)}.`}
              inputMode="decimal"
            />
          </FormBody>
        </Form>
      </section>
      {wrong === null && <Decision sale={sale} refund={refund} {...form} />}
    </>
  )
}

type DecisionProps = Pick<SaleRefundProps, 'sale' | 'actionData' | 'isPending'> & {
  refund: NonNullable<SaleRefund['refund']>
}

function Decision({ sale, refund, actionData, isPending }: DecisionProps) {
  const fields = formFields<typeof refundSale>(actionData?.refused, actionData?.typed)
  const amount = formatPence(refund.pence)
  return (
    <section aria-labelledby="decision-title" className="page-column">
      <h2 id="decision-title">Give back {amount}</h2>
      <RefundConsequences refund={refund} />
      <Form method="post" noValidate className="panel panel-stack">
        <input type="hidden" name="amount" value={pounds(refund.pence)} />
        <input type="hidden" name="leftPence" value={sale.leftPence} />
        <FormBody
          form={{ refused: actionData?.refused, isPending }}
          submit={`Give back ${amount}`}
          submitting="Giving back…"
        >
          <ToldFields
            reason={fields.required('reason')}
            note={fields.optional('note')}
            hint="The customer and the artist read it."
          />
        </FormBody>
      </Form>
    </section>
  )
}

function pounds(pence: number): string {
  return (pence / 100).toFixed(2)
}
