import { inject } from 'vitest'
import { type ClonedDatabase, cloneTemplate, createEmpty } from './cluster.ts'

export type { ClonedDatabase }

/**
 * A database of its own for a test file: a copy of the migrated template, on the cluster of this test run.
 * Call it in `beforeAll` and `drop` it in `afterAll`.
 */
export function cloneDatabase(): Promise<ClonedDatabase> {
  return cloneTemplate(inject('cluster'))
}

/** An empty database on the cluster of this test run: where a backup is restored. */
export const emptyDatabase = () => createEmpty(inject('cluster'))
