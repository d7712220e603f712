import { contract } from '@cheyi/contract/index'
import { leaseFilingStatus } from '@cheyi/domain/rental/violation/codes'
import { HOUR } from '@cheyi/domain/time'
import type { Scene } from './life.ts'
import type { Stage } from './perform.ts'

/** Contracts of rentals are filed, except those of the last hours and one that the platform of the police rejected. */
export async function fileContracts(stage: Stage, { now, cast }: Pick<Scene, 'now' | 'cast'>): Promise<void> {
  const { violation } = contract
  const ask = stage.as(cast.manager, now)
  const found = []
  for (let cursor: string | undefined; ; ) {
    const { list, nextCursor } = await ask(violation.leases, { group: 'open', pageSize: 100, cursor })
    found.push(...list)
    if (nextCursor === null) break
    cursor = nextCursor
  }
  const past = found.filter(({ dueAt }) => dueAt < now - 4 * HOUR)
  const refused = past.at(-1)
  for (const { leaseId, version, dueAt } of past) {
    const at = stage.as(cast.manager, Math.min(now, dueAt - 3 * HOUR))
    if (leaseId === refused?.leaseId)
      await at(violation.setLease, { leaseId, version, status: leaseFilingStatus.failed, reason: '证件信息不符' })
    else await at(violation.setLease, { leaseId, version, status: leaseFilingStatus.filed })
  }
}
