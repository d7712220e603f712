import { contract } from '@cheyi/contract/index'
import { differenceOf, floatDifference } from '@cheyi/domain/money/cash-shift/shift'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { Refusal } from '@cheyi/domain/refusal'
import { implement } from '../../kernel/context.ts'
import { buildPage, cursorKeys, isFirstPage, pageSize, totalOf } from '../../kernel/db/paging.ts'
import { viewsOf } from '../../platform/media/actions.ts'
import { payTermsOf } from '../../platform/merchant/actions.ts'
import { inSight } from '../../platform/store/actions.ts'
import { cashOutside, shiftFlows } from '../payment/actions.ts'
import { arrivals, arrive, awaitedBalances } from './arrivals.ts'
import { close, handIn, linesOf, open, openShift } from './shift.ts'
import * as store from './store.ts'

export const cashShift = implement(contract.cashShift, {
  async state({ storeId, shiftId }, ctx) {
    if (storeId !== undefined) inSight(ctx, storeId)
    const shift = shiftId === undefined ? await store.ownOpen(ctx, { lock: false }) : await openShift(ctx, shiftId)
    const at = storeId ?? shift?.storeId
    // Returned only to an account that may open a shift, because it has to count this cash.
    const there =
      at === undefined
        ? { outside: null, left: null, first: false }
        : { outside: await cashOutside(ctx, at), ...(await store.lastClose(ctx, at)) }
    if (shift === undefined) return { shift: null, ...there }
    const [lines, { storeName }, { ways }] = await Promise.all([
      linesOf(ctx, shift),
      store.names(ctx, shift.storeId, shift.cashierId),
      payTermsOf(ctx, shift.storeId),
    ])
    return {
      shift: {
        id: shift.id,
        storeId: shift.storeId,
        storeName,
        openedAt: shift.openedAt,
        opening: shift.openingFen,
        // Cash is always counted at the end of a shift.
        lines: lines.filter(
          ({ way, received, paidBack }) => way === payWay.cash || ways.includes(way) || received + paidBack > 0,
        ),
      },
      ...there,
    }
  },

  open,
  close,
  handIn,
  awaited: awaitedBalances,
  arrive,
  arrivals,

  async handIns(input, ctx) {
    if (input.storeId !== undefined) inSight(ctx, input.storeId)
    const after = cursorKeys(input, 'id')
    const [rows, total] = await Promise.all([
      store.handInsOutside(ctx, input.storeId, after?.[0] ?? null, pageSize(input) + 1),
      isFirstPage(input) ? store.countOutside(ctx, input.storeId) : null,
    ])
    const shown = buildPage(rows, input, ({ id }) => [id])
    const vouchersOf = await viewsOf(ctx, shown.rows, (row) => row.voucherIds)
    return {
      list: shown.rows.map((row) => ({ ...row, at: row.createdAt, amount: row.amountFen, vouchers: vouchersOf(row) })),
      nextCursor: shown.nextCursor,
      ...totalOf(total),
    }
  },

  async page(input, ctx) {
    if (input.storeId !== undefined) inSight(ctx, input.storeId)
    const all = ctx.can('data.money')
    if (!all && input.cashierId !== undefined && input.cashierId !== ctx.accountId) throw new Refusal('forbidden')
    const asked = { ...input, cashierId: all ? input.cashierId : ctx.accountId }
    const after = cursorKeys(input, 'id')
    const rows = await store.shiftPage(ctx, asked, after?.[0] ?? null, pageSize(input) + 1)
    const shown = buildPage(rows, input, ({ id }) => [id])
    const ids = shown.rows.map(({ id }) => id)
    const [counts, flows, slips, total] = await Promise.all([
      store.counts(ctx, ids),
      shiftFlows(ctx, ids),
      store.slips(ctx, ids),
      isFirstPage(input) ? store.shiftCount(ctx, asked) : null,
    ])
    const vouchersOf = await viewsOf(ctx, slips, (slip) => slip.voucherIds)
    return {
      list: shown.rows.map((row) => {
        const own = counts
          .filter(({ shiftId }) => shiftId === row.id)
          .map(({ way, expectedFen, countedFen }) => ({ way, expected: expectedFen, counted: countedFen }))
        return {
          ...row,
          own: row.cashierId === ctx.accountId,
          opening: row.openingFen,
          openingDifference: row.knownFen === null ? 0 : floatDifference(row.openingFen, row.knownFen),
          counts: own,
          handedIn: flows.filter(({ shiftId }) => shiftId === row.id).reduce((sum, flow) => sum + flow.handedInFen, 0),
          vouchers: slips.filter(({ shiftId }) => shiftId === row.id).flatMap(vouchersOf),
          difference: differenceOf(own).net,
        }
      }),
      nextCursor: shown.nextCursor,
      ...totalOf(total),
    }
  },
})
