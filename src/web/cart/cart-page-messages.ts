// What the cart says when it is shown. Apart from `cart-messages.ts`, which every page has.

export const cartPageMessages = {
  changed: 'Your cart has changed since you last saw it.',
  priceChanged: (oldPrice: string, newPrice: string) =>
    `: you saw ${oldPrice} on this device, and it costs ${newPrice} now.`,
  gone: ' is not for sale any more and has left your cart.',
  leftOwned: ' is yours already: you find it in My Tracks.',
  leftOwn: ' is your own recording.',
  cartWaits: 'Your tracks wait for you',
  tracksWait: (count: number, price: string) =>
    `Your ${count === 1 ? 'track' : `${count} tracks`}, ${price}`,
  whyAccount:
    'Your cart is safe. You need an account to pay, so that you can download what you bought again at any time; after this you are back in the cart.',
} as const
