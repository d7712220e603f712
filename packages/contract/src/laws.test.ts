import { isPermissionKey } from '@cheyi/domain/permission'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from './index.ts'
import { asksWholeMerchant, bodyLimit, type Call, writesForMerchant } from './kernel/call.ts'
import { Flag } from './kernel/field.ts'
import { besideCalls, openApiDocument, outputSchema } from './kernel/openapi.ts'

/** Every call with its name, `feature.call`. */
const calls: [string, Call][] = Object.entries(contract).flatMap(([feature, rows]) =>
  Object.entries(rows).map(([name, call]): [string, Call] => [`${feature}.${name}`, call]),
)
const chinese = /[一-鿿]/

/** Values that a broken or hostile client may send for a field. */
const badValues: readonly unknown[] = [
  {},
  { x: 1 },
  [],
  [[]],
  [{}],
  [null],
  [1, 2, 3],
  true,
  -1,
  1.5,
  1e300,
  Number.NaN,
  'x',
  '[',
  '{"a":',
  '{"a":1}',
  '0',
  '2026-13-45',
  '9223372036854775808',
  'a\0b',
  '长'.repeat(5000),
  Array.from({ length: 500 }, () => '1'),
]

/** The parts of a JSON schema that the laws read. */
interface Node {
  readonly type?: string
  readonly anyOf?: readonly Node[]
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Node>>
  readonly items?: Node
  readonly maxItems?: number
  readonly maxLength?: number
  readonly maximum?: number
}

/** The parts of a JSON schema that reveal undeclared fields. */
interface Loose {
  readonly type?: string
  readonly properties?: Readonly<Record<string, unknown>>
  readonly items?: unknown
  readonly anyOf?: readonly unknown[]
  readonly required?: readonly string[]
  readonly additionalProperties?: unknown
}

/** Message of a choice without a label; it must only be used for optional fields, which are never refused as missing. */
const anyFlag = Flag.safeParse(undefined).error!.issues[0]!.message

const fieldsOf = (schema: z.ZodType): Record<string, z.ZodType> => {
  if (!(schema instanceof z.ZodObject)) throw new Error('the input of a call is an object')
  return schema.shape as Record<string, z.ZodType>
}

describe('every call', () => {
  it('requires an approved merchant, or does not (a change shows in review)', () => {
    expect(calls.filter(([, call]) => call.inBusiness).map(([name]) => name)).toMatchSnapshot()
  })

  it('is about the whole merchant, or not (a change shows in review)', () => {
    expect(calls.filter(([, call]) => asksWholeMerchant(call)).map(([name]) => name)).toMatchSnapshot()
  })

  it('may be answered by a replica, or not (a change shows in review)', () => {
    const stale = calls.filter(([, call]) => call.stale)
    expect(stale.map(([name]) => name)).toMatchSnapshot()
    // The role of a transaction without a merchant has no access to lists, and a public caller returns no position.
    expect(stale.filter(([, call]) => call.effect === 'write' || call.tenant === 'none')).toEqual([])
  })

  it('has a unique path', () => {
    const routes = calls.map(([, call]) => `${call.method} ${call.path}`)
    expect(routes).toEqual([...new Set(routes)])
  })

  it('has its method, path and permission (a change shows in review)', () => {
    const lines = calls.map(
      ([name, { method, path, permission }]) => `${name} ${method} ${path} ${[permission].flat().join('|')}`,
    )
    expect(lines.join('\n')).toMatchSnapshot()
  })

  it.each(calls)('%s has a consistent declaration', (_, call) => {
    expect(call.path).toMatch(/^\/(api|order)\/[\w/]+$/)
    expect(call.summary).toMatch(chinese)
    if (Array.isArray(call.permission)) expect(call.permission.every(isPermissionKey)).toBe(true)
    if (call.permission === 'public') expect(call.tenant).toBe('none')
    if (call.effect === 'write') expect(call.repeat).toBeDefined()
    else {
      const { repeat, refreshes, changes, audit, upload } = call
      expect({ repeat, refreshes, changes, audit, upload }).toEqual({})
    }
    if (call.whileSuspended) expect(writesForMerchant(call)).toBe(true)
    if (call.audit === false) expect(call.changes).toBe(false)
    // A registration has no merchant yet, and stores its retries itself.
    if (call.repeat === 'key' && call.permission !== 'public') expect(call.tenant).toBeUndefined()
  })

  it.each(calls)('%s names each missing field in Chinese', (_, { input }) => {
    const { error } = input.safeParse({})
    for (const { message, path } of error?.issues ?? []) {
      expect(message, path.join('.')).toMatch(chinese)
      expect(message, path.join('.')).not.toBe(anyFlag)
    }
  })

  it.each(calls)('%s refreshes existing features and reads', (name, call) => {
    const own = name.split('.')[0]
    for (const target of call.refreshes ?? []) {
      expect(target.split('.')[0]).not.toBe(own)
      const named = calls.filter(([other]) => other === target || other.startsWith(`${target}.`))
      expect(
        named.some(([, { effect }]) => effect === 'read'),
        target,
      ).toBe(true)
    }
  })
})

describe('every input', () => {
  it.each(calls)('%s refuses wrong values in Chinese, for every field', (_, call) => {
    for (const [field, schema] of Object.entries(fieldsOf(call.input))) {
      const results = badValues.map((value) => schema.safeParse(value))
      expect(
        results.some(({ success }) => !success),
        `${field} takes anything`,
      ).toBe(true)
      const messages = results.flatMap(({ error }) => error?.issues.map(({ message }) => message) ?? [])
      expect(
        messages.filter((message) => !chinese.test(message)),
        field,
      ).toEqual([])
    }
  })

  it.each(calls)('%s has a Chinese message for what is missing', (_, call) => {
    const messages = call.input.safeParse({}).error?.issues.map(({ message }) => message) ?? []
    expect(messages.filter((message) => !chinese.test(message))).toEqual([])
  })

  it.each(calls)('%s accepts empty text and null for an optional field', (_, call) => {
    for (const [field, schema] of Object.entries(fieldsOf(call.input))) {
      if (!schema.safeParse(undefined).success) continue
      expect(schema.safeParse('').success, field).toBe(true)
      expect(schema.safeParse(null).success, field).toBe(true)
    }
  })

  it.each(calls)('%s has limits for every number, text and list', (_, call) => {
    const unbounded = (node: unknown, path: string): string[] => {
      if (typeof node !== 'object' || node === null) return []
      const schema = node as Record<string, unknown>
      const closed = schema.enum !== undefined || schema.const !== undefined || schema.pattern !== undefined
      const open =
        !closed &&
        ((schema.type === 'string' && schema.maxLength === undefined && schema.format === undefined) ||
          (schema.type === 'array' && schema.maxItems === undefined))
      return [
        ...(open ? [path] : []),
        ...Object.entries(schema).flatMap(([key, value]) => unbounded(value, `${path}/${key}`)),
      ]
    }
    expect(unbounded(z.toJSONSchema(call.input, { io: 'output' }), '')).toEqual([])
  })
})

describe('every body', () => {
  /** Bytes of the largest JSON that a schema allows, with Chinese characters of three bytes each. */
  const largest = (schema: Node): number => {
    if (schema.anyOf) return Math.max(...schema.anyOf.map(largest))
    if (schema.enum) return Math.max(...schema.enum.map((value) => JSON.stringify(value).length))
    const named = Object.entries(schema.properties ?? {}).map(([name, one]) => name.length + 4 + largest(one))
    switch (schema.type) {
      case 'object':
        return named.reduce((sum, bytes) => sum + bytes, 2)
      case 'array':
        return 2 + schema.maxItems! * (1 + largest(schema.items!))
      case 'string':
        return schema.maxLength === undefined ? 22 : 2 + schema.maxLength * 3
      case 'integer':
        return String(schema.maximum ?? '').length + 1
      default:
        return 16
    }
  }

  it.each(calls)('%s has a body limit for the largest input, and no more than that', (_, call) => {
    const { maxBody, permission } = call
    const bytes = largest(z.toJSONSchema(call.input, { io: 'output' }) as Node)
    expect(bytes).toBeLessThanOrEqual(bodyLimit(call))
    if (maxBody !== undefined) {
      expect(bytes).toBeGreaterThan(bodyLimit({ permission }))
      expect(maxBody).toBeLessThan(2 * bytes)
    }
  })
})

describe('every answer', () => {
  it.each(calls)('%s has plain JSON types only, without unions except null', (_, call) => {
    const unions = (node: unknown): unknown[] => {
      if (typeof node !== 'object' || node === null) return []
      const { anyOf, oneOf, allOf, ...rest } = node as Record<string, unknown>
      const found = [anyOf, oneOf, allOf].filter((branches) => branches !== undefined)
      const others = found.filter(
        (branches) => !(Array.isArray(branches) && branches.length === 2 && branches[1].type === 'null'),
      )
      return [...others, ...[...found, rest].flatMap((part) => Object.values(part as object).flatMap(unions))]
    }
    expect(unions(outputSchema(call))).toEqual([])
    expect(z.toJSONSchema(call.output, { io: 'input' })).toBeDefined()
  })

  /** Records whose names are data; their values are declared. */
  const records: Readonly<Record<string, string>> = {
    'lookup.enumerations': 'enumerations by name',
    'merchant.setting.sourceNames': 'channels by code',
    'merchant.detail.sourceNames': 'channels by code',
    'merchant.detail.numbers': 'settings by name, as the catalogue of settings has them',
    'merchant.detail.flags': 'settings by name',
    'merchant.detail.days': 'settings by name',
    'merchant.detail.stores.settings': 'settings by name',
    'payment.payByLink.bridge.params': 'what a page asks of WeChat, as WeChat names it',
  }

  /** Paths at which a row could add undeclared fields to an answer. */
  const loose = (node: unknown, path: string): string[] => {
    const { type, properties = {}, items, anyOf, required = [], additionalProperties } = node as Loose
    if (type === undefined && anyOf === undefined) return [`${path}: anything`]
    return [
      ...(additionalProperties ? [`${path}: record`, ...loose(additionalProperties, path)] : []),
      ...Object.keys(properties).flatMap((name) => (required.includes(name) ? [] : [`${path}.${name}: optional`])),
      ...Object.entries(properties).flatMap(([name, inner]) => loose(inner, `${path}.${name}`)),
      ...[...(items === undefined ? [] : [items]), ...(anyOf ?? [])].flatMap((inner) => loose(inner, path)),
    ]
  }

  /** Objects of an answer that have the id of an order, but not its kind. */
  const kindless = (node: unknown, path: string): string[] => {
    const { properties = {}, items, anyOf } = node as Loose
    return [
      ...('orderId' in properties && !('orderKind' in properties) ? [path] : []),
      ...Object.entries(properties).flatMap(([name, inner]) => kindless(inner, `${path}.${name}`)),
      ...[...(items === undefined ? [] : [items]), ...(anyOf ?? [])].flatMap((inner) => kindless(inner, path)),
    ]
  }

  /** Orders that are only shown as text, without a link to their page. */
  const notOpened = /\.(?:carOut|previous|next|now|busy)$/
  /** Fields of the requested order itself. */
  const ofTheAsked = /\.(?:record|records|pickupRecord)$/
  const asked = ['order.draft', 'order.create', 'instalment.payment', 'selfService.task']

  it('has the kind of each order that it names, so that a link opens the right page', () => {
    const found = calls.flatMap(([name, call]) => kindless(outputSchema(call), name))
    expect(found.filter((path) => !notOpened.test(path) && !ofTheAsked.test(path) && !asked.includes(path))).toEqual([])
    expect(kindless(z.toJSONSchema(z.object({ list: z.array(z.object({ orderId: z.string() })) })), 'it')).toEqual([
      'it.list',
    ])
  })

  it('declares each of its fields, because the serialiser drops undeclared ones of the rows', () => {
    const found = calls.flatMap(([name, call]) => loose(outputSchema(call), name))
    expect(found.toSorted()).toEqual(
      Object.keys(records)
        .map((path) => `${path}: record`)
        .toSorted(),
    )
    const shape = z.object({
      any: z.unknown(),
      loose: z.looseObject({}),
      maybe: z.string().optional(),
      list: z.array(z.any()),
    })
    expect(loose(z.toJSONSchema(shape), 'it')).toEqual([
      'it.maybe: optional',
      'it.any: anything',
      'it.loose: record',
      'it.loose: anything',
      'it.list: anything',
    ])
  })
})

describe('the specification', () => {
  const spelled = [
    ...['base/emun/list', 'list', 'detail', 'bill_detail', 'price/new_calculate', 'create', 'cancel', 'cancel_rule'],
    ...['deposit_policy', 'service_detail', 'pick_retuen', 'update_status', 'available_vehicle/list'],
    ...['plan_vehicle/update', 'pickup_deposit', 'remark/list', 'remark/save', 'certificate/detail', 'get_pay_url'],
    ...['query_pay_result', 'cancel_order_pay'],
  ].map((path) => `/api/order/v1/${path}`)
  spelled.push(
    ...['confirm_pick_return/v1', 'add_att/v1', 'return_expense_item/list/v1', 'pick_up/v1', 'return_vehicle/v1'].map(
      (path) => `/api/order/vehicle/pick_return/${path}`,
    ),
    '/api/order/vehicle/pick_return/v1/last_inspection',
    '/api/user/v1/driver/box',
    '/api/pick_diver/arrange/v1',
    '/api/pick_diver/list/v1',
    '/api/pick_diver/list_by_order/v1',
    '/order/deposit/payDeposit/v1',
    '/api/pick_expense/pick_expense/batch_save/v1',
    '/api/pick_expense/pick_expense/list/v1',
    ...['contract_type', 'pick_return_info', 'status', 'generate_pickup_contract', 'generate_return_contract'].map(
      (path) => `/api/order_contract/v1/${path}`,
    ),
    '/api/merchant/pay/v1/setting',
    '/api/merchant/info/v1/page',
    '/api/login/v1/userInfo',
    '/api/login/v1/switch/merchant',
    '/api/store/v1/storeListByMerchant',
    ...['page', 'set/status', 'detail', 'child/add', 'child/edit'].map((path) => `/api/user/v1/${path}`),
    ...['role/page', 'role/v1/detail', 'menu/v1/tree', 'role/auth'].map((path) => `/api/${path}`),
  )
  const gets = ['/api/order/v1/base/emun/list', '/api/user/v1/driver/box', '/api/merchant/pay/v1/setting']

  it.each(spelled)('%s exists with this spelling', (path) => {
    expect(calls.map(([, call]) => call.path)).toContain(path)
  })

  it.each([...gets, '/api/login/v1/switch/merchant'])('%s is a GET', (path) => {
    expect(calls.find(([, call]) => call.path === path)?.[1].method).toBe('GET')
  })
})

describe('generated files', () => {
  it('the API document describes every call', () => {
    const document = openApiDocument(contract) as {
      paths: Record<string, Record<string, { operationId: string; 'x-errors': unknown }>>
    }
    const described = Object.entries(document.paths)
      .filter(([path]) => !(path in besideCalls))
      .flatMap(([, methods]) => Object.values(methods).map((o) => o.operationId))
    expect(described.toSorted()).toEqual(calls.map(([name]) => name).toSorted())
    const errorsOf = (call: Call) => {
      const errors = document.paths[call.path]?.[call.method.toLowerCase()]?.['x-errors'] as { key: string }[]
      return errors.map(({ key }) => key)
    }
    for (const [name, call] of calls)
      if (writesForMerchant(call)) expect(errorsOf(call), name).toContain('merchantSuspended')
    expect(errorsOf(contract.order.cancel)).toContain('merchantReviewing')
    expect(errorsOf(contract.order.detail)).not.toContain('merchantSuspended')
    expect(JSON.parse(JSON.stringify(document))).toMatchObject({ openapi: '3.1.0' })
  })
})
