import { addToCart, clearCart, getCart, removeFromCart } from '#contracts/cart.ts'
import type { Db } from '#server/db/client.ts'
import type { Serving } from '#server/http/serve.ts'
import { addTrackToCart, emptyCart, removeTrackFromCart } from './cart-commands.ts'
import { presentCart } from './cart-presenter.ts'
import { findCartItems } from './cart-queries.ts'

export function cartRoutes({ serve }: Serving, { db }: { db: Db }) {
  const cartOf = async (customerId: string) => presentCart(await findCartItems(db, customerId))

  serve(getCart, async ({ user }) => cartOf(user.id))

  serve(addToCart, async ({ input, user }) => {
    await addTrackToCart(db, { customerId: user.id, trackId: input.trackId })
    return cartOf(user.id)
  })

  serve(removeFromCart, async ({ input, user }) => {
    await removeTrackFromCart(db, { customerId: user.id, trackId: input.trackId })
    return cartOf(user.id)
  })

  serve(clearCart, async ({ user }) => {
    await emptyCart(db, user.id)
    return cartOf(user.id)
  })
}
