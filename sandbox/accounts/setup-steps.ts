// The steps of onboarding: the form of each, its validation, and what is stored.
import { field, fieldProblem } from '../pages/field.ts'
import { html, type Html } from '../pages/html.ts'
import type { BankBehaviour, Setup } from '../storage/stored-kinds.ts'
import type { SetupStep } from './setup.ts'

export type FormValues = Record<string, string>
export type Problems = Record<string, string>

export interface SetupStepForm {
  heading: string
  /** Names of the form's fields. */
  fields: string[]
  testValues: FormValues
  render: (values: FormValues, problems: Problems) => Html
  check: (values: FormValues, today: Date) => Problems
  /** What is stored of valid values; of an account number only the last digits. */
  toSetup: (values: FormValues) => Partial<Setup>
}

const youngestYears = 13

export const setupStepForms: Record<SetupStep, SetupStepForm> = {
  details: {
    heading: 'Your details',
    fields: ['legalName', 'dateOfBirth'],
    testValues: { legalName: 'Jenny Rosen', dateOfBirth: '1990-01-01' },
    render: (values, problems) => html`
      ${field({
        name: 'legalName',
        label: 'Legal name',
        value: values['legalName'] ?? '',
        problem: problems['legalName'],
        attributes: { autocomplete: 'name' },
      })}
      ${field({
        name: 'dateOfBirth',
        label: 'Date of birth',
        value: values['dateOfBirth'] ?? '',
        problem: problems['dateOfBirth'],
        attributes: { type: 'date', autocomplete: 'bday' },
      })}
    `,
    check: (values, today) => ({
      ...((values['legalName'] ?? '').trim() ? {} : { legalName: 'Enter your legal name.' }),
      ...birthProblem(values['dateOfBirth'] ?? '', today),
    }),
    toSetup: (values) => ({
      details: {
        legalName: (values['legalName'] ?? '').trim(),
        dateOfBirth: values['dateOfBirth'] ?? '',
      },
    }),
  },
  bank: {
    heading: 'Your bank account',
    fields: ['sortCode', 'accountNumber'],
    testValues: { sortCode: '10-88-00', accountNumber: '00012345' },
    render: (values, problems) => html`
      ${field({
        name: 'sortCode',
        label: 'Sort code',
        hint: 'Six digits, like 10-88-00',
        value: values['sortCode'] ?? '',
        problem: problems['sortCode'],
        attributes: { inputmode: 'numeric', autocomplete: 'off' },
      })}
      ${field({
        name: 'accountNumber',
        label: 'Account number',
        hint: 'Eight digits',
        value: values['accountNumber'] ?? '',
        problem: problems['accountNumber'],
        attributes: { inputmode: 'numeric', autocomplete: 'off' },
      })}
    `,
    check: (values) => ({
      ...(/^\d{6}$/.test(digitsOf(values['sortCode']))
        ? {}
        : { sortCode: 'Enter the six digits of your sort code.' }),
      ...(/^\d{8}$/.test(digitsOf(values['accountNumber']))
        ? {}
        : { accountNumber: 'Enter the eight digits of your account number.' }),
    }),
    toSetup: (values) => ({
      bank: {
        sortCode: digitsOf(values['sortCode']),
        last4: digitsOf(values['accountNumber']).slice(-4),
        behaviour: testBanks[digitsOf(values['accountNumber'])] ?? 'works',
      },
    }),
  },
  document: {
    heading: 'Proof of who you are',
    fields: ['document'],
    testValues: { document: 'passport' },
    render: (values, problems) => html`
      <fieldset ${problems['document'] && html`aria-describedby="document-problem"`}>
        <legend>Identity document</legend>
        <p class="hint">Nothing is uploaded here; just choose one.</p>
        ${Object.entries(documents).map(
          ([value, label]) => html`
            <label class="choice">
              <input
                type="radio"
                name="document"
                value="${value}"
                ${values['document'] === value && html`checked`}
              />
              ${label}
            </label>
          `,
        )}
        ${fieldProblem('document', problems['document'])}
      </fieldset>
    `,
    check: (values): Problems =>
      Object.hasOwn(documents, values['document'] ?? '')
        ? {}
        : { document: 'Choose an identity document.' },
    toSetup: (values) => ({ document: values['document'] ?? '' }),
  },
}

/**
 * Account numbers to which payouts fail, or from which they come back; to all others they arrive. Assumption: the numbers,
 * which end like the provider's for American accounts.
 */
const testBanks: Record<string, BankBehaviour> = {
  '00111116': 'no_account',
  '00111113': 'account_closed',
  '00111117': 'returns',
}

const documents = {
  passport: 'Passport',
  driving_licence: 'Driving licence',
  identity_card: 'National identity card',
}

function birthProblem(text: string, today: Date): Problems {
  const born = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
  if (!born || Number.isNaN(born.getTime())) return { dateOfBirth: 'Enter your date of birth.' }
  const oldEnough = new Date(today)
  oldEnough.setFullYear(today.getFullYear() - youngestYears)
  if (born <= oldEnough) return {}
  return { dateOfBirth: `You must be at least ${youngestYears} years old.` }
}

function digitsOf(text = ''): string {
  return text.replaceAll(/[\s-]/g, '')
}
