// Each payment says which version of the terms its customer accepted, and when.

import { expect, test } from 'vitest'
import { termsVersion } from '#rules/terms.ts'
import { createAccepted, openPayment } from '../../../../tests/support/commissions/paying.ts'
import { checkOut, createArtistWithPayouts } from '../../../../tests/support/shopping.ts'
import { sharedTestApp } from '../../../../tests/support/shared-app.ts'
import { createTrack, createUser, type TestApp } from '../../../../tests/support/test-app.ts'

const sharedApp = sharedTestApp()

const acceptedWith = ({ db }: TestApp, customerId: string) =>
  db
    .selectFrom('payments')
    .select(['terms_version', 'terms_accepted_at', 'created_at'])
    .where('customer_id', '=', customerId)
    .execute()

test('the checkout of a cart stores the terms that its page says are accepted, once for each payment', async () => {
  const app = await sharedApp()
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id })
  await checkOut(app, mia, [track.id])
  const first = await acceptedWith(app, mia.id)
  expect(first).toEqual([
    {
      terms_version: termsVersion,
      terms_accepted_at: first[0]?.created_at,
      created_at: expect.any(Date),
    },
  ])
  // The same cart again is the same payment.
  await checkOut(app, mia, [track.id])
  expect(await acceptedWith(app, mia.id)).toEqual(first)
})

test('paying a commission stores them, too', async () => {
  const app = await sharedApp()
  const { mia, id } = await createAccepted(app)
  await openPayment(app, mia, id)
  const [payment] = await acceptedWith(app, mia.id)
  expect(payment).toMatchObject({
    terms_version: termsVersion,
    terms_accepted_at: payment?.created_at,
  })
})
