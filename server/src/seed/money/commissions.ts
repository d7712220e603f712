import { contract } from '@cheyi/contract/index'
import { monthOf } from '@cheyi/domain/fleet/cost/spread'
import { commissionKind, isFrozen } from '@cheyi/domain/insight/commission/codes'
import { addMonths, startOfDate } from '@cheyi/domain/time'
import { lastWork } from '../last-work.ts'
import type { Scene } from '../life.ts'
import type { Stage } from '../perform.ts'

/** Rules of commissions, and the statements of the last two months: the older one is confirmed. */
export async function earnCommissions(stage: Stage, { now, cast }: Pick<Scene, 'now' | 'cast'>): Promise<void> {
  const { commission } = contract
  const { at, today } = lastWork(now)
  const month = monthOf(today)
  const enter = stage.as(cast.finance, at)
  const from = addMonths(month, -3)
  for (const rule of [
    { kind: commissionKind.booking, fen: 1000 },
    { kind: commissionKind.service, rateBp: 500 },
    { kind: commissionKind.renewal, rateBp: 200 },
    { kind: commissionKind.collected, rateBp: 100 },
  ])
    await stage.as(cast.finance, startOfDate(from))(commission.ruleAdd, { ...rule, from })
  for (const ago of [-2, -1]) {
    const of = addMonths(month, ago)
    await enter(commission.make, { month: of })
    const { list } = await enter(commission.statements, { month: of })
    if (ago === -1) continue
    for (const { statementId, state } of list) {
      if (isFrozen(state)) continue
      const { version } = await enter(commission.statement, { statementId })
      await enter(commission.confirm, { statementId, version })
    }
  }
}
