import { advance } from '@cheyi/domain/advance'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { deductState, matchTypes, violationSource, violationSources } from '@cheyi/domain/rental/violation/codes'
import type { ViolationAddition } from '@cheyi/domain/rental/violation/import/merge'
import type { EntryStep, ViolationPlan } from '@cheyi/domain/rental/violation/import/plan'
import { isFresh, isPaidAtOffice, type ViolationStatus, violationSteps } from '@cheyi/domain/rental/violation/violation'
import { can } from '@cheyi/domain/step'
import { type Context, newIds } from '../../../kernel/context.ts'
import { emitEach } from '../../../kernel/events.ts'
import { screen } from '../../../kernel/screen.ts'
import { notify } from '../../../platform/notify/actions.ts'
import { columnsOf, logOf, recountEach } from '../actions.ts'
import * as store from './store.ts'

type Create = Extract<ViolationPlan, { action: 'create' }>
type Update = Extract<ViolationPlan, { action: 'update' }>

/** Sources that report many violations at once. */
type Source = typeof violationSource.file | typeof violationSource.provider

interface Bringing {
  readonly source: Source
  /** The reference that makes the notice about this report unique. */
  readonly ref: string
}

const words: Readonly<Record<Source, readonly [title: string, body: string]>> = {
  [violationSource.file]: ['批量导入了违章', '新导入的违章已按车牌和时间匹配，请处理'],
  [violationSource.provider]: ['查询到新的违章', '查询到的违章已按车牌和时间匹配，请处理'],
}

/**
 * Writes the plans with a fixed number of statements for any number of rows. The caller holds the locks on the orders and on
 * the register.
 */
export async function carryOut(ctx: Context, plans: readonly ViolationPlan[], by: Bringing): Promise<void> {
  const creates = plans.filter((plan): plan is Create => plan.action === 'create')
  const updates = plans.filter((plan): plan is Update => plan.action === 'update')
  await ctx.elevated(async () => {
    const made = await insert(ctx, creates, by.source)
    const changed = await fillIn(ctx, updates, by.source)
    const orders = [...made, ...changed].flatMap(({ orderId }) => (orderId === null ? [] : [orderId]))
    await recountEach(ctx, [...new Set(orders)])
    await tell(ctx, [...made, ...changed])
    const open = made.filter(({ status }) => isFresh(status))
    if (open.length > 0) tellHandlers(ctx, open, by)
  })
}

interface Told {
  readonly id: string
  readonly orderId: string | null
  readonly storeId: string | null
  readonly status: number
}

async function insert(ctx: Context, creates: readonly Create[], source: Source): Promise<Told[]> {
  const [ids, numbers] = [await newIds(ctx, creates.length), await ctx.nextNumbers('WZ', creates.length)]
  const rows = creates.map(({ row, place: { vehicleId, storeId, holder }, entry }, i) => {
    const { fine: fineFen, warnings: _, disputed: __, occurAt, ...facts } = row
    const who = columnsOf(holder)
    const log = [
      logOf(
        ctx,
        'create',
        [violationSources.text(source), who.matchType === null ? '' : matchTypes.text(who.matchType)]
          .filter(Boolean)
          .join('，'),
      ),
      ...(entry === null ? [] : [logOf(ctx, entry, entryWords[entry])]),
    ]
    return {
      id: ids[i]!,
      no: numbers[i]!,
      source,
      ...facts,
      fineFen,
      occurAt: new Date(occurAt).toISOString(),
      vehicleId,
      storeId,
      ...who,
      ...applyEntryStep(ctx, entry, who.status),
      log,
    }
  })
  await store.insertEach(ctx, rows)
  return rows
}

const entryWords: Readonly<Record<EntryStep, string>> = {
  settled: '官方已缴款',
  void: '官方已撤销',
  appeal: '官方申诉中',
}

/** The status reported by the authority is applied at once, through the same steps of the state machine that users take. */
function applyEntryStep(ctx: Context, entry: EntryStep | null, status: ViolationStatus) {
  const still = { status, prevStatus: null, closedAt: null }
  switch (entry) {
    case null:
      return still
    case 'settled':
      return { ...still, status: advance(violationSteps, 'settled', status), closedAt: new Date(ctx.now).toISOString() }
    case 'void': {
      const facts = { deductState: deductState.none }
      return { ...still, status: advance(violationSteps, 'void', status, facts), prevStatus: status }
    }
    case 'appeal':
      return { ...still, status: advance(violationSteps, 'appeal', status), prevStatus: status }
  }
}

/** A violation that the authority reports as paid becomes settled if its customer was handling it. */
async function fillIn(ctx: Context, updates: readonly Update[], source: Source): Promise<Told[]> {
  // Two rows may update one violation, one of them with its number and the other without.
  const byId = Map.groupBy(updates, ({ known }) => known.id)
  const rows = [...byId.values()].map((same) => {
    const { known } = same[0]!
    const addition: ViolationAddition = Object.assign({}, ...same.toReversed().map((one) => one.addition))
    const settled = isPaidAtOffice(addition.officialState ?? 0) && can(violationSteps, 'proof', known.status).ok
    const log = [logOf(ctx, 'merge', violationSources.text(source))]
    if (!settled) return { ...known, told: { id: known.id, ...addition, log } }
    const status = advance(violationSteps, 'proof', known.status)
    return {
      ...known,
      status,
      told: { id: known.id, ...addition, status, log: [...log, logOf(ctx, 'proof', '官方已缴款')] },
    }
  })
  await store.fillInEach(
    ctx,
    rows.map(({ told }) => told),
  )
  return rows.map(({ id, orderId, status }) => ({ id, orderId, status, storeId: null }))
}

/** Pages that show the violations load them again. */
const tell = async (ctx: Context, rows: readonly Told[]) => {
  if (rows.length === 0) return
  const things = rows.map(({ id, orderId, status, storeId }) => ({
    ref: id,
    data: { violationId: id, ...(orderId !== null && { orderId }), status, version: 1 },
    storeId,
  }))
  await emitEach(ctx, 'violation.changed', things)
}

/** Sends one notice for a whole list to the staff that handle violations. */
function tellHandlers(ctx: Context, made: readonly Told[], { source, ref }: Bringing): void {
  const [title, body] = words[source]
  const storeIds = [...new Set(made.flatMap(({ storeId }) => (storeId === null ? [] : [storeId])))]
  notify(ctx, {
    type: notifyType.violationNew,
    level: notifyLevel.normal,
    ref: `violation/${ref}`,
    title,
    body,
    link: screen('violation.list', {}),
    to: { key: 'violation.handle', ...(storeIds.length > 0 && { storeIds }) },
  })
}
