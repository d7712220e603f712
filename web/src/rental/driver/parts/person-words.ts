import { checkResult, identityTypes, licenceKinds } from '@cheyi/domain/rental/driver/codes'
import {
  type CheckedPaper,
  type CheckOutcome,
  checkFault,
  type PaperAnswer,
  resultText,
  statesText,
} from '@cheyi/domain/rental/driver/paper-check'
import { isRequestOpen, requestStatuses } from '@cheyi/domain/rental/driver/request'
import { formatLocal } from '@cheyi/domain/time'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import type { Tone } from '../../../ui/show/tag.tsx'
import { verifyMark } from './verify-mark.ts'

/* Texts of a customer's file, the same on all pages. */

export type PersonDetail = OutputOf<typeof calls.driver.personDetail>

/** The register query of each document: its name, its button, and the text before the first query. */
export const checkWords = {
  idCard: { name: '实名核验', ask: '公安核验', hint: '核验通过前自动与公安登记的姓名、号码比对' },
  licence: { name: '驾驶证核验', ask: '查驾驶证', hint: '核验通过前自动查询驾驶证的状态与准驾车型' },
} as const satisfies Record<CheckedPaper, unknown>

/** The register's answer in one or two words. */
export function answerMark(
  paper: CheckedPaper,
  answer: PaperAnswer,
  file: Pick<PersonDetail, 'licenceClass' | 'licenceKind'>,
): { text: string; tone: Tone } {
  const fault = checkFault(paper, answer, file)
  if (fault !== null) return { text: fault.word, tone: 'danger' }
  const tone = answer.result === checkResult.unchecked ? 'neutral' : 'success'
  return { text: resultText(paper, answer.result), tone }
}

/** The answer on a licence, with time and requester: `C1 正常 · 2026-11-20 10:00 张店长`. */
export const checkedNote = ({ at, by, states, classes }: PersonDetail['licenceCheck']): string =>
  at === null
    ? ''
    : [`${classes} ${statesText(states)}`.trim(), `${formatLocal(at, 'YYYY-MM-DD HH:mm')} ${by}`.trimEnd()]
        .filter(Boolean)
        .join(' · ')

const silences: Readonly<Record<Exclude<CheckOutcome, 'answered'>, string>> = {
  noAnswer: '暂时没有结果，请稍后再试',
  spent: '今天的次数已用完',
  notAsked: '没有接入',
}

/** Why a register gave no new answer. */
export const noAnswerText = (paper: CheckedPaper, outcome: keyof typeof silences): string =>
  `${checkWords[paper].name}${silences[outcome]}`

/** The compared fields, by name, for the notice of changes by another person. */
const facts: readonly (readonly [name: string, text: (person: PersonDetail) => string])[] = [
  ['姓名', ({ name }) => name],
  ['手机号', ({ phone }) => phone],
  ['证件类型', ({ identityType: type }) => identityTypes.text(type)],
  ['证件号码', ({ identityNo }) => identityNo],
  ['证件有效期', ({ identityExpire }) => identityExpire ?? '长期'],
  ['驾驶证类型', ({ licenceKind: kind }) => (kind === null ? '' : licenceKinds.text(kind))],
  ['驾驶证号', ({ licenceNo }) => licenceNo],
  ['准驾车型', ({ licenceClass }) => licenceClass],
  ['初次领证', ({ licenceFirstIssue }) => licenceFirstIssue ?? ''],
  ['驾驶证有效期', ({ licenceExpire }) => licenceExpire ?? '长期'],
  ['核验', (person) => verifyMark(person).text],
  ['黑名单', ({ blacklist }) => (blacklist ? '是' : '否')],
]

/** Differences between two readings of a file: `姓名：张三 → 张三丰`. */
export const personChanges = (before: PersonDetail, after: PersonDetail): string[] =>
  facts.flatMap(([name, text]) =>
    text(before) === text(after) ? [] : [`${name}：${text(before) || '空'} → ${text(after) || '空'}`],
  )

type Request = OutputOf<typeof calls.driver.privacy>['requests'][number]

const day = (at: number) => formatLocal(at, 'YYYY-MM-DD')

/** Progress of a customer's request: `2026-12-05 前办理 · 登记 张店长 · 手机号已换`. */
export const requestNote = ({ status, dueAt, doneAt, createdAt, createdBy, answer, note }: Request): string =>
  [
    isRequestOpen(status) ? `${day(dueAt)} 前办理` : `${requestStatuses.text(status)} ${day(doneAt ?? createdAt)}`,
    `登记 ${createdBy}`,
    answer || note,
  ]
    .filter(Boolean)
    .join(' · ')
