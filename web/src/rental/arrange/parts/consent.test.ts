import { expect, it } from 'vitest'
import { needsConsent } from './consent.ts'

it('asks for consent to another model', () => {
  const order = { model: { modelId: '7' } } as Parameters<typeof needsConsent>[1]
  expect(needsConsent({ modelId: '7' }, order)).toBe(false)
  expect(needsConsent({ modelId: '8' }, order)).toBe(true)
})
