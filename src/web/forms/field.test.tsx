import { fireEvent, render, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ErrorSummary, errorsByField } from './error-summary.tsx'
import {
  CheckField,
  PasswordField,
  RadioCards,
  SelectField,
  TextArea,
  TextField,
} from './field.tsx'

test('a field has its label as name, and its hint and error as description', () => {
  const page = within(
    render(<TextField label="Title" name="title" hint="As on the record" error="Too long" />)
      .container,
  )
  const field = page.getByRole('textbox', {
    name: 'Title',
    description: 'As on the record Too long',
  })
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(field.id).toBe('title')
})

test('a field with a counter counts the typed characters', () => {
  const page = within(
    render(<TextArea label="About" name="about" maxLength={500} showCount defaultValue="abc" />)
      .container,
  )
  page.getByText('3 / 500')
  fireEvent.change(page.getByRole('textbox'), { target: { value: 'abcde' } })
  expect(page.getByText('5 / 500')).toBeDefined()
})

test('a password can be shown', () => {
  const page = within(render(<PasswordField label="Password" name="password" />).container)
  const field = page.getByLabelText('Password')
  expect(field.getAttribute('type')).toBe('password')
  fireEvent.click(page.getByRole('button', { name: 'Show password' }))
  expect(field.getAttribute('type')).toBe('text')
})

test('a select offers its options after its placeholder', () => {
  const page = within(
    render(
      <SelectField
        label="Genre"
        name="genre"
        placeholder="None"
        options={['Pop', { value: 'x', label: 'Jazz' }]}
      />,
    ).container,
  )
  const options = page.getAllByRole<HTMLOptionElement>('option')
  expect(options.map(({ value, textContent }) => [value, textContent])).toEqual([
    ['', 'None'],
    ['Pop', 'Pop'],
    ['x', 'Jazz'],
  ])
})

test('a radio card has its label as name and its hint as description', () => {
  const page = within(
    render(
      <RadioCards
        legend="How will you use it?"
        name="role"
        defaultValue="artist"
        options={[
          { value: 'customer', label: 'I sing', hint: 'Buy tracks' },
          { value: 'artist', label: 'I record', hint: 'Sell tracks' },
        ]}
      />,
    ).container,
  )
  const chosen = page.getByRole('radio', { name: 'I record', description: 'Sell tracks' })
  expect(chosen.matches(':checked')).toBe(true)
})

test('an error summary takes the focus and links to the fields', () => {
  const issues = [
    { path: ['email'], message: 'Please enter an email address' },
    { path: ['email'], message: 'A second complaint' },
  ]
  const page = within(render(<ErrorSummary message="Please check." issues={issues} />).container)
  expect(document.activeElement).toBe(page.getByRole('alert'))
  expect(
    page.getByRole('link', { name: 'Please enter an email address' }).getAttribute('href'),
  ).toBe('#email')
  expect(page.queryByText('A second complaint')).toBeNull()
  expect(errorsByField(issues)).toEqual({ email: 'Please enter an email address' })
})

test('a box begins checked if the form’s text of it is its value', () => {
  const page = within(
    render(
      <>
        <CheckField label="Higher" name="higher" defaultValue="on" />
        <CheckField label="Lower" name="lower" defaultValue="" />
        <CheckField label="The same document" name="document" value="/d/1" defaultValue="/d/1" />
      </>,
    ).container,
  )
  const checked = page.getAllByRole<HTMLInputElement>('checkbox').map((box) => box.checked)
  expect(checked).toEqual([true, false, true])
})
