import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pendingSubjects } from '@cheyi/domain/platform/pending-work/kinds'
import { expect, it } from 'vitest'

const src = join(import.meta.dirname, '../..')

it('the feature of every subject registers how its pending work is found', () => {
  const registering = globSync('*/*/**/*.ts', { cwd: src }).map((file) => readFileSync(join(src, file), 'utf8'))
  const missing = pendingSubjects.filter(
    (one) => !registering.some((text) => text.includes(`\nregisterPendingWork('${one}',`)),
  )
  expect(
    missing.map(
      (one) => `call registerPendingWork('${one}', …) in the feature of ${one}, and import that from its handlers`,
    ),
  ).toEqual([])
})
