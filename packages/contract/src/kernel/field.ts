import { formatMoney } from '@cheyi/domain/money'
import { contactPhone, mobileNumber, normalisePhone } from '@cheyi/domain/platform/check/mobile'
import {
  DAY,
  epochDay,
  FIRST_DATE,
  isBusinessDate,
  isLocalDate,
  MINUTE,
  parseWireTime,
  startOfDate,
} from '@cheyi/domain/time'
import { typedText } from '@cheyi/domain/typed-text'
import { z } from 'zod'
import { isWithinLimits } from './json-limits.ts'

/*
 * Building blocks of input schemas; those of answers are in out.ts. Input is merged from query, JSON and form, so that
 * numbers, booleans, lists and records may be strings: the schema converts them, never the handler. In an optional
 * field '' and null mean "not given". Messages are complete Chinese texts, because they are shown to the user.
 */

/** `schema` with a preprocessing step for values of query strings and forms; callers in TypeScript send the typed value. */
const preprocess = <S extends z.ZodType>(normalise: (value: unknown) => unknown, schema: S) =>
  z.preprocess(normalise, schema) as unknown as z.ZodType<z.output<S>, z.input<S>>

/** Messages of a field: one when it is missing, one when it has a wrong type. */
const missingOr = (missing: string, wrong: string) => ({
  error: (issue: { input?: unknown }) => (issue.input === undefined ? missing : wrong),
})

/** Labels by schema; zod's own metadata would be inherited by schemas around it. */
const labels = new WeakMap<z.ZodType, string>()
export const withLabel = <S extends z.ZodType>(label: string, schema: S): S => {
  labels.set(schema, label)
  return schema
}

/** The label of exactly this schema, for example 车型名称. A schema around it (optional, a list) has none. */
export const labelOf = (schema: z.ZodType): string | undefined => labels.get(schema)

/** The JSON schema of what a client may send for a field that is converted, for the API document. */
const wireSchemas = new WeakMap<z.ZodType, Readonly<Record<string, unknown>>>()
const sentAs = <S extends z.ZodType>(schema: S, sent: Readonly<Record<string, unknown>>): S => {
  wireSchemas.set(schema, sent)
  return schema
}
export const wireSchemaOf = (schema: z.ZodType): Readonly<Record<string, unknown>> | undefined =>
  wireSchemas.get(schema)

const fromJson = (value: unknown, opening: '{' | '[') => {
  if (typeof value !== 'string' || !value.trimStart().startsWith(opening) || !isWithinLimits(value)) return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}

/** An optional field: missing, null and '' all mean "not given" (undefined). */
export const maybe = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (value) => (value === '' || value === null ? undefined : value),
    schema.optional(),
  ) as unknown as z.ZodOptional<S>

/** A field of a change: missing (undefined) leaves the value unchanged, null and '' (null) clear it. */
export const orCleared = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullable().optional()) as unknown as z.ZodOptional<
    z.ZodNullable<S>
  >

/** An optional field with a default. */
export const orElse = <S extends z.ZodType>(schema: S, value: z.output<S>) =>
  z.preprocess(
    (given) => (given === '' || given === null ? undefined : given),
    (schema as z.ZodType<z.output<S>>).default(value as z.core.util.NoUndefined<z.output<S>>),
  ) as unknown as z.ZodDefault<S>

const LARGEST_ID = '9223372036854775807'

/** A bigint id: a decimal string in requests and answers. `label` is what the user should have chosen. */
export const id = (label: string) =>
  withLabel(
    label,
    preprocess(
      (value) => (Number.isSafeInteger(value) ? String(value) : value),
      z
        .string(missingOr(`请选择${label}`, `${label}编号格式不正确`))
        .regex(/^(0|[1-9]\d{0,18})$/, `${label}编号格式不正确`)
        .refine((value) => value.length < 19 || value <= LARGEST_ID, `${label}编号格式不正确`),
    ),
  )

/** A required value that may be '' or null for "none". */
export const orNone = <S extends z.ZodType>(schema: S) =>
  preprocess((value) => (value === '' ? null : value), schema.nullable())

/** A required id that may be '' or null for "none", such as removing a vehicle or a driver. */
export const idOrNone = (label: string) => orNone(id(label))

/** true or false; accepts 1, 0, 'true', 'false'. A switch of a form has a label. */
export const flag = (message: string, label?: string) => {
  const schema = preprocess(
    (value) => {
      if (value === 'true' || value === '1' || value === 1) return true
      if (value === 'false' || value === '0' || value === 0) return false
      return value
    },
    z.boolean({ error: message }),
  )
  return label === undefined ? schema : withLabel(label, schema)
}
export const Flag = flag('应为是或否')

const asNumber = (value: unknown) =>
  typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value

/** A whole number within limits, e.g. `int(0, 9_999_999, '里程')`; every message contains both limits. */
export const int = (min: number, max: number, label: string, wrong = `${label}应为${min}至${max}的整数`) =>
  withLabel(
    label,
    preprocess(
      asNumber,
      z
        .number(missingOr(`请输入${label}`, wrong))
        .int(wrong)
        .min(min, wrong)
        .max(max, wrong),
    ),
  )

/** A number with decimals within limits: coordinates, quantities. */
export const decimal = (min: number, max: number, label: string, missing = `请输入${label}`) => {
  const wrong = `${label}应为${min}至${max}`
  return withLabel(label, preprocess(asNumber, z.number(missingOr(missing, wrong)).min(min, wrong).max(max, wrong)))
}

/** 1,000,000,000 yuan: above any rental, and exact in a JSON number. */
const LARGEST_FEN = 100_000_000_000

/** Amount in fen, not negative. */
export const fen = (label: string, min = 0, max = LARGEST_FEN) =>
  withLabel(
    label,
    preprocess(
      asNumber,
      z
        .number(missingOr(`请输入${label}`, `${label}应为整数（分）`))
        .int(`${label}应为整数（分）`)
        .min(min, min > 0 ? `${label}须大于0` : `${label}不能为负`)
        .max(max, max < LARGEST_FEN ? `${label}不能超过${formatMoney(max)}` : `${label}超出范围`),
    ),
  )

/** Amount in fen of either sign: a balance that is owed (positive) or to be refunded (negative). */
export const balance = (label: string) => int(-LARGEST_FEN, LARGEST_FEN, label, `${label}超出范围`)

/** PostgreSQL stores neither NUL nor an unpaired surrogate. */
const canBeKept = (value: string): boolean => !value.includes('\0') && value.isWellFormed()

/**
 * A text of limited length, without invisible characters and surrounding blanks; `min` 1 makes it required, with the
 * message `missing`. From `min` 2 on messages contain both limits, and a rare character of two code units counts as
 * one.
 */
export const text = (min: number, max: number, label: string, missing = `请填写${label}`) => {
  const several = min === max ? `${label}应为${max}个字` : `${label}为${min}-${max}个字`
  const wrong = min > 1 ? several : `${label}不能超过${max}字`
  const given = z.string(missingOr(missing, `${label}应为文字`)).overwrite(typedText)
  const filled = min > 0 ? given.min(1, missing) : given
  const bounded = (min > 1 ? filled.min(min, wrong) : filled).max(max, wrong)
  const kept = bounded.refine(canBeKept, `${label}含有不能保存的字符`)
  return withLabel(label, min > 1 ? kept.refine((value) => [...value].length >= min, wrong) : kept)
}

/**
 * The token of a customer's link or of a QR code at the store. A cut or mistyped one is no invalid field: the feature
 * refuses it as an unknown link (5301).
 */
export const linkToken = (label = '链接') => text(1, 500, label)

/** A closed list of values: an enumeration of domain, or the values themselves. */
export type Values<T> = readonly T[] | { readonly values: readonly T[] }
export const listOf = <T>(given: Values<T>): T[] => {
  const isList = (value: Values<T>): value is readonly T[] => Array.isArray(value)
  return [...(isList(given) ? given : given.values)]
}

/** A numeric code of an enumeration, e.g. `code(orderStatuses, '订单状态')`. */
export const code = <const T extends number>(values: Values<T>, label: string) =>
  withLabel(
    label,
    preprocess(asNumber, z.literal(listOf<T>(values), missingOr(`请选择${label}`, `${label}不在可选范围内`))),
  )

/** One string of a fixed list. */
export const word = <const T extends string>(values: Values<T>, label: string) =>
  withLabel(label, z.literal(listOf<T>(values), missingOr(`请选择${label}`, `${label}不在可选范围内`)))

const INSTANT = { type: ['integer', 'string'], description: 'Epoch ms, or YYYY-MM-DD HH:mm in Asia/Shanghai' } as const

/** Instant: epoch ms or `YYYY-MM-DD HH:mm` (Asia/Shanghai), 2000 to 2100. Parsed to epoch ms, cut to the minute. */
export const time = (label: string) =>
  withLabel(
    label,
    sentAs(
      z.preprocess(
        (value) =>
          typeof value === 'number' || typeof value === 'string' ? (parseWireTime(value) ?? Number.NaN) : value,
        z.number(missingOr(`请选择${label}`, `${label}格式应为 YYYY-MM-DD HH:mm，在2000年至2100年之间`)).int(),
      ) as unknown as z.ZodType<number, number | string>,
      INSTANT,
    ),
  )

/** An existing calendar date `YYYY-MM-DD`, from `from` to 2100-12-31. */
export const date = (label: string, from = FIRST_DATE) =>
  withLabel(
    label,
    z
      .string(missingOr(`请选择${label}`, `${label}格式应为 YYYY-MM-DD`))
      .refine(isLocalDate, { error: `${label}格式应为 YYYY-MM-DD`, abort: true })
      .refine((value) => isBusinessDate(value, from), `${label}应在${from.slice(0, 4)}年至2100年之间`)
      .meta({ format: 'date' }),
  )

/** A month of the books, `YYYY-MM`. */
export const bookMonth = (label: string) =>
  withLabel(
    label,
    z
      .string(`请填写${label}`)
      .min(1, `请填写${label}`)
      .regex(/^2\d{3}-(0[1-9]|1[0-2])$/, `${label}应如 2026-11`),
  )

/** A date of a person's life, which may be before 2000. */
export const lifeDate = (label: string) => date(label, '1900-01-01')

/** Half-open period in epoch ms. */
export interface Period {
  from: number
  to: number
}

const edge = (value: unknown, end: boolean): number | null => {
  if (typeof value === 'string' && isBusinessDate(value)) return startOfDate(value) + (end ? DAY : 0)
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const minute = parseWireTime(value)
  return minute === null ? null : minute + (end ? MINUTE : 0)
}

const NOT_A_RANGE = false

const RANGE = {
  type: 'array',
  items: { type: ['integer', 'string'] },
  maxItems: 2,
  description:
    'Start and end, both included: epoch ms, YYYY-MM-DD or YYYY-MM-DD HH:mm in Asia/Shanghai; empty for none',
} as const

/**
 * Two instants or dates of a date-range picker, both inclusive: `['2026-11-20', '2026-11-22 23:59']`. Parsed to the
 * half-open period that includes the last minute (or day); an empty list is a cleared field: undefined.
 */
export const range = (label: string, maxDays = 3660) =>
  sentAs(
    z.preprocess(
      (value) => {
        const given = fromJson(value, '[')
        if (given === undefined || given === null || given === '') return undefined
        if (!Array.isArray(given)) return NOT_A_RANGE
        if (given.length === 0) return undefined
        const from = edge(given[0], false)
        const to = edge(given[1], true)
        return given.length === 2 && from !== null && to !== null ? { from, to } : NOT_A_RANGE
      },
      z
        .object({ from: z.number().int(), to: z.number().int() }, { error: `${label}应为开始和结束两个时间` })
        .refine(({ from, to }) => from < to, `${label}的结束不能早于开始`)
        .refine(({ from, to }) => epochDay(to) - epochDay(from) <= maxDays, `${label}不能超过${maxDays}天`)
        .optional(),
    ) as unknown as z.ZodOptional<z.ZodType<Period, readonly [] | readonly [number | string, number | string]>>,
    RANGE,
  )

/** Replaces a list or record that exceeds its limit, so that its content is not validated. */
const TOO_MUCH = Symbol('too much')

/** A list that may arrive as one value, a repeated query key, or JSON text. `missing` is the message below `min` items. */
export const list = <T extends z.ZodType>(item: T, max: number, label: string, min = 0, missing = `请填写${label}`) =>
  withLabel(
    label,
    preprocess(
      (value) => {
        const given = fromJson(value, '[')
        if (given === undefined || given === null) return given
        if (!Array.isArray(given)) return [given]
        return given.length > max ? TOO_MUCH : given
      },
      z
        .array(item, {
          error: ({ input }) => {
            if (input === TOO_MUCH) return `${label}最多${max}项`
            return input === undefined ? missing : `${label}格式不正确`
          },
        })
        .min(min, missing)
        .max(max, `${label}最多${max}项`),
    ),
  )

/** A record inside the input; a form sends it as JSON text. */
export const nestedRecord = <S extends z.ZodRawShape>(shape: S, label: string) =>
  withLabel(
    label,
    preprocess((value) => fromJson(value, '{'), z.object(shape, missingOr(`请填写${label}`, `${label}格式不正确`))),
  )

/** The same, refusing unknown fields. */
export const strictRecord = <S extends z.ZodRawShape>(shape: S, label: string) =>
  withLabel(
    label,
    preprocess(
      (value) => fromJson(value, '{'),
      z.strictObject(shape, {
        error: (issue) =>
          issue.code === 'unrecognized_keys'
            ? undefined
            : missingOr(`请填写${label}`, `${label}格式不正确`).error(issue),
      }),
    ),
  )

/** Excludes names of Object.prototype, which a lookup by name in a table would find. */
const isOwnName = (name: string): boolean => !(name in Object.prototype)

/** At most `max` values by name, for records without a fixed list of fields; a form sends it as JSON text. */
export const record = <S extends z.ZodType>(value: S, label: string, max: number) =>
  preprocess(
    (given) => {
      const named = fromJson(given, '{')
      return typeof named === 'object' && named !== null && Object.keys(named).length > max ? TOO_MUCH : named
    },
    z.record(
      z
        .string()
        .max(60, `${label}格式不正确`)
        .refine((name) => canBeKept(name) && isOwnName(name), `${label}格式不正确`),
      value,
      {
        error: ({ input }) => {
          if (input === TOO_MUCH) return `${label}最多${max}项`
          return input === undefined ? `请填写${label}` : `${label}格式不正确`
        },
      },
    ),
  )

/** Paging: scrolling screens send `cursor`, tables `pageNum`. */
export const paging = (maxSize = 100) => ({
  pageNum: maybe(int(1, 1_000_000, '页码')),
  pageSize: maybe(int(1, maxSize, '每页条数')),
  cursor: maybe(text(1, 200, '翻页位置')),
})

/** For a list that is read by its cursor only: a page number is refused, because it would return the first page every time. */
export const cursorPaging = (maxSize = 100) => ({
  pageNum: maybe(int(1, 1_000_000, '页码').refine((page) => page === 1, '该列表不支持页码，请用返回的nextCursor翻页')),
  pageSize: maybe(int(1, maxSize, '每页条数')),
  cursor: maybe(text(1, 200, '翻页位置')),
})

/** The version that the user saw; outdated ones are refused. */
export const Version = int(1, 2_000_000_000, '版本')
/** Mainland mobile number. */
export const mobile = (label: string) =>
  withLabel(
    label,
    z
      .string(missingOr(`请输入${label}`, `${label}格式不正确`))
      .overwrite(normalisePhone)
      .min(1, `请输入${label}`)
      .regex(mobileNumber, `${label}格式不正确`),
  )
export const Mobile = mobile('手机号')
/** A phone number: mobile, landline with area code and extension, 400 number. */
export const phone = (label: string) =>
  withLabel(
    label,
    z
      .string(missingOr(`请输入${label}`, `${label}应为电话号码，如 021-62345678`))
      .overwrite(typedText)
      .min(1, `请输入${label}`)
      .max(20, `${label}不能超过20字`)
      .regex(/^[+\d][\d\-() 转]{4,19}$/, `${label}应为电话号码，如 021-62345678`),
  )
/** The number on a slip of a bank, card machine or provider. */
export const slipNo = () =>
  maybe(
    withLabel(
      '流水号',
      z
        .string(missingOr('请填写流水号', '流水号应为文字'))
        .overwrite(typedText)
        .regex(/^[0-9A-Za-z][0-9A-Za-z -]{2,62}[0-9A-Za-z]$/, '流水号为4-64位字母或数字'),
    ),
  )
/** Contact phone of a customer: mainland mobile, privacy number with its extension (`95187123456,1234`) or `+` international. */
export const ContactPhone = withLabel(
  '手机号',
  z
    .string(missingOr('请输入手机号', '请输入正确的手机号'))
    .overwrite(normalisePhone)
    .min(1, '请输入手机号')
    .regex(contactPhone, '请输入正确的手机号'),
)

/** Limit of files per record, remark or upload. */
export const MAX_FILES = 20
/** Ids of uploaded media, in the order shown. */
export const mediaIds = (label: string, max = MAX_FILES, min = 0) => list(id(label), max, label, min)

/** Tax number of a company: 15 to 20 digits or capital letters. */
export const TaxNo = withLabel(
  '税号',
  z
    .string('税号应为文字')
    .trim()
    .toUpperCase()
    .regex(/^[0-9A-Z]{15,20}$/, '税号为15-20位数字或大写字母'),
)
