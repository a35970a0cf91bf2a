// The product's name and strapline, and what it decides in one number each.

export const productName = 'Undersong'
export const strapline = 'Sing Over Something Real'

/** The maximum number of tracks in a cart, for guest carts in the browser and for carts on the server. */
export const largestCart = 100
