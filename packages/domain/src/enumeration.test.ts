import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { enumeration } from './enumeration.ts'
import { flowKinds, payKind } from './money/payment/codes.ts'

it.each([
  ['a key', { one: [2, '二'] }],
  ['a number', { two: [1, '二'] }],
  ['a name', { two: [2, '一'] }],
] as const)('reports %s that is used twice', (_, again) => {
  expect(() => enumeration({ one: [1, '一'] }, again)).toThrow(/said twice/)
})

it('joins enumerations, and refuses a repeated key, which a spread would replace without a warning', () => {
  expect(enumeration({ one: [1, '一'] }, { two: [2, '二'] }).items).toEqual([
    { name: '一', value: 1 },
    { name: '二', value: 2 },
  ])
  const folder = import.meta.dirname
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  const spread = files.filter((file) => /enumeration\(\{[^}]*?\.\.\./.test(readFileSync(join(folder, file), 'utf8')))
  expect(spread).toEqual([])
})

it('charges of a return and of a bill have different names', () => {
  expect(flowKinds.text(payKind.settlement)).toBe('还车结算')
  expect(flowKinds.values).toEqual(Array.from({ length: 21 }, (_, at) => at + 1))
})
