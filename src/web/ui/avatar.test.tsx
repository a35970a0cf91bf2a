import { cleanup, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Avatar } from './avatar.tsx'

test('who has given no picture is shown by the first letter of the name, an artist on a drawn portrait (DLG-04)', () => {
  const shown = (props: Parameters<typeof Avatar>[0]) => {
    cleanup()
    const { container } = render(<Avatar {...props} />)
    return container.querySelector<HTMLElement>('.avatar')
  }
  const drawn = shown({ name: 'rosa', image: null, portrait: '/public/users/1/portrait.svg' })
  expect(drawn?.textContent).toBe('R')
  expect(drawn?.querySelector('img')?.getAttribute('src')).toBe('/public/users/1/portrait.svg')
  const plain = shown({ name: '𝓡osa', image: null })
  expect([plain?.textContent, plain?.querySelector('img')]).toEqual(['𝓡', null])
  const picture = shown({ name: 'rosa', image: '/rosa.webp', portrait: '/portrait.svg' })
  expect([picture?.tagName, picture?.getAttribute('src')]).toEqual(['IMG', '/rosa.webp'])
})
