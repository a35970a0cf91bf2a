import { data, redirect } from 'react-router'
import { getIdAndRole } from '#contracts/accounts/accounts.ts'
import { getArtist } from '#contracts/artists/artists.ts'
import { getCommission, requestCommission } from '#contracts/commissions/commissions.ts'
import { getTrack } from '#contracts/tracks.ts'
import { readRequestAddress, type RequestAddress } from '#rules/commissions/request-address.ts'
import { requestAgain, type RequestTexts } from '#rules/commissions/request-texts.ts'
import { commissionPath, commissionRequestPath } from '#rules/commissions/commission-paths.ts'
import { artistPath, registerPath } from '#rules/page-paths.ts'
import { redirectToLogin } from '#web/accounts/login-redirects.ts'
import type { Api } from '#web/api/client.ts'
import { apiContext, siteContext } from '#web/api/contexts.ts'
import { ExplainerSteps, explainerTitle } from '#web/commissions/request/explainer-steps.tsx'
import { RequestClosed } from '#web/commissions/request/request-closed.tsx'
import { foldRequest } from '#web/commissions/request/request-form.ts'
import { RequestPageForm } from '#web/commissions/request/request-page-form.tsx'
import { canBeAsked, startOfTrack, withOffer } from '#web/commissions/request/request-start.ts'
import { requestTitle } from '#web/commissions/request/request-title.ts'
import { formText } from '#web/forms/form-text.ts'
import { submitForm } from '#web/forms/submit-form.ts'
import { pageMeta } from '#web/layout/page-meta.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import type { Route } from './+types/commission-request-page.ts'

export function meta({ loaderData }: Pick<Route.MetaArgs, 'loaderData'>) {
  return pageMeta({ title: requestTitle(loaderData?.artist ?? null), mayBeIndexed: false })
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const address = readRequestAddress(commissionRequestPath(params.id) + url.search)
  // An invalid id is not found, like an unknown one.
  if (address === null) throw data(null, { status: 404 })
  const api = context.get(apiContext)
  const { id } = await api.load(getIdAndRole, {})
  if (id === null) throw redirect(registerPath({ redirectTo: address.path }))
  const artist = await api.load(getArtist, { id: address.artistId })
  const { publicUrl } = context.get(siteContext)
  return {
    artist,
    initial: withOffer(await initialTexts(api, address, publicUrl), address),
    path: address.path,
    requestKey: crypto.randomUUID(),
  }
}

/** Of a commission or a track that is not there, nothing is filled in. */
async function initialTexts(
  api: Api,
  address: RequestAddress,
  origin: string,
): Promise<RequestTexts> {
  const { artistId, againId, trackId } = address
  if (againId !== null) {
    const earlier = await api.request(getCommission, { id: againId })
    const isOwn = earlier.ok && earlier.value.viewer === 'customer'
    return isOwn && earlier.value.artist.id === artistId ? requestAgain(earlier.value) : {}
  }
  if (trackId === null) return {}
  const track = await api.request(getTrack, { id: trackId })
  return startOfTrack(track.ok ? track.value : null, address, origin)
}

/** Without a script. */
export async function action({ context, params, request, url }: Route.ActionArgs) {
  const form = await request.formData()
  const typed = typedTexts(form)
  const folded = foldRequest(form)
  const sent = await submitForm(context.get(apiContext), requestCommission, folded, {
    input: {
      artist: params.id,
      trackId: formText(folded, 'trackId') || null,
      shownPricePence: formText(folded, 'shownPricePence') || null,
      requestKey: formText(folded, 'requestKey') || null,
    },
  })
  if (sent.ok) throw redirect(commissionPath(sent.value.id))
  const { refused } = sent.refusal.data
  if (refused.status === 401) throw redirectToLogin(url)
  return data({ refused, typed }, { status: refused.status })
}

function typedTexts(form: FormData): RequestTexts {
  const texts = [...form].filter(([, value]) => typeof value === 'string')
  return Object.fromEntries(texts)
}

export default function CommissionRequestPage({ loaderData, actionData }: Route.ComponentProps) {
  const { artist, initial, path, requestKey } = loaderData
  return (
    <div className="page page-narrow request-page">
      <nav aria-label="Breadcrumb">
        <ol className="breadcrumb">
          <li>
            <PageLink href={artistPath(artist.id)}>
              <bdi>{artist.displayName}</bdi>
            </PageLink>
          </li>
          <li aria-current="page">Custom track</li>
        </ol>
      </nav>
      <h1>{requestTitle(artist)}</h1>
      {artist.availableForCommission && canBeAsked(artist) ? (
        <>
          <RequestPageForm
            key={path}
            artist={artist}
            initial={actionData?.typed ?? initial}
            path={path}
            requestKey={requestKey}
            refused={actionData?.refused ?? null}
          />
          <noscript>
            <section className="panel panel-stack" aria-labelledby="explainer-heading">
              <h2 id="explainer-heading">{explainerTitle}</h2>
              <ExplainerSteps />
            </section>
          </noscript>
        </>
      ) : (
        <RequestClosed artist={artist} />
      )}
    </div>
  )
}
