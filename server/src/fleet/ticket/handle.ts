import { isInHand } from '@cheyi/domain/fleet/ticket/kinds'
import { endProblem, type Plan, planWords, type TicketProfile } from '@cheyi/domain/fleet/ticket/ticket'
import { formatMoment } from '@cheyi/domain/near'
import { badInput } from '@cheyi/domain/refusal'
import { type Context, requireFound, requireVersion } from '../../kernel/context.ts'
import type { Effect } from '../stock/actions.ts'
import {
  type Consent,
  checkAssignee,
  effectView,
  type Facts,
  giveBack,
  logOf,
  noteOf,
  type Own,
  reasonOf,
  replan,
  take,
  tell,
  tellAssignee,
} from './plan.ts'
import * as store from './store.ts'

/*
 * Actions of a user on a ticket of any kind.
 */

interface Named {
  readonly ticketId: string
  readonly version: number
}

/** Locks a ticket and checks the version that the writer saw. @throws Refusal notFound (-4), stale (-5) */
async function lockTicketAtVersion(
  ctx: Context,
  of: TicketProfile,
  { ticketId, version }: Named,
): Promise<store.TicketRow> {
  const row = requireFound(await store.lock(ctx, ticketId, [of.kind]))
  requireVersion(version, row.version)
  return row
}

type After = (saved: store.TicketRow, plate: string) => Promise<void> | void

/** Changes plan and facts of a ticket that has not begun; `own` checks the step and returns the columns of its kind. */
export async function editTicket(
  ctx: Context,
  of: TicketProfile,
  input: Named & Facts,
  step: { readonly own: (row: store.TicketRow) => Own | Promise<Own>; readonly after?: After },
) {
  const row = await lockTicketAtVersion(ctx, of, input)
  const facts = await step.own(row)
  const { patch, effect } = await replan(ctx, of, row, input, facts)
  // Without a plan the ticket blocks no car any more.
  if (patch.planStart === null) await giveBack(ctx, row, false)
  const log = [...row.log, logOf(ctx, 'edit', noteOf(effect, input))]
  const saved = await store.update(ctx, row, { ...patch, log })
  tell(ctx, saved)
  const plate = await plateOf(ctx, row)
  if (saved.assigneeId !== row.assigneeId) await tellAssignee(ctx, { ...saved, plate })
  await step.after?.(saved, plate)
  const logged = ({ planStart, planEnd, assigneeId, quoteFen }: store.TicketRow) => ({
    planStart,
    planEnd,
    assigneeId,
    quoteFen,
  })
  ctx.audit({
    targetType: 'ticket',
    targetId: row.id,
    before: logged(row),
    after: { ...logged(saved), ...reasonOf(input) },
  })
  return { version: saved.version, ...effectView(effect) }
}

export interface Done {
  readonly patch: Own
  readonly note?: string
  readonly effect?: Effect
  /** What the audit log records besides the status. */
  readonly changes?: { readonly before: object; readonly after: object }
}
export type Act<I> = (ctx: Context, row: store.TicketRow, input: I) => Promise<Done> | Done
export type Acts<A extends string, I> = Readonly<Record<A, Act<I>>>

interface Handled extends Named, Consent {
  readonly action: string
  readonly assigneeId?: string | null
  readonly note?: string
}

interface Ends extends Consent {
  readonly planEnd?: number
  readonly note?: string
}

/** The ticket is assigned to another person. */
const assign: Act<Handled> = async (ctx, row, { assigneeId = null }) => {
  await checkAssignee(ctx, assigneeId, row.storeId)
  return { patch: { assigneeId }, note: assigneeId === null ? '待派单' : '' }
}

/** One step of a ticket; without an `act` only the assignee changes. @throws the refusals of that step */
export async function handleTicket<I extends Handled>(
  ctx: Context,
  of: TicketProfile,
  input: I,
  step: {
    /** The next status. */
    readonly next: (row: store.TicketRow) => number | Promise<number>
    readonly act: Act<I> | undefined
    readonly after?: After
  },
) {
  const { action } = input
  const row = await lockTicketAtVersion(ctx, of, input)
  const status = await step.next(row)
  const { act = assign } = step
  const { patch, note = '', effect = { moved: [], pinned: [], harmed: [] }, changes } = await act(ctx, row, input)
  const typed = input.note && !note.includes(input.note) ? input.note : ''
  const said = [note, typed, noteOf(effect, input)].filter(Boolean).join('；')
  const saved = await store.update(ctx, row, { ...patch, status, log: [...row.log, logOf(ctx, action, said)] })
  tell(ctx, saved)
  const plate = await plateOf(ctx, row)
  if (saved.assigneeId !== row.assigneeId) await tellAssignee(ctx, { ...saved, plate })
  await step.after?.(saved, plate)
  ctx.audit({
    targetType: 'ticket',
    targetId: row.id,
    before: { status: row.status, ...changes?.before },
    after: { status, action, note: said, ...changes?.after, ...reasonOf(input) },
  })
  return { status: saved.status, version: saved.version, ...effectView(effect) }
}

/** Its car, which may belong to a store that the account does not see: the ticket gives access to its car. */
export const vehicleOf = async (ctx: Context, row: store.TicketRow) =>
  requireFound(await ctx.elevated(() => store.vehicleById(ctx, row.vehicleId)))
const plateOf = async (ctx: Context, row: store.TicketRow): Promise<string> => (await vehicleOf(ctx, row)).plate

/** @throws Refusal badInput (-2) for an end that is missing or past */
export function endAhead(ctx: Context, of: TicketProfile, planEnd: number | null | undefined): number {
  if (planEnd == null || planEnd <= ctx.now) throw badInput('planEnd', `请选择晚于现在的${planWords(of).end}时间`)
  return planEnd
}

/** Takes the car from now on until the given or the planned end. @throws Refusal badInput (-2), as taking the car */
export async function takeNow(ctx: Context, of: TicketProfile, row: store.TicketRow, input: Ends) {
  const planEnd = endAhead(ctx, of, input.planEnd ?? row.planEnd)
  const effect = await take(ctx, of, row, requireValidEnds(of, { from: ctx.now, to: planEnd }), input)
  return { planEnd, effect }
}

/** The step to another planned end of a ticket that began. */
export const extending =
  (of: TicketProfile): Act<Ends> =>
  async (ctx, row, input) => {
    const { planEnd } = input
    const { end } = planWords(of)
    if (planEnd === undefined) throw badInput('planEnd', `请选择${end}`)
    if (planEnd <= ctx.now) throw badInput('planEnd', `${end}须晚于现在`)
    const effect = await take(ctx, of, row, requireValidEnds(of, { from: row.actualStart!, to: planEnd }), input)
    return {
      patch: planTo(row, planEnd, row.actualStart!),
      note: `${formatMoment(planEnd, ctx.now)}，${reason(input)}`,
      effect,
    }
  }

/** The step that calls a ticket off; one that began needs a reason. */
export const cancel: Act<Ends> = async (ctx, row, input) => {
  const begun = isInHand(row)
  await giveBack(ctx, row, begun)
  return begun ? { patch: { actualEnd: ctx.now }, note: reason(input) } : { patch: {} }
}

/** @throws Refusal badInput (-2) naming the end */
export function requireValidEnds(of: TicketProfile, plan: Plan): Plan {
  const problem = endProblem(of, plan)
  if (problem !== null) throw badInput(problem.field, problem.message)
  return plan
}

/** A plan with this end; if its start is later, since the car left early, the plan starts at `begun`. */
export const planTo = ({ planStart }: store.TicketRow, planEnd: number, begun: number) => ({
  planStart: planStart !== null && planStart < planEnd ? planStart : begun,
  planEnd,
})

/** @throws Refusal badInput (-2) without one */
export function reason({ note }: { readonly note?: string }): string {
  if (!note) throw badInput('note', '请填写原因')
  return note
}
