import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { type PendingSubject, pendingSubjects } from '@cheyi/domain/platform/pending-work/kinds'
import { countersOpenTo } from '@cheyi/domain/platform/todo/counters'
import type { Handler } from '../../kernel/context.ts'
import { screen } from '../../kernel/screen.ts'
import { waitingApprovals } from '../approval/actions.ts'
import { finderOf, type ShownCounter } from '../pending-work/actions.ts'
import { countConditions } from './conditions.ts'
import { type AskedSubject, counts } from './store-counters.ts'

type Shown = OutputOf<typeof contract.todo.counts>[number]

/**
 * Counters of pending work, each only with its permission key: of every subject by the kinds that the account may see, of conditions, and
 * of approvals.
 */
export const todoCounts: Handler<typeof contract.todo.counts> = async ({ storeId }, ctx) => {
  const { keys } = ctx.identity
  const asked = pendingSubjects.map((subject): AskedSubject => {
    const { kindsOpenTo } = finderOf(subject)
    return { subject, kinds: kindsOpenTo?.(keys) ?? [0], shown: countersOpenTo(subject, keys) }
  })
  const [waits, conditions, approvals] = await Promise.all([
    counts(ctx, asked, storeId),
    countConditions(ctx, storeId),
    waitingApprovals(ctx),
  ])
  const waitingOf = (subject: PendingSubject): Shown[] =>
    shownOf(asked.find((one) => one.subject === subject)!, waits, storeId)
  return [
    ...waitingOf('order'),
    ...conditions.usual,
    ...pendingSubjects.filter((subject) => subject !== 'order').flatMap(waitingOf),
    ...conditions.rare,
    // Which approvals an account may decide differs from case to case, so a counter of 0 is hidden.
    ...(approvals === 0
      ? []
      : [
          {
            code: 'approval',
            name: '待审批',
            count: approvals,
            onScreen: approvals,
            fen: null,
            link: screen('notify.notices', { tab: 'approval' }),
          },
        ]),
  ]
}

/** The counters of a subject: of all kinds that the account may see, or of each kind with a list of its own. */
function shownOf(
  { subject, kinds, shown }: AskedSubject,
  waits: Awaited<ReturnType<typeof counts>>,
  storeId: string | undefined,
): Shown[] {
  const { listPerKind, counters } = finderOf(subject)
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
