import { expect, it } from 'vitest'
import { compareVersions, isVersion } from './version.ts'

it('sorts versions by their numbers', () => {
  expect(['1.10.0', '1.2.0', '0.9.9', '1.2.1'].toSorted(compareVersions)).toEqual(['0.9.9', '1.2.0', '1.2.1', '1.10.0'])
})

it('knows a version', () => {
  expect(['1.0.0', 'v1.0.0', '1.0', '1.0.0-rc1'].map(isVersion)).toEqual([true, false, false, false])
})
