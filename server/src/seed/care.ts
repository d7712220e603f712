import { contract } from '@cheyi/contract/index'
import { addDays, localDate } from '@cheyi/domain/time'
import type { Scene } from './life.ts'
import type { Stage } from './perform.ts'

/** Cars without any recorded care, as a new merchant has them. */
const UNKNOWN = 2
/** Cars whose odometer is close to the next care. */
const NEAR = 3

/** The care of the fleet: most cars were serviced recently, some are due by kilometres, a few have no record. */
export async function careFor(stage: Stage, { now, cast }: Omit<Scene, 'lane'>): Promise<void> {
  const as = stage.as(cast.manager, now)
  const today = localDate(now)
  let seen = 0
  for (let cursor: string | undefined; ; ) {
    const { list, nextCursor } = await as(contract.ticket.carePage, { pageSize: 100, ...(cursor && { cursor }) })
    for (const { vehicleId, odometerKm } of list) {
      const i = seen++
      if (i < UNKNOWN) continue
      const driven = i < UNKNOWN + NEAR ? 9700 : (i * 1370) % 8600
      const on = addDays(today, -((i * 13) % 160))
      await as(contract.ticket.careNote, { vehicleId, km: Math.max(0, odometerKm - driven), on })
    }
    if (nextCursor === null) return
    cursor = nextCursor
  }
}
