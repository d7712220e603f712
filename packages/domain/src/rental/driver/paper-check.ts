import { idProblem } from '../../platform/check/id-number.ts'
import {
  type CheckResult,
  checkResult,
  checkResults,
  type IdentityType,
  identityType,
  type LicenceKind,
  licenceKinds,
} from './codes.ts'
import { isValidAlone } from './licence-kind.ts'
import { residentLicenceNo } from './papers.ts'
import { licenceClasses, licenceFits } from './person.ts'

/*
 * Answer of a state register about a document, by its holder's name and number. It neither verifies nor blocks a
 * customer: staff compare the originals, and enter a reason to verify against the register.
 */

/** Documents that have a register: identity cards (police) and driving licences (traffic police). */
export const checkedPapers = ['idCard', 'licence'] as const
export type CheckedPaper = (typeof checkedPapers)[number]

const registers: Readonly<Record<CheckedPaper, string>> = { idCard: '公安', licence: '交管' }

/** Answer of a register. `states` (letters) and `classes` are only given for a licence that matches; else ''. */
export interface PaperAnswer {
  readonly result: CheckResult
  readonly states: string
  readonly classes: string
}

export const bareAnswer = (result: CheckResult): PaperAnswer => ({ result, states: '', classes: '' })

/** The field of the call and of the file that holds the reason for verifying against the register. */
export const reasonFields = { idCard: 'mismatchReason', licence: 'licenceReason' } as const

/** Result of a query: an answer, no answer, the daily limit reached (`spent`), or a document that has no register (`notAsked`). */
export const checkOutcomes = ['answered', 'noAnswer', 'spent', 'notAsked'] as const
export type CheckOutcome = (typeof checkOutcomes)[number]

/** Answers that simulated registers can give; the last four only for a licence. */
export const simulatedAnswers = [
  'same',
  'different',
  'nobody',
  'fail',
  'slow',
  'otherClass',
  'suspended',
  'revoked',
  'overPoints',
] as const
export type SimulatedAnswer = (typeof simulatedAnswers)[number]

/** States of a driving licence by their letters (GA/T 581.5, 机动车驾驶证状态代码); several may apply at once: `BD`. */
export const licenceStates: Readonly<Record<string, string>> = {
  A: '正常',
  B: '超分',
  C: '转出',
  D: '暂扣',
  E: '撤销',
  F: '吊销',
  G: '注销',
  H: '违法未处理',
  I: '事故未处理',
  J: '停止使用',
  K: '扣押',
  L: '锁定',
  M: '逾期未换证',
  N: '延期换证',
  P: '延期体检',
  R: '注销可恢复',
  S: '逾期未审验',
  T: '延期审验',
  U: '扣留',
  Z: '其他',
}

/**
 * States that allow driving; 道路交通安全法实施条例 第二十八条 forbids it with a licence that is expired, detained, suspended or
 * out of points. Any other state, including an unknown one, is reported as a fault.
 */
const drivable = 'AHINPT'

export const statesText = (states: string): string =>
  [...states].map((state) => licenceStates[state] ?? licenceStates.Z).join('、')

/** For example `公安核验一致`, `交管查无记录`. */
export const resultText = (paper: CheckedPaper, result: CheckResult): string =>
  `${result === checkResult.unchecked ? '' : registers[paper]}${checkResults.text(result)}`

/** A fault of a document: a short label, the full text, and what staff have to do. */
export interface CheckFault {
  readonly word: string
  readonly text: string
  readonly advice: string
}

/** A licence from elsewhere is a fault whatever a register says, because no register has it. */
const kindFault = (kind: LicenceKind): CheckFault => ({
  word: '不能单独驾驶',
  text: `${licenceKinds.text(kind)}不能单独在内地驾驶`,
  advice: '请客户出示内地驾驶证或临时机动车驾驶许可，改登记该证件；适用驾驶证互认协议的，填写原因',
})

/**
 * The fault of a document: of its kind, or one that a register's answer shows; null when there is none. The classes of the file must be among those of
 * the register, or covered by them; further classes in the register, such as motorcycles, are no fault.
 */
export function checkFault(
  paper: CheckedPaper,
  { result, states, classes }: PaperAnswer,
  {
    licenceClass,
    licenceKind: kind = null,
  }: { readonly licenceClass: string; readonly licenceKind?: LicenceKind | null },
): CheckFault | null {
  if (paper === 'licence' && kind !== null && !isValidAlone(kind)) return kindFault(kind)
  if (result === checkResult.different || result === checkResult.nobody)
    return {
      word: resultText(paper, result),
      text: resultText(paper, result),
      advice: '请核对是否输错姓名或号码；确认无误仍要通过的，填写原因',
    }
  if (paper === 'idCard' || result === checkResult.unchecked) return null
  const stopped = [...states].filter((state) => !drivable.includes(state)).join('')
  const missing = licenceClasses(licenceClass).filter((one) => !licenceFits(classes, one))
  if (stopped === '' && missing.length === 0) return null
  return {
    word: stopped === '' ? '准驾车型不符' : statesText(stopped),
    text: [
      ...(stopped === '' ? [] : [`驾驶证状态为${statesText(stopped)}`]),
      ...(missing.length === 0 ? [] : [`交管登记的准驾车型是${classes}，没有${missing.join('、')}`]),
    ].join('；'),
    advice: [
      ...(stopped === '' ? [] : ['该证现在不能驾驶，请勿交车；客户称已处理的，请其出示交管12123电子驾驶证，再查一次']),
      ...(missing.length === 0 ? [] : ['请对照原件改正准驾车型']),
      '确认无误仍要通过的，填写原因',
    ].join('；'),
  }
}

/** Message at the field for the reason. */
export const faultText = ({ text }: CheckFault): string => `${text}，请填写仍然核验通过的原因`

interface Papers {
  readonly identityType: IdentityType
  readonly identityNo: string | null
  readonly licenceNo: string | null
  readonly licenceClass: string
}

/**
 * The number by which a register is queried; null: the register does not have such documents. Both registers have
 * numbers of mainland residents only; other documents are compared by hand.
 */
export function askedNumber(paper: CheckedPaper, papers: Papers): string | null {
  if (paper === 'idCard') return papers.identityType === identityType.idCard ? papers.identityNo : null
  const number = papers.licenceNo ?? residentLicenceNo(papers)
  return number !== null && idProblem(identityType.idCard, number) === null ? number : null
}
