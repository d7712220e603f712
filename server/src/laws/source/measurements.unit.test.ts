import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '@cheyi/contract/index'
import type { Call } from '@cheyi/contract/kernel/call'
import { expect, it } from 'vitest'

/* docs/measurements.md is written by the run that sets the bounds, which names every call. */

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../../../..', path), 'utf8')

const bounds: Record<string, object> = JSON.parse(read('server/bench/bounds/bounds.json'))
/** The line of each call in the table of calls. */
const lines = new Map(
  read('docs/measurements.md')
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => /^\| \w+\.\w+/.test(line))
    .map((line) => [line.split(' | ')[0]!.slice(2), line]),
)

it('has a row for each bounded call, and a call for each row', () => {
  expect([...lines.keys()].sort()).toEqual(Object.keys(bounds).sort())
})

it('says of each call what it costs with many orders, too', () => {
  expect([...lines.values()].filter((line) => line.includes('–'))).toEqual([])
})

it('has a bound for every read of a merchant', () => {
  const reads = Object.entries(contract).flatMap(([feature, calls]) =>
    Object.entries<Call>(calls)
      .filter(([, { effect }]) => effect === 'read')
      .map(([name]) => `${feature}.${name}`),
  )
  // Of the platform, of a sign-in, of a demo's simulators.
  const apart = /^(operator|simulation|session\.legal)/
  expect(reads.filter((name) => !apart.test(name) && !(name in bounds))).toEqual([])
})
