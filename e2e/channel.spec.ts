import { price } from '@cheyi/contract/pricing/price'
import { quote as quotes } from '@cheyi/contract/pricing/quote'
import { channel } from '@cheyi/contract/sales/channel'
import { addDays, HOUR, localDate, startOfDate } from '@cheyi/domain/time'
import { expect, test } from './setup/test.ts'

const partner = 7

test('a channel is opened, gets its stores, models, prices and stock, sells, rests and closes', async ({
  page,
  as,
  open,
}) => {
  const api = await as('owner')
  const [row] = await api.ask(price.rules, { kind: 'short' })
  const pickupAt = startOfDate(addDays(localDate(Date.now()), 110)) + 10 * HOUR
  const trip = { storeId: row!.storeId, modelId: row!.modelId, pickupAt, returnAt: pickupAt + 24 * HOUR }
  const rent = async (source: 1 | 7) => {
    const { lines } = await api.ask(quotes.quote, { ...trip, source })
    return lines.filter(({ code }) => code === 'rent').reduce((sum, { amount }) => sum + amount, 0)
  }
  const ordinary = await rent(1)

  await open('/channelManage', 'channel')
  await expect(page.getByText('30 天渠道单')).toBeVisible()
  await expect(page.getByText('平台接入后自行查询和下单')).toBeVisible()
  const cell = page.locator('.record-card', { hasText: '合作渠道七' })
  await cell.getByRole('button', { name: '申请开通' }).click()
  await expect(page.getByRole('heading', { name: '合作渠道七', level: 1 })).toBeVisible()

  await page.getByRole('button', { name: '启用', exact: true }).click()
  await expect(page.getByText('请至少完成一个门店和一个车型的映射')).toBeVisible()
  for (const tab of ['门店', '车型']) {
    await page.getByRole('tab', { name: tab }).click()
    await page.getByRole('button', { name: '全部开放' }).click()
    await expect(page.getByText(/^已开放 \d+/)).toBeVisible()
    await expect(page.getByRole('button', { name: '全部开放' })).toBeHidden()
  }
  await page.getByRole('tab', { name: '价格' }).click()
  await page.locator('label', { hasText: /^加价$/ }).click()
  await page.getByRole('button', { name: /^保存/ }).click()
  await expect(page.getByText('请填写加减价比例')).toBeVisible()
  await page.getByRole('textbox', { name: '加价' }).fill('10')
  await expect(page.getByText('渠道日价 ¥295.00')).toBeVisible()
  await page.getByRole('tab', { name: '库存' }).click()
  await page.locator('label', { hasText: /^固定上限$/ }).click()
  await page.getByRole('textbox', { name: '车辆数' }).fill('2')
  await page.getByRole('button', { name: /^保存/ }).click()
  await expect(page.getByText('渠道设置已保存')).toBeVisible()
  await page.getByRole('tab', { name: '基础' }).click()
  await page.getByRole('button', { name: '启用', exact: true }).click()
  await expect(page.getByRole('status').getByText('合作渠道七已启用')).toBeVisible()
  const raised = await rent(partner)
  expect(raised % 100).toBe(0)
  expect(Math.abs(raised - ordinary * 1.1)).toBeLessThanOrEqual(50)

  await page.goBack()
  const card = page.locator('.record-card', { hasText: '合作渠道七' })
  await expect(card).toContainText('最多售 2 辆')
  await expect(card).toContainText('+10%')
  await card.getByRole('switch', { name: '合作渠道七在售' }).click({ force: true })
  await page.getByRole('dialog').getByRole('button', { name: '暂停' }).click()
  await expect(card).toContainText('已暂停')
  await expect(rent(partner)).rejects.toThrow('渠道已暂停')

  await card.getByRole('link', { name: '合作渠道七' }).click()
  await page.getByRole('button', { name: '关闭', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '关闭', exact: true }).click()
  await expect(page.getByRole('status').getByText('合作渠道七已关闭')).toBeVisible()
  expect((await api.ask(channel.detail, { source: partner })).status).toBe(0)
})

test("a channel's own lists of stores and models are matched in six taps, and nothing is open before", async ({
  page,
  as,
  open,
}) => {
  const source = 8
  const api = await as('channel')
  const { version, status } = await api.ask(channel.detail, { source })
  if (status === 0) await api.ask(channel.action, { source, action: 'apply', version })
  const [stores, models] = await Promise.all([
    api.ask(channel.mappings, { source, kind: 'store' }),
    api.ask(channel.mappings, { source, kind: 'model' }),
  ])
  const list = (rows: typeof stores, count: number, letter: string) =>
    rows
      .slice(0, count)
      .map(({ name }, i) => `${letter}${i + 1}\t${name}`)
      .join('\n')
  await open(`/channelManage/${source}`, 'channel')
  let taps = 0
  const tap = async (target: ReturnType<typeof page.getByRole>) => {
    taps++
    await target.click()
  }
  for (const [tab, rows, count] of [
    ['门店', stores, 2],
    ['车型', models, 5],
  ] as const) {
    await tap(page.getByRole('tab', { name: tab }))
    await tap(page.getByRole('button', { name: '按渠道清单匹配' }))
    await page
      .getByRole('textbox', { name: '渠道清单' })
      .fill(`${list(rows, count, tab === '门店' ? 'S' : 'M')}\nX9 月球店`)
    await expect(page.getByText('没有相近的')).toBeVisible()
    const kind = tab === '门店' ? 'store' : 'model'
    const openNow = async () =>
      (await api.ask(channel.mappings, { source, kind })).filter(({ theirCode }) => theirCode !== null).length
    expect(await openNow()).toBe(0)
    await tap(page.getByRole('button', { name: `确认匹配 ${count} 项` }))
    await expect(page.getByText(`已按清单开放 ${count} ${tab === '门店' ? '家门店' : '款车型'}`)).toBeVisible()
    expect(await openNow()).toBe(count)
    await expect(page.getByText(`渠道编码 ${tab === '门店' ? 'S' : 'M'}1`)).toBeVisible()
  }
  expect(taps).toBeLessThanOrEqual(6)
  // As it was, for whoever runs it again.
  for (const [kind, rows] of [
    ['store', stores],
    ['model', models],
  ] as const)
    await api.ask(channel.saveMappings, {
      source,
      kind,
      rows: rows.map(({ id }) => ({ id, theirCode: null, theirName: '' })),
    })
})

test('a platform’s key is narrowed and switched off by one person, and a new one asks for a second', async ({
  page,
  open,
}) => {
  await open('/channelManage/2?tab=connect', 'owner')
  const card = page.locator('.card', { hasText: '正式环境' })
  await expect(card).toContainText('门店车型、库存、价格、订单')
  await expect(page.getByText('/open/v1', { exact: false }).first()).toBeVisible()
  await card.getByRole('button', { name: '修改' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('textbox', { name: '来源地址' }).fill('不是地址')
  await sheet.getByRole('button', { name: '保存' }).click()
  await expect(sheet.getByText('「不是地址」不是IP或网段')).toBeVisible()
  await sheet.getByRole('textbox', { name: '来源地址' }).fill('203.0.113.0/24')
  await sheet.getByRole('checkbox', { name: '价格' }).uncheck({ force: true })
  await sheet.getByRole('switch', { name: '启用' }).click({ force: true })
  await sheet.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('status').getByText('密钥设置已保存')).toBeVisible()
  await expect(card).toContainText('门店车型、库存、订单')
  await expect(card).toContainText('停用')

  await page.getByRole('button', { name: '新建密钥' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: '密钥名称' }).fill('联调')
  await page.getByRole('dialog').getByRole('button', { name: '新建', exact: true }).click()
  await expect(page.getByText('需另一名有权限的人员确认').first()).toBeVisible()
})
