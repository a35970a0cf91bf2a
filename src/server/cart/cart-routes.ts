import { addToCart, clearCart, getCart, removeFromCart } from '#contracts/cart.ts'
import type { Db } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import { addTrackToCart, emptyCart, findCart, removeTrackFromCart } from './account-cart.ts'

export function cartRoutes({ serve }: Serving, { db }: { db: Db }) {
  serve(getCart, async ({ user }) => findCart(db, user.id))

  serve(addToCart, ({ input, user }) =>
    addTrackToCart(db, { customerId: user.id, trackId: input.trackId }),
  )

  serve(removeFromCart, async ({ input, user }) => {
    await removeTrackFromCart(db, { customerId: user.id, trackId: input.trackId })
    return findCart(db, user.id)
  })

  serve(clearCart, async ({ user }) => {
    await emptyCart(db, user.id)
    return findCart(db, user.id)
  })
}
