// The messages of the settings after a change.

export const settingsMessages = {
  verificationSent: 'We have sent you the link again. Look in your spam folder, too.',
  newEmailSent: 'We have sent a link to the new address. Your email changes when you open it.',
  passwordChanged: 'Your password was changed, and your other devices were logged out.',
  sessionEnded: 'That device was logged out.',
  othersEnded: 'All other devices were logged out.',
  twoFactorOn: 'Two-factor log-in is on.',
  codesCopied: 'Your backup codes were copied.',
  codesNotCopied: 'The codes could not be copied. Select them, or download them.',
  adminsNeedTwoFactor: 'Admins need two-factor log-in',
  thenAdmin: 'Set it up here to open the admin’s area. You go on there afterwards.',
  goOn: 'Go on to the admin’s area',
  deleteQuestion: 'The last question: delete your account for good?',
  deleteLoss:
    'It happens at once and is final: nobody can undo it, and the tracks you have bought cannot be given back. Download first what you want to keep.',
  twoFactorOff: 'Two-factor log-in is off.',
} as const
