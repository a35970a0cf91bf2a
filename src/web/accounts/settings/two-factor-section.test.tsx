import { fireEvent, render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { TwoFactorSection, type TwoFactorResult } from './two-factor-section.tsx'

const begun = {
  secret: 'ABCDEFGHIJ',
  backupCodes: ['aaaa-1111', 'bbbb-2222'],
  qrCode: { size: 21, path: 'M0 0h1v1' },
}

function show(isOn: boolean, result: TwoFactorResult) {
  const Page = createRoutesStub([
    { path: '/', Component: () => <TwoFactorSection isOn={isOn} result={result} /> },
  ])
  render(<Page />)
}

test('while it is set up the key stands in groups, and the backup codes wait until the phone is proved', () => {
  show(false, { form: 'begin-two-factor', begun })
  screen.getByText('ABCD EFGH IJ')
  expect(screen.queryByText('aaaa-1111')).toBeNull()
})

test('the backup codes can be copied and downloaded', async () => {
  const written: string[] = []
  const clipboard = { writeText: (text: string) => Promise.resolve(void written.push(text)) }
  vi.stubGlobal('navigator', { clipboard })
  show(true, { form: 'confirm-two-factor', backupCodes: begun.backupCodes })
  screen.getByText('aaaa-1111')
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
  expect(written).toEqual(['aaaa-1111\nbbbb-2222'])
  const link = screen.getByRole('link', { name: 'Download' })
  expect(link.getAttribute('download')).toBe('Undersong backup codes.txt')
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain('aaaa-1111\nbbbb-2222\n')
})
