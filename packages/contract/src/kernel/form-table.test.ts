import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { problemsOf, sendable } from '../../../../web/src/form/form-call.ts'
import { contract } from '../index.ts'
import type { Call } from './call.ts'
import { formTables, type Rules, rulesOf, tableFile, tableName } from './form-table.ts'

const writes: [string, Call][] = Object.entries(contract).flatMap(([feature, calls]) =>
  Object.entries(calls)
    .filter(([, { effect }]: [string, Call]) => effect === 'write')
    .map(([name, call]): [string, Call] => [`${feature}.${name}`, call]),
)

/** Rules that only the server checks; its message is shown at the field after sending. */
const exceptions: Readonly<Record<string, string>> = {
  'merchant.save.licenceNo': 'its check digit; the form asks domain as well',
  'session.login.agree': 'must be true, not given; the page asks before it sends',
  'session.loginByCode.agree': 'as in session.login',
  'session.register.agree': 'as in session.login',
  'invitation.accept.agree': 'as in session.login',
  'violation.fileLeases.leases': 'what was chosen of a list, not typed',
  'ticket.yearlyBatch.tickets': 'as violation.fileLeases',
  'order.exportList.dateRange': 'two ends, read into a period; the filter of a list is no form',
  'invoice.exportAll.period': 'as order.exportList.dateRange',
  'invoice.batchExport.period': 'as order.exportList.dateRange',
  'payment.flowExport.period': 'as order.exportList.dateRange',
  'tax.inputExport.period': 'as order.exportList.dateRange',
  'payment.entriesExport.period': 'as order.exportList.dateRange',
  'channel.keyCreate.ips': 'each is an address or a net; the sheet asks domain',
  'channel.keySave.ips': 'as channel.keyCreate.ips',
  'violation.batch.cases': 'each with the version that its list showed, which nobody types',
}

/** The schema of the value itself, without wrappers. */
function leafOf(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodPipe) return leafOf(schema.out as z.ZodType)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return leafOf(schema.unwrap() as z.ZodType)
  return schema
}

/** Values that a form can have in a field: nothing, and typed values at each limit and beyond. */
function valuesFor(schema: z.ZodType, { int, min, max, match, item, fields, missing, none }: Rules): unknown[] {
  const leaf = leafOf(schema)
  const nothing = none ? [undefined, null] : [undefined]
  const around = [min?.[0], max?.[0]].flatMap((at) => (at === undefined ? [] : [at - 1, at, at + 1]))
  if (leaf instanceof z.ZodNumber) return [...nothing, ...around, ...(int ? [0.5] : [])]
  if (leaf instanceof z.ZodString && (max || match))
    return [
      ...(missing === undefined ? [] : nothing),
      '',
      ' ',
      'x',
      ' x ',
      ...around.filter((length) => length > 0).map((n) => '长'.repeat(n)),
    ]
  if (leaf instanceof z.ZodArray) {
    const items = item ? valuesFor(leaf.element as z.ZodType, item).filter((one) => one !== undefined) : []
    // An empty list is still a list: a form always sends one.
    return [...(missing === undefined ? [] : nothing), [], ...items.map((one) => [one])]
  }
  if (leaf instanceof z.ZodObject && fields) {
    const shape = leaf.shape as Record<string, z.ZodType>
    const whole = Object.fromEntries(Object.entries(fields).map(([name, of]) => [name, valuesFor(shape[name]!, of)]))
    const empty = Object.fromEntries(
      Object.entries(whole).map(([name, values]) => [name, values.includes(undefined) ? undefined : values[0]]),
    )
    return Object.entries(whole).flatMap(([name, values]) => values.map((value) => ({ ...empty, [name]: value })))
  }
  return nothing
}

describe('form tables of the web', () => {
  it('only exist for calls', () => {
    expect(() => formTables(contract, ['price-guess.gen.ts'])).toThrow('price-guess')
  })

  it('a table has the name of its file', () => {
    expect([tableName('price.saveRule'), tableFile('price.saveRule')]).toEqual([
      'priceSaveRule',
      'price-save-rule.gen.ts',
    ])
  })

  it.each(writes)('has the rules of the schema for each field of %s', (name, call) => {
    const table = rulesOf(call)
    const shape = (call.input as unknown as z.ZodObject).shape as Record<string, z.ZodType>
    for (const [field, rules] of Object.entries(table)) {
      const schema = shape[field]!
      for (const value of valuesFor(schema, rules)) {
        const sent = sendable({ [field]: rules }, { [field]: value })
        const asked = schema.safeParse(sent[field]).error?.issues ?? []
        const told = Object.fromEntries(
          asked.toReversed().map(({ path, message }) => [[field, ...path].join('.'), message]),
        )
        if (`${name}.${field}` in exceptions || field === 'version') continue
        expect({ value, told: problemsOf({ [field]: rules }, sent) }).toEqual({ value, told })
      }
    }
  })
})
