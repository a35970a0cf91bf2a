import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { lazyOr } from './lazy-or.ts'

const Plain = ({ text }: { text: string }) => <p>{text}, plainly</p>

test.each([
  [async () => ({ default: ({ text }: { text: string }) => <p>{text}</p> }), 'Added'],
  [() => Promise.reject(new TypeError('Failed to fetch')), 'Added, plainly'],
])('a component that cannot be loaded is replaced by the plain one (%#)', async (load, shown) => {
  const Part = lazyOr(load, Plain)
  render(
    <Suspense fallback={null}>
      <Part text="Added" />
    </Suspense>,
  )
  expect(await screen.findByText(shown)).toBeDefined()
})
