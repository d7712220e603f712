import { parseWireTime } from '@cheyi/domain/time'
import { z } from 'zod'

/*
 * Small shared pieces of input and output schemas. Input arrives merged from query, JSON and form,
 * so numbers and booleans may be strings: the schema coerces them, never the handler.
 * Messages are Chinese and complete: they reach the person who typed the value.
 */

/** bigint id: decimal string on the wire, both ways. */
export const Id = z.preprocess(
  (v) => (typeof v === 'number' ? String(v) : v),
  z.string({ error: '请选择' }).regex(/^\d{1,19}$/, '编号格式不正确'),
) as unknown as z.ZodType<string, string>

/** Coerces '1', 'true' … of query and form. */
export const Flag = z.preprocess((v) => {
  if (v === 'true' || v === '1' || v === 1) return true
  if (v === 'false' || v === '0' || v === 0) return false
  return v
}, z.boolean({ error: '应为是或否' })) as unknown as z.ZodType<boolean, boolean>

/** Whole number within bounds, e.g. `int(0, 999999, '里程')`. */
export const int = (min: number, max: number, label = '数值') =>
  z.coerce
    .number({ error: `${label}应为整数` })
    .int(`${label}应为整数`)
    .min(min, `${label}不能小于${min}`)
    .max(max, `${label}不能大于${max}`) as unknown as z.ZodType<number, number>

/** Integer fen, not negative. */
export const Fen = int(0, 100_000_000_000, '金额')

/** Trimmed text of limited length; `text(1, 500, '备注')` is required. */
export const text = (min: number, max: number, label: string) =>
  z
    .string({ error: `请填写${label}` })
    .trim()
    .min(min, min === 1 ? `请填写${label}` : `${label}不能少于${min}个字`)
    .max(max, `${label}不能超过${max}字`)

/** Code out of a fixed list of numbers (`statusValues` of domain). */
export const code = <const T extends number>(values: readonly T[], label = '取值') =>
  z.preprocess(
    (v) => (typeof v === 'string' && /^-?\d+$/.test(v) ? Number(v) : v),
    z.custom<T>((v) => typeof v === 'number' && (values as readonly number[]).includes(v), `${label}不在可选范围内`),
  ) as unknown as z.ZodType<T, T>

/** A code in an answer: a plain number on the wire. */
export const codeOut = <const T extends number>(_values: readonly T[]) => z.number().int() as unknown as z.ZodType<T, T>

/** Instant in: epoch ms or `YYYY-MM-DD HH:mm` (Asia/Shanghai), cut to the minute. Parsed to epoch ms. */
export const TimeIn = z.union([z.number(), z.string()]).transform((v, ctx) => {
  const ms = parseWireTime(v)
  if (ms === null) {
    ctx.addIssue({ code: 'custom', message: '时间格式应为 YYYY-MM-DD HH:mm' })
    return z.NEVER
  }
  return ms
})

/** Instant out: epoch ms. */
export const TimeOut = z.number().int()

/** Calendar date `YYYY-MM-DD`. */
export const DateText = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, '日期格式应为 YYYY-MM-DD')

/** A list that may arrive as one value, a repeated query key, or JSON. */
export const list = <T extends z.ZodType>(item: T, max = 100) =>
  z.preprocess(
    (v) => (v === undefined || v === null || v === '' ? undefined : Array.isArray(v) ? v : [v]),
    z.array(item).max(max, `最多${max}项`),
  ) as unknown as z.ZodType<z.output<T>[], z.input<T>[]>

/** Paging of screens that scroll: `cursor`; tables: `pageNum`. */
export const paging = (maxSize = 100) => ({
  pageNum: int(1, 1_000_000, '页码').optional(),
  pageSize: int(1, maxSize, '每页条数').optional(),
  cursor: z.string().max(200).optional(),
})

/** Answer of a list: `total` only with the first page, exact up to 10000. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({
    list: z.array(item),
    total: z.number().int().nullable(),
    totalCapped: z.boolean().optional(),
    nextCursor: z.string().nullable(),
  })

export const Version = int(1, 2_000_000_000, '版本')
export const Mobile = z.string({ error: '请输入手机号' }).trim().regex(/^1[3-9]\d{9}$/, '手机号格式不正确')
/** Contact phone of a customer: mainland mobile or `+` international. */
export const ContactPhone = z
  .string({ error: '请输入手机号' })
  .trim()
  .regex(/^(1[3-9]\d{9}|\+[1-9]\d{6,14})$/, '请输入正确的手机号')
