// Test cards: what each number does, and how the card form is validated.
import type { CardBehaviour, CardFacts } from '../storage/stored-kinds.ts'

export const testCards: {
  number: string
  /** Its name in calls of the API. */
  method?: string
  brand: string
  behaviour: CardBehaviour
  /** British when left out. */
  country?: string
  description: string
}[] = [
  {
    number: '4242424242424242',
    method: 'pm_card_visa',
    brand: 'visa',
    behaviour: 'succeeds',
    description: 'Payment succeeds',
  },
  {
    number: '5555555555554444',
    brand: 'mastercard',
    behaviour: 'succeeds',
    description: 'Payment succeeds (Mastercard)',
  },
  {
    number: '4000002500003155',
    brand: 'visa',
    behaviour: 'needs-authentication',
    description: 'Asks for 3-D Secure authentication',
  },
  {
    number: '4000002760003184',
    brand: 'visa',
    behaviour: 'needs-authentication',
    description: 'Asks for 3-D Secure authentication, always',
  },
  {
    number: '4000000000000002',
    brand: 'visa',
    behaviour: 'declined',
    description: 'Declined',
  },
  {
    number: '4000000000009995',
    brand: 'visa',
    behaviour: 'insufficient-funds',
    description: 'Declined: insufficient funds',
  },
  {
    number: '4000000000000077',
    method: 'pm_card_bypassPending',
    brand: 'visa',
    behaviour: 'succeeds-available-at-once',
    description: 'Payment succeeds, money available at once',
  },
  {
    number: '4000000000000259',
    method: 'pm_card_createDispute',
    brand: 'visa',
    behaviour: 'disputed-as-fraudulent',
    description: 'Payment succeeds, then disputed as fraudulent',
  },
  {
    number: '4000000000002685',
    brand: 'visa',
    behaviour: 'disputed-as-not-received',
    description: 'Payment succeeds, then disputed: product not received',
  },
  {
    number: '4000000000001976',
    method: 'pm_card_createDisputeInquiry',
    brand: 'visa',
    behaviour: 'inquired-about',
    description: 'Payment succeeds, then the bank inquires about it',
  },
  {
    number: '4000000000005423',
    brand: 'visa',
    behaviour: 'reported-as-fraud',
    description: 'Payment succeeds, then an early fraud warning',
  },
  {
    number: '4000002760000016',
    brand: 'visa',
    behaviour: 'succeeds',
    country: 'DE',
    description: 'Payment succeeds (German card, dearer for the site)',
  },
  {
    number: '4000000000007726',
    brand: 'visa',
    behaviour: 'refunds-later',
    description: 'Payment succeeds, a refund is pending at first',
  },
  {
    number: '4000000000001091',
    brand: 'visa',
    behaviour: 'confirms-later',
    description: 'Payment is confirmed three days later',
  },
  {
    number: '4000000000001109',
    brand: 'visa',
    behaviour: 'fails-later',
    description: 'Payment fails three days later',
  },
]

export interface CardForm {
  number: string
  expiry: string
  cvc: string
  name: string
}

export type CardProblems = Partial<Record<keyof CardForm, string>>

/** @param today decides whether the card has expired; the real date, not the sandbox's clock. */
export function readCard(
  form: CardForm,
  today: Date,
): { card: CardFacts } | { problems: CardProblems } {
  const number = form.number.replaceAll(/[\s-]/g, '')
  const expiry = readExpiry(form.expiry)
  const problems: CardProblems = {
    ...(isCardNumber(number) ? {} : { number: 'Your card number is invalid.' }),
    ...expiryProblem(expiry, today),
    ...(/^\d{3,4}$/.test(form.cvc.trim()) ? {} : { cvc: 'Your card’s security code is invalid.' }),
    ...(form.name.trim() === '' ? { name: 'Enter the name on the card.' } : {}),
  }
  if (!expiry || Object.keys(problems).length > 0) return { problems }
  const testCard = testCards.find((card) => card.number === number)
  return {
    card: {
      last4: number.slice(-4),
      brand: testCard?.brand ?? 'unknown',
      expMonth: expiry.month,
      expYear: expiry.year,
      nameOnCard: form.name.trim(),
      // A number that is not a test card is always declined.
      behaviour: testCard?.behaviour ?? 'declined',
      country: testCard?.country ?? 'GB',
    },
  }
}

/** @param today as for `readCard` */
export function cardOfMethod(method: string, today: Date): CardFacts | undefined {
  const testCard = testCards.find((card) => card.method === method)
  return (
    testCard && {
      last4: testCard.number.slice(-4),
      brand: testCard.brand,
      expMonth: today.getMonth() + 1,
      expYear: today.getFullYear() + 1,
      nameOnCard: '',
      behaviour: testCard.behaviour,
      country: testCard.country ?? 'GB',
    }
  )
}

function isCardNumber(number: string): boolean {
  return /^\d{12,19}$/.test(number) && luhnSum(number) % 10 === 0
}

function luhnSum(number: string): number {
  return Array.from(number)
    .toReversed()
    .reduce((sum, digit, position) => {
      const value = Number(digit) * (position % 2 === 0 ? 1 : 2)
      return sum + (value > 9 ? value - 9 : value)
    }, 0)
}

function readExpiry(text: string): { month: number; year: number } | undefined {
  const [, month, year] = /^\s*(\d{1,2})\s*\/?\s*(\d{2}|\d{4})\s*$/.exec(text) ?? []
  if (!month || !year || Number(month) < 1 || Number(month) > 12) return undefined
  return { month: Number(month), year: Number(year) + (year.length === 2 ? 2000 : 0) }
}

function expiryProblem(
  expiry: { month: number; year: number } | undefined,
  today: Date,
): CardProblems {
  if (!expiry) return { expiry: 'Enter the expiry date as month and year, like 12/34.' }
  const firstDayAfter = new Date(expiry.year, expiry.month, 1)
  return firstDayAfter > today ? {} : { expiry: 'Your card has expired.' }
}
