import { order } from '@cheyi/contract/booking/order'
import { media } from '@cheyi/contract/platform/media'
import { orderKind } from '@cheyi/domain/booking/order/codes'
import type { Page } from '@playwright/test'
import { signIn } from './setup/api.ts'
import { chooseStay } from './setup/booking.ts'
import { photograph } from './setup/pictures.ts'
import { farAhead, freeStay } from './setup/prepare.ts'
import { expect, signInByHand, staff, test } from './setup/test.ts'

/* A counter's device is shared: whoever comes next finds nothing of the people whom the one before served. */

/** All that a page of the product left on the device, as text: storage, databases, caches, cookies, the state of its history. */
const leftOn = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const all = <T>(ask: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        ask.onsuccess = () => resolve(ask.result)
        ask.onerror = () => reject(ask.error)
      })
    const parts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), document.cookie]
    parts.push(JSON.stringify(history.state), document.title, location.href)
    for (const { name } of await indexedDB.databases()) {
      const database = await all(indexedDB.open(name!))
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store)
        const [keys, values] = await Promise.all([all(rows.getAllKeys()), all(rows.getAll())])
        parts.push(JSON.stringify([name, store, keys, values]))
        for (const value of values) if (value instanceof Blob) parts.push('a file')
      }
      database.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const asked of await cache.keys()) {
        const answer = await cache.match(asked)
        const isText = /json|text\/plain/.test(answer?.headers.get('content-type') ?? '')
        parts.push(asked.url, isText ? await answer!.text() : '')
      }
    }
    return parts.join('\n')
  })

test('signing out leaves nothing of a customer on the device', async ({ page, baseURL }) => {
  const clerk = await signIn(baseURL, staff.manager)
  const { list } = await clerk.ask(order.list, { orderKind: orderKind.short, pageSize: 1 })
  const { orderId, contactName, orderNo } = list[0]!
  const { phone } = await clerk.ask(order.contact, { orderId })
  const typed = { name: '欧阳如故', phone: '13912345670' }

  // Looked for, and opened.
  await page.goto(`/order?token=${clerk.token}`)
  await page.getByRole('searchbox').fill(phone)
  await expect(page.getByText(contactName).first()).toBeVisible()
  await page.goto(`/order/detail?orderId=${orderId}`)
  await expect(page.getByText(orderNo).first()).toBeVisible()
  // Typed, and not sent.
  await page.goto('/order/create')
  await chooseStay(page, await freeStay(clerk, { inHours: farAhead() }))
  await page.getByLabel('手机号').fill(typed.phone)
  await page.getByLabel('姓名').fill(typed.name)
  await expect
    .poll(() => leftOn(page), { message: 'a draft is kept while somebody is signed in' })
    .toContain(typed.name)

  await page.goto('/profile')
  await page.getByText('退出登录').click()
  await expect(page).toHaveURL(/\/login$/)
  const left = await leftOn(page)
  for (const secret of [clerk.token, contactName, phone, orderNo, typed.name, typed.phone, orderId])
    expect(left, 'after signing out').not.toContain(secret)

  // A tab that was left behind shows nothing either, and the way back leads to the login.
  await page.goBack()
  await expect(page.getByText(typed.name)).toBeHidden()
  await expect(page).toHaveURL(/\/login/)
})

test('signing out in one tab leaves nothing of a customer in the other, not even a picture that is being sent', async ({
  page,
  context,
  baseURL,
}) => {
  const clerk = await signIn(baseURL, staff.clerk)
  const person = { name: '慕容清秋', identityNo: '310104199003077358' }
  await page.goto(`/profile?token=${clerk.token}`)
  const out = page.getByText('退出登录')
  await expect(out).toBeVisible()
  const tab = await context.newPage()
  await tab.route(`**${media.upload.path}`, () => undefined)
  await tab.goto('/person/entry')
  await tab.getByPlaceholder('与证件一致').fill(person.name)
  await tab.getByPlaceholder('请输入证件号码').fill(person.identityNo)
  await tab.getByText('客户同意留存证件照片').click()
  await photograph(tab, tab.getByRole('button', { name: '拍人像面' }), '人像面')
  await expect.poll(() => leftOn(tab)).toContain(person.identityNo)
  await expect.poll(() => leftOn(tab), { message: 'the picture waits on the device' }).toContain('imgFront')

  await out.click()
  const asked = page.getByRole('dialog', { name: '还有照片未上传' })
  await asked.getByRole('button', { name: '仍要退出' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(tab.getByText('登录已过期')).toBeVisible()
  for (const one of [page, tab])
    for (const secret of [person.name, person.identityNo, 'imgFront'])
      await expect.poll(() => leftOn(one), { message: 'after signing out in another tab' }).not.toContain(secret)
  // Who signs in again goes on in every tab, and the next customer gets no picture of the last one.
  await signInByHand(page, staff.clerk)
  await expect(tab).toHaveURL(/\/person\/entry$/)
  await expect(tab.getByRole('button', { name: '客户同意，拍人像面' })).toBeVisible()
  await expect(tab.getByPlaceholder('与证件一致')).toHaveValue('')
})
