import { isLocalDate, MINUTE } from '@cheyi/domain/time'
import { z } from 'zod'
import { text, withLabel } from '../kernel/field.ts'
import * as out from '../kernel/output.ts'

/** Numbers that a platform gives: of its orders, its renewals. */
export const channelNo = (label: string) =>
  text(1, 64, label).regex(/^[\w.-]+$/, `${label}只能有字母、数字、点、下划线和短横线`)
export const channelOrderNo = channelNo('渠道订单号')

const withOffset = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/

/** ISO 8601 with an offset; seconds are cut. */
export const moment = (label: string) =>
  withLabel(
    label,
    z
      .string({ error: `请填写${label}` })
      .regex(withOffset, `${label}应为带时区偏移的 ISO 8601 时间`)
      .refine((value) => isLocalDate(value.slice(0, 10)), `${label}不是有效的日期`)
      .transform((value) => Math.floor(Date.parse(value) / MINUTE) * MINUTE)
      .refine((value) => !Number.isNaN(value), `${label}不是有效的时间`),
  )
/** A code with its names. */
export const namedCode = <const T extends number>(codes: {
  readonly values: readonly T[]
  readonly text: (code: T) => string
}) => out.code(codes.values).meta({ description: codes.values.map((one) => `${one} ${codes.text(one)}`).join('，') })
/** A moment in an answer. */
export const told = z.iso.datetime({ offset: true })
