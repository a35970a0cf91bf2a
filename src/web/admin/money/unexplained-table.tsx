// What has moved on the platform's balance for a reason that the app does not know, with the way to assign it.

import { useState } from 'react'
import type { UnexplainedMovement } from '#contracts/admin/money.ts'
import { nextOfMovement } from '#rules/admin/next-steps.ts'
import { assignedEntries } from '#rules/payments/assigned-entries.ts'
import { assignableAccounts, ledgerAccounts } from '#rules/payments/ledger-accounts.ts'
import { formatPence } from '#rules/price.ts'
import { SelectField } from '#web/forms/field.tsx'
import { DateTimeText } from '#web/ui/date-text.tsx'
import { ActionButton } from '../action-button.tsx'
import { adminMessages } from '../admin-messages.ts'
import { AdminTable, Cell } from '../admin-table.tsx'
import { PostingsTable } from '../postings-table.tsx'
import { TaskCells, taskColumns } from '../tasks/task.tsx'

const columns = ['Moved', 'Amount', 'Type', 'Description', ...taskColumns] as const

export function UnexplainedTable({ movements }: { movements: readonly UnexplainedMovement[] }) {
  return (
    <AdminTable caption="Unexplained movements" columns={columns}>
      {movements.map((movement) => (
        <tr key={movement.id}>
          <Cell label="Moved">
            <DateTimeText iso={movement.movedAt} />
          </Cell>
          <Cell label="Amount">{formatPence(movement.pence)}</Cell>
          <Cell label="Type">{movement.type}</Cell>
          <Cell label="Description">
            {movement.description ?? 'No description'}
            <br />
            <span className="detail">
              {[movement.balanceTransactionId, movement.sourceId].filter(Boolean).join(', ')}
            </span>
          </Cell>
          <TaskCells
            kind="movement"
            id={movement.id}
            about={movement.balanceTransactionId}
            task={movement.task}
            next={nextOfMovement()}
          >
            <AssignButton movement={movement} />
          </TaskCells>
        </tr>
      ))}
    </AdminTable>
  )
}

function AssignButton({ movement }: { movement: UnexplainedMovement }) {
  const { id, balanceTransactionId, pence, type } = movement
  return (
    <ActionButton
      label="Assign"
      about={balanceTransactionId}
      title={`Assign ${formatPence(pence)} (${type})`}
      submitting="Assigning…"
      contract={() => import('#contracts/admin/money.ts').then((m) => m.assignUnexplained)}
      route="POST /api/proxy/admin/unexplained/{id}/assign"
      constants={{ id }}
      done={adminMessages.assigned}
      renderFields={(field) => <AccountField {...field('account')} pence={pence} />}
    >
      <p>
        The amount moves from “{ledgerAccounts.unexplained.label}” to the account, by a transaction
        of its own. This cannot be undone here.
      </p>
    </ActionButton>
  )
}

type AccountFieldProps = { name: string; error: string | undefined; pence: number }

/** With what the choice books. */
function AccountField({ pence, ...field }: AccountFieldProps) {
  const [chosen, setChosen] = useState('')
  const account = assignableAccounts.find((name) => name === chosen)
  return (
    <>
      <SelectField
        {...field}
        required
        label="Account"
        placeholder="Choose an account"
        options={assignableAccounts.map((name) => ({
          value: name,
          label: ledgerAccounts[name].label,
        }))}
        onChange={(event) => setChosen(event.target.value)}
      />
      {account !== undefined && <PostingsTable postings={assignedEntries(pence, account)} />}
    </>
  )
}
