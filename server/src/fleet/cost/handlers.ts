import { contract } from '@cheyi/contract/index'
import { costKind, costKinds, costSource, isVoidable } from '@cheyi/domain/fleet/cost/codes'
import { closedMonthText, entryProblem } from '@cheyi/domain/fleet/cost/entry'
import {
  bookValue,
  depreciationUntil,
  endOfMonth,
  firstDepreciationMonth,
  monthOf,
  planMonths,
} from '@cheyi/domain/fleet/cost/spread'
import { pick } from '@cheyi/domain/pick'
import { badInput } from '@cheyi/domain/refusal'
import { addMonths, type LocalDate, localDate } from '@cheyi/domain/time'
import { type Context, implement, newId, requireFound, requireVersion } from '../../kernel/context.ts'
import { buildPage, cursorKeys, isFirstPage, pageSize, totalOf } from '../../kernel/db/paging.ts'
import { linkMedia, mediaViews } from '../../platform/media/actions.ts'
import { importCalls } from '../../platform/table-import/actions.ts'
import { depreciationsOf } from './book-value.ts'
import { costImport, makeCostTemplate } from './import/work.ts'
import { refusePolicyTwin } from './policy.ts'
import * as store from './store.ts'

/*
 * Costs of vehicles are beside the ledger, which holds money between the merchant, its customers and its channels. Closing a month of the
 * books closes it here as well, so that a figure that was reported stays: entries of it are neither made nor voided, and what comes late is
 * entered on a day of the open month.
 */

const runningMonth = (ctx: Context): LocalDate => monthOf(localDate(ctx.now))

/** @throws Refusal badInput (-2) for a day of a closed month, naming the first open one */
async function refuseClosed(ctx: Context, field: string, day: LocalDate): Promise<void> {
  const openFrom = await store.holdOpenFrom(ctx)
  if (openFrom !== null && day < openFrom) throw badInput(field, closedMonthText(openFrom))
}

export const cost = implement(contract.cost, {
  /** @throws Refusal notFound (-4) for a vehicle of another store */
  async page({ vehicleId, from, to, kind, ...ask }, ctx) {
    const filter = {
      vehicleId,
      kind,
      money: ctx.can('data.money'),
      from: from && monthOf(from),
      to: to === undefined ? runningMonth(ctx) : monthOf(to),
    }
    requireFound(await store.vehicle(ctx, vehicleId))
    const first = isFirstPage(ask)
    const [entries, openFrom, sums] = await Promise.all([
      store.page(ctx, filter, cursorKeys(ask, 'id'), pageSize(ask) + 1),
      store.openFrom(ctx),
      first ? store.sums(ctx, filter) : null,
    ])
    const { rows, nextCursor } = buildPage(entries, ask, ({ id }) => [id])
    const views = await mediaViews(
      ctx,
      rows.flatMap(({ mediaIds }) => mediaIds),
    )
    return {
      list: rows.map(({ id, fromOn, toOn, mediaIds, originId, createdByName, ...row }) => ({
        costId: id,
        ...pick(row, 'kind', 'fen', 'taxFen', 'share', 'note', 'source', 'ticketKind', 'createdAt', 'version'),
        from: fromOn,
        to: toOn,
        vouchers: mediaIds.flatMap((mediaId) => views.get(mediaId) ?? []),
        refId: originId,
        voidable: isVoidable(row.source) && (openFrom === null || fromOn >= openFrom),
        createdByName: createdByName ?? '系统',
      })),
      nextCursor,
      ...totalOf(sums?.reduce((all, { count }) => all + count, 0) ?? null),
      sums: sums?.map(({ kind: of, fen }) => ({ kind: of, fen })) ?? null,
    }
  },

  /** @throws Refusal notFound (-4) for a vehicle of another store */
  async plans({ vehicleId }, ctx) {
    const vehicle = requireFound(await store.vehicle(ctx, vehicleId))
    const [list, openFrom, extraFen] = await Promise.all([
      store.plans(ctx, vehicleId),
      store.openFrom(ctx),
      store.purchaseCosts(ctx, vehicleId),
    ])
    const { purchaseFen } = vehicle
    const costFen = purchaseFen === null ? null : purchaseFen + extraFen
    return {
      ...vehicle,
      openFrom,
      bookValue: costFen === null ? null : bookValue(costFen, depreciationsOf(list), runningMonth(ctx)),
      list: list.map(({ id, vehicleId: _, ...plan }) => ({ planId: id, ...plan })),
    }
  },

  /** @throws Refusal notFound (-4), badInput (-2) for a closed month, a wrong period or the premium of a policy */
  async add({ vehicleId, kind, from, to = from, fen, taxFen, note, mediaIds }, ctx) {
    const vehicle = requireFound(await store.vehicle(ctx, vehicleId))
    const problem = entryProblem({ from, to, fen, taxFen })
    if (problem !== null) throw badInput(problem.field === 'tax' ? 'taxFen' : problem.field, problem.message)
    await refuseClosed(ctx, 'from', from)
    if (kind === costKind.insurance) await refusePolicyTwin(ctx, vehicleId, { from, to, fen })
    const id = await newId(ctx)
    await store.insert(ctx, [
      { id, vehicleId, kind, fromOn: from, toOn: to, fen, taxFen, note, mediaIds, source: costSource.manual },
    ])
    await linkMedia(ctx, mediaIds, { biz: 'vehicle', bizId: id })
    ctx.audit({
      targetType: 'vehicle',
      targetId: vehicleId,
      after: { plate: vehicle.plate, costKind: costKinds.text(kind), costFrom: from, costTo: to, amount: fen },
    })
    return { costId: id }
  },

  /** @throws Refusal notFound (-4), stale (-5), badInput (-2) for an entry of a closed month, ticket, violation, policy or plan */
  async cancel({ costId, version, reason }, ctx) {
    const row = requireFound(await store.lock(ctx, costId))
    requireVersion(version, row.version)
    if (!isVoidable(row.source)) throw badInput('costId', '该费用来自工单、违章、保单或每月计划，请在来源处修改')
    const openFrom = await store.holdOpenFrom(ctx)
    if (openFrom !== null && row.fromOn < openFrom)
      throw badInput('costId', `所在月份已结账，不能作废；请在 ${openFrom} 以后登记一笔负数冲回`)
    await store.cancel(ctx, [costId])
    const { vehicleId, kind, fromOn, fen } = row
    ctx.audit({
      targetType: 'vehicle',
      targetId: vehicleId,
      before: { costKind: costKinds.text(kind), costFrom: fromOn, amount: fen },
      after: { reason },
    })
    return {}
  },

  /** @throws Refusal notFound (-4), badInput (-2) without a price, or with a second depreciation */
  async planAdd({ vehicleId, kind, from, months, fen, note }, ctx) {
    const vehicle = requireFound(await store.lockVehicle(ctx, vehicleId))
    const firstMonth = monthOf(from)
    const plan = { firstMonth, months, totalFen: await totalOfPlan() }
    const openFrom = await store.holdOpenFrom(ctx)
    const counted = planMonths(plan, openFrom)
    const planId = await newId(ctx)
    await store.insertPlan(ctx, { id: planId, vehicleId, kind, ...plan, note })
    await store.insert(
      ctx,
      counted.map((share) => ({
        vehicleId,
        kind,
        fromOn: share.month,
        toOn: endOfMonth(share.month),
        fen: share.fen,
        note,
        source: costSource.plan,
        refId: planId,
      })),
    )
    ctx.audit({
      targetType: 'vehicle',
      targetId: vehicleId,
      after: {
        plate: vehicle.plate,
        costKind: costKinds.text(kind),
        costFrom: firstMonth,
        costMonths: months,
        amount: plan.totalFen,
      },
    })
    return { planId, closedMonths: openFrom === null ? 0 : planMonths(plan, null).length - counted.length }

    async function totalOfPlan(): Promise<number> {
      if (kind !== costKind.depreciation) {
        if (fen === 0) throw badInput('fen', '金额须大于0')
        return fen * months
      }
      const { purchaseFen, purchaseOn } = vehicle
      if (purchaseFen === null || purchaseFen === 0) throw badInput('vehicleId', '请先在车辆资料中填写购置价')
      if (purchaseOn !== null && firstMonth < firstDepreciationMonth(purchaseOn))
        throw badInput('from', '折旧从购置的次月开始')
      const before = depreciationsOf(await store.plans(ctx, vehicleId))
      if (before.some(({ endedMonth }) => endedMonth === null)) throw badInput('kind', '已有折旧，请先停止原来的折旧')
      const [lastEnd] = before
        .map(({ endedMonth }) => endedMonth!)
        .toSorted()
        .toReversed()
      if (lastEnd !== undefined && firstMonth < lastEnd)
        throw badInput('from', `原来的折旧计到 ${lastEnd} 之前，请选以后的月份`)
      // A new estimate spreads what is left, and changes no month before (企业会计准则第4号第十九条).
      const costFen = purchaseFen + (await store.purchaseCosts(ctx, vehicleId))
      const leftFen = costFen - depreciationUntil(before, addMonths(firstMonth, -1))
      if (fen >= leftFen) throw badInput('fen', before.length === 0 ? '残值须小于购置价' : '残值须小于账面价值')
      return leftFen - fen
    }
  },

  /** @throws Refusal notFound (-4), stale (-5), badInput (-2) for a month that is closed or outside the plan */
  async planEnd({ planId, version, from }, ctx) {
    const plan = requireFound(await store.lockPlan(ctx, planId))
    requireVersion(version, plan.version)
    const month = monthOf(from)
    if (month < plan.firstMonth || month >= (plan.endedMonth ?? addMonths(plan.firstMonth, plan.months)))
      throw badInput('from', '请选择计划期间内的月份')
    await refuseClosed(ctx, 'from', month)
    await store.endPlan(ctx, planId, month)
    ctx.audit({
      targetType: 'vehicle',
      targetId: plan.vehicleId,
      after: { costKind: costKinds.text(plan.kind), costEnd: month },
    })
    return { version: plan.version + 1 }
  },

  ...importCalls(makeCostTemplate, costImport),
})
