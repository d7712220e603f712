import { insuranceKinds } from '@cheyi/domain/fleet/inventory/codes'
import { sumInsuredText } from '@cheyi/domain/fleet/inventory/papers'
import { type InsuranceStatus, insuranceStatus } from '@cheyi/domain/rental/insurance/codes'
import { HOUR } from '@cheyi/domain/time'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import type { Tone } from '../../../ui/show/tag.tsx'

const s = insuranceStatus

export type InsuranceItem = OutputOf<typeof calls.insurance.page>['list'][number]
export type InsuranceCase = OutputOf<typeof calls.insurance.detail>
export type Policy = InsuranceCase['policies'][number]

export const insuranceTones: Readonly<Record<InsuranceStatus, Exclude<Tone, 'outline'>>> = {
  [s.occurred]: 'danger',
  [s.reported]: 'warning',
  [s.assessed]: 'primary',
  [s.repairing]: 'primary',
  [s.submitted]: 'warning',
  [s.paid]: 'success',
  [s.rejected]: 'danger',
  [s.closed]: 'neutral',
  [s.dropped]: 'neutral',
}

/** What the time until the next step is about. */
const nextWords: Partial<Readonly<Record<InsuranceStatus, string>>> = {
  [s.occurred]: '报案',
  [s.reported]: '定损',
  [s.assessed]: '提交理赔',
  [s.repairing]: '提交理赔',
  [s.submitted]: '赔付',
}

/** 剩 20 小时报案, 报案已逾期; undefined without a deadline. */
export function dueOf({ status, dueAt }: Pick<InsuranceItem, 'status' | 'dueAt'>, now: number) {
  const next = nextWords[status]
  if (dueAt === null || next === undefined) return undefined
  const hours = Math.floor((dueAt - now) / HOUR)
  if (hours < 0) return { text: `${next}已逾期`, late: true }
  const left = hours < 48 ? `${hours} 小时` : `${Math.floor(hours / 24)} 天`
  return { text: `${next}剩 ${left}`, late: false, soon: hours < 24 }
}

export const policyName = ({ insuranceKind, insurer }: Policy): string =>
  [insuranceKind === null ? '' : insuranceKinds.text(insuranceKind), insurer].filter(Boolean).join(' ')

export const policyNote = ({ no, endOn, sumInsured }: Policy): string =>
  [no, sumInsured !== null && sumInsuredText(sumInsured), endOn && `至 ${endOn}`].filter(Boolean).join(' · ')
