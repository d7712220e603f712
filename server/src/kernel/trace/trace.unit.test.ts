import { globSync, readFileSync } from 'node:fs'
import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Refusal } from '@cheyi/domain/refusal'
import { InMemorySpanExporter, type ReadableSpan, type SpanExporter } from '@opentelemetry/sdk-trace'
import { describe, expect, it } from 'vitest'
import { maskedStatement, nameOfStatement, pathTemplate } from './masked.ts'
import { Recording } from './recorder.ts'
import { collectorOf } from './start.ts'

describe('what stands in a trace', () => {
  it.each([
    [
      "select id from \"order\" where name = '王''芳' and no = 18917263549",
      `select id from "order" where name = '?' and no = ?`,
    ],
    [
      'select $12345, q12345,\n  3 from x where state in (1, 2)',
      'select $12345, q12345, 3 from x where state in (1, 2)',
    ],
  ])('masks literals: %s', (text, masked) => expect(maskedStatement(text)).toBe(masked))

  it.each([
    ['insert into "order" (id) values ($1)', 'insert order'],
    ['with x as (select 1) update order_log set a = 1', 'with order_log'],
    ['begin read only', 'begin'],
    ["select set_config('role', $1, true)", 'select'],
  ])('names %s', (text, name) => expect(nameOfStatement(text)).toBe(name))

  it.each([
    ['/v3/pay/transactions/out-trade-no/P2611200001', '/v3/pay/transactions/out-trade-no/{}'],
    ['/cgi-bin/stable_token', '/cgi-bin/stable_token'],
    ['/hook/AbCdEfGhIjKlMnOpQrStUvWxYzAbCdEfGhIj', '/hook/{}'],
    ['/gateway.do', '/gateway.do'],
    ['/%E6%9D%8E', '/{}'],
  ])('takes ids out of %s', (path, template) => expect(pathTemplate(path)).toBe(template))
})

const recorded = (exporter: SpanExporter, delivery?: ConstructorParameters<typeof Recording>[0]['delivery']) =>
  new Recording({ exporter, process: { 'service.name': 'test' }, share: 1, proxies: ['10.0.0.0/24', '::1'], delivery })

describe('a recorder', () => {
  it('says of a failure its kind and never its words', async () => {
    const exporter = new InMemorySpanExporter()
    const recorder = recorded(exporter)
    const fail = (error: unknown) =>
      recorder.root('job', {}, () => recorder.step('step', {}, () => Promise.reject(error))).catch(() => {})
    await fail(Object.assign(new Error('王芳 18917263549'), { code: '23505' }))
    await fail(new Refusal('badInput', { 字段: '王芳' }))
    await recorder.flush()
    const spans = exporter.getFinishedSpans()
    expect(spans.map(({ attributes }) => attributes)).toEqual([
      { 'error.type': '23505' },
      { 'error.type': '23505' },
      { 'cheyi.refusal': 'badInput' },
      { 'cheyi.refusal': 'badInput' },
    ])
    expect(
      JSON.stringify(spans.map(({ attributes, events, status, name }) => [attributes, events, status, name])),
    ).not.toContain('王芳')
    await recorder.close()
  })

  it('records no step of what outlives its call', async () => {
    const exporter = new InMemorySpanExporter()
    const recorder = recorded(exporter)
    let later: (() => Promise<void>) | undefined
    const { promise, resolve } = Promise.withResolvers<void>()
    await recorder.root('call', {}, async () => {
      later = () => promise.then(() => recorder.step('stream', {}, async () => {}))
      // Begun inside, going on afterwards.
      void later()
    })
    resolve()
    await promise
    await recorder.flush()
    expect(exporter.getFinishedSpans().map(({ name }) => name)).toEqual(['call'])
    await recorder.close()
  })

  it.each([
    ['10.0.0.7', true],
    ['::ffff:10.0.0.7', true],
    ['::1', true],
    ['10.0.1.7', false],
    ['203.0.113.9', false],
  ])('goes on with a trace that %s sends: %s', async (remoteAddress, taken) => {
    const recorder = recorded(new InMemorySpanExporter())
    const id = '4bf92f3577b34da6a3ce929d0e0e4736'
    const headers = { traceparent: `00-${id}-00f067aa0ba902b7-01` }
    const request = { url: '/api/x', method: 'POST', headers, socket: { remoteAddress } } as never
    const given = recorder.arrives(request)
    expect(given === id).toBe(taken)
    expect(given).toMatch(/^[\da-f]{32}$/)
    let header: string | undefined
    recorder.enter(request, () => {
      header = recorder.header()
    })
    expect(header).toMatch(new RegExp(`^00-${given}-[\\da-f]{16}-01$`))
    await recorder.close()
  })

  it.each(['', '00-0000-1-01', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, 'x'.repeat(5000)])(
    'begins a trace of its own for %j',
    async (traceparent) => {
      const recorder = recorded(new InMemorySpanExporter())
      const request = { url: '/', headers: { traceparent }, socket: { remoteAddress: '::1' } } as never
      expect(recorder.arrives(request)).toMatch(/^(?!0+$)[\da-f]{32}$/)
      await recorder.close()
    },
  )
})

/** A collector that answers when told. */
function slowExporter() {
  const batches: { spans: ReadableSpan[]; done: (result: { code: number }) => void }[] = []
  const exporter: SpanExporter = {
    export: (spans, done) => void batches.push({ spans, done }),
    shutdown: async () => {},
  }
  return { batches, exporter }
}

describe('steps on their way', () => {
  const limits = { most: 3, batch: 2, pause: 60_000 }
  const nothing = async () => {}

  it('wait up to a limit, hold nobody up, and are counted when they find no room', async () => {
    const { batches, exporter } = slowExporter()
    const recorder = recorded(exporter, limits)
    for (let n = 0; n < 7; n++) await recorder.root(`run ${n}`, {}, nothing)
    // Two are under way, three wait.
    expect([batches.length, recorder.lost]).toEqual([1, 2])
    // The collector refuses what it was sent: that is lost too, and what waits is kept for the next message.
    batches[0]!.done({ code: 1 })
    await recorder.flush()
    expect([batches.length, recorder.lost]).toEqual([1, 4])
  })

  it('are lost when an exporter throws, and the work goes on', async () => {
    const exporter: SpanExporter = {
      export() {
        throw new Error('no')
      },
      shutdown: async () => {},
    }
    const recorder = recorded(exporter, limits)
    expect(await recorder.root('run', {}, async () => 5)).toBe(5)
    await recorder.flush()
    expect(recorder.lost).toBe(1)
    await recorder.close()
  })
})

describe('the collector', () => {
  it('is named by the variables of OpenTelemetry', () => {
    expect(collectorOf({})).toBeUndefined()
    expect(collectorOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel:4318', OTEL_SDK_DISABLED: 'true' })).toBeUndefined()
    expect(collectorOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel:4318/', OTEL_TRACES_SAMPLER_ARG: '0.1' })).toEqual({
      url: 'http://otel:4318/v1/traces',
      share: 0.1,
      service: undefined,
    })
    for (const wrong of ['otel:4318', 'ftp://x', 'http://me:secret@otel'])
      expect(() => collectorOf({ OTEL_EXPORTER_OTLP_ENDPOINT: wrong })).toThrow('OTEL_EXPORTER_OTLP_ENDPOINT')
    expect(() => collectorOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x', OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow(
      'OTEL_TRACES_SAMPLER_ARG',
    )
  })

  it('that is not named costs nothing: only what is loaded for one imports the SDK, and no adapter goes past what is recorded', () => {
    const root = fileURLToPath(new URL('../..', import.meta.url))
    const sources = globSync('**/*.ts', { cwd: root }).filter((path) => !/\.(unit\.)?test\.ts$/.test(path))
    const where = (pattern: RegExp) =>
      sources
        .filter((path) => pattern.test(readFileSync(`${root}/${path}`, 'utf8')))
        .map((path) => path.split(sep).join('/'))
    expect(where(/ from '@opentelemetry\//).toSorted()).toEqual([
      'kernel/trace/delivery.ts',
      'kernel/trace/recorder.ts',
    ])
    expect(where(/from '[./a-z-]*\/(?:delivery|recorder)\.ts'/)).toEqual(['kernel/trace/recorder.ts'])
    expect(where(/\bfetch\(/).filter((path) => path.startsWith('outside/') && !path.includes('simulator'))).toEqual([
      'outside/vendor-fetch.ts',
    ])
  })
})
