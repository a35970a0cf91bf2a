import { Fragment } from 'react'
import { providerFields } from '#rules/platform-report/provider-fields.ts'
import { AdminTable, Cell } from '../admin-table.tsx'

/** Who artists are is exported from the card provider, by the id of their account. */
export function ProviderFields() {
  return (
    <section className="stack" aria-labelledby="provider-fields">
      <h2 id="provider-fields">Who the artists are</h2>
      <p>
        We store no identity and no tax number: the card provider has them. Export these fields
        there, and join them to this report by the account. “Missing there” is what an account was
        last seen to ask its artist for. That it asks for nothing is no proof that it has a tax
        number: look at the export.
      </p>
      <AdminTable caption="What to export from the card provider" columns={['What', 'Field']}>
        {providerFields.map(({ what, field }) => (
          <tr key={what}>
            <Cell label="What">{what}</Cell>
            <Cell label="Field">
              <Breakable name={field} />
            </Cell>
          </tr>
        ))}
      </AdminTable>
    </section>
  )
}

/** A narrow cell breaks a long name at its dots and underscores first. */
function Breakable({ name }: { name: string }) {
  return [...name.matchAll(/[^._]+[._]?/g)].map(({ 0: part, index }) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ))
}
