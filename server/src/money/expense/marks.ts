import { expenseCode, expenseCodes } from '@cheyi/domain/money/expense/codes'
import { damageKinds } from '@cheyi/domain/rental/damage/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { partName } from '@cheyi/domain/rental/pickup-return/parts'
import type { StoredMark } from '@cheyi/domain/rental/pickup-return/record'
import type { Context } from '../../kernel/context.ts'
import * as store from './store.ts'

/**
 * Charges the marks of a return: a mark has one charge with its pictures while it has an amount. `before` are the marks as last saved.
 * Existing charges are unchanged, so a record can be saved repeatedly.
 * @throws Refusal forbidden (-3) to add or remove a charge without `damage.create`
 */
export async function chargeMarks(
  ctx: Context,
  orderId: string,
  before: readonly StoredMark[],
  after: readonly StoredMark[],
): Promise<void> {
  const ids = [...new Set([...before, ...after].map(({ markId }) => markId))]
  const due = new Map(
    after.filter((mark) => mark.amount !== undefined).map((mark) => [mark.markId, rowOf(orderId, mark)]),
  )
  if (due.size === 0 && before.every(({ amount }) => amount === undefined)) return
  const standing = await store.ofMarks(ctx.db, orderId, ids)
  const kept = standing.filter((row) => isSame(row, due.get(row.markId!)))
  for (const { markId } of kept) due.delete(markId!)
  const gone = standing.filter((row) => !kept.includes(row))
  const priced = [...due.values()].filter((row) => !gone.some((one) => isPriced(one, row)))
  if (priced.length > 0 || gone.some(({ markId }) => !due.has(markId!))) ctx.require('damage.create')
  await store.voidRows(
    ctx.db,
    gone.map(({ id }) => id),
  )
  await store.insert(ctx, [...due.values()])
}

const rowOf = (orderId: string, { markId, part, kind, reason, photoIds, amount = 0 }: StoredMark) => ({
  orderId,
  type: handoverType.return,
  code: expenseCode.damage,
  name: expenseCodes.text(expenseCode.damage),
  qty: 1,
  unitPriceFen: amount,
  amountFen: amount,
  auto: false,
  formula: '',
  remark: [`${partName(part)}${damageKinds.text(kind)}`, reason].filter(Boolean).join('，'),
  photoIds: [...photoIds],
  markId,
})

type Row = ReturnType<typeof rowOf>

const isPriced = (standing: store.ExpenseRow, row: Row): boolean =>
  standing.markId === row.markId && standing.amountFen === row.amountFen

const isSame = (standing: store.ExpenseRow, row: Row | undefined): boolean =>
  row !== undefined &&
  isPriced(standing, row) &&
  standing.remark === row.remark &&
  standing.photoIds.join() === row.photoIds.join()
