import { differenceKind, judge } from '../../../money/reconcile/compare.ts'
import { type TableKind, tableColumn } from '../../../platform/table-import/layout.ts'
import { statementResult, statementState } from '../codes.ts'

/* 平台对账单: what a platform remits for each order of a month, less its commission. */

/** In the order of the template. */
export const statementColumns = [
  tableColumn({
    key: 'channelOrderNo',
    title: '渠道订单号',
    width: 24,
    like: /^(渠道|平台|外部|第三方|OTA)?订单(编)?号(码)?$|^(渠道|平台)单号$/,
    unlike: /商家|门店|内部/,
  }),
  tableColumn({
    key: 'settled',
    title: '结算金额',
    width: 14,
    like: /^(应?结算|实际?结算|打款|应付商家|商家实收|实收|到账)(金?额|净额)?$/,
    unlike: /佣金|状态|时间|日期/,
  }),
  tableColumn({
    key: 'commission',
    title: '佣金',
    width: 12,
    like: /佣金(金?额)?$|^(技术|平台)服务费$/,
    unlike: /比例|率/,
  }),
  tableColumn({ key: 'type', title: '类型', width: 12, like: /^(账单|结算|交易|业务)?类型$/ }),
] as const
export type StatementKey = (typeof statementColumns)[number]['key']

export const statementTable: TableKind<StatementKey> = {
  columns: statementColumns,
  needed: ['channelOrderNo', 'settled'],
}

/** It was neither handled nor settled. */
export const isOpenLine = (state: number): boolean => state === statementState.open

/** What a platform remits for an order, less its commission, and that commission; fen. What it collected is their sum. */
interface Remitted {
  readonly netFen: number
  readonly commissionFen: number
}

/**
 * Compares what a platform remits for an order, and what it keeps, with what the books expect; amounts may be negative, where the
 * merchant owes the platform. `null`: one side does not know the order, or the platform does not say what it keeps.
 */
export function resultOf(
  theirs: (Omit<Remitted, 'commissionFen'> & { readonly commissionFen: number | null }) | null,
  ours: Remitted | null,
) {
  const of = (amount: number) => ({ kind: 1 as const, no: '', amount })
  const kind = judge({
    line: theirs === null ? null : { ...of(theirs.netFen), providerNo: '', fee: 0, borne: 0, at: null },
    ours: ours === null ? null : { ...of(ours.netFen), succeeded: true },
  })
  if (kind === differenceKind.missingHere) return statementResult.missingHere
  if (kind === differenceKind.missingThere) return statementResult.missingThere
  const keeps = theirs?.commissionFen ?? null
  const isSame = kind === null && (keeps === null || keeps === ours?.commissionFen)
  return isSame ? statementResult.same : statementResult.otherSum
}
