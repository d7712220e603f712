import { costKinds } from '../../fleet/cost/codes.ts'
import { ownerships } from '../../fleet/inventory/codes.ts'
import { formatMoney, percent } from '../../money.ts'
import type { LocalDate } from '../../time.ts'
import { ownerAgreementKind, ownerAgreementKinds } from './codes.ts'
import type { OwnerTerms } from './statement.ts'

/* What an agreement with the owner of a car must satisfy, and its terms in words. */

interface AgreementFacts extends OwnerTerms {
  readonly from: LocalDate
  readonly to: LocalDate | null
  readonly ownership: number
}

/** What is wrong with an agreement, by its field; null: nothing. */
export function agreementProblem({
  kind,
  shareBp,
  rentFen,
  from,
  to,
  ownership: of,
}: AgreementFacts): { readonly field: string; readonly message: string } | null {
  if (of === ownerships.code.own) return { field: 'vehicleId', message: '自有车辆没有车主，请先在车辆资料中修改权属' }
  if (to !== null && to < from) return { field: 'to', message: '结束日期不能早于开始日期' }
  if (kind === ownerAgreementKind.share && shareBp === 0) return { field: 'shareBp', message: '请填写车主分成比例' }
  if (kind === ownerAgreementKind.rent && rentFen === 0) return { field: 'rent', message: '请填写每月租金' }
  return null
}

/** The terms of an agreement in one line. */
export function termsText({ kind, shareBp, afterCosts, rentFen, feeFen, feeBp, costKinds: borne }: OwnerTerms): string {
  const fees = [feeFen > 0 && `每月${formatMoney(feeFen)}`, feeBp > 0 && `收入的${percent(feeBp)}`].filter(Boolean)
  return [
    ownerAgreementKinds.text(kind),
    kind === ownerAgreementKind.share && `${afterCosts ? '扣除费用后' : '收入'}的${percent(shareBp)}`,
    kind === ownerAgreementKind.rent && `每月${formatMoney(rentFen)}`,
    fees.length > 0 && `管理费${fees.join('加')}`,
    borne.length > 0 && `车主承担${borne.map((one) => costKinds.text(one)).join('、')}`,
  ]
    .filter(Boolean)
    .join('，')
}
