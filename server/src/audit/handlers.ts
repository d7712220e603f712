import type { Call } from '@cheyi/contract/call'
import { contract } from '@cheyi/contract/index'
import { type AuditResult, auditChanges, auditRooms, resultWords, targetWords } from '@cheyi/domain/audit/words'
import { implement } from '../kernel/context.ts'
import { ms } from '../kernel/instant.ts'
import { cursorKeys, isFirstPage, paged, pageSize, TOTAL_CAP, totalOf } from '../kernel/paging.ts'
import * as store from './store.ts'

const catalogue: Readonly<Record<string, Readonly<Record<string, Call>>>> = contract

/** `员工账号 · 修改员工`; of a job or a call that is no more, its key. */
function actionWords(action: string): string {
  const [room = '', name = ''] = action.split('.')
  const words = [auditRooms[room], catalogue[room]?.[name]?.summary].filter(Boolean)
  return words.length > 0 ? words.join(' · ') : action
}

/** Calls that change nothing: what they show is why they stand in the log. */
const reads = Object.entries(catalogue).flatMap(([room, calls]) =>
  Object.entries(calls).flatMap(([name, call]) => (call.effect === 'read' ? [`${room}.${name}`] : [])),
)

export const audit = implement(contract.audit, {
  async page({ period, accountId, action, targetId, result, ...ask }, ctx) {
    const [before] = cursorKeys(ask, 'id') ?? [null]
    const filter = { period, accountId, action, targetId, result, reads }
    const [found, count] = await Promise.all([
      store.page(ctx, filter, before ?? null, pageSize(ask) + 1),
      isFirstPage(ask) ? store.count(ctx, filter, TOTAL_CAP + 1) : null,
    ])
    const { rows, nextCursor } = paged(found, ask, (row) => [row.id])
    return {
      list: rows.map((row) => ({
        id: row.id,
        at: ms(row.at),
        name: row.name === '' ? '系统' : row.name,
        ip: row.ip,
        device: row.device,
        action: row.action,
        actionName: actionWords(row.action),
        targetType: row.target_type,
        targetName: targetWords(row.target_type),
        targetId: row.target_id,
        changes: auditChanges(row.before, row.after),
        result: row.kind as AuditResult,
        resultName: resultWords(row.result),
      })),
      ...totalOf(count),
      nextCursor,
    }
  },
})
