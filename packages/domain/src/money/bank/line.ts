import { machine } from '../../step.ts'
import { type BankKind, type BankNature, bankKind, bankLineState, bankLineStates, bankNature } from './codes.ts'

const s = bankLineState

export const bankLineSteps = machine(bankLineStates, {
  entry: [s.open],
  final: [s.matched, s.outside],
  refusal: 'stale',
  steps: {
    match: { from: [s.open], to: s.matched, by: 'finance.reconcile' },
    /** The match is undone. */
    free: { from: [s.matched], to: s.open, by: 'finance.reconcile' },
    /** It concerns nothing that the books have. */
    exclude: { from: [s.open], to: s.outside, by: 'finance.reconcile' },
    /** It does, after all. */
    include: { from: [s.outside], to: s.open, by: 'finance.reconcile' },
  },
})

export const isOpenBankLine = (state: number): boolean => state === s.open
/** A payment that waits for the bill of its day. */
export const isAwaitingBill = ({ state, nature }: { readonly state: number; readonly nature: number }): boolean =>
  isOpenBankLine(state) && isTrade(nature)
export const isOutsideBankLine = (state: number): boolean => state === s.outside

/** Lines of payments wait for the provider's bill of their day, and for nobody else. */
export const isTrade = (nature: number): boolean => nature === bankNature.trade

/** The nature of a line, by the account that it is of and by what it says. */
export function natureOf(kind: BankKind, note: string): BankNature {
  if (kind === bankKind.bank) return bankNature.transfer
  if (/提现|转账到银行|余额转出/.test(note)) return bankNature.withdrawal
  return /交易|付款|收款|退款|手续费|服务费|收费|分账/.test(note) ? bankNature.trade : bankNature.transfer
}

/** A line with the balance that its statement states after it. */
interface Balanced {
  readonly fen: number
  readonly balanceFen: number | null
}

/**
 * The balance after the last line of a day, in whatever order its lines stand: the only one that no other line begins with.
 * @returns null when a line states no balance, when one is missing between them, or when the day ends with what it began with
 */
export function endOfDay(lines: readonly Balanced[]): number | null {
  const surplus = new Map<number, number>()
  const add = (balance: number, count: number) => surplus.set(balance, (surplus.get(balance) ?? 0) + count)
  for (const { fen, balanceFen } of lines) {
    if (balanceFen === null) return null
    add(balanceFen, 1)
    add(balanceFen - fen, -1)
  }
  const ends = [...surplus].filter(([, count]) => count > 0)
  return ends.length === 1 && ends[0]![1] === 1 ? ends[0]![0] : null
}
