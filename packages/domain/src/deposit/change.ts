import { badInput } from '../refusal.ts'
import { type DepositChange, depositChange, depositKind } from './codes.ts'
import { isInHand, isMerchantWaiver, isPlatformWaiver, isWaivedDeposit } from './status.ts'
import type { DepositAction, DepositState } from './steps.ts'

/** How a deposit is covered: by money, by an authorisation, or by a provider's word for its customer. */
export type CoverBy = 'paid' | 'frozen' | 'credit'

/** What a receipt or an authorisation is to its deposit: the first of it, more of it, or all of it from now. */
export type Cover = 'first' | DepositChange

const first = { paid: 'receive', frozen: 'freeze', credit: 'authoriseCredit' } as const
const instead = { paid: 'receiveInstead', frozen: 'freezeInstead', credit: 'creditInstead' } as const

/** The step of the deposit that it takes. */
export function coverStep(cover: Cover, by: CoverBy): DepositAction {
  if (cover === 'first') return first[by]
  return cover === depositChange.more ? 'receiveMore' : instead[by]
}

/**
 * What a payment or a freeze that is answered now is to its deposit. `toFen`: what the deposit comes to by it, null for the
 * first of it.
 */
export function coverOf(amountFen: number, toFen: number | null): Cover {
  if (toFen === null) return 'first'
  return toFen === amountFen ? depositChange.instead : depositChange.more
}

/** Whether it is still as it was when its customer was asked for more of it: nobody else made it more meanwhile. */
export const stillShort = (row: { readonly amountFen: number }, fen: number, toFen: number): boolean =>
  row.amountFen + fen === toFen

/**
 * Only what is in hand is changed: what is not is collected, and what is waived stands for nothing. A credit is for one sum.
 * @throws Refusal badInput (-2)
 */
export function refuseChange(row: DepositState, change: DepositChange, by: CoverBy): void {
  if (!isInHand(row.holdStatus)) throw badInput('change', '该押金未在押，不能补足或更换')
  if (change === depositChange.more && (by === 'credit' || isWaivedDeposit(row.payStatus)))
    throw badInput('change', '信用免押不能补足，请更换')
}

/**
 * Only what the merchant waived is asked for after all: a credit stands for its customer until something else is held.
 * @param dueFen what would be due
 * @throws Refusal badInput (-2)
 */
export function refuseWithdrawal(row: DepositState & { readonly waiveType: number | null }, dueFen: number): void {
  if (!isWaivedDeposit(row.payStatus)) throw badInput('depositId', '该押金未免押，不需撤回')
  if (isPlatformWaiver(row.waiveType)) throw badInput('depositId', '该押金由平台免除或代收，不能向客户收取')
  if (isInHand(row.holdStatus)) throw badInput('depositId', '该押金为信用免押，请更换押金')
  if (!isMerchantWaiver(row)) throw badInput('depositId', '该押金的信用免押已结束，不能撤回')
  if (dueFen === 0) throw badInput('depositId', '该订单的押金规则不收此项押金')
}

/** The step of an order that allows a deposit to be taken or changed: the violation one also after the return. */
export const collectStep = (kind: number): 'collectDeposit' | 'collectViolation' =>
  kind === depositKind.violation ? 'collectViolation' : 'collectDeposit'
