// The form on its page, which works without a script as well.

import { Suspense, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import type { requestCommission } from '#contracts/commissions/commissions.ts'
import type { RequestTexts } from '#rules/commissions/request-texts.ts'
import { commissionPath } from '#rules/commissions/commission-paths.ts'
import { useSession } from '#web/accounts/session-store.ts'
import type { Refused } from '#web/api/result.ts'
import { FormBody } from '#web/forms/form-body.tsx'
import { formFields } from '#web/forms/form-fields.ts'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { useIsHydrated } from '#web/ui/page-lifecycle.ts'
import { hasBoughtCommission } from './bought-flag.ts'
import { RequestChoice } from './request-choice.tsx'
import { RequestFields } from './request-fields.tsx'
import { isFilled, isReady, useRequestForm, withReason } from './request-form.ts'
import type { AskedArtist } from './request-start.ts'
import { requestTitle } from './request-title.ts'

const Explainer = lazyOr(
  () => import('./explainer.tsx'),
  () => null,
)

type RequestPageFormProps = {
  artist: AskedArtist
  /** What the fields begin with, or what was typed before a refusal without a script. */
  initial: RequestTexts
  path: string
  requestKey: string
  /** The refusal of the form that was sent without a script. */
  refused: Refused | null
}

export function RequestPageForm(props: RequestPageFormProps) {
  const { artist, initial, path, requestKey, refused } = props
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const isHydrated = useIsHydrated()
  const [canBeSent, setCanBeSent] = useState(() => isFilled(initial))
  const form = useRequestForm({
    artistId: artist.id,
    initial,
    path,
    onOutdated: revalidate,
    onSent: (commissionId) => navigate(commissionPath(commissionId), { replace: true }),
  })
  // The newest refusal: a script takes the form over once it is loaded.
  const shown = form.refused ?? (refused && withReason(refused))
  return (
    <form
      method="post"
      className="panel panel-stack"
      aria-label={requestTitle(artist)}
      {...form.formProps}
      onInput={(event) => setCanBeSent(isReady(new FormData(event.currentTarget)))}
    >
      <FormBody
        form={{ refused: shown, isPending: form.isPending }}
        submit="Send request"
        submitting="Sending…"
        button={{ className: 'btn-start', disabled: isHydrated && !canBeSent }}
      >
        <RequestChoice artist={artist} initial={initial.offerId} />
        <input type="hidden" name="requestKey" value={requestKey} />
        <RequestFields
          fields={formFields<typeof requestCommission>(shown, initial)}
          initial={initial}
        />
      </FormBody>
      <ExplainerOfUser />
    </form>
  )
}

/** Once the server has told whether this user has bought a commission. */
function ExplainerOfUser() {
  const isUser = useSession().state === 'user'
  if (!useIsHydrated() || !isUser || hasBoughtCommission()) return null
  return (
    <Suspense fallback={null}>
      <Explainer />
    </Suspense>
  )
}
