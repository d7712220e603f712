import { depositKind } from '../../money/deposit/codes.ts'
import { formatAmount, formatCell, percent } from '../../money.ts'
import { displayPlate } from '../../platform/check/plate.ts'
import { payIntervals } from '../../pricing/quote/long/terms.ts'
import { formatDateTime, formatLocal, type Instant } from '../../time.ts'
import { agreementType, type ContractType } from './codes.ts'
import {
  causeText,
  earlyEndText,
  lateFeeText,
  lateText,
  type PaperEnd,
  type PaperFacts,
  type PaperTerm,
  settledText,
} from './paper.ts'

/*
 * Clauses of a rental document as a merchant writes them, with variables in double braces. A template is validated
 * against this catalogue when it is saved, so that no document is printed with an unresolved variable.
 */

/** `strong`: printed bold, for clauses that limit the other party's rights and must be pointed out (Civil Code art. 496). */
export interface TemplateClause {
  readonly title: string
  readonly text: string
  readonly strong: boolean
}

export interface TemplateText {
  readonly title: string
  readonly clauses: readonly TemplateClause[]
  /** The statement that the customer accepts before signing on a screen. */
  readonly consent: string
}

/** Facts from which variables are filled in. */
export interface TemplateFacts extends PaperFacts {
  readonly agreementNo: string
  readonly madeAt: Instant
}

/** Printed for an unknown fact, as a line to write on. */
const BLANK = '＿＿＿＿'

const deposit = (facts: TemplateFacts, kind: number): string => {
  const row = facts.deposits.find((one) => one.kind === kind)
  return row === undefined ? '0.00' : formatAmount(row.amount)
}

/** A variable that only a long rental has. */
const ofTerm =
  (text: (term: PaperTerm) => string) =>
  ({ term }: TemplateFacts): string =>
    term === null ? '' : text(term)

/** A variable that only an early end has. */
const ofEnd =
  (text: (end: PaperEnd) => string) =>
  ({ end }: TemplateFacts): string =>
    end === null ? '' : text(end)

/** The agreed end of a rental before the change. */
const endBefore = (changed: { readonly from: Instant } | null): string =>
  changed === null ? '' : formatDateTime(changed.from)

const words: Readonly<Record<string, (facts: TemplateFacts) => string>> = {
  合同编号: (f) => f.agreementNo,
  签订日期: (f) => formatLocal(f.madeAt, 'YYYY年MM月DD日'),
  订单号: (f) => f.orderNo,
  出租方: (f) => f.lessor.name,
  统一社会信用代码: (f) => f.lessor.licenceNo,
  门店: (f) => f.lessor.store,
  门店地址: (f) => f.lessor.address,
  门店电话: (f) => f.lessor.phone,
  承租方: (f) => f.renter?.name ?? '',
  承租方电话: (f) => f.renter?.phone ?? '',
  证件号码: (f) => f.renter?.identityNo ?? '',
  驾驶证号: (f) => f.renter?.licenceNo ?? '',
  车型: (f) => f.vehicle?.model ?? '',
  车牌号: (f) => displayPlate(f.vehicle?.plate ?? ''),
  车架号后六位: (f) => f.vehicle?.vinTail ?? '',
  取车时间: (f) => formatDateTime(f.pickup.actualAt ?? f.pickup.at),
  取车地点: (f) => f.pickup.place,
  约定还车时间: (f) => formatDateTime(f.return.at),
  还车地点: (f) => f.return.place,
  原约定还车时间: (f) => endBefore(f.renewal ?? f.end),
  续租费用: (f) => (f.renewal === null ? '' : formatAmount(f.renewal.amount)),
  换车时间: (f) => (f.swap === null ? '' : formatDateTime(f.swap.at)),
  换车原因: (f) => f.swap?.reason ?? '',
  原车型: (f) => f.swap?.old.model ?? '',
  原车牌号: (f) => displayPlate(f.swap?.old.plate ?? ''),
  新车型: (f) => f.swap?.new.model ?? '',
  新车牌号: (f) => displayPlate(f.swap?.new.plate ?? ''),
  租期: ofTerm(({ length }) => length),
  月租金: ofTerm(({ monthlyPrice }) => formatAmount(monthlyPrice)),
  付款方式: ofTerm(({ terms }) => payIntervals.text(terms.payInterval)),
  宽限天数: ofTerm(({ terms }) => String(terms.instalmentGraceDays)),
  逾期违约金比例: ofTerm(({ terms }) => percent(terms.lateFeeBpPerDay)),
  逾期违约金约定: ofTerm(lateFeeText),
  提前退租违约金: ofTerm(({ terms, monthlyPrice }) => formatAmount(terms.penaltyMonths * monthlyPrice)),
  提前退租约定: ofTerm(earlyEndText),
  退租原因: ofEnd(({ reason }) => reason),
  退租责任方: ofEnd(causeText),
  已用租金: ofEnd(({ used }) => formatAmount(used)),
  本次违约金: ofEnd(({ penalty }) => formatAmount(penalty)),
  退租结算: ofEnd(settledText),
  超时约定: lateText,
  费用合计: (f) => formatAmount(f.total),
  租车押金: (f) => deposit(f, depositKind.rental),
  违章押金: (f) => deposit(f, depositKind.violation),
  违章押金保留天数: (f) => String(f.terms.violationHoldDays),
  免费宽限分钟: (f) => String(f.terms.graceMinutes),
  超时日租金比例: (f) => `${f.terms.overdueMultiplierBp / 100}%`,
  里程约定: (f) =>
    f.terms.freeKmPerDay === 0
      ? '不限里程'
      : `每日${f.terms.freeKmPerDay}公里，超出部分每公里${formatCell(f.terms.overMileagePerKm)}元`,
  燃油单价: (f) => formatAmount(f.terms.fuelFenPerLitre),
  充电单价: (f) => formatAmount(f.terms.chargeFenPerKwh),
  充电计价: ({ terms: { chargeFenPerKwh, chargeFenPerPct } }) =>
    chargeFenPerPct > 0 ? `每1%电量${formatCell(chargeFenPerPct)}元` : `每度${formatAmount(chargeFenPerKwh)}元`,
  驾驶数据约定: (f) =>
    f.terms.drivingFacts
      ? '出租方汇总租赁期内的行驶里程、最长连续驾驶时间、超速和急刹车次数，用于还车结算和争议处理，与行驶轨迹保存同样期限。'
      : '出租方不汇总承租方的驾驶数据。',
  补能服务费: (f) => formatAmount(f.terms.energyServiceFeeFen),
  违章代办费: (f) => formatAmount(f.terms.violationAgencyFeeFen),
  违章处理天数: (f) => String(f.terms.violationDeadlineDays),
}

/** Every variable that a template may use, in the order shown in the editor. */
export const templateVariables = Object.keys(words)

const VARIABLE = /\{\{([^{}]*)\}\}/g

/** Variables of a text that are not in the catalogue. An unbalanced pair of braces counts as one. */
export function unknownVariables(text: string): string[] {
  const named = [...text.matchAll(VARIABLE)].map(([, name]) => name!.trim())
  const unknown = named.filter((name) => !Object.hasOwn(words, name))
  if (/\{\{|\}\}/.test(text.replaceAll(VARIABLE, ''))) unknown.push('{{')
  return [...new Set(unknown)]
}

/** Fills in the variables of a text; an unknown fact becomes a blank to write on. */
export const fillTemplate = (text: string, facts: TemplateFacts): string =>
  text.replaceAll(
    VARIABLE,
    (_, name: string) => (Object.hasOwn(words, name.trim()) ? words[name.trim()]!(facts) : '') || BLANK,
  )

/** A part of a template for the editor: plain text, or a variable. */
export interface TemplatePart {
  readonly text: string
  readonly isVariable: boolean
}

/** Splits a text at its variables; the parts together are the whole text. */
export function templateParts(text: string): TemplatePart[] {
  // Splitting by a pattern with one group puts the variables at odd indexes.
  const pieces = text.split(new RegExp(VARIABLE.source))
  return pieces.flatMap((piece, index) => {
    const isVariable = index % 2 === 1
    return piece === '' && !isVariable ? [] : [{ text: isVariable ? piece.trim() : piece, isVariable }]
  })
}

const lease = ['承租方', '车牌号', '取车时间', '约定还车时间']
/** Variables that the clauses of a document must contain: the parties, the car and the period (Civil Code art. 704). */
const required: Readonly<Record<ContractType, readonly string[]>> = {
  [agreementType.pickup]: lease,
  [agreementType.return]: ['承租方', '车牌号'],
  [agreementType.renewal]: ['订单号', '约定还车时间'],
  [agreementType.long]: lease,
  [agreementType.swap]: ['订单号', '原车牌号', '新车牌号', '换车时间'],
  [agreementType.end]: ['订单号', '原约定还车时间', '约定还车时间'],
}

/** The first problem with the variables of a text, which the message calls `name`; null when there is none. */
export function textProblem(name: string, text: string): string | null {
  const [unknown] = unknownVariables(text)
  if (unknown === undefined) return null
  return unknown === '{{' ? `${name}的变量须写在成对的 {{ 和 }} 之间` : `${name}中没有「${unknown}」这个变量`
}

/** Problems of a template with their fields, in the order of the page; empty when it is valid. */
export function templateProblems(
  type: ContractType,
  { title, clauses, consent }: TemplateText,
): { field: string; text: string }[] {
  const parts = [
    { field: 'title', name: '合同名称', text: title },
    ...clauses.flatMap((clause, index) => [
      { field: `clauses.${index}.title`, name: `第${index + 1}条标题`, text: clause.title },
      { field: `clauses.${index}.text`, name: `第${index + 1}条`, text: clause.text },
    ]),
    { field: 'consent', name: '签署确认语', text: consent },
  ]
  const problems = parts.flatMap(({ field, name, text }) => {
    const wrong = textProblem(name, text)
    return wrong === null ? [] : [{ field, text: wrong }]
  })
  const named = new Set(
    clauses.flatMap(({ text }) => templateParts(text).flatMap((part) => (part.isVariable ? [part.text] : []))),
  )
  const missing = required[type].filter((name) => !named.has(name))
  if (missing.length === 0) return problems
  return [...problems, { field: 'clauses', text: `条款中还没有写明${missing.map((name) => `「${name}」`).join('、')}` }]
}
