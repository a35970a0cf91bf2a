export const orderMessages = {
  loginRequired: 'Please login or register to purchase tracks',
} as const
