import { type RefusalKey, refusals } from '@cheyi/domain/refusal'
import { describe, expect, it } from 'vitest'
import { contract } from './index.ts'
import type { OpenCall } from './kernel/open-call.ts'
import { openDocument } from './kernel/open-document.ts'
import { openApiDocument } from './kernel/openapi.ts'
import { openStatusOf, statusOf } from './kernel/statuses.ts'
import { openContract } from './sales/open-api.ts'

/* Requirements of client generators on an OpenAPI document, for both served documents. */

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean }[]
  readonly responses: Readonly<Record<string, { readonly description?: string; readonly $ref?: string }>>
  readonly 'x-errors'?: readonly { readonly key: RefusalKey; readonly code: number; readonly status: number }[]
}
interface Document {
  readonly openapi: string
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Schema {
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}
interface Body {
  readonly content: { readonly 'application/json': { readonly schema: Schema } }
}
interface Told {
  readonly operationId: string
  readonly parameters: readonly (Schema & { readonly name: string })[]
  readonly requestBody?: Body
  readonly responses: Readonly<Record<string, Body & { readonly description: string }>>
  readonly 'x-errors': readonly {
    readonly key: RefusalKey
    readonly code: number
    readonly status: number
    readonly advice: string
  }[]
}

const own = openApiDocument(contract, 'https://rent.example')
const open = openDocument(openContract, 'https://rent.example')

describe.each([
  ['of our own calls', own as unknown as Document],
  ['of the open API', open as unknown as Document],
])('the document %s', (_, document) => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )
  const resolved = (ref: string) =>
    ref
      .replace('#/', '')
      .split('/')
      .reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], document)

  it('has its version and server', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://rent.example' }] })
    expect((openApiDocument(contract) as unknown as Document).servers).toEqual([{ url: '/' }])
  })

  it('names each operation once, by letters and dots, with a summary', () => {
    const ids = operations.map(({ operationId }) => operationId)
    expect(ids.filter((id, at) => !/^[A-Za-z]+(\.[A-Za-z]+)?$/.test(id) || ids.indexOf(id) !== at)).toEqual([])
    expect(operations.filter(({ summary }) => !summary)).toEqual([])
  })

  it('has no dangling reference', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref!)
    expect(refs.length).toBeGreaterThan(operations.length)
    expect([...new Set(refs)].filter((ref) => typeof resolved(ref) !== 'object')).toEqual([])
  })

  it('declares every parameter of a path, and no others', () => {
    for (const { path, method, parameters = [] } of operations) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const declared = parameters.filter((one) => one.in === 'path')
      expect(declared.map(({ name }) => name).toSorted(), `${method} ${path}`).toEqual(named.toSorted())
      expect(declared.every(({ required }) => required)).toBe(true)
    }
  })

  it('describes the success of each operation, refusals by 4xx and faults by 5xx', () => {
    for (const { path, method, responses } of operations) {
      const statuses = Object.keys(responses)
      for (const kind of [/^2\d\d$/, /^4\d\d$/, /^5\d\d$/])
        expect(
          statuses.some((status) => kind.test(status)),
          `${method} ${path}: ${kind}`,
        ).toBe(true)
      for (const [status, response] of Object.entries(responses)) {
        const { description } = (response.$ref ? resolved(response.$ref) : response) as { description?: string }
        expect(description, `${method} ${path}: ${status}`).toBeTruthy()
      }
    }
  })

  it('lists the status of every refusal among its answers, with its code', () => {
    for (const { path, method, responses, 'x-errors': errors = [] } of operations)
      for (const { key, code, status } of errors) {
        expect(code).toBe(refusals[key].code)
        const response = responses[status]
        expect(response, `${method} ${path}: ${key}`).toBeDefined()
        if (status === 200) continue
        const answer = response!.$ref ? resolved(response!.$ref) : response
        const { content } = answer as { content: Record<string, { schema: { allOf: readonly unknown[] } }> }
        expect(content['application/json']!.schema.allOf[1]).toMatchObject({
          properties: { errorCode: { enum: expect.arrayContaining([code]) } },
        })
      }
  })
})

it('lists every refusal that a call declares', () => {
  const listed = (document: unknown, path: string, method: string) =>
    ((document as Document).paths[path]![method.toLowerCase()]!['x-errors'] ?? []).map(({ key }) => key)
  for (const calls of Object.values(contract))
    for (const call of Object.values(calls))
      expect(listed(own, call.path, call.method)).toEqual(expect.arrayContaining([...(call.refusals ?? [])]))
  for (const call of Object.values(openContract) as OpenCall[])
    expect(listed(open, call.path.replace(/:(\w+)/g, '{$1}'), call.method)).toEqual(
      expect.arrayContaining([...(call.refusals ?? [])]),
    )
})

it('names every field of the open API, and for each refusal what to do', () => {
  const unnamed = new Set<string>()
  const look = (schema: Schema, name: string): void => {
    if (!schema.description) unnamed.add(name)
    for (const [field, one] of Object.entries(schema.properties ?? {})) look(one, field)
    for (const one of [...[schema.items ?? []].flat(), ...(schema.anyOf ?? [])])
      look({ ...one, description: name }, name)
  }
  const { paths } = open as unknown as { paths: Record<string, Record<string, Told>> }
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  for (const { operationId, parameters, requestBody, responses, 'x-errors': errors } of operations) {
    for (const one of parameters) look(one, one.name)
    const sent = requestBody?.content['application/json'].schema
    const answered = responses[200]!.content['application/json'].schema.oneOf![0]!.properties!.data!
    for (const one of [sent, answered]) if (one !== undefined) look({ ...one, description: operationId }, operationId)
    for (const { key, code, status, advice } of errors) {
      expect(advice, key).toBeTruthy()
      expect(responses[status]!.description).toContain(`${code} ${refusals[key].message}** ${advice}`)
    }
  }
  expect([...unnamed]).toEqual([])
})

it('has a separate status for what clients without our codes must know', () => {
  const of = (key: RefusalKey) => [statusOf(refusals[key].code), openStatusOf(refusals[key].code)]
  expect(of('badInput')).toEqual([200, 400])
  expect(of('openSignatureWrong')).toEqual([200, 401])
  expect(of('openScopeMissing')).toEqual([200, 403])
  expect(of('tooFrequent')).toEqual([429, 429])
  expect(of('planPending')).toEqual([200, 503])
  expect(of('internal')).toEqual([500, 500])
  expect(of('openNoStock')).toEqual([200, 200])
})
