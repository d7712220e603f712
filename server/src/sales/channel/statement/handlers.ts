import { isDraft } from '@cheyi/domain/booking/order/steps'
import { statementSettlementEntry } from '@cheyi/domain/money/payment/ledger'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { statementResult, statementState } from '@cheyi/domain/sales/channel/codes'
import { isOpenLine, resultOf } from '@cheyi/domain/sales/channel/statement/columns'
import { lockOrder, logOrder, updateOrder } from '../../../booking/order/actions.ts'
import { type Context, type HandlerOf, requireFound } from '../../../kernel/context.ts'
import { screen } from '../../../kernel/screen.ts'
import { registerClosingPoint } from '../../../money/closing/actions.ts'
import { post } from '../../../money/payment/actions.ts'
import { enqueue } from '../../../platform/job/actions.ts'
import { importTable, tryTable } from '../../../platform/table-import/actions.ts'
import * as store from './store.ts'
import { finishPlatformCancels, makeStatementTemplate, statementImport } from './work.ts'

/** Lines of one page: months of most shops have fewer. */
const MOST_LINES = 500

const firstDay = (month: string) => `${month}-01`

export const statement: HandlerOf<'channel', 'statement'> = async ({ source, month }, ctx) => {
  const day = firstDay(month)
  const sums = await store.sums(ctx, source, day)
  // Without a statement nothing is missing from it.
  const [lines, absent] =
    sums.lines === 0
      ? [[], []]
      : await Promise.all([store.lines(ctx, source, day, MOST_LINES + 1), store.missing(ctx, source, day, MOST_LINES)])
  return {
    lines: [
      ...absent.map(({ id, orderNo, orderKind, channelOrderNo, ...ours }) => ({
        id: null,
        channelOrderNo,
        orderId: id,
        orderNo,
        orderKind,
        net: 0,
        commission: null,
        ours: ours.oursFen,
        oursCommission: ours.oursCommissionFen,
        result: resultOf(null, store.comparable(ours)),
        state: statementState.open,
        note: '',
        overbilled: false,
      })),
      ...lines.slice(0, MOST_LINES).map(({ netFen, commissionFen, oursFen, oursCommissionFen, ...line }) => ({
        ...line,
        net: netFen,
        commission: commissionFen,
        ours: oursFen,
        oursCommission: oursCommissionFen,
      })),
    ],
    net: sums.netFen,
    commission: sums.commissionFen,
    imported: sums.lines,
    open: sums.openLines + absent.length,
    more: lines.length > MOST_LINES,
  }
}

export const statementTemplate: HandlerOf<'channel', 'statementTemplate'> = async (_, ctx) => ({
  jobId: await enqueue(ctx, makeStatementTemplate, {}),
})

/** @throws Refusal notFound (-4) for a file that the caller did not upload */
export const statementCheck: HandlerOf<'channel', 'statementCheck'> = ({ mediaId, month, ...asked }, ctx) =>
  tryTable(ctx, statementImport, mediaId, { ...asked, month: firstDay(month) })

/** @throws Refusal notFound (-4) when the trial was started by another account */
export const statementConfirm: HandlerOf<'channel', 'statementConfirm'> = ({ jobId, mode }, ctx) =>
  importTable(ctx, statementImport, jobId, mode)

/**
 * Ends a difference. `book` books what the platform remits and leaves nothing of the order with the platform; what both sides
 * differ by is posted as a difference. The commission of the books stays that of the contract. A line without an order is linked to one, noted, or marked as 平台多计.
 * @throws Refusal notFound (-4), stale (-5) for a line that was handled, badInput (-2) for an order that it cannot be linked to
 */
export const statementHandle: HandlerOf<'channel', 'statementHandle'> = async (input, ctx) => {
  const { source, month, action, note } = input
  const given =
    input.lineId === undefined ? await lineOf(ctx, input) : requireFound(await store.lock(ctx, input.lineId))
  if (given.source !== source || given.month !== firstDay(month)) throw new Refusal('notFound')
  if (!isOpenLine(given.state)) throw new Refusal('stale')
  if (given.orderId !== null && (action === 'link' || action === 'overbilled')) throw new Refusal('stale')
  const line = action === 'link' ? await linkOrder(ctx, given, input.toOrderId!) : given
  if (line.orderId === null && action === 'book')
    throw badInput('action', '系统没有这笔订单，不能入账，请核对后填写说明')
  const ours = line.orderId === null ? null : await expectedAmounts(ctx, line.orderId)
  const theirs = line.result === statementResult.missingThere ? null : store.statedAmounts(line)
  const result = resultOf(theirs, store.comparable(ours))
  const settles =
    line.orderId !== null &&
    (action === 'book' || ((action === 'recheck' || action === 'link') && result === statementResult.same))
  await store.saveComparison(ctx, line.id, ours, result)
  if (settles)
    await post(
      ctx,
      line.orderId!,
      statementSettlementEntry(line.id, { theirsFen: theirs?.netFen ?? 0, oursFen: ours!.oursFen }),
    )
  if (!settles && action === 'recheck') return { state: statementState.open }
  const state = settles ? statementState.settled : action === 'link' ? statementState.open : statementState.noted
  if (!isOpenLine(state)) await store.end(ctx, [line.id], { state, note, overbilled: action === 'overbilled' })
  ctx.audit({
    targetType: 'channel',
    targetId: String(source),
    after: { reconciled: line.channelOrderNo, action, note },
  })
  return { state }
}

/** The line with the order that staff found for it; an order without a number of the platform gets the number of the line. */
async function linkOrder(ctx: Context, line: store.LineRow, orderId: string): Promise<store.LineRow> {
  const order = await lockOrder(ctx, orderId)
  if (order.source !== line.source || isDraft(order.status)) throw badInput('toOrderId', '只能关联该渠道的订单')
  if (await store.hasLine(ctx, orderId, line.month)) throw badInput('toOrderId', '该订单在本月对账单中已有一行')
  if (order.channelOrderNo === null) {
    updateOrder(ctx, order, { channelOrderNo: line.channelOrderNo })
    logOrder(ctx, order, { action: 'modify', detail: { reason: `按平台对账单补渠道订单号 ${line.channelOrderNo}` } })
  }
  await finishPlatformCancels(ctx, [orderId])
  const ours = await store.expectedOf(ctx, orderId)
  await store.link(ctx, line.id, orderId, ours)
  return { ...line, orderId, ...ours }
}

async function expectedAmounts(ctx: Context, orderId: string): Promise<store.Expected> {
  await lockOrder(ctx, orderId)
  return store.expectedOf(ctx, orderId)
}

/** The line of an order that the statement does not have. */
async function lineOf(
  ctx: Context,
  { source, month, orderId }: Pick<Parameters<typeof statementHandle>[0], 'source' | 'month' | 'orderId'>,
): Promise<store.LineRow> {
  const order = await lockOrder(ctx, orderId!)
  if (order.source !== source || order.channelOrderNo === null) throw new Refusal('notFound')
  const day = firstDay(month)
  const ours = await store.expectedOf(ctx, order.id)
  const [saved] = await store.save(ctx, [
    {
      source,
      month: day,
      channelOrderNo: order.channelOrderNo,
      orderId: order.id,
      netFen: 0,
      commissionFen: 0,
      commissionTold: false,
      ...ours,
      result: statementResult.missingThere,
    },
  ])
  return requireFound(saved === undefined ? undefined : await store.lock(ctx, saved.id))
}

registerClosingPoint('missingChannelStatements', {
  name: '平台结算单未导入',
  hint: '向平台下载当月结算单并导入',
  count: store.missingStatementsSql,
  link: () => screen('channel.list', {}),
})

registerClosingPoint('openChannelLines', {
  name: '平台结算单未核对',
  hint: '逐单核对后入账',
  count: `select count(*) from channel_statement_line where state = ${statementState.open} and month < $2::date`,
  link: () => screen('channel.list', {}),
})
