import type { Call } from '@cheyi/contract/kernel/call'
import { z } from 'zod'

/*
 * Values that pass for sound where nobody looks, and that the database cannot keep or reckon with: for every leaf of a
 * call's input, by its kind.
 */

interface Schema {
  readonly type?: string
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly description?: string
}

export interface HostileInput {
  /** Which field holds which value, for the message of a failure. */
  readonly what: string
  readonly input: Record<string, unknown>
  /** true: nothing but -2 is right. false: it may be sound, and is answered without a failure. */
  readonly refused: boolean
}

type Path = readonly (string | number)[]
interface Value {
  readonly value: unknown
  readonly refused: boolean
}

const refused = (...values: unknown[]): Value[] => values.map((value) => ({ value, refused: true }))
const borderline = (...values: unknown[]): Value[] => values.map((value) => ({ value, refused: false }))

const NINES = '9'.repeat(18)
const cursors = borderline(
  ...[1, 2, 3].map((n) => Array.from({ length: n }, () => NINES).join('.')),
  `0.0.${NINES}`,
  `1.${NINES}`,
)
const beyondAnyCursor = refused('9223372036854775808', '-1', `-${NINES}`, '1.2.3.4')
/** Ids are positive: '-1' says of a signed-in user that nothing is chosen, and chooses nothing. */
const noIds = refused('-1', -1, '1e3', '01', '9223372036854775808')
const halves = refused('a\ud800', '\udc00b')
const dates = [...refused('9999-12-31', '0001-01-01', '1899-12-31'), ...borderline('2000-01-01', '2100-12-31')]
const instants = [
  ...refused(253_402_214_400_000, '253402214400000', '9999-12-31 23:59', 8.64e15, 0, '1999-12-31 23:59'),
  ...borderline('2000-01-01 00:00', '2100-12-31 23:59'),
]
const ranges = [
  ...refused(['9999-01-01', '9999-12-31'], ['0001-01-01', '0001-01-02'], [8.6e15, 8.64e15]),
  ...borderline(['2000-01-01', '2000-01-02'], ['2100-12-30', '2100-12-31']),
]

/** Sound inputs of a call (`sample`) with one leaf spoilt, for each leaf and each value of its kind. */
export function hostileInputs(call: Call, sample: Readonly<Record<string, unknown>>): HostileInput[] {
  const schema = z.toJSONSchema(call.input, { io: 'output', unrepresentable: 'any' }) as Schema
  // A query is bytes: it has no way to write half a pair.
  const writable = (value: Value) => call.method === 'POST' || !halves.includes(value)
  return leaves(schema, []).flatMap(([path, values]) =>
    values.filter(writable).map(({ value, refused }) => ({
      what: `${path.join('.')} = ${JSON.stringify(value)}`,
      input: placed(sample, path, value) as Record<string, unknown>,
      refused,
    })),
  )
}

function leaves(schema: Schema, path: Path): [Path, Value[]][] {
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap((branch) => leaves(branch, path))
  if (schema.enum !== undefined || schema.const !== undefined) return []
  switch (schema.type) {
    case 'object': {
      const { properties = {}, additionalProperties } = schema
      if (Object.keys(properties).toSorted().join() === 'from,to' && properties.from?.type === 'integer')
        return [[path, ranges]]
      return [
        ...Object.entries(properties).flatMap(([name, one]) => leaves(one, [...path, name])),
        ...(typeof additionalProperties === 'object' ? leaves(additionalProperties, [...path, 'x']) : []),
      ]
    }
    case 'array':
      return leaves(schema.items ?? {}, [...path, 0])
    case 'string':
      if (schema.format === 'date') return [[path, [...dates, ...halves]]]
      if (schema.pattern?.includes('[1-9]\\d{0,18}')) return [[path, [...noIds, ...halves]]]
      return [[path, path.at(-1) === 'cursor' ? [...cursors, ...beyondAnyCursor, ...halves] : halves]]
    case 'integer':
    case 'number':
      return schema.description?.startsWith('Epoch') ? [[path, instants]] : []
    default:
      return []
  }
}

/** `into` with the value at the path; what is missing on the way is made. */
function placed(into: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value
  if (typeof step === 'number') {
    const list = Array.isArray(into) ? [...into] : []
    list[step] = placed(list[step], rest, value)
    return list
  }
  const record = typeof into === 'object' && into !== null ? (into as Record<string, unknown>) : {}
  return { ...record, [step]: placed(record[step], rest, value) }
}
