import { badInput } from '../../refusal.ts'
import { type DepositChange, depositChange, depositKind } from './codes.ts'
import { isInHand, isMerchantWaiver, isPlatformWaiver, isWaivedDeposit } from './status.ts'
import type { DepositAction, DepositState } from './steps.ts'

/** How a deposit is covered: by a payment, by an authorization hold, or by a provider's credit for the customer. */
export type CoverBy = 'paid' | 'frozen' | 'credit'

/** What a receipt or an authorization hold is for its deposit: the first cover, an addition, or a replacement. */
export type Cover = 'first' | DepositChange

const first = { paid: 'receive', frozen: 'freeze', credit: 'authoriseCredit' } as const
const instead = { paid: 'receiveInstead', frozen: 'freezeInstead', credit: 'creditInstead' } as const

/** The step of the deposit for a cover. */
export function coverStep(cover: Cover, by: CoverBy): DepositAction {
  if (cover === 'first') return first[by]
  return cover === depositChange.more ? 'receiveMore' : instead[by]
}

/** What an answered payment or freeze is for its deposit. `toFen`: the amount of the deposit after it; null for the first cover. */
export function coverOf(amountFen: number, toFen: number | null): Cover {
  if (toFen === null) return 'first'
  return toFen === amountFen ? depositChange.instead : depositChange.more
}

/** Whether the deposit is unchanged since the customer was asked to add to it, so that no other addition came in between. */
export const stillShort = (row: { readonly amountFen: number }, fen: number, toFen: number): boolean =>
  row.amountFen + fen === toFen

/**
 * Only a held deposit can be changed: an unpaid one is collected, and a waived one is not held. A credit covers one
 * fixed amount.
 * @throws Refusal badInput (-2)
 */
export function requireChangeable(row: DepositState, change: DepositChange, by: CoverBy): void {
  if (!isInHand(row.holdStatus)) throw badInput('change', '该押金未在押，不能补足或更换')
  if (change === depositChange.more && (by === 'credit' || isWaivedDeposit(row.payStatus)))
    throw badInput('change', '信用免押不能补足，请更换')
}

/**
 * Only a waiver by the merchant can be withdrawn: a credit covers the deposit until it is replaced.
 * @param dueFen the amount due after the withdrawal
 * @throws Refusal badInput (-2)
 */
export function refuseWithdrawal(row: DepositState & { readonly waiveType: number | null }, dueFen: number): void {
  if (!isWaivedDeposit(row.payStatus)) throw badInput('depositId', '该押金未免押，不需撤回')
  if (isPlatformWaiver(row.waiveType)) throw badInput('depositId', '该押金由平台免除或代收，不能向客户收取')
  if (isInHand(row.holdStatus)) throw badInput('depositId', '该押金为信用免押，请更换押金')
  if (!isMerchantWaiver(row)) throw badInput('depositId', '该押金的信用免押已结束，不能撤回')
  if (dueFen === 0) throw badInput('depositId', '该订单的押金规则不收此项押金')
}

/** The step of an order that allows this deposit to be collected or changed: the violation deposit also after the return. */
export const collectStep = (kind: number): 'collectDeposit' | 'collectViolation' =>
  kind === depositKind.violation ? 'collectViolation' : 'collectDeposit'
