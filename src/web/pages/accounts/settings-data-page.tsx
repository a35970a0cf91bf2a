import { data, redirect } from 'react-router'
import { homePath, pageRoutes } from '#rules/page-paths.ts'
import { deleteAccount, findOpenMatters } from '#contracts/accounts/own-data.ts'
import { maxExportsAnHour } from '#rules/accounts/account-limits.ts'
import { productName } from '#rules/product.ts'
import { valueForUser } from '#web/accounts/login-redirects.ts'
import { changingSession, storeLogOut } from '#web/accounts/session-store.ts'
import { orSettingsNetworkError } from '#web/accounts/settings/or-network-error.ts'
import { SettingsForm } from '#web/accounts/settings/settings-form.tsx'
import { SettingsFrame } from '#web/accounts/settings/settings-frame.tsx'
import type { SettingsResult } from '#web/accounts/settings/settings-result.ts'
import { SettingsSection } from '#web/accounts/settings/settings-section.tsx'
import { settingsMessages } from '#web/accounts/settings/settings-messages.ts'
import { submitSettings } from '#web/accounts/settings/submit-settings.ts'
import { apiContext } from '#web/api/contexts.ts'
import { formFields } from '#web/forms/form-fields.ts'
import { PasswordField } from '#web/forms/field.tsx'
import { formText } from '#web/forms/form-text.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { wholeNumber } from '#web/ui/whole-number.ts'
import type { Route } from './+types/settings-data-page.ts'

const path = pageRoutes.settingsData

export const meta: Route.MetaFunction = () => pageMeta({ title: 'Your data', mayBeIndexed: false })

export async function loader({ context, url }: Route.LoaderArgs) {
  return valueForUser(await context.get(apiContext).request(findOpenMatters, {}), url)
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const name = formText(form, 'form')
  if (name === ask) return data<SettingsResult>({ form: confirm })
  if (name !== confirm) return data<SettingsResult>({ form: '' }, { status: 400 })
  const sent = { api: context.get(apiContext), form, path }
  const deleted = await submitSettings(sent, deleteAccount, null, { wrong_password: 'password' })
  if (deleted.ok) throw redirect(`${homePath}?success=account_deleted`)
  return deleted.result
}

/** The two steps of a deletion, which work without a script: the question, and its answer. */
const ask = 'delete'
const confirm = 'delete-for-good'

/** As after a log-out: nothing of the account stays in the tab. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const isAnswer = (await request.clone().formData()).get('form') === confirm
  if (!isAnswer) return orSettingsNetworkError(request, serverAction)
  storeLogOut()
  return changingSession(() => orSettingsNetworkError(request, serverAction))
}

export default function SettingsDataPage({
  loaderData: { openMatters, ownedTracks },
  actionData,
}: Route.ComponentProps) {
  return (
    <SettingsFrame current={path}>
      {ownedTracks.length > 0 && <OwnedTracks tracks={ownedTracks} />}
      <SettingsSection title="A copy of your data">
        <p>
          Your profile, orders, receipts, ratings, comments, reviews and everything else that{' '}
          {productName} stores about you, as a ZIP of JSON files and the pictures, recordings and
          documents that you have sent; up to {maxExportsAnHour} times an hour.
        </p>
        <p>
          <DownloadLink {...ownData} className="btn btn-ghost" />
        </p>
      </SettingsSection>
      <DeleteAccount
        openMatters={openMatters}
        hasTracks={ownedTracks.length > 0}
        result={actionData}
      />
    </SettingsFrame>
  )
}

const ownData = { href: '/api/account/export', label: 'Download my data' }
const ownTracks = { href: '/api/proxy/my-tracks/zip', label: 'Download all as a ZIP' }

type DownloadLinkProps = { href: string; label: string; className?: string }

function DownloadLink({ href, label, className }: DownloadLinkProps) {
  return (
    <a className={className} href={href} download>
      {label}
    </a>
  )
}

type OwnedTracksProps = { tracks: { id: string; title: string; artistName: string }[] }

/** So many are listed openly. */
const fewTracks = 8

function OwnedTracks({ tracks }: OwnedTracksProps) {
  return (
    <SettingsSection title="The tracks you have bought">
      <p>
        They are yours as long as you have your account, also while it is suspended, and are lost
        when you delete it. Download first what you want to keep.
      </p>
      <details open={tracks.length <= fewTracks}>
        <summary>
          {tracks.length === 1 ? 'One track' : `${wholeNumber(tracks.length)} tracks`}
        </summary>
        <ul className="bought-files">
          {tracks.map(({ id, title, artistName }) => (
            <li key={id}>
              <a
                href={`/api/proxy/tracks/download/${id}`}
                download
                aria-label={`Download ${title} by ${artistName}`}
              >
                <bdi>{title}</bdi>
              </a>{' '}
              <span className="muted">
                by <bdi>{artistName}</bdi>
              </span>
            </li>
          ))}
        </ul>
      </details>
      <p>
        <DownloadLink {...ownTracks} className="btn btn-ghost" />
      </p>
    </SettingsSection>
  )
}

const keep = { href: path, variant: 'ghost' } as const

type DeleteAccountProps = {
  openMatters: string[]
  hasTracks: boolean
  result: SettingsResult | undefined
}

function DeleteAccount({ openMatters, hasTracks, result }: DeleteAccountProps) {
  const isAsked = result?.form === confirm
  const refused = result?.refused ?? null
  const fields = formFields<typeof deleteAccount>(refused)
  return (
    <SettingsSection title="Delete your account">
      <p>
        Your name, email and log-ins are deleted, and your tracks leave the catalogue. Comments and
        reviews stay, without your name; so do records of payments, as the law asks.
      </p>
      <p>
        <strong>This happens at once and is final.</strong> There is no time in which you can take
        it back, and you lose the tracks you have bought: download them and a copy of your data
        first.
      </p>
      {openMatters.length > 0 && (
        <Notice tone="info" title="Not yet: something is still open">
          <ul>
            {openMatters.map((matter) => (
              <li key={matter}>{matter}</li>
            ))}
          </ul>
        </Notice>
      )}
      {openMatters.length === 0 && (
        <SettingsForm
          name={isAsked ? confirm : ask}
          refused={refused}
          submit={isAsked ? 'Delete for good' : 'Delete my account'}
          submitting={isAsked ? 'Deleting…' : 'One moment…'}
          button={{ variant: 'danger' }}
          aside={isAsked && <ButtonLink {...keep}>Keep my account</ButtonLink>}
        >
          {isAsked && (
            <Notice tone="danger" title={settingsMessages.deleteQuestion}>
              <p>{settingsMessages.deleteLoss}</p>
              <p className="link-row downloads-before-deletion">
                <DownloadLink {...ownData} />
                {hasTracks && <DownloadLink {...ownTracks} label="Download my bought tracks" />}
              </p>
            </Notice>
          )}
          <PasswordField
            {...fields.required('password')}
            label="Your password"
            autoComplete="current-password"
          />
        </SettingsForm>
      )}
    </SettingsSection>
  )
}
