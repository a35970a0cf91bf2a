// `expand`: replaces ids in a response with the objects they name.
import type { Sandbox } from '../state/sandbox.ts'
import { lineItemsResponse } from '../checkout/line-items-response.ts'
import { listResponse } from '../api/lists.ts'
import { invalidParameter } from '../api/stripe-failure.ts'

const deepestExpansion = 4
const shownInside = 10

/** @param path e.g. `payment_intent.latest_charge`; in lists `data.payment_intent` */
export function expandPath(
  sandbox: Sandbox,
  owner: string,
  response: object,
  path: string,
): object {
  const steps = path.split('.')
  if (steps.length > deepestExpansion) {
    throw invalidParameter(
      `You cannot expand more than ${deepestExpansion} levels of a property.`,
      {
        param: 'expand',
      },
    )
  }
  return expandSteps({ sandbox, owner, path }, response, steps)
}

interface Expansion {
  sandbox: Sandbox
  owner: string
  path: string
}

function expandSteps(expansion: Expansion, object: object, steps: string[]): object {
  const [step, ...rest] = steps
  if (!step) return object
  const property = Object.getOwnPropertyDescriptor(object, step)
  // Null means that the object does not exist yet: there is nothing to expand.
  const value: unknown =
    property === undefined ? listBehind(expansion, object, step) : property.value
  if (value === undefined) throw cannotExpand(expansion.path)
  if (value === null) return object
  return { ...object, [step]: expandValue(expansion, value, rest) }
}

function expandValue(expansion: Expansion, value: unknown, rest: string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => expandValue(expansion, item, rest))
  if (typeof value === 'object' && value !== null) return expandSteps(expansion, value, rest)
  const found =
    typeof value === 'string' ? expansion.sandbox.store.findAny(value, expansion.owner) : undefined
  if (!found) throw cannotExpand(expansion.path)
  return expandSteps(expansion, found, rest)
}

// Lists that an object contains only when the client expands them.
function listBehind(
  { sandbox, owner }: Expansion,
  object: object,
  step: string,
): object | undefined {
  if (!('id' in object) || !('object' in object) || typeof object.id !== 'string') return undefined
  const { id } = object
  if (object.object === 'checkout.session' && step === 'line_items') {
    return lineItemsResponse(sandbox, id, { limit: shownInside })
  }
  if (object.object === 'charge' && step === 'refunds') {
    const page = sandbox.store.list('refund', { owner, where: { charge: id }, limit: shownInside })
    return listResponse(page, `/v1/charges/${id}/refunds`)
  }
  return undefined
}

function cannotExpand(path: string) {
  return invalidParameter(`This property cannot be expanded (${path}).`, { param: 'expand' })
}
