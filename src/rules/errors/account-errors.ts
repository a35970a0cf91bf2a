import { bannedMessage } from './general-messages.ts'
import type { RefusalTable } from './refusal-table.ts'

export const accountErrors = {
  banned: { status: 403, message: bannedMessage },
  too_many_logins: {
    status: 429,
    message: 'Too many attempts to log in to this account. Please try again in 15 minutes.',
  },
  wrong_login: { status: 401, message: 'The email or password is incorrect.' },
  email_taken: { status: 409, message: 'This email already has an account. Log in instead.' },
  username_taken: { status: 409, message: 'This username is taken. Please choose another.' },
  password_common: {
    status: 400,
    message: 'This password is one of the first that are guessed. Please choose another.',
  },
  wrong_password: { status: 403, message: 'The password is incorrect.' },
  too_many_passwords: {
    status: 429,
    message: 'Too many wrong passwords. Please try again in 15 minutes.',
  },
  email_unverified: {
    status: 403,
    message: 'Please confirm your email first: open the link that we sent you.',
  },
  email_verified: { status: 409, message: 'Your email is confirmed already.' },
  email_just_sent: {
    status: 429,
    message: 'An email is on its way. Please wait a moment before you send another.',
  },
  link_expired: {
    status: 410,
    message: 'This link was used already, or it is too old. Please ask for a new one.',
  },
  two_factor_required: {
    status: 403,
    message: 'Admins need two-factor log-in. Please turn it on in your settings.',
  },
  two_factor_needed: {
    status: 401,
    message: 'Please enter the code of your authenticator app.',
  },
  two_factor_on: { status: 409, message: 'Two-factor log-in is on already.' },
  two_factor_off: { status: 409, message: 'Two-factor log-in is not on.' },
  wrong_code: { status: 403, message: 'This code is not correct. Please enter the current one.' },
  code_used: {
    status: 403,
    message: 'This code was used already. Please log in again with the next one.',
  },
  code_repeated: {
    status: 403,
    message: 'This code was used already. Please wait for the next one.',
  },
  too_many_codes: {
    status: 429,
    message: 'Too many wrong codes. Please try again in 15 minutes.',
  },
  code_expired: { status: 410, message: 'This took too long. Please log in again.' },
  too_many_exports: {
    status: 429,
    message: 'You have exported your data several times in this hour. Please try again later.',
  },
  account_in_use: {
    status: 409,
    message: 'Your account cannot be deleted yet. The list below says what is still open.',
  },
  not_a_customer: { status: 409, message: 'This account cannot be upgraded.' },
  email_not_a_choice: {
    status: 409,
    message: 'These emails are about your account. They cannot be turned off.',
  },
} as const satisfies RefusalTable
