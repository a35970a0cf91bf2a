import { expect, test } from 'vitest'
import { considerationPence, isReportable, reportabilityOf } from './report-rules.ts'

test.each([
  ['one service, below every threshold for goods', { sales: 1, pence: 1 }, 'services', true],
  ['services of which nothing is left', { sales: 2, pence: 0 }, 'services', true],
  ['services of which less than nothing is left', { sales: 1, pence: -500 }, 'services', true],
  [
    'only services of a former year, given back',
    { sales: 0, pence: -4000 },
    'former_services',
    false,
  ],
  [
    'only services of a former year, paid again',
    { sales: 0, pence: 4000 },
    'former_services',
    false,
  ],
  ['no services', { sales: 0, pence: 0 }, 'licences', false],
] as const)('%s', (_case, services, reportability, isReported) => {
  expect(reportabilityOf(services)).toBe(reportability)
  expect(isReportable(reportabilityOf(services))).toBe(isReported)
})

test('the consideration is what was credited less what was taken back, also below zero', () => {
  expect(considerationPence({ creditedPence: 800, takenBackPence: 300 })).toBe(500)
  expect(considerationPence({ creditedPence: 500, takenBackPence: 700 })).toBe(-200)
  expect(considerationPence({ creditedPence: 0, takenBackPence: -500 })).toBe(500)
})
