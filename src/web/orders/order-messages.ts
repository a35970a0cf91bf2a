export const orderMessages = {
  loginRequired: 'Please login or register to purchase tracks',
  notPlayable: 'Browsers cannot play this format: have an MP3 made, then play that.',
} as const
