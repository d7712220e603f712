import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { runState } from '@cheyi/domain/fleet/inventory/codes'
import { billState } from '@cheyi/domain/money/reconcile/bill'
import { type PendingSubject, pendingSubjects } from '@cheyi/domain/platform/pending-work/kinds'
import { counterKeys, countersOpenTo } from '@cheyi/domain/platform/todo/counters'
import { requestStatus } from '@cheyi/domain/rental/driver/request'
import type { Context, Handler } from '../../kernel/context.ts'
import { screen } from '../../kernel/screen.ts'
import { waitingApprovals } from '../approval/actions.ts'
import { foundOf, type ShownCounter } from '../pending-work/actions.ts'
import { type AskedSubject, counts, ofFleet, ofOffice } from './store-counters.ts'

type Shown = OutputOf<typeof contract.todo.counts>[number]

/** Counters of higher modules that are no pending work, but a condition over many records. */
type Condition = 'oversold' | 'redInvoice'
type Counts = (ctx: Context, storeId: string | undefined) => Promise<Pick<Shown, 'name' | 'count' | 'link'>>

const conditions = new Map<Condition, Counts>()

export function isCounted(counter: Condition, counting: Counts): void {
  conditions.set(counter, counting)
}

async function counted(ctx: Context, counter: Condition, storeId: string | undefined): Promise<Shown[]> {
  if (!ctx.can(counterKeys[counter])) return []
  const { name, count, link } = await conditions.get(counter)!(ctx, storeId)
  return [other(counter, name, count, link)]
}

const other = (code: string, name: string, count: number, link: string, onScreen = count): Shown => ({
  code,
  name,
  count,
  onScreen,
  fen: null,
  link,
})

/**
 * Counters of pending work, each only with its permission key: of every subject by the kinds that the account may see, of the fleet, and of
 * approvals.
 */
export const todoCounts: Handler<typeof contract.todo.counts> = async ({ storeId }, ctx) => {
  const { keys } = ctx.identity
  const asked = pendingSubjects.map((subject): AskedSubject => {
    const { kindsOpenTo } = foundOf(subject)
    return { subject, kinds: kindsOpenTo?.(keys) ?? [0], shown: countersOpenTo(subject, keys) }
  })
  const leases = ctx.can(counterKeys.leaseFiling)
  const [waits, cars, oversold, office, red, approvals] = await Promise.all([
    counts(ctx, asked, { storeId, leases }),
    ctx.can(counterKeys.papers) ? ofFleet(ctx.query, storeId) : null,
    counted(ctx, 'oversold', storeId),
    [counterKeys.bill, counterKeys.personRequest, counterKeys.channelDead].some(ctx.can)
      ? ofOffice(ctx.query, storeId)
      : null,
    counted(ctx, 'redInvoice', storeId),
    waitingApprovals(ctx),
  ])
  const waitingOf = (subject: PendingSubject): Shown[] =>
    shownOf(asked.find((one) => one.subject === subject)!, waits, storeId)
  return [
    ...waitingOf('order'),
    ...(cars === null
      ? []
      : [
          other('papers', '证件到期', cars.papers, screen('inventory.list', { expiry: 'any' }), cars.waiting),
          other(
            'turnaround',
            '整备中',
            cars.turnaround,
            screen('inventory.list', { runState: runState.turnaround }),
            cars.waiting,
          ),
        ]),
    ...oversold,
    ...(office !== null && ctx.can(counterKeys.bill)
      ? [other('bill', '对账差异', office.bills, screen('reconcile.list', { state: billState.differing }))]
      : []),
    ...red,
    ...pendingSubjects.filter((subject) => subject !== 'order').flatMap(waitingOf),
    // Most stores never have one, so a counter of 0 is hidden.
    ...(leases && waits.leases > 0
      ? [
          other(
            'leaseFiling',
            '待备案',
            waits.leases,
            screen('violation.lease-filing', { ...(storeId && { storeId }) }),
          ),
        ]
      : []),
    ...(office !== null && office.requests > 0 && ctx.can(counterKeys.personRequest)
      ? [other('personRequest', '客户请求', office.requests, screen('person.requests', { status: requestStatus.open }))]
      : []),
    // Most merchants never have one.
    ...(office !== null && office.dead > 0 && ctx.can(counterKeys.channelDead)
      ? [
          other(
            'channelDead',
            '渠道回调未送达',
            office.dead,
            screen('channel.detail', { id: String(office.deadSource), tab: 'push' }),
          ),
        ]
      : []),
    // Which approvals an account may decide differs from case to case, so a counter of 0 is hidden.
    ...(approvals === 0 ? [] : [other('approval', '待审批', approvals, screen('notify.notices', { tab: 'approval' }))]),
  ]
}

/** The counters of a subject: of all kinds that the account may see, or of each kind with a list of its own. */
function shownOf(
  { subject, kinds, shown }: AskedSubject,
  waits: Awaited<ReturnType<typeof counts>>,
  storeId: string | undefined,
): Shown[] {
  const { listPerKind, counters } = foundOf(subject)
  const groups = listPerKind ? kinds.map((kind) => [kind]) : kinds.length === 0 ? [] : [kinds]
  return groups.flatMap((group) => {
    const mine = waits.of(subject, group)
    const [kind] = group as [number]
    return shown.flatMap((code) => {
      const { name, link, money, appliesTo, together }: ShownCounter = counters[code as keyof typeof counters]
      if (appliesTo && !appliesTo(kind)) return []
      const { count, fen } = mine.of(code)
      const onScreen = together ? together.reduce((sum, one) => sum + mine.of(one).count, 0) : mine.waiting
      return [{ code, name, count, onScreen, fen: money ? fen : null, link: link({ kind, storeId }) }]
    })
  })
}
