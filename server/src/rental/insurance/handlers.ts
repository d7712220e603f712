import { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { pick } from '@cheyi/domain/pick'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { insuranceStatus } from '@cheyi/domain/rental/insurance/codes'
import { dueOf, insuranceGroups } from '@cheyi/domain/rental/insurance/insurance-case'
import { localDate, toMinute } from '@cheyi/domain/time'
import { readOrder } from '../../booking/order/actions.ts'
import { type Context, implement, newId, requireFound } from '../../kernel/context.ts'
import { buildPage, cursorKeys, isFirstPage, pageSize, totalOf } from '../../kernel/db/paging.ts'
import { inOrder, linkMedia, mediaViews, unlinkMedia } from '../../platform/media/actions.ts'
import { inSight } from '../../platform/store/actions.ts'
import { nameOf } from '../damage/actions.ts'
import './bank-parties.ts'
import './waiting.ts'
import { book, charge, receive, takeBack } from './money.ts'
import { advanceCase, lockCaseAtVersion, note, savedCase } from './step.ts'
import * as store from './store.ts'

type Calls = typeof contract.insurance
type Facts = Omit<ParsedOf<Calls['edit']>, 'caseId' | 'version'>

const MAX_PAPERS = 20

const rowOf = (row: store.ListRow) => ({
  caseId: row.id,
  ...pick(row, 'status', 'vehicleId', 'plate', 'modelName', 'storeName'),
  orderId: row.orderNo === null ? null : row.orderId,
  ...pick(row, 'orderNo', 'orderKind', 'contactName', 'occurAt', 'place', 'insurer', 'reportNo'),
  assessed: row.assessedFen,
  claimed: row.claimedFen,
  received: row.receivedFen,
  dueAt: dueOf(row),
  version: row.version,
})

/** What holds of a car at the minute of an accident. @throws Refusal notFound (-4), badInput (-2) for a time in the future */
async function factsAtAccident(ctx: Context, { vehicleId, occurAt, damageId }: Known) {
  if (occurAt > ctx.now) throw badInput('occurAt', '出险时间不能晚于现在')
  const minute = toMinute(occurAt)
  const [car, policies, damage, order] = await Promise.all([
    store.vehicle(ctx, vehicleId),
    store.policiesOn(ctx, vehicleId, localDate(minute)),
    damageId === null ? undefined : store.damage(ctx, damageId),
    damageId === null ? store.orderAt(ctx, vehicleId, minute) : undefined,
  ])
  if (car === undefined) throw new Refusal('notFound', { field: 'vehicleId' })
  if (damageId !== null && damage === undefined) throw new Refusal('notFound', { field: 'damageId' })
  if (damage !== undefined && damage.vehicleId !== vehicleId) throw badInput('damageId', '车损单不是这辆车的')
  return { car, minute, policies, orderId: damage?.orderId ?? order?.orderId ?? null }
}
interface Known {
  readonly vehicleId: string
  readonly occurAt: number
  readonly damageId: string | null
}

/** The facts of an accident as columns; the policies and the order are those of its minute. */
async function columnsOf(ctx: Context, facts: Facts, of: Omit<Known, 'occurAt'>) {
  const { car, minute, policies, orderId } = await factsAtAccident(ctx, { ...of, occurAt: facts.occurAt })
  const { place, course, parties, responsibility = null, policeNo, photoIds, paperIds } = facts
  const insurer = facts.insurer ?? policies.find((one) => one.insurer !== '')?.insurer ?? ''
  const policyIds = policies.map(({ documentId }) => documentId)
  const columns = { occurAt: minute, place, course, parties, responsibility, policeNo, insurer, policyIds, orderId }
  return { car, columns: { ...columns, photoIds, paperIds, parties: JSON.stringify(parties) as never } }
}

/** Links what a case shows, and unlinks what it no longer does. */
async function files(
  ctx: Context,
  caseId: string,
  orderId: string | null,
  now: readonly string[],
  before: readonly string[] = [],
) {
  const of = { biz: 'voucher', bizId: caseId } as const
  await unlinkMedia(
    ctx,
    before.filter((one) => !now.includes(one)),
    of,
  )
  const fresh = now.filter((one) => !before.includes(one))
  await linkMedia(ctx, fresh, { ...of, ...(orderId !== null && { orderId }) })
}

/** The papers of a case with further ones. @throws Refusal badInput (-2) for too many */
async function withPapers(ctx: Context, row: store.CaseRow, more: readonly string[]) {
  const paperIds = [...new Set([...row.paperIds, ...more])]
  if (paperIds.length > MAX_PAPERS) throw badInput('paperIds', `单据最多${MAX_PAPERS}张`)
  await files(ctx, row.id, row.orderId, paperIds, row.paperIds)
  return { paperIds }
}

/** @throws Refusal badInput (-2) for a time before the accident or in the future */
function refuseTime(ctx: Context, row: store.CaseRow, reportedAt: number): void {
  if (reportedAt > ctx.now) throw badInput('reportedAt', '报案时间不能晚于现在')
  if (reportedAt < row.occurAt) throw badInput('reportedAt', '报案时间不能早于出险时间')
}

export const insurance = implement(contract.insurance, {
  /** @throws Refusal notFound (-4), orderNotFound (2002) for a store or an order that is not visible to the account */
  async page({ group, ...ask }, ctx) {
    if (ask.storeId !== undefined) inSight(ctx, ask.storeId)
    if (ask.orderId !== undefined) await readOrder(ctx, ask.orderId)
    const statuses = group === undefined ? null : insuranceGroups[group]
    const [rows, counts] = await Promise.all([
      store.page(ctx, ask, statuses, cursorKeys(ask, 'ms', 'id'), pageSize(ask) + 1),
      isFirstPage(ask) ? store.counts(ctx, ask) : null,
    ])
    const { rows: list, nextCursor } = buildPage(rows, ask, ({ occurMs, id }) => [occurMs, id])
    const total = counts === null || group === undefined || group === 'ended' ? null : counts[group]
    return { list: list.map(rowOf), nextCursor, ...totalOf(total), counts }
  },

  /** @throws Refusal notFound (-4) */
  async detail({ caseId }, ctx) {
    const row = requireFound(await store.byId(ctx, caseId))
    const { supplementId, excessFen, downtimeDays, downtimeFen } = row
    const [policies, tickets, damage, share, receipts] = await Promise.all([
      store.policies(ctx, row.policyIds),
      store.tickets(ctx, row),
      row.damageId === null ? undefined : store.damage(ctx, row.damageId),
      supplementId === null ? null : store.share(ctx, supplementId),
      store.receipts(ctx, caseId),
    ])
    const views = await mediaViews(ctx, [
      ...row.photoIds,
      ...row.paperIds,
      ...receipts.flatMap(({ voucherIds }) => voucherIds),
    ])
    return {
      ...rowOf(row),
      ...pick(row, 'storeId', 'modelId', 'homeStoreId', 'course', 'responsibility', 'policeNo', 'reportedAt'),
      ...pick(row, 'assessedAt', 'submittedAt', 'endedAt', 'endReason', 'createdAt', 'ticketId'),
      parties: [...row.parties],
      policies,
      photos: inOrder(views, row.photoIds),
      papers: inOrder(views, row.paperIds),
      createdByName: row.createdByName ?? '系统',
      tickets,
      damage: damage === undefined ? null : { damageId: row.damageId!, status: damage.status, payable: damage.payable },
      share:
        share === null || supplementId === null
          ? null
          : { supplementId, ...share, excess: excessFen, downtimeDays, downtimeFee: downtimeFen },
      receipts: receipts.map(({ id, amountFen, slipNo, voucherIds, createdAt, byName, takenBackAt, takenBackWhy }) => ({
        receiptId: id,
        amount: amountFen,
        slipNo,
        vouchers: inOrder(views, voucherIds),
        at: createdAt,
        byName: byName ?? '系统',
        takenBack: takenBackAt === null ? null : takenBackWhy,
      })),
    }
  },

  /** @throws Refusal notFound (-4) */
  async draft({ vehicleId: chosen, damageId, occurAt }, ctx) {
    const damage = damageId === undefined ? undefined : requireFound(await store.damage(ctx, damageId))
    const vehicleId = damage?.vehicleId ?? chosen!
    const minute = Math.min(occurAt ?? ctx.now, ctx.now)
    const [car, policies, order = null] = await Promise.all([
      store.vehicle(ctx, vehicleId),
      store.policiesOn(ctx, vehicleId, localDate(minute)),
      damage ?? store.orderAt(ctx, vehicleId, minute),
    ])
    const { plate, modelName } = requireFound(car)
    return {
      vehicleId,
      plate,
      modelName,
      orderId: order?.orderId ?? null,
      orderNo: order?.orderNo ?? null,
      orderKind: order?.orderKind ?? null,
      contactName: order?.contactName ?? null,
      course: damage === undefined || damage.damagedParts.length === 0 ? '' : nameOf(damage),
      policies,
      caseId: damage?.caseId ?? null,
    }
  },

  /** @throws Refusal notFound (-4), badInput (-2) for a time in the future or a case of damage of another car or with a case */
  async create({ vehicleId, damageId = null, ...facts }, ctx) {
    const { car, columns } = await columnsOf(ctx, facts, { vehicleId, damageId })
    const id = await newId(ctx)
    await store.insert(ctx, {
      id,
      status: insuranceStatus.occurred,
      vehicleId,
      damageId,
      storeId: car.homeStoreId,
      ...columns,
    })
    await files(ctx, id, columns.orderId, [...facts.photoIds, ...facts.paperIds])
    ctx.audit({
      targetType: 'vehicle',
      targetId: vehicleId,
      after: { plate: car.plate, insuranceCase: id, place: facts.place },
    })
    return { caseId: id }
  },

  /** @throws Refusal notFound (-4), stale (-5), insuranceStatusRefuses (8201), badInput (-2) as {@link create} */
  async edit({ caseId, version, ...facts }, ctx) {
    const row = await lockCaseAtVersion(ctx, { caseId, version })
    const status = advanceCase(row, 'edit')
    const { columns } = await columnsOf(ctx, facts, row)
    // A charge belongs to the order that was asked.
    if (row.supplementId !== null && columns.orderId !== row.orderId)
      throw badInput('occurAt', '已向客户收取费用，出险时间须在该订单用车期间')
    await files(
      ctx,
      caseId,
      columns.orderId,
      [...facts.photoIds, ...facts.paperIds],
      [...row.photoIds, ...row.paperIds],
    )
    const after = await store.update(ctx, row, { status, ...columns })
    await note(ctx, after, { place: facts.place })
    return savedCase(after)
  },

  /** @throws Refusal notFound (-4), stale (-5), insuranceStatusRefuses (8201), badInput (-2) for a wrong time or a known number */
  async report({ reportNo, reportedAt, ...of }, ctx) {
    const row = await lockCaseAtVersion(ctx, of)
    const status = advanceCase(row, 'report')
    refuseTime(ctx, row, reportedAt)
    const after = await store.update(ctx, row, { status, reportNo, reportedAt })
    await note(ctx, after, { reportNo })
    return savedCase(after)
  },

  /** @throws Refusal notFound (-4), stale (-5), insuranceStatusRefuses (8201) */
  async assess({ assessed, paperIds, ...of }, ctx) {
    const row = await lockCaseAtVersion(ctx, of)
    const status = advanceCase(row, 'assess')
    const papers = await withPapers(ctx, row, paperIds)
    const after = await store.update(ctx, row, { status, assessedFen: assessed, assessedAt: ctx.now, ...papers })
    await note(ctx, after, { amount: assessed })
    return savedCase(after)
  },

  /** @throws Refusal notFound (-4), stale (-5), insuranceStatusRefuses (8201), badInput (-2) for a ticket of another car */
  async repair({ ticketId, ...of }, ctx) {
    const row = await lockCaseAtVersion(ctx, of)
    const status = advanceCase(row, 'repair')
    if (!(await store.ticketOfCar(ctx, ticketId, row.vehicleId))) throw badInput('ticketId', '请选择此车的维保单')
    const after = await store.update(ctx, row, { status, ticketId })
    await note(ctx, after)
    return savedCase(after)
  },

  /** The insurer owes the claim from now on. @throws Refusal notFound (-4), stale (-5), insuranceStatusRefuses (8201) */
  async submit({ claimed, paperIds, ...of }, ctx) {
    const row = await lockCaseAtVersion(ctx, of)
    const status = advanceCase(row, 'submit')
    const papers = await withPapers(ctx, row, paperIds)
    const booked = await book(ctx, row, claimed)
    const columns = { claimedFen: claimed, submittedAt: ctx.now, endedAt: null, endReason: '' }
    const after = await store.update(ctx, row, { status, ...columns, ...booked, ...papers })
    await note(ctx, after, { amount: claimed })
    return savedCase(after)
  },

  receive,
  takeBack,
  charge,

  /**
   * A rejection takes the claim out of the books.
   * @throws Refusal notFound (-4), stale (-5), insuranceStatusRefuses (8201), insurancePaid (8202), badInput (-2) without a reason
   */
  async end({ as, reason, ...of }, ctx) {
    const row = await lockCaseAtVersion(ctx, of)
    if (as !== 'close' && reason === '') throw badInput('reason', '请填写原因')
    const received = { received: row.receivedFen }
    const status =
      as === 'reject'
        ? advanceCase(row, as, received)
        : as === 'reopen'
          ? advanceCase(row, as, received)
          : advanceCase(row, as)
    const booked = as === 'reject' ? await book(ctx, row, 0) : {}
    // A reopened case keeps why and when it was first paid or rejected.
    const columns = {
      endReason: as === 'reopen' ? row.endReason : reason || row.endReason,
      endedAt: row.endedAt ?? ctx.now,
    }
    const after = await store.update(ctx, row, { status, ...columns, ...booked })
    await note(ctx, after, { reason })
    return savedCase(after)
  },
})
