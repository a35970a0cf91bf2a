export const orderMessages = {
  loginRequired: 'Please login or register to purchase tracks',
  notPlayable: 'Browsers cannot play this format: have an MP3 made, then play that.',
  downloadBegins: (format: string) =>
    `Your ${format} is ready and is being downloaded. If nothing happens, press the button.`,
} as const
