import { expect, it } from 'vitest'
import { hostOf } from './hosts.ts'

it('stays on the same origin for npm start and goes to production by default', () => {
  expect(hostOf('local')).toBe('')
  expect(hostOf('test')).not.toBe(hostOf('staging'))
  for (const name of [undefined, '', 'nonsense', 'production']) expect(hostOf(name)).toBe(hostOf('production'))
})

it('goes where an installation says', () => {
  expect(hostOf('production', 'https://api.here.example')).toBe('https://api.here.example')
})
