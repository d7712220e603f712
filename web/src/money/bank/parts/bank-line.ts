import { formatMoney } from '@cheyi/domain/money'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'

export type BankLine = OutputOf<typeof calls.bank.page>['list'][number]
export type BankAccount = OutputOf<typeof calls.bank.accounts>[number]
export type BankEntry = OutputOf<typeof calls.bank.entries>['list'][number]

/** 收入 ¥100.00, 支出 ¥100.00. */
export const movedText = (fen: number): string => `${fen > 0 ? '收入' : '支出'} ${formatMoney(Math.abs(fen))}`
