import { bankExclude } from '../../../form/calls/bank-exclude.gen.ts'
import { bankUndo } from '../../../form/calls/bank-undo.gen.ts'
import { reasonSheet } from '../../../form/reason-sheet.tsx'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { Notice } from '../../../ui/layout.tsx'
import { movedText } from './bank-line.ts'

type Detail = OutputOf<typeof calls.bank.detail>

/** The line is money of nothing that these books have. */
export const OutsideSheet = reasonSheet(
  bankExclude,
  ({ line }: { readonly line: Pick<Detail, 'lineId' | 'version' | 'fen'> }) => ({
    title: `账外流水 ${movedText(line.fen)}`,
    action: '标记为账外',
    usual: ['工资社保', '房租水电', '税费', '贷款月供', '股东往来'],
    start: { lineId: line.lineId, version: line.version },
    toast: '已标记为账外',
    about: <Notice>账外流水不需要匹配，在余额核对中单独列示</Notice>,
  }),
)

/** Frees the lines and the entries of a match. */
export const UndoSheet = reasonSheet(bankUndo, ({ match }: { readonly match: NonNullable<Detail['match']> }) => ({
  title: '撤销匹配',
  action: '撤销匹配',
  variant: 'danger' as const,
  usual: ['对方不符', '选错账簿记录'],
  start: { matchId: match.matchId },
  toast: '已撤销匹配',
  about: match.posted ? <Notice tone="warning">匹配时记入的凭证会在今天冲销</Notice> : undefined,
}))
