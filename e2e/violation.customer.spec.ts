import { violation } from '@cheyi/contract/rental/violation'
import { violationStatus } from '@cheyi/domain/rental/violation/codes'
import type { Api } from './setup/api.ts'
import { enterCode, openLink } from './setup/customer.ts'
import { photograph } from './setup/pictures.ts'
import { expect, test } from './setup/test.ts'
import { fined } from './setup/violation.ts'

/* A customer sees to a violation on their own phone: proof, refused and sent again, and the wish that the store settles it. */

async function told(api: Api) {
  const { violationId } = await fined(api)
  const { version } = await api.ask(violation.detail, { violationId })
  await api.ask(violation.notify, { violationId, version })
  return violationId
}

test('hands in a proof, is asked for another, and it is taken with one tap', async ({ page, open, as, browser }) => {
  test.setTimeout(240_000)
  const api = await as('manager')
  const violationId = await told(api)
  const { plate } = await api.ask(violation.detail, { violationId })
  await open(`/illegals/detail?violationId=${violationId}`, 'manager')
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('button', { name: '发给客户' }).click()
  const sheet = page.getByRole('dialog', { name: '违章处理' })
  await sheet.getByRole('button', { name: '出示二维码' }).click()
  await expect(sheet.getByRole('img', { name: '违章处理链接的二维码' })).toBeVisible()

  const { url } = await api.ask(violation.link, { violationId, way: 2 })
  const phone = await openLink(browser, url, plate)
  await expect(phone.getByText('违反禁令标志停车')).toHaveCount(0)
  // Who reads on in another language keeps what was typed.
  await phone.getByRole('textbox', { name: '验证码' }).fill('123')
  await phone.getByRole('button', { name: 'English' }).click()
  await expect(phone.getByRole('textbox', { name: 'Code' })).toHaveValue('123')
  await phone.getByRole('button', { name: '简体中文' }).click()
  await enterCode(phone, '查看违章', '违反禁令标志停车')
  await expect(phone.getByRole('button', { name: '申请代办' })).toBeVisible()
  await photograph(phone, phone.getByRole('button', { name: '添加凭证' }), '缴款截图')
  await phone.getByRole('button', { name: '提交凭证' }).click()
  await expect(phone.getByText(/已提交凭证，门店正在核实/)).toBeVisible({ timeout: 20_000 })

  await open(`/illegals/handle?violationId=${violationId}`, 'manager')
  await expect(page.getByText(/客户已上传处理凭证/)).toBeVisible()
  await page.getByRole('button', { name: '未通过' }).click()
  const reason = page.getByRole('dialog', { name: '凭证未通过' })
  await reason.getByText('照片不清晰').click()
  await reason.getByRole('button', { name: '未通过' }).click()
  await expect(page.getByText('已通知客户重新上传')).toBeVisible()

  await phone.reload()
  await expect(phone.getByText('凭证未通过：照片不清晰，请重新上传')).toBeVisible()
  await phone.getByRole('button', { name: '提交凭证' }).click()
  await expect(phone.getByText(/已提交凭证，门店正在核实/)).toBeVisible({ timeout: 20_000 })
  await open(`/illegals/handle?violationId=${violationId}`, 'manager')
  await page.getByRole('button', { name: '凭证通过' }).click()
  await expect(page.getByText('凭证已通过，待结案')).toBeVisible()
  expect(await api.ask(violation.detail, { violationId })).toMatchObject({ status: violationStatus.toClose })
  await phone.reload()
  await expect(phone.getByText('已处理，门店正在核销')).toBeVisible()
  await phone.context().close()
})
