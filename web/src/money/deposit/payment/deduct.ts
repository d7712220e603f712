import { formatMoney } from '@cheyi/domain/money'
import {
  type DeductResult,
  type DepositKind,
  deductResult,
  deductResults,
  depositKind,
} from '@cheyi/domain/money/deposit/codes'
import {
  type PlatformDeductState,
  platformDeductState,
  platformDeductStates,
} from '@cheyi/domain/money/deposit/platform-deduct'
import { isCollected, isReleased } from '@cheyi/domain/money/deposit/status'
import type { PayMode } from '@cheyi/domain/money/payment/codes'
import { depositDeduct } from '../../../form/calls/deposit-deduct.gen.ts'
import { problemsOf as boundProblems } from '../../../form/form-call.ts'
import type { Found } from '../../../form/use-problems.ts'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import type { Tone } from '../../../ui/show/tag.tsx'

/*
 * State of the deduction form: the charges, the amount of each, and the deposit to use. Amounts in fen.
 */

export type DepositDetail = OutputOf<typeof calls.deposit.detail>
export type DepositRow = DepositDetail['rows'][number]
export type Charge = DepositDetail['charges'][number]

/** The form value; stored as a draft on the device until it is sent. */
export interface Entry {
  /** Missing: the first deposit that may pay. */
  readonly kind?: DepositKind
  /** Missing: the first mode that this deposit allows. */
  readonly mode?: PayMode
  /** Amount of each ticked charge; null while its field is empty. */
  readonly amounts: Readonly<Record<string, number | null>>
  readonly reason: string
  /** Number on the slip of the card machine; not sent if the mode needs none. */
  readonly slipNo?: string
}

export const noEntry: Entry = { amounts: {}, reason: '' }

export const keyOf = ({ code, refId }: Pick<Charge, 'code' | 'refId'>): string => `${code}:${refId ?? ''}`

/** Deposits that may pay at least one charge, the usual one first; the rental deposit if there is no charge. */
export const payingKinds = (charges: readonly Charge[]): DepositKind[] =>
  charges.length === 0 ? [depositKind.rental] : [...new Set(charges.flatMap(({ kinds }) => kinds))]

/** The deposits of these kinds that still have an available amount; if none has, the first one. */
export function payingRows(rows: readonly DepositRow[], kinds: readonly DepositKind[]): DepositRow[] {
  const mine = kinds.flatMap((kind) => rows.filter((row) => row.kind === kind))
  const usable = mine.filter(({ available }) => available > 0)
  return usable.length > 0 ? usable : mine.slice(0, 1)
}

/** The reason why no deduction is possible now; null if one is. */
export function emptyReason(row: DepositRow | undefined): string | null {
  if (row !== undefined && row.available > 0) return null
  if (row === undefined || !isCollected(row.payStatus)) return '押金未收取，无法扣款'
  return isReleased(row.holdStatus) ? '押金已退还，无法扣款' : '可用押金为 0，无法扣款'
}

/** The ticked charges with their amounts; charges that are no longer owed are left out. */
export const tickedOf = (charges: readonly Charge[], { amounts }: Entry) =>
  charges.flatMap((charge) => {
    const amount = amounts[keyOf(charge)]
    return amount === undefined ? [] : [{ charge, amount }]
  })

export const totalOf = (charges: readonly Charge[], entry: Entry): number =>
  tickedOf(charges, entry).reduce((sum, { amount }) => sum + (amount ?? 0), 0)

/** Ticks a charge with the amount that the deposit can still pay, or removes the tick. */
export function tick(entry: Entry, charges: readonly Charge[], charge: Charge, available: number): Entry {
  const key = keyOf(charge)
  const { [key]: before, ...rest } = entry.amounts
  if (before !== undefined) return { ...entry, amounts: rest }
  const left = Math.max(0, available - totalOf(charges, entry))
  return { ...entry, amounts: { ...entry.amounts, [key]: Math.min(charge.owed, left) || null } }
}

interface Photo {
  readonly status: 'uploading' | 'failed' | 'done'
}

/** Problems of the form by field: `lines.expense:7`. */
export function problemsOf(
  {
    charges,
    available,
    byMachine = false,
  }: { readonly charges: readonly Charge[]; readonly available: number; readonly byMachine?: boolean },
  entry: Entry,
  photos: readonly Photo[],
): Found {
  const lines = tickedOf(charges, entry).flatMap(({ charge, amount }): [string, string][] => {
    const path = `lines.${keyOf(charge)}`
    if (!amount) return [[path, '请填写扣款金额']]
    return amount > charge.owed ? [[path, `不能超过待收 ${formatMoney(charge.owed)}`]] : []
  })
  const total = totalOf(charges, entry)
  return {
    amount: amountProblem(total, available, lines.length > 0),
    ...Object.fromEntries(lines),
    ...boundProblems({ reason: depositDeduct.fields.reason! }, entry),
    ...(byMachine && slipProblem(entry.slipNo?.trim() ?? '')),
    photoIds: photosProblem(photos),
  }
}

const slipProblem = (slipNo: string): Found =>
  slipNo === '' ? { slipNo: '请填写流水号' } : boundProblems({ slipNo: depositDeduct.fields.slipNo! }, { slipNo })

function amountProblem(total: number, available: number, told: boolean): string | undefined {
  if (total > available) return `扣款金额不能超过可用押金${formatMoney(available)}`
  return total === 0 && !told ? '请填写扣款金额' : undefined
}

function photosProblem(photos: readonly Photo[]): string | undefined {
  if (photos.length === 0) return '请上传扣款凭证'
  return photos.some(({ status }) => status === 'failed') ? '有凭证上传失败，请重试或删除' : undefined
}

/** The refunded part of a deduction; '' if nothing or all of it was refunded. */
export const givenBackText = (amount: number, refunded: number): string =>
  refunded > 0 && refunded < amount ? `已退${formatMoney(refunded)}` : ''

const stateTones: Readonly<Record<PlatformDeductState, Tone>> = {
  [platformDeductState.requested]: 'primary',
  [platformDeductState.confirmed]: 'success',
  [platformDeductState.partly]: 'warning',
  [platformDeductState.refused]: 'danger',
}

/** The result of a deduction; null means that it is still being processed. `state`: of a request to a platform. */
export function resultMark(
  result: DeductResult | null,
  state: PlatformDeductState | null = null,
): { text: string; tone: Tone } {
  if (state !== null) return { text: platformDeductStates.text(state), tone: stateTones[state] }
  if (result === null) return { text: '扣款中', tone: 'primary' }
  const tones: Readonly<Record<number, Tone>> = {
    [deductResult.failed]: 'danger',
    [deductResult.succeeded]: 'success',
  }
  return { text: `扣款${deductResults.text(result)}`.replace('扣款已', '已'), tone: tones[result] ?? 'neutral' }
}
