import { createHash, createHmac, randomUUID } from 'node:crypto'
import { session } from '@cheyi/contract/platform/session'
import { simulation } from '@cheyi/contract/platform/simulation'
import { price } from '@cheyi/contract/pricing/price'
import { channel } from '@cheyi/contract/sales/channel'
import { stringToSign } from '@cheyi/domain/sales/channel/signing'
import { addDays, HOUR, localDate, MINUTE, startOfDate, toIso } from '@cheyi/domain/time'
import type { Api } from './setup/api.ts'
import { tryTable } from './setup/tables.ts'
import { expect, test } from './setup/test.ts'

/* A channel from its opening to the statement of its month; the platform is this test, which signs its own requests. */

const source = 5
const name = '合作渠道五'

interface Key {
  readonly appKey: string
  readonly secret: string
}

/** A person who alone has the right waits ten minutes and then confirms by a code. */
const LATER = { 'x-later': String(11 * MINUTE) }

/** A key of the platform, made by the owner, who alone may in the demo. */
async function makeKey(baseUrl: string, { token }: Api): Promise<Key> {
  const send = async (path: string, body: object, headers: object = {}) => {
    const answer = await fetch(new URL(path, baseUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), token, ...headers },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as { data: never }
  }
  const body = { source, name: '联调', scopes: ['catalog', 'stock', 'price', 'order'], ips: [] }
  const { path } = channel.keyCreate
  const { approvalId } = (await send(path, body)).data as { approvalId: string }
  await send(session.sendCode.path, { scene: 'stepup' }, LATER)
  const { list } = (await send(simulation.messages.path, {}, LATER)).data as { list: { text: string }[] }
  const code = list.map(({ text }) => /验证码 (\d{6})，用于身份确认/.exec(text)?.[1]).find(Boolean)!
  const proof = { ...LATER, 'x-approval-id': approvalId, 'x-step-up-code': code }
  return (await send(path, body, proof)).data as Key
}

interface Answer<T> {
  readonly success: boolean
  readonly errorCode: number
  readonly data: T
}

/** Sends a signed request as the platform does. */
async function ask<T>(baseUrl: string, { appKey, secret }: Key, path: string, body: object): Promise<Answer<T>> {
  const raw = JSON.stringify(body)
  const [timestamp, nonce] = [String(Date.now()), randomUUID()]
  const bodyHash = createHash('sha256').update(raw).digest('hex')
  const signed = stringToSign({ method: 'POST', path, query: '', bodyHash, timestamp, nonce })
  const answer = await fetch(new URL(path, baseUrl), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-channel-key': appKey,
      'x-timestamp': timestamp,
      'x-nonce': nonce,
      'x-signature': createHmac('sha256', secret).update(signed).digest('hex'),
    },
    body: raw,
  })
  return (await answer.json()) as Answer<T>
}

/** The next pickup in opening hours that is at least three hours ahead, so that its cancellation costs a penalty. */
function soon(): number {
  const today = startOfDate(localDate(Date.now()))
  const times = [10, 16, 34, 40].map((hour) => today + hour * HOUR)
  return times.find((at) => at > Date.now() + 3 * HOUR)!
}

test('a channel is connected, sells, is paused; a failed request is replayed, and four differences of its statement are found', async ({
  page,
  open,
  as,
  baseURL,
}) => {
  const base = baseURL!
  const owner = await as('owner')
  await open('/channelManage', 'owner')
  await page.locator('.record-card', { hasText: name }).getByRole('button', { name: '申请开通' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  for (const tab of ['门店', '车型', '服务']) {
    await page.getByRole('tab', { name: tab }).click()
    await page.getByRole('button', { name: '全部开放' }).click()
    await expect(page.getByRole('button', { name: '全部开放' })).toBeHidden()
  }
  await page.getByRole('tab', { name: '基础' }).click()
  await page.getByRole('button', { name: '启用', exact: true }).click()
  await expect(page.getByRole('status').getByText(`${name}已启用`)).toBeVisible()

  // It sells: each pool in turn, until one has a car for the time.
  const key = await makeKey(base, owner)
  const pools = await owner.ask(price.rules, { kind: 'short' })
  const customer = { name: '周明轩', mobile: '18621070937' }
  /** A request for an order that the channel can sell. */
  const asking = async (pickupAt: number, no: string) => {
    const times = { pickupAt: toIso(pickupAt), returnAt: toIso(pickupAt + 24 * HOUR) }
    for (const { storeId, modelId } of pools) {
      const trip = { storeId, modelId, ...times }
      const quote = await ask<{ totalFen: number; sellable: number }>(base, key, '/open/v1/quote', trip)
      if (quote.success && quote.data.sellable > 0)
        return { ...trip, channelOrderNo: no, amountFen: quote.data.totalFen, customer, payment: 'prepaid' }
    }
    throw new Error('没有可售的车型')
  }
  const place = (body: object) =>
    ask<{ orderId: string; totalFen: number; duplicate: boolean }>(base, key, '/open/v1/orders', body)
  const far = startOfDate(addDays(localDate(Date.now()), 95)) + 10 * HOUR
  const run = Date.now()
  const agreed = (await place(await asking(far, `A-${run}`))).data
  const more = (await place(await asking(far, `B-${run}`))).data
  expect(await place(await asking(soon(), `C-${run}`))).toMatchObject({ success: true })
  const cancelled = await ask<{ penaltyFen: number }>(base, key, `/open/v1/orders/C-${run}/cancel`, {})
  expect(cancelled.data.penaltyFen).toBeGreaterThan(0)

  // What staff cancel is the platform's to cancel.
  await open(`/order/cancel?orderId=${agreed.orderId}`, 'owner')
  await expect(page.getByText(`平台订单：${name} A-${run}，请先让平台取消`)).toBeVisible()

  // Paused, it takes no order; on sale again, the failed request is replayed once.
  const turn = async (word: '暂停' | '恢复') => {
    await open(`/channelManage/${source}`, 'owner')
    await page.getByRole('button', { name: word, exact: true }).click()
    const question = page.getByRole('dialog').getByRole('button', { name: word, exact: true })
    if (word === '暂停') await question.click()
    await expect(page.getByRole('status').getByText(`${name}已${word}`)).toBeVisible()
  }
  const lost = await asking(far + 240 * HOUR, `D-${run}`)
  await turn('暂停')
  expect(await place(lost)).toMatchObject({ errorCode: 9010 })
  await turn('恢复')
  await page.getByRole('tab', { name: '日志' }).click()
  await page.getByRole('radio', { name: '失败' }).check({ force: true })
  const failed = page.locator('.record-card', { hasText: `D-${run}` })
  await expect(failed).toContainText('错误码 9010')
  await failed.getByRole('button', { name: '收到 · POST /open/v1/orders' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '重放', exact: true }).click()
  await page
    .getByRole('dialog', { name: /^按现在的时间和规则重放/ })
    .getByRole('button', { name: '重放' })
    .click()
  await expect(page.getByText('已重放成功')).toBeVisible()
  expect(await place(lost)).toMatchObject({ success: true, data: { duplicate: true } })

  // The statement of the month: one line agrees, one has another sum, one names no order, and one order is missing.
  const month = localDate(Date.now()).slice(0, 7)
  await open(`/channelManage/${source}?tab=statement&month=${month}`, 'owner')
  await page.getByRole('button', { name: '导入对账单' }).click()
  const yuan = (fen: number) => (fen / 100).toFixed(2)
  const table = [
    ['渠道订单号', '结算金额', '佣金', '类型'],
    [`A-${run}`, yuan(agreed.totalFen), '0', '结算'],
    [`B-${run}`, yuan(more.totalFen + 500), '0', '结算'],
    [`X-${run}`, '88.00', '0', '结算'],
  ]
  await tryTable(page, '对账单.csv', table)
  await page.getByRole('button', { name: /^导入/ }).last().click()
  await expect(page.getByText('导入完成')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: '查看对账' }).click()
  const line = (no: string) => page.locator('.cell', { hasText: no })
  await expect(line(`A-${run}`)).toContainText('一致')
  await expect(line(`B-${run}`)).toContainText('金额不符')
  await expect(line(`X-${run}`)).toContainText('我方缺失')
  await expect(line(`C-${run}`)).toContainText('渠道缺失')

  await line(`X-${run}`).getByRole('button', { name: '处理' }).click()
  const sheet = page.getByRole('dialog', { name: `X-${run}` })
  await sheet.getByRole('button', { name: '平台多计' }).click()
  await expect(sheet.getByText('请填写说明')).toBeVisible()
  await sheet.getByRole('textbox', { name: '说明' }).fill('平台重复计费')
  await sheet.getByRole('button', { name: '平台多计' }).click()
  await expect(line(`X-${run}`)).toContainText('平台多计')
  for (const no of [`B-${run}`, `C-${run}`]) {
    await line(no).getByRole('button', { name: '处理' }).click()
    await page.getByRole('dialog', { name: no }).getByRole('textbox', { name: '说明' }).fill('已与平台核对')
    await page.getByRole('dialog', { name: no }).getByRole('button', { name: '按渠道金额入账' }).click()
    await expect(line(no)).toContainText('已入账')
  }
})

test('a message that was given up is on the home page, and is sent again', async ({ page, open }) => {
  await open('/', 'channel')
  await page.getByRole('link', { name: /渠道回调未送达/ }).click()
  await expect(page.getByText('1 条回调两天内未送达')).toBeVisible()
  await page.getByRole('radio', { name: '未送达' }).check({ force: true })
  await page.locator('.record-card', { hasText: '已试 14 次' }).getByRole('button', { name: '重发' }).click()
  await expect(page.getByText('已安排重发')).toBeVisible()
  await expect(page.getByText('1 条回调两天内未送达')).toBeHidden()
})
