import { order as orders } from '@cheyi/contract/booking/order'
import { arrange } from '@cheyi/contract/rental/arrange'
import { pickupReturn } from '@cheyi/contract/rental/pickup-return'
import { source } from '@cheyi/domain/booking/order/codes'
import { film } from '@cheyi/domain/platform/media/testing'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import type { Page } from '@playwright/test'
import type { Api } from './setup/api.ts'
import { drawSignature } from './setup/handover.ts'
import { photograph } from './setup/pictures.ts'
import { book, bookArranged, farAhead } from './setup/prepare.ts'
import { bookKnown } from './setup/rental.ts'
import { expect, test } from './setup/test.ts'

/*
 * The page in a native shell, spoken to by a bridge that shares no code with it: the ten messages by hand, and those that links
 * and pictures have.
 */

interface Asked {
  readonly id: string
  readonly type: string
  readonly payload: Readonly<Record<string, unknown>>
}

/** Puts a shell around the page: it keeps what it was asked, and answers each type with what it is given here. */
async function inShell(
  page: Page,
  answers: Readonly<Record<string, unknown>>,
): Promise<() => Promise<readonly Asked[]>> {
  await page.addInitScript((given) => {
    const asked: Asked[] = []
    const answer = (id: string, more: object) =>
      (window as unknown as { onNativeMessage(text: string): void }).onNativeMessage(
        JSON.stringify({ v: 1, id, ...more }),
      )
    const postMessage = (text: string) => {
      const message: Asked = JSON.parse(text)
      asked.push(message)
      const data = given[message.type]
      if (data === undefined || data === null) return
      setTimeout(() => {
        if (message.type.startsWith('upload')) answer(message.id, { progress: 40 })
        if (data === 'text') return answer(message.id, { ok: true, data: '{no json' })
        if (data === 'denied') return answer(message.id, { ok: false, error: { code: 'DENIED', message: 'no camera' } })
        answer(message.id, { ok: true, data })
      })
    }
    Object.assign(window, { asked, nativeBridge: { postMessage } })
  }, answers)
  return () => page.evaluate(() => (window as unknown as { asked: Asked[] }).asked)
}

test('each message goes to the shell, and its answer or its fault is told', async ({ page, open }) => {
  const asked = await inShell(page, {
    map: { opened: true },
    bindWechat: { code: '081Kq0Ga1' },
    downloadImage: { saved: true },
    share: { shared: true },
    uploadVideo: { items: [{ mediaId: '71', queued: true }] },
    uploadImage: 'text',
    uploadBase64: { mediaId: '73' },
    putStorage: { ok: true },
    openHelloApp: 'denied',
  })
  await open('/native-test?version=8')
  await expect(page.getByText('原生外壳')).toBeVisible()
  await expect(page.getByText('支持', { exact: true })).toBeVisible()
  const told = {
    map: '{"opened":true}',
    bindWechat: '081Kq0Ga1',
    downloadImage: '{"saved":true}',
    share: '{"shared":true}',
    uploadVideo: '"queued":true',
    uploadImage: 'UNREADABLE（提示：解析图片上传结果失败）',
    uploadBase64: 'MISMATCH（提示：上传结果格式不匹配）',
    putStorage: '{"ok":true}',
    openHelloApp: 'DENIED no camera（提示：请在系统设置中允许访问）',
    'invalid-token': '已发出，不等回复',
  }
  for (const [type, words] of Object.entries(told)) {
    await page.getByRole('button', { name: `发送 ${type}` }).click()
    await expect(page.getByRole('status').filter({ hasText: words }).first(), type).toBeVisible()
  }
  const types = (await asked()).map(({ type }) => type)
  for (const type of Object.keys(told)) expect(types).toContain(type)
  const lines = page.getByRole('list', { name: '原始记录' })
  await expect(lines).toContainText('"type":"uploadBase64"')
  await expect(lines).toContainText('{no json')
  const { token } = await page.evaluate(() => ({ token: localStorage.getItem('token') ?? '' }))
  await expect(lines).not.toContainText(token)
})

test('a browser says what it does in place of the shell', async ({ page, open }) => {
  await open('/native-test')
  await expect(page.getByText('浏览器', { exact: true })).toBeVisible()
  await expect(page.getByText('仅外壳').first()).toBeVisible()
  await page.getByRole('button', { name: '发送 openHelloApp' }).click()
  await expect(page.getByText('请先安装App')).toBeVisible()
})

test('a link to pay is shared by the shell', async ({ page, open, as }) => {
  const asked = await inShell(page, { share: { shared: true } })
  const { orderId } = await book(await as(), { name: '分享链接', inHours: farAhead() })
  await open(`/order/fee-detail?orderId=${orderId}`)
  await page.getByRole('button', { name: /^收款/ }).click()
  await page.getByRole('button', { name: '发付款链接给客户' }).click()
  await page.getByRole('button', { name: '分享链接' }).click()
  const shared = async () => (await asked()).filter(({ type }) => type === 'share').map(({ payload }) => payload)
  await expect
    .poll(shared)
    .toEqual([expect.objectContaining({ title: '付款链接', url: expect.stringMatching(/^http/), target: 'session' })])
})

/** The reference shell with the product in it, at one of its pages. */
async function inReferenceShell(page: Page, open: (address: string) => Promise<unknown>, address: string, version = 8) {
  await open(`/native-shell?version=${version}`)
  const joiner = address.includes('?') ? '&' : '?'
  const inside = () => page.frames().find((frame) => frame.parentFrame() === page.mainFrame())!
  // Its first page has come, and goes nowhere else by itself.
  await expect(page.frameLocator('iframe').getByRole('navigation').first()).toBeVisible()
  await inside().goto(`${address}${joiner}version=${version}`)
  return page.frameLocator('iframe')
}

test('an order of a source opens in the app of that source, which may not be there', async ({ page, open, as }) => {
  const { list } = await (await as()).ask(orders.list, { source: [source.travel] })
  const { orderId } = list[0]!
  const shown = await inReferenceShell(page, open, `/order/detail?orderId=${orderId}`)
  const app = shown.getByTitle('在渠道App中打开')
  await app.click()
  await expect(page.getByRole('dialog')).toContainText('cheyi-travel://order/')
  await page.getByRole('button', { name: '打开', exact: true }).click()
  await expect(page.getByRole('list', { name: '消息往来' })).toContainText('"opened":true')

  await page.getByLabel('已安装合作App').uncheck()
  await app.click()
  await expect(shown.getByText('请先安装App')).toBeVisible()

  await shown.getByRole('button', { name: '更多' }).click()
  await expect(shown.getByRole('dialog')).toBeVisible()
  await page.getByRole('button', { name: '返回键' }).click()
  await expect(shown.getByRole('dialog')).toBeHidden()
})

/** An order at its pickup in the reference shell, where the customer has just signed. */
async function signedInShell(page: Page, open: (address: string) => Promise<unknown>, api: Api, name: string) {
  const { orderId, cars } = await bookKnown(api, { name, inHours: 26, days: 1 })
  await api.ask(arrange.plan, { orderId, vehicleId: cars.find(({ group }) => group !== 'conflict')!.vehicleId })
  const shown = await inReferenceShell(page, open, `/order/pickup?orderId=${orderId}`)
  await shown.getByRole('navigation', { name: '办理步骤' }).getByRole('button', { name: '签' }).click()
  await shown.getByRole('button', { name: '客户在纸上签字？上传纸质合同' }).click()
  await photograph(page, shown.getByRole('button', { name: '拍合同页' }), '合同')
  await shown.getByRole('button', { name: '提交合同（1 页）' }).click()
  await drawSignature(page, shown.getByRole('img', { name: /^客户签字/ }))
  await shown.getByLabel('客户已当面核对里程、油电与车损').check()
  await shown.getByRole('button', { name: '确认签字' }).click()
  return { orderId, shown, lines: page.getByRole('list', { name: '消息往来' }) }
}

test('the customer signs by the shell', async ({ page, open, as }) => {
  const { orderId, shown, lines } = await signedInShell(page, open, await as(), '外壳签字')
  await expect(lines).toContainText('"type":"uploadBase64"')
  await expect(shown.getByRole('img', { name: '客户签名' })).toBeVisible()
  // Going on saves the record, which names it: it is there for whoever opens the page anew.
  const saved = page.waitForResponse((answer) => /"signatureId":"\d/.test(answer.request().postData() ?? ''))
  await shown.getByRole('navigation', { name: '办理步骤' }).getByRole('button', { name: '车' }).click()
  await saved
  await page.frames()[1]!.goto(`/order/pickup?orderId=${orderId}&version=8`)
  await shown.getByRole('navigation', { name: '办理步骤' }).getByRole('button', { name: '签' }).click()
  await expect(shown.getByRole('img', { name: '客户签名' })).toBeVisible()
})

test('a signature that the page cannot read for the shell goes as from any browser', async ({ page, open, as }) => {
  await page.addInitScript(() => {
    class Unreadable {
      onerror?: () => void
      set src(_: string) {
        queueMicrotask(() => this.onerror?.())
      }
    }
    Object.assign(window, { Image: Unreadable })
  })
  const { shown, lines } = await signedInShell(page, open, await as(), '浏览器签字')
  await expect(shown.getByRole('img', { name: '客户签名' })).toBeVisible()
  await expect(shown.getByText('签名上传中')).toBeHidden()
  await expect(lines).not.toContainText('"type":"uploadBase64"')
})

test('a video is sent behind the page, over a reload of the shell', async ({ page, open, as }) => {
  const api = await as()
  const { orderId } = await bookArranged(api, { name: '外壳视频', inHours: 5 })
  const filmed = async () => {
    const { record } = await api.ask(pickupReturn.task, { orderId, type: handoverType.pickup })
    return record?.photos.find(({ slot }) => slot === 'video')
  }
  const shown = await inReferenceShell(page, open, `/order/pickup?orderId=${orderId}`)
  await page.getByLabel('视频先不上传').check()
  await shown.getByRole('navigation', { name: '办理步骤' }).getByRole('button', { name: '车' }).click()
  const chosen = page.waitForEvent('filechooser')
  await shown.getByRole('button', { name: '拍环车视频' }).click()
  await (await chosen).setFiles({
    name: '环车.mp4',
    mimeType: 'video/mp4',
    buffer: Buffer.from(film(40_000, 12).buffer),
  })
  await expect(shown.getByRole('button', { name: '删除环车视频' })).toBeVisible()
  await shown.getByRole('button', { name: '存草稿' }).click()
  // The record names it while the phone still has it.
  await expect.poll(filmed).toMatchObject({ coming: true })
  await expect(page.getByText('等待网络，将自动上传')).toBeVisible()

  await page.reload()
  await expect.poll(filmed, { timeout: 30_000 }).toMatchObject({ coming: false, media: { kind: 'video' } })
  await expect(page.getByText('已上传', { exact: true })).toBeVisible()
})

test('below version 8 the page waits for its video, which the record never names before it is there', async ({
  page,
  open,
  as,
}) => {
  const api = await as()
  const { orderId } = await bookArranged(api, { name: '旧外壳视频', inHours: 5 })
  const filmed = async () => {
    const { record } = await api.ask(pickupReturn.task, { orderId, type: handoverType.pickup })
    return record?.photos.find(({ slot }) => slot === 'video')
  }
  const { promise: signalled, resolve: under } = Promise.withResolvers<void>()
  const { promise: signal, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/media\/v1\/part/, async (route) => {
    under()
    await signal
    await route.continue()
  })
  const shown = await inReferenceShell(page, open, `/order/pickup?orderId=${orderId}`, 7)
  await shown.getByRole('navigation', { name: '办理步骤' }).getByRole('button', { name: '车' }).click()
  const chosen = page.waitForEvent('filechooser')
  await shown.getByRole('button', { name: '拍环车视频' }).click()
  await (await chosen).setFiles({
    name: 'car.mp4',
    mimeType: 'video/mp4',
    buffer: Buffer.from(film(40_000, 12).buffer),
  })
  const lines = page.getByRole('list', { name: '消息往来' })
  await expect(lines).toContainText('"type":"uploadVideo"')
  await signalled
  // The shell has not answered, so there is nothing to go on with.
  await expect(lines).not.toContainText('"mediaId"')
  await expect(shown.getByRole('button', { name: '拍环车视频' })).toBeVisible()
  expect(await filmed()).toBeUndefined()

  release()
  await expect(shown.getByRole('button', { name: '删除环车视频' })).toBeVisible()
  await shown.getByRole('button', { name: '存草稿' }).click()
  await expect.poll(filmed).toMatchObject({ coming: false, media: { kind: 'video' } })
})

test('a shell that is signed in has its phone rung', async ({ page, open }) => {
  const shown = await inReferenceShell(page, open, '/native-test')
  await expect(page.getByRole('list', { name: '消息往来' })).toContainText('推送已登记')
  await page.frames()[1]!.goto('/profile?version=8')
  await expect(shown.getByText('App推送').locator('..')).toContainText('已开启')
})
