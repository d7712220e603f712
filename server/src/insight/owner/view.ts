import { monthOf } from '@cheyi/domain/fleet/cost/spread'
import { termsText } from '@cheyi/domain/insight/owner/agreement'
import { dueOf, payDayOf } from '@cheyi/domain/insight/owner/statement'
import { pick } from '@cheyi/domain/pick'
import type { Context } from '../../kernel/context.ts'
import { partOf } from './make.ts'
import * as store from './store.ts'

/* What is shown of agreements and statements. */

export const agreementView = ({ id, rentFen, feeFen, fromOn, toOn, ...row }: store.Agreed) => ({
  ...row,
  agreementId: id,
  ownership: row.ownership as never,
  from: fromOn,
  to: toOn,
  rent: rentFen,
  fee: feeFen,
})

export const statementView = (row: store.StatementRow) => ({
  statementId: row.id,
  month: row.month,
  state: row.state,
  carried: row.carriedFen,
  owner: row.ownerFen,
  due: dueOf(row),
})

const FIRST_PAY_DAY = 10

/** Statements with the parts of their cars. */
export async function fullStatements(ctx: Pick<Context, 'query'>, rows: readonly store.StatementRow[]) {
  const parts = Map.groupBy(
    await store.partsOf(
      ctx,
      rows.map(({ id }) => id),
    ),
    ({ statementId }) => statementId,
  )
  return rows.map((row) => {
    const own = parts.get(row.id) ?? []
    const payDay = Math.min(...own.map(({ terms }) => terms.payDay))
    return {
      ...statementView(row),
      payBy: payDayOf(row.month, Number.isFinite(payDay) ? payDay : FIRST_PAY_DAY),
      ...pick(row, 'confirmedAt', 'byLink', 'objection', 'paidOn'),
      corrections: [...row.corrections],
      parts: own.map((part) => ({
        vehicleId: part.vehicleId,
        plate: part.plate,
        modelName: part.modelName,
        from: part.fromOn,
        to: part.toOn,
        terms: termsText(part.terms),
        earlier: monthOf(part.fromOn) < row.month,
        ...partOf(part),
        costs: [...part.costs],
      })),
    }
  })
}

export type FullStatement = Awaited<ReturnType<typeof fullStatements>>[number]
