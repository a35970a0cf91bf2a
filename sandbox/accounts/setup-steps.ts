// The steps of setting up payouts: what each asks for, checks and keeps.
import { field, fieldProblem } from '../pages/field.ts'
import { html, type Html } from '../pages/html.ts'
import type { Setup, SetupStep } from './setup.ts'

export type Answers = Record<string, string>
export type Problems = Record<string, string>

export interface SetupStepForm {
  heading: string
  /** Names of the form's fields. */
  fields: string[]
  testAnswers: Answers
  render: (answers: Answers, problems: Problems) => Html
  check: (answers: Answers, today: Date) => Problems
  /** What is kept of correct answers; of an account number only its end. */
  keep: (answers: Answers) => Partial<Setup>
}

const youngestYears = 13

export const setupStepForms: Record<SetupStep, SetupStepForm> = {
  details: {
    heading: 'Your details',
    fields: ['legalName', 'dateOfBirth'],
    testAnswers: { legalName: 'Jenny Rosen', dateOfBirth: '1990-01-01' },
    render: (answers, problems) => html`
      ${field({
        name: 'legalName',
        label: 'Legal name',
        value: answers['legalName'] ?? '',
        problem: problems['legalName'],
        attributes: { autocomplete: 'name' },
      })}
      ${field({
        name: 'dateOfBirth',
        label: 'Date of birth',
        value: answers['dateOfBirth'] ?? '',
        problem: problems['dateOfBirth'],
        attributes: { type: 'date', autocomplete: 'bday' },
      })}
    `,
    check: (answers, today) => ({
      ...((answers['legalName'] ?? '').trim() ? {} : { legalName: 'Enter your legal name.' }),
      ...birthProblem(answers['dateOfBirth'] ?? '', today),
    }),
    keep: (answers) => ({
      details: {
        legalName: (answers['legalName'] ?? '').trim(),
        dateOfBirth: answers['dateOfBirth'] ?? '',
      },
    }),
  },
  bank: {
    heading: 'Your bank account',
    fields: ['sortCode', 'accountNumber'],
    testAnswers: { sortCode: '10-88-00', accountNumber: '00012345' },
    render: (answers, problems) => html`
      ${field({
        name: 'sortCode',
        label: 'Sort code',
        hint: 'Six digits, like 10-88-00',
        value: answers['sortCode'] ?? '',
        problem: problems['sortCode'],
        attributes: { inputmode: 'numeric', autocomplete: 'off' },
      })}
      ${field({
        name: 'accountNumber',
        label: 'Account number',
        hint: 'Eight digits',
        value: answers['accountNumber'] ?? '',
        problem: problems['accountNumber'],
        attributes: { inputmode: 'numeric', autocomplete: 'off' },
      })}
    `,
    check: (answers) => ({
      ...(/^\d{6}$/.test(digitsOf(answers['sortCode']))
        ? {}
        : { sortCode: 'Enter the six digits of your sort code.' }),
      ...(/^\d{8}$/.test(digitsOf(answers['accountNumber']))
        ? {}
        : { accountNumber: 'Enter the eight digits of your account number.' }),
    }),
    keep: (answers) => ({
      bank: {
        sortCode: digitsOf(answers['sortCode']),
        last4: digitsOf(answers['accountNumber']).slice(-4),
      },
    }),
  },
  document: {
    heading: 'Proof of who you are',
    fields: ['document'],
    testAnswers: { document: 'passport' },
    render: (answers, problems) => html`
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
                ${answers['document'] === value && html`checked`}
              />
              ${label}
            </label>
          `,
        )}
        ${fieldProblem('document', problems['document'])}
      </fieldset>
    `,
    check: (answers): Problems =>
      Object.hasOwn(documents, answers['document'] ?? '')
        ? {}
        : { document: 'Choose an identity document.' },
    keep: (answers) => ({ document: answers['document'] ?? '' }),
  },
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
