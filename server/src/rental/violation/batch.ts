import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { retentions } from '@cheyi/domain/platform/retention/rules'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { handleWay } from '@cheyi/domain/rental/violation/codes'
import { isCustomers } from '@cheyi/domain/rental/violation/illegal'
import { formatDateTime } from '@cheyi/domain/time'
import { readOrder } from '../../booking/order/actions.ts'
import type { Context, HandlerOf } from '../../kernel/context.ts'
import { customerPhone } from '../../platform/customer-link/actions.ts'
import { batchOutcome, bulkWork, doEach, type Each, enqueue } from '../../platform/job/actions.ts'
import { handle, notifyTogether } from './handle.ts'
import { mostFor } from './money.ts'
import * as store from './store.ts'

/*
 * The same done with many violations, each by the rules, rights and locks of one.
 */

type Asked = Omit<ParsedOf<typeof contract.violation.batch>, 'cases'>
type Case = ParsedOf<typeof contract.violation.batch>['cases'][number]

interface Input extends Asked {
  /** What is done in one transaction: those of one customer who is told, else each alone. */
  readonly units: readonly (readonly Case[])[]
}

export const handleEach = bulkWork<Input, Each>({
  kind: 'illegalBatch',
  key: 'illegal.handle',
  keepFileMs: retentions.exports.kept,
  async perform(run) {
    const { units, ...asked } = run.input
    const cases = units.flat()
    const places = units.map((unit) => unit.map((one) => cases.indexOf(one)))
    const refused = await doEach(run, places, async (ctx, at) => {
      const unit = at.map((place) => cases[place]!)
      const left = asked.action === 'notify' ? await notifyTogether(ctx, unit) : await handleOne(ctx, asked, unit[0]!)
      return left.map(({ illegalId, reason }) => ({
        at: cases.findIndex((one) => one.illegalId === illegalId),
        reason,
      }))
    })
    const rows = await run.read((ctx) =>
      store.byIds(
        ctx,
        refused.map(({ at }) => cases[at]!.illegalId),
      ),
    )
    const names = new Map(rows.map((row) => [row.id, `${displayPlate(row.plate)} ${formatDateTime(row.occurAt)}`]))
    return batchOutcome(run, {
      noun: '违章',
      total: cases.length,
      left: refused.map(({ at, reason }) => ({ row: at + 1, value: names.get(cases[at]!.illegalId) ?? '', reason })),
    })
  },
})

async function handleOne(ctx: Context, { action, consent }: Asked, one: Case) {
  if (action === 'close') await requireSettled(ctx, one.illegalId)
  await handle({ ...one, action: action as Exclude<Asked['action'], 'notify'>, consent }, ctx)
  return []
}

/** The page of one asks what the customer owes before it ends; of many nobody is asked. @throws Refusal illegalUndeducted (8006) */
async function requireSettled(ctx: Context, illegalId: string): Promise<void> {
  const row = await store.read(ctx, illegalId)
  if (row === undefined || row.orderId === null || !isCustomers(row.matchType) || row.payableFen !== null) return
  const { fine, agency, penalty } = await mostFor(ctx, await readOrder(ctx, row.orderId), row)
  // The fee is for what the merchant saw to.
  if (fine + penalty + (row.handleWay === handleWay.merchant ? agency : 0) > 0) throw new Refusal('illegalUndeducted')
}

/**
 * Begins it; how it ended, and why each refused one was, is the job's answer.
 * @throws Refusal badInput (-2) for one that is named twice, notFound (-4) for what is out of sight, lineFull (-7)
 */
export const batch: HandlerOf<'violation', 'batch'> = async ({ cases, ...asked }, ctx) => {
  const ids = cases.map(({ illegalId }) => illegalId)
  if (new Set(ids).size < ids.length) throw badInput('cases', '同一条违章只能选择一次')
  if (asked.action === 'agency' && asked.consent === undefined) throw badInput('consent', '请选择客户同意方式')
  const rows = await store.byIds(ctx, ids)
  if (rows.length < ids.length) throw new Refusal('notFound', { field: 'cases' })
  const units = asked.action === 'notify' ? await byCustomer(ctx, cases, rows) : cases.map((one) => [one])
  const jobId = await enqueue(ctx, handleEach, { ...asked, units })
  ctx.audit({ targetType: 'job', targetId: jobId, after: { ...asked, illegals: ids.length } })
  return { jobId }
}

/** Those that one message may tell of together: of one phone. Within each, orders come in the order of their locks. */
async function byCustomer(ctx: Context, cases: readonly Case[], rows: readonly store.IllegalRow[]): Promise<Case[][]> {
  const orderOf = new Map(rows.map(({ id, orderId }) => [id, orderId]))
  const phones = new Map<string | null | undefined, string | null>()
  for (const order of await store.customersOf(ctx, [...new Set(rows.flatMap(({ orderId }) => orderId ?? []))]))
    phones.set(order.id, await customerPhone(ctx, order))
  const groups = Map.groupBy(cases, ({ illegalId }) => phones.get(orderOf.get(illegalId)) ?? illegalId)
  const rank = ({ illegalId }: Case) => BigInt(orderOf.get(illegalId) ?? 0)
  return [...groups.values()].map((group) => group.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1)))
}
