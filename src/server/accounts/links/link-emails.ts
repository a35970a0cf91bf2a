// The emails about an account: links to follow, and notices of what was changed, which cannot be turned off.

import { randomUUID } from 'node:crypto'
import { linkHours } from '#rules/accounts/account-limits.ts'
import { confirmEmailPath, forgottenPasswordPath, resetPasswordPath } from '#rules/page-paths.ts'
import { contactAddress, productName } from '#rules/product.ts'
import type { Db } from '#server/db/client.ts'
import { queueEmail } from '#server/mail/queue-email.ts'

/** Begins the dedupe keys of the last emails of deleted accounts, which are deleted once they are sent. */
export const farewellPrefix = 'accountDeleted:'

type Reader = { address: string; username: string }
type LinkMail = { token: string; publicUrl: string }

export function queueVerificationMail(tx: Db, to: Reader, { token, publicUrl }: LinkMail) {
  return queueEmail(tx, to, {
    dedupeKey: `link:${randomUUID()}`,
    subject: 'Confirm your email',
    blocks: [
      { paragraph: `Welcome to ${productName}. Please confirm that this is your email.` },
      { button: { label: 'Confirm my email', url: publicUrl + confirmEmailPath(token) } },
      { paragraph: `The link works for ${linkHours.verify_email / 24} days.` },
    ],
    footer: [{ paragraph: 'If you have not opened an account here, you need not do anything.' }],
  })
}

export function queueNewAddressMail(tx: Db, to: Reader, { token, publicUrl }: LinkMail) {
  return queueEmail(tx, to, {
    dedupeKey: `link:${randomUUID()}`,
    subject: 'Confirm your new email',
    blocks: [
      { paragraph: `Your ${productName} account will use this email once you confirm it.` },
      { button: { label: 'Use this email', url: publicUrl + confirmEmailPath(token) } },
      { paragraph: `The link works for ${linkHours.change_email} hours.` },
    ],
    footer: [{ paragraph: 'If you have not asked for this, you need not do anything.' }],
  })
}

export function queueResetMail(tx: Db, userId: string, { token, publicUrl }: LinkMail) {
  return queueEmail(tx, userId, {
    dedupeKey: `link:${randomUUID()}`,
    subject: 'Choose a new password',
    blocks: [
      { paragraph: `Somebody asked for a new password for your ${productName} account.` },
      { button: { label: 'Choose a new password', url: publicUrl + resetPasswordPath(token) } },
      { paragraph: 'The link works once, within an hour.' },
    ],
    footer: [
      { paragraph: 'If it was not you, you need not do anything: your password stays as it is.' },
    ],
  })
}

const notices = {
  passwordChanged: {
    subject: 'Your password was changed',
    text: 'The password of your account was changed, and your other devices were logged out.',
  },
  twoFactorOn: {
    subject: 'Two-factor log-in is on',
    text: 'From now on you log in with your password and a code of your authenticator app.',
  },
  twoFactorOff: {
    subject: 'Two-factor log-in is off',
    text: 'From now on your password alone logs you in.',
  },
} as const

type Notice = { userId: string; publicUrl: string }

export function queueSecurityNotice(
  tx: Db,
  what: keyof typeof notices,
  { userId, publicUrl }: Notice,
) {
  const { subject, text } = notices[what]
  return queueEmail(tx, userId, {
    dedupeKey: `${what}:${randomUUID()}`,
    subject,
    blocks: [
      { paragraph: text },
      { paragraph: 'If it was not you, choose a new password now:' },
      { button: { label: 'Choose a new password', url: publicUrl + forgottenPasswordPath } },
    ],
  })
}

/** To the address of before, which can do nothing about it but ask for help. */
export function queueAddressChangedMail(tx: Db, to: Reader, newEmail: string) {
  return queueEmail(tx, to, {
    dedupeKey: `emailChanged:${randomUUID()}`,
    subject: 'Your email was changed',
    blocks: [
      { paragraph: `Your account now uses ${hidden(newEmail)}.` },
      { paragraph: `If it was not you, write to us at once: ${contactAddress}` },
    ],
  })
}

/** 'm…@example.com': enough for the owner, and no address for a stranger. */
function hidden(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}…${email.slice(at)}`
}
