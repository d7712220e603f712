import { maintenanceTypes } from '@cheyi/domain/fleet/ticket/codes'
import {
  costTotal,
  maintenance,
  needsApproval,
  type Spending,
  spendingOf,
} from '@cheyi/domain/fleet/ticket/maintenance'
import { type Fen, formatMoney } from '@cheyi/domain/money'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { notifyLevel, notifyType } from '@cheyi/domain/platform/notify/notice'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import type { Context } from '../../kernel/context.ts'
import { hasSecondPerson, isSecondPerson, rolesOfSecondPersons } from '../../platform/approval/actions.ts'
import { settingsOf } from '../../platform/merchant/actions.ts'
import { notify, takeBack } from '../../platform/notify/actions.ts'
import { linkTo, type Own } from './plan.ts'
import type * as store from './store.ts'

/*
 * Costs of a maintenance ticket, and the approval by a second person of an amount above the limit of the merchant.
 */

type Money = Pick<store.TicketRow, 'storeId' | 'status' | 'quoteFen' | 'approvedFen' | 'costs' | 'askedAt' | 'refused'>

const amountOf = ({ status, quoteFen, costs }: Pick<Money, 'status' | 'quoteFen' | 'costs'>) =>
  spendingOf({ status, quote: quoteFen, costs })

const isUnapproved = ({ askedAt, refused }: Pick<Money, 'askedAt' | 'refused'>) => askedAt !== null || refused

/** What a ticket costs, and whether a second person still has to approve it. */
export const spending = (row: Money): Spending => ({
  ...{ status: row.status, quote: row.quoteFen, costs: row.costs, unapproved: isUnapproved(row) },
})

/** Up to this amount no approval is needed. */
export const limitOf = async (ctx: Context, storeId: string): Promise<Fen> =>
  (await settingsOf(ctx, storeId)).maintainApproveLimitFen

/**
 * Requests the approval of an amount above the limit, for every way to enter it. `entered`: this step enters an amount,
 * so the approval is requested again although the same amount was refused.
 */
export async function asking(ctx: Context, row: Money, patch: Own, entered: boolean): Promise<Own> {
  const next = { ...row, ...patch }
  const fen = amountOf(next)
  const moved = fen !== amountOf(row)
  const own = entered && moved ? { ...patch, quotedBy: ctx.accountId } : patch
  if (!entered && !moved) return own
  const before = { fen: amountOf(row), unapproved: isUnapproved(row), approved: row.approvedFen }
  const asks = needsApproval(fen, before, await limitOf(ctx, row.storeId))
  return { ...own, askedAt: asks ? ctx.now : null, refused: false }
}

const MAY = ['ticket.cost'] as const

/**
 * Whether the caller counts as the second person for the costs of a ticket: neither the person who entered them nor the
 * creator of the ticket. If the merchant has no other person, the ticket is not blocked: the creator decides, or else
 * the person who entered them.
 */
export async function mayApprove(ctx: Context, row: store.TicketRow): Promise<boolean> {
  const { accountId: me } = ctx
  const asker = row.quotedBy ?? row.createdBy
  if (me === asker) return !(await hasSecondPerson(ctx, MAY, [row.storeId]))
  if (me === row.createdBy) return !(await hasSecondPerson(ctx, MAY, [row.storeId], [asker]))
  return isSecondPerson(ctx, asker, MAY, [row.storeId])
}

/** The roles of the accounts that may approve the costs of a ticket. */
export const approversOf = (ctx: Context, row: store.TicketRow): Promise<string[]> =>
  rolesOfSecondPersons(ctx, row.quotedBy ?? row.createdBy, MAY, [row.storeId])

/** The amount that is approved or refused. @throws Refusal forbidden (-3), badInput (-2) without a pending amount */
export async function requirePendingAmount(ctx: Context, row: store.TicketRow): Promise<Fen> {
  ctx.require('ticket.cost')
  if (!isUnapproved(row)) throw badInput('action', '没有待审批的报价或费用')
  if (!(await mayApprove(ctx, row)))
    throw new Refusal('forbidden', { 原因: '须由建单人、登记人以外有工单费用权限的人审批' })
  return amountOf(row)
}

type Told = Pick<
  store.TicketRow,
  'id' | 'no' | 'storeId' | 'status' | 'quoteFen' | 'costs' | 'maintainType' | 'garageName'
>

/** 报价 ¥3,800.00（达安汽修，常规保养） */
function amountWords(row: Told): string {
  const fen = amountOf(row)
  const at = [row.garageName, maintenanceTypes.text(row.maintainType ?? 0)].filter(Boolean).join('，')
  return `${fen === costTotal(row.costs) ? '费用' : '报价'} ${formatMoney(fen)}（${at}）`
}

const refOf = (id: string) => `ticketQuote/${id}/`

/** Notifies the other accounts that may approve an amount above the limit. */
export async function tellApprovers(ctx: Context, row: Told, plate: string): Promise<void> {
  const limit = await limitOf(ctx, row.storeId)
  notify(ctx, {
    type: notifyType.approval,
    level: notifyLevel.important,
    ref: `${refOf(row.id)}${amountOf(row)}`,
    title: `维保待审批 ${displayPlate(plate)}`,
    body: `${amountWords(row)}超过 ${formatMoney(limit)}，请审批（${row.no}）`,
    link: linkTo({ id: row.id, kind: maintenance.kind }),
    to: { key: 'ticket.cost', storeIds: [row.storeId] },
  })
}

/** Notifies the person who entered the amount of the decision; the requests to other approvers are closed. */
export function tellOfDecision(
  ctx: Context,
  row: store.TicketRow,
  plate: string,
  action: 'approve' | 'refuse',
  note: string | undefined,
): void {
  takeBack(ctx, refOf(row.id))
  if (row.quotedBy === null || row.quotedBy === ctx.accountId) return
  notify(ctx, {
    type: notifyType.approval,
    level: notifyLevel.important,
    ref: `ticketDecided/${row.id}/${row.version}`,
    title: `维保${action === 'approve' ? '已同意' : '未同意'} ${displayPlate(plate)}`,
    body: [`${ctx.identity.name}${action === 'approve' ? '同意' : '不同意'}${amountWords(row)}`, note]
      .filter(Boolean)
      .join('：'),
    link: linkTo(row),
    to: { accountIds: [row.quotedBy] },
  })
}
