// The hosted onboarding pages: /setup/{link} starts a visit, which leads through the steps.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { emitAccountEvent } from '../events/thin-event.ts'
import { acceptForms, formValue } from '../pages/form-body.ts'
import { alert } from '../pages/field.ts'
import { html, type Html } from '../pages/html.ts'
import { notice, sendOn, sendPage } from '../pages/layout.ts'
import type { Keyring } from '../keys/keyring.ts'
import { byHostedPage, type Sandbox } from '../state/sandbox.ts'
import { inTransaction } from '../storage/database.ts'
import { newId } from '../storage/ids.ts'
import type { Setup, SetupLink } from '../storage/stored-kinds.ts'
import { getOpenAccount } from './account-operations.ts'
import { changeSetup } from './account-capabilities.ts'
import { getSetup, setupSteps, stepsToTake, type SetupStep } from './setup.ts'
import { setupStepForms, type FormValues, type Problems } from './setup-steps.ts'

type LinkRequest = FastifyRequest<{ Params: { link: string } }>
type VisitRequest = FastifyRequest<{ Params: { visit: string; step: string } }>

const visitLifeSeconds = 60 * 60

export function serveSetupPages(app: FastifyInstance, keyring: Keyring): void {
  app.register((pages, _options, done) => {
    acceptForms(pages)
    pages.get('/setup/:link', { exposeHeadRoute: false }, (request: LinkRequest, reply) => {
      const sandbox = keyring.findHolder('setup_link', request.params.link)
      return inTransaction(sandbox.db, () => openLink(sandbox, request, reply))
    })
    pages.get('/setup/visit/:visit/:step', (request: VisitRequest, reply) => {
      const sandbox = keyring.findHolder('setup_visit', request.params.visit)
      return visitStep(sandbox, request, reply, (link, step) =>
        showStep(sandbox, reply, { link, step, values: {}, problems: {} }),
      )
    })
    pages.post('/setup/visit/:visit/:step', (request: VisitRequest, reply) => {
      const sandbox = keyring.findHolder('setup_visit', request.params.visit)
      return visitStep(sandbox, request, reply, (link, step) =>
        submitStep(sandbox, request, reply, { link, step }),
      )
    })
    done()
  })
}

/** A link works once and for minutes; after that the application creates a new one at refresh_url. */
function openLink(sandbox: Sandbox, request: LinkRequest, reply: FastifyReply): FastifyReply {
  const { store, clock, publicUrl } = sandbox
  const link = store.find('setup_link', request.params.link)
  if (!link) return showMissing(sandbox, reply)
  const now = clock.now()
  if (link.isOpened || link.expiresAt <= now) return sendOn(reply, link.refreshUrl)
  store.update('setup_link', { ...link, isOpened: true })
  const visit = store.insert(
    'setup_visit',
    { id: newId('setup'), link: link.id, expiresAt: now + visitLifeSeconds },
    { created: now },
  )
  return sendOn(reply, `${publicUrl}/setup/visit/${visit.id}/${firstStep(sandbox, link)}`)
}

/** A holder who left early continues at the first missing step. */
function firstStep(sandbox: Sandbox, { account }: SetupLink): SetupStep {
  return stepsToTake(getSetup(sandbox, account))[0] ?? setupSteps[0]
}

function visitStep(
  sandbox: Sandbox,
  request: VisitRequest,
  reply: FastifyReply,
  handle: (link: SetupLink, step: SetupStep) => FastifyReply,
): FastifyReply {
  return inTransaction(sandbox.db, () => {
    const { store, clock } = sandbox
    const visit = store.find('setup_visit', request.params.visit)
    const link = visit && store.find('setup_link', visit.link)
    const step = setupSteps.find((name) => name === request.params.step)
    if (!link || !step) return showMissing(sandbox, reply)
    if (visit.expiresAt <= clock.now()) return sendOn(reply, link.refreshUrl)
    return handle(link, step)
  })
}

function submitStep(
  sandbox: Sandbox,
  request: VisitRequest,
  reply: FastifyReply,
  { link, step }: { link: SetupLink; step: SetupStep },
): FastifyReply {
  if (formValue(request, 'later')) return leave(sandbox, reply, link)
  const form = setupStepForms[step]
  if (formValue(request, 'fill')) {
    return showStep(sandbox, reply, { link, step, values: form.testValues, problems: {} })
  }
  const values = Object.fromEntries(form.fields.map((name) => [name, formValue(request, name)]))
  const problems = form.check(values, new Date())
  if (Object.keys(problems).length > 0) {
    return showStep(sandbox, reply, { link, step, values, problems })
  }
  saveSetup(sandbox, link.account, form.toSetup(values))
  const next = setupSteps[setupSteps.indexOf(step) + 1]
  if (!next) return leave(sandbox, reply, link)
  return sendOn(reply, `${sandbox.publicUrl}/setup/visit/${request.params.visit}/${next}`)
}

/** Completes all steps with test details, as if the holder had visited the pages. Returns whether there is such an account. */
export function completeSetup(sandbox: Sandbox, accountId: string): boolean {
  if (!sandbox.store.find('v2.core.account', accountId)) return false
  for (const { toSetup, testValues } of Object.values(setupStepForms))
    saveSetup(sandbox, accountId, toSetup(testValues))
  return true
}

function saveSetup(sandbox: Sandbox, accountId: string, changes: Partial<Setup>): void {
  changeSetup(sandbox, getOpenAccount(sandbox, accountId), changes)
}

function leave(sandbox: Sandbox, reply: FastifyReply, link: SetupLink): FastifyReply {
  emitAccountEvent(sandbox, byHostedPage, {
    type: 'v2.core.account_link.returned',
    accountId: link.account,
    data: { account_id: link.account, configurations: ['recipient'], use_case: link.useCase },
  })
  return sendOn(reply, link.returnUrl ?? link.refreshUrl)
}

interface StepView {
  link: SetupLink
  step: SetupStep
  values: FormValues
  problems: Problems
}

function showStep(sandbox: Sandbox, reply: FastifyReply, view: StepView): FastifyReply {
  const { heading } = setupStepForms[view.step]
  return sendPage(reply, {
    title: `${heading} – set up payouts`,
    body: stepPage(view),
    publicUrl: sandbox.publicUrl,
    formTargets: [view.link.refreshUrl, view.link.returnUrl ?? ''],
    status: Object.keys(view.problems).length > 0 ? 422 : 200,
  })
}

function stepPage({ step, values, problems }: StepView): Html {
  const position = setupSteps.indexOf(step) + 1
  const form = setupStepForms[step]
  const isLast = position === setupSteps.length
  return html`<form class="card" method="post">
    <p class="quiet">Set up payouts: step ${position} of ${setupSteps.length}</p>
    <h1>${form.heading}</h1>
    ${Object.keys(problems).length > 0 && alert('problems', 'Please correct what is marked below.')}
    ${form.render(values, problems)}
    <div class="buttons">
      <button>${isLast ? 'Finish set-up' : 'Continue'}</button>
      <button class="ghost" name="fill" value="1">Fill with test details</button>
      <button class="ghost" name="later" value="1">Finish later</button>
    </div>
  </form>`
}

function showMissing({ publicUrl }: Sandbox, reply: FastifyReply): FastifyReply {
  const title = 'No such page'
  const body = notice(
    title,
    'This set-up page does not exist. Please start again from your account.',
  )
  return sendPage(reply, { title, body, publicUrl, status: 404 })
}
