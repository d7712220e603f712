import { secretPrefix } from '@cheyi/domain/sales/channel/open-key'
import { testRefusals, testScripts } from '@cheyi/domain/sales/channel/test-life'
import { type CallName, requestOf, signedRequest } from '@cheyi/open-client'
import { type OpenDocument, type Operation, operationsOf, type Schema } from './document.ts'
import { code, h } from './dom.ts'

/*
 * 试调用: signs in the browser with a test key, which is neither stored nor sent. A live key is refused before anything
 * is signed, since its orders are real.
 */

/** Values from earlier answers, for the input of later calls. */
type Known = Record<string, string | number>

export function tryOut(section: HTMLElement, document: OpenDocument): void {
  const operations = operationsOf(document)
  const known: Known = {
    pickupAt: onDay(3),
    returnAt: onDay(4),
    newReturnAt: onDay(5),
    from: onDay(1).slice(0, 10),
    to: onDay(7).slice(0, 10),
    month: onDay(0).slice(0, 7),
    channelOrderNo: newNo(),
    renewalNo: 'R-1',
  }

  const appKey = h('input', {
    name: 'appKey',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: '24位小写字母和数字',
  })
  const secret = h('input', {
    name: 'secret',
    type: 'password',
    autocomplete: 'off',
    placeholder: `${secretPrefix(true)}…`,
  })
  const call = h(
    'select',
    { name: 'call' },
    ...Array.from(operations.values(), ({ operationId, summary }) =>
      h('option', { value: operationId }, `${summary}　${operationId}`),
    ),
  )
  const person = h(
    'select',
    { name: 'person' },
    ...[...Object.values(testScripts).map(({ name }) => name), ...Object.keys(testRefusals)].map((name, i) =>
      h('option', { value: i === 0 ? '周明轩' : name }, i === 0 ? '周明轩（正常取还车）' : name),
    ),
  )
  const input = h('textarea', { name: 'input', rows: '14', spellcheck: 'false' })
  const send = h('button', { type: 'submit' }, '签名并发送')
  const answer = h('div', { 'aria-live': 'polite' })

  const fill = () => {
    const name = call.value as CallName
    input.value = JSON.stringify(sampleOf(operations.get(name)!, { ...known, name: person.value }), null, 2)
  }
  call.addEventListener('change', () => {
    // Each order has a number of its own; later calls name the newest.
    if (call.value === 'createOrder' || call.value === 'checkOrder') known.channelOrderNo = newNo()
    fill()
  })
  person.addEventListener('change', fill)
  fill()

  const form = h(
    'form',
    { class: 'try' },
    h('label', {}, '密钥编号（X-Channel-Key）', appKey),
    h('label', {}, '测试密钥', secret),
    h('label', {}, '接口', call),
    h('label', {}, '承租人（决定测试订单的结果）', person),
    h('label', { class: 'wide' }, '参数（路径、查询串和请求体合在一起）', input),
    send,
  )
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    send.disabled = true
    try {
      const sent = await sendOnce(
        { appKey: appKey.value.trim(), secret: secret.value.trim() },
        call.value as CallName,
        input.value,
      )
      answer.replaceChildren(...shown(sent, operations.get(call.value)!))
      remember(known, sent.body)
    } catch (error) {
      if (error instanceof LiveKey) secret.value = ''
      answer.replaceChildren(h('p', { class: 'wrong', role: 'alert' }, (error as Error).message))
    } finally {
      send.disabled = false
    }
  })
  section.replaceChildren(
    h('h2', {}, '试调用'),
    h(
      'p',
      {},
      '用商家提供的测试密钥在浏览器中签名并调用本服务器。密钥只留在本页内存中，不保存、不发送。建议顺序：连通测试、开放的门店、开放的车型、报价、下单、订单状态、订单事件——后面的参数会自动取前面的结果。',
    ),
    form,
    answer,
  )
}

class LiveKey extends Error {}

interface Sent {
  readonly lines: string
  readonly headers: Readonly<Record<string, string>>
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** @throws LiveKey for a key that is no test key; Error with a message for the user */
async function sendOnce(
  key: { readonly appKey: string; readonly secret: string },
  name: CallName,
  text: string,
): Promise<Sent> {
  if (key.secret === '' || key.appKey === '') throw new Error('请填写密钥编号和测试密钥')
  if (!key.secret.startsWith(secretPrefix(true)))
    throw new LiveKey(
      `这不是测试密钥，已清除。本页只接受以 ${secretPrefix(true)} 开头的测试密钥，请勿把正式密钥粘贴到浏览器中`,
    )
  let input: Record<string, unknown>
  try {
    input = JSON.parse(text)
  } catch (error) {
    throw new Error(`参数不是有效的 JSON：${(error as Error).message}`)
  }
  const { url, lines, ...init } = await signedRequest(requestOf(name, input), key, Date.now())
  let answer: Response
  try {
    answer = await fetch(url, init)
  } catch {
    throw new Error('没有收到应答，请检查网络后重试')
  }
  return { lines, headers: init.headers, status: answer.status, body: await answer.json() }
}

function shown({ lines, headers, status, body }: Sent, operation: Operation): Node[] {
  const error = operation['x-errors'].find((one) => one.code === body.errorCode)
  return [
    h('h3', {}, '应答'),
    h('p', { class: body.success ? 'right' : 'wrong' }, `HTTP ${status}，errorCode ${body.errorCode} ${body.message}`),
    ...(error?.advice === undefined ? [] : [h('p', {}, `处理办法：${error.advice}`)]),
    code(JSON.stringify(body.data, null, 2)),
    h(
      'details',
      {},
      h('summary', {}, '待签名串和请求头'),
      code(lines),
      code(
        Object.entries(headers)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n'),
      ),
    ),
  ]
}

/** Takes the first ids out of an answer, and the price of a quote. */
function remember(known: Known, body: Readonly<Record<string, unknown>>): void {
  const data = (body.data ?? {}) as Record<string, unknown>
  const quote = (data.quote ?? data) as Record<string, unknown>
  for (const from of [
    data,
    quote,
    ...['stores', 'models', 'violations'].map((list) => (data[list] as object[] | undefined)?.[0] ?? {}),
  ])
    for (const name of ['storeId', 'modelId', 'quoteId', 'renewalId', 'violationId'] as const) {
      const value = (from as Record<string, unknown>)[name]
      if (typeof value === 'string') known[name] = value
    }
  if (typeof quote.quoteId === 'string') known.amountFen = quote.totalFen as number
}

/** The required fields of a call, with what is known; the rest of a record is left to the developer. */
function sampleOf({ parameters, requestBody }: Operation, known: Known): Record<string, unknown> {
  const fields: [string, Schema][] = parameters
    .filter(({ required }) => required)
    .map(({ name, schema }) => [name, schema])
  const body = requestBody?.content['application/json'].schema
  const more = 'quoteId' in (body?.properties ?? {}) && known.quoteId !== undefined ? { quoteId: known.quoteId } : {}
  return {
    ...Object.fromEntries(fields.map(([name, schema]) => [name, sampleValue(name, schema, known)])),
    ...recordOf(body, known),
    ...more,
  }
}

const recordOf = (schema: Schema | undefined, known: Known): Record<string, unknown> =>
  Object.fromEntries(
    (schema?.required ?? []).map((name) => [name, sampleValue(name, schema!.properties![name]!, known)]),
  )

function sampleValue(name: string, schema: Schema, known: Known): unknown {
  if (schema.type === 'object') return recordOf(schema, known)
  if (schema.type === 'array') return schema.items === undefined ? [] : [sampleValue(name, schema.items, known)]
  if (name === 'mobile') return '18621070937'
  return known[name] ?? schema.enum?.[0] ?? (schema.type === 'integer' ? 0 : '')
}

const newNo = (): string => `T-${Date.now()}`

/** 10:00 in Shanghai on a later day. */
function onDay(days: number): string {
  const day = new Date(Date.now() + (days * 24 + 8) * 3_600_000).toISOString().slice(0, 10)
  return `${day}T10:00:00+08:00`
}
