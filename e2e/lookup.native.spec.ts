import type { Page } from '@playwright/test'
import { book, farAhead } from './setup/prepare.ts'
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
