// Reads of past events, in both APIs.
import type { Stripe } from 'stripe'
import { listObjects } from '../api/lists.ts'
import { serve, type Call } from '../api/operation.ts'
import { noSuch, notFound, notServed } from '../api/stripe-failure.ts'
import type { Sandbox } from '../state/sandbox.ts'
import type { SnapshotEvent, ThinEvent } from '../storage/stored-kinds.ts'

export const eventOperations = [
  serve('Events.retrieve', getEvent),
  serve('Events.list', listEvents),
  serve('V2/Core/Events.retrieve', getThinEvent),
  serve('V2/Core/Events.list', listThinEvents),
]

const usualThinLimit = 20

/** The provider lists events of the last 30 days. */
const listedSeconds = 30 * 24 * 60 * 60

function getEvent({ clock, store }: Sandbox, call: Call<object>): SnapshotEvent {
  const id = call.path['id'] ?? ''
  const event = store.find('event', id, call.owner)
  if (!event || event.created < oldest(clock.now())) throw notFound('event', id)
  return event
}

function listEvents(sandbox: Sandbox, call: Call<Stripe.EventListParams>) {
  const { type, types, delivery_success } = call.params
  if (delivery_success !== undefined) throw notServed('events by delivery', 'delivery_success')
  const where = { type: types ?? type }
  const since = oldest(sandbox.clock.now())
  return listObjects(sandbox, 'event', call, { url: '/v1/events', where, since })
}

function oldest(now: number): number {
  return now - listedSeconds
}

function getThinEvent({ store }: Sandbox, call: Call<object>): ThinEvent {
  const id = call.path['id'] ?? ''
  const event = store.find('v2.core.event', id)
  if (!event) throw notFound('event', id, 'v2')
  return event
}

/** `page` is the last id of the page before; it is in the `next_page_url` that the package follows. */
type ThinListParams = Stripe.V2.Core.EventListParams & { page?: string }

function listThinEvents({ store }: Sandbox, { params }: Call<ThinListParams>) {
  if (params.page !== undefined && !store.find('v2.core.event', params.page)) {
    throw noSuch('page', params.page, 'page')
  }
  const limit = params.limit ?? usualThinLimit
  const page = store.list('v2.core.event', {
    limit,
    where: { type: params.types, 'related_object.id': params.object_id },
    ...(typeof params.created === 'object' ? { created: params.created } : {}),
    ...(params.page === undefined ? {} : { startingAfter: params.page }),
  })
  const last = page.data.at(-1)
  const next = page.hasMore && last ? nextPageUrl(params, limit, last.id) : null
  return { data: page.data, next_page_url: next, previous_page_url: null }
}

function nextPageUrl(params: ThinListParams, limit: number, lastId: string): string {
  const query = new URLSearchParams({ limit: String(limit), page: lastId })
  if (params.object_id) query.set('object_id', params.object_id)
  for (const [position, type] of (params.types ?? []).entries()) {
    query.set(`types[${position}]`, type)
  }
  for (const [bound, time] of Object.entries(params.created ?? {})) {
    query.set(`created[${bound}]`, String(time))
  }
  return `/v2/core/events?${query.toString()}`
}
