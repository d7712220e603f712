import fc from 'fast-check'
import { expect, it } from 'vitest'
import { textsFrom } from './prefix.ts'

const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 4 })
const bytes = (of: string) => Buffer.from(of)

it('the texts that begin with one are those between it and the first behind them, by their bytes', () => {
  fc.assert(
    fc.property(text, text, fc.boolean(), (prefix, other, begins) => {
      fc.pre([...prefix].some((sign) => sign !== '\u{10ffff}'))
      const one = begins ? prefix + other : other
      const { from, before } = textsFrom(prefix)
      const within = bytes(one).compare(bytes(from)) >= 0 && bytes(one).compare(bytes(before)) < 0
      expect(within).toBe(one.startsWith(prefix))
    }),
  )
})

it.each([
  ['陈', '陉'],
  ['ab\u{10ffff}', 'ac'],
  ['\ud7ff', '\ue000'],
])('the first text behind those that begin with %j', (prefix, before) => {
  expect(textsFrom(prefix).before).toBe(before)
})
