// Email addresses as the provider accepts them: stricter than most forms that collect them.
import { invalidParameter } from './stripe-failure.ts'

const maxLocalPartLength = 64
const localPart = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
const domain = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i

/** @throws StripeFailure email_invalid */
export function checkEmail(param: string, email: string): string
export function checkEmail(param: string, email: string | undefined): string | undefined
export function checkEmail(param: string, email: string | undefined): string | undefined {
  if (email === undefined) return undefined
  const at = email.lastIndexOf('@')
  const local = email.slice(0, Math.max(at, 0))
  if (
    local.length <= maxLocalPartLength &&
    localPart.test(local) &&
    domain.test(email.slice(at + 1))
  ) {
    return email
  }
  throw invalidParameter(`Invalid email address: ${email}`, { code: 'email_invalid', param })
}
