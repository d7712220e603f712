import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { retentions } from '@cheyi/domain/platform/retention/rules'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { handleWay } from '@cheyi/domain/rental/violation/codes'
import { isCustomers } from '@cheyi/domain/rental/violation/violation'
import { formatDateTime } from '@cheyi/domain/time'
import { readOrder } from '../../booking/order/actions.ts'
import type { Context, HandlerOf } from '../../kernel/context.ts'
import { customerPhone } from '../../platform/customer-link/actions.ts'
import { bulkWork, doEach, type Each, eachOutcome, enqueue } from '../../platform/job/actions.ts'
import { endReferrals } from '../../platform/referral/actions.ts'
import { handle, notifyTogether } from './handle.ts'
import { maxClaimOf } from './money.ts'
import * as store from './store.ts'

/* Applies one step to many violations, each with the rules, permissions and locks of a single one. */

type Asked = Omit<ParsedOf<typeof contract.violation.batch>, 'cases'>
type Case = ParsedOf<typeof contract.violation.batch>['cases'][number]

interface Input extends Asked {
  /** The violations of one transaction: all of one customer for a notice, otherwise one each. */
  readonly units: readonly (readonly Case[])[]
}

export const handleEach = bulkWork<Input, Each>({
  kind: 'violationBatch',
  key: 'violation.handle',
  keepFileMs: retentions.exports.kept,
  async perform(run) {
    const { units, ...asked } = run.input
    const cases = units.flat()
    const places = units.map((unit) => unit.map((one) => cases.indexOf(one)))
    const refused = await doEach(run, places, async (ctx, at) => {
      const unit = at.map((place) => cases[place]!)
      const left = asked.action === 'notify' ? await notifyTogether(ctx, unit) : await handleOne(ctx, asked, unit[0]!)
      const handled = unit.filter((one) => !left.some(({ violationId }) => violationId === one.violationId))
      endReferrals(
        ctx,
        ['violation.handle'],
        handled.map(({ violationId }) => ['violation', violationId] as const),
      )
      return left.map(({ violationId, reason }) => ({
        at: cases.findIndex((one) => one.violationId === violationId),
        reason,
      }))
    })
    return eachOutcome(
      run,
      cases.map(({ violationId }) => violationId),
      refused,
      {
        noun: '违章',
        read: store.byIds,
        text: ({ plate, occurAt }) => `${displayPlate(plate)} ${formatDateTime(occurAt)}`,
      },
    )
  },
})

async function handleOne(ctx: Context, { action, consent }: Asked, one: Case) {
  if (action === 'close') await requireSettled(ctx, one.violationId)
  await handle({ ...one, action: action as Exclude<Asked['action'], 'notify'>, consent }, ctx)
  return []
}

/**
 * The page of a single violation asks for the claim before it is closed; a batch has no such question, so it refuses an
 * unsettled claim.
 * @throws Refusal violationUndeducted (8006)
 */
async function requireSettled(ctx: Context, violationId: string): Promise<void> {
  const [row, paid] = await Promise.all([store.rowById(ctx, violationId), store.fineOf(ctx, violationId)])
  if (row === undefined || row.orderId === null || !isCustomers(row.matchType) || row.payableFen !== null) return
  const { fine, agency, penalty } = await maxClaimOf(ctx, await readOrder(ctx, row.orderId), row, paid)
  // The service fee is charged only when the merchant handled the violation.
  if (fine + penalty + (row.handleWay === handleWay.merchant ? agency : 0) > 0) throw new Refusal('violationUndeducted')
}

/**
 * Starts the batch as a job; the result of the job contains the outcome and the reason of each refusal.
 * @throws Refusal badInput (-2) for a violation that is named twice, notFound (-4) for one that is not visible to the
 *   account, lineFull (-7)
 */
export const batch: HandlerOf<'violation', 'batch'> = async ({ cases, ...asked }, ctx) => {
  const ids = cases.map(({ violationId }) => violationId)
  if (new Set(ids).size < ids.length) throw badInput('cases', '同一条违章只能选择一次')
  if (asked.action === 'agency' && asked.consent === undefined) throw badInput('consent', '请选择客户同意方式')
  const rows = await store.byIds(ctx, ids)
  if (rows.length < ids.length) throw new Refusal('notFound', { field: 'cases' })
  const units = asked.action === 'notify' ? await byCustomer(ctx, cases, rows) : cases.map((one) => [one])
  const jobId = await enqueue(ctx, handleEach, { ...asked, units })
  ctx.audit({ targetType: 'job', targetId: jobId, after: { ...asked, violations: ids.length } })
  return { jobId }
}

/**
 * Groups the violations that one message may cover: those of one phone number. Within a group, orders are in the order in
 * which they are locked.
 */
async function byCustomer(
  ctx: Context,
  cases: readonly Case[],
  rows: readonly store.ViolationRow[],
): Promise<Case[][]> {
  const orderOf = new Map(rows.map(({ id, orderId }) => [id, orderId]))
  const phones = new Map<string | null | undefined, string | null>()
  for (const order of await store.customersOf(ctx, [...new Set(rows.flatMap(({ orderId }) => orderId ?? []))]))
    phones.set(order.id, await customerPhone(ctx, order))
  const groups = Map.groupBy(cases, ({ violationId }) => phones.get(orderOf.get(violationId)) ?? violationId)
  const rank = ({ violationId }: Case) => BigInt(orderOf.get(violationId) ?? 0)
  return [...groups.values()].map((group) => group.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1)))
}
