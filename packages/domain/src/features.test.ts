import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { manifests } from './features.ts'
import type { Manifest } from './manifest.ts'
import { fieldName } from './platform/audit/fields.ts'
import { auditFeatures, targetWords } from './platform/audit/words.ts'
import { refusals } from './refusal.ts'

const rowsIn = ({ audit, ...rest }: Manifest): [kind: string, name: string][] =>
  Object.entries({ ...rest, ...audit }).flatMap(([kind, rows]) =>
    Object.keys(rows).map((name): [string, string] => [kind, name]),
  )

it('every manifest is listed', () => {
  const found = globSync('*/*/manifest.ts', { cwd: import.meta.dirname })
  expect(manifests).toHaveLength(found.length)
})

it('a name belongs to one feature', () => {
  const names = manifests.flatMap(rowsIn).map(([kind, name]) => `${kind} ${name}`)
  expect(names.filter((name, n) => names.indexOf(name) !== n)).toEqual([])
})

it('the lists of the platform have the words of features, and none of them twice', () => {
  for (const { refusals: own = {}, audit } of manifests as readonly Manifest[]) {
    expect(refusals).toMatchObject(own)
    expect(auditFeatures).toMatchObject(audit?.features ?? {})
    for (const [record, words] of Object.entries(audit?.records ?? {})) expect(targetWords(record)).toBe(words)
    for (const [field, words] of Object.entries(audit?.fields ?? {})) expect(fieldName(field)).toBe(words)
  }
})
