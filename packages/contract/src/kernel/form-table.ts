import { contactPhone, mobileNumber } from '@cheyi/domain/platform/check/mobile'
import { z } from 'zod'
import type { Call } from './call.ts'
import { labelOf, Version } from './field.ts'

type Features = Readonly<Record<string, Readonly<Record<string, Call>>>>

/**
 * Rules of one field, derived from its schema. A text is checked and sent trimmed, unless it is `exact`; `min` and
 * `max` are the length of a text or list and the size of a number.
 */
export interface Rules {
  readonly label?: string
  /** Message when nothing is given; without it the field may be empty. */
  readonly missing?: string
  /** null is sent and clears the value. */
  readonly none?: true
  /** Surrounding blanks belong to the value: a password. */
  readonly exact?: true
  /** A phone: checked and sent in its normal form. */
  readonly phone?: true
  /** A field of the page that is not sent: a repeated password. */
  readonly unsent?: true
  readonly int?: string
  readonly min?: readonly [number, string]
  readonly max?: readonly [number, string]
  readonly match?: readonly [RegExp, string]
  readonly item?: Rules
  readonly fields?: Readonly<Record<string, Rules>>
}

/** The rules of every field of a call's input, by name. */
export function rulesOf(call: Call): Readonly<Record<string, Rules>> {
  if (!(call.input instanceof z.ZodObject)) throw new Error('the input of a call is an object')
  return fieldsOf(call.input)
}

const fieldsOf = (schema: z.ZodObject): Record<string, Rules> =>
  Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, rules(field as z.ZodType)]))

/** Reads a field from its outermost schema inwards: wrappers decide whether it may be missing. */
function rules(schema: z.ZodType): Rules {
  // The version of a record is no visible field.
  if (schema === Version) return {}
  const label = labelOf(schema)
  return { ...(label !== undefined && { label }), ...inner(schema) }
}

function inner(schema: z.ZodType): Rules {
  if (schema instanceof z.ZodPipe) return rules(schema.out as z.ZodType)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return { ...unwrappedRules(schema), missing: undefined }
  if (schema instanceof z.ZodNullable) return { ...unwrappedRules(schema), none: true }
  const missing = schema.safeParse(undefined).error?.issues[0]?.message
  if (schema instanceof z.ZodObject) return { missing, fields: fieldsOf(schema) }
  const checks = checksOf(schema)
  if (schema instanceof z.ZodArray) {
    const { least, ...found } = checks
    const item = rules(schema.element as z.ZodType)
    return { ...found, missing: least === 0 ? undefined : missing, item: isTyped(item) ? item : undefined }
  }
  const { least, ...found } = checks
  // A text without a minimum length may be empty; an id or a date has none and must not be empty.
  const isText = schema instanceof z.ZodString && found.max !== undefined
  const isTrimmed = (schema._zod.def.checks ?? []).some((check) => check._zod.def.check === 'overwrite')
  return {
    ...found,
    missing: isText && least === 0 ? undefined : missing,
    exact: isText && !isTrimmed ? true : undefined,
  }
}

const unwrappedRules = (schema: z.ZodOptional | z.ZodDefault | z.ZodNullable) => rules(schema.unwrap() as z.ZodType)

/** Whether an item can be typed wrongly: ids and codes are chosen from lists. */
const isTyped = ({ min, max, match, fields }: Rules): boolean =>
  [min, max, match, fields].some((one) => one !== undefined)

interface CheckDef {
  readonly check: string
  readonly error?: (issue: object) => string
  readonly minimum?: number
  readonly maximum?: number
  readonly value?: number
  readonly pattern?: RegExp
}

/** The checks of a text, number or list with their messages; `least`: the minimum length of a text or list. */
function checksOf(schema: z.ZodType): Rules & { readonly least: number } {
  const found: { -readonly [K in keyof Rules]: Rules[K] } = {}
  let least = 0
  for (const check of schema._zod.def.checks ?? []) {
    const def = check._zod.def as CheckDef
    const text = def.error?.({}) ?? ''
    if (def.check === 'min_length') {
      least = def.minimum!
      // A required text already has the message `missing`.
      if (least > (schema instanceof z.ZodArray ? 0 : 1)) found.min = [least, text]
    } else if (def.check === 'max_length') found.max = [def.maximum!, text]
    else if (def.check === 'number_format') found.int = text
    else if (def.check === 'greater_than') found.min = [def.value!, text]
    else if (def.check === 'less_than') found.max = [def.value!, text]
    else if (def.pattern && !text.endsWith('编号格式不正确')) {
      found.match = [def.pattern, text]
      if (def.pattern === mobileNumber || def.pattern === contactPhone) found.phone = true
    }
  }
  return { ...found, least }
}

/** Name of a form's table and of its file: `store.save` → storeSave, store-save.gen.ts. */
export const tableName = (form: string): string => form.replace(/\.(.)/, (_, letter: string) => letter.toUpperCase())
export const tableFile = (form: string): string =>
  `${form.replaceAll(/[.A-Z]/g, (one) => `-${one.replace('.', '').toLowerCase()}`)}.gen.ts`.replaceAll('--', '-')

/**
 * The web's modules of forms, text by file name. Each form has its own module of rules, because a bundler moves whole modules
 * and a page should only load those of its own forms.
 * @param files names of the modules that the web imports
 * @throws Error for one without a call
 */
export function formTables(contract: Features, files: Iterable<string>): ReadonlyMap<string, string> {
  const calls = Object.entries(contract).flatMap(([feature, all]) =>
    Object.entries(all).map(([name, call]) => [`${feature}.${name}`, call] as const),
  )
  const byFile = new Map(calls.map((one) => [tableFile(one[0]), one]))
  return new Map(
    Array.from(files, (file) => {
      const found = byFile.get(file)
      if (found === undefined) throw new Error(`form/calls/${file} is imported, and no call has that name`)
      return [file, formTable(...found)]
    }),
  )
}

/** The source of the web's module of one form: its call and the rules of its fields. */
function formTable(form: string, call: Call): string {
  const rows = Object.entries(rulesOf(call)).map(([field, of]) => `  ${field}: ${toLiteral(of)},\n`)
  return `// Written by packages/contract/scripts/write-call-table.ts from the contract.
import { calls } from '../../kernel/call/calls.ts'
import { formCall } from '../form-call.ts'

export const ${tableName(form)} = formCall(calls.${form}, {
${rows.join('')}})
`
}

const toLiteral = (value: unknown): string => {
  if (typeof value === 'string') return `'${value.replaceAll(/['\\]/g, '\\$&')}'`
  if (value instanceof RegExp || typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return `[${value.map(toLiteral).join(', ')}]`
  const given = Object.entries(value).filter(([, one]) => one !== undefined)
  return given.length === 0 ? '{}' : `{ ${given.map(([name, one]) => `${name}: ${toLiteral(one)}`).join(', ')} }`
}
