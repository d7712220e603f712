import { isTinyBase } from '@cheyi/domain/insight/data/tiny-base'
import { formatClock } from '@cheyi/domain/time'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'

export type Home = OutputOf<typeof calls.overview.home>

/** A greeting by the hour of the business time zone: `早上好`. */
export function greeting(now: number): string {
  const hour = Number(formatClock(now).slice(0, 2))
  if (hour < 5) return '夜深了'
  if (hour < 11) return '早上好'
  if (hour < 13) return '中午好'
  return hour < 18 ? '下午好' : '晚上好'
}

/** The change against one week before: `12.4%` up or down; null if the earlier value is too small to compare with. */
export function changeOf({
  today,
  weekAgo,
}: Pick<NonNullable<Home['income']>, 'today' | 'weekAgo'>): { up: boolean; text: string } | null {
  if (isTinyBase(weekAgo, today)) return null
  const share = ((today - weekAgo) / weekAgo) * 100
  return { up: share >= 0, text: `${Math.abs(share).toFixed(1)}%` }
}
