import { DAY, HOUR } from './time.ts'

/* Durations and distances as text. */

/**
 * A duration without spaces: `3天`, `1天7小时`, `2小时15分`, `19分钟`, `不到1分钟`. Minutes are left out beside days; the sign is dropped.
 */
export function formatLength(minutes: number): string {
  const size = Math.floor(Math.abs(minutes))
  if (size === 0) return '不到1分钟'
  const days = Math.floor(size / 1440)
  const hours = Math.floor((size % 1440) / 60)
  const rest = size % 60
  if (days > 0) return hours > 0 ? `${days}天${hours}小时` : `${days}天`
  if (hours > 0) return rest > 0 ? `${hours}小时${rest}分` : `${hours}小时`
  return `${rest}分钟`
}

/** The span of a rule in whole hours, even beyond one day, as contracts and forms write it: `24小时`. */
export const formatHours = (span: number): string => `${span / HOUR}小时`

/** The span of a rule in whole days: `90天`. */
export const formatDays = (span: number): string => `${span / DAY}天`

/** The charged length of a rental: `3天`, `1天4小时`. */
export const formatCharged = (days: number, overHours: number): string =>
  overHours > 0 ? `${days}天${overHours}小时` : `${days}天`

/** Whole kilometres: `18,236 km`. */
export const formatKm = (km: number): string => `${groupThousands(km)} km`

/** A whole number with its thousands separated: `1,000`. */
export const groupThousands = (value: number): string => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',')
