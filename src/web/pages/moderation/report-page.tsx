import { data, Form, redirect, useNavigation } from 'react-router'
import { flagTrack, getFlagRefusal } from '#contracts/moderation/flags.ts'
import { flagWords, getReportedWords } from '#contracts/moderation/word-flags.ts'
import { getTrack } from '#contracts/tracks.ts'
import { commissionPath } from '#rules/commissions/commission-paths.ts'
import { flagErrors } from '#rules/errors/flag-errors.ts'
import { flagSubjectKinds, type FlagSubjectKind } from '#rules/moderation/flag-limits.ts'
import { reportPath } from '#rules/moderation/flag-paths.ts'
import { artistPath, artistReviewsPath, trackPath } from '#rules/page-paths.ts'
import type { Api } from '#web/api/client.ts'
import { apiContext } from '#web/api/contexts.ts'
import type { Result } from '#web/api/result.ts'
import { FormBody } from '#web/forms/form-body.tsx'
import { formFields } from '#web/forms/form-fields.ts'
import { orNetworkError } from '#web/forms/or-network-error.ts'
import { submitForm } from '#web/forms/submit-form.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { FlagFields, OtherWays, Reported } from '#web/moderation/flag-fields.tsx'
import { flagHeadings, flagMessages, flaggedTitle } from '#web/moderation/flag-messages.ts'
import { trackTitle } from '#web/tracks/track-meta.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/report-page.ts'

export const meta = ({ loaderData }: Pick<Route.MetaArgs, 'loaderData'>) =>
  pageMeta({ title: loaderData ? flagHeadings[loaderData.kind] : 'Report', mayBeIndexed: false })

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const kind = kindOf(params.kind)
  const path = reportPath(kind, params.id)
  const isSent = url.searchParams.has('sent')
  const found = await findReported(context.get(apiContext), kind, params.id)
  return { kind, path, isSent, ...found }
}

function kindOf(name: string): FlagSubjectKind {
  const kind = flagSubjectKinds.find((known) => known === name)
  if (kind === undefined) throw data(null, { status: 404 })
  return kind
}

type Found = {
  refusal: keyof typeof flagErrors | null
  /** Of words; a visitor is not told whether there are any. */
  title: string | null
  text: string
  /** The page that it stands on. */
  place: string | null
}

async function findReported(api: Api, kind: FlagSubjectKind, id: string): Promise<Found> {
  if (kind === 'track') {
    const track = await api.load(getTrack, { id })
    const { refusal } = refusalOf(await api.request(getFlagRefusal, { trackId: id }))
    return { refusal, title: trackTitle(track), text: '', place: trackPath(id) }
  }
  const words = refusalOf(await api.request(getReportedWords, { kind, subjectId: id }))
  if (words.refusal === 'flag_login_required')
    return { refusal: words.refusal, title: null, text: '', place: null }
  const { about, text, refusal } = words
  return { refusal, title: flaggedTitle(kind, about.name), text, place: placeOf(kind, about.id) }
}

/** Without a session it is another answer than a page's error. */
function refusalOf<Value extends { refusal: Found['refusal'] }>(
  result: Result<Value>,
): Value | { refusal: 'flag_login_required' } {
  if (result.ok) return result.value
  if (result.status === 401) return { refusal: 'flag_login_required' }
  throw data(result, { status: result.status })
}

function placeOf(kind: Exclude<FlagSubjectKind, 'track'>, id: string): string {
  if (kind === 'message') return commissionPath(id)
  if (kind === 'comment') return `${trackPath(id)}#comments`
  return kind === 'review' ? artistReviewsPath(id) : artistPath(id)
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const kind = kindOf(params.kind)
  const api = context.get(apiContext)
  const form = await request.formData()
  const sent =
    kind === 'track'
      ? await submitForm(api, flagTrack, form, { input: { trackId: params.id } })
      : await submitForm(api, flagWords, form, { input: { kind, subjectId: params.id } })
  if (sent.ok) throw redirect(`${reportPath(kind, params.id)}?sent=1`)
  return sent.refusal
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkError(serverAction)

export default function ReportPage({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, title, text, place, isSent } = loaderData
  return (
    <div className="page">
      <div className="page-column">
        <h1>{flagHeadings[kind]}</h1>
        {title !== null && <Reported kind={kind} title={title} />}
        {text !== '' && (
          <blockquote>
            <p className="user-text" dir="auto">
              {text}
            </p>
          </blockquote>
        )}
        {isSent ? (
          <Notice tone="felt" title={flagMessages.submitted}>
            <p>You will be told what we decide.</p>
          </Notice>
        ) : (
          <Reporting loaderData={loaderData} actionData={actionData} />
        )}
        {place !== null && (
          <p>
            <ButtonLink variant="ghost" href={place}>
              Back
            </ButtonLink>
          </p>
        )}
      </div>
    </div>
  )
}

type ReportingProps = Pick<Route.ComponentProps, 'loaderData' | 'actionData'>

function Reporting({ loaderData: { kind, path, refusal }, actionData }: ReportingProps) {
  const isPending = useNavigation().formAction?.startsWith(path) ?? false
  if (refusal !== null)
    return (
      <>
        <Notice tone="info">{flagErrors[refusal].message}</Notice>
        {refusal === 'flag_login_required' && <OtherWays path={path} />}
      </>
    )
  const { required } = formFields<typeof flagWords>(actionData?.refused, actionData?.typed)
  return (
    <Form method="post" noValidate className="panel panel-stack">
      <FormBody
        form={{ refused: actionData?.refused, isPending }}
        submit="Submit report"
        submitting="Submitting…"
      >
        <FlagFields kind={kind} type={required('type')} reason={required('reason')} />
      </FormBody>
    </Form>
  )
}
