import { contract } from '@cheyi/contract/index'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localServer } from '../../outside/local-server.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { inTheEnd } from '../../testing/in-the-end.ts'
import { startServer, stopServers } from '../../testing/servers.ts'
import { bookArranged, payDeposits } from '../../testing/world/handover.ts'
import { openOnlinePay, payLink } from '../../testing/world/online.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'
import { runTimer, startJobs } from '../process/jobs.ts'
import { startTraces } from './start.ts'
import { inRun, recording, traceHeaders, traceOfLog } from './trace.ts'

/* A collector of this process receives what a server records: which steps there are, and that nothing personal is among them. */

interface Step {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly { key: string; value: Record<string, unknown> }[]
}

let bytes = ''
const steps: Step[] = []
const collector = localServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  bytes += `${request.url}\n${JSON.stringify(request.headers)}\n${text}\n`
  for (const { scopeSpans } of JSON.parse(text).resourceSpans)
    for (const { spans } of scopeSpans) steps.push(...(spans as Step[]))
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})

const NAME = '欧阳踏雪'
const MOBILE = '18917263549'
const PLATE = '沪A8K3Z9'
/** What the proxy began. */
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

let t: TestApp
let w: World
let end: (() => Promise<void>) | undefined
let total: number
/** What no step may contain. */
let secrets: string[]

const attributeOf = (step: Step, key: string) => {
  const value = step.attributes.find((one) => one.key === key)?.value
  return value && Object.values(value)[0]
}
const childrenOf = (step: Step) => steps.filter(({ parentSpanId }) => parentSpanId === step.spanId)
const callStep = (call: string) => steps.find((step) => attributeOf(step, 'cheyi.call') === call)!

beforeAll(async () => {
  end = await startTraces(
    { OTEL_EXPORTER_OTLP_ENDPOINT: await collector.url() },
    { service: 'cheyi-server', proxies: ['127.0.0.0/8'] },
  )
  t = await testApp()
  w = await makeWorld(t, { names: { owner: NAME } })
  await t.root.query('update vehicle set plate = $1 where id = $2', [PLATE, w.vehicles.lavida[0]!.id])
  await openOnlinePay(t, w)
  const { orderId, total: fen } = await bookArranged(
    t,
    w,
    { form: { contactName: NAME, contactPhone: MOBILE } },
    { name: NAME, phone: MOBILE },
  )
  total = fen
  const token = w.tokens.owner
  const { paymentId } = await t.call(
    contract.payment.collect,
    { orderId, payKind: payKind.rent, amount: total, payWay: payWay.alipay },
    { token },
  )
  await payLink(t, paymentId)
  await t.call(contract.payment.query, { paymentId }, { token })
  await payDeposits(t, w, orderId)
  await t.call(contract.order.detail, { orderId }, { token })
  await t.call(contract.overview.search, { keyword: MOBILE } as never, { token })
  // Refused, failing, and leading nowhere: with what somebody typed in the address.
  await t.send(contract.order.detail, { orderId: '1', contactName: NAME }, { token })
  await t.app.inject({ url: `/api/nowhere/${MOBILE}/${encodeURIComponent(NAME)}?token=${token}` })
  await t.app.inject({ url: `/s/${encodeURIComponent(PLATE)}?mobile=${MOBILE}` })
  const headers = { token, traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }
  const { headers: answered } = await t.app.inject({
    method: 'POST',
    url: contract.store.list.path,
    headers,
    payload: {},
  })
  expect(answered['x-trace-id']).toBe(TRACE)
  const stop = startJobs(t, [
    {
      installation: [
        {
          name: 'night',
          schedule: { every: 1000 },
          work: async (kernel) => void (await runTimer(kernel, 'noShow', async () => {})),
        },
      ],
    },
  ])
  await inTheEnd(async () =>
    expect((await t.jobs.metrics.registry.metrics()).includes('cheyi_job_end_timestamp_seconds{work="night"}')).toBe(
      true,
    ),
  )
  await stop()
  await t.kernel.afterwards.idle()
  const { rows } = await t.root.query('select order_no, contact_phone_mask from "order" where id = $1', [orderId])
  const yuan = (total / 100).toFixed(2)
  secrets = [
    NAME,
    MOBILE,
    PLATE,
    rows[0].orderNo,
    rows[0].contactPhoneMask,
    yuan,
    '周明轩',
    '测试租车',
    ...Object.values(w.tokens),
  ]
  await end!()
})
afterAll(async () => {
  await t.close()
  await collector.close()
})

describe('a trace', () => {
  it('shows the steps of a call, and its statements by text', () => {
    const call = callStep('order.create')
    expect(call.name).toBe(`POST ${contract.order.create.path}`)
    expect(attributeOf(call, 'http.response.status_code')).toBe(200)
    const transaction = childrenOf(call).find(({ name }) => name === 'transaction')!
    const handler = childrenOf(transaction).find(({ name }) => name === 'handler')!
    const statements = childrenOf(handler)
    expect(childrenOf(call).map(({ name }) => name)).toContain('identify')
    expect(statements.map(({ name }) => name)).toContain('insert order')
    expect(statements.every((one) => one.name === 'wait for a connection' || attributeOf(one, 'db.query.text'))).toBe(
      true,
    )
  })

  it('shows the questions to a vendor by host and template of the path', () => {
    const asked = steps.filter((step) => attributeOf(step, 'url.template') !== undefined)
    expect(asked.length).toBeGreaterThan(0)
    for (const step of asked) expect(attributeOf(step, 'url.template')).toMatch(/^(?!.*\d{3})[\w/.{}-]+$/)
    expect(asked.map(({ traceId }) => traceId)).toContain(callStep('payment.collect').traceId)
  })

  it('shows a run of scheduled work with its statements', () => {
    const run = steps.find(({ name }) => name === 'job night')!
    expect(run.parentSpanId ?? '').toBe('')
    expect(childrenOf(run).map(({ name }) => name)).toEqual(['select timer_due'])
  })

  it('goes on with what the proxy began, and has no line for a request that leads nowhere but its method', () => {
    const call = steps.find(({ traceId }) => traceId === TRACE && attributeOf)!
    expect(steps.filter(({ traceId }) => traceId === TRACE).map(({ name }) => name)).toContain(
      `POST ${contract.store.list.path}`,
    )
    expect(call).toBeDefined()
    expect(
      steps.filter(({ name }) => name === 'GET').map((step) => attributeOf(step, 'http.response.status_code')),
    ).toContain(404)
  })

  it('contains no name, number, plate, token or sum of anybody', () => {
    expect(bytes.length).toBeGreaterThan(50_000)
    const found = secrets.filter((secret) => bytes.includes(secret) || bytes.includes(encodeURIComponent(secret)))
    expect(found).toEqual([])
    // A sum in fen could stand in the digits of a time, so it is looked for in what is told.
    const told = steps.flatMap(({ name, attributes }) => [
      name,
      ...attributes.map(({ value }) => String(Object.values(value)[0])),
    ])
    expect(told.filter((text) => new RegExp(`(?<!\\d)${total}(?!\\d)`).test(text))).toEqual([])
  })
})

it('records nothing once it has ended, and runs what it is given', async () => {
  expect(recording()).toBeUndefined()
  expect([traceHeaders(), traceOfLog()]).toEqual([{}, {}])
  expect(await inRun('nothing', async () => 7)).toBe(7)
  const before = steps.length
  await t.call(contract.store.list, {}, { token: w.tokens.owner })
  expect(steps).toHaveLength(before)
})

it('is sent by the bundled server too, the last steps when it ends', async () => {
  const before = steps.length
  const server = await startServer({
    DATA_DIR: t.kernel.config.dataDir,
    DATABASE_URL: t.database.migratorUrl,
    RATE_LIMIT: 'off',
    OTEL_EXPORTER_OTLP_ENDPOINT: await collector.url(),
    OTEL_SERVICE_NAME: 'cheyi-night',
  })
  const answer = await fetch(server.url + contract.session.userInfo.path, {
    method: 'POST',
    headers: { token: w.tokens.owner },
  })
  const traceId = answer.headers.get('x-trace-id')
  await answer.text()
  await stopServers([server])
  expect(bytes).toContain('"cheyi-night"')
  expect(
    steps
      .slice(before)
      .filter((step) => step.traceId === traceId)
      .map(({ name }) => name),
  ).toContain(`POST ${contract.session.userInfo.path}`)
}, 60_000)
