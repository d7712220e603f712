import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { maintaince } from '@cheyi/domain/fleet/ticket/maintaince'
import type { TicketProfile } from '@cheyi/domain/fleet/ticket/ticket'
import { yearly } from '@cheyi/domain/fleet/ticket/yearly'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { retentions } from '@cheyi/domain/platform/retention/rules'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import type { Context, HandlerOf } from '../../kernel/context.ts'
import { batchOutcome, bulkWork, doEach, type Each, enqueue } from '../../platform/job/actions.ts'
import { create } from './maintaince.ts'
import { checkAssignee } from './plan.ts'
import * as store from './store.ts'
import { edit } from './yearly/yearly.ts'

/*
 * The same ticket for many cars: each with its own rules and locks, and refused for its own reason.
 */

type Calls = typeof contract.ticket
type Maintaince = ParsedOf<Calls['maintainceBatch']>
type Yearly = ParsedOf<Calls['yearlyBatch']>

interface Given<I> {
  readonly key: TicketProfile['key']
  readonly kind: string
  readonly count: (input: I) => number
  /** Of the requested cars, in their order; empty for a car that is not visible to the account. */
  readonly plates: (ctx: Context, input: I) => Promise<readonly string[]>
  readonly one: (ctx: Context, input: I, at: number) => unknown
}

const ticketEach = <I>({ key, kind, count, plates, one }: Given<I>) =>
  bulkWork<I, Each>({
    kind,
    key,
    keepFileMs: retentions.exports.kept,
    async perform(run) {
      const total = count(run.input)
      const refused = await doEach(
        run,
        Array.from({ length: total }, (_, at) => [at]),
        async (ctx, [at]) => {
          await one(ctx, run.input, at!)
          return []
        },
      )
      const names = await run.read((ctx) => plates(ctx, run.input))
      return batchOutcome(run, {
        noun: '车辆',
        total,
        left: refused.map(({ at, reason }) => ({ row: at + 1, value: displayPlate(names[at]!), reason })),
      })
    },
  })

const idsOf = (tickets: Yearly['tickets']): string[] => tickets.map(({ ticketId }) => ticketId)

export const maintainceEach = ticketEach<Maintaince>({
  kind: 'maintainceBatch',
  key: maintaince.key,
  count: ({ vehicleIds }) => vehicleIds.length,
  plates: (ctx, { vehicleIds }) => store.platesOf(ctx, vehicleIds),
  one: (ctx, { vehicleIds, ...facts }, at) => create({ ...facts, vehicleId: vehicleIds[at]! }, ctx),
})

export const yearlyEach = ticketEach<Yearly>({
  kind: 'yearlyBatch',
  key: yearly.key,
  count: ({ tickets }) => tickets.length,
  plates: (ctx, { tickets }) => store.platesOfTickets(ctx, idsOf(tickets), yearly),
  one: (ctx, { tickets, ...facts }, at) => edit({ ...facts, ...tickets[at]! }, ctx),
})

/** @throws Refusal badInput (-2) for a duplicate car or an unknown assignee, notFound (-4) for one that is not visible, lineFull (-7) */
export const maintainceBatch: HandlerOf<'ticket', 'maintainceBatch'> = async (input, ctx) => {
  const { vehicleIds } = input
  if (new Set(vehicleIds).size < vehicleIds.length) throw badInput('vehicleIds', '同一辆车只能选择一次')
  if ((await store.platesOf(ctx, vehicleIds)).includes('')) throw new Refusal('notFound', { field: 'vehicleIds' })
  // The store of each car is checked with its ticket.
  await checkAssignee(ctx, input.assigneeId ?? null, null)
  const jobId = await enqueue(ctx, maintainceEach, input)
  ctx.audit({ targetType: 'job', targetId: jobId, after: { vehicles: vehicleIds.length } })
  return { jobId }
}

/** @throws Refusal badInput (-2) for a duplicate ticket or an unknown assignee, notFound (-4) for one that is not visible, lineFull (-7) */
export const yearlyBatch: HandlerOf<'ticket', 'yearlyBatch'> = async (input, ctx) => {
  const ids = idsOf(input.tickets)
  if (new Set(ids).size < ids.length) throw badInput('tickets', '同一张工单只能选择一次')
  if ((await store.platesOfTickets(ctx, ids, yearly)).includes('')) throw new Refusal('notFound', { field: 'tickets' })
  await checkAssignee(ctx, input.assigneeId ?? null, null)
  const jobId = await enqueue(ctx, yearlyEach, input)
  ctx.audit({ targetType: 'job', targetId: jobId, after: { count: ids.length } })
  return { jobId }
}
