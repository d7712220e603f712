import fc from 'fast-check'
import { expect, it } from 'vitest'
import { typedText } from './typed-text.ts'

it.each([
  ['\u202d13800000002\u202c ', '13800000002'],
  ['店长\u202e员', '店长员'],
  ['\ufeff沪A\u200b12345', '沪A12345'],
  ['  两个 字\n', '两个 字'],
  ['👩\u200d🔧', '👩\u200d🔧'],
])('%j becomes %j', (typed, meant) => expect(typedText(typed)).toBe(meant))

it('is idempotent, and never removes visible characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const meant = typedText(text)
      expect(typedText(meant)).toBe(meant)
      expect(meant.replaceAll(/[\s\p{Cf}]/gu, '')).toBe(text.replaceAll(/[\s\p{Cf}]/gu, ''))
    }),
  )
})
